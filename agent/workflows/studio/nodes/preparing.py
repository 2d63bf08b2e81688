"""What the writers are given, and who of them comes next."""

from typing import Literal

from langgraph.runtime import Runtime

from agent.conversation import spoken_in, task_of, today
from agent.errors import NotFound
from agent.ports import Context
from agent.questions import ask, from_json
from agent.questions import to_json as stored
from agent.text import Language, fold, language_of
from agent.workflows.studio import forms
from agent.workflows.studio.content.contracts import (
    RESEARCHED,
    Brief,
    Details,
    Picked,
    Piece,
    Research,
    RoutingDecision,
    with_remark,
)
from agent.workflows.studio.content.request import LONGEST_TOPIC, Heard, read_request
from agent.workflows.studio.nodes.routing import Understood, names_someone, understood_in
from agent.workflows.studio.state import AgentState, Plain

Writer = Literal["draft_outline", "linkedin", "instagram", "strategy", "image", "general"]
WRITERS: dict[str, Writer] = {
    "blog": "draft_outline",
    "linkedin": "linkedin",
    "instagram": "instagram",
    "strategy": "strategy",
    "image": "image",
    "general": "general",
}
Next = Literal["research", "rewrite"] | Writer


def prepare(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Take the next of the queue; what the piece before left behind is put away."""
    context = runtime.context
    first, *rest = state.get("queue") or []
    route = RoutingDecision.model_validate(first)
    fresh: Plain = {
        **dict.fromkeys(("outline", "variants", "piece", "report", "comment", "edited")),
        **dict.fromkeys(("decision", "piece_id", "repaired", "drafted", "aside")),
        "route_decision": route.model_dump(mode="json"),
        "content_type": str(route.content_type),
        "queue": rest,
    }
    picked = Picked.model_validate(state["picked"]) if state.get("picked") else None
    if picked and picked.act == "keep":
        return {**fresh, **_report(state)}
    if route.source == "history" and (last := _last(state, context)):
        return {**fresh, **last, "comment": state.get("user_input") or ""}
    brief = _brief(route, picked, state, context)
    research = _facts(brief, picked, state)
    if brief.kind == "general":
        aside = brief.model_copy(update={"research": research})
        return {**fresh, "aside": aside.model_dump(mode="json")}
    asked = _asked(brief, state, context)
    if not asked.is_empty:
        card = forms.form(asked, brief, task=task_of(runtime), language=spoken_in(state))
        fresh["drafted"] = stored(card)
    return {
        **fresh,
        "brief": brief.model_dump(mode="json", exclude={"research"}),
        "research_results": research and research.model_dump(mode="json"),
    }


def _asked(brief: Brief, state: AgentState, context: Context) -> forms.Asked:
    """A button and a model have said it all, but for the voice and what only the user may allow."""
    if state.get("picked"):
        return forms.Asked(brief=not brief.topic)
    said = understood_in(state)
    is_first = brief.kind != "research" and not context.ports.brands.is_known(context.user)
    return forms.Asked(
        brief=said is None or not brief.topic,
        voice=is_first and not state.get("voice"),
        queries=bool(
            said and said.requires_research and names_someone(said, said.queries or [said.topic])
        ),
    )


def _report(state: AgentState) -> Plain:
    piece = state.get("piece") or {}
    if piece.get("kind") != "research":
        raise NotFound("There is no report here to keep.", hint="Ask for research first.")
    return {"piece": piece, "piece_id": state.get("piece_id")}


def _brief(
    route: RoutingDecision, picked: Picked | None, state: AgentState, context: Context
) -> Brief:
    request = state.get("user_input") or ""
    said = understood_in(state)
    language: Language = said.language if said else language_of(request)
    before = Brief.model_validate(state["brief"]) if state.get("brief") else None
    kind = str(route.content_type)
    heard = Heard() if said or picked else read_request(request, kind, language, context)
    topic = said.topic.strip() if said else heard.topic
    other = said.other_language.strip() if said else ""
    remarks = tuple(said.own_facts) if said else ()
    now = _now(state, context)
    if picked and picked.act == "slot":
        topic, language = _slot(picked, state, context)
    elif before and (picked or not topic or route.source == "history"):
        topic, language, other = before.topic, before.language, before.other_language
        remarks = with_remark(before.remarks, before.request)
        # A form that came empty was cleared; not every client has one.
        if state.get("context") is None:
            now = _now(state, context, before=before.details)
    if said:
        now["details"] = with_wishes(now["details"], said)
    elif heard.wishes:
        now["details"] = now["details"].model_copy(update={"tone": heard.wishes[:LONGEST_TOPIC]})
    return Brief.model_validate(
        {
            **now,
            "queries": said.queries if said else (),
            "kind": kind,
            "request": request,
            "topic": topic,
            "notes": heard.notes or (before.notes if before and topic == before.topic else ()),
            "language": language,
            "other_language": other,
            "remarks": remarks,
        }
    )


def with_wishes(details: Details, said: Understood) -> Details:
    """What the message says outranks what the form held before."""
    wishes = {name: getattr(said, name) for name in ("audience", "tone", "words", "hashtags")}
    given = {name: wish for name, wish in wishes.items() if wish not in ("", None)}
    return details.model_copy(update=given)


def _now(state: AgentState, context: Context, *, before: Details | None = None) -> Plain:
    """`before` are the details of what goes on, where the form says nothing."""
    given = state.get("context")
    return {
        "details": Details.model_validate(given) if given else before or Details(),
        "brand": context.ports.brands.profile(context.user),
        "today": today().isoformat(),
    }


def _slot(picked: Picked, state: AgentState, context: Context) -> tuple[str, Language]:
    """Title and language of the entry of a calendar, of the version whose entry was pressed."""
    named = picked.piece or (state.get("last_piece") or {}).get("id", "")
    found = [
        (piece.slots[picked.slot].title, piece.language)
        for version in reversed(context.ports.pieces.versions(context.user, named))
        for piece in [Piece.model_validate(version.content)]
        if picked.slot is not None and 0 <= picked.slot < len(piece.slots)
    ]
    if not found:
        raise NotFound("This entry of the calendar is not there any more.", hint="Reload the page.")
    request = state.get("user_input") or ""
    return next((entry for entry in found if entry[0] in request), found[0])


def _last(state: AgentState, context: Context) -> Plain | None:
    """The piece that the conversation had last, as it stood then, with what it rests on."""
    last, basis = state.get("last_piece") or {}, state.get("basis")
    versions = context.ports.pieces.versions(context.user, last.get("id", ""))
    # A conversation that was copied does not see what became of the piece elsewhere.
    version = next((each for each in versions if each.number == last.get("number")), None)
    if version is None or basis is None:
        return None
    stood = Brief.model_validate(basis["brief"])
    now = _now(state, context, before=stood.details)
    brief = Brief.model_validate({**basis["brief"], **now})
    return {
        "piece": version.content,
        # In a copy of the conversation it becomes a piece of its own: what is kept of the
        # original stays as it was approved there.
        "piece_id": last["id"] if version.thread == context.thread else None,
        "content_type": last["kind"],
        "brief": brief.model_dump(mode="json", exclude={"research"}),
        "research_results": basis["research"],
    }


def _facts(brief: Brief, picked: Picked | None, state: AgentState) -> Research | None:
    """The claims of before, where they are about the same: so figures never drift."""
    is_again = picked is not None and picked.act == "again"
    if is_again or state.get("research_results") is None or state.get("brief") is None:
        return None
    research = Research.model_validate(state["research_results"])
    if not research.supported and not state.get("searched"):
        return None
    before = Brief.model_validate(state["brief"])
    is_same = fold(research.topic) == fold(brief.topic) and research.language == brief.language
    is_there = bool(picked) or brief.details.location == before.details.location
    return research if is_same and is_there and brief.notes == before.notes else None


def ask_topic(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """Wait for what the form asks; the first edition asked for the topic alone."""
    reply = ask(from_json(state["drafted"] or {}))
    if reply.cancelled:
        return {"drafted": None, "ended": "cancelled"}
    values = {"topic": reply.text} if reply.text else reply.values
    before = state.get("brief") or {}
    brief = forms.filled(before, values)
    is_same = all(brief.get(name) == before.get(name) for name in ("topic", "notes"))
    route = {**(state.get("route_decision") or {}), "content_type": brief["kind"]}
    return {
        "drafted": None,
        "brief": brief,
        **({} if is_same else {"research_results": None}),
        "route_decision": route,
        "content_type": brief["kind"],
        "voice": {name: value for name, value in values.items() if name.startswith("voice")},
    }


def after_guard_topic(state: AgentState) -> Literal["refuse"] | Next:
    return _onward(state) if (state.get("guardrails_result") or {}).get("passed") else "refuse"


def after_prepare(state: AgentState) -> Literal["ask_topic", "guard_topic", "keep_piece"] | Next:
    act = (state.get("picked") or {}).get("act")
    if state.get("drafted"):
        return "ask_topic"
    if act == "keep":
        return "keep_piece"
    return "guard_topic" if act == "slot" else _onward(state)


def _onward(state: AgentState) -> Next:
    if state.get("piece"):
        return "rewrite"
    route = state.get("route_decision") or {}
    is_built_in = route.get("source") not in ("model", "history")
    is_made_of_facts = is_built_in and route.get("content_type") in RESEARCHED
    is_asked = route.get("requires_research") or is_made_of_facts
    is_missing = is_asked and state.get("research_results") is None
    if route.get("content_type") == "research" or is_missing:
        return "research"
    return writer_of(state)


def after_research(state: AgentState) -> Writer | Literal["prepare", "finish"]:
    if (state.get("route_decision") or {}).get("content_type") == "research":
        return "prepare" if state.get("queue") else "finish"
    return writer_of(state)


def writer_of(state: AgentState) -> Writer:
    return WRITERS[str((state.get("route_decision") or {}).get("content_type"))]


def after_change(
    state: AgentState,
) -> Literal["illustrate", "check_piece", "content_approval", "finish"]:
    """What shows a picture may show another now; a refused comment leaves the card as it was."""
    if state.get("ended"):
        return "finish"
    if state.get("drafted"):
        return "content_approval"
    kind = (state.get("piece") or {}).get("kind")
    return "illustrate" if kind in ("image", "instagram") else "check_piece"
