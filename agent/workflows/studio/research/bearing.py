"""How much a text has to do with a topic, by the words they share."""

import re
from collections.abc import Iterable

from agent.text import content_words, fold, is_han, keywords, stem, stems

ENOUGH = 0.5
"""Of a topic's words, a text that bears on it holds more than this share."""

SHORTEST_ROOT, LONGEST_ENDING = 4, 3
"""Letters of two stems that are one word in two forms."""

_WORD = re.compile(r"[^\W\d_]{4,}")
_SPELLED = re.compile(r"[^\W_]+")

# What is wanted of a topic; it tells nothing of the topic itself.
_MANNER = frozenset(
    stem(word)
    for word in fold(
        "tip tips guide guides idea ideas advice best top way ways thing things step steps list"
        " checklist trick tricks trend trends fact facts basics overview introduction get"
        " mistakes mistake benefits importance common know understand research report"
        " help good better great easy make important right worth everything everyone"
        " consejos consejo guia guias trucos pasos lista mejores mejor cosas errores"
        " ventajas claves clave informe buena bueno buenos importante importantes"
    ).split()
)
_MANNER_HAN = re.compile(
    "小?技巧|指南|建议|方法|攻略|要点|注意事项|步骤|清单|趋势|介绍|常见|错误|研究|报告|如何|怎么|怎样|什么|哪些"
)


class Topic:
    """The words of a topic, as stems; of Chinese pairs of characters.

    A name in it, as of a place, counts half: what is true of all places is true there as well.
    """

    def __init__(self, text: str) -> None:
        spelled = {fold(word): word for word in _SPELLED.findall(text)}
        self._written = {word: spelled.get(word, word) for word in keywords(text)}
        words = content_words(_MANNER_HAN.sub(" ", text)) or content_words(text)
        telling = [word for word in words if word not in _MANNER]
        self.words = frozenset(telling or words)
        names = _names(text)
        self._weights = {word: 0.5 if word in names else 1.0 for word in self.words}

    def share(self, text: str) -> float:
        """Of the topic's words, those that stand in the text."""
        if not self.words:
            return 0.0
        there = stems(text)
        if self._is_han:
            return self._han_share(there)
        found = sum(weight for word, weight in self._weights.items() if _stands(word, there))
        return found / sum(self._weights.values())

    def missing(self, texts: Iterable[str]) -> list[str]:
        """Its words that stand in none of the texts, as they were written; Chinese is not told."""
        there: frozenset[str] = frozenset().union(*map(stems, texts))
        return [
            spelled
            for word, spelled in self._written.items()
            if stem(word) in self.words
            and not is_han(word)
            and not word.isdecimal()
            and not _stands(stem(word), there)
        ]

    @property
    def _is_han(self) -> bool:
        return all(map(is_han, self.words))

    def _han_share(self, there: frozenset[str]) -> float:
        """By characters in pairs that are there: pairs that cross two words are nowhere."""
        told = {character for word in self.words for character in word}
        found = {character for word in self.words & there for character in word}
        return len(found) / len(told)


def _names(text: str) -> frozenset[str]:
    """Words with a capital letter, where not all are written so."""
    first, *rest = _WORD.findall(text) or [""]
    capital = [word for word in rest if word[0].isupper()]
    is_title = len(capital) == len(rest) and first[:1].isupper()
    return frozenset() if is_title else frozenset(stem(fold(word)) for word in capital)


def _stands(word: str, there: frozenset[str]) -> bool:
    """As it is or as a near relation: "rental" and "rent", "approved" and "approval"."""
    if word in there:
        return True
    return any(
        min(len(word), len(other)) >= SHORTEST_ROOT
        and abs(len(word) - len(other)) <= LONGEST_ENDING
        and (word.startswith(other) or other.startswith(word))
        for other in there
    )
