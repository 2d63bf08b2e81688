"""Changes issues as the user asks or as a recommendation says, after an approval."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Literal

from langgraph.runtime import Runtime

from agent.engine.conversation import (
    conversation_of,
    gettext_of,
    message_of,
    say,
    task_of,
    today,
)
from agent.errors import AgentError, Refused
from agent.events import Artifact, Notice
from agent.language.catalogs import N_
from agent.ports import Context, Issue, Person, Tracker
from agent.questions import Reply, ask, from_json
from agent.questions import to_json as stored
from agent.workflows.tickets import change_forms, maturity
from agent.workflows.tickets.binding import content_of, issues_in, mark_of
from agent.workflows.tickets.change_forms import Change, as_text
from agent.workflows.tickets.contracts import Advice, Evaluation, IssueText, Picked, RewriteFor
from agent.workflows.tickets.drafts import labels_in, prefix_of, without_prefix
from agent.workflows.tickets.forms import chosen_of, priorities_of
from agent.workflows.tickets.needed import tracker_of
from agent.workflows.tickets.state import AgentState, Plain
from agent.workflows.tickets.steps import CHANGE, ChangeFor, IssueChange
from agent.workflows.tickets.words import key_in, keys_in

MOST_CHANGED = 8
"""Issues in one message."""


def draft_change(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Lay out changes as they were asked for, or one field as a recommendation has it."""
    if state.get("intent") == "change":
        return _draft_wanted(state, runtime)
    return _draft_advised(state, runtime)


# As it was asked for


def _draft_wanted(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """The card with the very bytes that it binds, or what has to be asked first."""
    context, task, _ = runtime.context, task_of(runtime), gettext_of(state)
    tracker = tracker_of(context)
    issues = _issues(state, tracker)
    held = {issue.key: _held(issue, tracker) for issue in issues}
    wanted, cannot = _wanted(state, context, issues, held)
    if wanted is None:
        form = change_forms.change_form(state, task, issues, tracker, held)
        return {"drafted": stored(form), "next_action": "ask_for_change"}
    people: dict[str, Person] = {}
    for name in {name for values in wanted.values() if (name := values.get("assignee"))}:
        found = _people(name, state, tracker)
        if len(found) > 1:
            asked = change_forms.who(state, task, name, found)
            held_back = {"values": wanted, "cannot": cannot}
            return {"drafted": stored(asked), "wanted": held_back, "next_action": "ask_for_change"}
        people |= {name: found[0]} if found else {}
        cannot += [] if found else [_("{name} as assignee").format(name=name)]
    changes = []
    for issue in issues:
        values = _differing(wanted.get(issue.key, {}), issue, held[issue.key], people)
        possible, refused = _possible(values, issue, tracker)
        cannot += refused
        changes += [Change(issue, held[issue.key], possible, people)] if possible else []
    if not changes:
        text = " ".join([_("This would change nothing in the issue."), *cannot])
        return {**say(context, text, status="left"), "ended": "nothing to change"}
    return _lay_out(state, runtime, changes, cannot=cannot)


def _issues(state: AgentState, tracker: Tracker) -> list[Issue]:
    """The one that is meant, and further ones that the message names and that are there."""
    if state.get("edited"):
        return [tracker.issue(told["issue"]) for told in issues_in(state["sent"] or "")]
    first = state.get("last_issue") or ""
    by_button = (state.get("picked") or {}).get("act") == "change"
    issues = [tracker.issue(first)]
    for key in [] if by_button else keys_in(message_of(state))[:MOST_CHANGED]:
        with suppress(AgentError):
            issues += [tracker.issue(key)] if key != first else []
    return issues


def _held(issue: Issue, tracker: Tracker) -> Plain:
    """The fields that can be changed here, as they are now."""
    held: Plain = {"summary": issue.summary}
    if issue.is_lossless:
        held["description"] = issue.description
    held |= {"priority": issue.priority, "labels": list(issue.labels)}
    if tracker.statuses_of(issue.key):
        held["status"] = issue.status
    held |= {"assignee": issue.assignee.name if issue.assignee else "", "due": issue.due}
    return {**held, "links": [], "comment": ""}


Wanted = dict[str, Plain]
"""New values of fields, by the issues' keys."""


def _wanted(
    state: AgentState, context: Context, issues: Sequence[Issue], held: Wanted
) -> tuple[Wanted | None, list[str]]:
    """The fields as they are to be, None where that is to be asked, and what is not possible."""
    if edited := state.get("edited"):
        sent = issues_in(state["sent"] or "")
        return _read(edited, held, [told["changes"] for told in sent]), []
    if filled := state.get("filled"):
        # Fields that the user left as they were are not written: the issue may have changed since.
        before, values = filled["form"]["held"], filled["values"]
        touched = {n: value for n, value in values.items() if (value or "") != before.get(n, "")}
        return _read(touched, held), []
    if known := state.get("wanted"):
        values = known["values"]
        is_by_key = set(values) <= set(held)
        return values if is_by_key else {issues[0].key: values}, known["cannot"]
    if not context.llm.is_model:
        return None, []
    return _by_model(state, context, issues, held)


def _by_model(
    state: AgentState, context: Context, issues: Sequence[Issue], held: Wanted
) -> tuple[Wanted, list[str]]:
    tracker = tracker_of(context)
    value = ChangeFor(
        request=message_of(state),
        conversation=conversation_of(state),
        issues=held,
        priorities=priorities_of(tracker, issues[0].issue_type),
        statuses={issue.key: list(tracker.statuses_of(issue.key)) for issue in issues},
        relations=list(tracker.relations()),
        today=f"{today():%A %Y-%m-%d}",
    )
    found = context.llm.run(CHANGE, value)
    wanted, cannot = Wanted(), list(found.cannot)
    for each in found.changes:
        key = each.key.upper() or issues[0].key
        given = _given(each)
        cannot += [name for name in given if name not in held[key]]
        wanted.setdefault(key, {}).update({n: v for n, v in given.items() if n in held[key]})
    return wanted, cannot


def _given(change: IssueChange) -> Plain:
    given = change.model_dump(exclude={"key", "links"}, exclude_none=True)
    if change.links:
        given["links"] = [[each.relation, key_in(each.issue)] for each in change.links]
    return given


def _read(values: Mapping[str, Any], held: Wanted, sent: Sequence[Plain] = ()) -> Wanted:
    """What fields of a form or card hold; links that it does not show stay as they were sent."""
    wanted: Wanted = {}
    for number, (key, before) in enumerate(held.items()):
        told = without_prefix(values, prefix_of(number, len(held)))
        fields: Plain = {n: str(v or "").strip() for n, v in told.items() if n in before}
        if "labels" in fields:
            fields["labels"] = labels_in(fields["labels"])
        links = sent[number].get("links", []) if sent else []
        if len(links) > 1:
            fields["links"] = links
        if other := key_in(str(told.get("other") or "")):
            fields["links"] = [[str(told.get("relation") or ""), other]]
        wanted[key] = fields
    return wanted


def _people(name: str, state: AgentState, tracker: Tracker) -> list[Person]:
    """Return the people the name may mean: one if it is unambiguous or the user chose."""
    found = tracker.people(name)
    if id_ := (state.get("person") or {}).get(name):
        return [each for each in found if each.id == id_]
    exact = [each for each in found if each.name.casefold() == name.casefold()]
    return exact if len(exact) == 1 else found


def _differing(values: Plain, issue: Issue, held: Plain, people: dict[str, Person]) -> Plain:
    """What is not so already; of a person the id."""
    changes = {name: value for name, value in values.items() if value != held[name]}
    if name := changes.pop("assignee", None):
        person = people.get(name)
        if person and person != issue.assignee:
            changes["assignee"] = person.id
    elif name == "":
        changes["assignee"] = ""
    return changes


def _possible(changes: Plain, issue: Issue, tracker: Tracker) -> tuple[Plain, list[str]]:
    """What the tracker can write of it, and why not the rest."""
    refusals = {name: _refusal(issue, {name: value}, tracker) for name, value in changes.items()}
    possible = {name: value for name, value in changes.items() if not refusals[name]}
    return possible, [each for each in refusals.values() if each]


def _refusal(issue: Issue, changes: Plain, tracker: Tracker) -> str:
    fields = {name: value for name, value in changes.items() if name not in ("links", "comment")}
    try:
        tracker.check_change(issue, fields)
    except Refused as error:
        return f"{error.message} {error.hint}".strip()
    return ""


# The card


def _lay_out(
    state: AgentState,
    runtime: Runtime[Context],
    changes: Sequence[Change],
    *,
    cannot: Sequence[str] = (),
    advice: Advice | None = None,
) -> Plain:
    """Show what changes, and ask for exactly that."""
    context, task, _ = runtime.context, task_of(runtime), gettext_of(state)
    for change in changes:
        data = {
            "issue": change.issue.key,
            "link": change.issue.link,
            "advice": advice.model_dump(mode="json") if advice else None,
            "changes": [
                {"field": name, "before": as_text(change.held[name]), "after": as_text(value)}
                for name, value in change.shown.items()
            ],
        }
        more = f":{change.issue.key}" if len(changes) > 1 else ""
        context.report.emit(Artifact("ticket_change", f"change:{task}{more}", data))
    told = list(_told(changes, task))
    content = content_of(told[0] if len(told) == 1 else {"issues": told})
    card = change_forms.approval(state, context, changes, content=content, task=task)
    if advice:
        gain = _("Expected gain: {points} points.").format(points=f"{advice.gain:+.0f}")
        card = replace(card, body=f"{advice.text} {gain}\n\n{card.body}")
    if cannot:
        body = _("Not part of this: {what}.").format(what="; ".join(cannot))
        card = replace(card, body=f"{card.body}\n\n{body}")
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


# As a recommendation has it


def _draft_advised(state: AgentState, runtime: Runtime[Context]) -> Plain:
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
    if _refusal(issue, {advice.field: getattr(issue, advice.field)}, tracker):
        return {**kept, **_left(state, context, issue)}
    if advice.asks and not (state.get("answer") or state.get("edited")):
        question = change_forms.needed(state, advice, issue, task=task_of(runtime))
        return {**kept, "drafted": stored(question), "next_action": "ask_for_change"}
    after: Plain = {advice.field: _rewritten(state, context, issue, advice)}
    if _refusal(issue, after, tracker):
        return {**kept, **_left(state, context, issue)}
    change = Change(issue, _held(issue, tracker), after, {})
    return {**kept, **_lay_out(state, runtime, [change], advice=advice)}


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
    value = RewriteFor(issue=IssueText.of(issue), advice=advice, answer=state.get("answer") or "")
    return context.llm.run(maturity.REWRITE, value).text


# Waiting


def after_draft_change(
    state: AgentState,
) -> Literal["ask_for_change", "change_approval", "evaluation", "finish"]:
    if state.get("ended"):
        return "evaluation" if state["ended"] == "gone" else "finish"
    step = (state.get("drafted") or {}).get("step")
    return "ask_for_change" if step == "ask_for_change" else "change_approval"


def ask_for_change(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """Wait for what only the user knows, or for the fields as they are to be."""
    question = from_json(state["drafted"] or {})
    reply = ask(question)
    if reply.cancelled:
        return {"ended": "cancelled", "drafted": None, "next_action": "end"}
    match question.context.get("asks"):
        case "change":
            return {"filled": {"values": reply.values, "form": question.context}, "drafted": None}
        case "person":
            person = {**(state.get("person") or {}), question.context["name"]: reply.option}
            return {"person": person, "drafted": None}
        case _:
            return {"answer": reply.text, "drafted": None}


def after_ask_for_change(state: AgentState) -> Literal["draft_change", "finish"]:
    return "finish" if state.get("ended") else "draft_change"


def change_approval(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """Wait for the decision on exactly this text."""
    question = from_json(state["drafted"] or {})
    reply = ask(question)
    match reply:
        case Reply(cancelled=True) | Reply(option="leave"):
            return {"ended": "left", "drafted": None, "next_action": "end"}
        case Reply(decision="approve"):
            return {"approval": question.id, "chosen": chosen_of(question, reply), "drafted": None}
        case Reply(decision="edit"):
            return {"edited": reply.values, "drafted": None}
        case _:
            return {"drafted": None}


def after_change_approval(
    state: AgentState,
) -> Literal["apply_change", "draft_change", "finish"]:
    if state.get("ended"):
        return "finish"
    return "apply_change" if state.get("approval") else "draft_change"
