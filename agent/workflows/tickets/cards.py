"""What Tickets asks before an issue is made: what is missing, what is wrong, whether to make it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from agent.conversation import gettext_of, spoken_in
from agent.ports import Context, IssueField, Tracker
from agent.questions import Approval, Field, Form, FreeText, Option, expiry
from agent.workflows.tickets.binding import digest_of, mark_of
from agent.workflows.tickets.contracts import Backlog, Similar
from agent.workflows.tickets.needed import tracker_of
from agent.workflows.tickets.state import AgentState

PRIORITIES = ("Highest", "High", "Medium", "Low", "Lowest")


def what_is_wrong(task: str, state: AgentState) -> FreeText:
    _ = gettext_of(state)
    return FreeText(
        id=task,
        workflow="tickets",
        step="ask_what_is_wrong",
        language=spoken_in(state),
        title=_("What should the item say instead?"),
        body=_(
            "Two drafts did not fit. Tell me in your own words what is missing or wrong, and the"
            " next draft begins from that."
        ),
        placeholder=_("It should be about …, not about …"),
    )


def what_about(task: str, state: AgentState, question: str = "") -> FreeText:
    _ = gettext_of(state)
    return FreeText(
        id=task,
        workflow="tickets",
        step="ask_subject",
        language=spoken_in(state),
        title=question.strip() or _("What is it about?"),
        body=_("Say in a sentence or two what is needed, or what goes wrong."),
        placeholder=_("Who needs what, and what for"),
    )


def missing_fields(
    task: str, state: AgentState, missing: list[IssueField], tracker: Tracker
) -> Form:
    _ = gettext_of(state)
    body = _("Without these {tracker} takes no issue of this type.")
    return Form(
        id=task,
        workflow="tickets",
        step="ask_fields",
        language=spoken_in(state),
        title=_("What the tracker needs besides"),
        body=body.format(tracker=tracker.name),
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
    _ = gettext_of(state)
    tracker = tracker_of(context)
    refused = state.get("refused")
    instead = _("Use {key} instead")
    others = [Option(f"use:{s.key}", instead.format(key=s.key), s.summary) for s in similar]
    if state.get("more") or state.get("made"):
        others.append(Option("leave", _("Leave this one out")))
    return Approval(
        id=task,
        workflow="tickets",
        step="issue_approval",
        language=spoken_in(state),
        title=_("Create this issue in {project}?").format(project=tracker.project),
        body=_card_body(state, draft, similar, tracker),
        context={"mark": mark_of(task)},
        expires=expiry(context.ports.ticket_rules.approval_minutes),
        digest=digest_of(content),
        risks=(refused,) if refused else (),
        allowed=("approve", "edit", "reject"),
        labels={"approve": _("Approve and create")},
        fields=_card_fields(state, draft, types, fields),
        others=tuple(others),
    )


def remarked(card: Approval, remarks: Sequence[str]) -> Approval:
    """The card with what a draft holds that nobody has said."""
    if not remarks:
        return card
    said = card.gettext("Neither in your words nor among the assumptions: {words}.")
    return replace(card, body=f"{card.body}\n\n{said.format(words=', '.join(remarks))}")


def _card_body(state: AgentState, draft: Backlog, similar: list[Similar], tracker: Tracker) -> str:
    _ = gettext_of(state)
    one = _("One {type} in {where}, exactly as shown above.")
    lines = [one.format(type=draft.issue_type, where=tracker.name)]
    if similar:
        like = _("Open issues that are like it: {number}. Look at them before you approve.")
        lines.append(like.format(number=len(similar)))
    if more := state.get("more"):
        waiting = _("More issues of your message that wait after this: {number}.")
        lines.append(waiting.format(number=len(more)))
    return "\n\n".join(lines)


def _card_fields(
    state: AgentState, draft: Backlog, types: list[str], fields: list[IssueField]
) -> tuple[Field, ...]:
    _ = gettext_of(state)
    given = state.get("given") or {}
    priorities = next((f.allowed for f in fields if f.id == "priority" and f.allowed), PRIORITIES)

    def choice(name: str, label: str, values: Sequence[str], now: str) -> Field:
        options = tuple(Option(value, value) for value in dict.fromkeys([*values, now]))
        return Field(name, label, "choice", options=options, default=now)

    def text(name: str, label: str) -> Field:
        return Field(name, label, required=False, default=getattr(draft, name))

    def lines(name: str, label: str) -> Field:
        held = "\n".join(getattr(draft, name))
        return Field(name, label, "longtext", required=False, default=held, help=_("One per line"))

    return (
        Field("summary", _("Summary"), default=draft.summary),
        choice("issue_type", _("Type"), types, draft.issue_type),
        choice("priority", _("Priority"), priorities, draft.priority),
        Field("labels", _("Labels"), required=False, default=", ".join(draft.labels)),
        Field("description", _("Description"), "longtext", default=draft.description),
        text("who", _("Who is affected")),
        text("how_often", _("How often")),
        text("where", _("Where")),
        replace(text("business_value", _("Business value")), kind="longtext"),
        lines("acceptance_criteria", _("Acceptance criteria")),
        lines("assumptions", _("Assumptions")),
        lines("open_questions", _("Open questions")),
        *(replace(_field(f), default=given[f.id]) for f in fields if f.id in given),
    )
