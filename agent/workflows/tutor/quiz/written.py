"""Quiz items made by rules from the documents: what is defined, and numbers with their unit.

The key is what the document says. Distractors are of the same kind and from the same documents,
and none of them may be true of what is asked: not a term above or below it, not a definition
that says nearly the same. An item that cannot be made so is not made.
"""

import hashlib
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from agent.ports import Document, Item
from agent.text import STOP_WORDS, content_words, fold, is_han, plain
from agent.workflows.tutor.quiz import checks
from agent.workflows.tutor.quiz.distractors import (
    VERY_ALIKE,
    Known,
    distance,
    echoes,
    likeness,
    may_stand_beside,
    stands_out,
)
from agent.workflows.tutor.quiz.facts import Fact, Figure, figures_of
from agent.workflows.tutor.quiz.grammar import grammar

DISTRACTORS = 3
CANDIDATES = 12
"""Of the distractors that could be true of nothing asked, the best so many are combined."""
TRIES = 220


@dataclass(frozen=True)
class Written:
    """`refused` counts, by the flaw's code, the items that were not good enough."""

    items: tuple[Item, ...]
    refused: dict[str, int]


@dataclass(frozen=True)
class Wish:
    """What the items are to be like.

    `about` holds the passages that the quiz is about; None stands for all. `beside` are items
    that are in the quiz already, `without` the ids of items that must not come.
    """

    subject: str
    seed: str
    kinds: Sequence[str] = ("choice",)
    difficulty: str = ""
    about: Sequence[str] | None = None
    beside: Sequence[Item] = ()
    without: Collection[str] = ()


def write_items(documents: Sequence[Document], number: int, *, wish: Wish) -> Written:
    """At most `number` checked items, none of which gives another away."""
    texts = {document.id: document.text for document in documents}
    taken: list[Item] = []
    refused: dict[str, int] = {}
    for item in _candidates(documents, wish):
        if len(taken) >= number:
            break
        if isinstance(item, str):
            refused[item] = refused.get(item, 0) + 1
        elif item.id in wish.without or wish.difficulty not in ("", item.difficulty):
            continue
        elif found := checks.problems(item, source=texts.get(item.evidence_document)):
            refused[found[0].code] = refused.get(found[0].code, 0) + 1
        elif not any(checks.give_away(item, other) for other in [*wish.beside, *taken]):
            taken.append(item)
    return Written(tuple(taken), refused)


def attempted(documents: Sequence[Document], *, subject: str, seed: str) -> list[Item | str]:
    """Every choice item that the rules set out to make, or the code of why it was not made."""
    texts = {document.id: document.text for document in documents}
    found: list[Item | str] = []
    for item in _candidates(documents, Wish(subject, seed)):
        flaws = (
            []
            if isinstance(item, str)
            else checks.problems(item, source=texts[item.evidence_document])
        )
        found.append(flaws[0].code if flaws else item)
    return found


def _candidates(documents: Sequence[Document], wish: Wish) -> Iterator[Item | str]:
    """In an order that the seed decides; the code of a flaw where an item could not be made."""
    known = Known(documents)
    wanted: list[tuple[str, Fact | Figure]] = []
    if "choice" in wish.kinds:
        wanted += [(form, fact) for fact in known.facts for form in ("definition", "term")]
        wanted += [("number", figure) for figure in figures_of(documents)]
    if "free" in wish.kinds:
        wanted += [("free", fact) for fact in known.facts if fact.kind == "is"]
    if wish.about is not None:
        said = [checks.spaced(passage) for passage in map(plain, wish.about)]
        wanted = [w for w in wanted if any(w[1].sentence in passage for passage in said)]
    for form, fact in sorted(wanted, key=lambda w: _mixed(wish.seed, w[0], w[1].sentence)):
        match fact:
            case Figure():
                yield _number_item(fact, wish.subject) or "spread"
            case Fact() if form == "free":
                yield _free_item(fact, known, wish.subject) or "terms"
            case Fact():
                yield _choice_item(fact, form, known, wish.subject) or "distractors"


def _mixed(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


# Definitions and terms


def _choice_item(fact: Fact, form: str, known: Known, subject: str) -> Item | None:
    """The item with the best distractors that pass the checks, or None."""
    pool = [other for other in known.facts if may_stand_beside(other, fact, form, known)]
    ranked = sorted(
        pool,
        key=lambda other: (
            distance(other, fact, form, known),
            _mixed(fact.sentence, other.sentence),
        ),
    )
    for three in islice(combinations(ranked[:CANDIDATES], DISTRACTORS), TRIES):
        if any(likeness(a.body, b.body) > VERY_ALIKE for a, b in combinations(three, 2)):
            continue
        item = _item(fact, form, three, subject)
        if not _tells(item, fact, form) and not checks.problems(item, source=None):
            return item
    return None


def _tells(item: Item, fact: Fact, form: str) -> bool:
    """Whether words or form tell the key from the rest."""
    key = checks.key_text(item)
    others = [text for name, text in item.options if name != item.key]
    asked = fact.term if form == "definition" else fact.body
    return echoes(asked, key, others) or stands_out(key, others)


def _item(fact: Fact, form: str, others: Sequence[Fact], subject: str) -> Item:
    words = grammar(fact.language).questions
    if form == "definition":
        stem = _named(words["are" if fact.plural else fact.kind], fact)
        key, rest = _definition(fact), [_definition(other) for other in others]
    else:
        pattern = words["term"] if fact.kind == "is" else words[f"{fact.kind}_term"]
        stem = pattern.format(body=fact.body)
        key, rest = _capital(fact.term), [_capital(other.term) for other in others]
    return _made(fact, form=form, stem=stem, options=[key, *rest], subject=subject)


def _named(pattern: str, fact: Fact) -> str:
    """With a space between Chinese and Latin script."""
    between = " " if fact.language == "zh" and fact.named[:1].isascii() else ""
    return pattern.format(named=between + fact.named)


def _definition(fact: Fact) -> str:
    pattern = grammar(fact.language).questions.get(f"{fact.kind}_option", "{body}")
    return _capital(pattern.format(body=fact.body))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:] if text[:2].islower() or text[1:2] == " " else text


def _made(
    fact: Fact | Figure, *, form: str, stem: str, options: Sequence[str], subject: str
) -> Item:
    """The first of `options` is the key; they are shown in an order that tells nothing."""
    shown = sorted(options, key=lambda text: _mixed(fact.sentence, form, text))
    named = tuple(zip("abcd", shown, strict=True))
    key = next(letter for letter, text in named if text == options[0])
    return Item(
        id=f"rules-{_mixed(subject, fact.document, form, fact.sentence)[:16]}",
        subject=subject,
        topic=fact.topic,
        objective="",
        difficulty="intermediate" if form == "number" else "basic",
        question_text=stem,
        options=named,
        key=key,
        evidence_document=fact.document,
        evidence=fact.sentence,
        explanation="",
        origin="rules",
        language=fact.language,
    )


# Numbers


def _number_item(figure: Figure, subject: str) -> Item | None:
    others = spread(figure.number)
    if len(others) < DISTRACTORS:
        return None
    stem = grammar(figure.language).questions["number"].format(gapped=figure.gapped)
    options = [figure.number, *others]
    item = _made(figure, form="number", stem=stem, options=options, subject=subject)
    # Numbers are read in their order.
    ordered = sorted((text for _, text in item.options), key=_value)
    named = tuple(zip("abcd", ordered, strict=True))
    key = next(letter for letter, text in named if text == figure.number)
    return Item(**{**vars(item), "options": named, "key": key})


def _value(text: str) -> float:
    return float(text.replace(",", ".")) if text.count(",") + text.count(".") < 2 else 0.0


def spread(number: str) -> list[str]:
    """Three numbers that could stand in its place, some below it and some above, written alike."""
    if not number.isdigit() or len(number) > 9:
        return []
    value = int(number)
    below, above = _neighbours(value)
    # How many lie below is decided by the number, so that the key is not always in the middle.
    count = int(_mixed(number), 16) % 4
    low = below[: min(count, len(below))]
    chosen = [*low, *above[: DISTRACTORS - len(low)]]
    return [str(each) for each in chosen] if len(chosen) == DISTRACTORS else []


def _neighbours(value: int) -> tuple[list[int], list[int]]:
    """Plausible numbers below, nearest first, and above."""
    if value >= 4 and value & (value - 1) == 0:
        return [n for n in (value // 2, value // 4, value // 8) if n > 0], [
            value * 2,
            value * 4,
            value * 8,
        ]
    if value % 8 == 0 and 8 < value <= 256:
        return [value - 8, value - 16, value - 24][: value // 8 - 1], [
            value + 8,
            value + 16,
            value + 24,
        ]
    if 1500 <= value <= 2100:
        return [value - 4, value - 9, value - 15], [value + 5, value + 8, value + 14]
    if value % 5 == 0 and value < 100:
        below = [n for n in (value - 10, value - 20, value - 30) if n > 0]
        return below, [n for n in (value + 10, value + 20, value + 30) if n < 100]
    if value < 20:
        below = [n for n in (value - 1, value - 2, value - 3) if n > 0]
        return below, [value + 1, value + 2, value + 4]
    step = max(1, value // 5)
    return [value - step, value - 2 * step, value - 3 * step], [
        value + step, value + 2 * step, value + 3 * step,
    ]  # fmt: skip


# In the user's own words


MOST_TERMS = 2


def _free_item(fact: Fact, known: Known, subject: str) -> Item | None:
    """Asks for the definition; the terms are the words that tell it from its neighbours."""
    terms = _telling_words(fact, known)
    if len(terms) < MOST_TERMS:
        return None
    pattern = grammar(fact.language).questions["free_are" if fact.plural else "free"]
    return Item(
        id=f"rules-{_mixed(subject, fact.document, 'free', fact.sentence)[:16]}",
        subject=subject,
        topic=fact.topic,
        objective="",
        difficulty="intermediate",
        question_text=_named(pattern, fact),
        options=(),
        key=_capital(fact.body),
        evidence_document=fact.document,
        evidence=fact.sentence,
        explanation="",
        origin="rules",
        kind="free",
        terms=tuple((word,) for word in terms),
        language=fact.language,
    )


_MANNER = re.compile(r"(?:ly|mente|ed|ing|ado|ada|ados|adas|ido|ida|idos|idas)$")
_EMPTY = frozenset(
    (
        *("some", "made", "taken", "together", "given", "called", "only", "same", "such", "other"),
        *("certain", "general", "based", "like", "hold", "demás", "hecho", "forma", "dado"),
        *("cierto", "mismo", "otro", "primero"),
    )
)


def _words(text: str) -> frozenset[str]:
    return frozenset(content_words(text))


def _telling_words(fact: Fact, known: Known) -> list[str]:
    """Words of the definition that few other definitions have, in their order."""
    asked = _words(fact.term)
    found = {
        word: sum(_words(word) <= _words(other.body) for other in known.facts)
        for word in re.findall(r"[^\W\d_]{4,}", fact.body.lower())
        if fold(word) not in STOP_WORDS
        and word not in _EMPTY
        and not _MANNER.search(word)
        and not is_han(word)
        and not _words(word) & asked
    }
    rarest = sorted(found, key=lambda word: found[word])[:MOST_TERMS]
    return [word for word in found if word in rarest]
