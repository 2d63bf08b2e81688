"""A piece changed as a comment asks for."""

from pydantic import BaseModel

from agent.events import Notice
from agent.language.catalogs import N_, catalog
from agent.ports import Context
from agent.steps import Step
from agent.workflows.studio import changes, prompts
from agent.workflows.studio.changes import Change, Changes
from agent.workflows.studio.contracts import Brief, Piece
from agent.workflows.studio.guarding import must_pass
from agent.workflows.studio.marks import addresses, unmarked, without_invented_links
from agent.workflows.studio.state import Plain
from agent.workflows.studio.written import document, fitting, slots_of

TEMPERATURE = 0.4
NO_COMMENTS = N_(
    "Without an AI model I can't follow a comment: use the card's buttons, or edit it there."
)


class RewriteFor(BaseModel):
    brief: Brief
    piece: Piece
    comment: str


def _problems(value: RewriteFor, given: Changes) -> list[str]:
    must_pass(said_in(given))
    return changes.problems(value.piece.text, given)


REWRITE = Step(
    "rewrite",
    RewriteFor,
    Changes,
    prompt=lambda value: prompts.rewrite(value.brief, value.piece, value.comment),
    check=_problems,
    temperature=TEMPERATURE,
)


def rewritten(brief: Brief, piece: Piece, comment: str, context: Context) -> Piece:
    """What the comment does not ask for stays byte for byte. Raises Blocked."""
    if not context.llm.is_model:
        context.report.emit(Notice(catalog(brief.language).gettext(NO_COMMENTS), "warning"))
        return piece
    value = RewriteFor(brief=brief, piece=piece, comment=comment)
    return changed(piece, context.llm.run(REWRITE, value), brief)


def said_in(given: Changes) -> str:
    """All that a model wants to be in the text from now on."""
    parts = [given.whole, given.title, given.alt, *given.meta_descriptions]
    return "\n\n".join(filter(None, [*(each.after for each in given.changes), *parts]))


def changed(piece: Piece, given: Changes, brief: Brief) -> Piece:
    """The piece with the changes, without marks and without links that nobody has seen."""
    named = unmarked(said_in(given), brief.known).claims
    is_document = piece.kind in ("blog", "strategy")
    read = document(given.whole)
    whole = read.text if is_document else given.whole
    text = changes.applied(piece.text, _published(given, whole, piece, brief))
    title = unmarked(given.title or "", ()).text.strip()
    if is_document:
        text = retitled(text, title, piece)
        title = document(text).title
    update: Plain = {
        "title": title or piece.title,
        "text": text,
        "claims": tuple(dict.fromkeys((*piece.claims, *named))),
        "origin": "model",
        "notes": (),
        "layout": None,
    }
    if piece.kind == "image":
        frame = {"ratio": given.ratio or piece.ratio, "style": given.style or piece.style}
        update |= {**frame, "wish": piece.wish and piece.wish.model_copy(update=frame)}
    if piece.kind == "blog" and (metas := (*given.meta_descriptions, *read.metas)):
        update["meta_description"] = fitting(tuple(unmarked(meta, ()).text for meta in metas))
    if piece.alt and (alt := unmarked(given.alt or "", ()).text.strip()):
        update["alt"] = alt
        wish = update.get("wish", piece.wish)
        update["wish"] = wish and wish.model_copy(update={"alt": alt})
    if piece.kind == "strategy":
        update["slots"] = slots_of(text, piece.language) or piece.slots
    return piece.model_copy(update=update)


def _published(given: Changes, whole: str, piece: Piece, brief: Brief) -> Changes:
    allowed = [*brief.addresses, *addresses(piece.text)]

    def clean(text: str) -> str:
        return without_invented_links(unmarked(text, ()).text, allowed)[0]

    return Changes(
        whole=clean(whole),
        changes=[Change(before=each.before, after=clean(each.after)) for each in given.changes],
    )


def retitled(text: str, title: str, piece: Piece) -> str:
    """A new title stands in the text too, unless the text's was changed by itself."""
    now = document(text).title
    is_missed = title and now == piece.title and title != now
    return text.replace(f"# {now}", f"# {title}", 1) if is_missed else text
