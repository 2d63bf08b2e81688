"""How a rule of safety is written."""

import re
from typing import NamedTuple


class Rule(NamedTuple):
    """A pattern on text as `undisguised` gives it.

    A rule that `spares_warnings` holds what is wanted against what is warned of: "anti-money
    laundering checks" names the crime and asks for the opposite.
    """

    name: str
    pattern: re.Pattern[str]
    spares_warnings: bool = False


_BEGIN = r"(?<!\w)"


def rule(name: str, *patterns: str, spares_warnings: bool = False) -> Rule:
    # What begins a word is looked for at the beginnings of words only: that is most of the time.
    at_words = [pattern.removeprefix(_BEGIN) for pattern in patterns if pattern.startswith(_BEGIN)]
    anywhere = [pattern for pattern in patterns if not pattern.startswith(_BEGIN)]
    if at_words:
        anywhere.append(f"{_BEGIN}(?:{'|'.join(at_words)})")
    return Rule(name, re.compile("|".join(anywhere)), spares_warnings)


def words(text: str) -> str:
    """Alternatives of whole words, written with blanks between them; "_" is a blank inside."""
    alternatives = "|".join(word.replace("_", r"[\s-]+") for word in text.split())
    return rf"(?<!\w)(?:{alternatives})(?!\w)"


GAP = r"(?:[^\s.!?。！？]{1,30}[\s,]+){0,4}?"
"""Up to four words of the same sentence."""
