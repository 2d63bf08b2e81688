"""What changes have in common: the fields that can change, the card, and the advice behind it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from langgraph.runtime import Runtime

from agent.engine.conversation import gettext_of, say, task_of
from agent.errors import Refused
from agent.events import Artifact
from agent.ports import Context, Issue, Tracker
from agent.questions import to_json as stored
from agent.workflows.tickets import change_forms, maturity
from agent.workflows.tickets.binding import content_of, mark_of
from agent.workflows.tickets.change_forms import Change, as_text
from agent.workflows.tickets.contracts import Advice, Evaluation, IssueText, Picked
from agent.workflows.tickets.needed import tracker_of
from agent.workflows.tickets.state import AgentState, Plain


def held_by(issue: Issue, tracker: Tracker) -> Plain:
    """The fields that can be changed here, as they are now; links and a comment are added."""
    held: Plain = {"summary": issue.summary}
    if issue.is_lossless:
        held["description"] = issue.description
    held |= {"priority": issue.priority, "labels": list(issue.labels)}
    if tracker.statuses_of(issue.key):
        held["status"] = issue.status
    held |= {"assignee": issue.assignee.name if issue.assignee else "", "due": issue.due}
    return {**held, "links": [], "comment": ""}


def refusal(issue: Issue, changes: Plain, tracker: Tracker) -> str:
    fields = {name: value for name, value in changes.items() if name not in ("links", "comment")}
    try:
        tracker.check_change(issue, fields)
    except Refused as error:
        return f"{error.message} {error.hint}".strip()
    return ""


def lay_out_change(
    state: AgentState,
    runtime: Runtime[Context],
    changes: Sequence[Change],
    *,
    more: str = "",
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
        of_one = f":{change.issue.key}" if len(changes) > 1 else ""
        context.report.emit(Artifact("ticket_change", f"change:{task}{of_one}", data))
    told = list(_told(changes, task))
    content = content_of(told[0] if len(told) == 1 else {"issues": told})
    card = change_forms.approval(state, context, changes, content=content, task=task)
    if advice:
        gain = _("Expected gain: {points} points.").format(points=f"{advice.gain:+.0f}")
        card = replace(card, body=f"{advice.text} {gain}\n\n{card.body}")
    if more:
        card = replace(card, body=f"{card.body}\n\n{more}")
    drafted: Plain = {"sent": content, "drafted": stored(card), "edited": None, "approval": None}
    return {**drafted, "next_action": "change_approval"}


def _told(changes: Sequence[Change], task: str) -> Iterator[Plain]:
    """What is written to each issue."""
    for number, change in enumerate(changes):
        told = {"issue": change.issue.key, "version": change.issue.version}
        more: Plain = {"changes": change.changes}
        if name := change.shown.get("assignee"):
            more["assignee"] = name
        if "comment" in change.changes:
            more["mark"] = mark_of(f"{task}:{number}" if number else task)
        yield {**told, **more}


def advice_of(state: AgentState, context: Context, issue: Issue) -> Advice | None:
    """Return the advice as it was shown or as it is computed again, never as a page sends it."""
    held = state.get("advice")
    if held:
        return Advice.model_validate(held)
    wanted = Picked.model_validate(state.get("picked") or {"act": "apply"}).advice
    known = state.get("judged")
    if known and known["issue_key"] == issue.key:
        found = Evaluation.model_validate(known).advice
    else:
        text = IssueText.of(issue, for_rules=True)
        found = maturity.evaluate(text, context.ports.ticket_rules.weights).advice
    return next((advice for advice in found if advice.id == wanted), None)


def leave(state: AgentState, context: Context, issue: Issue) -> Plain:
    """Nothing is written where something would be lost by it."""
    _ = gettext_of(state)
    said = _(
        "The description of {issue} has parts that cannot be written back, such as a panel, a"
        " mention or a picture. Make the change in {where} yourself."
    )
    text = said.format(issue=issue.key, where=_(tracker_of(context).name))
    return {**say(context, text, status="left"), "ended": "nothing to change"}
