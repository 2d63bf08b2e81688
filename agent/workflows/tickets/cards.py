"""What Tickets asks before an issue is made: what is missing, what is wrong, whether to make it."""

from collections.abc import Sequence
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


def what_about(task: str, question: str = "") -> FreeText:
    return FreeText(
        id=task,
        workflow="tickets",
        step="ask_subject",
        title=question.strip() or "What is it about?",
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
    refused, made = state.get("refused"), state.get("made")
    return Approval(
        id=task,
        workflow="tickets",
        step="issue_approval",
        title=f"Create this issue in {tracker.project}?",
        body=_card_body(draft, similar, tracker, more=len(state.get("more") or ())),
        context={"mark": mark_of(task)},
        expires=expiry(minutes),
        digest=digest_of(content),
        risks=(refused,) if refused else (),
        allowed=("approve", "edit", "reject"),
        labels={"approve": "Approve and create"},
        fields=_card_fields(draft, types, fields, state.get("given") or {}),
        others=tuple(
            Option(f"use:{each.key}", f"Use {each.key} instead", each.summary) for each in similar
        )
        + ((Option("leave", "Leave this one out"),) if state.get("more") or made else ()),
    )


def remarked(card: Approval, remarks: Sequence[str]) -> Approval:
    """The card with what a draft holds that nobody has said."""
    if not remarks:
        return card
    said = f"Neither in your words nor among the assumptions: {', '.join(remarks)}."
    return replace(card, body=f"{card.body}\n\n{said}")


def _card_body(draft: Backlog, similar: list[Similar], tracker: Tracker, *, more: int) -> str:
    lines = [f"One {draft.issue_type} in {tracker.name}, exactly as shown above."]
    if similar:
        said = "1 open issue is like it: look at it"
        if len(similar) > 1:
            said = f"{len(similar)} open issues are like it: look at them"
        lines.append(f"{said} before you approve.")
    if more:
        lines.append(f"{more} more of your message {'waits' if more == 1 else 'wait'} after this.")
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
        Field("who", "Who is affected", required=False, default=draft.who),
        Field("how_often", "How often", required=False, default=draft.how_often),
        Field("where", "Where", required=False, default=draft.where),
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
