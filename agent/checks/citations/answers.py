"""Answers made of quotes: no model, the sentences that rank best, each with its mark."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from agent.events import Plain
from agent.language import tables
from agent.language.catalogs import catalog
from agent.language.text import content_words, language_of, sentences, stems
from agent.ports import Library

Depth = Literal["basic", "intermediate", "advanced"]

# Set on `bench/data/answers/tuned`. Beside the same meaning as 1 count all words of a question, a
# sentence's passage, a sentence or row that begins with what is asked about, and one with a figure:
WORDS, AROUND, BEGINS, FIGURE = 0.5, 0.5, 0.2, 0.05
PLAIN, ENOUGH, SOME, SOME_ACROSS = 0.55, 0.45, 0.02, -0.19
"""Least scores: of a plain answer, of more on it, of the closest in one language and across."""
MOST: dict[Depth, int] = {"basic": 3, "intermediate": 5, "advanced": 7}
FAR: dict[Depth, float] = {"basic": 0.2, "intermediate": 0.35, "advanced": 0.6}
"""The distance by which a sentence of a plain answer may score below the best."""
OWN = 1.5
"""That distance counts so many times in the best sentence's passage, which may hold the rest."""
MOST_BEGINNINGS = 9


@dataclass(frozen=True)
class Quote:
    """A sentence of a passage, or a row of a table below `columns`, and how well it answers."""

    text: str
    mark: str
    score: float = 0.0
    place: int = 0
    columns: str | None = None

    def __str__(self) -> str:
        """The text with its mark before the full stop, or in the last cell."""
        if self.columns is not None:
            return f"{self.text.rstrip(' |')} [{self.mark}] |"
        stop = "。" if self.text.rstrip().endswith("。") else "."
        return f"{self.text.rstrip(' .。')} [{self.mark}]{stop}"


@dataclass(frozen=True)
class Answer:
    outcome: Literal["answer", "closest", "nothing"]
    text: str
    """Quotes with their marks; empty for nothing."""
    quotes: tuple[Quote, ...] = ()
    has_more: bool = False


def answer_by_quotes(
    question: str,
    passages: Sequence[Plain],
    library: Library,
    *,
    language: str,
    depth: Depth = "intermediate",
    shown: str = "",
) -> Answer:
    """Quote what answers, or what comes closest, or nothing; never again what was `shown`."""
    every = rank_sentences(question, passages, library)
    ranked = [quote for quote in every if quote.text.rstrip(" .。|") not in shown]
    spoken = {passage["mark"]: passage["language"] for passage in passages}
    least = SOME if {*spoken.values()} == {language_of(question)} else SOME_ACROSS
    if not ranked or ranked[0].score < least:
        return Answer("nothing", "")
    best = ranked[0]
    is_plain = best.score >= PLAIN
    far = {mark: FAR[depth] * (OWN if mark == best.mark else 1) for mark in spoken}
    near = [q for q in ranked if q.score >= best.score - far[q.mark]][: MOST[depth]]
    quotes = near if is_plain else ranked[: MOST["intermediate"]]
    marks = dict.fromkeys(quote.mark for quote in quotes)
    parts = [_together([quote for quote in quotes if quote.mark == mark]) for mark in marks]
    _ = catalog(language).gettext
    if spoken[best.mark] != language:
        parts.insert(0, _("The documents are in another language. I quote them as they are."))
    others = [each for each in passages[: MOST[depth]] if each["mark"] not in marks]
    if others and not is_plain:
        named = [f"{each['heading'] or each['title']} [{each['mark']}]" for each in others]
        parts.append(_("See also {marks}").format(marks=", ".join(named)))
    has_more = any(quote.score >= ENOUGH for quote in ranked[len(quotes) :])
    return Answer("answer" if is_plain else "closest", "\n\n".join(parts), tuple(quotes), has_more)


def _together(quotes: Sequence[Quote]) -> str:
    """The sentences of one passage in their order, and below them the rows of its tables."""
    ordered = sorted(quotes, key=lambda quote: quote.place)
    said = " ".join(str(quote) for quote in ordered if quote.columns is None)
    rows = [tables.Row(str(q), q.columns) for q in ordered if q.columns is not None]
    return "\n\n".join(filter(None, (said, tables.drawn(rows))))


def rank_sentences(question: str, passages: Sequence[Plain], library: Library) -> list[Quote]:
    """All sentences and rows of the passages, the best first; without meaning by their words."""
    split = [(each, *unit) for each in passages for unit in _units(each, question)]
    texts = [f"{p['heading']}\n{p['text']}" for p in passages]
    texts += [f"{p['heading']}. {said}".lstrip(". ") for p, _, said in split]
    near = library.strengths(question, texts) or [0.0] * len(texts)
    around = {}
    for passage, strength in zip(passages, near, strict=False):
        whole = f"{passage['title']}\n{passage['heading']}\n{passage['text']}"
        around[passage["mark"]] = AROUND * (strength + WORDS * share_words(question, whole))
    asked, ranked = set(content_words(question)), list[Quote]()
    for place, (_, quote, said) in enumerate(split):
        first = said if quote.columns is None else tables.cells(quote.text)[0]
        more = BEGINS * (not asked.isdisjoint(content_words(first)[:1]))
        more += FIGURE * any(map(str.isdigit, said))
        own = near[len(passages) + place] + WORDS * share_words(question, said) + more
        ranked.append(replace(quote, score=round(own + around[quote.mark], 3), place=place))
    # Of equal ones the first goes first: passages come best first, and definitions early in them.
    ranked.sort(key=lambda quote: -quote.score)
    best = {quote.text: quote for quote in reversed(ranked)}
    return [quote for quote in ranked if quote.score and best[quote.text] is quote]


def _units(passage: Plain, question: str) -> list[tuple[Quote, str]]:
    """Its sentences and those rows that hold most of the question's words, and what each says."""
    mark, heading = passage["mark"], passage["heading"]
    found = [(Quote(text, mark), text) for text in sentences(passage["text"], passage["language"])]
    rows = [(row, f"{row} {heading}") for row in tables.rows(passage["text"])]
    most = max((share_words(question, said) for _, said in rows), default=0)
    best = [(row, said) for row, said in rows if share_words(question, said) == most]
    return [*found, *((Quote(row.line, mark, columns=row.columns), said) for row, said in best)]


def share_words(said: str, text: str) -> float:
    """The share of the words of what is said that are in a text."""
    words = set(content_words(said))
    return len(words & stems(text)) / len(words) if words else 0.0


def beginnings(passages: Sequence[Plain], *, said: str) -> str:
    """The beginning of each passage, after `said`; empty without passages."""
    blocks = list[str]()
    of_one = max(1, MOST_BEGINNINGS // max(1, len(passages)))
    for passage in (each for each in passages if each["text"].strip()):
        text, mark = passage["text"].strip(), passage["mark"]
        begun = sentences(text, passage["language"])[:of_one]
        # A table has no sentences.
        table = [*text.splitlines()[:MOST_BEGINNINGS], f"\n[{mark}]"]
        quoted = "\n".join([f"- {Quote(each, mark)}" for each in begun] or table)
        blocks += [f"**{passage['heading']}**", quoted] if passage["heading"] else [quoted]
    return "\n\n".join([said, *blocks]) if blocks else ""
