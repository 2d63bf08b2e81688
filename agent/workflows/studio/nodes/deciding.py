"""Asks a person about the outline, a variant or the piece, and applies the answer."""

import json
from collections.abc import Iterator, Sequence
from typing import Literal

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from agent.engine.conversation import gettext_of, moment, say, spoken_in, task_of
from agent.errors import NotApproved
from agent.events import Artifact
from agent.language.catalogs import N_
from agent.language.text import shorten
from agent.ports import Context, KeptPiece
from agent.questions import Approval, Choice, Decision, Field, Option, ask, from_json, to_json
from agent.workflows.studio.artifacts import brief_of, noted, report_on
from agent.workflows.studio.content.contracts import Outline, Piece, Section
from agent.workflows.studio.content.written import settled
from agent.workflows.studio.forms import card
from agent.workflows.studio.nodes import checking
from agent.workflows.studio.nodes.checking import ASK_FOR_CHANGES, WHAT_TO_CHANGE
from agent.workflows.studio.state import AgentState, Plain

EDIT_OUTLINE = N_("Edit the outline")
LONGEST_HOOK = 120
AS_LINES = N_("One per line; after a colon what it says")


def decide(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """Wait for what the card is answered with."""
    asked = state["drafted"] or {}
    reply = ask(from_json(asked))
    decision = reply.decision or reply.option
    if reply.cancelled:
        return {"drafted": None, "ended": "cancelled", "queue": []}
    done: Plain = {"decision": decision, "approved": asked.get("digest")}
    if decision in ("approve", "edit"):
        return {**done, "drafted": None, "edited": reply.values or None}
    # The card is kept: it is asked again where a comment is refused.
    fix = checking.remark_of(decision, state.get("report"))
    return {**done, "comment": (reply.comment if decision == "reject" else fix) or None}


# The outline


def offer_outline(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Draft the card on the outline."""
    _, outline = gettext_of(state), Outline.model_validate(state["outline"])
    is_model, lines = runtime.context.llm.is_model, "\n".join(map(_line, outline.sections))
    labels: dict[Decision, str] = {"approve": _("Approve the outline"), "edit": _(EDIT_OUTLINE)}
    asked = Approval(
        **card("outline_approval", state, runtime),
        title=_("Use this outline?"),
        how=_("Open “{edit}” to rename, move or drop sections.").format(edit=_(EDIT_OUTLINE)),
        digest=checking.digest_of(json.dumps(state["outline"], sort_keys=True)),
        allowed=("approve", "edit", "reject") if is_model else ("approve", "edit"),
        edit_decides=True,
        labels={**labels, "reject": _(ASK_FOR_CHANGES)},
        comment=_(WHAT_TO_CHANGE),
        fields=(
            Field("title", _("Title"), default=outline.title),
            Field("sections", _("Sections"), "longtext", default=lines, help=_(AS_LINES)),
        ),
    )
    return {"drafted": to_json(asked), "comment": None, "edited": None, "decision": None}


def _line(section: Section) -> str:
    line = f"{section.heading}: {section.gist}" if section.gist else section.heading
    return " ".join(line.split())


OutlineWay = Literal["blog", "draft_outline", "edit_outline", "finish"]


def after_outline_approval(state: AgentState) -> OutlineWay:
    ways: dict[str, OutlineWay] = {"edit": "edit_outline", "approve": "blog"}
    return "finish" if state.get("ended") else ways.get(str(state["decision"]), "draft_outline")


def edit_outline(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Take over the lines as they were changed; what the user wrote needs no approval."""
    given = state.get("edited") or {}
    title, text = str(given.get("title") or ""), str(given.get("sections") or "")
    verdict = checking.judge_draft(f"{title}\n{text}", runtime.context, is_typed=True)
    if not verdict.passed:
        checking.tell_unchanged(gettext_of(state)(verdict.message), runtime)
        return {"edited": None}
    before = Outline.model_validate(state["outline"])
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip(" -•:")]
    sections = tuple(_edited(lines, before)) or before.sections
    title = title.strip() or before.title
    plain = Outline(title=title, sections=sections, origin="user").model_dump(mode="json")
    key = f"outline:{task_of(runtime)}"
    runtime.context.report.emit(Artifact("studio_outline", key, {**plain, "changes": []}))
    return {"outline": plain, "edited": None, "decision": "approve"}


def after_edit_outline(state: AgentState) -> Literal["blog", "offer_outline"]:
    return "blog" if state.get("decision") == "approve" else "offer_outline"


def _edited(lines: Sequence[str], before: Outline) -> Iterator[Section]:
    """A section keeps its claims with its heading, or under another heading in the same place."""
    whole = {_line(section): section for section in before.sections}
    known = {section.heading: section for section in before.sections}
    is_same = len(lines) == len(before.sections)
    for place, line in enumerate(lines):
        heading, _, gist = line.strip(" -•:").partition(": ")
        held = known.get(heading) or (before.sections[place] if is_same else None)
        claims = held.claims if held else ()
        yield whole.get(line) or Section(heading=heading, gist=gist, claims=claims)


# A variant


def offer_variants(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Draft the choice among the variants, each with what the rules found of it."""
    context, brief, _ = runtime.context, brief_of(state), gettext_of(state)
    variants = state.get("variants") or []
    pieces = [noted(Piece.model_validate(each), brief) for each in variants]
    variants = [piece.model_dump(mode="json") for piece in pieces]
    reports = [report_on(piece, brief, spoken_in(state)) for piece in pieces]
    data = {"pieces": variants, "reports": [each.model_dump(mode="json") for each in reports]}
    context.report.emit(Artifact("studio_variants", f"variants:{task_of(runtime)}", data))
    label = _("Variant {number}: {hook}")
    hooks = (shorten(piece.text.lstrip().split("\n")[0], LONGEST_HOOK) for piece in pieces)
    options = tuple(
        Option(str(n), label.format(number=n + 1, hook=hook)) for n, hook in enumerate(hooks)
    )
    asked = Choice(
        **card("choose_variant", state, runtime),
        title=_("Which version do you want?"),
        body=_("Same facts, different openings."),
        options=options,
    )
    return {"drafted": to_json(asked)}


# The piece


PieceWay = Literal["keep_piece", "apply_edit", "rewrite", "restore_version", "finish"]


def after_content_approval(state: AgentState) -> PieceWay:
    said, _, _ = (state.get("decision") or "").partition(":")
    ways: dict[str, PieceWay] = {"approve": "keep_piece", "edit": "apply_edit"}
    way = "restore_version" if said == "restore" else ways.get(said, "rewrite")
    return "finish" if state.get("ended") else way


def apply_edit(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """Make a typed text the next version, checked like any other."""
    before = Piece.model_validate(state["piece"])
    given = {key: str(value or "") for key, value in (state.get("edited") or {}).items()}
    piece = before.model_copy(update={**given, "origin": "user", "notes": ()})
    if piece.text != before.text:
        piece = piece.model_copy(update={"layout": None})
    return {
        "piece": settled(piece, before).model_dump(mode="json"),
        "before": state["piece"],
        "why": "edited",
        "edited": None,
    }


def restore_version(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """An earlier version comes back as the latest; none is lost."""
    context, _ = runtime.context, gettext_of(state)
    wanted = (state.get("decision") or "").removeprefix("restore:")
    versions = context.ports.pieces.versions(context.user, state.get("piece_id") or "")
    found = next(each for each in versions if str(each.number) == wanted)
    return {
        "piece": found.content,
        "before": state["piece"],
        "why": "restored",
        "comment": _("Version {number}").format(number=found.number),
    }


def keep_piece(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Put the approved piece where it stays. A report needs no approval: nothing was drafted."""
    context, _ = runtime.context, gettext_of(state)
    piece = Piece.model_validate(state["piece"])
    piece_id = state.get("piece_id") or task_of(runtime)
    is_approved = state.get("decision") == "approve"
    is_same = checking.digest_of_piece(piece) == state.get("approved")
    if piece.kind != "research" and not (is_approved and is_same):
        raise NotApproved("This is not the piece that was approved.", hint="Ask for it again.")
    kept = KeptPiece(
        id=piece_id,
        kind=piece.kind,
        title=piece.title,
        content=piece.model_dump(mode="json"),
        research=state.get("research_results"),
        thread=context.thread,
        at=moment(),
    )
    context.ports.pieces.keep(context.user, kept)
    said = _("Kept: “{title}”.").format(title=piece.title)
    data = {"piece_id": piece_id, "kind": piece.kind, "title": piece.title}
    context.report.emit(Artifact("studio_kept", f"kept:{piece_id}", data))
    return {"piece_id": piece_id, "messages": [AIMessage(said)], "picked": None}


def next_or_finish(state: AgentState) -> Literal["prepare", "finish"]:
    return "prepare" if state.get("queue") and not state.get("ended") else "finish"


def finish(state: AgentState, runtime: Runtime[Context]) -> Plain:
    _, ended = gettext_of(state), state.get("ended") or ""
    done: Plain = {"picked": None, "queue": [], "drafted": None}
    if ended in ("cancelled", "blocked"):
        said = _("Nothing more is kept. Versions so far stay in this conversation.")
        return {**say(runtime.context, said, status=ended), **done}
    return done
