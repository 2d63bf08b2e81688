"""A piece changed as a comment asks for."""

import re
from itertools import pairwise

from pydantic import BaseModel, Field

from agent.errors import AgentError, StepFailed
from agent.language.catalogs import N_
from agent.ports import Context
from agent.ports.images import Ratio
from agent.steps import Step
from agent.workflows.studio import steps
from agent.workflows.studio.content.contracts import Brief, Piece
from agent.workflows.studio.content.written import (
    addresses,
    document,
    fitting,
    slots_of,
    unmarked,
    without_invented_links,
)
from agent.workflows.studio.state import Plain

_SAME = str.maketrans("’‘“”„", '\'\'"""')


class Change(BaseModel):
    before: str = Field(min_length=1)
    after: str = ""


class Changes(BaseModel):
    declined: str = Field(
        default="",
        description="Why the comment is not done, in one sentence in its language: it asks for"
        " something unsafe, or the text is so already. Else empty",
    )
    changes: list[Change] = []
    whole: str = ""
    title: str | None = None
    meta_descriptions: list[str] = []
    alt: str | None = None
    ratio: Ratio | None = None
    style: str | None = None

    @property
    def is_empty(self) -> bool:
        beside = (self.title, self.meta_descriptions, self.alt, self.ratio, self.style)
        return not (self.changes or self.whole or any(beside))


def problems(text: str, changes: Changes) -> list[str]:
    """Why they cannot be applied to the text, in words the model can act on."""
    if changes.declined and changes.is_empty:
        return []
    found = [] if not changes.is_empty else ["Nothing changes: do it, or say why in declined."]
    if changes.whole and changes.changes:
        found.append("Give either changes or the whole text.")
    taken = []
    for change in changes.changes:
        places = _places(text, change.before)
        if len(places) == 1:
            taken.append((*places[0], change.before))
            continue
        said = f"stands {len(places)} times in the text" if places else "does not stand in the text"
        found.append(f"“{change.before[:80]}” {said}: copy a passage that stands there once.")
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
    """Where it stands, also with other spaces and quotes than in the text, as models copy it."""
    words = map(re.escape, passage.translate(_SAME).split())
    loose = r"\s+".join(words) if passage.strip() else re.escape(passage)
    exact = [found.span() for found in re.finditer(re.escape(passage), text)]
    return exact or [found.span() for found in re.finditer(loose, text.translate(_SAME))]


def _joined(before: str, after: str) -> str:
    """What is left when a passage goes, with the space that was on one side of it."""
    if not (before.endswith("\n") or not before) or not (after.startswith("\n") or not after):
        return before + (after.lstrip(" ") if before.endswith((" ", "\n")) else after)
    left, right = before.rstrip("\n"), after.lstrip("\n")
    return f"{left}\n\n{right}" if left and right else left + right


TEMPERATURE = 0.4
NO_COMMENTS = N_(
    "Without an AI model I can't follow a comment: use the card's buttons, or edit it there."
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
    temperature=TEMPERATURE,
)


def follow_comment(brief: Brief, piece: Piece, comment: str, context: Context) -> Piece:
    """What the comment does not ask for stays byte for byte. Raises Blocked and Unchanged."""
    if not context.llm.is_model:
        raise Unchanged(NO_COMMENTS)
    try:
        given = context.llm.run(REWRITE, RewriteFor(brief=brief, piece=piece, comment=comment))
    except StepFailed as error:
        raise Unchanged(NO_CHANGE) from error
    if given.declined and given.is_empty:
        raise Unchanged(given.declined)
    return changed(piece, given, brief)


def said_in(given: Changes) -> str:
    """All that a model wants to be in the text from now on."""
    parts = [given.whole, given.title, given.alt, *given.meta_descriptions]
    return "\n\n".join(filter(None, [*(each.after for each in given.changes), *parts]))


def changed(piece: Piece, given: Changes, brief: Brief) -> Piece:
    """Return the changed piece, without marks and without links that no source contains."""
    allowed = [*brief.addresses, *addresses(piece.text)]

    def clean(text: str) -> str:
        return without_invented_links(unmarked(text).text, allowed)[0]

    read, is_document = document(given.whole), piece.kind in ("blog", "strategy")
    cleaned = Changes(
        whole=clean(read.text if is_document else given.whole),
        changes=[Change(before=each.before, after=clean(each.after)) for each in given.changes],
    )
    text = applied(piece.text, cleaned)
    title = unmarked(given.title or "").text.strip()
    if is_document:
        text = retitle(text, title, piece)
        title = document(text).title
    named = unmarked(said_in(given), brief.known).claims
    update: Plain = {
        "title": title or piece.title,
        "text": text,
        "claims": tuple(dict.fromkeys((*piece.claims, *named))),
        "origin": "model",
        "notes": (),
        "layout": None,
    }
    wish = piece.wish
    if piece.kind == "image":
        frame = {"ratio": given.ratio or piece.ratio, "style": given.style or piece.style}
        wish = wish and wish.model_copy(update=frame)
        update |= frame
    if piece.kind == "blog" and (metas := (*given.meta_descriptions, *read.metas)):
        update["meta_description"] = fitting([unmarked(meta).text for meta in metas])
    if piece.alt and (alt := unmarked(given.alt or "").text.strip()):
        wish = wish and wish.model_copy(update={"alt": alt})
        update["alt"] = alt
    if piece.kind == "strategy":
        update["slots"] = slots_of(text) or piece.slots
    return piece.model_copy(update={**update, "wish": wish})


def retitle(text: str, title: str, piece: Piece) -> str:
    """A new title stands in the text too, unless the text's was changed by itself."""
    now = document(text).title
    is_missed = title and now == piece.title and title != now
    return text.replace(f"# {now}", f"# {title}", 1) if is_missed else text
