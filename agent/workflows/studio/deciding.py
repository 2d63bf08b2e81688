"""What a person decides: the outline, a variant, the piece; and what comes of it."""

import json
import re
from typing import Literal

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from agent.errors import NotApproved, NotFound
from agent.events import Artifact
from agent.ports import Context, KeptPiece
from agent.questions import Approval, Choice, Field, Option, Reply, ask, from_json
from agent.questions import to_json as stored
from agent.workflows.studio.binding import digest_of
from agent.workflows.studio.checking import KINDS, digest_of_piece
from agent.workflows.studio.contracts import Outline, Piece, Section
from agent.workflows.studio.measuring import brief_of, report_on
from agent.workflows.studio.said import say
from agent.workflows.studio.state import AgentState, Plain
from agent.workflows.studio.words import moment, task_of
from agent.workflows.studio.written import slots_of

# The outline


def offer_outline(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Draft the card on the outline."""
    outline = Outline.model_validate(state["outline"])
    card = Approval(
        id=task_of(runtime),
        workflow="studio",
        step="outline_approval",
        title="Write along this outline?",
        body="Introduction and conclusion go without saying. Change the lines below, or say in a"
        " comment what should be otherwise.",
        digest=digest_of(json.dumps(state["outline"], sort_keys=True)),
        allowed=("approve", "edit", "reject"),
        fields=(
            Field("title", "Title", default=outline.title),
            Field(
                "sections",
                "Sections",
                "longtext",
                default="\n".join(_line(section) for section in outline.sections),
                help="One per line; after a colon what it says",
            ),
        ),
    )
    return {"drafted": stored(card), "comment": None, "edited": None, "decision": None}


def _line(section: Section) -> str:
    return f"{section.heading}: {section.gist}" if section.gist else section.heading


def outline_approval(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """Wait for the decision on the outline."""
    return _decided(ask(from_json(state["drafted"] or {})))


def _decided(reply: Reply) -> Plain:
    match reply:
        case Reply(cancelled=True):
            return {"drafted": None, "ended": "cancelled", "queue": []}
        case Reply(decision="approve"):
            return {"drafted": None, "decision": "approve"}
        case Reply(decision="edit"):
            return {"drafted": None, "decision": "edit", "edited": reply.values}
        case Reply(decision="reject"):
            return {"drafted": None, "decision": "reject", "comment": reply.comment}
        case _:
            return {"drafted": None, "decision": reply.option}


def after_outline_approval(
    state: AgentState,
) -> Literal["blog", "draft_outline", "edit_outline", "finish"]:
    if state.get("ended"):
        return "finish"
    match state.get("decision"):
        case "approve":
            return "blog"
        case "edit":
            return "edit_outline"
        case _:
            return "draft_outline"


def edit_outline(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Take over the lines as they were changed; a section keeps its claims with its heading."""
    before = Outline.model_validate(state["outline"])
    claims = {section.heading: section.claims for section in before.sections}
    given = state.get("edited") or {}
    lines = [line.strip(" -•\t") for line in str(given.get("sections", "")).splitlines()]
    sections = []
    for line in filter(None, lines):
        heading, _, gist = line.partition(": ")
        sections.append(Section(heading=heading, gist=gist, claims=claims.get(heading, ())))
    outline = Outline(
        title=str(given.get("title") or before.title),
        sections=tuple(sections) or before.sections,
        origin="user",
    )
    plain = outline.model_dump(mode="json")
    runtime.context.report.emit(
        Artifact("studio_outline", f"outline:{task_of(runtime)}", {**plain, "changes": []})
    )
    return {"outline": plain, "edited": None}


# A variant


def offer_variants(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Draft the choice among the variants, each with what the rules found of it."""
    context, brief = runtime.context, brief_of(state)
    pieces = [Piece.model_validate(each) for each in state.get("variants") or []]
    reports = [report_on(piece, brief) for piece in pieces]
    task = task_of(runtime)
    data = {
        "pieces": [piece.model_dump(mode="json") for piece in pieces],
        "reports": [report.model_dump(mode="json") for report in reports],
    }
    context.report.emit(Artifact("studio_variants", f"variants:{task}", data))
    options = tuple(
        Option(str(number), _hook(piece), f"{len(piece.text):,} characters")
        for number, piece in enumerate(pieces)
    )
    asked = Choice(
        id=task,
        workflow="studio",
        step="choose_variant",
        title="Which one shall go on?",
        body="They rest on the same facts and differ in how they begin.",
        options=options,
    )
    return {"drafted": stored(asked)}


def _hook(piece: Piece) -> str:
    first = next(filter(None, piece.text.splitlines()), piece.title)
    return first if len(first) <= 120 else first[:119] + "…"


def choose_variant(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """Wait for the choice."""
    reply = ask(from_json(state["drafted"] or {}))
    if reply.cancelled:
        return {"drafted": None, "ended": "cancelled", "queue": []}
    chosen = (state.get("variants") or [])[int(reply.option)]
    return {"drafted": None, "piece": chosen, "variants": None, "why": "drafted"}


def after_choose_variant(state: AgentState) -> Literal["check_piece", "finish"]:
    return "finish" if state.get("ended") else "check_piece"


# The piece


def content_approval(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """Wait for the decision on the piece."""
    drafted = state["drafted"] or {}
    return {**_decided(ask(from_json(drafted))), "approved": drafted["digest"]}


def after_content_approval(
    state: AgentState,
) -> Literal["keep_piece", "apply_edit", "rewrite", "restore_version", "finish"]:
    if state.get("ended"):
        return "finish"
    match state.get("decision"):
        case "approve":
            return "keep_piece"
        case "edit":
            return "apply_edit"
        case "reject":
            return "rewrite"
        case _:
            return "restore_version"


def apply_edit(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """What was typed becomes the next version, and is checked like any other."""
    before = Piece.model_validate(state["piece"])
    given = {key: str(value or "") for key, value in (state.get("edited") or {}).items()}
    given = {key: value for key, value in given.items() if key in Piece.model_fields}
    piece = Piece.model_validate(
        {**before.model_dump(), **given, "origin": "user", "notes": ()},
    )
    if piece.kind == "strategy":
        piece = piece.model_copy(update={"slots": slots_of(piece.text, piece.language)})
    return {
        "piece": piece.model_dump(mode="json"),
        "before": state["piece"],
        "why": "edited",
        "edited": None,
    }


def restore_version(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """An earlier version comes back as the latest; none is lost."""
    context = runtime.context
    wanted = re.fullmatch(r"restore:(\d+)", state.get("decision") or "")
    versions = context.ports.pieces.versions(context.user, state.get("piece_id") or "")
    found = next((each for each in versions if wanted and each.number == int(wanted[1])), None)
    if found is None:
        raise NotFound("This version is not there any more.", hint="Reload the page.")
    return {
        "piece": found.content,
        "before": state["piece"],
        "why": "restored",
        "comment": f"Version {found.number}",
    }


def keep_piece(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Put the approved piece where it stays."""
    context = runtime.context
    piece = Piece.model_validate(state["piece"])
    piece_id = state.get("piece_id") or task_of(runtime)
    if state.get("decision") == "approve" and digest_of_piece(piece) != state.get("approved"):
        raise NotApproved("This is not the piece that was approved.", hint="Ask for it again.")
    context.ports.pieces.keep(
        context.user,
        KeptPiece(
            id=piece_id,
            kind=piece.kind,
            title=piece.title,
            content=piece.model_dump(mode="json"),
            research=state.get("research_results"),
            thread=context.thread,
            at=moment(),
        ),
    )
    data = {"piece_id": piece_id, "kind": piece.kind, "title": piece.title}
    context.report.emit(Artifact("studio_kept", f"kept:{piece_id}", data))
    return {
        "made": [*(state.get("made") or []), piece.kind],
        "last_piece": {"id": piece_id, "kind": piece.kind, "title": piece.title},
        "messages": [AIMessage(f"Kept: {KINDS.get(piece.kind, piece.kind)} “{piece.title}”.")],
        "picked": None,
    }


def next_or_finish(state: AgentState) -> Literal["prepare", "finish"]:
    return "prepare" if state.get("queue") and not state.get("ended") else "finish"


# The end

SAID = {
    "cancelled": "Nothing was kept. The versions so far stay in this conversation.",
    "blocked": "The guardrails stopped it, and nothing of it was kept.",
}


def finish(state: AgentState, runtime: Runtime[Context]) -> Plain:
    ended = state.get("ended") or ""
    done: Plain = {"picked": None, "queue": [], "drafted": None}
    if ended in SAID:
        return {**say(runtime.context, SAID[ended], status=ended), **done}
    return done
