"""Syllables of English words, by a dictionary and a rule, and of Spanish ones, by the rule."""

import re
from functools import cache, lru_cache
from typing import Any

import pyphen  # type: ignore[import-untyped]

_VOWELS = re.compile(r"[aeiouy]+")
_SILENT = (
    re.compile(r"[^aeiouyl]e$|[aeiouy]le$"),
    re.compile(r"[^aeiouytd]ed$"),
    re.compile(r"[^aeiouyszxcgh]es$|[aeiouy][^aeiouyszxcg]es$"),
)
_APART = re.compile(r"(?:[^tscg]|^)i[ao](?!u)|[^aeiou]eo|iu|ua(?=[lt])|ying|creat")
_CLOSING_M = re.compile(r"[^aeiouy]sm$|[a-z]thm$")
# Strong vowels stand alone, an accent on a weak one makes it strong; "qu" and "gu" are mute.
_SPANISH_MUTE = re.compile(r"(?<=q)u|(?<=g)u(?=[eiéí])")
_SPANISH = re.compile(r"[iuüy]?[aeoáéó][iuüy]?|ü?[íú]|[iuüy]+")


@lru_cache(maxsize=50_000)
def syllables(word: str, language: str) -> int:
    """At least 1; for a word in lower case, with its accents."""
    if language == "es":
        return max(1, len(_SPANISH.findall(_SPANISH_MUTE.sub("", word))))
    return max(len(_dictionary().positions(word)) + 1, _by_rule(word))


@cache
def _dictionary() -> Any:
    return pyphen.Pyphen(lang="en_US")


def _by_rule(word: str) -> int:
    heard = len(_VOWELS.findall(word))
    for silent in _SILENT:
        heard -= heard > 1 and silent.search(word) is not None
    return max(1, heard + len(_APART.findall(word)) + bool(_CLOSING_M.search(word)))
