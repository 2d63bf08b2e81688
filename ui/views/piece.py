"""A piece of content: what it is called, and its text as it would be published."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from agent.checks.content import IN_MARKDOWN
from agent.language.catalogs import N_
from ui import safe
from ui.language import _

Plain = dict[str, Any]

KINDS = {
    "research": (N_("Research"), ":material/travel_explore:"),
    "blog": (N_("Blog post"), ":material/article:"),
    "linkedin": (N_("LinkedIn post"), ":material/work:"),
    "instagram": (N_("Instagram post"), ":material/photo_camera:"),
    "image": (N_("Image"), ":material/image:"),
    "strategy": (N_("Content strategy"), ":material/calendar_month:"),
    "general": (N_("Answer"), ":material/chat:"),
    "outline": (N_("Outline"), ":material/format_list_numbered:"),
}
MADE = {
    "rules": (":material/rule:", N_("Assembled from quotes")),
    "model": (":material/neurology:", N_("Written by the model")),
    "user": (":material/person:", N_("Changed by you")),
}
LONGEST_MARK = 120
"""Characters of a place that are marked whole; of a longer one only its beginning is."""
BEGINNING = 60
COLOURS = {"blocks": "red", "advises": "orange"}


def name_of(kind: str) -> str:
    known = KINDS.get(kind)
    return _(known[0]) if known else safe.plain(kind.replace("_", " ").capitalize())


def icon_of(kind: str) -> str:
    return KINDS.get(kind, ("", ":material/draft:"))[1]


def draw_made(origin: str, kind: str = "", *, has_quotes: bool = True) -> None:
    """Draw who made it; a designed card holds no quotes."""
    icon, words = MADE.get(origin, MADE["rules"])
    if origin == "rules" and not has_quotes:
        words = N_("Made of your own facts")
    if kind != "image" or origin != "rules":
        st.caption(f"{icon} {_(words)}", width="content")


def draw_text(piece: Plain, findings: Sequence[Plain] = (), *, key: str) -> None:
    """As it would be published, with the places of the findings marked by their numbers."""
    text = piece["text"]
    if not text.strip():
        st.caption(_("There is no text yet."))
        return
    places = places_of(text, findings)
    with st.container(key=f"article-{key}"):
        st.markdown(marked(text, places, is_markdown=piece["kind"] in IN_MARKDOWN), anchors=False)


# Marks


@dataclass(frozen=True)
class Place:
    """A part of the text, the number of its finding, and how grave that is."""

    start: int
    end: int
    number: int
    level: str


_OPEN, _CLOSE = "\U00012471", "\U00012472"
"""A mark's place before it is drawn: the text is made safe as a whole, around it."""
_SPOTS = re.compile(f"[{_OPEN}{_CLOSE}]")
_LEAD = re.compile(r"[ \t]*(?:(?:#{1,6}|[-*+>]|\d{1,3}[.)])[ \t]+)*")
_UNMARKED = re.compile(
    r"\]\([^)\n]*\)|https?://\S+|^(```|~~~).*?(?:^\1|\Z)|`[^`\n]+`", re.MULTILINE | re.DOTALL
)
_STARTS_BLOCK = re.compile(r"^(?=[-+=])|^(\d{1,9})(?=[.)])")
_BREAKS_A_MARK = re.compile(r"[\[\]|`]")


def places_of(text: str, findings: Sequence[Plain]) -> list[Place]:
    """In order, none over another: grave ones first, then short ones. Numbers count from 1."""
    wanted = [
        Place(finding["start"], _end(text, finding), number, finding["level"])
        for number, finding in enumerate(findings, start=1)
        if finding["part"] == "text" and finding["quote"]
    ]
    taken = [found.span() for found in _UNMARKED.finditer(text)]
    kept = []
    for place in sorted(wanted, key=lambda p: (p.level != "blocks", p.end - p.start)):
        if all(place.end <= start or end <= place.start for start, end in taken):
            taken.append((place.start, place.end))
            kept.append(place)
    return sorted(kept, key=lambda place: place.start)


def _end(text: str, finding: Plain) -> int:
    start, end = finding["start"], finding["end"]
    if end - start <= LONGEST_MARK:
        return int(end)
    space = text.find(" ", start + BEGINNING, start + LONGEST_MARK)
    return space if space > 0 else start + BEGINNING


def marked(text: str, places: Sequence[Place], *, is_markdown: bool) -> str:
    """As Markdown. A plain text keeps its lines, and shows every character as it is."""
    text = _SPOTS.sub(" ", text)
    parts, end, marks = [], 0, []
    for place in places:
        colour, lines = COLOURS[place.level], list(_lines(text, place))
        for first, last in lines:
            parts += [text[end:first], _OPEN, text[first:last], _CLOSE]
            marks += [f":{colour}-background[", "]"]
            end = last
        if lines:
            marks[-1] += f":small[:{colour}[**{place.number}**]]"
    drawn = _drawn("".join([*parts, text[end:]]), is_markdown=is_markdown)
    spots = iter(marks)
    return _SPOTS.sub(lambda _match: next(spots, ""), drawn)


def _lines(text: str, place: Place) -> Iterator[tuple[int, int]]:
    """The parts of a place that a mark can hold: line by line, without what makes a list."""
    at = place.start
    for line in text[place.start : place.end].splitlines(keepends=True):
        lead = _LEAD.match(text, text.rfind("\n", 0, at) + 1)
        first, last = max(at, lead.end() if lead else 0), at + len(line.rstrip())
        core = text[first:last]
        at += len(line)
        if core.strip() and not _BREAKS_A_MARK.search(core) and core.count("*") % 2 == 0:
            yield first, last


def _drawn(text: str, *, is_markdown: bool) -> str:
    if is_markdown:
        return safe.markdown(text).strip()
    return plain_lines(text)


def plain_lines(text: str) -> str:
    """Every line where it is, and every character as it is written."""
    lines = (safe.plain_part(safe.text(line.strip())) for line in text.splitlines())
    # A line without a word would end the paragraph, and two of them would be one.
    return "  \n".join(_STARTS_BLOCK.sub(r"\1\\", line) or "&nbsp;" for line in lines)
