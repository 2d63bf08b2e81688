"""Turns a request into drafts for approval. Nothing is written to the tracker here."""

from collections.abc import Sequence
from contextlib import suppress

from langgraph.runtime import Runtime

from agent.engine.conversation import message_of, task_of, today
from agent.errors import AgentError
from agent.events import Notice
from agent.language.catalogs import N_
from agent.language.text import stems
from agent.ports import Context, IssueField, Tracker
from agent.questions import Form, FreeText
from agent.questions import to_json as stored
from agent.workflows.tickets import drafts, forms, steps
from agent.workflows.tickets.binding import content_of, issues_in, mark_of
from agent.workflows.tickets.contracts import Backlog, DraftFor, Drafts, Understood
from agent.workflows.tickets.forms import Proposed
from agent.workflows.tickets.issues import (
    known_issues,
    people_named,
    priorities_of,
    read_whole,
    stated_in,
)
from agent.workflows.tickets.needed import place_of, show, tracker_of
from agent.workflows.tickets.nodes.waiting import take_back
from agent.workflows.tickets.state import RESULTS, AgentState, Plain
from agent.workflows.tickets.words import asked_now, conversation_so_far, keys_in, read_data

MOST_ALIKE = 8
UNSHOWN = {"same", "in_words", "language", "headings"}


def draft_issue(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Draft or revise the items, ask for what is missing, and lay out the card."""
    context = runtime.context
    tracker = tracker_of(context)
    # The results of an earlier request do not belong to this one, even if it ends here.
    fresh: Plain = dict.fromkeys(RESULTS)
    held = [state.get("backlog"), *(state.get("more") or [])]
    before = [Backlog.model_validate(each) for each in held if each]
    value = _asked(state, context, tracker, before)
    drafted = _drafted(state, runtime, value)
    if isinstance(drafted, Form | FreeText):
        return {**fresh, "drafted": stored(drafted)}
    if drafted.withdrawn and not drafted.issues:
        said = value.comment or state.get("answer") or ""
        return {**fresh, **take_back(drafted, said, why="no draft")}
    if not value.comment and (asked_before := state.get("rejected")):
        value = DraftFor.model_validate({**value.model_dump(), **asked_before})
    draft, *more = drafted.issues
    update: Plain = {
        **fresh,
        "backlog": draft.model_dump(mode="json"),
        "more": [each.model_dump(mode="json") for each in more],
        "left": drafted.left,
        "origin": _origin(state, context, before),
        **dict.fromkeys(("edited", "filled", "comment", "refused")),
        "next_action": "issue_approval",
    }
    now: AgentState = {**state, "origin": update["origin"]}
    update |= lay_out(now, runtime, value, drafted)
    is_asked = update["next_action"] == "ask_fields"
    rejected = value.model_dump(mode="json", include={"comment", "previous"})
    return {**update, "rejected": rejected if is_asked else None}


def _asked(
    state: AgentState, context: Context, tracker: Tracker, before: list[Backlog]
) -> DraftFor:
    types = tracker.issue_types()
    return DraftFor(
        request=asked_now(state),
        **_known(state, context, types),
        conversation=conversation_so_far(state),
        today=f"{today():%A %Y-%m-%d}",
        issue_types=types,
        priorities=priorities_of(tracker, next(iter(types), "")),
        relations=[*tracker.relations()],
        previous=before,
        comment=state.get("comment") or "",
    )


def _known(state: AgentState, context: Context, types: Sequence[str]) -> Plain:
    """What a model reads beside the words, else what they say of fields for certain."""
    tracker, said = tracker_of(context), message_of(state)
    if context.llm.is_model:
        named, alike = _named(state, tracker), _alike(said, tracker)
        return {"named": [*named.values()], "there": {k: alike[k] for k in alike if k not in named}}
    guess = context.ports.intents.guess("tickets_type", said)
    names = read_data("checklists")[guess.intent]["names"] if guess.is_sure else ()
    kind = next((name for name in types if name.casefold() in names), "")
    return {"stated": {**stated_in(said, tracker), "issue_type": kind}}


def _named(state: AgentState, tracker: Tracker) -> dict[str, str]:
    """The issues that the request names, as they are now."""
    keys, understood = keys_in(state.get("comment") or ""), Understood.of(state)
    meant = [*understood.issues, *understood.asked_about]
    keys += meant or keys_in(understood.part or message_of(state))
    with suppress(AgentError):
        return read_whole(keys, tracker)
    return {}


def _alike(text: str, tracker: Tracker) -> dict[str, str]:
    """Summaries of open issues that share words with a text."""
    with suppress(AgentError):
        return {issue.key: issue.summary for issue in tracker.search(text, count=MOST_ALIKE)}
    return {}


def _drafted(
    state: AgentState, runtime: Runtime[Context], value: DraftFor
) -> Drafts | Form | FreeText:
    """The drafts, or what has to be asked first."""
    context, task, before = runtime.context, task_of(runtime), value.previous
    as_before = Drafts(issues=before, left=state.get("left") or [])
    if before and (edited := state.get("edited")):
        again = [
            drafts.with_fields(each, drafts.values_of(edited, n, len(before)), context)
            for n, each in enumerate(before)
        ]
        return as_before.model_copy(update={"issues": again})
    message = state.get("answer") or message_of(state)
    if filled := state.get("filled"):
        draft = before[0] if before else drafts.plain_draft(value, message)
        return Drafts(issues=[drafts.with_fields(draft, filled["values"], context)])
    if before and not value.comment:
        return as_before
    if context.llm.is_model:
        found = context.llm.run(steps.DRAFT, value)
        is_over = found.issues or found.withdrawn
        return found if is_over else forms.what_about(task, state, found.question)
    if len(before) > 1:
        said = N_("Without a model I can't redraft these: edit their fields instead.")
        context.report.emit(Notice(said, "warning"))
        return as_before
    return forms.draft_form(task, state, value, message=message)


def _origin(state: AgentState, context: Context, before: list[Backlog]) -> str:
    """Return who wrote the draft; laying it out again does not change that."""
    if state.get("edited") and state.get("origin") == "model":
        return "edited"
    if state.get("filled"):
        return "rules"
    if before and not state.get("comment"):
        return state.get("origin") or "rules"
    return "model" if context.llm.is_model else "rules"


OWN_FIELDS = frozenset(
    {"project", "issuetype", "summary", "description", "priority", "labels", "assignee", "duedate"}
)


def lay_out(state: AgentState, runtime: Runtime[Context], value: DraftFor, found: Drafts) -> Plain:
    """The card, or the tracker's own questions that come before it."""
    context, task = runtime.context, task_of(runtime)
    tracker = tracker_of(context)
    takes = {kind: tracker.create_fields(kind) for kind in {d.issue_type for d in found.issues}}
    fields = list({field.id: field for each in takes.values() for field in each}.values())
    given = _given(state, fields)
    if missing := _missing(fields, given):
        form = forms.missing_fields(task, state, missing, tracker)
        return {"given": given, "drafted": stored(form), "next_action": "ask_fields"}
    names = [draft.assignee for draft in found.issues]
    if question := forms.who_is_meant(names, state, tracker, task=task, step="ask_fields"):
        return {"drafted": stored(question), "next_action": "ask_fields"}
    proposed = [_proposed(d, takes[d.issue_type], tracker, state) for d in found.issues]
    sent = _sent(proposed, given, tracker, task=task)
    _show(state, proposed, value.previous, sent, context)
    now: AgentState = {**state, "given": given}
    card = forms.approval(now, context, proposed, sent, task=task, value=value, drafts=found)
    draft, *more = (each.draft.model_dump(mode="json") for each in proposed)
    named = {"backlog": draft, "more": more}
    return {**named, "given": given, "drafted": stored(card), "sent": sent}


def _given(state: AgentState, fields: list[IssueField]) -> Plain:
    """The tracker's own fields, as they were filled in or changed on the card."""
    edited = state.get("edited") or {}
    ids = {field.id for field in fields} - OWN_FIELDS
    return {**(state.get("given") or {}), **{id_: edited[id_] for id_ in ids & edited.keys()}}


def _missing(fields: list[IssueField], given: Plain) -> list[IssueField]:
    """Required, not ours, without a default, and not given yet."""
    empty = (field for field in fields if given.get(field.id) in (None, ""))
    needed = (field for field in empty if field.required and not field.has_default)
    return [field for field in needed if field.id not in OWN_FIELDS]


def _proposed(
    draft: Backlog, fields: list[IssueField], tracker: Tracker, state: AgentState
) -> Proposed:
    people = people_named(draft.assignee, tracker, state) if draft.assignee else []
    known, words = _alike(draft.summary, tracker), stems(draft.summary)
    same = {*draft.same, *(key for key, text in known.items() if stems(text) == words)}
    links = [each for each in draft.links if known_issues(keys_in(each), tracker, str)[0]]
    found: Plain = {"same": sorted(same), "links": links}
    if len(people) != 1 or "assignee" not in {field.id for field in fields}:
        return Proposed(draft.model_copy(update=found), fields)
    named = draft.model_copy(update={**found, "assignee": people[0].name})
    return Proposed(named, fields, people[0].id)


def _sent(proposed: Sequence[Proposed], given: Plain, tracker: Tracker, *, task: str) -> str:
    """The bytes of one issue, or of several that are approved together."""
    tasks = [f"{task}:{n}" for n in range(len(proposed))] if len(proposed) > 1 else [task]
    contents = [
        _content(each, given, tracker, mark=mark_of(name))
        for each, name in zip(proposed, tasks, strict=True)
    ]
    return content_of({"issues": contents} if len(contents) > 1 else contents[0])


def _content(proposed: Proposed, given: Plain, tracker: Tracker, *, mark: str) -> Plain:
    draft = proposed.draft
    takes = {field.id for field in proposed.fields} or OWN_FIELDS
    has_day = draft.due and "duedate" in takes
    links = [link for each in draft.links if (link := drafts.link_in(each, tracker.relations()))]
    plan = {"assignee": proposed.assignee, "due": draft.due if has_day else "", "links": links}
    return {
        "project": tracker.project,
        **{name: value for name, value in plan.items() if value},
        "issue_type": draft.issue_type,
        "summary": draft.summary,
        "description": drafts.markdown_of(draft),
        "mark": mark,
        "priority": draft.priority if "priority" in takes else "",
        "labels": draft.labels if "labels" in takes else [],
        "fields": {key: value for key, value in given.items() if key in takes},
    }


def _show(
    state: AgentState,
    proposed: Sequence[Proposed],
    before: Sequence[Backlog],
    sent: str,
    context: Context,
) -> None:
    """Show what differs too, where the same drafts are shown again."""
    tracker, contents = tracker_of(context), issues_in(sent)
    now = [each.draft.model_dump(exclude=UNSHOWN) for each in proposed]
    told = [each.model_dump(exclude=UNSHOWN) for each in before]
    told = told if len(told) == len(now) else now
    shown = [
        {
            "content": content,
            "backlog": each.draft.model_dump(mode="json"),
            "changes": drafts.differences(told[number], now[number]),
            "origin": state.get("origin"),
            **place_of(tracker),
        }
        for number, (each, content) in enumerate(zip(proposed, contents, strict=True))
    ]
    is_one, mark = len(shown) == 1, contents[0]["mark"]
    kind, data = ("ticket_draft", shown[0]) if is_one else ("ticket_drafts", {"drafts": shown})
    show(state, context, kind, data, of="draft", version=mark)
