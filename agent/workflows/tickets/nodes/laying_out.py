"""The card of one or several drafts, with the very bytes that its approval binds."""

from collections.abc import Sequence

from langgraph.runtime import Runtime

from agent.engine.conversation import task_of
from agent.events import Artifact
from agent.ports import Context, IssueField, Tracker
from agent.questions import to_json as stored
from agent.workflows.tickets import forms, steps
from agent.workflows.tickets.binding import content_of, issues_in, mark_of
from agent.workflows.tickets.contracts import Backlog, DraftFor, Drafts, Similar
from agent.workflows.tickets.description import changes, markdown_of
from agent.workflows.tickets.forms import Proposed
from agent.workflows.tickets.issues import people_named
from agent.workflows.tickets.needed import tracker_of
from agent.workflows.tickets.similarity import similar as similar_issues
from agent.workflows.tickets.state import AgentState, Plain
from agent.workflows.tickets.words import key_in

OWN_FIELDS = frozenset(
    {"project", "issuetype", "summary", "description", "priority", "labels", "assignee", "duedate"}
)


def lay_out(
    state: AgentState, runtime: Runtime[Context], value: DraftFor, drafts: Sequence[Backlog]
) -> Plain:
    """The card, or the tracker's own questions that come before it."""
    context, task = runtime.context, task_of(runtime)
    tracker = tracker_of(context)
    takes = {kind: tracker.create_fields(kind) for kind in {each.issue_type for each in drafts}}
    fields = list({field.id: field for each in takes.values() for field in each}.values())
    given = _given(state, fields)
    if missing := _missing(fields, given):
        form = forms.missing_fields(task, state, missing, tracker)
        return {"given": given, "drafted": stored(form), "next_action": "ask_fields"}
    proposed = [_proposed(d, takes[d.issue_type], context, tracker) for d in drafts]
    sent = _sent(proposed, given, tracker, task=task)
    _show(proposed, value.previous, sent, context, origin=state.get("origin") or "")
    now: AgentState = {**state, "given": given}
    card = forms.approval(now, context, proposed, sent, value.issue_types, task)
    by_model = state.get("origin") == "model"
    beyond = steps.DRAFT.remarks(value, Drafts(issues=[*drafts])) if by_model else []
    unknown = [d.draft.assignee for d in proposed if d.draft.assignee and not d.assignee]
    named = [key_in(each) for each in value.named]
    card = forms.with_remarks(card, beyond=beyond, named=named, unknown=unknown)
    return {
        "given": given,
        "drafted": stored(card),
        "sent": sent,
        "similar": [each.model_dump(mode="json") for each in proposed[0].similar],
    }


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


def _proposed(
    draft: Backlog, fields: list[IssueField], context: Context, tracker: Tracker
) -> Proposed:
    people = people_named(draft.assignee, tracker) if draft.assignee else []
    person = people[0].id if len(people) == 1 and "assignee" in {f.id for f in fields} else ""
    return Proposed(draft, fields, _similar(draft, context, tracker), person)


def _similar(draft: Backlog, context: Context, tracker: Tracker) -> list[Similar]:
    text = f"{draft.summary}\n{draft.description}"
    found = tracker.search(text)
    return similar_issues(text, found, likeness=context.ports.library.likeness)


def _sent(proposed: Sequence[Proposed], given: Plain, tracker: Tracker, *, task: str) -> str:
    """The bytes of one issue, or of several that are approved together."""
    if len(proposed) == 1:
        return content_of(_content(proposed[0], given, tracker, mark=mark_of(task)))
    contents = [
        _content(each, given, tracker, mark=mark_of(f"{task}:{number}"))
        for number, each in enumerate(proposed)
    ]
    return content_of({"issues": contents})


def _content(proposed: Proposed, given: Plain, tracker: Tracker, *, mark: str) -> Plain:
    draft = proposed.draft
    takes = {field.id for field in proposed.fields} or OWN_FIELDS
    has_day = draft.due and "duedate" in takes
    plan = {"assignee": proposed.assignee, "due": draft.due if has_day else ""}
    return {
        "project": tracker.project,
        **{name: value for name, value in plan.items() if value},
        "issue_type": draft.issue_type,
        "summary": draft.summary,
        "description": markdown_of(draft),
        "mark": mark,
        "priority": draft.priority if "priority" in takes else "",
        "labels": draft.labels if "labels" in takes else [],
        "fields": {key: value for key, value in given.items() if key in takes},
    }


def _show(
    proposed: Sequence[Proposed],
    before: Sequence[Backlog],
    sent: str,
    context: Context,
    *,
    origin: str,
) -> None:
    """Show what differs too, where the same drafts are shown again."""
    tracker, contents = tracker_of(context), issues_in(sent)
    is_again = len(before) == len(proposed)
    shown = [
        {
            "content": content,
            "backlog": each.draft.model_dump(mode="json"),
            "changes": changes(before[number], each.draft) if is_again else [],
            "similar": [like.model_dump(mode="json") for like in each.similar],
            "origin": origin,
            "where": tracker.name,
            "is_embedded": tracker.is_embedded,
        }
        for number, (each, content) in enumerate(zip(proposed, contents, strict=True))
    ]
    id_ = f"draft:{contents[0]['mark']}"
    if len(shown) == 1:
        context.report.emit(Artifact("ticket_draft", id_, shown[0]))
    else:
        context.report.emit(Artifact("ticket_drafts", id_, {"drafts": shown}))
