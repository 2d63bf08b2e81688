"""Reads a model's texts as pieces, and applies the changes that it makes to them."""

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from pydantic import BaseModel, Field

from agent.checks.content import Kind
from agent.checks.content.platform import META, width
from agent.checks.content.reading import Reading
from agent.errors import AgentError, StepFailed
from agent.language.catalogs import N_
from agent.language.text import fold
from agent.ports import Context
from agent.ports.images import Ratio
from agent.steps import Step
from agent.workflows.studio import steps
from agent.workflows.studio.content.assembly import picture
from agent.workflows.studio.content.contracts import Answer, Brief, Piece, Slot
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
    """Read a document; it has no title when the text has no H1."""
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
_PART = re.compile(r"^#{2,3}[ \t]+[^\n]+$", re.MULTILINE)
_FIELD = re.compile(
    r"^[\s*_-]*(title|alt|prompt)[*_ \t]*[:：][*_ \t]*(\S[^\n]*)$", re.IGNORECASE | re.MULTILINE
)


def pieces(text: str, brief: Brief, *, title: str = "") -> tuple[Piece, ...]:
    """Read the pieces; of LinkedIn posts several to choose from."""
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
    shown: Plain = {"wish": wish, "alt": wish.alt, "ratio": wish.ratio}
    update, title = shown if brief.kind == "instagram" else {}, read.title or brief.topic
    published = (_published(part, brief, title=title) for part in told[: brief.variants])
    return tuple(each.model_copy(update=update) for each in published)


def _bare(text: str) -> str:
    return unmarked(text).strip()


def _published(text: str, brief: Brief, *, title: str) -> Piece:
    """Return the piece without marks and without links that no source contains."""
    clean, invented = without_invented_links(unmarked(text), brief.addresses)
    return Piece(
        kind=brief.kind,
        title=_bare(title)[:200] or brief.topic,
        text=clean,
        language=brief.language,
        claims=named_in(text, brief.known),
        ordered=ordered(text),
        origin="model",
        notes=(INVENTED_LINK,) if invented else (),
    )


# The calendar of a strategy

_ROW = re.compile(r"^[ \t]*\|([^\n]*)\|[ \t]*$", re.MULTILINE)
FORMATS: tuple[Kind, ...] = ("blog", "linkedin", "instagram", "image")
"""The formats that the column may name."""


def slots_of(text: str) -> tuple[Slot, ...]:
    """The rows of five cells (week, day, format, title, pillar) that name what is drafted here."""
    slots = []
    for row in _ROW.findall(text):
        cells = [cell.strip(" *_`") for cell in row.split("|")]
        kind = next((k for k in FORMATS if len(cells) == 5 and k in fold(cells[2])), None)
        if kind is None or not cells[3]:
            continue
        week, day, _form, title, pillar = cells
        number = re.search(r"\d{1,2}", week)
        found = max(1, int(number[0])) if number else 1
        slots.append(Slot(week=found, day=day, kind=kind, title=title, pillar=pillar))
    return tuple(slots)


# Marks and links

_ONE = r"[Cc]\d{1,3}"
_MARK = re.compile(
    rf"[ \t\u00a0]{{0,9}}(?:[\[【［]\s{{0,9}}{_ONE}"
    rf"(?:[^\w\n\[\]【】［］]{{1,4}}\w{{1,4}}|\w{_ONE})*\s*[\]】］]"
    rf"|[(（]{_ONE}(?:[,;，；、\s]{{1,2}}{_ONE})*[)）])"
)
_IDS = re.compile(_ONE)
ORDERED = "C0"
"""Marks a line that the user ordered to be said."""


def unmarked(text: str) -> str:
    """Remove marks, as for publication."""
    return marked(text, {})


def named_in(text: str, known: Collection[str]) -> tuple[str, ...]:
    """The claims that its marks name, each once in order."""
    ids = (each.upper() for mark in _MARK.findall(text) for each in _IDS.findall(mark))
    return tuple(dict.fromkeys(each for each in ids if each in known))


def marked(text: str, names: Mapping[str, str]) -> str:
    """The text with its marks as they are named; those without a name are taken out."""

    def renamed(found: re.Match[str]) -> str:
        ids = (each.upper() for each in _IDS.findall(found[0]))
        kept = dict.fromkeys(names[each] for each in ids if each in names)
        return "".join(f" [{name}]" for name in kept)

    return _MARK.sub(renamed, text)


def ordered(text: str) -> tuple[str, ...]:
    return tuple(_bare(line) for line in text.splitlines() if f"[{ORDERED}]" in line)


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


def _plain_address(address: str) -> str:
    return address.rstrip("/.,;:!?").casefold()


# A piece changed as a comment asks for

_SAME = str.maketrans("’‘“”„", '\'\'"""')


class Change(BaseModel):
    before: str = Field(min_length=1)
    after: str = ""


class Changes(Answer):
    changes: list[Change] = Field(default=[])
    whole: str = ""
    title: str | None = None
    meta_descriptions: list[str] = Field(default=[])
    alt: str | None = None
    ratio: Ratio | None = None
    style: str | None = None
    picture: str | None = Field(
        default=None, description="What the picture of a post shows, where that changes"
    )

    @property
    def is_empty(self) -> bool:
        beside = (self.title, self.alt, self.ratio, self.style, self.picture)
        return not (self.changes or self.whole or self.meta_descriptions or any(beside))


def problems(text: str, changes: Changes) -> list[str]:
    """The reasons why they cannot be applied to the text, in words for the model."""
    if changes.whole or (changes.is_empty and (changes.declined or changes.queries)):
        return []
    found = [] if not changes.is_empty else ["Nothing changes: do it, or say why in declined."]
    taken = []
    for change in changes.changes:
        places = _places(text, change.before)
        if len(places) == 1:
            taken.append((*places[0], change.before))
            continue
        said = f"occurs {len(places)} times in the text" if places else "does not occur in the text"
        found.append(f"“{change.before[:80]}” {said}: copy a passage that occurs there once.")
    for (_, end, _), (start, _, passage) in pairwise(sorted(taken)):
        if start < end:
            found.append(f"“{passage[:80]}” lies within another change. Make them one.")
    return found


def applied(text: str, changes: Changes) -> str:
    """The text with the changes that `problems` has nothing against."""
    if changes.whole:
        return changes.whole.strip()
    placed = [(_places(text, change.before)[0], change.after) for change in changes.changes]
    for (start, end), after in sorted(placed, reverse=True):
        before, rest = text[:start], text[end:]
        text = before + after + rest if after else _joined(before, rest)
    return text


def _places(text: str, passage: str) -> list[tuple[int, int]]:
    """Find its place, also with other spaces and quotes than in the text, as models copy it."""
    words = map(re.escape, passage.translate(_SAME).split())
    loose = r"\s+".join(words) if passage.strip() else re.escape(passage)
    exact = [found.span() for found in re.finditer(re.escape(passage), text)]
    return exact or [found.span() for found in re.finditer(loose, text.translate(_SAME))]


def _joined(before: str, after: str) -> str:
    """Join what is left when a passage is cut, with the space on one side of it."""
    if before[-1:] in ("", "\n") and after[:1] in ("", "\n"):
        return "\n\n".join((before.rstrip("\n"), after.lstrip("\n"))).strip("\n")
    return before + (after.lstrip(" ") if before.endswith((" ", "\n")) else after)


NO_COMMENTS = N_(
    "Without an AI model I can't follow a comment. Edit the text of the piece on its card, or use"
    " the buttons there."
)
NO_CHANGE = N_("The model could not make this change, so nothing was changed. Try other words.")


class Unchanged(AgentError):
    """A comment that a model did not follow; the message says why."""


class RewriteFor(BaseModel):
    brief: Brief
    piece: Piece
    comment: str


REWRITE = Step(
    "rewrite",
    RewriteFor,
    Changes,
    prompt=lambda value: steps.rewrite(value.brief, value.piece, value.comment),
    check=lambda value, given: problems(value.piece.text, given),
    temperature=0.4,
)


def follow_comment(brief: Brief, piece: Piece, comment: str, context: Context) -> Changes:
    """Let a model apply the comment, or name what to search for first. Raises Unchanged."""
    if not context.llm.is_model:
        raise Unchanged(NO_COMMENTS)
    try:
        given = context.llm.run(REWRITE, RewriteFor(brief=brief, piece=piece, comment=comment))
    except StepFailed as error:
        raise Unchanged(NO_CHANGE) from error
    if given.declined and given.is_empty:
        raise Unchanged(given.declined)
    return given


def said_in(given: Changes) -> str:
    """All that a model wants to be in the text from now on."""
    parts = [given.whole, given.title, given.alt, *given.meta_descriptions]
    return "\n\n".join(filter(None, [*(each.after for each in given.changes), *parts]))


def changed(piece: Piece, given: Changes, brief: Brief) -> Piece:
    """Apply the changes to nothing else, without marks and invented links. Raises Unchanged."""
    if given.is_empty:
        raise Unchanged(NO_CHANGE)
    allowed = [*brief.addresses, *(link.address for link in Reading(piece.text).links)]

    def clean(text: str) -> str:
        return without_invented_links(unmarked(text), allowed)[0]

    read = document(given.whole)
    cleaned = Changes(
        whole=clean(read.text if piece.kind in ("blog", "strategy") else given.whole),
        changes=[Change(before=each.before, after=clean(each.after)) for each in given.changes],
    )
    named = named_in(said_in(given), brief.known)
    update: Plain = {
        "title": _bare(given.title or "") or piece.title,
        "text": applied(piece.text, cleaned),
        "language": brief.language,
        "claims": tuple(dict.fromkeys((*piece.claims, *named))),
        "ordered": (*piece.ordered, *ordered(said_in(given))),
        "origin": "model",
        "notes": (),
        "layout": None,
    }
    if piece.wish and given.picture:
        update["wish"] = piece.wish.model_copy(update={"prompt": _bare(given.picture)})
    if piece.kind == "image":
        update |= {"ratio": given.ratio or piece.ratio, "style": given.style or piece.style}
    if piece.kind == "blog" and (metas := (*given.meta_descriptions, *read.metas)):
        update["meta_description"] = fitting([unmarked(meta) for meta in metas])
    if piece.alt and (alt := _bare(given.alt or "")):
        update["alt"] = alt
    return settled(piece.model_copy(update=update), piece)


def settled(piece: Piece, before: Piece) -> Piece:
    """Use one title in the list and over the text, and keep the slots of its calendar."""
    if piece.kind not in ("blog", "strategy"):
        return piece
    text, said = piece.text, document(piece.text).title
    if said == before.title != piece.title:
        text, said = text.replace(f"# {said}", f"# {piece.title}", 1), piece.title
    slots = slots_of(text) if piece.kind == "strategy" else ()
    return piece.model_copy(update={"text": text, "title": said or piece.title, "slots": slots})
