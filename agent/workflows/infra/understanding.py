"""What a message wants, and what is asked where it does not say it. Only `clarify` asks."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Literal

from langgraph.graph import END
from langgraph.runtime import Runtime

from agent.conversation import task_of, words_of
from agent.errors import CloudError
from agent.events import Artifact
from agent.intents.asking import choice
from agent.language.catalogs import N_, catalog
from agent.language.conversation import conversation_language
from agent.ports import CloudIdentity, Context
from agent.questions import Choice, Form, Question, ask, from_json, to_json
from agent.workflows.infra import forms, templates
from agent.workflows.infra.holding import MOST_READ, held
from agent.workflows.infra.patterns import Pattern, patterns
from agent.workflows.infra.state import REQUEST, PipelineState, Plain, environment_of
from agent.workflows.infra.steps import INTENT, IntentFor, PlanDraft

_STACK_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,127}")


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
        language = conversation_language(state["messages"])
        card = choice(
            guess,
            WISHES,
            task=task_of(runtime),
            workflow="infra",
            step="clarify",
            language=language,
        )
        update["drafted"] = to_json(card)
    return update


OUT_OF_SCOPE = ("Helm", "Kubernetes", "cfn-guard", "kube-linter")
WISHES = {
    "create": (N_("Build something new"), N_("A plan comes first; you approve every change.")),
    "change": (N_("Change what is there"), N_("A plan comes first; you approve every change.")),
    "delete": (N_("Delete something"), N_("You see what goes before you approve it.")),
    "ask": (N_("Look something up"), N_("Reads what is deployed and changes nothing.")),
    "investigate": (N_("Find out what went wrong"), N_("Events, failures and drift of a stack.")),
    "audit": (N_("Review what is deployed"), N_("Findings, open doors and cost.")),
    "chat": (N_("Talk about it"), ""),
}
INTENTS = {
    "create": "change",
    "change": "change",
    "delete": "change",
    "ask": "query",
    "investigate": "query",
    "audit": "query",
    "chat": "conversation",
}


def _understand(state: PipelineState, context: Context, text: str) -> tuple[str | None, str]:
    """What the message wants, None where that cannot be told, and who says so."""
    if (wish := state.get("wish")) in INTENTS:
        return str(wish), "your choice"
    if context.llm.is_model:
        found = context.llm.run(INTENT, IntentFor(text=text)).intent
        return (found if found in INTENTS else None), "the model judged so"
    guess = context.ports.intents.guess("infra", text)
    return (guess.ranked[0], "it reads like it") if guess.is_sure else (None, "it is not clear")


def after_orchestrator(
    state: PipelineState,
) -> Literal["planning", "query", "conversation", "clarify"]:
    match state.get("intent"):
        case "change":
            return "planning"
        case "query":
            return "query"
        case "conversation":
            return "conversation"
        case _:
            return "clarify"


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


def after_clarify(state: PipelineState) -> str:
    if state.get("ended"):
        return END
    return {"change": "planning"}.get(str(state.get("intent")), str(state.get("intent")))


# Without a model


def draft_by_forms(
    state: PipelineState, runtime: Runtime[Context], identity: CloudIdentity, names: list[str]
) -> PlanDraft | Choice | Form | str:
    """The plan that the filled forms ask for, else the next question, or why there is no way."""
    chosen, named = state.get("chosen_stack"), named_stack(state, names, identity)
    wish = str(state.get("wish") or "create")
    if wish == "delete":
        if not names:
            return "There is no stack yet that could be deleted."
        stack = chosen or named
        if stack:
            return PlanDraft(kind="delete", stack=stack)
        return which_stack(state, runtime, identity, names, offers_new=False)
    last = state.get("stack") or ""
    stack = named if chosen is None else chosen
    if wish == "change" and chosen is None and not stack:
        if last in names:
            stack = last
        elif names:
            return which_stack(state, runtime, identity, names, offers_new=True)
    return _of_settings(state, runtime, identity, names, stack=stack)


def _only_these(request: str, language: str) -> str:
    """What can be built, and by name what of the request stays out for good."""
    _ = catalog(language).gettext
    able = ", ".join(pattern.title for pattern in patterns().values())
    said = [_("Without a model I can build only these: {able}.").format(able=able)]
    words = request.casefold()
    if out := ", ".join(name for name in OUT_OF_SCOPE if name.casefold() in words):
        said.append(_("Not done here, with or without a model: {out}.").format(out=out))
    return " ".join(said)


def _of_settings(
    state: PipelineState,
    runtime: Runtime[Context],
    identity: CloudIdentity,
    names: list[str],
    *,
    stack: str,
) -> PlanDraft | Choice | Form | str:
    """`stack` is there already; empty for a new one."""
    language = conversation_language(state["messages"])
    adds = state.get("wish") == "create"
    there = _kinds_there(stack, runtime.context, identity) if stack and not adds else []
    kinds = _kinds(state, there)
    if kinds == [forms.OTHER]:
        return _only_these(state.get("request") or "", language)
    if not kinds or "" in kinds:
        return forms.which_kind(task_of(runtime), language=language)
    chosen = [patterns()[kind] for kind in dict.fromkeys(kinds) if kind in patterns()]
    values, problem = state.get("settings") or {}, ""
    if state.get("settings_sent"):
        try:
            draft = _draft(values, chosen, stack, names=names, there=there, identity=identity)
            return draft.model_copy(update={"adds": adds and draft.kind == "update"})
        except ValueError as error:
            problem = str(error)
    form = forms.settings(
        task_of(runtime),
        state.get("request") or "",
        chosen,
        stack=stack or free_name(f"{identity.prefix}{'-'.join(kinds).replace('_', '-')}", names),
        is_new=not stack,
        there=there,
        given={name: value for name, value in values.items() if value not in (None, "")},
        language=language,
    )
    return replace(form, body=f"{problem}\n\n{form.body}") if problem else form


def _kinds(state: PipelineState, there: Sequence[Pattern]) -> list[str]:
    """What was picked, else what the message names, else what the stack has."""
    if state.get("kinds") is not None:
        *before, last = state["kinds"] or [""]
        # An empty one stands for the kind that is to be picked next.
        return [*(kind for kind in before if kind), last]
    named = forms.kinds_in(state.get("request") or "")
    return [pattern.id for pattern in named or there]


def _kinds_there(stack: str, context: Context, identity: CloudIdentity) -> list[Pattern]:
    base = context.ports.cloud.base(identity.environment, stack)
    types = templates.resources_of(base.template).values()
    return [pattern for pattern in patterns().values() if pattern.main in types]


def _draft(
    values: Plain,
    kinds: Sequence[Pattern],
    stack: str,
    *,
    names: Sequence[str],
    there: Sequence[Pattern],
    identity: CloudIdentity,
) -> PlanDraft:
    """Raises ValueError with a sentence where the form cannot be planned."""
    parts = forms.read_parts(values, kinds)
    if stack:
        held_kinds = {pattern.id for pattern in there}
        parts = [p for p in parts if p.remove or p.options or p.pattern not in held_kinds]
        if not parts:
            raise ValueError("Nothing is to be changed yet: fill in what should be different.")
        return PlanDraft(kind="update", stack=stack, parts=parts)
    name = str(values.get(forms.STACK) or "").strip()
    if not _STACK_NAME.fullmatch(name) or not name.startswith(identity.prefix):
        raise ValueError(
            f"A stack's name begins with {identity.prefix} and has letters, digits and hyphens."
        )
    if name in names:
        raise ValueError(f"There is a stack {name} already.")
    return PlanDraft(kind="create", stack=name, parts=parts)


def named_stack(state: PipelineState, names: Sequence[str], identity: CloudIdentity) -> str:
    """The stack that the message names, with or without its prefix; the longest name first."""
    text = (state.get("request") or words_of(state)).casefold()
    for name in sorted(names, key=len, reverse=True):
        short = name.removeprefix(identity.prefix)
        for said in (name, short) if "-" in short else (name,):
            if re.search(rf"(?<![\w-]){re.escape(said.casefold())}(?![\w-])", text):
                return name
    return ""


def free_name(name: str, names: Sequence[str]) -> str:
    found, number = name, 2
    while found in names:
        found, number = f"{name}-{number}", number + 1
    return found


def which_stack(
    state: PipelineState,
    runtime: Runtime[Context],
    identity: CloudIdentity,
    names: list[str],
    *,
    offers_new: bool,
) -> Choice:
    """Ask for the stack: the thread's last one first, and those that hold what is named."""
    last = state.get("stack")
    kinds = forms.kinds_in(state.get("request") or "")
    offered = _holding(kinds, runtime.context, identity, names)
    offered.sort(key=lambda name: name != last)
    language = conversation_language(state["messages"])
    return forms.which_stack(task_of(runtime), offered, offers_new=offers_new, language=language)


def _holding(
    kinds: Sequence[Pattern], context: Context, identity: CloudIdentity, names: list[str]
) -> list[str]:
    """Those that hold what is named; all where that is not known."""
    if not kinds or len(names) > MOST_READ:
        return list(names)
    with suppress(CloudError):
        holding = {one.stack for one in held(kinds, context, identity.environment, names)}
        return [name for name in names if name in holding] or list(names)
    return list(names)
