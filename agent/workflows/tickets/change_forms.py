"""What is asked before issues are changed: their fields, who is meant, and the approval."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from langgraph.runtime import Runtime

from agent.engine.conversation import gettext_of, message_of, spoken_in, task_of
from agent.language.catalogs import catalog
from agent.ports import Context, Issue, Person, Tracker
from agent.questions import Approval, Choice, Field, Form, FreeText, Option, expiry
from agent.questions import to_json as stored
from agent.workflows.tickets.binding import content_of, digest_of, mark_of
from agent.workflows.tickets.contracts import Advice
from agent.workflows.tickets.drafts import prefix_of
from agent.workflows.tickets.forms import asked, field_of, priorities_of
from agent.workflows.tickets.needed import show, tracker_of
from agent.workflows.tickets.state import AgentState, Plain


@dataclass(frozen=True)
class Change:
    """What is to change in an issue."""

    issue: Issue
    held: Plain
    """Its fields as they are now."""
    shown: Plain
    sent: Plain
    """The same, of a person the id."""


def as_text(value: Any) -> str:
    if not isinstance(value, list | tuple):
        return str(value)
    return ", ".join(" ".join(each) if isinstance(each, list | tuple) else each for each in value)


def who(state: AgentState, task: str, name: str, people: list[Person]) -> Choice:
    _ = gettext_of(state)
    return Choice(
        **asked(state, task, "ask_for_change"),
        context={"asks": "person", "name": name},
        title=_("Who is {name}?").format(name=name),
        options=tuple(Option(each.id, each.name) for each in people),
    )


def needed(state: AgentState, advice: Advice, issue: Issue, *, task: str) -> FreeText:
    """Ask for what only the user knows."""
    _ = gettext_of(state)
    said = _("For {issue}: {advice} I can't guess this one.")
    return FreeText(
        **asked(state, task, "ask_for_change"),
        title=advice.asks,
        body=said.format(issue=issue.key, advice=advice.text),
    )


def change_form(
    state: AgentState,
    task: str,
    issues: Sequence[Issue],
    tracker: Tracker,
    held: Mapping[str, Plain],
) -> Form:
    _, language = gettext_of(state), spoken_in(state)
    names = [f"{issue.key}: {issue.summary}" for issue in issues]
    before = {
        prefix_of(number, len(issues)) + name: as_text(value)
        for number, issue in enumerate(issues)
        for name, value in held[issue.key].items()
    }
    pairs = [(issue, held[issue.key]) for issue in issues]
    return Form(
        **asked(state, task, "ask_for_change"),
        context={"asks": "change", "held": before},
        title=_("What should change in {issue}?").format(issue="; ".join(names)),
        body=_("You wrote: {words}").format(words=message_of(state)),
        fields=tuple(_fields(pairs, tracker, language=language)),
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
            "changes": [
                {"field": name, "before": as_text(change.held[name]), "after": as_text(value)}
                for name, value in change.shown.items()
            ],
        }
        show(state, context, "ticket_change", data, of=f"change:{change.issue.key}", version=task)
    told = list(_told(changes, task))
    content = content_of(told[0] if len(told) == 1 else {"issues": told})
    body = [_("Only what is shown above is changed."), *more]
    if advice:
        gain = _("Expected gain: {points} points.").format(points=f"{advice.gain:+.0f}")
        body.insert(0, f"{advice.text} {gain}")
    card = _approval(state, context, changes, content=content, body=body, task=task)
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
    context: Context,
    changes: Sequence[Change],
    *,
    content: str,
    body: Sequence[str],
    task: str,
) -> Approval:
    """Ask for one change, or for several that are each approved or left."""
    _, language = gettext_of(state), spoken_in(state)
    titles = [f"{change.issue.key}: {change.issue.summary}" for change in changes]
    pairs = [(change.issue, change.shown) for change in changes]
    parts = tuple(Option(str(number), title) for number, title in enumerate(titles))
    return Approval(
        **asked(state, task, "change_approval"),
        title=_("Write this to {issue}?").format(issue=", ".join(c.issue.key for c in changes)),
        body="\n\n".join(body),
        expires=expiry(context.ports.ticket_rules.approval_minutes),
        digest=digest_of(content),
        allowed=("approve", "edit", "reject"),
        labels={"approve": _("Approve and write")},
        fields=tuple(_fields(pairs, tracker_of(context), language=language)),
        others=(Option("leave", _("Leave it unchanged")),),
        parts=parts if len(parts) > 1 else (),
    )


def _fields(
    pairs: Sequence[tuple[Issue, Plain]], tracker: Tracker, *, language: str
) -> Iterator[Field]:
    """The fields that hold these values; of several issues each under its name."""
    for number, (issue, values) in enumerate(pairs):
        prefix = prefix_of(number, len(pairs))
        for field in _fields_of(issue, values, tracker, language=language):
            group = f"{issue.key}: {issue.summary}" if prefix else ""
            yield replace(field, id=prefix + field.id, group=group) if prefix else field


def _fields_of(issue: Issue, values: Plain, tracker: Tracker, *, language: str) -> Iterator[Field]:
    _ = catalog(language).gettext
    relations = tracker.relations()

    for name, value in values.items():
        match name:
            case "links":
                if relations and len(value) < 2:
                    relation, other = value[0] if value else ("", "")
                    yield field_of("relation", relation, _, choices=relations)
                    yield field_of("other", other, _)
            case "priority":
                levels = priorities_of(tracker, issue.issue_type)
                yield field_of(name, value, _, choices=levels)
            case "status":
                yield field_of(name, value, _, choices=tracker.statuses_of(issue.key))
            case _:
                yield field_of(name, as_text(value), _, required=name == "summary")
