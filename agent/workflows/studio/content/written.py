"""What a model writes while it streams, read back as pieces."""

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from agent.checks.content import Kind
from agent.checks.content.platform import META, width
from agent.checks.content.reading import Reading
from agent.language.catalogs import N_, catalog
from agent.language.text import fold
from agent.workflows.studio.content.assembly import picture
from agent.workflows.studio.content.contracts import VARIANTS, Brief, Piece, Slot
from agent.workflows.studio.state import Plain

_FENCE = re.compile(r"\A\s*```[a-z]*[ \t]*\n(.*?)\n?```\s*\Z", re.DOTALL)
_TITLE = re.compile(r"^#[ \t]+(\S[^\n]*?)[ \t]*#*[ \t]*$", re.MULTILINE)
_META = re.compile(
    r"^[ \t>*_-]*(?:meta(?:[ -]?description)?|metadescripci[oó]n|元描述|描述)[ \t]*\d?[*_]*"
    r"[ \t]*[:：][*_ \t]*(\S[^\n]*)$\n?",
    re.IGNORECASE | re.MULTILINE,
)
_RULE_AT_END = re.compile(r"\n[ \t]*(?:[-*_][ \t]*){3,}\s*\Z")


class Document(NamedTuple):
    """Markdown from its H1 title on; `metas` are the proposals for a meta description."""

    title: str
    text: str
    metas: tuple[str, ...] = ()


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


def fitting(metas: Sequence[str]) -> str:
    """The one that is nearest to the length of a meta description."""
    return min(metas, key=lambda meta: abs(2 * width(meta) - sum(META)), default="")


# As pieces

INVENTED_LINK = N_("A link that is in none of the sources was removed.")
UNKNOWN_CLAIMS = N_("The model named claims that do not exist: {ids}.")
LONGEST_TITLE = 200
_PART = re.compile(r"^#{2,3}[ \t]+[^\n]+$", re.MULTILINE)
_FIELD = re.compile(
    r"^[\s*_-]*(title|alt|prompt)[*_ \t]*[:：][*_ \t]*(\S[^\n]*)$", re.IGNORECASE | re.MULTILINE
)


def pieces(text: str, brief: Brief, *, title: str = "") -> tuple[Piece, ...]:
    """Of LinkedIn posts several to choose among."""
    if brief.kind in ("linkedin", "instagram"):
        return posts(text, brief)
    read, title = document(text), title or brief.topic
    body = read.text if read.title else f"# {title}\n\n{read.text}"
    piece = _published(body, brief, title=read.title or title)
    slots = slots_of(piece.text) if brief.kind == "strategy" else ()
    meta = _bare(fitting(read.metas))
    return (piece.model_copy(update={"meta_description": meta, "slots": slots}),)


def posts(text: str, brief: Brief) -> tuple[Piece, ...]:
    """Each part under a heading is a post, but for the one that describes the picture."""
    read = document(text)
    first, *parts = (part.strip() for part in _PART.split(read.text))
    if not parts:
        parts = [first.removeprefix(first.splitlines()[0]) if read.title else first]
    wish, told = picture(brief), []
    for part in parts:
        fields = {found[1].lower(): _bare(found[2]) for found in _FIELD.finditer(part)}
        if "prompt" in fields:
            # What the model has not said of it is the topic.
            said = {name: words for name, words in fields.items() if words}
            wish = wish.model_copy(update={**said, "subtitle": "", "style": ""})
        elif part.strip():
            told.append(part.strip())
    most = brief.details.variants or VARIANTS
    update: Plain = {}
    if brief.kind == "instagram":
        update, most = {"wish": wish, "alt": wish.alt, "ratio": wish.ratio}, 1
    published = (_published(part, brief, title=read.title or brief.topic) for part in told[:most])
    return tuple(each.model_copy(update=update) for each in published)


def _bare(text: str) -> str:
    return unmarked(text).text.strip()


def _published(text: str, brief: Brief, *, title: str) -> Piece:
    """Return the piece without marks and without links that no source contains."""
    said = unmarked(text, brief.known)
    clean, invented = without_invented_links(said.text, brief.addresses)
    named = catalog(brief.language).gettext(UNKNOWN_CLAIMS).format(ids=", ".join(said.unknown))
    notes = [INVENTED_LINK if invented else "", named if said.unknown else ""]
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
FORMATS: tuple[Kind, ...] = ("blog", "linkedin", "instagram", "image")
"""What the column of the formats may name."""


def slots_of(text: str) -> tuple[Slot, ...]:
    """The rows of five cells (week, day, format, title, pillar) that name what is drafted here."""
    rows = [[cell.strip(" *_`") for cell in found.split("|")] for found in _ROW.findall(text)]
    slots = (_slot(row, place) for place, row in enumerate(rows) if len(row) == 5)
    return tuple(slot for slot in slots if slot)


def _slot(row: list[str], place: int) -> Slot | None:
    week, day, form, title, pillar = row
    kind = next((kind for kind in FORMATS if kind in fold(form)), None)
    if kind is None or not title:
        return None
    number = re.search(r"\d{1,2}", week)
    found = max(1, int(number[0])) if number else 1 + max(0, place - 2) // 5
    return Slot(week=found, day=day, kind=kind, title=title, pillar=pillar)


# Marks and links

_ONE = r"[Cc]\d{1,3}"
_MARK = re.compile(
    rf"[ \t\u00a0]{{0,9}}[\[【［]\s{{0,9}}({_ONE}(?:\s*[,;、，]\s*{_ONE})*)\s*[\]】］]"
)
_IDS = re.compile(_ONE)


class Unmarked(NamedTuple):
    """A text as it would be published, and the claims that its marks named, each once in order."""

    text: str
    claims: tuple[str, ...]
    unknown: tuple[str, ...]
    """Ids of no claim."""


def unmarked(text: str, known: Collection[str] = ()) -> Unmarked:
    found = [mark.upper() for group in _MARK.findall(text) for mark in _IDS.findall(group)]
    ids = dict.fromkeys(found)
    named = tuple(each for each in ids if each in known)
    return Unmarked(_MARK.sub("", text), named, tuple(each for each in ids if each not in known))


def without_invented_links(text: str, allowed: Collection[str]) -> tuple[str, bool]:
    """Leave only links to allowed addresses, and no pictures; then whether a link went."""
    kept = {_plain_address(address) for address in allowed}
    gone = [
        link
        for link in Reading(text).links
        if link.is_image or _plain_address(link.address) not in kept
    ]
    for link in reversed(gone):
        words, after = link.text, text[link.end :]
        if link.is_image:
            words, after = "", after.lstrip(" ")
        text = text[: link.start] + words + after
    return text.replace("<>", ""), any(not link.is_image for link in gone)


def addresses(text: str) -> tuple[str, ...]:
    """All that is linked or written out."""
    return tuple(link.address for link in Reading(text).links)


def _plain_address(address: str) -> str:
    return address.rstrip("/.,;:!?").casefold()
