"""What is asked before issues are made: the draft's form, what is missing or wrong, the card."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from agent.engine.conversation import gettext_of, spoken_in
from agent.language.catalogs import N_, catalog
from agent.ports import Context, IssueField, Tracker
from agent.questions import Approval, Field, Form, FreeText, Option, expiry
from agent.workflows.tickets.binding import digest_of, issues_in
from agent.workflows.tickets.contracts import Backlog, DraftFor
from agent.workflows.tickets.description import NAMES as SECTIONS
from agent.workflows.tickets.drafts import plain_draft, prefix_of
from agent.workflows.tickets.issues import NAMES
from agent.workflows.tickets.needed import tracker_of
from agent.workflows.tickets.state import AgentState, Plain

PRIORITIES = ("Highest", "High", "Medium", "Low", "Lowest")
_IN_FORM = (
    *("issue_type", "summary", "description", "who", "how_often", "where"),
    *("acceptance_criteria", "priority"),
)
_LABELS = {**NAMES, **SECTIONS}
_LISTS = ("acceptance_criteria", "assumptions", "open_questions")
_LONG = ("description", "comment", "business_value", *_LISTS)
_ON_CARD = (
    *("summary", "issue_type", "priority", "labels", "assignee", "due", "links", "description"),
    *("who", "how_often", "where", "business_value", *_LISTS),
)
_OF_SEVERAL = ("summary", "issue_type", "priority", "labels", "description", "acceptance_criteria")
"""Of each of several drafts, beside what it holds."""


@dataclass(frozen=True)
class Proposed:
    """A draft, and what the tracker takes of its type."""

    draft: Backlog
    fields: list[IssueField]
    assignee: str = ""
    """The id of the person, where that is clear."""


def asked(state: AgentState, task: str, step: str) -> Plain:
    """What all questions have."""
    return {"id": task, "workflow": "tickets", "step": step, "language": spoken_in(state)}


def what_about(task: str, state: AgentState, question: str = "") -> FreeText:
    _ = gettext_of(state)
    return FreeText(
        **asked(state, task, "ask_subject"),
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
        **asked(state, task, "ask_fields"),
        title=_("What else the tracker needs"),
        body=body.format(tracker=_(tracker.name)),
        fields=tuple(_own_field(field) for field in missing),
    )


def _own_field(field: IssueField) -> Field:
    """A field of the tracker's own."""
    if field.allowed:
        options = tuple(Option(value, value) for value in field.allowed)
        return Field(field.id, field.name, "choice", options=options)
    kind: Literal["text", "longtext", "number", "date"] = "text"
    if field.kind in ("longtext", "number", "date"):
        kind = field.kind
    return Field(field.id, field.name, kind)


def draft_form(task: str, state: AgentState, value: DraftFor, *, message: str) -> Form:
    """Ask for the item: as it was drafted before, else with what the message says in its words."""
    _ = gettext_of(state)
    now = value.previous[0] if value.previous else plain_draft(value, message)
    own = _("These are your own words. Change what is not right and fill in what you know.")
    comment = _("You asked for: {comment}").format(comment=value.comment)
    fields = _draft_fields(now, value.issue_types, value.priorities, spoken_in(state))
    return Form(
        **asked(state, task, "ask_fields"),
        context={"asks": "draft"},
        title=_("What should the issue say?"),
        body=comment if value.comment else own,
        fields=tuple(fields[name] for name in _IN_FORM),
        send=_("Show the draft"),
    )


def approval(
    state: AgentState,
    context: Context,
    proposed: Sequence[Proposed],
    sent: str,
    *,
    task: str,
    types: list[str],
    beyond: Sequence[str],
    left: Sequence[str],
) -> Approval:
    """Ask for one issue, or for several that are each approved or left."""
    _ = gettext_of(state)
    tracker, (first, *others) = tracker_of(context), proposed
    if others:
        title, approve = _("Create these issues in {project}?"), _("Create the chosen ones")
        body = _("{number} issues in {where}, each exactly as shown above, or left out.")
    else:
        title, approve = _("Create this issue in {project}?"), _("Approve and create")
        body = _("One {type} in {where}, exactly as shown above.")
    told = {"number": len(proposed), "where": _(tracker.name), "type": first.draft.issue_type}
    refused = state.get("refused")
    titles = (f"{each.draft.issue_type}: {each.draft.summary}" for each in proposed)
    parts = tuple(Option(str(number), title) for number, title in enumerate(titles))
    return Approval(
        **asked(state, task, "issue_approval"),
        title=title.format(project=tracker.project),
        body="\n\n".join([body.format(**told), *_remarks(_, proposed, beyond, left)]),
        context={"mark": issues_in(sent)[0]["mark"]},
        expires=expiry(context.ports.ticket_rules.approval_minutes),
        digest=digest_of(sent),
        risks=(refused,) if refused else (),
        allowed=("approve", "edit", "reject"),
        labels={"approve": approve},
        fields=_card_fields(state, proposed, types),
        parts=parts if others else (),
    )


def _remarks(
    say: Callable[[str], str],
    proposed: Sequence[Proposed],
    beyond: Sequence[str],
    left: Sequence[str],
) -> Iterator[str]:
    """What a draft has beyond the request, and what is not written with it."""
    unknown = [d.draft.assignee for d in proposed if d.draft.assignee and not d.assignee]
    for said, words in (
        (N_("Not in your request or the assumptions: {words}."), beyond),
        (N_("Not set, because it is not clear who is meant: {names}."), unknown),
        (N_("Not part of this: {what}."), left),
    ):
        if told := ", ".join(words):
            yield say(said).format(words=told, names=told, what=told)


def _card_fields(
    state: AgentState, proposed: Sequence[Proposed], types: list[str]
) -> tuple[Field, ...]:
    """All that one draft holds; of several what each of them needs, under its name."""
    language, found = spoken_in(state), list[Field]()
    for number, each in enumerate(proposed):
        held = _draft_fields(each.draft, types, _priorities(each.fields), language)
        if len(proposed) == 1:
            given = state.get("given") or {}
            own = (f for f in each.fields if f.id in given)
            return (*held.values(), *(replace(_own_field(f), default=given[f.id]) for f in own))
        group, prefix = f"{number + 1}. {each.draft.summary}", prefix_of(number, len(proposed))
        shown = (f for f in held.values() if f.id in _OF_SEVERAL or f.default)
        found += [replace(field, id=prefix + field.id, group=group) for field in shown]
    return tuple(found)


def _priorities(fields: Sequence[IssueField]) -> Sequence[str]:
    return next((f.allowed for f in fields if f.id == "priority" and f.allowed), PRIORITIES)


def priorities_of(tracker: Tracker, issue_type: str) -> list[str]:
    return list(_priorities(tracker.create_fields(issue_type) if issue_type else ()))


def field_of(
    name: str,
    value: str,
    say: Callable[[str], str],
    *,
    choices: Sequence[str] = (),
    required: bool = False,
    hint: str = "",
) -> Field:
    """One field of an issue or a draft, by the name that it has everywhere."""
    label = say(_LABELS[name])
    if choices:
        options = tuple(Option(v, v) for v in dict.fromkeys([*choices, value]) if v)
        return Field(name, label, "choice", required=required, options=options, default=value)
    kind: Literal["text", "longtext", "date"] = "longtext" if name in _LONG else "text"
    kind = "date" if name == "due" else kind
    return Field(name, label, kind, required=required, default=value, help=hint)


def _draft_fields(
    draft: Backlog, types: Sequence[str], priorities: Sequence[str], language: str
) -> dict[str, Field]:
    """The fields that hold a draft, by their ids."""
    _ = catalog(language).gettext
    choices, a_line = {"issue_type": types, "priority": priorities}, _("One per line")
    fields = {}
    for name in _ON_CARD:
        held = getattr(draft, name)
        if isinstance(held, list):
            held = (", " if name in ("labels", "links") else "\n").join(held)
        fields[name] = field_of(
            name,
            held,
            _,
            choices=choices.get(name, ()),
            required=name in ("summary", "description", *choices),
            hint=a_line if name in _LISTS else "",
        )
    return fields
