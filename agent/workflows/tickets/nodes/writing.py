"""The issue is made: once, whatever is cut off when, and found again when its answer was lost."""

import time
from collections.abc import Sequence
from functools import partial

from langgraph.runtime import Runtime

from agent.engine.conversation import gettext_of
from agent.errors import NotApproved, NotFound, OutcomeUnknown, Refused
from agent.events import Notice
from agent.language.catalogs import N_
from agent.ports import Context, Effect, Issue, NewIssue, Tracker
from agent.questions import Choice, Option, ask, from_json
from agent.questions import to_json as stored
from agent.workflows.tickets.binding import issue_in, issues_in
from agent.workflows.tickets.forms import asked
from agent.workflows.tickets.needed import in_words, place_of, show, tell, tracker_of, warn
from agent.workflows.tickets.nodes.applying import relate
from agent.workflows.tickets.nodes.finishing import SAID
from agent.workflows.tickets.nodes.waiting import over
from agent.workflows.tickets.state import AgentState, Plain

FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0


def jira_creation(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Create what was approved, once, whatever is cut off when; of several the next one."""
    context = runtime.context
    tracker = tracker_of(context)
    effect, issue = _effect(state)
    try:
        made = _sent(state, effect, issue, context)
    except OutcomeUnknown:
        if context.report.stopped:
            told = tell(state, context, gettext_of(state)(SAID["unknown"]), status="unknown")
            return {**told, **over("unknown")}
        asked = stored(_unknown(state, runtime, tracker.open_issues(count=5)))
        return {"drafted": asked, "settled": None, "doubted": _sender(effect, context)}
    except NotApproved as error:
        return {"refused": in_words(error, state), **_draft_again(state, _chosen(state))}
    except Refused as error:
        if error.retryable:
            raise
        why = in_words(error, state)
        refused = gettext_of(state)(N_("Refused by {where}: {why}"))
        returned = [*(state.get("returned") or []), _draft(state, _chosen(state)[0])]
        refused = refused.format(where=tracker.name, why=why)
        return {"refused": refused, **_go_on(state, returned)}
    return _created(state, context, tracker, made)


def _chosen(state: AgentState) -> list[int]:
    """Of the issues on the card those that are still to be made."""
    return state.get("chosen") or [0]


def _effect(state: AgentState) -> tuple[Effect, NewIssue]:
    """Of several issues each is an effect of its own, by the approval of them all."""
    content, number = state["sent"] or "", _chosen(state)[0]
    issue = issue_in(content, number)
    target = f"{issue.project} {number + 1}" if state.get("chosen") else issue.project
    approval = state.get("approval") or ""
    return Effect("tracker.create_issue", target, content.encode(), approval), issue


def _draft(state: AgentState, number: int) -> Plain:
    drafts: list[Plain] = [state.get("backlog") or {}, *(state.get("more") or [])]
    return drafts[number]


def _go_on(state: AgentState, returned: list[Plain] | None) -> Plain:
    """Make the next of several; those that were refused are asked for again at the end."""
    rest: Plain = {"settled": None, "doubted": None, "returned": returned}
    if chosen := _chosen(state)[1:]:
        return {**rest, "chosen": chosen, "next_action": "jira_creation"}
    if returned:
        return {**rest, **_draft_again({**state, "returned": returned}, [])}
    return {**rest, "more": None, "chosen": None}


def _draft_again(state: AgentState, numbers: list[int]) -> Plain:
    """Ask once more for what is not made."""
    returned = [*(state.get("returned") or []), *(_draft(state, number) for number in numbers)]
    asked: Plain = {"backlog": returned[0], "more": returned[1:], "approval": None}
    return {**asked, "chosen": None, "returned": None, "next_action": "draft_issue"}


class _StillUnknown(OutcomeUnknown):
    """It was looked for as long as there is patience."""


def _sent(state: AgentState, effect: Effect, issue: NewIssue, context: Context) -> Plain:
    """The issue; one that may have been made is looked for before it is sent again."""
    perform = partial(
        context.ports.effects.perform,
        effect,
        thread=context.thread,
        act=lambda: result_of(tracker_of(context).create(issue)),
        find=lambda: _found(state, effect, issue.mark, context),
    )
    try:
        return perform()
    except _StillUnknown:
        raise
    except OutcomeUnknown as error:
        looking = N_("{error} I am looking for it.")
        context.report.emit(Notice(looking, "warning", values={"error": error}))
        return perform()


def _sender(effect: Effect, context: Context) -> str:
    """The run that sent it last."""
    rows = context.ports.effects.of_thread(context.thread)
    wanted = (effect.kind, effect.target, effect.approval)
    sent = (row.run for row in rows if (row.kind, row.target, row.approval) == wanted)
    return next(sent, "")


def _found(state: AgentState, effect: Effect, mark: str, context: Context) -> Plain | None:
    """The issue, looked for patiently, since a search lags; None when it surely is not there."""
    tracker = tracker_of(context)
    # What a person found says nothing of what was sent after they looked.
    is_of_this = state.get("doubted") == _sender(effect, context)
    if is_of_this and (settled := state.get("settled")):
        return None if settled == NOT_MADE else result_of(tracker.issue(settled))
    ends = time.monotonic() + context.ports.ticket_rules.search_minutes * 60
    wait = FIRST_WAIT
    while True:
        if issue := tracker.marked(mark):
            return result_of(issue)
        if not tracker.search_lags:
            return None
        if time.monotonic() + wait > ends or _rested(wait, context):
            raise _StillUnknown(
                "Whether the issue was created is not known.",
                hint="Look into the tracker, then say what you found there.",
            )
        wait = min(wait * 2, LONGEST_WAIT)


def _rested(seconds: float, context: Context) -> bool:
    """Wait; True when the user pressed stop meanwhile."""
    ends = time.monotonic() + seconds
    while not context.report.stopped and time.monotonic() < ends:
        time.sleep(min(0.2, seconds))
    return context.report.stopped


NOT_MADE, LOOK_AGAIN = "none", "again"


def _unknown(state: AgentState, runtime: Runtime[Context], newest: Sequence[Issue]) -> Choice:
    _ = gettext_of(state)
    it_is = _("It is {issue}")
    found = (Option(i.key, it_is.format(issue=i.key), i.summary) for i in newest)
    return Choice(
        **asked(state, runtime, "settle_outcome"),
        title=_("Was the issue created?"),
        body=_(
            "What was sent may have arrived, and the tracker's search does not show it. These are"
            " its newest open issues. Nothing is sent again before you say so."
        ),
        options=(
            *found,
            Option(LOOK_AGAIN, _("Look for it once more"), _("Search can lag by minutes.")),
            Option(NOT_MADE, _("It is not there: create it"), _("I have looked into the tracker.")),
        ),
    )


def settle_outcome(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """Wait for what a person found in the tracker."""
    reply = ask(from_json(state["drafted"] or {}))
    if reply.cancelled or reply.expired:
        return over("unknown")
    return {"drafted": None, "settled": "" if reply.option == LOOK_AGAIN else reply.option}


def result_of(issue: Issue) -> Plain:
    return {"reference": issue.key, "key": issue.key, "id": issue.id, "link": issue.link}


def _created(state: AgentState, context: Context, tracker: Tracker, made: Plain) -> Plain:
    number = _chosen(state)[0]
    issue = issue_in(state["sent"] or "", number)
    for relation, other in issues_in(state["sent"] or "")[number].get("links", ()):
        try:
            relate(made["key"], relation, other, state=state, context=context)
        except (Refused, NotFound) as error:
            warn(error, state, context)
    result = {name: made[name] for name in ("key", "id", "link")} | {"summary": issue.summary}
    shown = {**result, **place_of(tracker)}
    show(state, context, "ticket_created", shown, of=f"created {number + 1}")
    all_made = [*(state.get("made") or []), result]
    return {
        "jira_result": {
            "success": True,
            **result,
            "description": issue.description,
            "backlog": _draft(state, number),
        },
        "made": all_made,
        "last_issue": made["key"],
        "next_action": "evaluate_batch" if len(all_made) > 1 else "evaluation",
        **_go_on(state, state.get("returned")),
    }
