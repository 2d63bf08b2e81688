"""Quiz items without a model: a gap in a sentence of the documents, for a term or a figure.

A term is what a sentence says what it is, where the author marks it or comes back to it. Wrong
options are terms that the documents call the same kind of thing, and figures of the same unit.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import takewhile

from agent.language.catalogs import N_, catalog
from agent.language.outline import sections
from agent.language.text import HAN, STOP_WORDS, content_words, fold, plain, runs, sentences
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
OF = frozenset(("of", "de", "del"))
_FIGURE = re.compile(rf"(\D*[ {HAN}])(\d+)( ?(?:%|[{HAN}]{{1,2}})| [^\W\d_]+)(\D*)")
"""A sentence with one number, that has a unit behind it."""
TERM = N_("Which term belongs in the gap? “{text}”")
FIGURE = N_("{title}: which figure belongs in the gap? “{text}”")


@dataclass(frozen=True)
class Gap:
    """A term to leave out of a sentence, the text before and after it, and its kind."""

    key: str
    before: str
    behind: str
    sentence: str
    document: Document
    kinds: Sequence[str]
    """The likeliest first: of "a small lake" it is "lake", "small"; of a figure the unit."""
    is_named: bool = True
    """Whether the sentence tells the kind in one word."""


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
            others = _find_others(gap, gaps) if "choice" in kinds else []
            item = _item(gap, others, subject)
            if item.kind in kinds and not any(checks.find_flaws(item, gap.document.text)):
                yield item


def _find_others(gap: Gap, gaps: Sequence[Gap]) -> list[Gap]:
    """Three of the same kind, of its document and behind its article first; none if fewer are.

    A kind is a word that one of the sentences has alone.
    """
    named = {kind for each in gaps if each.is_named for kind in each.kinds[-1:]}
    kind = next(filter(named.__contains__, gap.kinds), None)
    alike = [g for g in gaps if kind and kind == next(filter(named.__contains__, g.kinds), None)]
    alike.sort(key=lambda g: mix(gap.sentence, g.sentence))
    alike.sort(key=lambda g: (g.document.id != gap.document.id, g.before != gap.before))
    said = set(content_words(gap.sentence))
    taken, chosen = [said], list[Gap]()
    for other in alike:
        names = set(content_words(other.key))
        is_apart = not any(names <= words or words <= names for words in taken)
        if is_apart and len(chosen) < WRONG:
            taken.append(names)
            chosen.append(other)
    own = said.difference(*(content_words(other.sentence) for other in chosen))
    told = set(content_words(gap.key)).intersection(content_words(gap.behind))
    is_told = any(told.difference(content_words(other.key)) for other in chosen)
    is_sound = len(chosen) == WRONG and len(own) >= FEWEST_OWN and not is_told
    return chosen if is_sound else []


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
            if SHORTEST <= length <= LONGEST and is_plain and ". " not in sentence:
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
    times = document.text.casefold().count(f"{joiner}{term.casefold()}{joiner}")
    is_key = words in marked or times >= COMES_BACK
    is_told = words <= set(content_words(behind))
    is_short = 0 < at - start <= (MOST_CHARACTERS if is_chinese else MOST_WORDS)
    says_what = is_chinese or (at > 0 and fold(units[at + 1]) in STOP_WORDS)
    if not (is_short and says_what and is_key and _is_name(term)) or is_told:
        return None
    kinds, is_named = _kinds([fold(unit) for unit in units[at:]], document.language)
    article = joiner.join([*units[:start], ""])
    return Gap(term, article, f"{joiner}{behind}", sentence, document, kinds, is_named)


def _kinds(behind: list[str], language: str) -> tuple[list[str], bool]:
    """What a term may be the name of, from the verb on, and whether that is one word.

    In English the noun stands last, in Spanish first, in Chinese at the end of the sentence.
    """
    if language == "zh":
        return ["".join(behind).rpartition("的")[2]], True
    clause = runs(" ".join(behind[2:]).partition(",")[0])
    words = list(takewhile(lambda word: word not in STOP_WORDS, clause))
    of, *rest = clause[len(words) :] or [""]
    whole = next((word for word in rest if word not in STOP_WORDS), "") if of in OF else ""
    ordered = words if language == "es" else words[::-1]
    kinds = [*ordered, *(f"{word} of {whole}" for word in ordered if whole)]
    return [f"{behind[0]} {kind}" for kind in kinds], len(words) == 1


def _is_name(term: str) -> bool:
    is_plain = all(character.isalnum() or character in " -" for character in term)
    return is_plain and STOP_WORDS.isdisjoint(runs(term))


def _find_figure(sentence: str, lead: str, document: Document) -> Gap | None:
    """The only number of a sentence, with a unit behind it; shown with what may be leant on."""
    found = _FIGURE.fullmatch(sentence)
    if found is None or (unit := fold(found[3].strip())) in STOP_WORDS:
        return None
    before, figure, *behind = found.groups()
    words = runs(before)
    shown = f"{lead} {before}".lstrip() if words and words[0] in STOP_WORDS else before
    kind = f"{len(figure)} digits {unit}"
    return Gap(figure, shown, "".join(behind), sentence, document, [kind])


def _item(gap: Gap, others: Sequence[Gap], subject: str) -> Item:
    """An item with the article before the gap, or in the options where these have several."""
    document, is_figure = gap.document, gap.key.isdecimal()
    has_articles = not is_figure and len({each.before for each in (gap, *others)}) > 1
    texts = [f"{each.before if has_articles else ''}{each.key}" for each in (gap, *others)]
    key, *wrong = (text[0].upper() + text[1:] for text in texts)
    options = sorted((key, *wrong), key=int if is_figure else partial(mix, gap.sentence))
    shown = f"{'' if has_articles else gap.before}{GAP}{gap.behind}"
    question = catalog(document.language).gettext(FIGURE if is_figure else TERM)
    return Item(
        id=f"rules-{mix(subject, document.id, gap.key, gap.sentence)[:16]}",
        subject=subject,
        topic=document.topic or document.title,
        objective="",
        difficulty="intermediate" if is_figure else "basic",
        question_text=question.format(text=shown, title=document.title),
        options=tuple(zip("abcd", options, strict=False)) if wrong else (),
        key="abcd"[options.index(key)] if wrong else key,
        evidence_document=document.id,
        evidence=gap.sentence,
        explanation="",
        origin="rules",
        kind="choice" if wrong else "free",
        terms=() if wrong else ((key,),),
        language=document.language,
    )
