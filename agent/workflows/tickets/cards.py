"""What Tickets asks before an issue is made: what is missing, what is wrong, whether to make it."""

from dataclasses import replace
from typing import Literal

from agent.ports import Context, IssueField, Tracker
from agent.questions import Approval, Field, Form, FreeText, Option, expiry
from agent.workflows.tickets.binding import digest_of, mark_of
from agent.workflows.tickets.contracts import Backlog, Similar
from agent.workflows.tickets.needed import tracker_of
from agent.workflows.tickets.state import AgentState, Plain

PRIORITIES = ("Highest", "High", "Medium", "Low", "Lowest")


def what_is_wrong(task: str) -> FreeText:
    return FreeText(
        id=task,
        workflow="tickets",
        step="ask_what_is_wrong",
        title="What should the item say instead?",
        body="Two drafts did not fit. Tell me in your own words what is missing or wrong, and the"
        " next draft begins from that.",
        placeholder="It should be about …, not about …",
    )


def what_about(task: str) -> FreeText:
    return FreeText(
        id=task,
        workflow="tickets",
        step="ask_subject",
        title="What is it about?",
        body="Say in a sentence or two what is needed, or what goes wrong.",
        placeholder="Who needs what, and what for",
    )


def missing_fields(task: str, missing: list[IssueField], tracker: Tracker) -> Form:
    return Form(
        id=task,
        workflow="tickets",
        step="ask_fields",
        title="What the tracker needs besides",
        body=f"Without these {tracker.name} takes no issue of this type.",
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


def approval(
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
        expires=expiry(minutes),
        digest=digest_of(content),
        risks=(refused,) if refused else (),
        allowed=("approve", "edit", "reject"),
        labels={"approve": "Approve and create"},
        fields=_card_fields(draft, types, fields, state.get("given") or {}),
        others=tuple(
            Option(f"use:{each.key}", f"Use {each.key} instead", each.summary) for each in similar
        ),
    )


def _card_body(draft: Backlog, similar: list[Similar], tracker: Tracker) -> str:
    lines = [f"One {draft.issue_type} in {tracker.name}, exactly as shown above."]
    if similar:
        said = "1 open issue is like it: look at it"
        if len(similar) > 1:
            said = f"{len(similar)} open issues are like it: look at them"
        lines.append(f"{said} before you approve.")
    return "\n\n".join(lines)


def _card_fields(
    draft: Backlog, types: list[str], fields: list[IssueField], given: Plain
) -> tuple[Field, ...]:
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
        *(replace(_field(f), default=given[f.id]) for f in fields if f.id in given),
    )
