"""Checks that a page survives being read as Markdown and written back."""

from functools import lru_cache

from bs4 import Tag

from agent.exchange.wiki_markup.marks import names
from agent.exchange.wiki_markup.reading import DEEPEST, markdown, parsed
from agent.exchange.wiki_markup.writing import storage

# Confluence adds these itself when it stores a page.
_ADDED = names("ac:task-id ac:task-uuid colgroup")
_ADDED_ATTRIBUTES = names("ac:macro-id ac:local-id local-id ac:schema-version data-local-id")
_ADDED_CLASSES = names("confluencetable confluencetd confluenceth wrapped")
_TRANSPARENT = names("p tbody")
_ALIKE = {"b": "strong", "i": "em", "s": "del", "strike": "del"}


@lru_cache(maxsize=200)
def survives(body: str) -> bool:
    return _shape(body) == _shape(storage(markdown(body)))


def _shape(body: str) -> list[str]:
    """Tags with their attributes, and all that is said between two of them, blanks aside."""
    shape = [""]
    for page in parsed(body).find_all("page", limit=1):
        _draw(page, shape)
    return [piece for piece in shape if piece]


def _draw(tag: Tag, shape: list[str], depth: int = 0) -> None:
    for child in tag.children:
        if not isinstance(child, Tag):
            shape[-1] += "".join(str(child).split())
        elif child.name not in _ADDED and depth <= DEEPEST:
            name = _ALIKE.get(child.name, child.name)
            about = sorted(f"{k}={v}" for k, v in child.attrs.items() if not _is_added(k, v))
            is_seen = bool(about) or name not in _TRANSPARENT
            shape += [f"<{name} {about}>" if is_seen else "", ""]
            _draw(child, shape, depth + 1)
            shape += [f"</{name}>" if is_seen else "", ""]


def _is_added(attribute: str, value: str | list[str]) -> bool:
    if attribute == "class":
        given = value.split() if isinstance(value, str) else value
        return {each.lower() for each in given} <= _ADDED_CLASSES
    return attribute in _ADDED_ATTRIBUTES
