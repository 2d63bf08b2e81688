"""Characters that cannot be seen: taken out of what we write, shown in what others wrote."""

import re
import unicodedata
from collections.abc import Callable
from functools import cache
from itertools import groupby
from typing import Any

_ASSIGNED = (*range(0x20000), *range(0xE0000, 0xE1000))
# Category Cf, but drawn: signs that enclose or precede numbers.
_DRAWN = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}
_ALSO_HIDDEN = {
    *(0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2065),
    *(0x2028, 0x2029, 0x3164, 0xFFA0, 0x1D159, *range(0xFE00, 0xFE10)),
    *(*range(0xFFF0, 0xFFF9), *range(0xE0000, 0xE1000)),
}
_TAGS = {0xE0000 + n: chr(n) for n in range(0x20, 0x7F)}
_FLAGS = tuple(
    "".join(chr(0xE0000 + ord(letter)) for letter in region) + "\U000e007f"
    for region in ("gbeng", "gbsct", "gbwls")
)
# Scripts whose letters join: Arabic and its relatives, those of India, Myanmar, Khmer, Mongolian.
_JOINING = re.compile("[\u0600-\u109f\u1780-\u18af\ua840-\ua8ff\ufb50-\ufdff\ufe70-\ufefc]")
_SELECTORS, _JOINERS = "\ufe0e\ufe0f", "\u200c\u200d"
_DIRECTIONS = "\u061c\u200e\u200f"
# Copied text is full of these. They carry no message, unless there are many in a row.
_LITTER = re.compile("[\x00-\x1f\x7f-\xad\u200b-\u200d\u2060\ufe0e\ufe0f\ufeff]{,7}")
_MOST_NAMED, _MOST_QUOTED = 3, 80


def strip_hidden(text: str) -> str:
    """The text without its hidden characters; a script or an emoji keeps what it needs."""
    return _hidden().sub(_keep_needed, text)


def show_hidden(text: str) -> str:
    """The text with a visible sign for each run of characters that could carry a message."""
    return _hidden().sub(_shown, text)


def everywhere(change: Callable[[str], str], value: Any) -> Any:
    """A value of plain data with all its texts changed."""
    match value:
        case str():
            return change(value)
        case dict():
            return {key: everywhere(change, each) for key, each in value.items()}
        case list() | tuple():
            return type(value)(everywhere(change, each) for each in value)
    return value


@cache
def _hidden() -> re.Pattern[str]:
    found = [code for code in _ASSIGNED if code in _ALSO_HIDDEN or _is_format(code)]
    # Ranges: a class of thousands of single characters is slow.
    runs = groupby(enumerate(found), lambda each: each[1] - each[0])
    ends = ([codes[0][1], codes[-1][1]] for _, run in runs for codes in [list(run)])
    return re.compile("[" + "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in ends) + "]+")


def _is_format(code: int) -> bool:
    category = unicodedata.category(chr(code))
    if category == "Cc":
        return chr(code) not in "\t\n\r"
    return category == "Cf" and code not in _DRAWN


def _keep_needed(match: re.Match[str]) -> str:
    """Keep the hidden characters that belong to the writing beside them."""
    run, text = match[0], match.string
    before = text[match.start() - 1] if match.start() else " "
    after = text[match.end() : match.end() + 1] or " "
    if run in _FLAGS and before == "\U0001f3f4":
        return run
    if run in _JOINERS and _JOINING.match(before):
        return run
    if run in _DIRECTIONS and {"R", "AL"} & set(map(unicodedata.bidirectional, (before, after))):
        return run
    bare = run.removesuffix("\u200d") if unicodedata.category(after) == "So" else run
    if (not bare or bare in _SELECTORS) and _takes_selector(before):
        return run
    return ""


def _takes_selector(character: str) -> bool:
    """Tell whether it is an emoji, or becomes one by a selector."""
    return character.isdigit() or unicodedata.category(character) in ("So", "Sk", "Sm", "Po")


def _shown(match: re.Match[str]) -> str:
    run = match[0]
    if _keep_needed(match) or _LITTER.fullmatch(run):
        return _keep_needed(match)
    if len(run) <= _MOST_NAMED:
        return "⟨" + " ".join(f"U+{ord(character):04X}" for character in run) + "⟩"
    message = run.translate(_TAGS)
    said = "".join(each for each in message if each.isascii() and each.isprintable())
    quoted = f": “{said[:_MOST_QUOTED]}”" if said else ""
    return f"⟨{len(run)} hidden characters{quoted}⟩"
