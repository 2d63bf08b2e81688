"""Whether a sentence says the opposite of its source: one of them negates, or they are antonyms."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.text import content_words, fold, is_han, runs, stem

ALIKE = 0.75
"""Of a clause's content words, the share that makes a source's clause the one it goes back to."""
FEWEST = 3

_CLAUSE = re.compile(
    r"[,;:()，；：、（）]|\s[-–—]\s|\bbut\b|\bbecause\b|\bwhile\b|\bwhereas\b|\bpero\b|\bporque\b"
    r"|\bmientras\b|\bsino\b|但是?|因为|而且|不过"
)
_NEGATION = re.compile(
    r"\b(?:not|no|never|without|cannot|neither|nor|none|nothing|nunca|jamas|sin|ningun[oa]?|tampoco"
    r"|ni|nada)\b|n['’]t\b"
    r"|不(?!仅|但|只|同|断|管|过|论|可或缺)|没有?|未(?!来|必)|并非|无法|无需|不必"
)
_KEYWORDS = re.compile(r"\b[A-Z]{2,}(?:\s+[A-Z]{2,})+\b")
"""NOT NULL and its like negate nothing."""
_NO_NEGATION = re.compile(r"\bnot only\b|\bno solo\b|\bno matter\b|\bnot necessarily\b")
_NEGATING = frozenset(
    stem(word)
    for word in (
        *("never", "without", "cannot", "neither", "nor", "none", "nothing"),
        *("nunca", "jamas", "sin", "ningun", "ninguno", "ninguna", "tampoco", "ni", "nada"),
    )
)
_ANTONYMS = (
    (
        "increase increases increasing grows aumenta aumentan crece 增加 增大 提高",
        "decrease decreases reduces reduce shrinks disminuye disminuyen reducen 减少 减小 降低",
    ),
    (
        "faster quicker cheaper rapido rapida barato 更快 加快",
        "slower costlier dearer lento lenta caro 更慢 减慢",
    ),
    ("speeds speed acelera aceleran", "slows slow ralentiza ralentizan"),
    (
        "allows allow permits permite permiten 允许",
        "forbids forbid prevents prevent prohibits prohibe impide impiden 禁止 阻止",
    ),
    ("small smaller little pequena pequeno", "large larger great grande"),
    (
        "maximum largest highest greatest maximo mayor 最大 最高",
        "minimum smallest lowest least minimo menor 最小 最低",
    ),
    ("before antes 之前", "after despues tras 之后"),
    ("above exceeds encima supera 高于 大于", "below under debajo 低于 小于"),
    ("stronger strongest fuerte 更强", "weaker weakest debil 更弱"),
    ("more mas 更多", "fewer less menos 更少"),
    ("unique unica unico 唯一", "duplicate duplicated repeated repetido 重复"),
    ("connectionless 无连接", "面向连接"),
)


def _opposites() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for left, right in _ANTONYMS:
        sides = (left.split(), right.split())
        for mine, theirs in (sides, sides[::-1]):
            for word in mine:
                found.setdefault(word, set()).update(theirs)
    return {word: frozenset(words) for word, words in found.items()}


_OPPOSITES = _opposites()


@dataclass(frozen=True)
class _Clause:
    text: str
    words: frozenset[str]
    negated: bool
    turning: frozenset[str]
    """Its words that have an opposite."""


def contradicted(sentence: str, sources: Sequence[str]) -> str:
    """The source's sentence that says the opposite of this one, or nothing.

    Both must be in the same language. A clause that some source says as it
    is, is not contradicted by another.
    """
    known = [(clause, source) for source in sources for clause in _clauses(source)]
    for clause in _clauses(sentence):
        if len(clause.words) + len(clause.turning) < FEWEST:
            continue
        alike = [(_share(clause, other), other, source) for other, source in known]
        most = max((share for share, _, _ in alike), default=0.0)
        if most < ALIKE:
            continue
        nearest = [(other, source) for share, other, source in alike if share >= most - 0.1]
        if all(_contrary(clause, other) for other, _ in nearest):
            return nearest[0][1]
    return ""


def clauses(sentence: str) -> list[str]:
    """Its parts between commas and conjunctions."""
    return [part for part in _CLAUSE.split(sentence) if part.strip()]


def _clauses(sentence: str) -> list[_Clause]:
    folded = fold(_KEYWORDS.sub(lambda words: re.sub(r"\b(?=\s|$)", "_", words.group(0)), sentence))
    parts = clauses(folded)
    # Commas in a list cut too finely, so the whole counts as well.
    return [_clause(part) for part in ([folded, *parts] if len(parts) > 1 else [folded])]


def _clause(text: str) -> _Clause:
    turning = frozenset(word for word in _OPPOSITES if _holds(text, word))
    words = frozenset(content_words(text)) - _NEGATING - {stem(word) for word in turning}
    negated = _NEGATION.search(_NO_NEGATION.sub(" ", text)) is not None
    return _Clause(text, words, negated, turning)


def _holds(text: str, word: str) -> bool:
    return word in text if is_han(word) else word in runs(text)


def _share(clause: _Clause, other: _Clause) -> float:
    return len(clause.words & other.words) / len(clause.words) if clause.words else 0.0


def _contrary(clause: _Clause, other: _Clause) -> bool:
    turned = any(
        not _OPPOSITES[word].isdisjoint(other.turning) and word not in other.turning
        for word in clause.turning
    )
    return turned != (clause.negated != other.negated)
