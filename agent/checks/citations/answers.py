"""Answers made of quotes: no model, every sentence with its mark."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from agent.checks.citations.ranking import Quote, Strengths, rank_sentences
from agent.language.catalogs import catalog
from agent.language.text import code_below, language_of, sentences

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
    spoken = {passage["mark"]: passage["language"] for passage in passages}
    is_across = {*spoken.values()} != {language_of(question)}
    if not ranked or ranked[0].score < (SOME_ACROSS if is_across else SOME):
        return Answer("nothing", "")
    best = ranked[0]
    is_plain = best.score >= ENOUGH
    near = [q for q in ranked if q.score >= best.score - FAR[depth]] if is_plain else ranked
    quotes = near[: MOST[depth]]
    parts = _paragraphs(quotes)
    if is_plain and (code := _code_below(best, passages)):
        parts.insert(1, code)
    _ = catalog(language).gettext
    if spoken[best.mark] != language:
        parts.insert(0, _("The documents are in another language. I quote them as they are."))
    others = [mark for mark in [*spoken][:FIRST] if mark not in {quote.mark for quote in quotes}]
    if others and not is_plain:
        parts.append(_("See also {marks}").format(marks=" ".join(f"[{mark}]" for mark in others)))
    return Answer("answer" if is_plain else "closest", "\n\n".join(parts), tuple(quotes))


def _code_below(quote: Quote, passages: Sequence[Plain]) -> str:
    """A short block of code right below a quoted sentence."""
    code = code_below(next(p["text"] for p in passages if p["mark"] == quote.mark), quote.text)
    return code if code.count("\n") <= MOST_LINES else ""


def _paragraphs(quotes: Sequence[Quote]) -> list[str]:
    """One for each passage, with dots where sentences are left out."""
    made = []
    for mark in dict.fromkeys(quote.mark for quote in quotes):
        first, *others = sorted((q for q in quotes if q.mark == mark), key=lambda q: q.place)
        text = _marked(first)
        for before, quote in pairwise([first, *others]):
            text += (" " if quote.place == before.place + 1 else " … ") + _marked(quote)
        made.append(text)
    return made


def beginnings(
    passages: Sequence[Plain], *, said: str, of_one: int = MOST_OF_ONE, most: int = MOST_BEGINNINGS
) -> Answer | None:
    """Quote the first sentences of each passage after `said`; None if no passage has any."""
    blocks: list[str] = []
    quotes: list[Quote] = []
    for passage in passages:
        texts = sentences(passage["text"], passage["language"])
        begun = [Quote(text, passage["mark"], 0.0, "the passage begins so") for text in texts]
        begun = begun[: min(of_one, most - len(quotes))]
        heading = passage["heading"].replace("*", " ").strip()
        blocks += [f"**{heading}**"] * bool(heading and begun)
        blocks += ["\n".join(f"- {_marked(quote)}" for quote in begun)] * bool(begun)
        quotes += begun
    return Answer("answer", "\n\n".join([said, *blocks]), tuple(quotes)) if quotes else None


def _marked(quote: Quote) -> str:
    """The sentence with its mark before the full stop."""
    bare = quote.text.rstrip()
    stop = "。" if bare.endswith("。") else "."
    return f"{bare.rstrip(' .。')} [{quote.mark}]{stop}"
