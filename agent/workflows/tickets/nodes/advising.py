"""Changes one field of an issue as a recommendation has it; the card of all changes."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from langgraph.runtime import Runtime

from agent.engine.conversation import gettext_of, say, task_of
from agent.errors import Refused
from agent.events import Artifact, Notice
from agent.language.catalogs import N_
from agent.ports import Context, Issue, Tracker
from agent.questions import to_json as stored
from agent.workflows.tickets import change_forms, maturity
from agent.workflows.tickets.binding import content_of, mark_of
from agent.workflows.tickets.change_forms import Change, as_text
from agent.workflows.tickets.contracts import Advice, Evaluation, IssueText, Picked, RewriteFor
from agent.workflows.tickets.forms import priorities_of
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


def draft_advised(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Rewrite one field, after asking for what only the user knows."""
    context = runtime.context
    tracker = tracker_of(context)
    issue = tracker.issue(state.get("last_issue") or "")
    advice = _advice(state, context, issue)
    # Without a model nothing is written but what the user says.
    can_write = context.llm.is_model or bool(state.get("edited"))
    if advice is None or not (advice.asks or can_write):
        text = N_("That recommendation no longer fits the issue. Score it again.")
        context.report.emit(Notice(text, "warning"))
        return {"ended": "gone", "next_action": "evaluation"}
    kept: Plain = {"advice": advice.model_dump(mode="json"), "edited": None}
    if refusal(issue, {advice.field: getattr(issue, advice.field)}, tracker):
        return {**kept, **_left(state, context, issue)}
    if advice.asks and not (state.get("answer") or state.get("edited")):
        question = change_forms.needed(state, advice, issue, task=task_of(runtime))
        return {**kept, "drafted": stored(question), "next_action": "ask_for_change"}
    after: Plain = {advice.field: _rewritten(state, context, issue, advice)}
    if refusal(issue, after, tracker):
        return {**kept, **_left(state, context, issue)}
    change = Change(issue, held_by(issue, tracker), after, {})
    return {**kept, **lay_out_change(state, runtime, [change], advice=advice)}


def _advice(state: AgentState, context: Context, issue: Issue) -> Advice | None:
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


def _left(state: AgentState, context: Context, issue: Issue) -> Plain:
    """Nothing is written where something would be lost by it."""
    _ = gettext_of(state)
    said = _(
        "The description of {issue} has parts that cannot be written back, such as a panel, a"
        " mention or a picture. Make the change in {where} yourself."
    )
    text = said.format(issue=issue.key, where=tracker_of(context).name)
    return {**say(context, text, status="left"), "ended": "nothing to change"}


def _rewritten(state: AgentState, context: Context, issue: Issue, advice: Advice) -> str:
    if edited := state.get("edited"):
        # Cards of an earlier version have one field of that name.
        return str(edited.get(advice.field, edited.get("text")) or "")
    value = RewriteFor(
        issue=IssueText.of(issue),
        advice=advice,
        answer=state.get("answer") or "",
        priorities=priorities_of(tracker_of(context), issue.issue_type),
    )
    return context.llm.run(maturity.REWRITE, value).text
