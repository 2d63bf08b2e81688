"""From words to one issue in the tracker. Nothing is written before the card is approved."""

import json
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Literal

from langgraph.runtime import Runtime

from agent.errors import NotApproved, OutcomeUnknown, Refused
from agent.events import Artifact, Notice
from agent.ports import Context, Effect, Issue, IssueField, Tracker
from agent.questions import Approval, Choice, Field, Form, FreeText, Option, Reply, ask, from_json
from agent.questions import to_json as stored
from agent.workflows.tickets import drafting, knowledge
from agent.workflows.tickets.binding import content_of, digest_of, issue_in, mark_of
from agent.workflows.tickets.contracts import Backlog, DraftFor, Similar
from agent.workflows.tickets.description import items_of, markdown_of
from agent.workflows.tickets.needed import tracker_of
from agent.workflows.tickets.state import AgentState, Plain
from agent.workflows.tickets.words import conversation_of, task_of, words_of

OWN_FIELDS = frozenset({"project", "issuetype", "summary", "description", "priority", "labels"})
PRIORITIES = ("Highest", "High", "Medium", "Low", "Lowest")
PATIENCE_WITH_DRAFTS = 2
"""Rejections after which the next draft waits for what is wrong."""
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0


def draft_issue(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Draft or revise the item, ask for what the tracker requires, and lay out the card."""
    context = runtime.context
    tracker = tracker_of(context)
    if _needs_reason(state):
        return {"drafted": stored(_what_is_wrong(task_of(runtime)))}
    if not state.get("backlog") and _lacks_subject(state, tracker):
        return {"drafted": stored(_what_about(task_of(runtime)))}
    before = Backlog.model_validate(state["backlog"]) if state.get("backlog") else None
    types = tracker.issue_types()
    draft = _drafted(state, context, tracker, before)
    fields = tracker.create_fields(draft.issue_type)
    update: Plain = {
        "backlog": draft.model_dump(mode="json"),
        "jira_result": None,
        "evaluation_result": None,
        "confluence_result": None,
        "edited": None,
        "comment": None,
        "refused": None,
        "next_action": "issue_approval",
    }
    if missing := _missing(fields, state.get("given") or {}):
        form = _form(task_of(runtime), missing, tracker)
        return {**update, "drafted": stored(form), "next_action": "ask_fields"}
    similar = _similar(draft, context, tracker)
    content = _content(draft, fields, state, tracker, question=task_of(runtime))
    _show(draft, before, content, similar, context, tracker)
    card = _card(state, context, draft, content, types, fields, similar, task_of(runtime))
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


def _what_is_wrong(task: str) -> FreeText:
    return FreeText(
        id=task,
        workflow="tickets",
        step="ask_what_is_wrong",
        title="What should the item say instead?",
        body="Two drafts did not fit. Tell me in your own words what is missing or wrong, and the"
        " next draft begins from that.",
        placeholder="It should be about …, not about …",
    )


def _lacks_subject(state: AgentState, tracker: Tracker) -> bool:
    return not state.get("subject") and drafting.lacks_subject(_asked(state, tracker))


def _what_about(task: str) -> FreeText:
    return FreeText(
        id=task,
        workflow="tickets",
        step="ask_subject",
        title="What is it about?",
        body="Say in a sentence or two what is needed, or what goes wrong.",
        placeholder="Who needs what, and what for",
    )


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
        return _with_edits(before, edited)
    comment = state.get("wrong") or state.get("comment") or ""
    if before and not comment:
        return before
    value = _asked(state, tracker).model_copy(update={"previous": before, "comment": comment})
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
    return list(PRIORITIES)


def _with_edits(before: Backlog, edited: Plain) -> Backlog:
    """What the card's fields hold now. Labels of Jira have no spaces."""
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
    return Backlog.model_validate(before.model_dump() | texts | lists)


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


def _form(task: str, missing: list[IssueField], tracker: Tracker) -> Form:
    return Form(
        id=task,
        workflow="tickets",
        step="ask_fields",
        title="What the tracker needs besides",
        body=f"{tracker.name} takes no issue of this type without these.",
        fields=tuple(_field(field) for field in missing),
    )


def _field(field: IssueField) -> Field:
    if field.allowed:
        options = tuple(Option(value, value) for value in field.allowed)
        return Field(field.id, field.name, "choice", options=options)
    kind: Literal["text", "longtext", "number", "date"] = "text"
    if field.kind in ("longtext", "number", "date"):
        kind = field.kind
    return Field(field.id, field.name, kind)


def _similar(draft: Backlog, context: Context, tracker: Tracker) -> list[Similar]:
    text = f"{draft.summary}\n{draft.description}"
    found = tracker.search(text)
    return drafting.similar(text, found, likeness=context.ports.library.likeness)


def _content(
    draft: Backlog, fields: list[IssueField], state: AgentState, tracker: Tracker, *, question: str
) -> str:
    takes = {field.id for field in fields} or OWN_FIELDS
    given = state.get("given") or {}
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
                "origin": "model" if context.llm.is_model else "rules",
                "where": tracker.name,
                "is_embedded": tracker.is_embedded,
            },
        )
    )


def _card(
    state: AgentState,
    context: Context,
    draft: Backlog,
    content: str,
    types: list[str],
    fields: list[IssueField],
    similar: list[Similar],
    task: str,
) -> Approval:
    tracker = tracker_of(context)
    minutes = context.ports.ticket_rules.approval_minutes
    refused = state.get("refused")
    return Approval(
        id=task,
        workflow="tickets",
        step="issue_approval",
        title=f"Create this issue in {tracker.project}?",
        body=_card_body(draft, similar, tracker),
        context={"mark": mark_of(task)},
        expires=(datetime.now(UTC) + timedelta(minutes=minutes)).isoformat(),
        digest=digest_of(content),
        risks=(refused,) if refused else (),
        allowed=("approve", "edit", "reject"),
        fields=_card_fields(draft, types, fields),
        others=tuple(
            Option(f"use:{each.key}", f"Use {each.key} instead", each.summary) for each in similar
        ),
    )


def _card_body(draft: Backlog, similar: list[Similar], tracker: Tracker) -> str:
    lines = [f"One {draft.issue_type} in {tracker.name}, exactly as shown above."]
    if similar:
        noun = "issue is" if len(similar) == 1 else "issues are"
        lines.append(f"{len(similar)} open {noun} like it: look at them before you approve.")
    return "\n\n".join(lines)


def _card_fields(draft: Backlog, types: list[str], fields: list[IssueField]) -> tuple[Field, ...]:
    priorities = next((f.allowed for f in fields if f.id == "priority" and f.allowed), PRIORITIES)

    def choice(name: str, label: str, values: tuple[str, ...], now: str) -> Field:
        known = values if now in values else (*values, now)
        options = tuple(Option(value, value) for value in known)
        return Field(name, label, "choice", options=options, default=now)

    def lines(name: str, label: str, entries: list[str]) -> Field:
        text = "\n".join(entries)
        return Field(name, label, "longtext", required=False, default=text, help="One per line")

    return (
        Field("summary", "Summary", default=draft.summary),
        choice("issue_type", "Type", tuple(types), draft.issue_type),
        choice("priority", "Priority", tuple(priorities), draft.priority),
        Field("labels", "Labels", required=False, default=", ".join(draft.labels)),
        Field("description", "Description", "longtext", default=draft.description),
        Field(
            "business_value",
            "Business value",
            "longtext",
            required=False,
            default=draft.business_value,
        ),
        lines("acceptance_criteria", "Acceptance criteria", draft.acceptance_criteria),
        lines("assumptions", "Assumptions", draft.assumptions),
        lines("open_questions", "Open questions", draft.open_questions),
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
        return _over("cancelled")
    return {"given": {**(state.get("given") or {}), **reply.values}, "drafted": None}


def ask_subject(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    reply = ask(from_json(state["drafted"] or {}))
    if reply.cancelled:
        return _over("cancelled")
    return {"subject": reply.text, "drafted": None}


def ask_what_is_wrong(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    reply = ask(from_json(state["drafted"] or {}))
    if reply.cancelled:
        return _over("cancelled")
    return {"wrong": reply.text, "drafted": None}


def issue_approval(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """Wait for the decision on exactly what the card shows."""
    reply = ask(from_json(state["drafted"] or {}))
    update: Plain = {"drafted": None, "wrong": None}
    match reply:
        case Reply(cancelled=True):
            return _over("cancelled")
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


def _over(why: str) -> Plain:
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


# Writing


def jira_creation(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Create what was approved, once, whatever is cut off when."""
    context = runtime.context
    tracker, content = tracker_of(context), state["sent"] or ""
    issue = issue_in(content)
    search = Search(context, tracker, issue.mark, settled=state.get("settled") or "")
    effect = Effect(
        "tracker.create_issue", issue.project, content.encode(), state.get("approval") or ""
    )
    perform = context.ports.effects.perform
    try:
        try:
            made = perform(
                effect,
                thread=context.thread,
                act=lambda: result_of(tracker.create(issue)),
                find=search.found,
            )
        except OutcomeUnknown as error:
            context.report.emit(Notice(f"{error.message} I am looking for it.", "warning"))
            made = perform(
                effect,
                thread=context.thread,
                act=lambda: result_of(tracker.create(issue)),
                find=search.found,
            )
    except OutcomeUnknown:
        return {"drafted": stored(_unknown(task_of(runtime), search)), "settled": None}
    except NotApproved as error:
        return {"refused": error.message, "approval": None}
    except Refused as error:
        if error.retryable:
            raise
        failed = {"success": False, "error": error.message}
        refused = f"{tracker.name} refused it: {error.message} {error.hint}".strip()
        return {"refused": refused, "approval": None, "jira_result": failed}
    return _created(state, context, tracker, made)


class Search:
    """Looks for what may have been made, patiently, since a tracker's search lags behind."""

    def __init__(
        self,
        context: Context,
        tracker: Tracker,
        mark: str,
        *,
        settled: str,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._context = context
        self._tracker = tracker
        self._mark = mark
        self._settled = settled
        self._sleep = sleep
        self._clock = clock

    def found(self) -> Plain | None:
        """The issue; None when it surely is not there. Raises OutcomeUnknown."""
        if self._settled == NOT_MADE:
            return None
        if self._settled:
            return result_of(self._tracker.issue(self._settled))
        ends = self._clock() + self._context.ports.ticket_rules.search_minutes * 60
        wait = FIRST_WAIT
        while True:
            if issue := self._tracker.marked(self._mark):
                return result_of(issue)
            if not self._tracker.search_lags:
                return None
            if self._clock() + wait > ends or self._rested(wait):
                raise OutcomeUnknown(
                    "Whether the issue was created is not known.",
                    hint="Look into the tracker, then say what you found there.",
                )
            wait = min(wait * 2, LONGEST_WAIT)

    def nearest(self) -> list[Issue]:
        """What was made lately, for a person to look at."""
        return self._tracker.open_issues(count=5)

    def _rested(self, seconds: float) -> bool:
        """Wait; True when the user pressed stop meanwhile."""
        ends = self._clock() + seconds
        while not self._context.report.stopped and self._clock() < ends:
            self._sleep(min(0.2, seconds))
        return self._context.report.stopped


NOT_MADE, LOOK_AGAIN = "none", "again"


def _unknown(task: str, search: Search) -> Choice:
    found = tuple(
        Option(issue.key, f"It is {issue.key}", issue.summary) for issue in search.nearest()
    )
    return Choice(
        id=task,
        workflow="tickets",
        step="settle_outcome",
        title="Was the issue created?",
        body="What was sent may have arrived, and the tracker's search does not show it. These are"
        " its newest open issues. Nothing is sent again before you say so.",
        options=(
            *found,
            Option(LOOK_AGAIN, "Look for it once more", "Search can lag by minutes."),
            Option(NOT_MADE, "It is not there: create it", "I have looked into the tracker."),
        ),
    )


def settle_outcome(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """Wait for what a person found in the tracker."""
    reply = ask(from_json(state["drafted"] or {}))
    if reply.cancelled or reply.expired:
        return _over("unknown")
    return {"drafted": None, "settled": "" if reply.option == LOOK_AGAIN else reply.option}


def after_settle_outcome(state: AgentState) -> Literal["jira_creation", "finish"]:
    return "finish" if state.get("ended") else "jira_creation"


def after_jira_creation(
    state: AgentState,
) -> Literal["evaluation", "settle_outcome", "draft_issue"]:
    if state.get("drafted"):
        return "settle_outcome"
    return "evaluation" if (state.get("jira_result") or {}).get("success") else "draft_issue"


def result_of(issue: Issue) -> Plain:
    return {"reference": issue.key, "key": issue.key, "id": issue.id, "link": issue.link}


def _created(state: AgentState, context: Context, tracker: Tracker, made: Plain) -> Plain:
    issue = issue_in(state["sent"] or "")
    context.report.emit(
        Artifact(
            "ticket_created",
            "created",
            {
                "key": made["key"],
                "link": made["link"],
                "summary": issue.summary,
                "where": tracker.name,
                "is_embedded": tracker.is_embedded,
            },
        )
    )
    knowledge.remember_issue(context, key=made["key"], link=made["link"], issue=issue)
    return {
        "jira_result": {
            "success": True,
            "key": made["key"],
            "id": made["id"],
            "link": made["link"],
            "summary": issue.summary,
            "description": issue.description,
            "backlog": state.get("backlog"),
        },
        "last_issue": made["key"],
        "next_action": "evaluation",
    }
