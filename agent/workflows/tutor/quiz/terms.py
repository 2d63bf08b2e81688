"""What a document can be asked about without a model: its key terms and its figures.

Terms are what its author marks: headings, emphasis, definitions. Nothing else is read from prose.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from agent.outline import sections
from agent.ports import Document
from agent.text import STOP_WORDS, fold, is_han, language_of, plain, split_paragraph

SHORTEST, LONGEST = 40, 280
"""Characters of a sentence that is asked about; of Chinese a third of them."""
MOST_WORDS = 3
LONGEST_TERM = 40


@dataclass(frozen=True)
class Sentence:
    """`before` is the sentence before it in its paragraph, "" for the first one."""

    text: str
    before: str
    heading: str
    language: str


@dataclass(frozen=True)
class Term:
    """A key term as it is written inside a sentence."""

    text: str
    sections: frozenset[str]
    """The headings under which it is marked as a term."""
    definition: str = ""
    """The sentence that says what it is."""

    def meaning(self, language: str) -> str:
        """What its definition says that it is; "" without one."""
        match = _DEFINED[language].match(self.definition)
        if not match:
            return ""
        said = self.definition[match.end(1) :].strip().rstrip(".。")
        said = _VERB[language].sub("", said, count=1).strip()
        return "" if _HALF.search(said) else said


@dataclass(frozen=True)
class Figure:
    """A number in a sentence; `unit` is the word behind it."""

    text: str
    unit: str
    start: int
    sentence: Sentence


def language_in(document: Document) -> str:
    known = document.language in ("en", "es", "zh")
    return document.language if known else language_of(document.text)


# Sentences


@lru_cache(maxsize=256)
def read_sentences(text: str, language: str) -> tuple[Sentence, ...]:
    """The sentences that a gap can be put into; each knows the one before it."""
    found: list[Sentence] = []
    for section in sections(text):
        for paragraph in re.split(r"\n\s*\n", plain("\n".join(section.lines))):
            before = ""
            for part in split_paragraph(" ".join(paragraph.split()), language):
                said = part.strip()
                if _is_askable(said, language) and not (_POINTS[language].match(said + before)):
                    found.append(Sentence(said, before, section.heading, language))
                before = said
    return tuple(found)


def _is_askable(said: str, language: str) -> bool:
    share = 3 if language == "zh" else 1
    fits = SHORTEST // share <= len(said) <= LONGEST // share
    return fits and said[-1:] in ".。" and not _ODD.search(said) and not said[:1].islower()


_ODD = re.compile(r"[=<>{}\[\]|_?？“”\"«»]|:$|\.\.\.|https?:")
# What begins so points at a sentence before it, and there is none in its paragraph.
_POINTS = {
    "en": re.compile(r"(?:It|This|These|They|That|Those|He|She|Such|Both)\b(?!.*\.\w)"),
    "es": re.compile(r"(?:Est[aeo]s?|Es[aeo]s?|Ello|Ell[ao]s?|Ambos)\b"),
    "zh": re.compile(r"[这那它其此他她]"),
}


# Terms


def terms_of(documents: Sequence[Document]) -> list[Term]:
    """Each once, by its words."""
    found: dict[str, Term] = {}
    for document in documents:
        for term in _terms(document.text, language_in(document)):
            found.setdefault(fold(term.text), term)
    return list(found.values())


_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3}|_{1,3})(?=\S)([^*_\n:]{2,40}?)(?<=\S)\1(?![\w*])")
_NO_TERM = frozenset("one another first second next last only same following example".split())  # noqa: SIM905
_NUMBERING = re.compile(r"^[\d.]+[.)]?\s+|^第.{1,3}[章节]\s*")
_DEFINED = {
    "en": re.compile(r"(?:An? )?([^,;:()]{2,40}?) (?:is|means|refers to) (?:an?|the) "),
    "es": re.compile(
        r"(?:(?:Un[ao]s?|El|L[ao]s?) )?([^,;:()]{2,40}?) (?:es|son|significa) (?:un[ao]?|el|la) "
    ),
    "zh": re.compile(r"([^，,；：（）是]{2,12})(?:是|指)(?:一|指|由|用|在|对|把)"),
}


# "The one that …" leans on a noun before it, and what has a "but" judges more than it defines.
_HALF = re.compile(r"^(?:el|la|lo|los|las) (?:que|del?)\b|\b(?:but|pero|porque|because)\b|但")
_VERB = {
    "en": re.compile(r"^(?:is|means|refers to) "),
    "es": re.compile(r"^(?:es|son|significa) "),
    "zh": re.compile(r"^(?:是指|是|指)"),
}


@lru_cache(maxsize=256)
def _terms(text: str, language: str) -> tuple[Term, ...]:
    marked: dict[str, tuple[set[str], str]] = {}
    for section in sections(text):
        named = [_NUMBERING.sub("", section.heading)] if len(section.path) > 1 else []
        named += [bold for _, bold in _EMPHASIS.findall("\n".join(section.lines))]
        for name in named:
            marked.setdefault(name.strip(), (set(), ""))[0].add(section.heading)
    for sentence in read_sentences(text, language):
        if match := _DEFINED[language].match(sentence.text):
            held = marked.get(match[1], (set(), ""))[0] | {sentence.heading}
            marked[match[1]] = (held, sentence.text)
    said = plain(text)
    made = (_term(name, under, how, said, language) for name, (under, how) in marked.items())
    return tuple(term for term in made if term)


def _term(name: str, under: set[str], how: str, said: str, language: str) -> Term | None:
    """As it is written inside sentences, where a capital is a name's; None for what is no term."""
    words = name.split()
    if language != "zh" and name[:1].isupper() and name[1:2].islower():
        first = re.split(r"\W", name)[0]
        named = len(re.findall(rf"[\w,;] {first}\b", said))
        if named <= len(re.findall(rf"\b{first.lower()}\b", said)):
            name = name[0].lower() + name[1:]
    telling = [word for word in words if fold(word) not in STOP_WORDS | _NO_TERM]
    is_fitting = len(words) <= MOST_WORDS and 2 <= len(name) <= LONGEST_TERM
    if not (is_fitting and telling and words[0] in telling and words[-1] in telling):
        return None
    if not re.fullmatch(r"[^\W\d_][\w’'/ -]*", name) or (language == "zh") != is_han(name[-1]):
        return None
    return Term(name, frozenset(under), how) if place_of(name, said) else None


def place_of(term: str, text: str) -> re.Match[str] | None:
    """Where the term is written in a text, whole; in Chinese as it is."""
    edge = "" if is_han(term[:1]) else r"(?<![\w-])"
    end = "" if is_han(term[-1:]) else r"(?![\w-])"
    return re.search(edge + re.escape(term) + end, text, re.IGNORECASE)


# Figures

_WORDS = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "zh": "",
}
WORDS = {language: words.split() for language, words in _WORDS.items()}
_NUMBER = r"\d{1,3}(?:[.,]\d{3})+(?![\d.,]*\d)|\d+(?:[.,]\d+)?"
_FIGURES = {
    language: re.compile(
        rf"(?<![\w.,:/+#–-])(?P<figure>{number})(?![\w]*[:/]\d|-?\d|[.,]\d|(?<=\d)[A-Za-z])"
        r"[\s-]?(?P<unit>%|°C|[^\W\d_]+|)",
        re.IGNORECASE,
    )
    for language, number in (
        (each, "|".join([_NUMBER, *(rf"\b{word}\b" for word in WORDS[each][3:])])) for each in WORDS
    )
}
_TO = r" ?(?:–|-|to|or|and|a|o|y|至|到|或) ?"
_ANY = {
    language: "|".join([r"\d", *(rf"\b{word}\b" for word in WORDS[language])]) for language in WORDS
}
_NUMBERED = re.compile(
    r"(?:chapter|figure|table|page|section|step|unit|version|cap[ií]tulo|figura|tabla|p[aá]gina"
    r"|paso|tema|第|图|表) ?$",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(r"\b(?:example|e\.g\.|ejemplo)|例如|比如", re.IGNORECASE)
_NO_UNIT = re.compile(r"(?:thirds?|quarters?|tercios?|cuartos?|of|de)$", re.IGNORECASE)


@lru_cache(maxsize=256)
def _figures(text: str, language: str) -> tuple[Figure, ...]:
    return tuple(figure for each in read_sentences(text, language) for figure in _of(each))


def figures_of(documents: Sequence[Document]) -> list[tuple[Figure, Document]]:
    return [(f, each) for each in documents for f in _figures(each.text, language_in(each))]


def _of(sentence: Sentence) -> Iterator[Figure]:
    """Not the smallest, which are often turns of speech, no ranges, no names, no examples."""
    if _EXAMPLE.search(sentence.text):
        return
    for match in _FIGURES[sentence.language].finditer(sentence.text):
        figure, unit = match["figure"], match["unit"]
        before, after = sentence.text[: match.start()], sentence.text[match.end("figure") :]
        number = _ANY[sentence.language]
        if (
            figure in ("0", "1", "2", "100")
            or re.search(rf"(?:{number}){_TO}$", before, re.IGNORECASE)
            or re.match(rf"{_TO}(?:{number})", after, re.IGNORECASE)
            or re.search(r"\w+ [A-ZÁÉÍÓÚ]\w+ $", before)
            or (unit[:1].isupper() and unit[1:].islower())
            or (_NO_UNIT.match(unit) and not figure.isdigit())
            or _NUMBERED.search(before)
        ):
            continue
        yield Figure(figure, fold(unit), match.start(), sentence)
