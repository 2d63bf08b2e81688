"""Makes the writers' brief, and chooses the next writer."""

from collections.abc import Iterator, Sequence
from typing import Literal, cast

from langgraph.runtime import Runtime

from agent.engine.conversation import conversation_of, today
from agent.errors import NotFound
from agent.language.text import fold, language_of
from agent.ports import Context, Version
from agent.questions import ask, from_json, to_json
from agent.workflows.studio import forms
from agent.workflows.studio.content.contracts import (
    MOST_REMARKS,
    RESEARCHED,
    Brief,
    Details,
    Picked,
    Research,
    RoutingDecision,
    Sizes,
)
from agent.workflows.studio.nodes.routing import Wanted, names_someone, plan_in, understood_in
from agent.workflows.studio.state import AgentState, Plain

Writer = Literal["draft_outline", "linkedin", "instagram", "strategy", "image", "general"]
Next = Literal["research", "rewrite"] | Writer
READERS = ("audience", "tone")


def prepare(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Take the next of the queue; drop what the previous piece left in the state."""
    context = runtime.context
    first, *rest = state.get("queue") or []
    route = RoutingDecision.model_validate(first)
    fresh: Plain = {
        **dict.fromkeys(("outline", "variants", "piece", "report", "comment", "edited")),
        **dict.fromkeys(("decision", "piece_id", "drafted", "aside")),
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
        card = forms.card("ask_topic", state, runtime)
        is_read = not (picked or understood_in(state))
        unused = forms.read_request(brief.request, brief.kind).unused if is_read else ()
        fresh["drafted"] = to_json(forms.form(parts, brief, card, unused))
    return {
        **fresh,
        "brief": brief.model_dump(mode="json", exclude={"research"}),
        "research_results": research and research.model_dump(mode="json"),
    }


def _parts(brief: Brief, state: AgentState, context: Context) -> Iterator[forms.Part]:
    """Not what a button, a model or the message has said; quotes have no voice to ask for."""
    said, picked = understood_in(state), state.get("picked")
    if not brief.topic or not (said or picked or forms.says_all(brief.request)):
        yield "brief"
    if picked or not context.llm.is_model:
        return
    if said and said.requires_research and names_someone(state, said.queries or [said.topic]):
        yield "queries"
    is_known = context.ports.brands.is_known(context.user)
    if brief.kind != "research" and not (is_known or state.get("voice")):
        yield "voice"


def _brief(
    route: RoutingDecision, picked: Picked | None, state: AgentState, context: Context
) -> Brief:
    request, said, details = state.get("user_input") or "", understood_in(state), _details(state)
    before = Brief.model_validate(state["brief"]) if state.get("brief") else None
    wanted = said.wanted(route.content_type) if said else None
    now: Plain = {"topic": "", "language": language_of(request)}
    if said:
        now = said.model_dump(include={"topic", "language", "other_language", "queries"})
        now["remarks"] = said.own_facts
    elif not picked:
        read = forms.read_request(request, route.content_type)
        now |= {"topic": read.topic, "notes": read.notes if read.topic or not before else ()}
    now |= (taken := _taken_up(picked, wanted, state, context))
    # What a piece is turned into is about the same.
    goes_on = bool(said or picked) or route.content_type != "research"
    if before and (route.source == "history" or (goes_on and not now["topic"])):
        now |= before.model_dump(include={"topic", "language", "other_language"})
        details = _details(state, before.details)
    if before and (taken or now["topic"] == before.topic or (said and said.is_same_topic)):
        now["remarks"] = (*now.get("remarks", ()), *before.said)[-MOST_REMARKS:]
        now["notes"] = now.get("notes") or before.notes
        # Other variants of a piece are as long as it was asked to be.
        is_other = taken and before.kind == route.content_type and not details.words
        names = (*READERS, *Sizes.model_fields, "variants") if is_other else READERS
        kept = _wishes(before.details, names)
        details = details.model_copy(update=kept | _wishes(details, READERS))
    if said and wanted:
        update = _wishes(said, READERS) | _wishes(wanted, ("variants",)) | wanted.sizes
        details = details.model_copy(update=update)
    return Brief.model_validate(
        {
            **now,
            "kind": str(route.content_type),
            "request": request,
            "details": details,
            "brand": context.ports.brands.profile(context.user),
            "today": today().isoformat(),
        }
    )


def _wishes(said: Details | Wanted, names: Sequence[str]) -> Plain:
    """The wishes that were given: they outrank earlier ones."""
    return {name: wish for name in names if (wish := getattr(said, name)) not in ("", None)}


def _details(state: AgentState, before: Details | None = None) -> Details:
    """The form's details, or earlier ones where no form came; an empty form clears them."""
    given = state.get("context")
    if given is None and before:
        return before
    return Details.model_validate(given or {})


def _taken_up(
    picked: Picked | None, wanted: Wanted | None, state: AgentState, context: Context
) -> Plain:
    """The part of a brief from the entry, piece or conversation that the request takes up."""
    slot = picked.slot if picked else None
    number = wanted.entry if wanted else None if slot is None else slot + 1
    if number and (plan := plan_in(state, context)) and 0 < number <= len(plan.slots):
        entry = plan.slots[number - 1]
        spoken = {"language": plan.language} if picked else {}
        topic = entry.title if context.llm.is_model else entry.subject
        return {"topic": topic, "made_from": f"{entry.line}\n\n{plan.text}", **spoken}
    if number and picked:
        raise NotFound("This entry of the calendar is not there any more.", hint="Reload the page.")
    if wanted and wanted.made_from == "conversation":
        return {"made_from": "\n".join(conversation_of(state))}
    last, held = (state.get("basis") or {}).get("brief", {}), state.get("brief") or {}
    is_of_last = picked and last.get("topic") == held.get("topic")
    if (wanted.made_from == "last_piece" if wanted else is_of_last) and (
        version := _last_version(state, context)
    ):
        return {"made_from": "{title}\n\n{text}".format_map(version.content)}
    return {}


def _last_version(state: AgentState, context: Context) -> Version | None:
    """The version that this conversation had last, whatever a copy made of the piece since."""
    last = state.get("last_piece") or {}
    versions = context.ports.pieces.versions(context.user, last.get("id", ""))
    return next((each for each in versions if each.number == last.get("number")), None)


def _last(state: AgentState, context: Context) -> Plain | None:
    """The conversation's last piece in its version of then, with what it rests on."""
    version, basis, said = _last_version(state, context), state.get("basis"), understood_in(state)
    if version is None or basis is None:
        return None
    details = _details(state, Details.model_validate(basis["brief"]["details"]))
    brief = {
        **basis["brief"],
        "details": details.model_dump(mode="json"),
        "brand": context.ports.brands.profile(context.user).model_dump(mode="json"),
        "today": today().isoformat(),
    }
    if said and said.made_from == "conversation":
        brief |= _taken_up(None, said, state, context)
    return {
        "piece": version.content,
        # In a copy of the conversation it becomes a piece of its own: what is kept of the
        # original stays as it was approved there.
        "piece_id": version.piece if version.thread == context.thread else None,
        "content_type": version.content["kind"],
        "brief": brief,
        "research_results": basis["research"],
    }


def _facts(brief: Brief, state: AgentState) -> Research | None:
    """The claims of before, where they are about the same: so figures never drift."""
    if state.get("research_results") is None:
        return None
    research = Research.model_validate(state["research_results"])
    said, is_same = understood_in(state), fold(research.topic) == fold(brief.topic)
    if said:
        return research if is_same or said.is_same_topic else None
    is_known = is_same and (research.supported or state.get("searched"))
    return research if is_known and research.language == brief.language else None


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
    kind, is_understood = route.get("content_type"), state.get("understood")
    is_asked = route.get("requires_research") if is_understood else kind in RESEARCHED
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
    """Choose the way on: another picture, or the same card when the comment was refused."""
    if state.get("ended"):
        return "finish"
    if state.get("drafted"):
        return "content_approval"
    kind = (state.get("piece") or {}).get("kind")
    return "illustrate" if kind in ("image", "instagram") else "check_piece"
