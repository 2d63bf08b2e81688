"""What Tickets asks before an issue is made: what is missing, what is wrong, whether to make it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from agent.conversation import gettext_of, spoken_in
from agent.ports import Context, IssueField, Tracker
from agent.questions import Approval, Field, Form, FreeText, Option, Question, Reply, expiry
from agent.workflows.tickets.binding import digest_of, issues_in
from agent.workflows.tickets.contracts import Backlog, Similar
from agent.workflows.tickets.editing import prefix_of
from agent.workflows.tickets.needed import tracker_of
from agent.workflows.tickets.state import AgentState

PRIORITIES = ("Highest", "High", "Medium", "Low", "Lowest")


@dataclass(frozen=True)
class Proposed:
    """A draft, what the tracker takes of its type, and what is open already that is like it."""

    draft: Backlog
    fields: list[IssueField]
    similar: list[Similar]


def what_is_wrong(task: str, state: AgentState) -> FreeText:
    _ = gettext_of(state)
    return FreeText(
        id=task,
        workflow="tickets",
        step="ask_what_is_wrong",
        language=spoken_in(state),
        title=_("What should the item say instead?"),
        body=_(
            "Two drafts missed the mark. Tell me what is missing or wrong, and the next draft"
            " starts from that."
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
    body = _("{tracker} needs these for this type of issue.")
    return Form(
        id=task,
        workflow="tickets",
        step="ask_fields",
        language=spoken_in(state),
        title=_("What else the tracker needs"),
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
    proposed: Sequence[Proposed],
    sent: str,
    types: list[str],
    task: str,
) -> Approval:
    """Ask for one issue, or for several that are each approved or left."""
    _ = gettext_of(state)
    tracker = tracker_of(context)
    refused = state.get("refused")
    title, approve = _("Create this issue in {project}?"), _("Approve and create")
    parts: tuple[Option, ...] = ()
    others = _existing(proposed[0].similar, _)
    if len(proposed) > 1:
        title, approve = _("Create these issues in {project}?"), _("Create the chosen ones")
        parts, others = _parts(proposed, _), ()
    return Approval(
        id=task,
        workflow="tickets",
        step="issue_approval",
        language=spoken_in(state),
        title=title.format(project=tracker.project),
        body=_card_body(state, proposed, tracker),
        context={"mark": issues_in(sent)[0]["mark"]},
        expires=expiry(context.ports.ticket_rules.approval_minutes),
        digest=digest_of(sent),
        risks=(refused,) if refused else (),
        allowed=("approve", "edit", "reject"),
        labels={"approve": approve},
        fields=_card_fields(state, proposed, types),
        others=others,
        parts=parts,
    )


def chosen_of(question: Question, reply: Reply) -> list[int] | None:
    """Which of several are approved; None where there is only one."""
    if not isinstance(question, Approval) or not question.parts:
        return None
    return [int(part) for part in question.approved_parts(reply)]


def _existing(similar: Sequence[Similar], _: Callable[[str], str]) -> tuple[Option, ...]:
    instead = _("Use {key} instead")
    return tuple(Option(f"use:{s.key}", instead.format(key=s.key), s.summary) for s in similar)


def _parts(proposed: Sequence[Proposed], _: Callable[[str], str]) -> tuple[Option, ...]:
    like = _("Like {issues}, which is open already")
    return tuple(
        Option(
            str(number),
            f"{each.draft.issue_type}: {each.draft.summary}",
            like.format(issues=", ".join(s.key for s in each.similar)) if each.similar else "",
        )
        for number, each in enumerate(proposed)
    )


def remarked(card: Approval, remarks: Sequence[str]) -> Approval:
    """The card with what a draft holds that nobody has said."""
    if not remarks:
        return card
    said = card.gettext("Not in your request or the assumptions: {words}.")
    return replace(card, body=f"{card.body}\n\n{said.format(words=', '.join(remarks))}")


def _card_body(state: AgentState, proposed: Sequence[Proposed], tracker: Tracker) -> str:
    _ = gettext_of(state)
    if len(proposed) > 1:
        several = _("{number} issues in {where}, each exactly as shown above, or left out.")
        lines = [several.format(number=len(proposed), where=tracker.name)]
    else:
        one = _("One {type} in {where}, exactly as shown above.")
        lines = [one.format(type=proposed[0].draft.issue_type, where=tracker.name)]
    if similar := sum(len(each.similar) for each in proposed):
        like = _("Open issues that are like it: {number}. Look at them before you approve.")
        lines.append(like.format(number=similar))
    return "\n\n".join(lines)


_OF_SEVERAL = frozenset(
    {"summary", "issue_type", "priority", "labels", "description", "acceptance_criteria"}
)


def _card_fields(
    state: AgentState, proposed: Sequence[Proposed], types: list[str]
) -> tuple[Field, ...]:
    """All that one draft holds; of several what each of them needs, under its name."""
    if len(proposed) == 1:
        given, fields = state.get("given") or {}, proposed[0].fields
        own = (replace(_field(f), default=given[f.id]) for f in fields if f.id in given)
        return (*_draft_fields(state, proposed[0], types), *own)
    return tuple(
        replace(
            field,
            id=prefix_of(number, len(proposed)) + field.id,
            group=f"{number + 1}. {each.draft.summary}",
        )
        for number, each in enumerate(proposed)
        for field in _draft_fields(state, each, types)
        if field.id in _OF_SEVERAL
    )


def _draft_fields(state: AgentState, proposed: Proposed, types: list[str]) -> tuple[Field, ...]:
    _ = gettext_of(state)
    draft, fields = proposed.draft, proposed.fields
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
    )
