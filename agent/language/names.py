"""Names in a text: people are called so in any language, so they tell none."""

import re
import unicodedata
from itertools import pairwise

_WORD = re.compile(r"[A-Za-zÀ-ɏ]+(?:[-'’][A-Za-zÀ-ɏ]+)*")
SMALL, MOST_SMALL = 3, 2
"""Letters of a word such as "de", and how many of these can be within a name."""


def without_names(text: str) -> str:
    """The text without capitalised words, and small ones between them.

    The first word of a text is capitalised anyway: it loses its accents only.
    """
    words = [*_WORD.finditer(text)]
    named = [n for n, word in enumerate(words) if len(word[0]) > 1 and word[0].istitle()]
    for one, two in pairwise(named[:]):
        between = range(one + 1, two)
        if len(between) <= MOST_SMALL and all(len(words[n][0]) <= SMALL for n in between):
            named += between
    for n in sorted(named, reverse=True):
        start, end = words[n].span()
        text = text[:start] + (_bare(words[n][0]) if n == 0 else "") + text[end:]
    return text


def _bare(word: str) -> str:
    return unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode()
