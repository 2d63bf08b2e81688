"""What is asked before something is written: forms, who is meant, what is missing, the cards."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from langgraph.runtime import Runtime

from agent.engine.conversation import gettext_of, message_of, spoken_in, task_of
from agent.language.catalogs import N_
from agent.ports import Context, Issue, IssueField, Tracker
from agent.ports.work_items import ME
from agent.questions import Approval, Choice, Field, Form, FreeText, Option, expiry
from agent.questions import to_json as stored
from agent.workflows.tickets.binding import content_of, digest_of, issues_in, mark_of
from agent.workflows.tickets.contracts import Advice, Backlog, DraftFor, Drafts
from agent.workflows.tickets.drafts import LISTS, as_text, differences, plain_draft, prefix_of
from agent.workflows.tickets.drafts import NAMES as SECTIONS
from agent.workflows.tickets.issues import (
    NAMES,
    changes_in,
    not_part,
    people_named,
    priorities_in,
    priorities_of,
)
from agent.workflows.tickets.needed import show, tracker_of
from agent.workflows.tickets.state import AgentState, Plain
from agent.workflows.tickets.steps import DRAFT

BEYOND = N_("Not word for word in what was said or assumed: {words}.")
_REJECTED = N_("You rejected it: “{comment}”. Without a model I can't read that: change it here.")
_WROTE = N_("You wrote: {words}")
WHY = N_("Why (needed to reject)")
_IN_FORM = (
    *("issue_type", "summary", "description", "who", "how_often", "where"),
    *("acceptance_criteria", "priority", "assignee", "due", "labels"),
)
LABELS = {**NAMES, **SECTIONS}
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


def who_is_meant(
    names: Iterable[str], state: AgentState, tracker: Tracker, *, task: str, step: str
) -> Form | Choice | None:
    """Ask who the user is, or which of several a name means."""
    _ = gettext_of(state)
    for name in filter(None, names):
        people = people_named(name, tracker, state)
        if name.casefold() == ME and not (people or state.get("me")):
            body = _("{tracker} does not tell me who you are. What are you called there?")
            body = body.format(tracker=_(tracker.name))
            return Form(
                **asked(state, task, step),
                context={"asks": "me"},
                title=_("Who are you?"),
                body=f"{body[:1].upper()}{body[1:]}",
                # A text would be a message, and a name is none.
                fields=(Field("name", _("Name")),),
            )
        if len(people) > 1:
            return Choice(
                **asked(state, task, step),
                context={"asks": "person", "name": name},
                title=_("Who is {name}?").format(name=name),
                options=tuple(Option(each.id, each.name) for each in people),
            )
    return None


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
    return Field(field.id, field.name, "text" if field.kind == "choices" else field.kind)


def draft_form(task: str, state: AgentState, value: DraftFor, *, message: str) -> Form:
    """Ask for the item: as it was drafted before, else with what the message says in its words."""
    _ = gettext_of(state)
    now = value.previous[0] if value.previous else plain_draft(value, message)
    own = (
        _("Your own words, with a usual checklist where the type is known. Change what is wrong."),
        _("Without a model, one message makes one issue: send a second one in another message."),
    )
    fields = {f.id: f for f in _draft_fields(now, value.issue_types, value.priorities, _)}
    return Form(
        **asked(state, task, "ask_fields"),
        context={"asks": "draft"},
        title=_("What should the issue say?"),
        body=_(_REJECTED).format(comment=value.comment) if value.comment else " ".join(own),
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
    value: DraftFor,
    drafts: Drafts,
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
        body="\n\n".join([body.format(**told), *_remarks(state, proposed, value, drafts)]),
        context={"mark": issues_in(sent)[0]["mark"]},
        expires=expiry(context.ports.ticket_rules.approval_minutes),
        digest=digest_of(sent),
        comment=_(Approval.comment if context.llm.is_model else WHY),
        risks=(refused,) if refused else (),
        allowed=("approve", "edit", "reject"),
        labels={"approve": approve},
        fields=_card_fields(state, proposed, value.issue_types),
        parts=parts if others else (),
    )


def _remarks(
    state: AgentState, proposed: Sequence[Proposed], value: DraftFor, drafts: Drafts
) -> Iterator[str]:
    """What a draft has beyond the request, and what is not written with it."""
    say = gettext_of(state)
    beyond = DRAFT.remarks(value, drafts) if state.get("origin") != "rules" else []
    unknown = [d.draft.assignee for d in proposed if d.draft.assignee and not d.assignee]
    same = dict.fromkeys(key for each in proposed for key in each.draft.same)
    links = {link for each in proposed for link in each.draft.links}
    lost = (link for each in drafts.issues for link in each.links if link not in links)
    for said, words in (
        (N_("Perhaps there already: {words}."), same),
        (BEYOND, beyond),
        (N_("Not set, because it is not clear who is meant: {names}."), unknown),
    ):
        if told := ", ".join(words):
            yield say(said).format(words=told, names=told)
    yield from filter(None, [not_part([*drafts.left, *lost], say)])


def _card_fields(
    state: AgentState, proposed: Sequence[Proposed], types: list[str]
) -> tuple[Field, ...]:
    """All that one draft holds; of several what each of them needs, under its name."""
    _, found = gettext_of(state), list[Field]()
    names = [f"{n}. {each.draft.summary}" for n, each in enumerate(proposed, start=1)]
    for number, each in enumerate(proposed):
        held = _draft_fields(each.draft, types, priorities_in(each.fields), _)
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


def fields_of(
    values: Mapping[str, Any],
    say: Callable[[str], str],
    *,
    choices: Mapping[str, Sequence[str]],
    needed: Sequence[str] = ("summary",),
) -> Iterator[Field]:
    """The fields of an issue or a draft that hold these values, as they are called everywhere."""
    for name, value in values.items():
        text, label, is_needed = as_text(name, value), say(LABELS[name]), name in needed
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


@dataclass(frozen=True)
class Change:
    """What is to change in an issue."""

    issue: Issue
    held: Plain
    """Its fields as they are now."""
    shown: Plain
    sent: Plain
    """The same, of a person the id."""


def change_form(
    state: AgentState,
    task: str,
    issues: Sequence[Issue],
    tracker: Tracker,
    held: Mapping[str, Plain],
) -> Form:
    _ = gettext_of(state)
    names = [f"{issue.key}: {issue.summary}" for issue in issues]
    said, comment = message_of(state), state.get("comment")
    before = {
        prefix_of(number, len(issues)) + name: as_text(name, value)
        for number, issue in enumerate(issues)
        for name, value in held[issue.key].items()
    }
    shown = (state.get("wanted") or {}).get("values") or {}
    pairs = [(issue, {**held[issue.key], **shown.get(issue.key, {})}) for issue in issues]
    body = _(_REJECTED if comment else _WROTE).format(comment=comment, words=said)
    if not (issues[1:] or shown):
        found = changes_in(said, issues[0], tracker)
        pairs = [(issues[0], {**pairs[0][1], **found})]
        filled = _("Filled in from it: {names}. Fill in the rest here.")
        said = _(", ").join(_(NAMES[name]) for name in found) or "–"
        body += "\n\n" + filled.format(names=said)
    return Form(
        **asked(state, task, "ask_for_change"),
        context={"asks": "change", "held": before},
        title=_("What should change in {issue}?").format(issue="; ".join(names)),
        body=body,
        fields=_fields(pairs, tracker, _),
        send=_("Show the change"),
    )


def lay_out_change(
    state: AgentState,
    runtime: Runtime[Context],
    changes: Sequence[Change],
    *,
    more: Sequence[str],
    advice: Advice | None = None,
) -> Plain:
    """Show what changes, and ask for exactly that."""
    context, task, _ = runtime.context, task_of(runtime), gettext_of(state)
    for change in changes:
        data: Plain = {
            "issue": change.issue.key,
            "link": change.issue.link,
            "advice": advice.model_dump(mode="json") if advice else None,
            "changes": differences(change.held, change.shown),
        }
        show(state, context, "ticket_change", data, of=f"change:{change.issue.key}", version=task)
    told = list(_told(changes, task))
    content = content_of(told[0] if len(told) == 1 else {"issues": told})
    body = [_("Only what is shown above is changed."), *more]
    if advice:
        gain = _("Expected gain: {points} points.").format(points=f"{advice.gain:+.0f}")
        body.insert(0, f"{advice.text} {gain}")
    card = _approval(state, runtime, changes, content, body)
    drafted: Plain = {"sent": content, "drafted": stored(card), "edited": None, "approval": None}
    return {**drafted, "next_action": "change_approval"}


def _told(changes: Sequence[Change], task: str) -> Iterator[Plain]:
    """What is written to each issue."""
    for number, change in enumerate(changes):
        told = {"issue": change.issue.key, "version": change.issue.version, "changes": change.sent}
        if name := change.shown.get("assignee"):
            told["assignee"] = name
        if "comment" in change.sent:
            told["mark"] = mark_of(f"{task}:{number}" if number else task)
        yield told


def _approval(
    state: AgentState,
    runtime: Runtime[Context],
    changes: Sequence[Change],
    content: str,
    body: Sequence[str],
) -> Approval:
    """Ask for one change, or for several that are each approved or left."""
    context, _ = runtime.context, gettext_of(state)
    titles = [f"{change.issue.key}: {change.issue.summary}" for change in changes]
    pairs = [(change.issue, change.shown) for change in changes]
    parts = tuple(Option(str(number), title) for number, title in enumerate(titles))
    return Approval(
        **asked(state, task_of(runtime), "change_approval"),
        title=_("Write this to {issue}?").format(issue=", ".join(c.issue.key for c in changes)),
        body="\n\n".join(body),
        expires=expiry(context.ports.ticket_rules.approval_minutes),
        digest=digest_of(content),
        comment=_(Approval.comment if context.llm.is_model else WHY),
        allowed=("approve", "edit", "reject"),
        labels={"approve": _("Approve and write")},
        fields=_fields(pairs, tracker_of(context), _),
        others=(Option("leave", _("Leave it unchanged")),),
        parts=parts if len(parts) > 1 else (),
    )


def _fields(
    pairs: Sequence[tuple[Issue, Plain]], tracker: Tracker, say: Callable[[str], str]
) -> tuple[Field, ...]:
    """The fields that hold these values."""
    names, found = [f"{issue.key}: {issue.summary}" for issue, _ in pairs], list[Field]()
    for number, (issue, held) in enumerate(pairs):
        values, choices = dict(held), dict[str, Sequence[str]]()
        links, relations = values.pop("links", None), tracker.relations()
        if links is not None and relations and len(links) < 2:
            values["relation"], values["other"] = links[0] if links else ("", "")
            choices["relation"] = relations
        if "priority" in values:
            choices["priority"] = priorities_of(tracker, issue.issue_type)
        if "status" in values:
            choices["status"] = tracker.statuses_of(issue.key)
        found += under_names(fields_of(values, say, choices=choices), number, names)
    return tuple(found)
