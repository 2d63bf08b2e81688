"""What a message wants, and what is asked where it does not say it. Only `clarify` asks."""

from langgraph.graph import END
from langgraph.runtime import Runtime

from agent.checks import cfn
from agent.engine.conversation import conversation_of, spoken_in, task_of, words_of
from agent.events import Artifact
from agent.intents.asking import choice
from agent.language.catalogs import N_
from agent.ports import Context
from agent.questions import Choice, Question, ask, from_json, to_json
from agent.workflows.infra import forms
from agent.workflows.infra.forms import named_stack
from agent.workflows.infra.patterns.prefill import kinds_in, others_in
from agent.workflows.infra.state import REQUEST, PipelineState, Plain, environment_of
from agent.workflows.infra.steps import INTENT, IntentFor

TURNS = 6
"""Of the conversation, which the model sees."""


def orchestrator(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    """What is wanted: a change, a look at what is there, or a talk."""
    context = runtime.context
    text = words_of(state)
    wish, why = _understand(state, context, text)
    intent = INTENTS[wish] if wish else "unclear"
    context.report.emit(Artifact("route", "route", {"route": wish or "unclear", "why": why}))
    update: Plain = {
        "request_id": f"{REQUEST}{task_of(runtime)[:8]}",
        "environment": environment_of(state),
        "dry_run": bool(state.get("dry_run")),
        "request": text,
        "intent": intent,
        "wish": wish,
        "retry_count": 0,
        "max_retries": context.ports.change_rules.max_retries,
        "current_agent": "planning" if intent == "change" else intent,
    }
    if wish is None:
        guess = context.ports.intents.guess("infra", text)
        where = {"task": task_of(runtime), "workflow": "infra", "step": "clarify"}
        update["drafted"] = to_json(choice(guess, WISHES, **where, language=spoken_in(state)))
    return update


WISHES = {
    "create": (N_("Build something new"), N_("A plan comes first; you approve every change.")),
    "change": (N_("Change what is there"), N_("A plan comes first; you approve every change.")),
    "delete": (N_("Delete something"), N_("You see what goes before you approve it.")),
    "ask": (N_("Look something up"), N_("Reads what is deployed and changes nothing.")),
    "investigate": (N_("Find out what went wrong"), N_("Events, failures and drift of a stack.")),
    "audit": (N_("Review what is deployed"), N_("Findings, open doors and cost.")),
    "chat": (N_("Talk about it"), ""),
}
QUESTIONS = ("ask", "investigate", "audit")
BUILDS = ("create", "change")
INTENTS = {
    **dict.fromkeys((*BUILDS, "delete"), "change"),
    **dict.fromkeys(QUESTIONS, "query"),
    "chat": "conversation",
}


def _understand(state: PipelineState, context: Context, text: str) -> tuple[str | None, str]:
    """What the message wants, None where that cannot be told, and who says so."""
    if (wish := state.get("wish")) in INTENTS:
        return str(wish), "your choice"
    if context.llm.is_model:
        earlier, last = conversation_of(state)[-TURNS:], state.get("stack") or ""
        asked = IntentFor(text=text, conversation=earlier, last=last)
        found = context.llm.run(INTENT, asked).intent
        return (found if found in INTENTS else None), "the model judged so"
    if cfn.find(text):
        return "create", "it holds a template"
    guess = context.ports.intents.guess("infra", text)
    if guess.is_sure or _is_safe(guess.ranked[0], state, context, text):
        return guess.ranked[0], "it reads like it"
    return None, "it is not clear"


def _is_safe(wish: str, state: PipelineState, context: Context, text: str) -> bool:
    """Whether a likely wish can be followed: it only looks, or a card about it comes first."""
    if wish in QUESTIONS and text.rstrip().endswith(("?", "？")):
        return True
    if wish in BUILDS and (kinds_in(text) or others_in(text)):
        return True
    environment = environment_of(state)
    names = [stack.name for stack in context.ports.cloud.stacks(environment)]
    return bool(named_stack(text, names, context.ports.cloud.identity(environment)))


def clarify(state: PipelineState, _runtime: Runtime[Context]) -> Plain:
    """Wait for what the message did not say: what is wanted, the stack, the settings."""
    question = from_json(state["drafted"] or {})
    reply = ask(question)
    if reply.cancelled or reply.expired:
        return {"ended": "cancelled", "drafted": None}
    match question.context.get("asks"):
        case "kind":
            return {"kinds": [*(state.get("kinds") or []), reply.option], "drafted": None}
        case "settings":
            sent = reply.option != forms.MORE
            kinds = question.context["kinds"]
            kept: Plain = {"settings": reply.values, "settings_sent": sent, "drafted": None}
            return kept if sent else {**kept, "kinds": [*kinds, ""]}
    if state.get("intent") == "unclear":
        # A card of an older release offered what is now called an intent.
        is_old = isinstance(question, Choice) and any(o.id == "query" for o in question.options)
        intent = reply.option if is_old else INTENTS[reply.option]
        wish = None if is_old else reply.option
        return {"intent": intent, "wish": wish, "current_agent": intent, "drafted": None}
    chosen = reply.option if reply.option != forms.NEW else ""
    return {"chosen_stack": chosen, "wish": _wish(state, question), "drafted": None}


def _wish(state: PipelineState, question: Question) -> str:
    """Of a thread of an older release, the card tells: a deletion offered no new stack."""
    options = question.options if isinstance(question, Choice) else ()
    offers_new = any(option.id == forms.NEW for option in options)
    return state.get("wish") or ("change" if offers_new else "delete")


def after_reading(state: PipelineState) -> str:
    """Where a message goes that was understood, or has been asked about."""
    if state.get("ended"):
        return END
    intent = str(state.get("intent"))
    return {"change": "planning", "unclear": "clarify"}.get(intent, intent)
