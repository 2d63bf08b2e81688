"""Reading text by rules, in English, Spanish and Chinese: language, sentences, words."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal

from pysbd import Segmenter  # type: ignore[import-untyped]

from agent.language.catalogs import LANGUAGES
from agent.language.names import without_names

Language = Literal["en", "es", "zh"]
"""The keys of `catalogs.LANGUAGES`, for the type checker."""

HAN = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
"""Characters written without spaces between words, as the inside of a character class."""

_RUN = re.compile(f"[{HAN}]+|[^\\W_{HAN}]+")
HAN_CHARACTER = re.compile(f"[{HAN}]")
_WORDS = re.compile(f"[^\\W{HAN}]+(?:-[^\\W{HAN}]+)*")
"""Words, and names such as created_at and dev-orders as one."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Words and characters that say nothing about a question's subject, folded.
STOP_WORDS = _words("""
    a an the of to in on at by for from with without and or not no is are was were be been being
    am do does did done can could would should will shall may might must have has had i im me my
    we us our you your he she it its they them their this that these those there here what whats
    which who whom whose when where why how as if so than then but because although about into
    between both any some all each very more most please pls plz hi hello hey thanks thank dont
    doesnt isnt cant u ur r s t re ve ll get got just also tell let want need know wanna gonna
    really up out
    el la los las un una unos unas lo de del al en y e o con sin por para que cual cuales
    quien quienes como cuando donde porque pq xq q k es son era eran ser sea estar esta estan hay
    ha han se su sus mi mis tu tus te le les nos este estas estos ese esa eso esto
    aquel muy mas menos pero porque si ni ya tambien sobre entre hola gracias porfa favor puedes
    puede puedo podrias dime dame quiero quisiera necesito saber hace hacer tiene tienen todo
    todos cada algo alguna algun d
""")
_STOP_PHRASES = re.compile("是什么意思|为什么|什么|怎样|哪些|一下|请问|可以|能否|能不能")
# "What is a monsoon like?" asks what it is. In capitals it is an operator.
_LIKENESS = re.compile(
    r"(?i:\bwhat(?:['’]?s| is| are| was| were| does| do| did)) .*?\w"
    r" (?P<manner>(?:looks? )?like)\W*$"
)
_STOP_HAN = frozenset("的了吗呢吧么们是在和与及或有为之这那哪什怎请我你您他她它也都就很把被")

# Words of asking: the subject when a document has them, mere manner when it has not.
ASKING_WORDS = _words("""
    explain describe define definition mean means meaning difference differences compare example
    examples give list name show summarise summarize work works used use uses using happen
    happens purpose question answer quick quickly short briefly simple simply words detail
    explica explicame explicar explicacion definicion significa significado diferencia
    diferencias compara ejemplo ejemplos lista nombra muestra resume sirve
    funciona usa utiliza pregunta breve brevemente sencillo palabras
    区别 解释 释一 说明 例子 介绍 一下 意思 如何 定义 关于 告诉 举例 作用 比较
""")

# Told of a language by its commonest words, typed without accents and in a hurry.
_ENGLISH = _words("""
    the of to and or is are was what whats wat which how where when who why this that it its in
    my your you i im do does did can could would please pls hi hello hey thanks thx with without
    about between from for on at be an explain tell give example difference dont not quiz test
    data schema also into zero video info memo auto intro idea formula media criteria extra area
    java alias has bias index key keys table tables join joins row rows column columns two four
    so go who too there they them then than u ur need want know got get make made
""")
_SPANISH = _words("""
    el la los las un una unos unas de del al en y con sin por para que q pq xq cual cuales como
    donde cuando quien porque es son esta estan esto eso ese esa este hay ser se su sus mi tu lo
    le les muy mas pero si hola buenas gracias porfa dime dame explica explicame puedes puede
    puedo quiero hacer hace haz ejemplo diferencia entre tambien segun sobre cada clave claves
    tabla tablas fila filas columna columnas indice indices examen cuestionario preguntas
    siguiente hazme ponme
""")
_COMMON = _ENGLISH | _SPANISH
_ENOUGH = 2_000  # characters
_TELLING = 8
"""Different words, of which a language has a share of its own."""
_SPANISH_END = re.compile(r"(?:[ao]s?|cion(?:es)?|sion(?:es)?|dad(?:es)?|mente|[ai]r|ores)$")
_ENGLISH_SIGN = re.compile(
    r"w|k|th|sh|gh|ph|ck|oo|ee|ea|tt|ss|mm|pp|ff|tion|ing$|[a-z]{3}y$|[^aeiou]ed$|[^aeiouns]s$"
)
_SPANISH_SIGN = re.compile(r"[ñ¿¡áéíóú]")


def well_formed(text: str) -> str:
    """The text without what databases and encoders choke on: NUL and half characters."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")


def fold(text: str) -> str:
    """Lower case without accents, one width."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    if apart.isascii():
        return apart
    bare = "".join(c for c in apart if not "\u0300" <= c <= "\u036f")
    return unicodedata.normalize("NFC", bare)


def language_of(text: str) -> Language:
    """The language of a text, however short; English when nothing tells.

    Names tell only where nothing else does.
    """
    text = text[:_ENOUGH]
    return told_language(without_names(text)) or told_language(text) or "en"


def told_language(text: str) -> Language | None:
    """The language that its words tell, if any."""
    latin, han = plain_words(text), HAN_CHARACTER.findall(text)
    # A Chinese term in a foreign sentence brings none of the little words along.
    if han and (not _STOP_HAN.isdisjoint(han) or sum(w in _COMMON for w in latin) < 2):
        return "zh"
    has_sign = bool(_SPANISH_SIGN.search(text.casefold()))
    votes = {word: _votes(word, common=_SPANISH, sign=_SPANISH_END) for word in latin}
    # German and French have "es" and "de" too, but among words that are not Spanish.
    is_long = len(votes) >= _TELLING
    is_foreign = is_long and not has_sign and 4 * sum(map(bool, votes.values())) < len(votes)
    spanish = 4 * has_sign + sum(votes[word] for word in latin)
    english = sum(_votes(word, common=_ENGLISH, sign=_ENGLISH_SIGN) for word in latin)
    if spanish > english and not is_foreign:
        return "es"
    return "en" if english or is_foreign else None


def plain_words(text: str) -> list[str]:
    """Folded, without names such as created_at and dev-orders, and without Chinese."""
    return [fold(word) for word in _WORDS.findall(text) if word.isalpha()]


def _votes(word: str, *, common: frozenset[str], sign: re.Pattern[str]) -> int:
    if word in common:
        return 3
    return 1 if len(word) > 3 and sign.search(word) else 0


# Words


def runs(text: str) -> list[str]:
    """Folded words, and stretches of Han characters unbroken."""
    return _RUN.findall(fold(text))


def names_in(text: str, known: Iterable[str]) -> list[str]:
    """Those of the known names that are in a text, else those of which a word is.

    It has capitals there, or the text has none: "mark it" names no Mark.
    """
    words = {fold(w) for w in re.findall(r"\w+", text) if not w[0].islower() or text.islower()}
    names = {name: frozenset(runs(name)) for name in known}
    whole = [n for n in names if names[n] <= words or (not n.isascii() and n in text)]
    return whole or [name for name in names if names[name] & words]


def is_han(run: str) -> bool:
    return bool(HAN_CHARACTER.match(run))


def bigrams(run: str) -> list[str]:
    """Neighbouring characters in pairs; a single character stays alone."""
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run]


def keywords(text: str) -> list[str]:
    """The words a text is about, each once, in order; of Chinese the bigrams.

    Stop words count when there is nothing else.
    """
    if asked := _LIKENESS.search(text):
        text = text[: asked.start("manner")]
    telling = list(filter(_tells, _units(_STOP_PHRASES.sub(" ", text))))
    return list(dict.fromkeys(telling or _units(text)))


def names_nothing(text: str) -> bool:
    """Tell whether a text has no subject of its own: "and why?", "an example", "为什么"."""
    telling = filter(_tells, _units(_STOP_PHRASES.sub(" ", text)))
    return all(word in ASKING_WORDS for word in telling)


def _units(text: str) -> list[str]:
    return [unit for run in runs(text) for unit in (bigrams(run) if is_han(run) else [run])]


def _tells(word: str) -> bool:
    return _STOP_HAN.isdisjoint(word) if is_han(word) else word not in STOP_WORDS


def content_words(text: str) -> list[str]:
    """The stems of the keywords, each once, in order."""
    return list(dict.fromkeys(map(stem, keywords(text))))


def stems(text: str) -> frozenset[str]:
    """The stems of all words, stop words too; of Chinese bigrams and single characters."""
    alone = (character for run in runs(text) if is_han(run) for character in run)
    return frozenset((*map(stem, _units(text)), *alone))


_SPELLINGS = (
    (re.compile(r"(?<=[a-z]{3})is(e|ed|es|er|ers|ing|ation|ations)$"), r"iz\1"),
    (re.compile(r"(?<=[a-z]{3}l)ys(e|ed|es|ing)$"), r"yz\1"),
    (re.compile(r"(?<=[a-z]{3})our(s|al)?$"), r"or\1"),
    (re.compile(r"(?<=[bdcv])ell(ing|ed|er|ers)$"), r"el\1"),
)
_ENDING = re.compile(
    r"^(\w{4,}?)(ization|izacione?|acione?|cione?|ione?|ation|izing|mente|idade?|izad[oa]|ional"
    r"|ized|izer|izar|ing|ied|ize|ie|ed|[yeao])$"
)
_DOUBLED = re.compile(r"([bdgmnprt])\1$")


@lru_cache(maxsize=50_000)
def spelling(word: str) -> str:
    """One spelling for British and American, of a folded word."""
    if len(word) > 5 and word.isascii():
        for pattern, american in _SPELLINGS:
            word = pattern.sub(american, word)
    return word


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """A folded word without its commonest endings."""
    if len(word) < 4 or not word.isascii():
        return word
    word = _singular(spelling(word))
    ended = _ENDING.match(word)
    if not ended:
        return word
    kept, ending = ended.groups()
    return _DOUBLED.sub(r"\1", kept) if ending in {"ing", "ed"} else str(kept)


def _singular(word: str) -> str:
    return word if word.endswith(("ss", "us", "is")) else word.removesuffix("s")


# What rules read. Patterns take quadratic time on runs, and hold the interpreter lock for it.

LONGEST_RUN = 40
LONGEST_SIGNS = 24
LONGEST_WORD = 400
LONGEST_GAP = 4
_REPEATED = re.compile(rf"(.{{1,8}}?)\1{{{LONGEST_RUN},}}", re.DOTALL)
# Lines of tables and under headings are made of the four that are left out.
_SIGNS = re.compile(rf"[^\w|:=-]{{{LONGEST_SIGNS + 1},}}")
_EMPTY_LINES = re.compile(rf"\n{{{LONGEST_GAP + 1},}}")
_GAP = re.compile(rf"(?<=[^\s|])[^\S\n]{{{LONGEST_GAP + 1},}}(?=[^\s|])")
_WORD = re.compile(rf"[^\s{HAN}]{{{LONGEST_WORD}}}(?=[^\s{HAN}])")


def cap_runs(text: str) -> str:
    """A copy for rules, without endless repetitions, runs of signs or blanks, and words.

    Code, tables and indentation have none. The text itself is stored, shown,
    sent and handed to models as it is.
    """
    text = _REPEATED.sub(lambda run: run[0][:LONGEST_RUN], text)
    text = _SIGNS.sub(lambda run: run[0][:LONGEST_SIGNS], text)
    text = _EMPTY_LINES.sub("\n" * LONGEST_GAP, text)
    # Not cut: what is forbidden could stand behind the cut.
    return _WORD.sub(r"\g<0> ", text)


def cap_gaps(text: str) -> str:
    """Shorten a message as `cap_runs` does, and wide gaps between its words too."""
    return _GAP.sub(" " * LONGEST_GAP, cap_runs(text))


# Markdown and sentences. Lengths are bounded, so that no text takes quadratic time.

FENCE = re.compile(r"^[ \t]*(```+|~~~+).*?(?:^[ \t]*\1[`~]*[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_ASIDE = re.compile(r"^[ \t]*(?:#{1,6}[ \t].*|\|.*|(?:[-*_][ \t]*){3,})$", re.MULTILINE)
_COMMENT = re.compile(r"<!--.{0,1000}?-->|</?[a-zA-Z][^<>]{0,200}>", re.DOTALL)
_LINK = re.compile(r"!?\[([^\[\]\n]*)\]\([^()\n]*\)")
_MARKER = re.compile(r"^[ \t]*(?:>[ \t]?)*(?:[-*+][ \t]+|\d{1,3}[.)][ \t]+)?", re.MULTILINE)
_ITEM = re.compile(r"\n(?=[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+)")
_EMPHASIS = re.compile(
    rf"(?<![^\W{HAN}])(\*{{1,3}}|_{{1,3}})(?=\S)(.{{1,200}}?)(?<=\S)\1(?![^\W{HAN}])"
)
_CODE = re.compile(r"`+([^`\n]+)`+")
_NOT_A_BREAK = re.compile(r"[^\n]")
# Lines in a row; an item begins one of its own.
_BLOCK = re.compile(
    r"^[^\n]*\S[^\n]*(?:\n(?![ \t]*(?:[-*+]|\d{1,3}[.)])[ \t])[^\n]*\S[^\n]*)*", re.MULTILINE
)
_SIMPLE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？；])")

PYSBD_LIMIT = 4_000
"""Characters of one paragraph; pysbd's time grows with the square."""


def plain(text: str) -> str:
    """Markdown as read aloud: no code blocks, headings, tables or marks."""
    text = _ASIDE.sub("", FENCE.sub("\n\n", text))
    text = _LINK.sub(r"\1", _COMMENT.sub("", text))
    # An item is a paragraph of its own, so that its end ends its sentence.
    text = _MARKER.sub("", _ITEM.sub("\n\n", text))
    return _CODE.sub(r"\1", _EMPHASIS.sub(r"\2", text)).strip()


def shorten(text: str, most: int) -> str:
    """Return about so many characters at most, cut between words where there are any."""
    if len(text) <= most:
        return text
    head = text[:most].rsplit(" ", 1)[0] if " " in text[:most] else text[:most]
    return head.rstrip(" ,.;:") + " …"


def topic_name(topic: str) -> str:
    """A topic's tag as it is shown: "sql-joins" is "Sql joins"."""
    words = topic.replace("-", " ")
    return words[:1].upper() + words[1:]


def sentences(text: str, language: str) -> list[str]:
    """The sentences of a Markdown text, without its code, headings and tables."""
    paragraphs = re.split(r"\n\s*\n", plain(text))
    return [
        " ".join(sentence.split())
        for paragraph in paragraphs
        for sentence in split_paragraph(paragraph.replace("\n", " "), language)
        if sentence.strip()
    ]


def blank(text: str, *patterns: re.Pattern[str]) -> str:
    """The text at the same length, with blanks in place of what the patterns match."""
    for pattern in patterns:
        text = pattern.sub(lambda found: _NOT_A_BREAK.sub(" ", found.group(0)), text)
    return text


def sentence_spans(text: str, language: str) -> list[tuple[int, int]]:
    """The spans of a Markdown text's sentences, in order; code, headings and tables have none.

    A list item or a paragraph is never joined with the next one.
    """
    bare = blank(text, FENCE, _ASIDE, _COMMENT)
    return [
        span
        for block in _BLOCK.finditer(bare)
        for span in _block_spans(block.group(0), block.start(), language)
    ]


def _block_spans(block: str, start: int, language: str) -> Iterator[tuple[int, int]]:
    marker = _MARKER.match(block)
    at = marker.end() if marker else 0
    held = ""
    for part in split_paragraph(block[at:].replace("\n", " "), language):
        held += part
        if held.count("`") % 2:
            # A full stop inside inline code does not end a sentence.
            continue
        if held.strip():
            lead = len(held) - len(held.lstrip())
            yield start + at + lead, start + at + len(held.rstrip())
        at, held = at + len(held), ""
    if held.strip():
        yield start + at, start + at + len(held.rstrip())


def split_paragraph(paragraph: str, language: str) -> list[str]:
    """One paragraph in sentences that joined give the paragraph again."""
    parts = _segmented(paragraph, language) if len(paragraph) <= PYSBD_LIMIT else ()
    if "".join(parts) != paragraph:
        parts = tuple(_simple_sentences(paragraph))
    whole: list[str] = []
    for part in parts:
        # No sentence starts in lower case: "p. ej." and its like were taken for an end.
        if whole and part[:1].islower():
            whole[-1] += part
        else:
            whole.append(part)
    return whole


# One turn looks at the same passages several times: to quote, to cite and to check.
@lru_cache(maxsize=500)
def _segmented(paragraph: str, language: str) -> tuple[str, ...]:
    # A Segmenter keeps the text it works on, so it cannot be shared by threads.
    known = language if language in LANGUAGES else "en"
    return tuple(Segmenter(language=known, clean=False).segment(paragraph))


def _simple_sentences(paragraph: str) -> Iterator[str]:
    start = 0
    for match in _SIMPLE_END.finditer(paragraph):
        if match.end() > start:
            yield paragraph[start : match.end()]
            start = match.end()
    if start < len(paragraph):
        yield paragraph[start:]
