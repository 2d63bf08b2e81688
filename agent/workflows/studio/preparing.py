"""What the writers are given, and who of them comes next."""

from datetime import UTC, datetime
from typing import Literal

from langgraph.runtime import Runtime

from agent.content_routing import RoutingDecision
from agent.errors import NotFound
from agent.ports import Context
from agent.questions import FreeText, ask, from_json
from agent.questions import to_json as stored
from agent.text import language_of
from agent.workflows.studio.contracts import Brief, Details, Picked, Piece, Research
from agent.workflows.studio.state import AgentState, Plain
from agent.workflows.studio.topics import topic_of
from agent.workflows.studio.words import task_of

Writer = Literal["draft_outline", "linkedin", "instagram", "strategy", "image", "general"]
WRITERS: dict[str, Writer] = {
    "blog": "draft_outline",
    "linkedin": "linkedin",
    "instagram": "instagram",
    "strategy": "strategy",
    "image": "image",
    "general": "general",
}
Next = Literal["ask_topic", "research", "rewrite", "keep_piece"] | Writer
FACTUAL = ("blog", "linkedin", "instagram", "strategy")
"""Kinds that the built-in writer makes of facts and of nothing else."""


def prepare(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Take the next of the queue; what the piece before left behind is put away."""
    context = runtime.context
    first, *rest = state.get("queue") or []
    route = RoutingDecision.model_validate(first)
    request = state.get("user_input") or ""
    fresh: Plain = {
        **dict.fromkeys(("outline", "variants", "piece", "report", "comment", "edited")),
        **dict.fromkeys(("decision", "piece_id", "repaired", "drafted")),
        "route_decision": route.model_dump(mode="json"),
        "content_type": str(route.content_type),
        "queue": rest,
    }
    if route.source == "history" and (last := _last(state, context)):
        fresh |= {**last, "comment": request}
    picked = Picked.model_validate(state["picked"]) if state.get("picked") else None
    if picked and picked.act == "keep":
        fresh |= {"piece": state.get("piece"), "piece_id": state.get("piece_id")}
    brief = _brief(str(route.content_type), request, picked, state, context)
    if not brief.topic and route.content_type != "general":
        fresh["drafted"] = stored(_what_about(task_of(runtime)))
    return {
        **fresh,
        "brief": brief.model_dump(mode="json", exclude={"research"}),
        "research_results": _facts(brief, state),
    }


def _brief(
    kind: str, request: str, picked: Picked | None, state: AgentState, context: Context
) -> Brief:
    language = language_of(request)
    before = Brief.model_validate(state["brief"]) if state.get("brief") else None
    topic = topic_of(request, language)
    if picked and picked.act == "slot":
        topic = _slot_title(picked, context)
    elif before and (picked or not topic):
        topic, language = before.topic, before.language
    return Brief.model_validate(
        {
            "kind": kind,
            "request": request,
            "topic": topic,
            "language": language,
            "details": Details.model_validate(state.get("context") or {}),
            "brand": context.ports.brands.profile(context.user),
            "today": datetime.now(UTC).date().isoformat(),
        }
    )


def _slot_title(picked: Picked, context: Context) -> str:
    kept = context.ports.pieces.versions(context.user, picked.piece)
    slots = Piece.model_validate(kept[-1].content).slots if kept else ()
    if picked.slot is None or not 0 <= picked.slot < len(slots):
        raise NotFound("This entry of the calendar is not there any more.", hint="Reload the page.")
    return slots[picked.slot].title


def _last(state: AgentState, context: Context) -> Plain | None:
    """The piece that the conversation had last, as it stands in its latest version."""
    last = state.get("last_piece") or {}
    versions = context.ports.pieces.versions(context.user, last.get("id", ""))
    if not versions:
        return None
    return {"piece": versions[-1].content, "piece_id": last["id"]}


def _facts(brief: Brief, state: AgentState) -> Plain | None:
    """The claims of before, where they are about the same: so figures never drift."""
    before = state.get("research_results")
    if before is None:
        return None
    return before if Research.model_validate(before).topic == brief.topic else None


def _what_about(task: str) -> FreeText:
    return FreeText(
        id=task,
        workflow="studio",
        step="ask_topic",
        title="What should it be about?",
        body="A few words are enough; more makes a better piece.",
        placeholder="Such as: home staging for first-time sellers",
    )


def ask_topic(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """Wait for the topic."""
    reply = ask(from_json(state["drafted"] or {}))
    if reply.cancelled:
        return {"drafted": None, "ended": "cancelled"}
    language = language_of(reply.text)
    topic = topic_of(reply.text, language) or reply.text
    brief = {**(state.get("brief") or {}), "topic": topic, "language": language}
    return {"drafted": None, "brief": brief}


def after_ask_topic(state: AgentState) -> Literal["guard_topic", "finish"]:
    return "finish" if state.get("ended") else "guard_topic"


def after_guard_topic(state: AgentState) -> Literal["refuse"] | Next:
    return (
        after_prepare(state) if (state.get("guardrails_result") or {}).get("passed") else "refuse"
    )


def after_prepare(state: AgentState) -> Next:
    picked = state.get("picked") or {}
    if state.get("drafted"):
        return "ask_topic"
    if picked.get("act") == "keep":
        return "keep_piece"
    if state.get("piece"):
        return "rewrite"
    return "research" if _needs_facts(state) else writer_of(state)


def _needs_facts(state: AgentState) -> bool:
    route = state.get("route_decision") or {}
    if route.get("content_type") == "research":
        return True
    is_asked = route.get("requires_research") or route.get("content_type") in FACTUAL
    return bool(is_asked) and state.get("research_results") is None


def after_research(state: AgentState) -> Writer | Literal["prepare", "finish"]:
    if (state.get("route_decision") or {}).get("content_type") == "research":
        return "prepare" if state.get("queue") else "finish"
    return writer_of(state)


def writer_of(state: AgentState) -> Writer:
    return WRITERS[str((state.get("route_decision") or {}).get("content_type"))]


def after_draft_outline(state: AgentState) -> Literal["offer_outline", "finish"]:
    return "finish" if state.get("ended") else "offer_outline"


def after_linkedin(state: AgentState) -> Literal["offer_variants", "finish"]:
    return "finish" if state.get("ended") else "offer_variants"


def after_instagram(state: AgentState) -> Literal["illustrate", "finish"]:
    return "finish" if state.get("ended") else "illustrate"


def after_writer(state: AgentState) -> Literal["check_piece", "finish"]:
    return "finish" if state.get("ended") else "check_piece"


def after_change(state: AgentState) -> Literal["illustrate", "check_piece", "finish"]:
    """What shows a picture may show another now."""
    if state.get("ended"):
        return "finish"
    kind = (state.get("piece") or {}).get("kind")
    return "illustrate" if kind in ("image", "instagram") else "check_piece"
