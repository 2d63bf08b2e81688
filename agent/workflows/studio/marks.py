"""The marks by which a model says what a sentence rests on, and the links it sets."""

import re
from collections.abc import Collection
from dataclasses import dataclass

_ONE = r"[Cc]\d{1,3}"
_MARK = re.compile(
    rf"[ \t\u00a0]{{0,9}}[\[【［]\s{{0,9}}({_ONE}(?:\s*[,;、，]\s*{_ONE})*)\s*[\]】］]"
)
_IDS = re.compile(_ONE)
_LINK = re.compile(r"\[([^\[\]\n]{1,300})\]\(\s*<?([^()\s<>]{1,500})>?[^()\n]{0,100}\)")
_IMAGE = re.compile(r"!\[[^\[\]\n]{0,300}\]\([^()\n]{0,600}\)[ \t]*")
_BARE = re.compile(r"<?\b(?:https?://|www\.)[^\s<>()\[\]\"'，。、]+>?")


@dataclass(frozen=True)
class Unmarked:
    """A text as it would be published, and what its marks named."""

    text: str
    claims: tuple[str, ...]
    """Of those that there are, each once, in order."""
    unknown: tuple[str, ...] = ()
    """Ids of no claim."""


def unmarked(text: str, known: Collection[str]) -> Unmarked:
    found = [mark.upper() for group in _MARK.findall(text) for mark in _IDS.findall(group)]
    ids = dict.fromkeys(found)
    return Unmarked(
        _MARK.sub("", text),
        tuple(each for each in ids if each in known),
        tuple(each for each in ids if each not in known),
    )


def without_invented_links(text: str, allowed: Collection[str]) -> tuple[str, tuple[str, ...]]:
    """Only links to allowed addresses are left, and no pictures; then the addresses that went."""
    kept = {_bare(address) for address in allowed}
    gone: list[str] = []

    def linked(found: re.Match[str]) -> str:
        if _bare(found[2]) in kept:
            return found[0]
        gone.append(found[2])
        return found[1]

    def bare(found: re.Match[str]) -> str:
        address = found[0].strip("<>").rstrip(".,;:!?")
        if _bare(address) in kept:
            return found[0]
        gone.append(address)
        return found[0].strip("<>")[len(address) :]

    text = _LINK.sub(linked, _IMAGE.sub("", text))
    # A link that is left has its address in brackets, where it is allowed.
    return _BARE.sub(bare, text), tuple(dict.fromkeys(gone))


def addresses(text: str) -> tuple[str, ...]:
    """All that is linked or written out."""
    return tuple(
        dict.fromkeys(
            (
                *(found[2] for found in _LINK.finditer(text)),
                *(found[0].strip("<>").rstrip(".,;:!?") for found in _BARE.finditer(text)),
            )
        )
    )


def _bare(address: str) -> str:
    return address.strip().rstrip("/.,;:!?").casefold()
