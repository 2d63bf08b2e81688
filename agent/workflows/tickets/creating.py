"""From words to a draft that somebody approves. Nothing is written here."""

import json
from typing import Literal

from langgraph.runtime import Runtime
from pydantic import ValidationError

from agent.conversation import conversation_of, message_of, task_of, words_of
from agent.events import Artifact, Notice
from agent.ports import Context, IssueField, Tracker
from agent.questions import Reply, ask, from_json
from agent.questions import to_json as stored
from agent.workflows.tickets import cards, drafting
from agent.workflows.tickets.binding import content_of, mark_of
from agent.workflows.tickets.contracts import Backlog, DraftFor, Similar
from agent.workflows.tickets.description import items_of, markdown_of
from agent.workflows.tickets.needed import tracker_of
from agent.workflows.tickets.state import AgentState, Plain

OWN_FIELDS = frozenset({"project", "issuetype", "summary", "description", "priority", "labels"})
PATIENCE_WITH_DRAFTS = 2
"""Rejections after which the next draft waits for what is wrong."""


def draft_issue(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Draft or revise the item, ask for what the tracker requires, and lay out the card."""
    context = runtime.context
    tracker = tracker_of(context)
    if _needs_reason(state):
        return {"drafted": stored(cards.what_is_wrong(task_of(runtime)))}
    # What an earlier request came to is none of this one's, also when this one ends here.
    fresh: Plain = dict.fromkeys(("jira_result", "evaluation_result", "confluence_result"))
    if not state.get("backlog") and _lacks_subject(state, tracker):
        return {**fresh, "drafted": stored(cards.what_about(task_of(runtime)))}
    before = Backlog.model_validate(state["backlog"]) if state.get("backlog") else None
    types = tracker.issue_types()
    draft = _drafted(state, context, tracker, before)
    fields = tracker.create_fields(draft.issue_type)
    given, origin = _given(state, fields), _origin(state, context, before)
    update: Plain = {
        **fresh,
        "backlog": draft.model_dump(mode="json"),
        "origin": origin,
        "given": given,
        "edited": None,
        "comment": None,
        "wrong": None,
        "refused": None,
        "next_action": "issue_approval",
    }
    if missing := _missing(fields, given):
        form = cards.missing_fields(task_of(runtime), missing, tracker)
        return {**update, "drafted": stored(form), "next_action": "ask_fields"}
    similar = _similar(draft, context, tracker)
    content = _content(draft, fields, given, tracker, question=task_of(runtime))
    _show(draft, before, content, similar, context, tracker, origin=origin)
    now: AgentState = {**state, "given": given}
    card = cards.approval(now, context, draft, content, types, fields, similar, task_of(runtime))
    return {
        **update,
        "drafted": stored(card),
        "sent": content,
        "similar": [each.model_dump(mode="json") for each in similar],
    }


def _needs_reason(state: AgentState) -> bool:
    """After two rejected drafts a third guess helps nobody."""
    has_reason = bool(state.get("wrong"))
    return (state.get("rejections") or 0) >= PATIENCE_WITH_DRAFTS and bool(
        state.get("comment") and not has_reason
    )


def _lacks_subject(state: AgentState, tracker: Tracker) -> bool:
    return not state.get("subject") and drafting.lacks_subject(_asked(state, tracker))


def _asked(state: AgentState, tracker: Tracker) -> DraftFor:
    types = tracker.issue_types()
    words = words_of(state)
    return DraftFor(
        request=f"{words}: {state['subject']}" if state.get("subject") else words,
        conversation=conversation_of(state),
        issue_types=types,
        priorities=_priorities(tracker, types),
    )


def _drafted(
    state: AgentState,
    context: Context,
    tracker: Tracker,
    before: Backlog | None,
) -> Backlog:
    if before and (edited := state.get("edited")):
        return _with_edits(before, edited, context)
    comment = state.get("wrong") or state.get("comment") or ""
    if before and not comment:
        return before
    value = _asked(state, tracker).model_copy(update={"previous": before, "comment": comment})
    if context.llm.is_model and not state.get("subject"):
        value = value.model_copy(update={"request": message_of(state)})
    if before is None or context.llm.is_model:
        return context.llm.run(drafting.DRAFT, value)
    if revised := drafting.revised(before, comment, value):
        return revised
    if wrong := state.get("wrong"):
        # Said in the user's own words what it should be: that is a request of its own.
        afresh = value.model_copy(update={"request": wrong, "previous": None, "comment": ""})
        return context.llm.run(drafting.DRAFT, afresh)
    context.report.emit(Notice(_NOT_FOLLOWED, "warning"))
    return before


_NOT_FOLLOWED = (
    "Without a model I can follow comments such as “priority high” or “add a criterion: …”, and"
    " this is none of them. Change the fields on the card instead."
)


def _priorities(tracker: Tracker, types: list[str]) -> list[str]:
    for field in tracker.create_fields(types[0]) if types else []:
        if field.id == "priority" and field.allowed:
            return list(field.allowed)
    return list(cards.PRIORITIES)


def _with_edits(before: Backlog, edited: Plain, context: Context) -> Backlog:
    """What the card's fields hold now; one that holds too much stays as it was."""
    values = _edits(edited)
    try:
        return Backlog.model_validate(before.model_dump() | values)
    except ValidationError as error:
        too_much = dict.fromkeys(str(each["loc"][0]) for each in error.errors())
    names = ", ".join(too_much).replace("_", " ")
    text = f"Left as before, because it is too long or has too many entries: {names}."
    context.report.emit(Notice(text, "warning"))
    kept = {name: value for name, value in values.items() if name not in too_much}
    return Backlog.model_validate(before.model_dump() | kept)


def _edits(edited: Plain) -> Plain:
    """Labels of Jira have no spaces."""
    texts = {
        name: str(edited[name] or "").strip()
        for name in ("summary", "description", "business_value", "priority", "issue_type")
        if name in edited
    }
    lists: dict[str, list[str]] = {
        name: items_of(str(edited[name] or ""))
        for name in ("acceptance_criteria", "assumptions", "open_questions")
        if name in edited
    }
    if "labels" in edited:
        labels = str(edited["labels"] or "").replace("，", ",").split(",")
        lists["labels"] = ["-".join(label.split()) for label in labels if label.strip()]
    return texts | lists


def _origin(state: AgentState, context: Context, before: Backlog | None) -> str:
    """Who wrote the draft: not whoever is chosen while it is edited or laid out again."""
    is_written = before is None or state.get("wrong") or state.get("comment")
    if not is_written:
        return state.get("origin") or "rules"
    return "model" if context.llm.is_model else "rules"


def _given(state: AgentState, fields: list[IssueField]) -> Plain:
    """The tracker's own fields, as they were filled in or changed on the card."""
    edited = state.get("edited") or {}
    ids = {field.id for field in fields} - OWN_FIELDS
    return {**(state.get("given") or {}), **{id_: edited[id_] for id_ in ids & edited.keys()}}


def _missing(fields: list[IssueField], given: Plain) -> list[IssueField]:
    """Required, not ours, without a default, and not given yet."""
    return [
        field
        for field in fields
        if field.required
        and field.id not in OWN_FIELDS
        and not field.has_default
        and given.get(field.id) in (None, "")
    ]


def _similar(draft: Backlog, context: Context, tracker: Tracker) -> list[Similar]:
    text = f"{draft.summary}\n{draft.description}"
    found = tracker.search(text)
    return drafting.similar(text, found, likeness=context.ports.library.likeness)


def _content(
    draft: Backlog, fields: list[IssueField], given: Plain, tracker: Tracker, *, question: str
) -> str:
    takes = {field.id for field in fields} or OWN_FIELDS
    return content_of(
        {
            "project": tracker.project,
            "issue_type": draft.issue_type,
            "summary": draft.summary,
            "description": markdown_of(draft),
            "mark": mark_of(question),
            "priority": draft.priority if "priority" in takes else "",
            "labels": draft.labels if "labels" in takes else [],
            "fields": {key: value for key, value in given.items() if key in takes},
        }
    )


def _show(
    draft: Backlog,
    before: Backlog | None,
    content: str,
    similar: list[Similar],
    context: Context,
    tracker: Tracker,
    *,
    origin: str,
) -> None:
    sent = json.loads(content)
    context.report.emit(
        Artifact(
            "ticket_draft",
            f"draft:{sent['mark']}",
            {
                "content": sent,
                "backlog": draft.model_dump(mode="json"),
                "changes": drafting.changes(before, draft) if before else [],
                "similar": [each.model_dump(mode="json") for each in similar],
                "origin": origin,
                "where": tracker.name,
                "is_embedded": tracker.is_embedded,
            },
        )
    )


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
    """Wait for what the tracker requires and nobody has said yet."""
    reply = ask(from_json(state["drafted"] or {}))
    if reply.cancelled:
        return over("cancelled")
    return {"given": {**(state.get("given") or {}), **reply.values}, "drafted": None}


def ask_subject(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    reply = ask(from_json(state["drafted"] or {}))
    if reply.cancelled:
        return over("cancelled")
    return {"subject": reply.text, "drafted": None}


def ask_what_is_wrong(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    reply = ask(from_json(state["drafted"] or {}))
    if reply.cancelled:
        return over("cancelled")
    return {"wrong": reply.text, "drafted": None}


def issue_approval(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """Wait for the decision on exactly what the card shows."""
    reply = ask(from_json(state["drafted"] or {}))
    update: Plain = {"drafted": None, "wrong": None}
    match reply:
        case Reply(cancelled=True):
            return over("cancelled")
        case Reply(expired=True):
            return update
        case Reply(decision="approve"):
            return {**update, "approval": (state["drafted"] or {})["id"]}
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
