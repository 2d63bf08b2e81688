"""What a model writes while it streams, read back as pieces."""

import re
from dataclasses import dataclass

from agent.content_checks import Kind
from agent.content_checks.phrases import STRATEGY_SECTIONS
from agent.content_checks.platform import META, width
from agent.content_checks.reading import Reading
from agent.language.catalogs import N_
from agent.ports.images import Ratio
from agent.text import Language, fold
from agent.workflows.studio import assembly
from agent.workflows.studio.contracts import Brief, ImageWish, Piece, Slot
from agent.workflows.studio.marks import unmarked, without_invented_links

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


# As pieces

INVENTED_LINK = N_("A link that stands in none of the sources was taken out.")
LONGEST_TITLE, VARIANTS = 200, 3
_PART = re.compile(r"^#{2,3}[ \t]+[^\n]+$", re.MULTILINE)
_FIELD = re.compile(
    r"^[\s*_-]*(title|alt|prompt)[*_ \t]*[:：][*_ \t]*(\S[^\n]*)$", re.IGNORECASE | re.MULTILINE
)


def long_piece(text: str, brief: Brief, *, title: str) -> Piece:
    """A blog post or a strategy, as it would be published."""
    read = document(text)
    body = read.text if read.title else f"# {title}\n\n{read.text}"
    piece = _published(body, brief, title=read.title or title)
    slots = slots_of(piece.text, brief.language) if brief.kind == "strategy" else ()
    meta = _bare(read.meta_description)
    return piece.model_copy(update={"meta_description": meta, "slots": slots})


def posts(text: str, brief: Brief) -> tuple[Piece, ...]:
    """Each part under a heading is a post, but for the one that describes the picture."""
    read = document(text)
    first, *parts = (part.strip() for part in _PART.split(read.text))
    if not parts:
        parts = [first.removeprefix(first.splitlines()[0]) if read.title else first]
    fields = [dict(_fields(part)) for part in parts]
    wish = _wish(next((each for each in fields if "prompt" in each), {}), brief)
    told = [part for part, each in zip(parts, fields, strict=True) if "prompt" not in each]
    found = [
        _published(part.strip(), brief, title=read.title or brief.topic).model_copy(
            update={"wish": wish}
        )
        for part in told[: VARIANTS if brief.kind == "linkedin" else 1]
        if part.strip()
    ]
    if brief.kind == "linkedin":
        return tuple(found)
    return tuple(each.model_copy(update={"alt": wish.alt, "ratio": "1:1"}) for each in found)


def _fields(part: str) -> list[tuple[str, str]]:
    return [(found[1].lower(), _bare(found[2])) for found in _FIELD.finditer(part)]


def _wish(given: dict[str, str], brief: Brief) -> ImageWish:
    """What the model has not said of the picture is the topic."""
    ratio: Ratio = "16:9" if brief.kind == "linkedin" else "1:1"
    plain = assembly.picture(brief, ratio)
    own = {name: text for name, text in given.items() if text}
    return plain.model_copy(update={**own, "subtitle": "", "style": ""}) if own else plain


def _bare(text: str) -> str:
    return unmarked(text, ()).text.strip()


def _published(text: str, brief: Brief, *, title: str) -> Piece:
    """Without marks and without links that nobody has seen."""
    said = unmarked(text, brief.known)
    clean, invented = without_invented_links(said.text, brief.addresses)
    unknown = f"The model named claims that there are not: {', '.join(said.unknown)}."
    notes = [INVENTED_LINK if invented else "", unknown if said.unknown else ""]
    return Piece(
        kind=brief.kind,
        title=_bare(title)[:LONGEST_TITLE] or brief.topic,
        text=clean,
        language=brief.language,
        claims=said.claims,
        origin="model",
        notes=tuple(filter(None, notes)),
    )


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
