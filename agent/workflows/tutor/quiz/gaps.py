"""Quiz items without a model: a gap for a key term or a figure in a sentence that is quoted.

The key is what the document says there. Wrong options are of the same kind and, where it can
be, from the same documents. What cannot be asked well is not asked.
"""

import hashlib
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from agent.language.catalogs import N_, catalog
from agent.ports import Document, Item
from agent.text import content_words, fold, is_han, stems
from agent.workflows.tutor.quiz import checks
from agent.workflows.tutor.quiz.figures import others_for
from agent.workflows.tutor.quiz.terms import (
    Figure,
    Sentence,
    Term,
    figures_of,
    place_of,
    read_sentences,
    spoken,
    tells,
    terms_of,
)

GAP = "_____"
WRONG, FEWEST_WRONG = 3, 2
FEWEST_WORDS = 4
"""So many telling words must be left beside a gap."""
ASKS = {
    "term": N_("Which words belong in the gap? “{text}”"),
    "figure": N_("Which figure belongs in the gap? “{text}”"),
    "typed": N_("Write what belongs in the gap: “{text}”"),
}
_ARTICLES = {
    **dict.fromkeys(("a", "an"), "a/an"),
    **dict.fromkeys(("el", "la"), "el/la"),
    **dict.fromkeys(("los", "las"), "los/las"),
    **dict.fromkeys(("un", "una"), "un/una"),
    **dict.fromkeys(("unos", "unas"), "unos/unas"),
}
"""What stands before a gap must not tell which option fits."""


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


@dataclass(frozen=True)
class _Asked:
    """A gap: what is left out of which sentence."""

    sentence: Sentence
    document: Document
    key: str
    term: Term | None = None
    figure: Figure | None = None
    rank: int = 0


def write_items(documents: Sequence[Document], number: int, *, wish: Wish) -> list[Item]:
    """At most `number` items, one to a sentence and a key, none of which gives another away."""
    taken: list[Item] = []
    keys: set[str] = set()
    for asked in _ordered(documents, wish):
        if len(taken) >= number:
            break
        item = _made(asked, documents, wish)
        if item is None or fold(asked.key) in keys or not _may_join(item, [*wish.beside, *taken]):
            continue
        if item.id not in wish.without and wish.difficulty in ("", item.difficulty):
            taken.append(item)
            keys.add(fold(asked.key))
    return taken


def _may_join(item: Item, others: Sequence[Item]) -> bool:
    return not any(checks.give_away(item, other) for other in others)


def _ordered(documents: Sequence[Document], wish: Wish) -> list[_Asked]:
    """The best gap of each sentence; terms and figures take turns."""
    found = [*_term_gaps(documents), *_figure_gaps(documents)]
    if wish.about is not None:
        said = [checks.spaced(checks.plain(passage)) for passage in wish.about]
        found = [each for each in found if any(each.sentence.text in text for text in said)]
    found.sort(key=lambda each: (each.rank, _mixed(wish.seed, each.sentence.text)))
    terms = [each for each in found if each.term]
    figures = [each for each in found if each.figure]
    turns = [(n, each) for rows in (terms, figures) for n, each in enumerate(rows)]
    return [each for _, each in sorted(turns, key=lambda turn: turn[0])]


def _made(asked: _Asked, documents: Sequence[Document], wish: Wish) -> Item | None:
    shown = _gapped(asked)
    if not shown or tells(shown.replace(GAP, "")) < FEWEST_WORDS:
        return None
    is_typed = wish.kinds == ["free"] or (
        "free" in wish.kinds and int(_mixed(asked.sentence.text)[:2], 16) % 2 == 0
    )
    options: list[str] = []
    if not is_typed:
        options = _wrong(asked, shown, documents)
        if len(options) < (FEWEST_WRONG if asked.term else WRONG):
            return None
    form = "typed" if is_typed else ("term" if asked.term else "figure")
    return _item(asked, form, shown, options, wish.subject)


def _item(asked: _Asked, form: str, shown: str, wrong: Sequence[str], subject: str) -> Item:
    language = asked.sentence.language
    placed = sorted([asked.key, *wrong], key=lambda text: _mixed(asked.sentence.text, text))
    if asked.figure:
        placed.sort(key=_value)
    named = tuple(zip("abcd", placed, strict=False)) if wrong else ()
    key = next((letter for letter, text in named if text == asked.key), asked.key)
    return Item(
        id=f"rules-{_mixed(subject, asked.document.id, form, asked.sentence.text)[:16]}",
        subject=subject,
        topic=asked.document.topic or asked.document.title,
        objective="",
        difficulty="intermediate" if asked.figure else "basic",
        question_text=catalog(language).gettext(ASKS[form]).format(text=shown),
        options=named,
        key=key,
        evidence_document=asked.document.id,
        evidence=asked.sentence.text,
        explanation="",
        origin="rules",
        kind="choice" if wrong else "free",
        terms=() if wrong else ((asked.key,),),
        language=language,
    )


def _value(text: str) -> float:
    found = re.search(r"\d[\d.,]*", text)
    if not found:
        return 0.0
    digits = re.sub(r"[.,](?=\d{3}(?:\D|$))", "", found[0]).rstrip(".,").replace(",", ".")
    return float(digits)


def _mixed(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


# What is shown


def _gapped(asked: _Asked) -> str:
    """The sentence with its gap, and the one before it; "" where either tells the key."""
    sentence = asked.sentence
    if asked.figure:
        end = asked.figure.start + len(asked.key)
        left, right = sentence.text[: asked.figure.start], sentence.text[end:]
    else:
        place = place_of(asked.key, sentence.text)
        if place is None:
            return ""
        left, right = sentence.text[: place.start()], sentence.text[place.end() :]
    before = f"{sentence.before} " if sentence.before else ""
    if len(before) > 2 * len(sentence.text) + 80 or _repeats(asked.key, before + left + right):
        return ""
    *words, last = left.rstrip(" ").split(" ")
    if asked.term and last.lower() in _ARTICLES and left.endswith(" "):
        neutral = _ARTICLES[last.lower()]
        last = neutral.capitalize() if last[:1].isupper() else neutral
        left = " ".join([*words, last]) + " "
    if sentence.language == "zh":
        before = before.rstrip()
    return f"{before}{left}{GAP}{right}"


def _repeats(key: str, text: str) -> bool:
    """Whether a word of the key stands in the text too."""
    if any(map(is_han, key)):
        return key in text or any(key[i : i + 2] in text for i in range(len(key) - 1))
    if any(character.isdigit() for character in key):
        return bool(re.search(rf"(?<![\d.,]){re.escape(key)}(?!\d)", text))
    return not stems(text).isdisjoint(content_words(key))


# Terms


def _term_gaps(documents: Sequence[Document]) -> Iterator[_Asked]:
    terms = terms_of(documents)
    for document in documents:
        for sentence in read_sentences(document.text, spoken(document)):
            found = [(term, place_of(term.text, sentence.text)) for term in terms]
            held = [(term, place) for term, place in found if place]
            for term, place in held:
                # "The bee space rule" is not about the bee space.
                is_part = any(o is not term and fold(term.text) in fold(o.text) for o, _ in held)
                if place and not is_part and _is_whole(sentence, place):
                    rank = _rank(term, sentence)
                    yield _Asked(sentence, document, _as_key(term, place[0]), term, rank=rank)


def _rank(term: Term, sentence: Sentence) -> int:
    """The definition first, then what is said where the term is treated."""
    if sentence.text == term.definition:
        return 0
    return 1 if sentence.heading in term.sections else 2


def _is_whole(sentence: Sentence, place: re.Match[str]) -> bool:
    """Whether the words around do not make it a part of a longer name, as far as signs tell it."""
    after = sentence.text[place.end() :]
    return not re.match(r"[-/’']", after) and not re.search(r"[-/’']$", sentence.text[: place.start()])


def _as_key(term: Term, written: str) -> str:
    return term.text if fold(written) == fold(term.text) else written


def _wrong(asked: _Asked, shown: str, documents: Sequence[Document]) -> list[str]:
    if asked.figure:
        same = [f.text for f, _ in figures_of(documents) if f.unit == asked.figure.unit]
        told = [text for text in same if not _repeats(text, shown)]
        return others_for(
            asked.key,
            told,
            language=asked.sentence.language,
            is_percent=_is_percent(asked.figure.unit),
            turn=int(_mixed(asked.sentence.text)[:8], 16),
        )
    term = asked.term
    if term is None:
        return []
    fitting = [o for o in terms_of(documents) if _may_stand_beside(o, term, shown)]
    fitting.sort(key=lambda other: (_unlike(other, term), _mixed(asked.key, other.text)))
    chosen: list[Term] = []
    for other in fitting:
        if len(chosen) == WRONG:
            break
        if not any(_share_words(other.text, taken.text) for taken in chosen):
            chosen.append(other)
    return [other.text for other in chosen]


def _is_percent(unit: str) -> bool:
    return unit in ("%", "percent", "per", "por")


def _may_stand_beside(other: Term, term: Term, shown: str) -> bool:
    """Of one kind by its form, and neither named with it nor defined by it."""
    if _form(other.text) != _form(term.text) or _repeats(other.text, shown):
        return False
    if _share_words(other.text, term.text):
        return False
    return not (place_of(other.text, term.definition) or place_of(term.text, other.definition))


def _share_words(one: str, other: str) -> bool:
    if is_han(one[-1:]) and is_han(other[-1:]):
        return not set(one).isdisjoint(other)
    return not set(content_words(one)).isdisjoint(content_words(other))


def _form(text: str) -> tuple[object, ...]:
    """What would make it stand out: script, a name's capital, number."""
    if is_han(text[-1:]):
        return ("zh",)
    return (text.isupper(), text[:1].isupper(), text.endswith("s") and not text.endswith("ss"))


def _unlike(other: Term, term: Term) -> float:
    """Words, endings and length apart; a defined term is likelier of a kind with a defined one."""
    one, two = other.text, term.text
    ending = 0 if one[-3:] == two[-3:] else (0.5 if one[-1:] == two[-1:] else 1)
    words = abs(len(one.split()) - len(two.split()))
    return words + ending + 2 * (other.is_defined != term.is_defined) + abs(len(one) - len(two)) / 8


# Figures


def _figure_gaps(documents: Sequence[Document]) -> Iterator[_Asked]:
    for figure, document in figures_of(documents):
        rank = 0 if figure.unit and not figure.sentence.before else 1
        yield _Asked(figure.sentence, document, figure.text, figure=figure, rank=rank)
