"""What a message wants, and what is asked where it does not say it. Only `clarify` asks."""

from contextlib import suppress

from langgraph.graph import END
from langgraph.runtime import Runtime

from agent.checks import cfn
from agent.engine.conversation import conversation_of, spoken_in, task_of, words_of
from agent.errors import CloudError
from agent.events import Artifact
from agent.intents.asking import choice
from agent.language.catalogs import N_
from agent.ports import Context
from agent.questions import ask, from_json, to_json
from agent.workflows.infra import forms
from agent.workflows.infra.state import PipelineState, Plain, environment_of
from agent.workflows.infra.steps import INTENT, WISHES, IntentFor

TURNS = 6
"""Of the conversation, which the model sees."""


def orchestrator(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    """What is wanted: a change, a look at what is there, or a talk."""
    context = runtime.context
    text = words_of(state)
    wish, update, why = _understand(state, context, text)
    intent = INTENTS[wish] if wish else "unclear"
    context.report.emit(Artifact("route", "route", {"route": wish or "unclear", "why": why}))
    update |= {
        "request_id": f"req-{task_of(runtime)[:8]}",
        "environment": environment_of(state),
        "dry_run": bool(update.get("dry_run", state.get("dry_run"))),
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


INTENTS = {
    **dict.fromkeys(("create", "change", "delete"), "change"),
    **dict.fromkeys(("ask", "investigate", "audit"), "query"),
    "chat": "conversation",
}


def _understand(state: PipelineState, context: Context, text: str) -> tuple[str | None, Plain, str]:
    """What the message wants, None where it cannot be told; what else it says; and who says so."""
    if (given := state.get("wish")) in INTENTS:
        return given, {}, N_("your choice")
    if context.llm.is_model:
        stacks: list[str] = []
        # A talk goes on where the engine does not answer.
        with suppress(CloudError):
            stacks = [stack.name for stack in context.ports.cloud.stacks(environment_of(state))]
        earlier, last = conversation_of(state)[-TURNS:], state.get("stack")
        known = last if last in stacks else ""
        asked = IntentFor(text=text, conversation=earlier, last=known, stacks=stacks)
        found = context.llm.run(INTENT, asked)
        about = [name for name in found.stacks if name in stacks]
        told: Plain = {"about": about, "dry_run": state.get("dry_run") or found.is_dry_run}
        if found.intent == "delete" and found.is_whole and len(about) == 1:
            told["chosen_stack"] = about[0]
        return found.intent if found.intent in INTENTS else None, told, N_("the model judged so")
    if cfn.find(text):
        return "create", {}, N_("it holds a template")
    guess = context.ports.intents.guess("infra", text)
    wish = guess.ranked[0] if guess.is_sure else None
    return wish, {}, N_("messages like this one ask for it") if wish else N_("it is not clear")


def clarify(state: PipelineState, _runtime: Runtime[Context]) -> Plain:
    """Wait for what the message did not say: what is wanted, the stack, the settings."""
    question = from_json(state["drafted"] or {})
    reply = ask(question)
    if reply.cancelled or reply.expired:
        return {"ended": "cancelled", "drafted": None}
    offered = [*getattr(question, "options", ()), *getattr(question, "others", ())]
    options = [option.id for option in offered]
    update: Plain = {"drafted": None}
    match question.context.get("asks"):
        case "kind":
            kinds = [kind for kind in state.get("kinds") or [] if kind and kind != reply.option]
            return {**update, "kinds": [*kinds, reply.option]}
        case "settings":
            more = [*question.context["kinds"], ""] if reply.option == forms.MORE else None
            # A comment that these settings answer is not asked about again.
            update |= {"settings": reply.values, "settings_sent": not more, "comment": None}
            return {**update, "kinds": more} if more else update
        case "removal":
            stack, _, named = str(reply.option).partition("/")
            kind, _, resource = named.partition("/")
            update |= {"chosen_stack": stack, "wish": "change" if kind else "delete"}
            one: Plain = {"kinds": [kind], "settings": {f"{kind}.{forms.REMOVE}": resource}}
            return {**update, **one, "settings_sent": True} if kind else update
        case None if state.get("intent") == "unclear":
            # A card of an older release offered what is now called an intent.
            is_old = "query" in options
            intent = str(reply.option) if is_old else INTENTS[str(reply.option)]
            wish = None if is_old else reply.option
            return {**update, "intent": intent, "wish": wish, "current_agent": intent}
        case _:
            # Where a new stack was offered, the one that is chosen does not go as a whole.
            wish = "change" if forms.NEW in options else state.get("wish") or "delete"
            chosen = reply.option if reply.option != forms.NEW else ""
            return {**update, "chosen_stack": chosen, "wish": wish}


def after_reading(state: PipelineState) -> str:
    """Where a message goes that was understood, or has been asked about."""
    if state.get("ended"):
        return END
    intent = str(state.get("intent"))
    return {"change": "planning", "unclear": "clarify"}.get(intent, intent)
