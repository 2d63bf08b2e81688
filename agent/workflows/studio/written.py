"""The form in which a model writes a long text while it streams, read back as a piece."""

import re
from dataclasses import dataclass

from agent.content_checks import Kind
from agent.content_checks.phrases import STRATEGY_SECTIONS
from agent.content_checks.platform import META, width
from agent.content_checks.reading import Reading
from agent.text import Language, fold
from agent.workflows.studio.contracts import Slot

_FENCE = re.compile(r"\A\s*```[a-z]*[ \t]*\n(.*?)\n?```\s*\Z", re.DOTALL)
_TITLE = re.compile(r"^#[ \t]+(\S[^\n]*?)[ \t]*#*[ \t]*$", re.MULTILINE)
_META = re.compile(
    r"^[ \t>*_-]*(?:meta(?:[ -]?description)?|metadescripci[oó]n|元描述|描述)[ \t]*\d?[*_]*"
    r"[ \t]*[:：][*_ \t]*(\S[^\n]*)$\n?",
    re.IGNORECASE | re.MULTILINE,
)
_RULE_AT_END = re.compile(r"\n[ \t]*(?:[-*_][ \t]*){3,}\s*\Z")


@dataclass(frozen=True)
class Document:
    """Markdown from its H1 title on; `metas` are the proposals for a meta description."""

    title: str
    text: str
    metas: tuple[str, ...] = ()

    @property
    def meta_description(self) -> str:
        return fitting(self.metas)


def document(text: str) -> Document:
    """Without a title when the text has no H1."""
    inner = _FENCE.match(text)
    text = inner[1] if inner else text
    metas = tuple(found.strip().strip('"“”*_ ') for found in _META.findall(text))
    text = _RULE_AT_END.sub("", _META.sub("", text).strip()).strip()
    title = _TITLE.search(text)
    if title is None:
        return Document("", text, metas)
    # What a model says before it begins is not part of the text.
    return Document(title[1].strip(" *_"), text[title.start() :], metas)


def fitting(metas: tuple[str, ...]) -> str:
    """The first that has the length of a meta description, else the one nearest to it."""
    least, most = META

    def off(meta: str) -> int:
        return max(least - width(meta), width(meta) - most, 0)

    return min(metas, key=off, default="")


# The calendar of a strategy

_ROW = re.compile(r"^[ \t]*\|([^\n]*)\|[ \t]*$", re.MULTILINE)
_RULED = re.compile(r"^[\s|:-]+$")
_COLUMNS = {
    "week": re.compile(r"week|semana|周|星期"),
    "day": re.compile(r"day|date|dia|fecha|日|时间"),
    "kind": re.compile(
        r"format|channel|type|platform|formato|canal|tipo|plataforma|形式|渠道|平台"
    ),
    "title": re.compile(
        r"title|topic|idea|post|content|titulo|tema|contenido|publicacion|标题|主题|内容"
    ),
    "pillar": re.compile(r"pillar|theme|pilar|eje|支柱|方向"),
}
_FORMATS: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (re.compile(r"instagram|\breels?\b|\big\b"), "instagram"),
    (re.compile(r"linked ?in|领英"), "linkedin"),
    (re.compile(r"blog|article|articulo|entrada|guide|guia|博客|文章"), "blog"),
    (re.compile(r"image|picture|photo|infographic|imagen|foto|infografia|图"), "image"),
)


def slots_of(text: str, language: Language) -> tuple[Slot, ...]:
    """The rows of the calendar that name something which can be drafted here."""
    reading = Reading(text, language)
    pattern = STRATEGY_SECTIONS["calendar"]
    section = next((s for s in reading.sections(2) if pattern.search(s.heading.title)), None)
    if section is None:
        return ()
    rows = [
        [cell.strip(" *_`") for cell in found.split("|")]
        for found in _ROW.findall(text, section.heading.end, section.end)
        if not _RULED.match(found)
    ]
    if len(rows) < 2:
        return ()
    places = _places(rows[0])
    slots = (_slot(row, number, places) for number, row in enumerate(rows[1:]))
    return tuple(slot for slot in slots if slot)


def _places(head: list[str]) -> dict[str, int]:
    """Which column holds what; each column holds one thing."""
    places: dict[str, int] = {}
    for name, pattern in _COLUMNS.items():
        for place, cell in enumerate(head):
            if name not in places and place not in places.values() and pattern.search(fold(cell)):
                places[name] = place
    return places


def _slot(row: list[str], number: int, places: dict[str, int]) -> Slot | None:
    def cell(name: str) -> str:
        place = places.get(name, -1)
        return row[place] if 0 <= place < len(row) else ""

    kind = next((kind for form, kind in _FORMATS if form.search(fold(cell("kind")))), None)
    if kind is None or not cell("title"):
        return None
    week = re.search(r"\d{1,2}", cell("week"))
    return Slot(
        week=max(1, int(week[0])) if week else 1 + number // 5,
        day=cell("day"),
        kind=kind,
        title=cell("title"),
        pillar=cell("pillar"),
    )
