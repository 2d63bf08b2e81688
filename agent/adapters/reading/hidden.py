"""Removes from a web page what its readers do not see, by its own styles.

Styles in files of their own are not fetched, so what only they hide is not found.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice

from cssselect2 import ElementWrapper, Matcher, SelectorError, compile_selector_list  # type: ignore[import-untyped]
from lxml.html import HtmlElement  # type: ignore[import-untyped]
from tinycss2 import parse_blocks_contents, parse_rule_list, parse_stylesheet, serialize  # type: ignore[import-untyped]
from tinycss2.ast import AtRule, Declaration, Node, QualifiedRule  # type: ignore[import-untyped]

from agent.adapters.reading.colours import BLACK, WHITE, Colour, alike, colour, is_clear

Style = dict[str, str]

_SILENT = {"script", "style", "head"}
# Many a page as a whole is hidden until its scripts have run.
_KEPT = {*_SILENT, "html", "body"}
_NEVER_SEEN = {"noscript", "template"}
_SCREEN = re.compile(r"\s*(only\s+)?(screen|all)\s*", re.IGNORECASE)
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


@dataclass
class Removed:
    """The amount of text that was removed."""

    places: int = 0
    words: int = 0

    def add(self, text: str) -> None:
        if words := len(text.split()):
            self.places += 1
            self.words += words


@dataclass(frozen=True)
class _Ink:
    """The colours of text and ground; None where they are not known."""

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
    """The styles of each element after the cascade, without inherited ones."""
    matcher = _matcher(root)
    styles: dict[HtmlElement, Style] = {}
    for wrapped in ElementWrapper.from_html_root(root).iter_subtree():
        element = wrapped.etree_element
        matched = [payload for *_, pseudo, payload in matcher.match(wrapped) if pseudo is None]
        # Each is a pair: what is said, and what of it is marked as important.
        claims = [*matched, _declare(element.get("style") or "")]
        merged: Style = {}
        for style in (*(plain for plain, _ in claims), *(important for _, important in claims)):
            merged |= style
        if merged:
            styles[element] = merged
    return styles


def _matcher(root: HtmlElement) -> Matcher:
    matcher = Matcher()
    for rule in islice(_rules(root), MOST_RULES):
        declared = _declare(rule.content)
        with suppress(SelectorError):
            for selector in compile_selector_list(rule.prelude) if any(declared) else ():
                matcher.add_selector(selector, declared)
    return matcher


def _rules(root: HtmlElement) -> Iterator[QualifiedRule]:
    for sheet in root.xpath("//style[not(ancestor::noscript)]"):
        if _SCREEN.fullmatch(sheet.get("media") or "all"):
            yield from _applying(parse_stylesheet(sheet.text or "", skip_comments=True))


def _applying(rules: list[Node]) -> Iterator[QualifiedRule]:
    """Yield what applies to every screen."""
    for rule in rules:
        if isinstance(rule, QualifiedRule):
            yield rule
        elif _is_for_screens(rule):
            yield from _applying(parse_rule_list(rule.content, skip_comments=True))


def _is_for_screens(rule: Node) -> bool:
    is_media = isinstance(rule, AtRule) and rule.lower_at_keyword == "media"
    return is_media and bool(rule.content and _SCREEN.fullmatch(serialize(rule.prelude)))


def _declare(content: str | list[Node]) -> tuple[Style, Style]:
    """Return what is said of our properties, and what of it is marked as important."""
    style: Style = {}
    important: Style = {}
    for found in parse_blocks_contents(content, skip_comments=True):
        if isinstance(found, Declaration) and found.lower_name in _TELLING:
            value = serialize(found.value).strip().lower()
            (important if found.important else style)[found.lower_name] = value
    return style, important
