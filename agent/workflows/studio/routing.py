"""Which content a request asks for: by rules, else by a model, else by asking."""

from collections.abc import Sequence
from typing import Any, Literal

from langgraph.runtime import Runtime
from pydantic import ValidationError

from agent.content_routing import (
    ASK_BELOW,
    ContentType,
    Routing,
    RoutingDecision,
    decision,
)
from agent.content_routing import route as routed
from agent.conversation import conversation_of, task_of, today
from agent.errors import AgentError
from agent.events import Artifact
from agent.ports import Context
from agent.questions import Choice, Option, ask, from_json
from agent.questions import to_json as stored
from agent.workflows.studio.contracts import Picked
from agent.workflows.studio.state import AgentState, Plain
from agent.workflows.studio.understanding import ROUTE, RequestFor, Understood, decisions

LABELS: dict[ContentType, tuple[str, str]] = {
    ContentType.BLOG: ("A blog post", "Researched, with an outline that you approve first."),
    ContentType.LINKEDIN: ("A LinkedIn post", "Three variants to choose from."),
    ContentType.INSTAGRAM: ("An Instagram post", "Caption, hashtags and a square picture."),
    ContentType.IMAGE: ("An image", "With a text for those who do not see it."),
    ContentType.STRATEGY: ("A content strategy", "Pillars, channels and a calendar."),
    ContentType.RESEARCH: ("Research", "Sources, and what each of them says."),
    ContentType.GENERAL: ("Just an answer", "In words, here in the conversation."),
}


def route(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """What to make, in order; with close kinds, what to ask."""
    context, text = runtime.context, state.get("user_input") or ""
    if state.get("picked"):
        return {**_queued(_by_button(state), context), "understood": None}
    found, plain = _routing(text, state, context)
    if not found.choices:
        return {**_queued(list(found.queue), context), "understood": plain}
    _show(found.queue, context, asks=True)
    asked = stored(_which(found, task=task_of(runtime)))
    return {"drafted": asked, "queue": None, "understood": plain}


def _routing(text: str, state: AgentState, context: Context) -> tuple[Routing, Plain | None]:
    """A model's understanding comes with more than the kind: topic, audience, length."""
    if not context.llm.is_model:
        return _by_rules(text, state), None
    said = _understood(text, state, context)
    return Routing(queue=decisions(said), choices=_close(said)), said.model_dump(mode="json")


def _understood(text: str, state: AgentState, context: Context) -> Understood:
    last = state.get("last_piece") or {}
    value = RequestFor(
        text=text,
        conversation=conversation_of(state),
        last_piece=f"{last.get('kind')}: {last.get('title')}" if last else "",
        today=today().isoformat(),
    )
    return context.llm.run(ROUTE, value)


def _by_rules(text: str, state: AgentState) -> Routing:
    last = [(state.get("last_piece") or {}).get("kind")]
    made = [ContentType(kind) for kind in [*(state.get("made") or []), *last] if kind]
    return routed(text, history=made)


def _close(said: Understood) -> tuple[ContentType, ...]:
    """The kinds to ask among: none where the model is sure, or sees nothing but talk."""
    if said.runner_up is None:
        is_clear = said.confidence >= ASK_BELOW or said.content_type is ContentType.GENERAL
        return () if is_clear else (said.content_type,)
    return (said.content_type, said.runner_up)


def _by_button(state: AgentState) -> list[RoutingDecision]:
    try:
        picked = Picked.model_validate(state["picked"])
        kind = ContentType(picked.kind or "research")
    except (ValidationError, ValueError) as error:
        raise AgentError(
            "That button asked for something unknown.", hint="Reload the page, then try again."
        ) from error
    text = state.get("user_input") or ""
    return [
        decision(kind, text, confidence=1, reasoning="A button asked for it.", source="user"),
    ]


def _queued(queue: Sequence[RoutingDecision], context: Context) -> Plain:
    _show(queue, context)
    return {"queue": [_plain(each) for each in queue], "drafted": None}


def _plain(each: RoutingDecision) -> Plain:
    return each.model_dump(mode="json")


def _show(queue: Sequence[RoutingDecision], context: Context, *, asks: bool = False) -> None:
    first = queue[0]
    data: dict[str, Any] = {
        "route": "ask" if asks else str(first.content_type),
        "why": first.reasoning.rstrip("."),
        "confidence": round(first.confidence, 2),
        "source": first.source,
        "queue": [str(each.content_type) for each in queue],
        "requires_research": first.requires_research,
    }
    context.report.emit(Artifact("route", "route", data))


def _which(found: Routing, *, task: str) -> Choice:
    rest = [kind for kind in LABELS if kind not in found.choices]
    return Choice(
        id=task,
        workflow="studio",
        step="clarify",
        title="What shall it be?",
        body=f"It is not clear: {found.queue[0].reasoning}",
        options=tuple(Option(str(kind), *LABELS[kind]) for kind in [*found.choices, *rest][:5]),
    )


def after_route(state: AgentState) -> Literal["clarify", "prepare"]:
    return "clarify" if state.get("drafted") else "prepare"


def clarify(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """Wait for the kind."""
    reply = ask(from_json(state["drafted"] or {}))
    if reply.cancelled:
        return {"drafted": None, "ended": "cancelled"}
    return {"drafted": None, "decision": reply.option}


def after_clarify(state: AgentState) -> Literal["settle_route", "finish"]:
    return "finish" if state.get("ended") else "settle_route"


def settle_route(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """What the user has said is certain."""
    kind = ContentType(state.get("decision") or ContentType.GENERAL)
    text = state.get("user_input") or ""
    said = decision(kind, text, confidence=1, reasoning="You said so.", source="user")
    return {**_queued([said], runtime.context), "decision": None}
