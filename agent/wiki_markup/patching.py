"""Bodies changed node by node: what Markdown did not change stays as it was, byte for byte.

A body is read into nodes. A leaf is what a line or paragraph of Markdown stands for, a
branch a list, a table, a panel or a column that holds others. A leaf that says nothing in
Markdown, such as a picture, is kept where it is. In one that Markdown cannot hold whole, such
as a paragraph with a mention, the words around the mention may change. Where that does not
do, it may be kept or removed, and is never rewritten.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import groupby, product
from typing import Any, Literal, NamedTuple, Protocol

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

Kind = Literal["block", "bullet", "number", "row", "head"]
Raw = Any
"""A node as its format has it: a text, or JSON."""

_PARSER = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


class Lossy(Exception):
    """The change would rewrite what Markdown cannot hold; `text` is what that says."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


@dataclass(frozen=True)
class Inline:
    """A leaf's text with a sign for each node in it that Markdown cannot hold, and these nodes."""

    text: str
    nodes: list[Raw]

    @staticmethod
    def sign(number: int) -> str:
        return chr(_FIRST_SIGN + number)

    @staticmethod
    def filled(text: str, nodes: Sequence[Raw]) -> list[Raw]:
        """The pieces of a text, and the nodes that its signs stand for."""
        pieces: list[Raw] = _SIGNS.split(text)
        pieces[1::2] = [nodes[ord(sign) - _FIRST_SIGN] for sign in pieces[1::2]]
        return [piece for piece in pieces if piece]


_FIRST_SIGN = 0xE000
_SIGNS = re.compile(f"([{chr(_FIRST_SIGN)}-{chr(_FIRST_SIGN + 999)}])")


@dataclass(eq=False)
class Leaf:
    raw: Raw
    kind: Kind
    text: str
    """Markdown; of a list's entry without its mark, of a row with its lines."""
    is_lossless: bool
    inline: Inline | None = None
    """Of one that is not lossless, where all but some nodes in it are."""
    parent: "Branch | None" = None


@dataclass(eq=False)
class Branch:
    kind: Kind | Literal["frame"]
    """A frame holds blocks and shows nothing of its own."""
    children: list["Leaf | Branch"]
    rebuild: Callable[[list[Raw]], Raw]
    """The node with other children."""
    parent: "Branch | None" = None

    def __post_init__(self) -> None:
        for child in self.children:
            child.parent = self


Node = Leaf | Branch


class Format(Protocol):
    """One of the ways in which trackers and wikis keep a text."""

    def read(self, body: Raw) -> list[Node]: ...
    def join(self, nodes: list[Raw]) -> Raw:
        """A body of these nodes."""
        ...

    def write(self, kind: Kind, text: str) -> list[Raw]:
        """Nodes that say this Markdown: an entry or a row without the list or table around it."""
        ...

    def wrap(self, kind: Kind, raws: list[Raw], /) -> Raw:
        """A new list or table."""
        ...

    def fill(self, raw: Raw, nodes: Sequence[Raw], /) -> Raw:
        """The node with these in place of their signs."""
        ...


@dataclass(frozen=True)
class Block:
    """A piece of Markdown that is compared: a paragraph, a list's entry, a table's row."""

    kind: Kind
    text: str

    @property
    def key(self) -> tuple[Kind, str]:
        """The first row of Markdown's tables is a head, also of a table that has none."""
        return "row" if self.kind == "head" else self.kind, " ".join(self.text.split())


def text_of(body: Raw, how: Format) -> str:
    """The whole body as Markdown."""
    return _text(how.read(body))


def _text(nodes: Sequence[Node]) -> str:
    blocks = [Block(leaf.kind, leaf.text) for leaf in _leaves(nodes) if leaf.text]
    return "\n\n".join(
        text
        for kind, together in groupby(blocks, lambda block: block.key[0])
        for text in _written_out(kind, [block.text for block in together])
    )


def _written_out(kind: Kind, texts: list[str]) -> list[str]:
    match kind:
        case "block":
            return texts
        case "row":
            head, *rest = texts
            rule = "|" + " --- |" * cells(head)
            return ["\n".join([head, rule, *rest])]
        case _:
            signs = [f"{n}. " if kind == "number" else "- " for n in range(1, len(texts) + 1)]
            return ["\n".join(marked(text, sign) for text, sign in zip(texts, signs, strict=True))]


def marked(text: str, sign: str) -> str:
    """An entry of a list, with its further lines under it."""
    return sign + text.replace("\n", "\n" + " " * len(sign))


def cells(row: str) -> int:
    return row.replace("\\|", "").count("|") - 1


def table_of(row: str) -> str:
    """A table whose second row is this one."""
    return "\n".join([row, "|" + " --- |" * cells(row), row])


def blocks_of(markdown: str) -> list[Block]:
    lines = markdown.split("\n")
    return [
        block
        for node in SyntaxTreeNode(_PARSER.parse(markdown)).children
        for block in _blocks(node, lines)
    ]


def _blocks(node: SyntaxTreeNode, lines: list[str]) -> Iterator[Block]:
    kind: Kind
    match node.type:
        case "bullet_list" | "ordered_list":
            kind = "bullet" if node.type == "bullet_list" else "number"
            for item in node.children:
                yield Block(kind, _unmarked(_source(item, lines)))
        case "table":
            for part in node.children:
                for row in part.children:
                    kind = "head" if part.type == "thead" else "row"
                    yield Block(kind, _source(row, lines))
        case _:
            yield Block("block", _source(node, lines))


def _source(node: SyntaxTreeNode, lines: list[str]) -> str:
    start, end = node.map or (0, 0)
    return "\n".join(lines[start:end]).rstrip()


def _unmarked(item: str) -> str:
    first, *rest = item.split("\n")
    sign, _, text = first.strip().partition(" ")
    indent = len(first) - len(first.lstrip()) + len(sign) + 1
    return "\n".join(
        [text, *(line[indent:] if not line[:indent].strip() else line for line in rest)]
    )


# The change


@dataclass
class _Changes:
    removed: set[int] = field(default_factory=set)
    """Leaves, by identity."""
    after: dict[int, list[Raw]] = field(default_factory=dict)
    """What is put behind a node."""
    first: list[Raw] = field(default_factory=list)


def patch(body: Raw, markdown: str, how: Format) -> Raw:
    """The body that says this Markdown, and nothing else. Raises Lossy."""
    nodes = how.read(body)
    if markdown == _text(nodes):
        return body
    old = [(block, leaf) for leaf in _leaves(nodes) for block in _blocks_of_leaf(leaf)]
    new = blocks_of(markdown)
    keys = [block.key for block, _ in old], [block.key for block in new]
    changes = _Changes()
    for sign, *range_ in SequenceMatcher(None, *keys, autojunk=False).get_opcodes():
        if sign != "equal":
            _replace(changes, old, new, _Range(*range_), how)
    after = how.join([*changes.first, *_rebuilt(nodes, changes)])
    if [block.key for block in blocks_of(text_of(after, how))] != keys[1]:
        raise Lossy(markdown)
    return after


class _Range(NamedTuple):
    """Old blocks, from `i1` on and before `i2`, in whose place new ones come."""

    i1: int
    i2: int
    j1: int
    j2: int


def _replace(
    changes: _Changes, old: list[tuple[Block, Leaf]], new: list[Block], at: _Range, how: Format
) -> None:
    """Put new blocks in place of old ones; what holds a mention keeps it."""
    i1, i2, j1, j2 = at
    for i, j in product(range(i1, i2), range(j1, j2)):
        leaf = old[i][1]
        is_alone = sum(other is leaf for _, other in old) == 1
        signed = _signed(leaf, new[j].text) if is_alone and _is_alike(leaf, new[j].key[0]) else None
        if leaf.inline and signed:
            _replace(changes, old, new, _Range(i1, i, j1, j), how)
            raws = how.write(leaf.kind, signed)
            changes.removed.add(id(leaf))
            changes.after[id(leaf)] = [how.fill(raw, leaf.inline.nodes) for raw in raws]
            _replace(changes, old, new, _Range(i + 1, i2, j + 1, j2), how)
            return
    for leaf in _whole_leaves(old, i1, i2):
        if j1 < j2 and not leaf.is_lossless:
            raise Lossy(leaf.text)
        changes.removed.add(id(leaf))
    before = old[i1 - 1][1] if i1 else None
    anchor = old[i1][1] if i1 < i2 else before
    behind = old[i2][1] if i2 < len(old) else None
    place = anchor if i1 < i2 else _end(anchor, behind)
    _insert(changes, new[j1:j2], (anchor, before), place, how)


def _signed(leaf: Leaf, text: str) -> str | None:
    """A new text with signs where the leaf's nodes are shown; None where that is not clear."""
    if leaf.inline is None:
        return None
    parts = _SIGNS.split(leaf.inline.text)
    parts[::2] = [re.escape(part) for part in parts[::2]]
    found = re.fullmatch(_SIGNS.sub("(.+?)", "".join(parts)), leaf.text, re.DOTALL)
    if not found:
        return None
    pieces, at = [], 0
    for number, shown in enumerate(found.groups(), start=1):
        before = _places(shown, leaf.text)
        now = _places(shown, text)
        if len(before) != len(now) or found.start(number) not in before:
            return None
        begin = now[before.index(found.start(number))]
        if begin < at:
            return None
        pieces += [text[at:begin], parts[2 * number - 1]]
        at = begin + len(shown)
    return "".join([*pieces, text[at:]])


def _places(shown: str, text: str) -> list[int]:
    whole = re.compile(rf"(?<!\w){re.escape(shown)}(?!\w)", re.ASCII)
    return [found.start() for found in whole.finditer(text)]


def _blocks_of_leaf(leaf: Leaf) -> list[Block]:
    """One, but for a macro that holds several."""
    if leaf.kind != "block":
        return [Block(leaf.kind, leaf.text)] if leaf.text else []
    return blocks_of(leaf.text)


def _whole_leaves(old: Sequence[tuple[Block, Leaf]], start: int, end: int) -> list[Leaf]:
    """The leaves of these blocks. Raises Lossy where one is changed in part."""
    touched = {id(leaf): leaf for _, leaf in old[start:end]}
    for leaf in touched.values():
        if any(other is leaf for _, other in (*old[:start], *old[end:])):
            raise Lossy(leaf.text)
    return list(touched.values())


def _insert(
    changes: _Changes,
    blocks: Sequence[Block],
    anchors: tuple[Leaf | None, Leaf | None],
    place: Node | None,
    how: Format,
) -> None:
    """Behind a node; entries and rows that come first in the list or table of an anchor."""
    for number, (kind, together) in enumerate(groupby(blocks, lambda block: block.key[0])):
        texts = [block.text for block in together]
        alike = next((leaf for leaf in anchors if leaf and _is_alike(leaf, kind)), None)
        if alike and kind != "block" and not number:
            is_head = alike.kind == "head" and id(alike) in changes.removed
            raws, place = _written(how, kind, texts, has_head=is_head), alike
        else:
            place = _outermost(place) if place else None
            raws = _written(how, kind, texts, has_head=True)
            raws = raws if kind == "block" else [how.wrap(kind, raws)]
        if place is None:
            changes.first += raws
        else:
            changes.after.setdefault(id(place), []).extend(raws)


def _written(how: Format, kind: Kind, texts: Sequence[str], *, has_head: bool) -> list[Raw]:
    kinds = ["head" if kind == "row" and has_head and not n else kind for n in range(len(texts))]
    pairs = zip(kinds, texts, strict=True)
    return [raw for each, text in pairs for raw in how.write(each, text)]


def _is_alike(leaf: Leaf, kind: Kind) -> bool:
    return leaf.kind == kind or (leaf.kind, kind) == ("head", "row")


def _end(leaf: Leaf | None, behind: Leaf | None) -> Node | None:
    """What ends with the leaf, where another follows: a frame is left with its last leaf."""
    node: Node | None = leaf
    around = set(map(id, _ancestors(behind)))
    while node and node.parent and id(node.parent) not in around:
        node = node.parent
    return node


def _ancestors(node: Node | None) -> Iterator[Branch]:
    while node and node.parent:
        node = node.parent
        yield node


def _outermost(node: Node) -> Node:
    """The list or table that it is in, or itself."""
    while node.parent and node.parent.kind != "frame":
        node = node.parent
    return node


def _rebuilt(nodes: Sequence[Node], changes: _Changes) -> list[Raw]:
    found: list[Raw] = []
    for node in nodes:
        match node:
            case Leaf():
                found += [] if id(node) in changes.removed else [node.raw]
            case Branch():
                found += _rebuilt_branch(node, changes)
        found += changes.after.get(id(node), [])
    return found


def _rebuilt_branch(branch: Branch, changes: _Changes) -> list[Raw]:
    children = _rebuilt(branch.children, changes)
    is_emptied = not children and any(id(leaf) in changes.removed for leaf in _leaves([branch]))
    return [] if is_emptied else [branch.rebuild(children)]


def _leaves(nodes: Sequence[Node]) -> Iterator[Leaf]:
    for node in nodes:
        if isinstance(node, Leaf):
            yield node
        else:
            yield from _leaves(node.children)
