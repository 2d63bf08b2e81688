"""Quiz items without a model: a gap for a key term or a figure in a sentence that is quoted.

The key is what the document says there. Wrong options are of the same kind and, where possible,
from the same documents. What cannot be asked well is not asked.
"""

import hashlib
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import cast

from agent.language.catalogs import N_, catalog
from agent.ports import Document, Item
from agent.text import content_words, fold, is_han, plain, stems
from agent.workflows.tutor.quiz import checks
from agent.workflows.tutor.quiz.figures import value_of, wrong_figures
from agent.workflows.tutor.quiz.terms import (
    WORDS,
    Figure,
    Sentence,
    Term,
    figures_of,
    language_in,
    place_of,
    read_sentences,
    terms_of,
)

GAP = "_____"
WRONG, FEWEST_WRONG = 3, 2
TERMS_TO_A_FIGURE = 3
LONGEST_ARTICLE = 4
"""Characters before the term that a sentence begins with, such as "The "."""
FEWEST_WORDS = 4
"""So many telling words must be left beside a gap."""
ASKS = {
    "meaning": N_("What does “{text}” mean?"),
    "term": N_("Which words belong in the gap? “{text}”"),
    "figure": N_("Which figure belongs in the gap? “{text}”"),
    "typed": N_("Write what belongs in the gap: “{text}”"),
}
# An article before a gap must not tell which option fits.
_ARTICLES = {
    word: " ".join(group.split()).replace(" ", "/")
    for group in ("a an", "el la", "los las", "un una", "unos unas")
    for word in group.split()
}


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
class _Gap:
    """What is left out of which sentence, between `left` and `right`."""

    sentence: Sentence
    document: Document
    left: str
    key: str
    right: str
    what: Term | Figure
    rank: int = 0


def write_items(documents: Sequence[Document], number: int, *, wish: Wish) -> list[Item]:
    """At most `number` items, one for a sentence and a key, none of which gives another away."""
    taken: list[Item] = []
    keys: set[str] = set()
    for gap in _in_turn(documents, wish):
        if len(taken) >= number:
            break
        item = None if fold(gap.key) in keys else _make(gap, documents, wish)
        if item is None or item.id in wish.without or wish.difficulty not in ("", item.difficulty):
            continue
        is_sound = not checks.problems(item, source=gap.document.text)
        if is_sound and not any(checks.give_away(item, o) for o in (*wish.beside, *taken)):
            taken.append(item)
            keys.add(fold(gap.key))
    return taken


def _in_turn(documents: Sequence[Document], wish: Wish) -> list[_Gap]:
    """The best gaps first; after some terms a figure has its turn."""
    found = [*_term_gaps(documents), *_figure_gaps(documents)]
    if wish.about is not None:
        texts = [checks.spaced(plain(passage)) for passage in wish.about]
        found = [gap for gap in found if any(gap.sentence.text in text for text in texts)]
    found.sort(key=lambda gap: (gap.rank, _mixed(wish.seed, gap.sentence.text)))
    turns = {Term: 0, Figure: 0}
    placed = []
    for gap in found:
        turns[type(gap.what)] += 1 if isinstance(gap.what, Term) else TERMS_TO_A_FIGURE
        placed.append((turns[type(gap.what)], gap))
    return [gap for _, gap in sorted(placed, key=lambda each: each[0])]


def _make(gap: _Gap, documents: Sequence[Document], wish: Wish) -> Item | None:
    shown = _shown(gap)
    if not shown or len(content_words(shown.replace(GAP, ""))) < FEWEST_WORDS:
        return None
    turn = int(_mixed(gap.sentence.text)[:8], 16)
    if set(wish.kinds) == {"free"} or ("free" in wish.kinds and turn % 2 == 0):
        return _item(gap, "typed", shown, (), wish.subject)
    if isinstance(gap.what, Figure):
        known = [f.text for f, _ in figures_of(documents) if f.unit == gap.what.unit]
        options = wrong_figures(gap.what, [t for t in known if not _holds(shown, t)], turn=turn)
        options = [] if any(_holds(shown, text) for text in options) else options
        return _item(gap, "figure", shown, options, wish.subject) if options else None
    if item := _of_meaning(gap, documents, wish):
        return item
    options = _wrong_terms(gap, shown, documents)
    is_enough = len(options) >= FEWEST_WRONG
    return _item(gap, "term", shown, options, wish.subject) if is_enough else None


def _of_meaning(gap: _Gap, documents: Sequence[Document], wish: Wish) -> Item | None:
    """A term that is defined, with what other terms mean as the wrong options.

    All of them are said in one way, so that neither grammar nor kind tells the right one.
    """
    term, language = cast("Term", gap.what), gap.sentence.language
    meaning = term.meaning(language)
    own = terms_of([gap.document])
    fitting = [
        (other, said)
        for other in terms_of(documents)
        if (said := other.meaning(language))
        and _may_stand_beside(other, term, term.definition)
        and not _holds(said, term.text)
    ]
    fitting.sort(
        key=lambda each: (
            each[0] not in own,
            abs(len(each[1]) - len(meaning)) // 24,
            _mixed(term.text, each[0].text),
        )
    )
    wrong = [said for _, said in fitting[:WRONG]]
    if len(wrong) < FEWEST_WRONG or _holds(meaning, term.text):
        return None
    return _item(replace(gap, key=meaning), "meaning", term.text, wrong, wish.subject)


def _item(gap: _Gap, form: str, shown: str, wrong: Sequence[str], subject: str) -> Item:
    sentence, document = gap.sentence, gap.document
    placed = sorted([gap.key, *wrong], key=lambda text: _mixed(sentence.text, text))
    if isinstance(gap.what, Figure):
        placed.sort(key=lambda text: value_of(text, WORDS[sentence.language]))
    named = tuple(zip("abcd", placed, strict=False)) if wrong else ()
    return Item(
        id=f"rules-{_mixed(subject, document.id, form, sentence.text)[:16]}",
        subject=subject,
        topic=document.topic or document.title,
        objective="",
        difficulty="intermediate" if isinstance(gap.what, Figure) else "basic",
        question_text=catalog(sentence.language).gettext(ASKS[form]).format(text=shown),
        options=named,
        key=next((letter for letter, text in named if text == gap.key), gap.key),
        evidence_document=document.id,
        evidence=sentence.text,
        explanation="",
        origin="rules",
        kind="choice" if wrong else "free",
        terms=() if wrong else ((gap.key,),),
        language=sentence.language,
    )


def _mixed(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _shown(gap: _Gap) -> str:
    """The sentence with its gap, and the one before it; "" where either tells the key."""
    sentence, left = gap.sentence, gap.left
    before = f"{sentence.before} " if sentence.before else ""
    if len(before) > 2 * len(sentence.text) + 80 or _holds(before + left + gap.right, gap.key):
        return ""
    *words, last = left.rstrip(" ").split(" ")
    if left.endswith(" ") and last.lower() in _ARTICLES:
        neutral = _ARTICLES[last.lower()]
        last = neutral.capitalize() if last[:1].isupper() else neutral
        left = " ".join([*words, last, ""])
    return f"{before.rstrip() if sentence.language == 'zh' else before}{left}{GAP}{gap.right}"


def _holds(text: str, key: str) -> bool:
    """Whether a word of the key is in the text."""
    if any(map(is_han, key)):
        return any(key[i : i + 2] in text for i in range(max(1, len(key) - 1)))
    if any(map(str.isdigit, key)):
        return bool(re.search(rf"(?<![\d.,]){re.escape(key)}(?!\d)", text))
    words = content_words(key) or [key.lower()]
    return not stems(text).isdisjoint(words) or bool(place_of(key, text))


# Terms


def _term_gaps(documents: Sequence[Document]) -> Iterator[_Gap]:
    """A term is left out only where it is defined: elsewhere others may fit as well."""
    terms = terms_of(documents)
    for document in documents:
        language = language_in(document)
        defined = {term.definition: term for term in terms if term.meaning(language)}
        for sentence in read_sentences(document.text, language):
            term = defined.get(sentence.text)
            if term and (place := place_of(term.text, sentence.text)):
                left, right = sentence.text[: place.start()], sentence.text[place.end() :]
                key = term.text if fold(place[0]) == fold(term.text) else place[0]
                yield _Gap(sentence, document, left, key, right, term)


def _wrong_terms(gap: _Gap, shown: str, documents: Sequence[Document]) -> list[str]:
    """Those of the sentence's own document first."""
    term, own = cast("Term", gap.what), terms_of([gap.document])
    fitting = [other for other in terms_of(documents) if _may_stand_beside(other, term, shown)]
    fitting.sort(key=lambda o: (o not in own, _distance(o, term), _mixed(term.text, o.text)))
    chosen: list[str] = []
    for other in fitting:
        if len(chosen) < WRONG and not any(_share_words(other.text, text) for text in chosen):
            chosen.append(other.text)
    return chosen


def _may_stand_beside(other: Term, term: Term, shown: str) -> bool:
    """Of one kind by its form, and neither named with it nor defined by it."""
    if _form(other.text) != _form(term.text) or _holds(shown, other.text):
        return False
    is_tied = place_of(other.text, term.definition) or place_of(term.text, other.definition)
    return not is_tied and not _share_words(other.text, term.text)


def _share_words(one: str, other: str) -> bool:
    if is_han(one[-1:]) and is_han(other[-1:]):
        return not set(one).isdisjoint(other)
    return not set(content_words(one)).isdisjoint(content_words(other))


def _form(text: str) -> tuple[bool, ...]:
    """What would make it stand out: script, a name's capital, number."""
    is_plural = text.endswith("s") and not text.endswith("ss")
    return (is_han(text[-1:]), text.isupper(), text[:1].isupper(), is_plural)


def _distance(other: Term, term: Term) -> float:
    """Words, endings and length apart; a defined term goes with a defined one."""
    one, two = other.text, term.text
    ending = 0 if one[-3:] == two[-3:] else 1 - 0.5 * (one[-1:] == two[-1:])
    defined = bool(other.definition) != bool(term.definition)
    return (
        abs(len(one.split()) - len(two.split()))
        + ending
        + 2 * defined
        + abs(len(one) - len(two)) / 8
    )


# Figures


def _figure_gaps(documents: Sequence[Document]) -> Iterator[_Gap]:
    """Of sentences that begin with a term: others are mostly steps and examples."""
    terms = terms_of(documents)
    for figure, document in figures_of(documents):
        sentence, end = figure.sentence, figure.start + len(figure.text)
        places = (place_of(term.text, sentence.text[: figure.start]) for term in terms)
        if not any(place and place.start() <= LONGEST_ARTICLE for place in places):
            continue
        left, right = sentence.text[: figure.start], sentence.text[end:]
        rank = 0 if figure.unit and not sentence.before else 1
        yield _Gap(sentence, document, left, figure.text, right, figure, rank)
