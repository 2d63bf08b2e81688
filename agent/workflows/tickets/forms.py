"""What is asked before issues are made: the draft's form, what is missing or wrong, the card."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from agent.engine.conversation import gettext_of, spoken_in
from agent.language.catalogs import N_
from agent.ports import Context, IssueField, Tracker
from agent.questions import Approval, Field, Form, FreeText, Option, expiry
from agent.workflows.tickets.binding import digest_of, issues_in
from agent.workflows.tickets.contracts import Backlog, DraftFor
from agent.workflows.tickets.drafts import LISTS, as_text, plain_draft, prefix_of
from agent.workflows.tickets.drafts import NAMES as SECTIONS
from agent.workflows.tickets.issues import NAMES
from agent.workflows.tickets.needed import tracker_of
from agent.workflows.tickets.state import AgentState, Plain

BEYOND = N_("Not word for word in what was said or assumed: {words}.")
PRIORITIES = ("Highest", "High", "Medium", "Low", "Lowest")
_IN_FORM = (
    *("issue_type", "summary", "description", "who", "how_often", "where"),
    *("acceptance_criteria", "priority"),
)
_LABELS = {**NAMES, **SECTIONS}
_LONG = ("description", "comment", "business_value", *LISTS)
_ON_CARD = (
    *("summary", "issue_type", "priority", "labels", "assignee", "due", "links", "description"),
    *("who", "how_often", "where", "business_value", *LISTS),
)
_OF_SEVERAL = ("summary", "issue_type", "priority", "labels", "description", "acceptance_criteria")
"""Of each of several drafts, beside what it holds."""


@dataclass(frozen=True)
class Proposed:
    """A draft, and what the tracker takes of its type."""

    draft: Backlog
    fields: list[IssueField]
    same: list[str]
    """Keys of issues that seem to ask for the same."""
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


def who_are_you(task: str, state: AgentState, tracker: Tracker, step: str) -> FreeText:
    _ = gettext_of(state)
    body = _("{tracker} does not tell me who you are. What are you called there?")
    return FreeText(
        **asked(state, task, step),
        context={"asks": "me"},
        title=_("Who are you?"),
        body=body.format(tracker=_(tracker.name)),
        longest=200,
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
    fields = {f.id: f for f in _draft_fields(now, value.issue_types, value.priorities, _)}
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
    same = dict.fromkeys(key for each in proposed for key in each.same)
    for said, words in (
        (N_("Perhaps there already: {words}."), same),
        (BEYOND, beyond),
        (N_("Not set, because it is not clear who is meant: {names}."), unknown),
        (N_("Not part of this: {what}."), left),
    ):
        if told := ", ".join(words):
            yield say(said).format(words=told, names=told, what=told)


def _card_fields(
    state: AgentState, proposed: Sequence[Proposed], types: list[str]
) -> tuple[Field, ...]:
    """All that one draft holds; of several what each of them needs, under its name."""
    _, found = gettext_of(state), list[Field]()
    names = [f"{n}. {each.draft.summary}" for n, each in enumerate(proposed, start=1)]
    for number, each in enumerate(proposed):
        held = _draft_fields(each.draft, types, _priorities(each.fields), _)
        if len(proposed) == 1:
            given = state.get("given") or {}
            own = (f for f in each.fields if f.id in given)
            return (*held, *(replace(_own_field(f), default=given[f.id]) for f in own))
        shown = (field for field in held if field.id in _OF_SEVERAL or field.default)
        found += under_names(shown, number, names)
    return tuple(found)


def under_names(fields: Iterable[Field], number: int, names: Sequence[str]) -> Iterator[Field]:
    """Of several issues the fields of each under its name."""
    prefix = prefix_of(number, len(names))
    for field in fields:
        yield replace(field, id=prefix + field.id, group=names[number]) if prefix else field


def _priorities(fields: Sequence[IssueField]) -> Sequence[str]:
    return next((f.allowed for f in fields if f.id == "priority" and f.allowed), PRIORITIES)


def priorities_of(tracker: Tracker, issue_type: str) -> list[str]:
    return list(_priorities(tracker.create_fields(issue_type) if issue_type else ()))


def fields_of(
    values: Mapping[str, Any],
    say: Callable[[str], str],
    *,
    choices: Mapping[str, Sequence[str]],
    needed: Sequence[str] = ("summary",),
) -> Iterator[Field]:
    """The fields of an issue or a draft that hold these values, as they are called everywhere."""
    for name, value in values.items():
        text, label, is_needed = as_text(name, value), say(_LABELS[name]), name in needed
        if known := choices.get(name):
            options = tuple(Option(v, v) for v in dict.fromkeys([*known, text]) if v)
            yield Field(name, label, "choice", required=is_needed, options=options, default=text)
            continue
        kind: Literal["text", "longtext", "date"] = "longtext" if name in _LONG else "text"
        kind = "date" if name == "due" else kind
        hint = say(N_("One per line")) if name in LISTS else ""
        yield Field(name, label, kind, required=is_needed, default=text, help=hint)


def _draft_fields(
    draft: Backlog, types: Sequence[str], priorities: Sequence[str], say: Callable[[str], str]
) -> list[Field]:
    values = {name: getattr(draft, name) for name in _ON_CARD}
    choices = {"issue_type": types, "priority": priorities}
    return [*fields_of(values, say, choices=choices, needed=("summary", "description", *choices))]
