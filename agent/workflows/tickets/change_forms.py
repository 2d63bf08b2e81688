"""What is asked before issues are changed: their fields, who is meant, and the approval."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from langgraph.runtime import Runtime

from agent.engine.conversation import gettext_of, message_of, task_of
from agent.ports import Context, Issue, Person, Tracker
from agent.questions import Approval, Choice, Field, Form, FreeText, Option, expiry
from agent.questions import to_json as stored
from agent.workflows.tickets.binding import content_of, digest_of, mark_of
from agent.workflows.tickets.contracts import Advice
from agent.workflows.tickets.drafts import as_text, prefix_of
from agent.workflows.tickets.forms import asked, fields_of, priorities_of, under_names
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
    _ = gettext_of(state)
    names = [f"{issue.key}: {issue.summary}" for issue in issues]
    before = {
        prefix_of(number, len(issues)) + name: as_text(name, value)
        for number, issue in enumerate(issues)
        for name, value in held[issue.key].items()
    }
    pairs = [(issue, held[issue.key]) for issue in issues]
    return Form(
        **asked(state, task, "ask_for_change"),
        context={"asks": "change", "held": before},
        title=_("What should change in {issue}?").format(issue="; ".join(names)),
        body=_("You wrote: {words}").format(words=message_of(state)),
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
            "changes": [
                {
                    "field": name,
                    "before": as_text(name, change.held[name]),
                    "after": as_text(name, value),
                }
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
    _ = gettext_of(state)
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
