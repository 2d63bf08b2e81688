"""From words to a draft that somebody approves. Nothing is written here."""

import json
from contextlib import suppress
from typing import Literal

from langgraph.runtime import Runtime
from pydantic import ValidationError

from agent.conversation import conversation_of, message_of, spoken_in, task_of
from agent.errors import AgentError
from agent.events import Artifact, Notice
from agent.ports import Context, IssueField, Tracker
from agent.questions import Form, FreeText, Reply, ask, from_json
from agent.questions import to_json as stored
from agent.workflows.tickets import cards, drafting, forms
from agent.workflows.tickets.binding import content_of, mark_of
from agent.workflows.tickets.contracts import Backlog, DraftFor, Drafts, Similar
from agent.workflows.tickets.description import changes, items_of, markdown_of
from agent.workflows.tickets.needed import tracker_of
from agent.workflows.tickets.similarity import similar as similar_issues
from agent.workflows.tickets.state import AgentState, Plain
from agent.workflows.tickets.words import keys_in

OWN_FIELDS = frozenset({"project", "issuetype", "summary", "description", "priority", "labels"})
PATIENCE_WITH_DRAFTS = 2
"""Rejections after which the next draft waits for what is wrong."""
MOST_NAMED, LONGEST_NAMED = 3, 4_000


def draft_issue(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Draft or revise the item, ask for what is missing, and lay out the card."""
    context = runtime.context
    tracker = tracker_of(context)
    if _needs_reason(state, context):
        return {"drafted": stored(cards.what_is_wrong(task_of(runtime), state))}
    # What an earlier request came to is none of this one's, also when this one ends here.
    fresh: Plain = dict.fromkeys(("jira_result", "evaluation_result", "confluence_result"))
    before = Backlog.model_validate(state["backlog"]) if state.get("backlog") else None
    value = _asked(state, context, tracker, before)
    drafts = _drafted(state, runtime, value)
    if isinstance(drafts, Form | FreeText):
        return {**fresh, "drafted": stored(drafts)}
    draft, *more = drafts
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
    if more:
        update["more"] = [each.model_dump(mode="json") for each in more]
    now: AgentState = {**state, "origin": update["origin"]}
    if more:
        now["more"] = update["more"]
    return {**update, **_laid_out(now, runtime, value, draft)}


def _laid_out(
    state: AgentState, runtime: Runtime[Context], value: DraftFor, draft: Backlog
) -> Plain:
    """The card of a draft with the very bytes that it binds, or the tracker's own questions."""
    context, task = runtime.context, task_of(runtime)
    tracker = tracker_of(context)
    fields = tracker.create_fields(draft.issue_type)
    given = _given(state, fields)
    if missing := _missing(fields, given):
        form = cards.missing_fields(task, state, missing, tracker)
        return {"given": given, "drafted": stored(form), "next_action": "ask_fields"}
    similar = _similar(draft, context, tracker)
    content = _content(draft, fields, given, tracker, question=task)
    _show(draft, value.previous, content, similar, context, tracker, origin=state["origin"] or "")
    now: AgentState = {**state, "given": given}
    card = cards.approval(now, context, draft, content, value.issue_types, fields, similar, task)
    if state.get("origin") == "model":
        card = cards.remarked(card, drafting.DRAFT.remarks(value, Drafts(issues=[draft])))
    return {
        "given": given,
        "drafted": stored(card),
        "sent": content,
        "similar": [each.model_dump(mode="json") for each in similar],
    }


def _needs_reason(state: AgentState, context: Context) -> bool:
    """After two rejected drafts a third guess helps nobody; a form is none."""
    has_reason = bool(state.get("wrong"))
    return (
        context.llm.is_model
        and (state.get("rejections") or 0) >= PATIENCE_WITH_DRAFTS
        and bool(state.get("comment") and not has_reason)
    )


def _asked(
    state: AgentState, context: Context, tracker: Tracker, before: Backlog | None
) -> DraftFor:
    types = tracker.issue_types()
    words = message_of(state)
    return DraftFor(
        request=f"{words}: {state['subject']}" if state.get("subject") else words,
        named=_named(words, tracker) if context.llm.is_model else [],
        conversation=conversation_of(state),
        issue_types=types,
        priorities=_priorities(tracker, types),
        previous=before,
        comment=state.get("wrong") or state.get("comment") or "",
    )


def _named(words: str, tracker: Tracker) -> list[str]:
    """The issues that the request names, as they are now."""
    found = []
    for key in keys_in(words)[:MOST_NAMED]:
        with suppress(AgentError):
            issue = tracker.issue(key)
            found.append(f"{key}: {issue.summary}\n\n{issue.description[:LONGEST_NAMED]}")
    return found


def _drafted(
    state: AgentState, runtime: Runtime[Context], value: DraftFor
) -> list[Backlog] | Form | FreeText:
    """The drafts, or what has to be asked first."""
    context, task, before = runtime.context, task_of(runtime), value.previous
    if before and (edited := state.get("edited")):
        return [_with_edits(before, edited, context)]
    problem = ""
    if filled := state.get("filled"):
        try:
            return [forms.read_draft(filled["values"], filled["form"], value)]
        except ValueError as error:
            problem = str(error)
    elif before and not value.comment:
        return [before]
    elif context.llm.is_model:
        return _by_model(state, context, value, task)
    message = state.get("subject") or message_of(state)
    language = spoken_in(state)
    return forms.draft_form(task, value, language=language, message=message, problem=problem)


def _by_model(
    state: AgentState, context: Context, value: DraftFor, task: str
) -> list[Backlog] | FreeText:
    found = context.llm.run(drafting.DRAFT, value)
    if not found.issues:
        return cards.what_about(task, state, found.question)
    drafts = [drafting.fit_to_tracker(each, value) for each in found.issues]
    return drafts[:1] if value.previous else drafts


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
        for name in (
            "summary",
            "description",
            "who",
            "how_often",
            "where",
            "business_value",
            "priority",
            "issue_type",
        )
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
    if state.get("filled"):
        return "rules"
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
    return similar_issues(text, found, likeness=context.ports.library.likeness)


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
                "changes": changes(before, draft) if before else [],
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
    """Wait for the item in the user's words, or for what the tracker requires besides."""
    question = from_json(state["drafted"] or {})
    reply = ask(question)
    if reply.cancelled:
        return over("cancelled")
    if question.context.get("asks") == forms.ASKS:
        filled = {"values": reply.values, "form": question.context}
        return {"filled": filled, "drafted": None}
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
        case Reply(option="leave"):
            return next_draft(state) or over("cancelled")
        case _:
            key = reply.option.removeprefix("use:")
            return {**update, "last_issue": key, "used": True, "next_action": "evaluation"}


def next_draft(state: AgentState) -> Plain:
    """The next of several issues; empty where this was the last."""
    if not (more := state.get("more")):
        return {}
    of_this_one = ("approval", "sent", "given", "similar", "rejections", "settled", "doubted")
    rest: Plain = {"backlog": more[0], "more": more[1:], "next_action": "draft_issue"}
    return {**dict.fromkeys((*of_this_one, "drafted", "wrong", "comment")), **rest}


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
