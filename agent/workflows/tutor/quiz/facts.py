"""Reading facts from documents by rules: what something is, and numbers with their unit.

A fact is read only where its sentence can stand alone. What is doubtful is left out: a quiz
lacks nothing when a sentence is not asked about, and much when it is asked about wrongly.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from agent.ports import Document
from agent.text import content_words, fold, language_of, sentences, stems
from agent.workflows.tutor.quiz.grammar import Grammar, Kind, Pattern, grammar

GAP = "_____"


@dataclass(frozen=True)
class Fact:
    """`sentence` stands in the document word for word and says that `term` is `body`."""

    kind: Kind
    term: str
    named: str
    """The term as it stands in a question: "a foreign key"."""
    body: str
    sentence: str
    plural: bool
    language: str
    document: str = ""
    title: str = ""
    topic: str = ""


@dataclass(frozen=True)
class Figure:
    """A number with its unit, and the sentence with a gap in its place."""

    number: str
    unit: str
    gapped: str
    sentence: str
    language: str
    document: str = ""
    title: str = ""
    topic: str = ""


def facts_of(documents: Sequence[Document]) -> list[Fact]:
    """Each term once: where two sentences define it, the first counts."""
    found: dict[tuple[str, str], Fact] = {}
    for document in documents:
        for fact in _facts(document.text, document.language):
            place = {
                "document": document.id,
                "title": document.title,
                "topic": document.topic or document.title,
            }
            key = (fact.language, " ".join(sorted(stems(fact.term))))
            found.setdefault(key, Fact(**{**vars(fact), **place}))
    return list(found.values())


def kinds_of(documents: Sequence[Document]) -> list[tuple[str, str]]:
    """Pairs of a term and what it is said to be, however briefly.

    That "a candidate key" is "a minimal superkey" is too little to ask about, and enough to
    know what may be true of what.
    """
    found: list[tuple[str, str]] = []
    for document in documents:
        found += _kinds(document.text, document.language)
    return found


@lru_cache(maxsize=512)
def _kinds(text: str, language: str) -> tuple[tuple[str, str], ...]:
    spoken = _spoken(text, language)
    patterns = [pattern.regex for pattern in grammar(spoken).patterns if pattern.kind == "is"]
    matches = (p.match(sentence) for sentence in _sentences(text, spoken) for p in patterns)
    return tuple((match["term"], match["body"]) for match in matches if match)


def _spoken(text: str, language: str) -> str:
    return language if language in ("en", "es", "zh") else language_of(text)


def figures_of(documents: Sequence[Document]) -> list[Figure]:
    return [
        Figure(
            **{
                **vars(figure),
                "document": document.id,
                "title": document.title,
                "topic": document.topic or document.title,
            }
        )
        for document in documents
        for figure in _figures(document.text, document.language)
    ]


@lru_cache(maxsize=512)
def _sentences(text: str, language: str) -> tuple[str, ...]:
    return tuple(sentences(text, language))


@lru_cache(maxsize=512)
def _facts(text: str, language: str) -> tuple[Fact, ...]:
    spoken = _spoken(text, language)
    headings = stems(" ".join(_HEADING.findall(text)))
    found = (fact_in(sentence, spoken) for sentence in _sentences(text, spoken))
    return tuple(_cased(fact, text) for fact in found if fact and _is_treated(fact, headings))


def _cased(fact: Fact, text: str) -> Fact:
    """With the capital of a name, where the text writes it so within its sentences too."""
    capital = fact.term[:1].upper() + fact.term[1:]
    if fact.term == capital or not re.search(rf"[a-záéíóúñ,;] {re.escape(capital)}\b", text):
        return fact
    if re.search(rf"\b{re.escape(fact.term)}\b", text):
        return fact
    named = fact.named.replace(fact.term, capital)
    return Fact(**{**vars(fact), "term": capital, "named": named})


_HEADING = re.compile(r"^#{1,6}[ \t]+(.+)$", re.MULTILINE)


def _is_treated(fact: Fact, headings: frozenset[str]) -> bool:
    """Whether it is more than one thing of an example.

    An English definite article may point at such a thing, unless a heading names it too.
    """
    if fact.language != "en" or not fact.named.startswith("the "):
        return True
    is_definite = fact.body.startswith("the ") and 1 < len(fact.term.split()) < 4
    return is_definite and set(content_words(fact.term)) <= headings


def fact_in(sentence: str, language: str) -> Fact | None:
    """What the sentence defines, or None."""
    rules = grammar(language)
    for pattern in rules.patterns:
        match = pattern.regex.match(sentence)
        if match and (fact := _fact(match, pattern, sentence, language, rules)):
            return fact
    return None


def _fact(
    match: re.Match[str], pattern: Pattern, sentence: str, language: str, rules: Grammar
) -> Fact | None:
    term = match["term"].strip()
    body = match["body"].strip(" ，,。.")
    if pattern.kind == "is":
        body = _shortened(body, language, rules)
    article = match.groupdict().get("art") or ""
    if not (is_term(term, language) and _defines(body, pattern, language, rules)):
        return None
    if set(content_words(term)) <= set(content_words(body)) or _OF_SOME.search(term):
        return None
    name = term if article or not _is_common(term, sentence, language) else _lower_first(term)
    named = f"{article.lower()} {name}" if article else name
    return Fact(pattern.kind, name, named.strip(), body, sentence, pattern.plural, language)


def _shortened(body: str, language: str, rules: Grammar) -> str:
    if language == "es":
        body = re.sub(r"^al ", "el ", re.sub(r"^a (?=l[ao]s? |una? )", "", body))
    if language == "en":
        body = re.sub(r"^(An?|The) ", lambda m: m[0].lower(), body)
    body = rules.tail.sub(lambda m: m.groupdict().get("only") or "", body).rstrip(" ,，")
    if language == "zh" and not _ZH_NOUN.search(body):
        body = re.split("[，,]", body, maxsplit=1)[0]
    return body


# "The selectivity of a condition is the share that satisfies it": it, of what?
_OF_SOME = re.compile(r"\bof (?:an?|two|each) |\bde (?:una?|dos|cada) ", re.IGNORECASE)
_ADVERB = re.compile(r"\b[a-z]+(?<!anoma)(?<!fami)(?<!assemb)(?<!supp)(?<!rep)ly\b", re.IGNORECASE)
_ZH_NOUN = re.compile(r"的(?!是)[^的，,、是]{1,8}$|一[组种个类][^的，,是]{1,10}$")


def is_term(term: str, language: str) -> bool:
    """Whether it is a noun phrase, as far as rules can tell: no verb, no pronoun, no pointer."""
    rules = grammar(language)
    if rules.barred.search(term) or rules.vague.search(term) or not content_words(term):
        return False
    if language == "zh":
        return True
    words = term.split()
    if "'" in term or "’" in term:
        return False
    if len(words) > rules.term_words or (len(words) == 1 and len(term) < 3):
        return False
    if language == "en":
        return not (
            (len(words) > 1 and words[0].lower().endswith("ing"))
            or re.search(r"ed$", words[-1])
            or _ADVERB.search(term)
        )
    return words[-1].lower() not in {"de", "del", "la", "el", "los", "las", "a", "al", "en"}


def _defines(body: str, pattern: Pattern, language: str, rules: Grammar) -> bool:
    least, most = rules.body_words
    if re.search(r"[.!?] \S", body):
        return False
    length = len(body) if language == "zh" else len(body.split())
    if not least <= length <= most or rules.pointing.search(body):
        return False
    opened, closed = len(re.findall("[(（]", body)), len(re.findall("[)）]", body))
    if opened != closed or opened > 1 or body.count(",") > 2:
        return False
    if sum(not word.isdigit() for word in content_words(body)) < 3:
        return False
    if language == "zh" and not _ZH_NOUN.search(body):
        return False
    if pattern.kind != "is":
        return True
    # What stands before the restriction is the class; in Chinese it stands after.
    head = body if language == "zh" else rules.restricts.split(body, maxsplit=1)[0].strip()
    if pattern.plural and not _PLURAL[language].search(head):
        return False
    return bool(rules.restricts.search(body)) and not rules.vague.search(head)


_PLURAL = {
    "en": re.compile(
        r"^(?:(?:an?|the|any) .+"
        r"|(?:(?!one |always |often |never |[a-z]+(?:ed|ly|ive|ful|ous) )[a-z-]+ ){0,3}"
        r"[a-z]+(?<!ou)(?<!les)(?<!s)s)$"
    ),
    "es": re.compile(r"s$"),
    "zh": re.compile(""),
}


# What a thing is said to be


@lru_cache(maxsize=20_000)
def genus_of(fact: Fact) -> str:
    """The noun of the definition, folded: "key" of "a key of two columns"."""
    if fact.kind != "is":
        return ""
    return {"es": _spanish_genus, "zh": _chinese_genus}.get(fact.language, _english_genus)(
        fact.body
    )


def _english_genus(body: str) -> str:
    rules = grammar("en")
    # A set of rules is no nearer to a set of packages than a rule is to a package.
    body = re.sub(
        r"^(?:an?|the|any) (?:type|form|variety|set|collection|group|bundle|tree) of (?:an?|the)?",
        "",
        body,
    )
    body = re.sub(r"^(?:an?|the|any) (?:[\w-]+, (?!\w+ed ))+", "", body)
    words = rules.after_head.split(body, maxsplit=1)[0].split()
    while len(words) > 1 and re.search(r"ed$|^[^\W\d]$", words[-1]):
        words.pop()
    return fold(words[-1]) if words else ""


def _spanish_genus(body: str) -> str:
    body = re.sub(r"^(?:(?:un|el) (?:conjunto|grupo)|una colección) de (?:los |las )?", "", body)
    words = re.findall(r"[^\W\d_]+", grammar("es").after_head.sub("", body))
    return fold(words[0]) if words else ""


def _chinese_genus(body: str) -> str:
    """The longest word for a kind at the end of the whole or of its first clause.

    Where there is none, the last two characters.
    """
    if re.search("一[组系群]列?[^的，,]+$", body):
        return "组"
    clauses = (body, re.split("[，,]", body, maxsplit=1)[0])
    ends = (clause[-size:] for clause in clauses for size in (4, 3, 2, 1))
    return next((end for end in ends if end in grammar("zh").genera), body[-2:])


def _is_common(term: str, sentence: str, language: str) -> bool:
    """A word that only its place at the beginning has capitalised."""
    first, *rest = term.split()
    is_name = (
        not (first[1:].islower() and first[0].isupper()) or not " ".join(rest or "a").islower()
    )
    return language != "zh" and sentence.startswith(term) and not is_name


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


# Numbers


@lru_cache(maxsize=512)
def _figures(text: str, language: str) -> tuple[Figure, ...]:
    spoken = _spoken(text, language)
    return tuple(
        figure for sentence in _sentences(text, spoken) for figure in figures_in(sentence, spoken)
    )


_SOLO = {
    "en": re.compile(
        r"^(?:It|They|This|These|Those|That|Then|Thus|Here|There|Such|But|And|So|In) "
    ),
    "es": re.compile(
        r"^(?:Est[aeo]s?|Es[aeo]s?|Ello|Así|Por eso|Aquí|Pero|Y|Vale|Tiene|Es|Son|Se) "
    ),
    "zh": re.compile(r"^(?:这|那|它|其|此|因此|所以|但|而|例如|比如|如果|若)"),
}
_COUNTED_TWICE = re.compile(r"\d[\d.,]*")


def figures_in(sentence: str, language: str) -> Iterator[Figure]:
    """The number worth asking for, where it is the only one of its sentence."""
    rules = grammar(language)
    long_enough = len(sentence) >= (14 if language == "zh" else 45)
    if not long_enough or len(sentence) > 260 or _SOLO[language].search(sentence):
        return
    if rules.pointing.search(sentence) or re.search(r"[“”\"«»=<>{}\[\]|]", sentence):
        return
    numbers = _COUNTED_TWICE.findall(sentence)
    match = rules.numbers.search(sentence)
    if match is None or len(numbers) != 1:
        return
    number, unit = match["number"], match["unit"].strip(" -")
    # Of the smallest numbers and of "100 percent" half are turns of speech.
    if number in {"0", "1", "2", "100"}:
        return
    gapped = sentence[: match.start("number")] + GAP + sentence[match.end("number") :]
    yield Figure(number, unit, gapped, sentence, language)
