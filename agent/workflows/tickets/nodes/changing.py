"""Changes issues as the user asks or as a recommendation says, after an approval."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from langgraph.runtime import Runtime

from agent.engine.conversation import gettext_of, task_of, today
from agent.errors import Refused
from agent.events import Notice
from agent.language.catalogs import N_
from agent.ports import Context, Issue, Person, Tracker
from agent.questions import FreeText
from agent.questions import to_json as stored
from agent.workflows.tickets import forms
from agent.workflows.tickets.binding import issues_in
from agent.workflows.tickets.contracts import Advice, Evaluation, IssueText, Picked, Understood
from agent.workflows.tickets.drafts import as_text, held_in, labels_in, link_in, values_of
from agent.workflows.tickets.forms import Change, lay_out_change
from agent.workflows.tickets.issues import (
    MOST_WHOLE,
    NAMES,
    Say,
    describe,
    known_issues,
    meant_by,
    not_part,
    people_named,
    priorities_of,
    read_whole,
)
from agent.workflows.tickets.maturity.scoring import with_answer
from agent.workflows.tickets.needed import tell, tracker_of
from agent.workflows.tickets.nodes.waiting import take_back
from agent.workflows.tickets.state import AgentState, Plain
from agent.workflows.tickets.steps import CHANGE, ChangeFor, Changes, IssueChange, tagged
from agent.workflows.tickets.words import asked_now, conversation_so_far, key_in, keys_in

Wanted = dict[str, Plain]
"""New values of fields, by the issues' keys."""
MOST_CHANGED = 20
"""Issues in one message."""
_ALREADY = N_("{issue}: {name} is {value} already.")
_LONG = ("summary", "description", "comment")


def draft_change(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Lay out changes as they were asked for, or as a recommendation has them."""
    if state.get("intent") == "change":
        return _draft(state, runtime)
    context, _ = runtime.context, gettext_of(state)
    tracker = tracker_of(context)
    issue = tracker.issue(state.get("last_issue") or "")
    advice = _advice_of(state, issue, context)
    # Without a model nothing is written but what the user says.
    can_write = context.llm.is_model or bool(state.get("edited"))
    if advice is None or not (advice.asks or can_write):
        text = N_("That recommendation no longer fits the issue. Score it again.")
        context.report.emit(Notice(text, "warning"))
        return {"next_action": "evaluation"}
    kept: Plain = {"advice": advice.model_dump(mode="json")}
    if advice.field not in _held_by(issue, tracker):
        said = _(
            "The description of {issue} has parts that cannot be written back, such as a panel, a"
            " mention or a picture. Make the change in {where} yourself."
        )
        text = said.format(issue=issue.key, where=_(tracker.name))
        told = tell(state, context, text, status="unchanged")
        return {**kept, **told, "ended": "nothing to change"}
    if advice.asks and not (state.get("answer") or state.get("edited")):
        body = _("For {issue}. I can't guess this one.")
        question = FreeText(
            **forms.asked(state, task_of(runtime), "ask_for_change"),
            title=advice.asks,
            body=body.format(issue=f"{issue.key}: {issue.summary}"),
        )
        return {**kept, "drafted": stored(question), "next_action": "ask_for_change"}
    return {**kept, **_draft(state, runtime, advice=advice)}


def _advice_of(state: AgentState, issue: Issue, context: Context) -> Advice | None:
    """Return the advice as it was shown, never as a page sends it."""
    if held := state.get("advice"):
        return Advice.model_validate(held)
    wanted = Picked.model_validate(state.get("picked") or {"act": "apply"}).advice
    return next((a for a in _advised(issue.key, state, context) if a.id == wanted), None)


def _advised(key: str, state: AgentState, context: Context) -> list[Advice]:
    """What the issue was advised last, in the order in which it was shown."""
    past = [each.judged for each in context.ports.scores.history(context.user, key)]
    known = [*(json.loads(text) for text in past[-1:] if text), state.get("judged")]
    of_this = (Evaluation.model_validate(e) for e in known if e and e["issue_key"] == key)
    # What this conversation has shown goes first.
    return [*{a.id: a for found in of_this for a in found.advice}.values()]


def _held_by(issue: Issue, tracker: Tracker) -> Plain:
    """The fields that can be changed here, as they are now; links and a comment are added."""
    held: Plain = {"summary": issue.summary}
    if issue.is_lossless:
        held["description"] = issue.description
    held |= {"priority": issue.priority, "labels": list(issue.labels)}
    if tracker.statuses_of(issue.key):
        held["status"] = issue.status
    held |= {"assignee": issue.assignee.name if issue.assignee else "", "due": issue.due}
    return {**held, "links": [], "comment": ""}


def _draft(state: AgentState, runtime: Runtime[Context], *, advice: Advice | None = None) -> Plain:
    """The card with the very bytes that it binds, or what has to be asked first."""
    context, task, _ = runtime.context, task_of(runtime), gettext_of(state)
    tracker = tracker_of(context)
    issues, unknown = _issues(state, tracker, _)
    if not issues:
        text = _("No issue fits what you named, so nothing is changed.")
        text = "\n".join([text, *unknown])
        return {**tell(state, context, text, status="not found"), "ended": "no issue"}
    held = {issue.key: _held_by(issue, tracker) for issue in issues}
    wanted = _wanted(state, context, issues, held, unknown, advice=advice)
    if wanted is None:
        form = forms.change_form(state, task, issues, tracker, held)
        return {"drafted": stored(form), "comment": None, "next_action": "ask_for_change"}
    if isinstance(wanted, Changes):
        return _not_yet(wanted, state, task)
    names = {name for each in wanted["values"].values() if (name := each.get("assignee"))}
    if question := forms.who_is_meant(names, state, tracker, task=task, step="ask_for_change"):
        return {"drafted": stored(question), "wanted": wanted, "next_action": "ask_for_change"}
    people = {name: each for name in names for each in people_named(name, tracker, state)}
    wanted = {**wanted, "cannot": [*dict.fromkeys([*unknown, *wanted["cannot"]])]}
    changes, told = _possible(wanted, issues, held, people, tracker=tracker, say=_)
    if not changes:
        text = "\n".join([_("Nothing is changed."), *told])
        return {**tell(state, context, text, status="unchanged"), "ended": "nothing to change"}
    card = lay_out_change(state, runtime, changes, more=told, advice=advice)
    return {**card, "wanted": wanted, "comment": None}


def _not_yet(given: Changes, state: AgentState, task: str) -> Plain:
    """Ask for a fact that is missing, or end what is no longer wanted."""
    if given.withdrawn:
        said = state.get("comment") or state.get("answer") or ""
        return take_back(given, said, why="left")
    asked = forms.asked(state, task, "ask_for_change")
    question = FreeText(**asked, title=given.question.strip())
    return {"drafted": stored(question), "next_action": "ask_for_change"}


def _possible(
    wanted: Plain,
    issues: Sequence[Issue],
    held: Wanted,
    people: dict[str, Person],
    *,
    tracker: Tracker,
    say: Say,
) -> tuple[list[Change], list[str]]:
    """What the tracker can write of it, and what is said beside it; what it cannot is added."""
    changes, told, cannot = list[Change](), list(wanted["readings"]), wanted["cannot"]
    for issue in issues:
        values = wanted["values"].get(issue.key, {})
        if (name := values.get("assignee")) and name not in people:
            cannot.append(say(N_("{name} as assignee")).format(name=name))
        sent = _differing(values, issue, held[issue.key], people)
        told += [
            say(_ALREADY).format(issue=issue.key, name=say(NAMES[name]), value=as_text(name, value))
            for name, value in values.items()
            if name not in (*sent, *_LONG) and value and (name != "assignee" or value in people)
        ]
        refusals = {name: _refusal(issue, {name: v}, tracker, say) for name, v in sent.items()}
        cannot += [each for each in refusals.values() if each]
        if sent := {name: value for name, value in sent.items() if not refusals[name]}:
            shown = {name: values[name] for name in sent}
            if sent.get("assignee"):
                shown["assignee"] = people[values["assignee"]].name
            if "links" in sent:
                shown["links"] = sent["links"]
            changes.append(Change(issue, held[issue.key], shown, sent))
    return changes, [*told, *filter(None, [not_part(cannot, say)])]


def _refusal(issue: Issue, changes: Plain, tracker: Tracker, say: Say) -> str:
    if links := changes.get("links"):
        return " ".join(known_issues([key for _, key in links], tracker, say)[1])
    fields = {name: value for name, value in changes.items() if name not in ("links", "comment")}
    try:
        tracker.check_change(issue, fields)
    except Refused as error:
        return " ".join(error.translate(say)).strip()
    return ""


def _issues(state: AgentState, tracker: Tracker, say: Say) -> tuple[list[Issue], list[str]]:
    """Those on the card, those meant by key or by what they hold, or the last; and unknown keys."""
    understood, last = Understood.of(state), state.get("last_issue") or ""
    if state.get("edited") or state.get("comment"):
        on_card = [told["issue"] for told in issues_in(state["sent"] or "")]
        if state.get("edited"):
            return known_issues(on_card, tracker, say)
        keys = [*on_card, *understood.issues, *keys_in(state.get("comment") or "")]
        understood = understood.model_copy(update={"issues": [*dict.fromkeys(keys)]})
    if not (understood.issues or understood.find.query):
        return known_issues([last], tracker, say)
    return meant_by(understood, tracker, say, count=MOST_CHANGED)


def _wanted(
    state: AgentState,
    context: Context,
    issues: Sequence[Issue],
    held: Wanted,
    unknown: Sequence[str],
    *,
    advice: Advice | None,
) -> Plain | Changes | None:
    """The fields as they are to be, and what is said to it; None where a form asks for that."""
    if edited := state.get("edited"):
        sent = [told["changes"] for told in issues_in(state["sent"] or "")]
        return {**_only({}), **(state.get("wanted") or {}), "values": _read(edited, held, sent)}
    if filled := state.get("filled"):
        # Fields that the user left as they were are not written: the issue may have changed since.
        before, values = filled["form"]["held"], filled["values"]
        touched = {n: value for n, value in values.items() if (value or "") != before.get(n, "")}
        return _only(_read(touched, held))
    known = state.get("wanted")
    if known and not state.get("comment"):
        return known
    request = asked_now(state)
    answer = state.get("answer") or ""
    if advice:
        request = f"Carry out this advice on {issues[0].key}: {advice.text}\n{advice.asks} {answer}"
    if context.llm.is_model:
        given = [
            f"{issue.key}, {number}: {each.text} {each.asks}".strip()
            for issue in issues[:MOST_WHOLE]
            for number, each in enumerate(_advised(issue.key, state, context), 1)
        ]
        asked_about = [*Understood.of(state).asked_about, *keys_in(request)]
        referred = read_whole((key for key in asked_about if key not in held), tracker_of(context))
        told = {"not_found": "\n".join(unknown), "referred": "\n\n".join(referred.values())}
        told |= {"advice_that_was_given": "\n".join(given)}
        request = "\n".join([request.strip(), tagged(**told)])
        return _by_model(state, context, issues, held, request=request)
    if advice and not state.get("comment"):
        text = with_answer(IssueText.of(issues[0]), advice, answer)
        return _only({issues[0].key: {advice.field: text}})
    return None


def _only(values: Wanted) -> Plain:
    return {"values": values, "cannot": [], "readings": []}


def _by_model(
    state: AgentState, context: Context, issues: Sequence[Issue], held: Wanted, *, request: str
) -> Plain | Changes:
    """What it reads out of the words; the answer itself where that is none yet."""
    tracker = tracker_of(context)
    # Of many issues the descriptions would fill the prompt, and are not what changes.
    longest = None if len(issues) <= MOST_WHOLE else 0
    rejected = (state.get("wanted") or {}).get("values")
    value = ChangeFor(
        request=request,
        conversation=conversation_so_far(state),
        issues={issue.key: describe(issue, longest=longest) for issue in issues},
        priorities=priorities_of(tracker, issues[0].issue_type),
        statuses={
            issue.key: [*dict.fromkeys([issue.status, *tracker.statuses_of(issue.key)])]
            for issue in issues
        },
        relations=list(tracker.relations()),
        today=f"{today():%A %Y-%m-%d}",
        rejected=json.dumps(rejected, ensure_ascii=False) if rejected else "",
        comment=state.get("comment") or "",
    )
    found = context.llm.run(CHANGE, value)
    is_asked = found.question.strip() and not state.get("answer")
    if found.withdrawn or is_asked:
        return found
    wanted, cannot = Wanted(), list(found.cannot)
    for each in found.changes:
        key = each.key.upper() or issues[0].key
        given = _given(each, value.relations)
        cannot += [f"{key}: {name}" for name in given if name not in held[key]]
        wanted.setdefault(key, {}).update({n: v for n, v in given.items() if n in held[key]})
    return {"values": wanted, "cannot": cannot, "readings": found.readings}


def _given(change: IssueChange, relations: Sequence[str]) -> Plain:
    given = change.model_dump(exclude={"key", "links"}, exclude_none=True)
    if change.labels:
        given["labels"] = labels_in(",".join(change.labels))
    if change.links:
        given["links"] = [link_in(each, relations) for each in change.links]
    return given


def _read(values: Mapping[str, Any], held: Wanted, sent: Sequence[Plain] = ()) -> Wanted:
    """What fields of a form or card hold; links that it does not show stay as they were sent."""
    wanted: Wanted = {}
    for number, (key, before) in enumerate(held.items()):
        told = values_of(values, number, len(held))
        fields: Plain = {n: held_in(n, str(v or "")) for n, v in told.items() if n in before}
        links = sent[number].get("links", []) if sent else []
        if len(links) > 1:
            fields["links"] = links
        if other := key_in(str(told.get("other") or "")):
            fields["links"] = [[str(told.get("relation") or ""), other]]
        wanted[key] = fields
    return wanted


def _differing(values: Plain, issue: Issue, held: Plain, people: dict[str, Person]) -> Plain:
    """What is not so already; of a person the id."""
    changes = {name: value for name, value in values.items() if value != held[name]}
    if "links" in changes:
        changes["links"] = [each for each in changes["links"] if tuple(each) not in issue.relations]
    if name := changes.pop("assignee", None):
        person = people.get(name)
        if person and person != issue.assignee:
            changes["assignee"] = person.id
    elif name == "":
        changes["assignee"] = ""
    return {name: value for name, value in changes.items() if value or name != "links"}
