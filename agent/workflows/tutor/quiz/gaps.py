"""Quiz items without a model: a gap in a sentence of the documents, for a term or a figure.

A term is what a sentence says what it is, where the author marks it or comes back to it. Wrong
options are terms that stand in such a place elsewhere, and figures of the same documents.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, takewhile

from agent.language.catalogs import N_, catalog
from agent.language.outline import sections
from agent.language.text import STOP_WORDS, content_words, fold, is_han, plain, runs, sentences
from agent.ports import Document, Item
from agent.workflows.tutor.quiz import checks
from agent.workflows.tutor.quiz.items import mix

GAP = "_____"
WRONG = 3
SHORTEST, LONGEST = 40, 280
"""Characters of a sentence that is asked about; one of Chinese counts for three."""
MOST_WORDS, MOST_CHARACTERS = 3, 12
"""Of a term; the characters are of a Chinese one."""
COMES_BACK = 2
"""So often a term is named that is not marked."""
FEWEST_OWN = 3
"""So many words of a sentence are in none that a wrong option comes from."""
LINKS = frozenset(("is", "are", "means", "es", "son", "significa", "是"))
LEANING = frozenset(("this", "these", "those", "such", "here", "example", "estos", "ejemplo"))
ODD = frozenset("=<>{}[]|_?$:：？这此")
"""In a sentence that cannot be read alone, a word or a sign of these."""
TERM = N_("Which term belongs in the gap? “{text}”")
FIGURE = N_("{title}: which figure belongs in the gap? “{text}”")


@dataclass(frozen=True)
class Gap:
    """What is left out of a sentence, the words behind it, and the text that shows the gap."""

    key: str
    behind: list[str]
    shown: str
    sentence: str
    document: Document


def make_items(
    documents: Sequence[Document],
    *,
    subject: str,
    seed: str,
    kinds: Sequence[str] = ("choice",),
    about: Sequence[str] | None = None,
) -> Iterator[Item]:
    """Sound items, one for a sentence, in an order of its own for each seed.

    They have options where there are enough, else they are typed if that is wanted. `about` holds
    the passages that the quiz is about; None stands for all.
    """
    gaps = [gap for document in documents for gap in find_gaps(document)]
    texts = None if about is None else [checks.spaced(plain(text)) for text in about]
    for gap in sorted(gaps, key=lambda gap: mix(seed, gap.sentence)):
        if texts is None or any(gap.sentence in text for text in texts):
            others = _wrong_figures(gap) if gap.key.isdecimal() else _wrong_terms(gap, gaps)
            wrong = others if "choice" in kinds else []
            item = _item(gap, wrong if len(wrong) == WRONG else [], subject)
            if item.kind in kinds and not any(checks.find_flaws(item, gap.document.text)):
                yield item


def _wrong_terms(gap: Gap, gaps: Sequence[Gap]) -> list[str]:
    """Those of the places that are most alike, of the same document first."""
    ranked = [(_likeness(gap, each), each.document.id == gap.document.id, each) for each in gaps]
    ranked.sort(key=lambda place: place[:2], reverse=True)
    said = set(content_words(gap.sentence))
    taken, chosen = [said], list[Gap]()
    for likeness, _, other in ranked:
        names = set(content_words(other.key))
        is_apart = not any(names <= words or words <= names for words in taken)
        if likeness and is_apart and len(chosen) < WRONG:
            taken.append(names)
            chosen.append(other)
    own = said.difference(*(content_words(other.sentence) for other in chosen))
    told = set(content_words(gap.key)).intersection(content_words(gap.shown))
    is_told = any(told.difference(content_words(other.key)) for other in chosen)
    is_sound = len(chosen) == WRONG and len(own) >= FEWEST_OWN and not is_told
    return [other.key for other in chosen] if is_sound else []


def _likeness(gap: Gap, other: Gap) -> int:
    """How many words behind both are the same, at their start and at their end."""
    start, end = (
        len(list(takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False))))
        for one, two in ((gap.behind, other.behind), (gap.behind[::-1], other.behind[::-1]))
    )
    return start + end if start > (gap.document.language != "zh") else 0


def _wrong_figures(gap: Gap) -> list[str]:
    """Those of its document's sentences that are as long."""
    others = {*_parts(plain(gap.document.text))}.difference(_parts(gap.shown), (gap.key,))
    fitting = [n for n in others if n.isdecimal() and len(n) == len(gap.key) and n[0] != "0"]
    return sorted(fitting, key=lambda figure: mix(gap.sentence, figure))[:WRONG]


def _parts(text: str) -> list[str]:
    """A text in turns of digits and of what is none."""
    return ["".join(part) for _, part in groupby(text, str.isdecimal)]


@lru_cache(maxsize=256)
def find_gaps(document: Document) -> tuple[Gap, ...]:
    """At most one in each sentence that can be read alone."""
    parts = list(sections(document.text))
    named = [document.title, *(part.heading for part in parts), *document.text.split("**")[1::2]]
    marked = {frozenset(content_words(name)) for name in named}
    found: list[Gap | None] = []
    for part in parts:
        before = ""
        for sentence in sentences("\n".join(part.lines), document.language):
            length = len(sentence) * (3 if document.language == "zh" else 1)
            is_plain = ODD.isdisjoint(sentence) and LEANING.isdisjoint(runs(sentence))
            if SHORTEST <= length <= LONGEST and is_plain:
                term = _find_term(sentence, marked, document)
                found.append(term or _find_figure(sentence, before, document))
            before = sentence
    return tuple(filter(None, found))


def _find_term(sentence: str, marked: set[frozenset[str]], document: Document) -> Gap | None:
    """The beginning of a sentence that says what it is."""
    is_chinese = document.language == "zh"
    units, joiner = (list(sentence), "") if is_chinese else (sentence.split(" "), " ")
    at = next((n for n, unit in enumerate(units[:-1]) if unit in LINKS), 0)
    start = int(not is_chinese and fold(units[0]) in STOP_WORDS)
    term, behind = joiner.join(units[start:at]).strip(), joiner.join(units[at:])
    words = frozenset(content_words(term))
    named = document.text.casefold().count(f"{joiner}{term.casefold()}{joiner}")
    is_named = words in marked or named >= COMES_BACK
    is_told = words <= set(content_words(behind))
    is_short = 0 < at - start <= (MOST_CHARACTERS if is_chinese else MOST_WORDS)
    says_what = is_chinese or fold(units[at + 1]) in STOP_WORDS
    if not (is_short and says_what and is_named and _is_name(term)) or is_told:
        return None
    folded = [fold(unit) for unit in units[at:]]
    return Gap(term[0].upper() + term[1:], folded, f"{GAP}{joiner}{behind}", sentence, document)


def _is_name(term: str) -> bool:
    is_plain = all(character.isalnum() or character in " -" for character in term)
    return is_plain and STOP_WORDS.isdisjoint(runs(term))


def _find_figure(sentence: str, before: str, document: Document) -> Gap | None:
    """The only number of a sentence, with a unit behind it; shown with what may be leant on."""
    parts = _parts(sentence)
    if len(parts) != 3 or not parts[1].isdecimal() or parts[1] in ("0", "1", "100"):
        return None
    start, figure, behind = parts
    unit = fold(behind.split()[0])
    is_alone = start[-1] == " " or is_han(start[-1])
    is_measure = behind[0] in " %" or is_han(behind[0])
    is_unit = unit not in STOP_WORDS and (unit[0].isalpha() or unit[0] == "%")
    if not (is_alone and is_measure and is_unit):
        return None
    lead = f"{before} " if runs(start)[:1] and runs(start)[0] in STOP_WORDS and before else ""
    return Gap(figure, [unit], f"{lead}{start}{GAP}{behind}", sentence, document)


def _item(gap: Gap, wrong: Sequence[str], subject: str) -> Item:
    document = gap.document
    by_chance = sorted((gap.key, *wrong), key=lambda text: mix(gap.sentence, text))
    is_figure = gap.key.isdecimal()
    options = sorted(by_chance, key=int) if is_figure else by_chance
    question = catalog(document.language).gettext(FIGURE if is_figure else TERM)
    return Item(
        id=f"rules-{mix(subject, document.id, gap.key, gap.sentence)[:16]}",
        subject=subject,
        topic=document.topic or document.title,
        objective="",
        difficulty="intermediate" if is_figure else "basic",
        question_text=question.format(text=gap.shown, title=document.title),
        options=tuple(zip("abcd", options, strict=False)) if wrong else (),
        key="abcd"[options.index(gap.key)] if wrong else gap.key,
        evidence_document=document.id,
        evidence=gap.sentence,
        explanation="",
        origin="rules",
        kind="choice" if wrong else "free",
        terms=() if wrong else ((gap.key,),),
        language=document.language,
    )
