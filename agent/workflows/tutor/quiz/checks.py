"""What is wrong with a quiz item, found by rules: the flaws of item writing that text can show.

Every item passes here before it is shown, wherever it comes from. The sentences are written so
that a model can repair an item by them, and so that none of them tells a key.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.ports import Item
from agent.text import content_words, fold, is_han, plain, runs, stem

FEWEST, MOST = 3, 6
LONGEST_STEM, LONGEST_OPTION = 600, 200
LONGER_BY = 1.5
"""The key may be this many times as long as the longest distractor."""
LONGER_BY_CHARACTERS = 16


@dataclass(frozen=True)
class Problem:
    code: str
    sentence: str


def problems(item: Item, *, source: str | None) -> list[Problem]:
    """All flaws of one item. `source` is the text its evidence must stand in, None when unknown."""
    found = [*_stem(item), *_evidence(item, source)]
    if item.kind == "free":
        return found + _free(item)
    found += _shape(item)
    # Without options and one key among them nothing else can be told.
    return found or [*_options(item), *_key(item)]


# The item as a whole


def _stem(item: Item) -> list[Problem]:
    text = item.question_text.strip()
    least = 5 if _is_chinese(text) else 10
    if not least <= len(text) <= LONGEST_STEM:
        return [Problem("stem", f"The question must have {least} to {LONGEST_STEM} characters.")]
    if not _ASKS.search(text) and not _GAP.search(text):
        return [Problem("stem", "The question must end as a question or hold a clear gap.")]
    return []


_ASKS = re.compile(r"[?？]|[:：]\s*$")
_GAP = re.compile(r"_{3,}|…|\.\.\.|（\s*）")


def _evidence(item: Item, source: str | None) -> list[Problem]:
    if source is None:
        return []
    evidence = spaced(item.evidence)
    least = 6 if _is_chinese(evidence) else 15
    if len(evidence) < least or not any(evidence in spaced(t) for t in (source, plain(source))):
        sentence = "The evidence must be copied word for word from the passages."
        return [Problem("evidence", sentence)]
    return []


def _is_chinese(text: str) -> bool:
    return any(map(is_han, runs(text)))


def spaced(text: str) -> str:
    return " ".join(text.split())


def _free(item: Item) -> list[Problem]:
    if not item.key.strip():
        return [Problem("key", "A free question needs a model answer.")]
    words = " ".join(runs(item.key))
    if any(not any(" ".join(runs(w)) in words for w in group) for group in item.terms):
        return [Problem("terms", "Each required term must stand in the model answer.")]
    return []


def _shape(item: Item) -> list[Problem]:
    names = [name for name, _ in item.options]
    texts = [text.strip() for _, text in item.options]
    found = []
    if not FEWEST <= len(texts) <= MOST or len(set(names)) != len(names):
        found.append(
            Problem("options", f"There must be {FEWEST} to {MOST} options, each with its own id.")
        )
    if names.count(item.key) != 1:
        found.append(Problem("key", "Exactly one option must be the key."))
    if not all(texts) or any(len(text) > LONGEST_OPTION for text in texts):
        found.append(Problem("length", f"Each option must have 1 to {LONGEST_OPTION} characters."))
    return found


# The options among themselves


def _options(item: Item) -> list[Problem]:
    texts = [text for _, text in item.options]
    words = [_sequence(text) for text in texts]
    found = []
    if len(set(words)) != len(words):
        found.append(Problem("duplicate", "The options must differ from each other in meaning."))
    elif _some_contains_another(texts, words):
        found.append(Problem("overlap", "No option may hold the whole of another one."))
    if any(_ALL_OR_NONE.search(fold(text)) for text in texts):
        found.append(Problem("all_or_none", "“All (or none) of the above” is no option."))
    return found


_ARTICLES = frozenset(
    ("a", "an", "the", "el", "la", "los", "las", "un", "una", "unos", "unas", "lo", "del", "al")
)
_NUMBER_WORDS = {
    word: str(number)
    for words in (
        "zero one two three four five six seven eight nine ten",
        "cero uno dos tres cuatro cinco seis siete ocho nueve diez",
    )
    for number, word in enumerate(words.split())
}
_CODE = re.compile(r"[`=<>{}*/\\→(]|\w\(|\b[A-Z]{2,} [A-Z]{2,}\b")


def _sequence(text: str) -> tuple[str, ...]:
    """An option's words in a row, so that only spelling, articles and number words are alike."""
    if _CODE.search(text):
        return tuple(text.split())
    words = runs(text)
    if not any(map(is_han, words)):
        # In Chinese "A" is a name and no article, and so it is at the end: "class A".
        words = [word for word in words[:-1] if word not in _ARTICLES] + words[-1:]
    return tuple(_NUMBER_WORDS.get(word, stem(word)) for word in words) or tuple(text.split())


def _some_contains_another(texts: Sequence[str], words: Sequence[tuple[str, ...]]) -> bool:
    return any(
        _holds(long, short, is_code=bool(_CODE.search(a) or _CODE.search(b)))
        for a, long in zip(texts, words, strict=True)
        for b, short in zip(texts, words, strict=True)
        if long is not short
    )


def _holds(long: tuple[str, ...], short: tuple[str, ...], *, is_code: bool) -> bool:
    if is_code or all(part.isdigit() for part in short):
        return False
    if len(short) == 1 and is_han(short[0]):
        wider = [part.replace(short[0], "") for part in long if short[0] in part]
        return len(short[0]) > 1 and any(rest and not _ZH_CONTRARY.search(rest) for rest in wider)
    if len(short) >= len(long):
        return False
    if _CONTRARY & (set(long) - set(short)):
        return False
    starts = range(len(long) - len(short) + 1)
    return any(long[at : at + len(short)] == short for at in starts)


# "Not rejecting" is no case of rejecting, and a square metre is no case of a metre.
_CONTRARY = frozenset(
    map(stem, ("no", "not", "never", "ni", "sin", "without", "per", "por"))
) | frozenset(map(stem, ("cuadrado", "cubo", "squared", "cubed")))


_ZH_CONTRARY = re.compile("[不无非没未]")

_ALL_OR_NONE = re.compile(
    r"\b(?:all|none|both|any|neither) of (?:the|these)"
    r" (?:above|others?|options|answers|previous)\b"
    r"|\b(?:all|none) of (?:these|them)\W*$|\bboth [a-d] and [a-d]\b"
    r"|\b(?:todas?|todos|ningun[ao]?|ambas) (?:de )?las?"
    r" (?:anteriores?|respuestas?|opciones?|demas)\b"
    r"|\b(?:todo|nada|ninguno) (?:de )?lo anterior\b|\bninguna de (?:ellas|estas)\b"
    r"|(?:以上|上述|前面).{0,4}(?:都|全|皆|均)|(?:都|全)(?:对|不对|正确|不正确|是|不是)$|以上(?:皆|均|都)"
)


# The key among the options


def _key(item: Item) -> list[Problem]:
    key = next(text for name, text in item.options if name == item.key)
    others = [text for name, text in item.options if name != item.key]
    found = []
    longest = max(map(_width, others))
    if _width(key) > LONGER_BY * longest and _width(key) - longest >= LONGER_BY_CHARACTERS:
        found.append(Problem("longest", "The options must be of like length; one stands out."))
    if _clang(item.question_text, key, others):
        found.append(Problem("clang", "Only the right option repeats words of the question."))
    if _article_tells(item):
        sentence = "“a” or “an” before the gap tells which option fits."
        found.append(Problem("article", sentence))
    return found


def _width(text: str) -> int:
    """Characters as wide as a Latin letter; those of Chinese are two."""
    return sum(1 + is_han(character) for character in text)


def _clang(question: str, key: str, others: Sequence[str]) -> bool:
    """Whether the question gives the key away by words that no other option has."""
    asked, words = set(content_words(question)), set(content_words(key))
    elsewhere = {word for text in others for word in content_words(text)}
    if asked & elsewhere:
        return False
    alone = {word for word in asked & words if not word.isdigit() and len(word) > 1}
    # One word in common is often the subject itself; what most of a key repeats is not.
    return len(alone) >= (3 if any(map(is_han, words)) else 2) or len(alone) * 2 > len(words)


_BEFORE_GAP = re.compile(r"(?<!/)\ban? _{3,}", re.IGNORECASE)


def _article_tells(item: Item) -> bool:
    match = _BEFORE_GAP.search(item.question_text)
    if not match:
        return False
    vowel = [text.strip()[:1].lower() in "aeiou" for _, text in item.options]
    return len(set(vowel)) > 1


# The quiz as a whole


def give_away(one: Item, other: Item) -> bool:
    """Whether the one's question tells the other's key, or both stand on the same sentence."""
    if one.evidence and spaced(one.evidence) == spaced(other.evidence):
        return True
    return _tells(one, other) or _tells(other, one)


def _tells(one: Item, other: Item) -> bool:
    key = set(content_words(key_text(other)))
    if not key or all(word.isdigit() for word in key):
        return False
    about = set(content_words(other.question_text)) - key
    told = set(content_words(one.question_text))
    # A key that is named elsewhere gives nothing away unless its question is told along with it.
    return key <= told and len(about & told) >= max(2, len(about) * 2 // 3)


def key_text(item: Item) -> str:
    """The right answer in words."""
    return item.key if item.kind == "free" else dict(item.options).get(item.key, "")
