"""Answers made of quotes: no model, the sentences that rank best, each with its mark."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agent.events import Plain
from agent.language import tables
from agent.language.catalogs import catalog
from agent.language.text import FENCE, content_words, language_of, sentences, stems
from agent.ports import Library

Depth = Literal["basic", "intermediate", "advanced"]

# Set on `bench/data/answers/tuned`.
WORDS = 0.5
"""All of a question's words in a sentence count as much as half the way to the same meaning."""
AROUND = 0.5
"""A sentence's passage counts half of what the sentence itself does."""
DEFINES = 0.2
"""What a sentence has ahead that begins with what is asked about."""
ENOUGH = 0.45
"""The least score of a plain answer. Across languages words add nothing to it, so few reach it."""
SOME, SOME_ACROSS = 0.02, -0.25
"""The least score of what is shown as the closest, in one language and where there are others."""
MOST: dict[Depth, int] = {"basic": 3, "intermediate": 5, "advanced": 7}
FAR: dict[Depth, float] = {"basic": 0.2, "intermediate": 0.35, "advanced": 0.6}
"""How far below the best a sentence of a plain answer may score."""
FIRST = 5
"""So many of the passages are named below what is only the closest."""
MOST_BEGINNINGS = 8


@dataclass(frozen=True)
class Quote:
    """A sentence of a passage, or a row of its tables, how well it answers, and its place there."""

    text: str
    mark: str
    score: float = 0.0
    place: int = 0
    row: tables.Row | None = None

    @property
    def marked_row(self) -> tables.Row | None:
        """The row with its mark in its last cell."""
        line = f"{self.text.rstrip(' |')} [{self.mark}] |"
        return self.row and tables.Row(line, self.row.columns)

    def is_in(self, shown: str) -> bool:
        return self.text.rstrip(" .。|") in shown

    def __str__(self) -> str:
        """The sentence with its mark before the full stop."""
        stop = "。" if self.text.rstrip().endswith("。") else "."
        return f"{self.text.rstrip(' .。')} [{self.mark}]{stop}"


@dataclass(frozen=True)
class Answer:
    outcome: Literal["answer", "closest", "nothing"]
    text: str
    """Quotes with their marks; empty for nothing."""
    quotes: tuple[Quote, ...] = ()
    has_more: bool = False
    """Whether there is more that would be a plain answer."""


def answer_by_quotes(
    question: str,
    passages: Sequence[Plain],
    library: Library,
    *,
    language: str,
    depth: Depth = "intermediate",
    shown: str = "",
) -> Answer:
    """Quote the sentences that answer, or those that come closest, or nothing.

    Those that stand in what was `shown` before are left out.
    """
    every = rank_sentences(question, passages, library)
    ranked = [quote for quote in every if not quote.is_in(shown)]
    spoken = {passage["mark"]: passage["language"] for passage in passages}
    is_across = {*spoken.values()} != {language_of(question)}
    if not ranked or ranked[0].score < (SOME_ACROSS if is_across else SOME):
        return Answer("nothing", "")
    best = ranked[0]
    is_plain = best.score >= ENOUGH
    near = [q for q in ranked if q.score >= best.score - FAR[depth]] if is_plain else ranked
    quotes = near[: MOST[depth]]
    ordered = sorted(quotes, key=lambda quote: quote.place)
    marks = dict.fromkeys(quote.mark for quote in quotes)
    parts = [_together([quote for quote in ordered if quote.mark == mark]) for mark in marks]
    _ = catalog(language).gettext
    if spoken[best.mark] != language:
        parts.insert(0, _("The documents are in another language. I quote them as they are."))
    others = [mark for mark in [*spoken][:FIRST] if mark not in marks]
    if others and not is_plain:
        parts.append(_("See also {marks}").format(marks=" ".join(f"[{mark}]" for mark in others)))
    has_more = any(quote.score >= ENOUGH for quote in ranked[len(quotes) :])
    outcome: Literal["answer", "closest"] = "answer" if is_plain else "closest"
    return Answer(outcome, "\n\n".join(parts), tuple(quotes), has_more)


def _together(quotes: Sequence[Quote]) -> str:
    """The sentences of one passage, and below them the rows of its tables."""
    said = " ".join(str(quote) for quote in quotes if quote.row is None)
    rows = [row for quote in quotes if (row := quote.marked_row)]
    return "\n\n".join(filter(None, (said, tables.drawn(rows))))


def rank_sentences(question: str, passages: Sequence[Plain], library: Library) -> list[Quote]:
    """All sentences and rows of the passages, the best first; without meaning by their words."""
    split = [(p, _units(p, question)) for p in passages]
    texts = [f"{p['heading']}\n{p['text']}" for p in passages]
    texts += [f"{p['heading']}. {unit}".lstrip(". ") for p, own in split for unit in own]
    compared = library.strengths(question, texts) or [0.0] * len(texts)
    meaning = iter(compared[len(split) :])
    asked, ranked = set(content_words(question)), []
    for (passage, own), near in zip(split, compared, strict=False):
        whole = f"{passage['title']}\n{passage['heading']}\n{passage['text']}"
        place = AROUND * (near + WORDS * share_words(question, whole))
        for at, unit in enumerate(own):
            row = None if isinstance(unit, str) else unit
            text = row.line if row else str(unit)
            share = WORDS * share_words(question, f"{passage['heading']} {unit}" if row else text)
            defines = DEFINES * (not asked.isdisjoint(content_words(text)[:1]))
            score = round(next(meaning) + share + place + defines, 3)
            ranked.append(Quote(text, passage["mark"], score, at, row))
    # Of equal ones the first goes first: passages come best first, and definitions early in them.
    ranked.sort(key=lambda quote: -quote.score)
    best = {quote.text: quote for quote in reversed(ranked)}
    return [quote for quote in ranked if quote.score and best[quote.text] is quote]


def _units(passage: Plain, question: str) -> list[str | tables.Row]:
    """Its sentences, and those rows of its tables that hold most of the question's words."""
    rows = list(tables.rows(passage["text"]))
    shares = [share_words(question, f"{passage['heading']} {row}") for row in rows]
    best = [row for row, share in zip(rows, shares, strict=True) if share == max(shares)]
    return [*sentences(passage["text"], passage["language"]), *best]


def share_words(said: str, text: str) -> float:
    """The share of the words of what is said that are in a text."""
    words = set(content_words(said))
    return len(words & stems(text)) / len(words) if words else 0.0


def find_example(passages: Sequence[Plain], shown: str) -> str:
    """The first block of code, below the sentence before it, else the rest of the first passage.

    What was `shown` before does not count; empty where there is nothing else.
    """
    for passage in passages:
        for block in FENCE.finditer(passage["text"]):
            if block[0].strip() not in shown:
                before = sentences(passage["text"][: block.start()], passage["language"])
                lead = str(Quote(before[-1], passage["mark"])) if before else f"[{passage['mark']}]"
                return f"{lead}\n\n{block[0].strip()}"
    first = passages[0]
    own = [Quote(text, first["mark"]) for text in sentences(first["text"], first["language"])]
    return " ".join(str(quote) for quote in own if not quote.is_in(shown))


def beginnings(passages: Sequence[Plain], *, said: str, of_one: int = 3) -> Answer | None:
    """Quote the first sentences of each passage after `said`; None if no passage has any."""
    blocks, quotes, most = [said], list[Quote](), max(MOST_BEGINNINGS, len(passages))
    for passage in passages:
        texts = sentences(passage["text"], passage["language"])[: min(of_one, most - len(quotes))]
        begun = [Quote(text, passage["mark"]) for text in texts]
        heading = passage["heading"].replace("*", " ").strip()
        blocks += [f"**{heading}**"] * bool(heading and begun)
        blocks += ["\n".join(f"- {quote}" for quote in begun)] * bool(begun)
        quotes += begun
    return Answer("answer", "\n\n".join(blocks), tuple(quotes)) if quotes else None
