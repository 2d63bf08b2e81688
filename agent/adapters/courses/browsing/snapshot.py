"""A page as the browser describes it to a screen reader: a tree of roles, names and texts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml  # type: ignore[import-untyped]

MOST = 600_000
"""Characters of a snapshot. What is deeper than this is left out by the browser."""
DEPTH = 60

_ADDRESS = re.compile(r"^- Page URL: (\S+)$", re.MULTILINE)
_TREE = re.compile(r"^```yaml\n(.*)^```$", re.MULTILINE | re.DOTALL)
_KEY = re.compile(r'(?P<role>[\w-]+)(?: "(?P<name>(?:[^"\\]|\\.)*)")?(?P<marks>(?: \[[^\]]*\])*)')
_REF = re.compile(r"\[ref=(\w+)\]")
_ESCAPED = re.compile(r"\\(.)")
# Every scalar stays a text; the C one is many times faster.
_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class Unreadable(Exception):
    """It is no snapshot, or one too large."""


@dataclass(frozen=True)
class Node:
    role: str
    name: str = ""
    ref: str = ""
    """The reference by which a tool finds it."""
    text: str = ""
    url: str = ""
    """As the page has it: often relative."""
    children: tuple["Node", ...] = field(default=())

    def all(self) -> Iterator["Node"]:
        """It and what is in it, in the order of the page."""
        yield self
        for child in self.children:
            yield from child.all()

    def lines(self) -> list[str]:
        """Its texts, one after the other."""
        if self.text:
            return [self.text]
        inner = [line for child in self.children for line in child.lines()]
        return inner or ([self.name] if self.name else [])


@dataclass(frozen=True)
class Page:
    url: str
    root: Node


def read(answer: str) -> Page:
    """Read the tool's answer to a request for a snapshot. Raises Unreadable."""
    address, tree = _ADDRESS.search(answer), _TREE.search(answer)
    if not address or not tree or len(answer) > MOST:
        raise Unreadable
    try:
        items = yaml.load(tree.group(1), Loader=_LOADER)  # noqa: S506 - it makes texts, nothing else
    except yaml.YAMLError as error:
        raise Unreadable from error
    return Page(address.group(1), Node("page", children=_nodes(items)))


def _nodes(items: Any) -> tuple[Node, ...]:
    return tuple(map(_node, items)) if isinstance(items, list) else ()


def _node(item: Any) -> Node:
    key, value = next(iter(item.items())) if isinstance(item, dict) else (item, "")
    found = _KEY.match(str(key))
    if not found:  # a property, such as /url
        return Node("")
    ref = _REF.search(found["marks"])
    return Node(
        role=found["role"],
        name=_ESCAPED.sub(r"\1", found["name"] or ""),
        ref=ref.group(1) if ref else "",
        text=value if isinstance(value, str) else "",
        url=_property(value, "/url"),
        children=_nodes(value),
    )


def _property(items: Any, name: str) -> str:
    held = [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []
    return next((str(item[name]) for item in held if name in item), "")
