"""Turns a request into a draft for approval. Nothing is written to the tracker here."""

from contextlib import suppress
from typing import Literal

from langgraph.runtime import Runtime

from agent.engine.conversation import conversation_of, message_of, task_of, today
from agent.errors import AgentError
from agent.events import Notice
from agent.language.catalogs import N_
from agent.ports import Context, Tracker
from agent.questions import Form, FreeText, Reply, ask, from_json
from agent.questions import to_json as stored
from agent.workflows.tickets import drafts, forms, steps
from agent.workflows.tickets.contracts import Backlog, DraftFor
from agent.workflows.tickets.issues import describe
from agent.workflows.tickets.needed import tracker_of
from agent.workflows.tickets.nodes.laying_out import lay_out
from agent.workflows.tickets.state import AgentState, Plain
from agent.workflows.tickets.words import keys_in

PATIENCE_WITH_DRAFTS = 2
"""Rejections after which the next draft waits for what is wrong."""
MOST_NAMED, LONGEST_NAMED = 3, 4_000


def draft_issue(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Draft or revise the items, ask for what is missing, and lay out the card."""
    context = runtime.context
    tracker = tracker_of(context)
    if _needs_reason(state, context):
        return {"drafted": stored(forms.what_is_wrong(task_of(runtime), state))}
    # The results of an earlier request do not belong to this one, even if it ends here.
    fresh: Plain = dict.fromkeys(("jira_result", "evaluation_result", "confluence_result"))
    before = _drafts_of(state)
    value = _asked(state, context, tracker, before)
    drafted = _drafted(state, runtime, value)
    if isinstance(drafted, Form | FreeText):
        return {**fresh, "drafted": stored(drafted)}
    draft, *more = drafted
    update: Plain = {
        **fresh,
        "backlog": draft.model_dump(mode="json"),
        "origin": _origin(state, context, before),
        "edited": None,
        "filled": None,
        "comment": None,
        "wrong": None,
        "refused": None,
        "next_action": "issue_approval",
    }
    if more or state.get("more"):
        update["more"] = [each.model_dump(mode="json") for each in more]
    now: AgentState = {**state, "origin": update["origin"]}
    return {**update, **lay_out(now, runtime, value, drafted)}


def _drafts_of(state: AgentState) -> list[Backlog]:
    held = [*([state["backlog"]] if state.get("backlog") else []), *(state.get("more") or [])]
    return [Backlog.model_validate(each) for each in held]


def _needs_reason(state: AgentState, context: Context) -> bool:
    """Whether to ask what is wrong, rather than to guess a third time after two rejections."""
    has_reason = bool(state.get("wrong"))
    return (
        context.llm.is_model
        and (state.get("rejections") or 0) >= PATIENCE_WITH_DRAFTS
        and bool(state.get("comment") and not has_reason)
    )


def _asked(
    state: AgentState, context: Context, tracker: Tracker, before: list[Backlog]
) -> DraftFor:
    types = tracker.issue_types()
    words = message_of(state)
    return DraftFor(
        request=f"{words}: {state['subject']}" if state.get("subject") else words,
        named=_named(words, tracker) if context.llm.is_model else [],
        conversation=conversation_of(state),
        today=f"{today():%A %Y-%m-%d}",
        issue_types=types,
        priorities=forms.priorities_of(tracker, next(iter(types), "")),
        previous=before,
        comment=state.get("wrong") or state.get("comment") or "",
    )


def _named(words: str, tracker: Tracker) -> list[str]:
    """The issues that the request names, as they are now."""
    found = []
    for key in keys_in(words)[:MOST_NAMED]:
        with suppress(AgentError):
            found.append(describe(tracker.issue(key), longest=LONGEST_NAMED))
    return found


def _drafted(
    state: AgentState, runtime: Runtime[Context], value: DraftFor
) -> list[Backlog] | Form | FreeText:
    """The drafts, or what has to be asked first."""
    context, task, before = runtime.context, task_of(runtime), value.previous
    if before and (edited := state.get("edited")):
        return drafts.with_edits(before, edited, context)
    problem = ""
    if filled := state.get("filled"):
        try:
            return [drafts.read_draft(filled["values"], filled["form"], value)]
        except ValueError as error:
            problem = str(error)
    elif before and not value.comment:
        return before
    elif context.llm.is_model:
        return _by_model(state, context, value, task)
    elif len(before) > 1:
        said = N_("Without a model I can't redraft these: edit their fields instead.")
        context.report.emit(Notice(said, "warning"))
        return before
    message = state.get("subject") or message_of(state)
    return forms.draft_form(task, state, value, message=message, problem=problem)


def _by_model(
    state: AgentState, context: Context, value: DraftFor, task: str
) -> list[Backlog] | FreeText:
    found = context.llm.run(steps.DRAFT, value)
    if not found.issues:
        return forms.what_about(task, state, found.question)
    return [steps.fit_to_tracker(each, value) for each in found.issues]


def _origin(state: AgentState, context: Context, before: list[Backlog]) -> str:
    """Return who wrote the draft; editing it or laying it out again does not change that."""
    if state.get("filled"):
        return "rules"
    is_written = not before or state.get("wrong") or state.get("comment")
    if not is_written:
        return state.get("origin") or "rules"
    return "model" if context.llm.is_model else "rules"


def after_draft_issue(
    state: AgentState,
) -> Literal["issue_approval", "ask_fields", "ask_subject", "ask_what_is_wrong"]:
    match (state.get("drafted") or {}).get("step"):
        case "ask_subject":
            return "ask_subject"
        case "ask_fields":
            return "ask_fields"
        case "ask_what_is_wrong":
            return "ask_what_is_wrong"
        case _:
            return "issue_approval"


# Waiting


def ask_fields(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """Wait for the item in the user's words, or for what the tracker requires besides."""
    question = from_json(state["drafted"] or {})
    reply = ask(question)
    if reply.cancelled:
        return over("cancelled")
    if question.context.get("asks") == forms.ASKS:
        return {"filled": {"values": reply.values, "form": question.context}, "drafted": None}
    return {"given": {**(state.get("given") or {}), **reply.values}, "drafted": None}


def ask_subject(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    return _written(state, "subject")


def ask_what_is_wrong(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    return _written(state, "wrong")


def _written(state: AgentState, name: str) -> Plain:
    """Wait for what the user writes."""
    reply = ask(from_json(state["drafted"] or {}))
    return over("cancelled") if reply.cancelled else {name: reply.text, "drafted": None}


def issue_approval(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """Wait for the decision on exactly what the card shows."""
    question = from_json(state["drafted"] or {})
    reply = ask(question)
    update: Plain = {"drafted": None, "wrong": None}
    match reply:
        case Reply(cancelled=True) | Reply(option="leave"):
            return over("cancelled")
        case Reply(expired=True):
            return update
        case Reply(decision="approve"):
            return {**update, "approval": question.id, "chosen": forms.chosen_of(question, reply)}
        case Reply(decision="edit"):
            return {**update, "edited": reply.values}
        case Reply(decision="reject"):
            rejections = (state.get("rejections") or 0) + 1
            return {**update, "comment": reply.comment, "rejections": rejections}
        case _:
            key = reply.option.removeprefix("use:")
            return {**update, "last_issue": key, "used": True, "next_action": "evaluation"}


def over(why: str) -> Plain:
    return {"ended": why, "drafted": None, "next_action": "end"}


def after_ask_fields(state: AgentState) -> Literal["draft_issue", "finish"]:
    return "finish" if state.get("ended") else "draft_issue"


def after_issue_approval(
    state: AgentState,
) -> Literal["jira_creation", "evaluation", "draft_issue", "finish"]:
    if state.get("ended"):
        return "finish"
    if state.get("approval"):
        return "jira_creation"
    return "evaluation" if state.get("used") else "draft_issue"
