"""What of a web page its readers do not see, by its own styles.

Styles in files of their own are not fetched, so what only they hide is not found.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from lxml.html import HtmlElement  # type: ignore[import-untyped]

from agent.adapters.reading.colours import BLACK, WHITE, Colour, alike, colour, is_clear
from agent.adapters.reading.selecting import Selecting

Style = dict[str, str]

_SILENT = {"script", "style", "head"}
# Many a page as a whole is hidden until its scripts have run.
_KEPT = {*_SILENT, "html", "body"}
_NEVER_SEEN = {"noscript", "template"}
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SCREEN = re.compile(r"@media\s+(?:(?:only\s+)?(?:screen|all))\s*$", re.IGNORECASE)
_LENGTH = re.compile(r"(-?\d*\.?\d+)\s*(px|em|rem|ex|ch|vw|vh|pt|cm|mm|in|pc|%)?(?![\w.])")
_PIXELS = {"em": 16, "rem": 16, "ex": 8, "ch": 8, "vw": 12, "vh": 8, "pt": 1.33, "cm": 38, "in": 96}
_SIDES = ("left", "top", "right", "bottom", "margin-left", "margin-top", "text-indent")
_TELLING = {
    "display", "visibility", "opacity", "content-visibility", "font-size", "font", "clip",
    "clip-path", "position", "transform", "width", "height", "max-width", "max-height", "overflow",
    "color", "background", "background-color", "background-image", *_SIDES,
}  # fmt: skip
FAR_OUT = -500
"""Pixels beyond which nothing is moved for looks."""
MOST_RULES = 5_000


class Rule(NamedTuple):
    selector: str
    style: Style
    important: Style


@dataclass
class Removed:
    """How much was taken out."""

    places: int = 0
    words: int = 0

    def add(self, text: str) -> None:
        if words := len(text.split()):
            self.places += 1
            self.words += words


@dataclass(frozen=True)
class _Ink:
    """What text is drawn in and on; None where that is not known."""

    colour: Colour | None
    ground: Colour | None


@dataclass
class _Sheet:
    styles: dict[HtmlElement, Style] = field(default_factory=dict)

    def of(self, element: HtmlElement) -> Style:
        return self.styles.get(element, {})


def remove_hidden(root: HtmlElement) -> Removed:
    """Takes out what is not seen, and tells how much text that was."""
    sheet = _Sheet(_computed(root))
    removed = Removed()
    waiting = [root]
    while waiting:
        element = waiting.pop()
        if element.tag not in _KEPT and _is_hidden(element, sheet.of(element)):
            removed.add(_text(element))
            element.drop_tree()
        else:
            waiting.extend(element.iterchildren("*"))
    _blank_unreadable(root, sheet, removed)
    return removed


def _text(element: HtmlElement) -> str:
    silent = "ancestor::script or ancestor::style"
    return " ".join(element.xpath(f"descendant::text()[not({silent})]"))


def _is_hidden(element: HtmlElement, style: Style) -> bool:
    if element.tag in _NEVER_SEEN or (element.tag == "dialog" and "open" not in element.attrib):
        return True
    if "hidden" in element.attrib and style.get("display", "none") == "none":
        return True
    return (
        style.get("display") == "none"
        or style.get("visibility") in {"hidden", "collapse"}
        or style.get("content-visibility") == "hidden"
        or _number(style.get("opacity", "1")) <= 0.1
        or _is_tiny(style)
        or _is_moved_out(style)
        or _is_cut_away(style)
    )


def _is_tiny(style: Style) -> bool:
    size = _pixels(style.get("font-size", "") or _font_size(style.get("font", "")))
    return size is not None and 0 <= size <= 2


def _font_size(font: str) -> str:
    found = _LENGTH.search(font.partition("/")[0])
    return found.group(0) if found and found.group(2) else ""


def _is_moved_out(style: Style) -> bool:
    is_placed = style.get("position") in {"absolute", "fixed"}
    for side in _SIDES:
        length = _pixels(style.get(side, ""))
        is_moved = is_placed or side.startswith(("margin", "text"))
        if length is not None and length <= FAR_OUT and is_moved:
            return True
    transform = style.get("transform", "").replace(" ", "")
    moved = _LENGTH.search(transform.partition("translate")[2])
    return "scale(0)" in transform or (moved is not None and _length(moved) <= FAR_OUT)


def _is_cut_away(style: Style) -> bool:
    if style.get("clip-path", "").replace(" ", "").startswith(("inset(50%", "inset(100%")):
        return True
    clip = [float(n) for n, _ in _LENGTH.findall(style.get("clip", ""))]
    if clip and all(abs(n) <= 1 for n in clip):
        return True
    sizes = (_pixels(style.get(n, "")) for n in ("width", "height", "max-width", "max-height"))
    is_small = any(size is not None and 0 <= size <= 1 for size in sizes)
    return is_small and style.get("overflow", "") in {"hidden", "clip"}


def _number(text: str) -> float:
    try:
        return float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        return 1


def _pixels(text: str) -> float | None:
    found = _LENGTH.match(text)
    return _length(found) if found else None


def _length(found: re.Match[str]) -> float:
    return float(found.group(1)) * _PIXELS.get(found.group(2) or "px", 1)


# Text in the colour of what is behind it


def _blank_unreadable(root: HtmlElement, sheet: _Sheet, removed: Removed) -> None:
    inks: dict[HtmlElement, _Ink] = {}
    paper = _paper(root, sheet)
    for element in root.iter("*"):
        parent = element.getparent()
        inks[element] = ink = _drawn(sheet.of(element), inks.get(parent, paper))
        if element.tag in _SILENT or not _is_unreadable(ink):
            continue
        removed.add(" ".join([element.text or "", *(child.tail or "" for child in element)]))
        element.text = None
        for child in element:
            child.tail = None


def _is_unreadable(ink: _Ink) -> bool:
    if ink.colour is None:
        return False
    return is_clear(ink.colour) or (ink.ground is not None and alike(ink.colour, ink.ground))


def _paper(root: HtmlElement, sheet: _Sheet) -> _Ink:
    """White, or black for a page whose text is white: its background is set elsewhere."""
    bodies = [root, *root.iter("body")]
    inks = [colour(sheet.of(body).get("color", "")) for body in bodies]
    is_dark = any(ink is not None and alike(ink, WHITE) for ink in inks)
    return _Ink(None, BLACK if is_dark else WHITE)


def _drawn(style: Style, above: _Ink) -> _Ink:
    own = style.get("color", "inherit")
    drawn = above.colour if own in {"inherit", "currentcolor"} else colour(own)
    return _Ink(drawn, _ground(style, above.ground))


def _ground(style: Style, above: Colour | None) -> Colour | None:
    told = " ".join(style.get(n, "") for n in ("background", "background-color"))
    if "(" in style.get("background-image", "") or "url(" in told or "gradient(" in told:
        return None
    if not told.strip():
        return above
    ground = colour(told)
    if ground is not None and is_clear(ground):
        return above
    return ground if ground or not _is_plain(told) else above


def _is_plain(told: str) -> bool:
    return set(told.split()) <= {"none", "inherit", "initial", "unset", "transparent"}


# Styles


def _computed(root: HtmlElement) -> dict[HtmlElement, Style]:
    """Of each element what its styles say in the end; what is inherited is not in it."""
    claims: dict[HtmlElement, list[tuple[tuple[int, ...], Style]]] = {}
    selecting = Selecting(root)
    for order, rule in enumerate(islice(_rules(root), MOST_RULES)):
        for element, weight in selecting.selected(rule.selector):
            found = claims.setdefault(element, [])
            found.append(((0, *weight, order), rule.style))
            found.append(((2, *weight, order), rule.important))
    for element in root.iter("*"):
        if own := element.get("style"):
            style, important = _declared(own)
            found = claims.setdefault(element, [])
            found += [((1, 0, 0, 0, 0), style), ((3, 0, 0, 0, 0), important)]
    return {element: _merged(found) for element, found in claims.items()}


def _merged(claims: list[tuple[tuple[int, ...], Style]]) -> Style:
    merged: Style = {}
    for _, style in sorted(claims, key=lambda claim: claim[0]):
        merged |= style
    return merged


def _rules(root: HtmlElement) -> Iterator[Rule]:
    for sheet in root.xpath("//style[not(ancestor::noscript)]"):
        if not _SCREEN.match(f"@media {sheet.get('media') or 'all'}"):
            continue
        for selectors, body in _blocks(_COMMENT.sub("", sheet.text or "")):
            style, important = _declared(body)
            parts = [selectors] if "(" in selectors else selectors.split(",")
            if style or important:
                yield from (Rule(part.strip(), style, important) for part in parts)


def _blocks(css: str) -> Iterator[tuple[str, str]]:
    """Selectors and declarations, of what applies to every screen."""
    at = 0
    while (start := css.find("{", at)) >= 0:
        head = css[at:start].rpartition(";")[2].strip()
        end = _closing(css, start)
        body = css[start + 1 : end]
        if not head.startswith("@"):
            yield head, body
        elif _SCREEN.match(head):
            yield from _blocks(body)
        at = end + 1


def _closing(css: str, start: int) -> int:
    depth = 0
    for found in re.finditer(r"[{}]", css[start:]):
        depth += 1 if found.group(0) == "{" else -1
        if depth == 0:
            return start + found.start()
    return len(css)


def _declared(text: str) -> tuple[Style, Style]:
    """What is said of our properties, and what of it is marked as important."""
    style: Style = {}
    important: Style = {}
    for declaration in _COMMENT.sub("", text).lower().split(";"):
        name, _, value = declaration.partition(":")
        value, is_marked, _ = value.partition("!important")
        if name.strip() in _TELLING and value.strip():
            (important if is_marked else style)[name.strip()] = value.strip()
    return style, important
