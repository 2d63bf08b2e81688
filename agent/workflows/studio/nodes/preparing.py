"""What the writers are given, and who of them comes next."""

from collections.abc import Iterator
from typing import Literal, cast

from langgraph.runtime import Runtime

from agent.engine.conversation import spoken_in, task_of, today
from agent.errors import NotFound
from agent.language.text import Language, fold, language_of
from agent.ports import Context
from agent.questions import ask, from_json
from agent.questions import to_json as stored
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
from agent.workflows.studio.nodes.routing import Understood, names_someone, understood_in
from agent.workflows.studio.state import AgentState, Plain

Writer = Literal["draft_outline", "linkedin", "instagram", "strategy", "image", "general"]
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
        piece = state.get("piece") or {}
        if piece.get("kind") != "research":
            raise NotFound("There is no report here to keep.", hint="Ask for research first.")
        return {**fresh, "piece": piece, "piece_id": state.get("piece_id")}
    if route.source == "history" and (last := _last(state, context)):
        return {**fresh, **last, "comment": state.get("user_input") or ""}
    brief = _brief(route, picked, state, context)
    if brief.kind == "general":
        return {**fresh, "aside": brief.model_dump(mode="json")}
    research = _facts(brief, state)
    if parts := list(_parts(brief, state, context)):
        if "voice" in parts:
            fresh["voice"] = {"is_asked": True}
        card = forms.form(parts, brief, task=task_of(runtime), language=spoken_in(state))
        fresh["drafted"] = stored(card)
    return {
        **fresh,
        "brief": brief.model_dump(mode="json", exclude={"research"}),
        "research_results": research and research.model_dump(mode="json"),
    }


def _parts(brief: Brief, state: AgentState, context: Context) -> Iterator[forms.Part]:
    """A button and a model have said it all, but for the voice and what only the user may allow."""
    said = understood_in(state)
    if not brief.topic or (said is None and not state.get("picked")):
        yield "brief"
    if state.get("picked"):
        return
    if said and said.requires_research and names_someone(said, said.queries or [said.topic]):
        yield "queries"
    is_known = context.ports.brands.is_known(context.user)
    if brief.kind != "research" and not (is_known or state.get("voice")):
        yield "voice"


def _brief(
    route: RoutingDecision, picked: Picked | None, state: AgentState, context: Context
) -> Brief:
    request, said, details = state.get("user_input") or "", understood_in(state), _details(state)
    before = Brief.model_validate(state["brief"]) if state.get("brief") else None
    now: Plain = {"topic": "", "language": language_of(request)}
    if said:
        now = _asked(said, state)
    elif not picked:
        now["topic"], now["notes"] = forms.read_request(request, now["language"])
    if picked and picked.act == "slot":
        now["topic"], now["language"] = _slot(picked, state, context)
    elif before and (picked or not now["topic"] or route.source == "history"):
        held = ("topic", "language", "other_language")
        now |= {name: getattr(before, name) for name in held}
        details = _details(state, before.details)
    if before and now["topic"] == before.topic:
        said_before = (*before.remarks, *now.get("remarks", ()))
        now["remarks"] = with_remark(said_before, before.request)
        now["notes"] = now.get("notes") or before.notes
    return Brief.model_validate(
        {
            **now,
            "kind": str(route.content_type),
            "request": request,
            "details": _with_wishes(details, said) if said else details,
            "brand": context.ports.brands.profile(context.user),
            "today": today().isoformat(),
        }
    )


def _asked(said: Understood, state: AgentState) -> Plain:
    """What a model has understood; other variants of a post know the one that there is."""
    researched, last = state.get("research_results") or {}, state.get("piece") or {}
    is_again = said.is_same_topic and last.get("kind") == "linkedin" == said.content_type
    return {
        "topic": (said.is_same_topic and researched.get("topic")) or said.topic.strip(),
        "language": said.language,
        "other_language": said.other_language.strip(),
        "remarks": [*said.own_facts, *([f"Not again: {last['text']}"] if is_again else [])],
        "queries": said.queries,
    }


def _with_wishes(details: Details, said: Understood) -> Details:
    """What the message says outranks what the form held before."""
    names = ("audience", "tone", "words", "hashtags", "variants")
    wishes = {name: wish for name in names if (wish := getattr(said, name)) not in ("", None)}
    return details.model_copy(update={**wishes, "words_at_most": said.words_at_most})


def _details(state: AgentState, before: Details | None = None) -> Details:
    """Those of before where no form came; one that came empty was cleared."""
    given = state.get("context")
    if given is None and before:
        return before
    return Details.model_validate(given or {})


def _slot(picked: Picked, state: AgentState, context: Context) -> tuple[str, Language]:
    """Title and language of the entry of a calendar, as its latest version has it."""
    named = picked.piece or (state.get("last_piece") or {}).get("id", "")
    versions = context.ports.pieces.versions(context.user, named)
    plan = Piece.model_validate(versions[-1].content) if versions else None
    if plan is None or picked.slot is None or not 0 <= picked.slot < len(plan.slots):
        raise NotFound("This entry of the calendar is not there any more.", hint="Reload the page.")
    return plan.slots[picked.slot].title, plan.language


def _last(state: AgentState, context: Context) -> Plain | None:
    """The piece that the conversation had last, as it stood then, with what it rests on."""
    last, basis = state.get("last_piece") or {}, state.get("basis")
    versions = context.ports.pieces.versions(context.user, last.get("id", ""))
    # A conversation that was copied does not see what became of the piece elsewhere.
    version = next((each for each in versions if each.number == last.get("number")), None)
    if version is None or basis is None:
        return None
    details = _details(state, Details.model_validate(basis["brief"]["details"]))
    return {
        "piece": version.content,
        # In a copy of the conversation it becomes a piece of its own: what is kept of the
        # original stays as it was approved there.
        "piece_id": last["id"] if version.thread == context.thread else None,
        "content_type": last["kind"],
        "brief": {
            **basis["brief"],
            "details": details.model_dump(mode="json"),
            "brand": context.ports.brands.profile(context.user).model_dump(mode="json"),
            "today": today().isoformat(),
        },
        "research_results": basis["research"],
    }


def _facts(brief: Brief, state: AgentState) -> Research | None:
    """The claims of before, where they are about the same: so figures never drift."""
    if state.get("research_results") is None:
        return None
    research = Research.model_validate(state["research_results"])
    if not research.supported and not state.get("searched"):
        return None
    is_read = research.language == brief.language or understood_in(state) is not None
    return research if is_read and fold(research.topic) == fold(brief.topic) else None


def ask_topic(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """Wait for what the form asks; the first edition asked for the topic alone."""
    reply = ask(from_json(state["drafted"] or {}))
    if reply.cancelled:
        return {"drafted": None, "ended": "cancelled"}
    values = {"topic": reply.text} if reply.text else reply.values
    before = state.get("brief") or {}
    brief = forms.filled(before, values)
    is_same = brief.get("topic") == before.get("topic")
    route = {**(state.get("route_decision") or {}), "content_type": brief["kind"]}
    voice = {name: value for name, value in values.items() if name.startswith("voice")}
    return {
        "drafted": None,
        "brief": brief,
        **({} if is_same else {"research_results": None}),
        **({"voice": voice} if voice else {}),
        "route_decision": route,
        "content_type": brief["kind"],
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
    kind, is_built_in = route.get("content_type"), route.get("source") not in ("model", "history")
    is_asked = route.get("requires_research") or (is_built_in and kind in RESEARCHED)
    if kind == "research" or (is_asked and state.get("research_results") is None):
        return "research"
    return _writer(str(kind))


def _writer(kind: str) -> Writer:
    return "draft_outline" if kind == "blog" else cast("Writer", kind)


def after_research(state: AgentState) -> Writer | Literal["prepare", "finish"]:
    kind = (state.get("route_decision") or {}).get("content_type")
    if kind != "research":
        return _writer(str(kind))
    return "prepare" if state.get("queue") else "finish"


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
