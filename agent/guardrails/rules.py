"""How a rule of safety is written."""

import re
from typing import NamedTuple


class Rule(NamedTuple):
    """A pattern on text as `undisguised` gives it.

    A rule that `spares_warnings` holds what is wanted against what is warned of: "anti-money
    laundering checks" names the crime and asks for the opposite. One that holds `always` holds in
    a draft too, whatever the sentence is about.
    """

    name: str
    pattern: re.Pattern[str]
    spares_warnings: bool = False
    always: bool = False


_HAN = re.compile("[\u3400-\u9fff]")
_BEGIN = r"(?<!\w)"
_ENDS = ".!?。！？\n"
_END = re.compile(f"[{_ENDS}]")


def rule(name: str, *patterns: str, spares_warnings: bool = False, always: bool = False) -> Rule:
    # What begins a word is looked for at the beginnings of words only, and what has Chinese in it at
    # Chinese characters only, with one of which it has to begin: that is most of the time.
    at_words = [pattern.removeprefix(_BEGIN) for pattern in patterns if pattern.startswith(_BEGIN)]
    anywhere = [pattern for pattern in patterns if not pattern.startswith(_BEGIN)]
    if in_han := [pattern for pattern in anywhere if _HAN.search(pattern)]:
        anywhere = [pattern for pattern in anywhere if pattern not in in_han]
        anywhere.append(f"(?={_HAN.pattern})(?:{'|'.join(in_han)})")
    if at_words:
        anywhere.append(f"{_BEGIN}(?:{'|'.join(at_words)})")
    return Rule(name, re.compile("|".join(anywhere)), spares_warnings, always)


def sentence_around(text: str, at: int) -> tuple[str, int]:
    """The sentence that a place is in, and where in it the place is."""
    start = max(text.rfind(mark, 0, at) for mark in _ENDS) + 1
    end = _END.search(text, at)
    return text[start : end.start() if end else len(text)], at - start


def words(text: str) -> str:
    """Alternatives of whole words, written with blanks between them; "_" is a blank inside."""
    alternatives = "|".join(word.replace("_", r"[\s-]+") for word in text.split())
    return rf"(?<!\w)(?:{alternatives})(?!\w)"


def words_of(alternatives: str) -> str:
    """Whole words, written as a pattern already."""
    return rf"(?<!\w)(?:{alternatives})(?!\w)"


GAP = r"(?:[^\s.!?。！？]{1,30}[\s,]+){0,4}?"
"""Up to four words of the same sentence."""
