"""Characters that no reader sees and a model reads: they can carry a whole hidden message."""

import re
from typing import NamedTuple

# Zero width, changes of direction, tags and the selectors that stand for bytes.
_UNSEEN = re.compile(
    "[\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\U000e0000-\U000e0fff]"
    # Joiners belong into Persian, Hindi and emoji, and have no business in plain letters.
    "|(?<=[\x00-\x7f])[\u200c\u200d]|[\u200c\u200d](?=[\x00-\x7f])"
)
_HARMLESS = re.compile("[\u00ad\ufeff]")
"""Soft hyphens, and the mark at the beginning of files."""


class Seen(NamedTuple):
    text: str
    removed: int


def without_unseen(text: str) -> Seen:
    """The text as it is seen, and how many characters were taken out that are not."""
    seen, removed = _UNSEEN.subn("", _HARMLESS.sub("", text))
    return Seen(seen, removed)
