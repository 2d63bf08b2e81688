"""Answers made of quotes: no model, every sentence with its mark."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from agent.cited.ranking import Quote, Strengths, rank_sentences
from agent.language.catalogs import catalog
from agent.text import code_below, language_of, sentences

Plain = dict[str, Any]
Depth = Literal["basic", "intermediate", "advanced"]
Outcome = Literal["answer", "closest", "nothing"]

# Set on `bench/data/answers/tuned`.
ENOUGH = 0.45
"""The least score of a plain answer. Across languages words add nothing to it, so few reach it."""
SOME, SOME_ACROSS = 0.02, -0.25
"""The least score of what is shown as the closest, in one language and where there are others."""
MOST: dict[Depth, int] = {"basic": 3, "intermediate": 5, "advanced": 7}
FAR: dict[Depth, float] = {"basic": 0.2, "intermediate": 0.35, "advanced": 0.6}
"""How far below the best a sentence of a plain answer may score."""
BESIDE = 0.15
"""What a sentence next to a chosen one has ahead of others."""
FRESH, LATER = 0.3, 0.01
"""What the first sentence of a passage has ahead, and loses for each passage found before it."""

FIRST = 5
"""So many of the passages are named below what is only the closest."""

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
    ranked = rank_sentences(question, passages, strengths)
    if not ranked:
        return Answer("nothing", "")
    best = ranked[0]
    places = {passage["mark"]: place for place, passage in enumerate(passages)}
    asked = language_of(question)
    is_across = any(passage["language"] != asked for passage in passages)
    if best.score < (SOME_ACROSS if is_across else SOME):
        return Answer("nothing", "")
    outcome: Outcome = "answer" if best.score >= ENOUGH else "closest"
    floor = best.score - FAR[depth]
    near = [quote for quote in ranked if outcome == "closest" or quote.score >= floor]
    # Words alone rank all that name the subject alike: there a passage goes on to its end.
    fresh = FRESH if strengths(question, [best.text]) else 0.0
    quotes = _choose_quotes(near, places, most=MOST[depth], fresh=fresh)
    text = _write(quotes, passages, with_code=outcome == "answer")
    _ = catalog(language).gettext
    if passages[places[best.mark]]["language"] != language:
        said = _("The documents are in another language. I quote them as they are.")
        text = f"{said}\n\n{text}"
    others = set(list(places)[:FIRST]) - {quote.mark for quote in quotes}
    if outcome == "closest" and others:
        marks = " ".join(f"[{mark}]" for mark in sorted(others, key=places.__getitem__))
        text = f"{text}\n\n" + _("See also {marks}").format(marks=marks)
    return Answer(outcome, text, tuple(quotes))


def _choose_quotes(
    ranked: Sequence[Quote], places: dict[str, int], *, most: int, fresh: float
) -> list[Quote]:
    """One after the other: neighbours of what is chosen and passages without a quote go ahead."""
    chosen: list[Quote] = []

    def worth(quote: Quote) -> float:
        same = [abs(quote.place - other.place) for other in chosen if other.mark == quote.mark]
        if same:
            return quote.score + (BESIDE if 1 in same else 0)
        return quote.score + fresh - LATER * places[quote.mark]

    left = list(ranked)
    while left and len(chosen) < most:
        chosen.append(max(left, key=worth))
        left.remove(chosen[-1])
    return chosen


def _write(quotes: Sequence[Quote], passages: Sequence[Plain], *, with_code: bool) -> str:
    """A paragraph for each passage, the best first and with the code that is below it."""
    marks = dict.fromkeys(quote.mark for quote in quotes)
    first, *others = (_paragraph([q for q in quotes if q.mark == mark]) for mark in marks)
    text = next(p["text"] for p in passages if p["mark"] == quotes[0].mark)
    code = code_below(text, quotes[0].text) if with_code else ""
    is_short = 0 < code.count("\n") <= MOST_LINES
    return "\n\n".join([first, *([code] if is_short else []), *others])


def _paragraph(quotes: Sequence[Quote]) -> str:
    parts: list[str] = []
    after = None
    for quote in sorted(quotes, key=lambda quote: quote.place):
        parts += ["…"] * (after not in (None, quote.place))
        parts.append(_marked(quote))
        after = quote.place + 1
    return " ".join(parts)


def beginnings(
    passages: Sequence[Plain], *, said: str, of_one: int = MOST_OF_ONE, most: int = MOST_BEGINNINGS
) -> Answer | None:
    """How each passage begins, after a sentence of one's own; None where there are no sentences."""
    blocks: list[str] = []
    quotes: list[Quote] = []
    for passage in passages:
        room = min(of_one, most - len(quotes))
        texts = sentences(passage["text"], passage["language"])[:room]
        begun = [Quote(text, passage["mark"], 0.0, "the passage begins so") for text in texts]
        listed = "\n".join(f"- {_marked(quote)}" for quote in begun)
        heading = passage["heading"].replace("*", " ").strip()
        if begun:
            blocks.append(f"**{heading}**\n\n{listed}" if heading else listed)
        quotes += begun
    return Answer("answer", "\n\n".join([said, *blocks]), tuple(quotes)) if quotes else None


def _marked(quote: Quote) -> str:
    """The sentence with its mark before the full stop."""
    bare = quote.text.rstrip()
    stop = "。" if bare.endswith("。") else "."
    return f"{bare.rstrip(' .。')} [{quote.mark}]{stop}"
