"""What was approved for issues is written once: of each its fields, links, then a comment."""

from langgraph.runtime import Runtime

from agent.errors import NotApproved, NotFound, OutcomeUnknown, Refused
from agent.ports import Context, Issue
from agent.workflows.tickets.binding import issues_in
from agent.workflows.tickets.finding import pages_here
from agent.workflows.tickets.needed import perform, tracker_of, warn
from agent.workflows.tickets.state import AgentState, Plain


def apply_change(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Write back what was approved, over the versions that were shown."""
    told = issues_in(state["sent"] or "")
    chosen = state.get("chosen")
    numbers = range(len(told)) if chosen is None else chosen
    applied = [done for n in numbers if (done := _apply(told[n], state, runtime.context))]
    if not applied:
        # What it was advised for is another text now.
        again = ("approval", "chosen", "edited", "filled", "wanted", "person", "judged", "comment")
        # A search would find others by now.
        meant = {"issues": [each["issue"] for each in told], "find": {}}
        understood = {**(state.get("understood") or {}), **meant}
        return {**dict.fromkeys(again), "understood": understood, "next_action": "draft_change"}
    next_action = "finish" if state.get("intent") == "change" else "evaluation"
    done = {**applied[0], "others": applied[1:]}
    return {"applied": done, "last_issue": done["key"], "next_action": next_action}


def _apply(told: Plain, state: AgentState, context: Context) -> Plain | None:
    """Write to one issue; None where nothing of it was taken."""
    key, changes = told["issue"], dict(told["changes"])
    comment, links = changes.pop("comment", ""), changes.pop("links", [])
    written: list[str] = []
    try:
        if changes:
            _update(told, changes, state, context)
            written += changes
        for relation, other in links:
            relate(key, relation, other, state=state, context=context)
            written += ["links"] if "links" not in written else []
        if comment:
            _comment(told, comment, state, context)
            written.append("comment")
    except (Refused, NotApproved, NotFound) as error:
        warn(error, state, context)
        if not written:
            return None
    issue = tracker_of(context).issue(key)
    page = next(([p.title, p.link] for p in pages_here(key, issue.links, context)), None)
    return {"key": key, "fields": written, "link": issue.link, "page": page}


def _update(told: Plain, changes: Plain, state: AgentState, context: Context) -> None:
    """Set the fields once, over the version that was shown."""
    tracker, key, version = tracker_of(context), told["issue"], told["version"]

    def act() -> Plain:
        issue = tracker.update(key, changes, version=version)
        return {"reference": issue.key, "version": issue.version}

    def find() -> Plain | None:
        issue = tracker.issue(key)
        if all(_is_now(issue, name, value) for name, value in changes.items()):
            return {"reference": issue.key, "version": issue.version}
        if issue.version == version:
            return None
        raise OutcomeUnknown(
            f"{key} was changed meanwhile, and not to what was approved.",
            hint="Look at it in the tracker, then score it again.",
        )

    perform("tracker.update_issue", key, state, context, act=act, find=find)


def relate(key: str, relation: str, other: str, *, state: AgentState, context: Context) -> None:
    """Link it to the other issue once: the issue itself tells whether it is."""
    tracker = tracker_of(context)

    def act() -> Plain:
        tracker.relate(key, relation, other)
        return {"reference": key}

    def find() -> Plain | None:
        return {"reference": key} if (relation, other) in tracker.issue(key).relations else None

    perform("tracker.relate", f"{key} {relation} {other}", state, context, act=act, find=find)


def _comment(told: Plain, text: str, state: AgentState, context: Context) -> None:
    """Add the comment once: its mark tells whether it is there."""
    tracker, key, mark = tracker_of(context), told["issue"], told["mark"]

    def act() -> Plain:
        tracker.comment(key, text, mark=mark)
        return {"reference": key}

    def find() -> Plain | None:
        return {"reference": key} if tracker.is_commented(key, mark) else None

    perform("tracker.comment", key, state, context, act=act, find=find)


def _is_now(issue: Issue, name: str, value: object) -> bool:
    if name == "assignee":
        return (issue.assignee.id if issue.assignee else "") == value
    held = getattr(issue, name)
    return (list(held) if isinstance(held, tuple) else held) == value
