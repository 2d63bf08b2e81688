"""Quiz items without a model: what a defined term means, which term is meant, a measure in a gap.

The key is what the document says there. Wrong options are of the same kind and from the same
subject. What cannot be asked well is not asked.
"""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import islice

from agent.language.catalogs import N_, catalog
from agent.ports import Document, Item
from agent.text import content_words, is_han, plain
from agent.workflows.tutor.quiz import checks
from agent.workflows.tutor.quiz.definitions import Definition, definitions_of
from agent.workflows.tutor.quiz.figures import Figure, read_figures, value_of, wrong_figures

GAP = "_____"
WRONG = 3
MOST_ALIKE = 0.5
"""The share of words that two meanings may have in common."""
ASKS = {
    "meaning": N_("What does “{text}” mean?"),
    "term": N_("Which term means this: “{text}”?"),
    "figure": N_("{heading}: which figure belongs in the gap? “{text}”"),
    "term, typed": N_("Write the term that means this: “{text}”"),
    "figure, typed": N_("{heading}: write the figure that belongs in the gap: “{text}”"),
}

Fact = Definition | Figure
Asked = tuple[str, str, list[str]]
"""A form of `ASKS`, the text it shows, and the options, the key first."""


def make_items(
    documents: Sequence[Document],
    *,
    subject: str,
    seed: str,
    kinds: Sequence[str] = ("choice",),
    about: Sequence[str] | None = None,
) -> Iterator[Item]:
    """Sound items, one for a sentence, in an order of its own for each seed.

    `about` holds the passages that the quiz is about; None stands for all.
    """
    known = definitions_of(documents)
    found: list[Fact] = [*known, *(each for d in documents for each in read_figures(d))]
    if about is not None:
        texts = [checks.spaced(plain(passage)) for passage in about]
        found = [fact for fact in found if any(fact.sentence.text in text for text in texts)]
    for fact in sorted(found, key=lambda fact: _mixed(seed, fact.sentence.text)):
        made = (_item(fact, asked, subject) for asked in _ways_to_ask(fact, known, kinds))
        yield from islice((i for i in made if not checks.find_flaws(i, fact.document.text)), 1)


def _ways_to_ask(fact: Fact, known: Sequence[Definition], kinds: Sequence[str]) -> Iterator[Asked]:
    """The better way first."""
    turn = int(_mixed(fact.sentence.text)[:8], 16)
    is_typed = set(kinds) == {"free"} or ("free" in kinds and turn % 2 == 0)
    if isinstance(fact, Figure):
        said, end = fact.sentence.text, fact.start + len(fact.text)
        shown = said[: fact.start] + GAP + said[end:]
        if is_typed:
            yield "figure, typed", shown, [fact.text]
        else:
            yield "figure", shown, [fact.text, *wrong_figures(fact, turn=turn // 2)]
    elif is_typed:
        yield "term, typed", fact.meaning, [fact.term]
    elif len(others := _others(fact, known)[:WRONG]) == WRONG:
        meaning = "meaning", fact.term, [fact.meaning, *(other.meaning for other in others)]
        term = "term", fact.meaning, [fact.term, *(other.term for other in others)]
        is_one_kind = _genus(others[0]) == _genus(fact)
        yield from (term, meaning) if turn % 2 and is_one_kind else (meaning,)


def _item(fact: Fact, asked: Asked, subject: str) -> Item:
    form, shown, options = asked
    sentence, document, key = fact.sentence, fact.document, options[0]
    placed = sorted(options, key=lambda text: _mixed(sentence.text, text))
    if isinstance(fact, Figure):
        placed.sort(key=value_of)
    is_free = form.endswith("typed")
    question = catalog(sentence.language).gettext(ASKS[form])
    return Item(
        id=f"rules-{_mixed(subject, document.id, form, sentence.text)[:16]}",
        subject=subject,
        topic=document.topic or document.title,
        objective="",
        difficulty="intermediate" if isinstance(fact, Figure) else "basic",
        question_text=question.format(text=shown, heading=sentence.heading or document.title),
        options=() if is_free else tuple(zip("abcd", placed, strict=False)),
        key=key if is_free else "abcd"[placed.index(key)],
        evidence_document=document.id,
        evidence=sentence.text,
        explanation="",
        origin="rules",
        kind="free" if is_free else "choice",
        terms=((key,),) if is_free else (),
        language=sentence.language,
    )


def _mixed(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _others(fact: Definition, known: Sequence[Definition]) -> list[Definition]:
    """Terms whose meanings may stand beside this one's: those of like kind and document first."""

    def distance(other: Definition) -> tuple[bool, bool, int]:
        longer = abs(len(other.meaning) - len(fact.meaning))
        return _genus(other) != _genus(fact), other.document.id != fact.document.id, longer

    chosen: list[Definition] = []
    for other in sorted(known, key=distance):
        if all(_may_stand_beside(other, each) for each in (fact, *chosen)):
            chosen.append(other)
    return chosen


def _genus(fact: Definition) -> str:
    """What a meaning is a kind of, roughly: its end in Chinese, else its first word."""
    return end if is_han(end := fact.meaning[-1]) else content_words(fact.meaning)[0]


def _may_stand_beside(other: Definition, fact: Definition) -> bool:
    """Of the same language, wrong beyond doubt, and not named with it."""
    one, two = set(content_words(other.meaning)), set(content_words(fact.meaning))
    is_tied = any(not each.names.isdisjoint(words) for each, words in ((other, two), (fact, one)))
    is_like = len(one & two) > MOST_ALIKE * min(len(one), len(two))
    is_one_language = other.sentence.language == fact.sentence.language
    return is_one_language and not is_tied and not is_like and other.names.isdisjoint(fact.names)
