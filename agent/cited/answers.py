"""Answers made of quotes: no model, every sentence with its mark."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from agent.cited.ranking import Quote, Strengths, rank_sentences, share_of_words
from agent.language.catalogs import catalog
from agent.text import code_below, language_of, sentences

Plain = dict[str, Any]
Depth = Literal["basic", "intermediate", "advanced"]
Outcome = Literal["answer", "closest", "nothing"]

# Set on `bench/data/answers/tuned`.
ENOUGH = 0.45
"""The least score of a plain answer. Across languages words add nothing to it, so few reach it."""
SOME, SOME_ACROSS = -0.05, -0.17
"""The least score of what is shown as the closest."""
ENOUGH_WORDS = 0.5
"""The same without an embedder: the share of the question's words."""
BEST = 3
MOST: dict[Depth, int] = {"basic": 3, "intermediate": 5, "advanced": 5}
FAR: dict[Depth, float] = {"basic": 0.2, "intermediate": 0.35, "advanced": 0.6}
"""How far below the best a sentence may score."""
BESIDE = 0.15
"""What a sentence next to one of the best has ahead of others."""

MOST_BEGINNINGS, MOST_OF_ONE = 8, 3
MOST_LINES = 20
"""Of code that is quoted."""


@dataclass(frozen=True)
class Answer:
    outcome: Outcome
    text: str
    """Quotes with their marks; empty for nothing."""
    quotes: tuple[Quote, ...] = ()

    @property
    def trace(self) -> list[Plain]:
        return [vars(quote) for quote in self.quotes]


def answer_by_quotes(
    question: str,
    passages: Sequence[Plain],
    strengths: Strengths,
    *,
    language: str,
    depth: Depth = "intermediate",
) -> Answer:
    """Quote the sentences that answer, or those that come closest, or nothing."""
    ranked, has_meaning = rank_sentences(question, passages, strengths)
    outcome = _outcome(question, ranked, passages, has_meaning=has_meaning)
    if outcome == "nothing":
        return Answer(outcome, "")
    quotes = _chosen(ranked, depth)
    spoken = {passage["mark"]: passage["language"] for passage in passages}
    if spoken[ranked[0].mark] == language:
        return Answer(outcome, _written(quotes, passages), tuple(quotes))
    if outcome == "closest":
        quotes = _as_found(quotes, ranked, passages, most=MOST[depth])
    _ = catalog(language).gettext
    said = _("The documents are in another language. I quote them as they are.")
    return Answer(outcome, f"{said}\n\n{_written(quotes, passages)}", tuple(quotes))


def _as_found(
    chosen: Sequence[Quote], ranked: Sequence[Quote], passages: Sequence[Plain], *, most: int
) -> list[Quote]:
    """In the order of the search, and with its first passage.

    Across languages single sentences tell less than whole passages do.
    """
    places = [passage["mark"] for passage in passages]
    first = next((quote for quote in ranked if quote.mark == places[0]), None)
    kept = list(chosen[:most])
    if first and first not in kept:
        kept = [*kept[: most - 1], first]
    return sorted(kept, key=lambda quote: places.index(quote.mark))


def _outcome(
    question: str, ranked: Sequence[Quote], passages: Sequence[Plain], *, has_meaning: bool
) -> Outcome:
    if not ranked:
        return "nothing"
    if not has_meaning:
        around = [f"{p['title']}\n{p['heading']}\n{p['text']}" for p in passages]
        score, enough, some = share_of_words(question, around), ENOUGH_WORDS, 0.01
    else:
        spoken = {passage["mark"]: passage["language"] for passage in passages}
        is_across = spoken[ranked[0].mark] != language_of(question)
        score = ranked[0].score
        enough, some = ENOUGH, SOME_ACROSS if is_across else SOME
    return "answer" if score >= enough else "closest" if score >= some else "nothing"


def _chosen(ranked: Sequence[Quote], depth: Depth) -> list[Quote]:
    """The best, then their neighbours and the next best as long as there is room."""
    first, *others = ranked
    floor = first.score - FAR[depth]
    near = [quote for quote in others if quote.score + BESIDE * _adjoins(quote, [first]) >= floor]
    best, others = [first, *near[: BEST - 1]], near[BEST - 1 :]
    others.sort(key=lambda quote: -(quote.score + BESIDE * _adjoins(quote, best)))
    return [*best, *others][: MOST[depth]]


def _adjoins(quote: Quote, others: Sequence[Quote]) -> bool:
    return any(quote.mark == o.mark and abs(quote.place - o.place) == 1 for o in others)


def _written(quotes: Sequence[Quote], passages: Sequence[Plain]) -> str:
    """A paragraph for each passage, the best first and with the code that is below it."""
    marks = dict.fromkeys(quote.mark for quote in quotes)
    first, *others = (
        _paragraph(sorted((q for q in quotes if q.mark == mark), key=lambda q: q.place))
        for mark in marks
    )
    text = next(p["text"] for p in passages if p["mark"] == quotes[0].mark)
    code = code_below(text, quotes[0].text)
    is_short = 0 < code.count("\n") <= MOST_LINES
    return "\n\n".join([first, *([code] if is_short else []), *others])


def _paragraph(quotes: Sequence[Quote]) -> str:
    parts: list[str] = []
    for n, quote in enumerate(quotes):
        if n and quote.place != quotes[n - 1].place + 1:
            parts.append("…")
        parts.append(_marked(quote))
    return " ".join(parts)


def beginnings(passages: Sequence[Plain], *, said: str) -> Answer | None:
    """How each passage begins, after a sentence of one's own; None where there are no sentences."""
    blocks: list[str] = []
    chosen: list[Quote] = []
    for passage in passages:
        room = min(MOST_OF_ONE, MOST_BEGINNINGS - len(chosen))
        texts = sentences(passage["text"], passage["language"])[:room]
        begun = [Quote(text, passage["mark"], 0.0, "the passage begins so") for text in texts]
        if begun:
            blocks.append(_headed(passage["heading"], begun))
        chosen += begun
    return Answer("answer", "\n\n".join([said, *blocks]), tuple(chosen)) if chosen else None


def _headed(heading: str, quotes: Sequence[Quote]) -> str:
    listed = "\n".join(f"- {_marked(quote)}" for quote in quotes)
    return f"**{heading.replace('*', ' ').strip()}**\n\n{listed}" if heading.strip() else listed


def _marked(quote: Quote) -> str:
    """The sentence with its mark before the full stop."""
    bare = quote.text.rstrip()
    stop = "。" if bare.endswith("。") else "."
    return f"{bare.rstrip(' .。')} [{quote.mark}]{stop}"
