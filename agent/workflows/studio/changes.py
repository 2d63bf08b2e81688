"""What a model changes in a text: only what it names, so nothing else can drift."""

import re
from difflib import SequenceMatcher
from itertools import pairwise

from pydantic import BaseModel, Field

from agent.ports.images import Ratio

_BLOCK = re.compile(r"[^\n]*\S[^\n]*(?:\n[^\n]*\S[^\n]*)*")

_QUOTES = ("'’‘", '"“”„')


class Change(BaseModel):
    before: str = Field(min_length=1)
    after: str = ""


class Changes(BaseModel):
    changes: list[Change] = []
    whole: str = ""
    title: str | None = None
    meta_descriptions: list[str] = []
    alt: str | None = None
    ratio: Ratio | None = None
    style: str | None = None

    @property
    def is_empty(self) -> bool:
        beside = (self.title, self.meta_descriptions, self.alt, self.ratio, self.style)
        return not (self.changes or self.whole or any(beside))


def problems(text: str, changes: Changes) -> list[str]:
    """Why they cannot be applied to the text, in words the model can act on."""
    found = [] if not changes.is_empty else ["Nothing changes. Do what is asked for."]
    if changes.whole and changes.changes:
        found.append("Give either changes or the whole text.")
    taken = []
    for change in changes.changes:
        places = _places(text, change.before)
        if len(places) == 1:
            taken.append((*places[0], change.before))
            continue
        said = f"stands {len(places)} times in the text" if places else "does not stand in the text"
        found.append(f"“{change.before[:80]}” {said}: copy a passage that stands there once.")
    for (_, end, _), (start, _, passage) in pairwise(sorted(taken)):
        if start < end:
            found.append(f"“{passage[:80]}” lies within another change. Make them one.")
    return found


def applied(text: str, changes: Changes) -> str:
    """The text with the changes that `problems` has nothing against."""
    if changes.whole:
        return respaced(text, changes.whole.strip())
    placed = [(_places(text, change.before)[0], change.after) for change in changes.changes]
    for (start, end), after in sorted(placed, reverse=True):
        before, rest = text[:start], text[end:]
        text = before + after + rest if after else _joined(before, rest)
    return text


def _places(text: str, passage: str) -> list[tuple[int, int]]:
    """Where it stands; as models copy it, when not to the letter: with other spaces and quotes."""
    exact = [found.span() for found in re.finditer(re.escape(passage), text)]
    if exact or not passage.strip():
        return exact
    loose = r"\s+".join(_loosely(word) for word in passage.split())
    return [found.span() for found in re.finditer(loose, text)]


def _loosely(word: str) -> str:
    for quotes in _QUOTES:
        word = re.sub(f"[{quotes}]", quotes[0], word)
    escaped = re.escape(word)
    for quotes in _QUOTES:
        escaped = escaped.replace(re.escape(quotes[0]), f"[{quotes}]")
    return escaped


def _joined(before: str, after: str) -> str:
    """What is left when a passage goes, with the space that was on one side of it."""
    is_block = before.endswith("\n") or not before
    if is_block and (after.startswith("\n") or not after):
        left, right = before.rstrip("\n"), after.lstrip("\n")
        return f"{left}\n\n{right}" if left and right else left + right
    return before + (after.lstrip(" ") if before.endswith((" ", "\n")) else after)


def respaced(before: str, after: str) -> str:
    """`after`, byte for byte as `before` where only the space between words differs."""
    old, new = list(_BLOCK.finditer(before)), list(_BLOCK.finditer(after))
    alike = SequenceMatcher(None, _plain(old), _plain(new), autojunk=False)
    result = ""
    for tag, i1, i2, j1, j2 in alike.get_opcodes():
        if j1 == j2:
            continue
        source, blocks = (old, old[i1:i2]) if tag == "equal" else (new, new[j1:j2])
        text = before if source is old else after
        if result:
            result += "\n\n"
        result += text[blocks[0].start() : blocks[-1].end()]
    return result


def _plain(blocks: list[re.Match[str]]) -> list[str]:
    return [" ".join(block[0].split()) for block in blocks]
