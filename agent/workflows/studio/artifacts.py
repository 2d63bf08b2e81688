"""A version of a piece: how it is shown, and what later turns go on from."""

from collections.abc import Sequence

from langgraph.runtime import Runtime

from agent.checks.content import Report
from agent.engine.conversation import moment, task_of
from agent.events import Artifact
from agent.language.catalogs import catalog
from agent.ports import Context, Version
from agent.ports.content import Why
from agent.workflows.studio.content.contracts import Brief, Outline, Piece
from agent.workflows.studio.state import Plain


def new_version(
    piece: Piece, why: Why, runtime: Runtime[Context], *, of: str = "", comment: str = ""
) -> Version:
    """Keep it as the next version of a piece, or as the first one of its own."""
    context, task = runtime.context, task_of(runtime)
    version = Version(
        id=task,
        piece=of or task,
        thread=context.thread,
        number=0,
        at=moment(),
        why=why,
        content=piece.model_dump(mode="json"),
        comment=comment,
    )
    return context.ports.pieces.add_version(context.user, version)


def text_of_piece(piece: Piece) -> str:
    """All that a reader of the piece would read."""
    picture = (piece.wish.title, piece.wish.prompt) if piece.wish else ()
    parts = (piece.title, piece.text, piece.meta_description, piece.alt, *picture)
    return "\n\n".join(filter(None, parts))


def standing(version: Version, brief: Brief) -> Plain:
    content, research = version.content, brief.research
    return {
        "piece": content,
        "piece_id": version.piece,
        "last_piece": {
            "id": version.piece,
            "kind": content["kind"],
            "title": content["title"],
            "number": version.number,
        },
        "basis": {
            "brief": brief.model_dump(mode="json", exclude={"research"}),
            "research": research and research.model_dump(mode="json"),
        },
    }


def show(
    version: Version,
    report: Report,
    context: Context,
    *,
    blocking: Sequence[str],
    before: str = "",
    is_partial: bool = False,
) -> None:
    data = {
        "piece_id": version.piece,
        "number": version.number,
        "why": version.why,
        "comment": version.comment,
        "piece": version.content,
        "report": report.model_dump(mode="json"),
        "before": before,
        "blocking": list(blocking),
        "is_partial": is_partial,
    }
    context.report.emit(Artifact("studio_draft", f"draft:{version.piece}:{version.number}", data))


def sentences_of(report: Report) -> list[str]:
    """What keeps it from being approved, each once."""
    return list(dict.fromkeys(finding.sentence for finding in report.blocking))


# What differs between two outlines


def changes(before: Outline, after: Outline, language: str = "en") -> list[str]:
    _ = catalog(language).gettext
    gone, fresh, gist = _("“{heading}” is gone."), _("“{heading}” is new."), "“{heading}”: {gist}"
    said = []
    if before.title != after.title:
        said.append(_("The title is “{title}” now.").format(title=after.title))
    old = {section.heading: section for section in before.sections}
    new = {section.heading: section for section in after.sections}
    said += [gone.format(heading=heading) for heading in old if heading not in new]
    said += [fresh.format(heading=heading) for heading in new if heading not in old]
    said += [
        gist.format(heading=heading, gist=new[heading].gist)
        for heading in new
        if heading in old and new[heading].gist != old[heading].gist
    ]
    stayed = [heading for heading in old if heading in new]
    if stayed != [heading for heading in new if heading in old]:
        said.append(_("The order changed."))
    return said
