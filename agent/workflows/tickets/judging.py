"""How mature an issue is, and what would make it better: changed only when approved."""

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextvars import copy_context
from datetime import UTC, datetime
from itertools import islice
from typing import Literal

from langgraph.runtime import Runtime

from agent.conversation import gettext_of, say, spoken_in, task_of
from agent.errors import (
    AgentError,
    StepFailed,
    Stopped,
)
from agent.events import Artifact, Notice
from agent.language.catalogs import N_
from agent.ports import Context, Issue, Scored, Tracker
from agent.questions import FreeText, Reply, ask, from_json
from agent.questions import to_json as stored
from agent.text import cap_runs
from agent.workflows.tickets import changing, knowledge, maturity
from agent.workflows.tickets.contracts import Advice, Evaluation, IssueText, Picked, RewriteFor
from agent.workflows.tickets.needed import tracker_of
from agent.workflows.tickets.state import AgentState, Plain

MOST_SCORED = 200
AT_ONCE = 8


def evaluation(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Read the issue back from the tracker and say what each point is for."""
    context = runtime.context
    tracker = tracker_of(context)
    issue = tracker.issue(state.get("last_issue") or "")
    try:
        found = scored(issue, state, context)
    except StepFailed as error:
        failed = {"success": False, "error": error.message, "issue_key": issue.key}
        update: Plain = {"judged": None, "evaluation_result": failed, "last_issue": issue.key}
        return {**update, "next_action": "end"}
    _keep(context, found, id_=f"{task_of(runtime)}:{issue.key}")
    _show_score(found, issue, tracker, context)
    knowledge.remember(context, issue, score=found.overall)
    return {
        "judged": found.model_dump(mode="json"),
        "evaluation_result": {
            "success": True,
            "maturity_score": found.overall,
            "detailed_scores": {each.criterion: each.value for each in found.scores},
            "strengths": found.strengths,
            "weaknesses": found.weaknesses,
            "recommendations": [advice.text for advice in found.advice],
            "issue_key": issue.key,
        },
        "last_issue": issue.key,
        "next_action": "draft_page" if wants_page(state, context) else "end",
    }


def _show_score(found: Evaluation, issue: Issue, tracker: Tracker, context: Context) -> None:
    history = context.ports.scores.history(context.user, issue.key)
    context.report.emit(
        Artifact(
            "maturity",
            f"maturity:{issue.key}",
            {
                **dumped(found),
                "summary": issue.summary,
                "link": issue.link,
                "where": tracker.name,
                "is_embedded": tracker.is_embedded,
                "history": [{"at": each.at, "overall": each.overall} for each in history],
                "is_model": found.model_overall is not None,
            },
        )
    )


def scored(issue: Issue, state: AgentState, context: Context) -> Evaluation:
    """The judgement of an issue; of one that has not changed the one that there is."""
    weights = {**context.ports.ticket_rules.weights, **(state.get("weights") or {})}
    basis = f"{issue.key} {issue.version} {context.llm.label} {sorted(weights.items())}"
    known = state.get("judged") or {}
    if context.llm.is_model and known.get("basis") == basis:
        return Evaluation.model_validate(known)
    text = text_of(issue)
    judged = context.llm.run(maturity.JUDGE, text) if context.llm.is_model else None
    return maturity.evaluate(text, weights, judged).model_copy(update={"basis": basis})


def text_of(issue: Issue) -> IssueText:
    """As rules read it."""
    text = as_written(issue)
    shorter = {"summary": cap_runs(text.summary), "description": cap_runs(text.description)}
    return text.model_copy(update=shorter)


def as_written(issue: Issue) -> IssueText:
    return IssueText(
        key=issue.key,
        summary=issue.summary,
        description=issue.description,
        priority=issue.priority,
        issue_type=issue.issue_type,
        labels=list(issue.labels),
    )


def dumped(found: Evaluation) -> Plain:
    """As the page draws it: whether the two layers disagree is worked out here."""
    told = found.model_dump(mode="json")
    for entry, score in zip(told["scores"], found.scores, strict=True):
        entry |= {"disagrees": score.disagrees, "value": score.value}
    return told


def _keep(context: Context, found: Evaluation, *, id_: str) -> None:
    context.ports.scores.put(
        context.user,
        Scored(
            id=id_,
            issue=found.issue_key,
            at=datetime.now(UTC).isoformat(),
            overall=found.overall,
            scores={each.criterion: float(each.value) for each in found.scores},
        ),
    )


def wants_page(state: AgentState, context: Context) -> bool:
    """A page is offered for a new issue, and written for one when it is asked for."""
    return context.ports.wiki is not None and state.get("intent") in ("jira_creation", "page")


def after_evaluation(
    state: AgentState, runtime: Runtime[Context]
) -> Literal["draft_page", "finish"]:
    has_failed = not (state.get("evaluation_result") or {}).get("success")
    if has_failed or not wants_page(state, runtime.context):
        return "finish"
    return "draft_page"


# Several at once


def evaluate_batch(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Score several at a time; what is done when the user stops stays."""
    context = runtime.context
    tracker = tracker_of(context)
    keys = Picked.model_validate(state.get("picked") or {"act": "batch"}).issues
    keys = keys or [each["key"] for each in state.get("made") or []]
    issues = [*dict.fromkeys(keys)] or [i.key for i in tracker.open_issues(count=MOST_SCORED)]
    rows: list[Plain] = []
    for row in _scored_at_once(issues, state, runtime):
        rows.append(row)
        _tell(context, rows, total=len(issues), is_over=False)
    rows.sort(key=lambda row: (row["score"] is None, row["score"] or 0))
    _tell(context, rows, total=len(issues), is_over=True)
    batch = {"rows": rows, "done": len(rows), "total": len(issues)}
    return {"batch": batch, "next_action": "end"}


def _scored_at_once(
    keys: list[str], state: AgentState, runtime: Runtime[Context]
) -> Iterator[Plain]:
    """A row for each issue, as it comes to its end."""
    waiting = iter(keys)
    pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="score")

    def begin(count: int) -> set[Future[Plain | None]]:
        # What a step costs is counted by the context of its node.
        return {
            pool.submit(copy_context().run, _row, key, state, runtime)
            for key in islice(waiting, count)
        }

    left = begin(AT_ONCE)
    try:
        while left:
            done, left = wait(left, return_when=FIRST_COMPLETED)
            for future in done:
                if row := future.result():
                    yield row
            if not runtime.context.report.stopped:
                left |= begin(len(done))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _row(key: str, state: AgentState, runtime: Runtime[Context]) -> Plain | None:
    """None where the user has stopped it."""
    context = runtime.context
    empty: Plain = {"key": key, "summary": "", "link": "", "score": None}
    try:
        issue = tracker_of(context).issue(key)
        found = scored(issue, state, context)
    except Stopped:
        return None
    except AgentError as error:
        return {**empty, "problem": error.message}
    _keep(context, found, id_=f"{task_of(runtime)}:{key}")
    told = {"summary": issue.summary, "link": issue.link, "score": found.overall}
    return {**empty, **told, "problem": ""}


def after_evaluate_batch(state: AgentState) -> Literal["finish", "__end__"]:
    return "finish" if state.get("made") else "__end__"


def _tell(context: Context, rows: list[Plain], *, total: int, is_over: bool) -> None:
    data = {"rows": list(rows), "done": len(rows), "total": total, "is_over": is_over}
    context.report.emit(Artifact("ticket_batch", "batch", data))


# One recommendation


def draft_change(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """A change as it was asked for, or one field rewritten as a recommendation has it."""
    if state.get("intent") == "change":
        return changing.draft_change(state, runtime)
    return _draft_advised(state, runtime)


def _draft_advised(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Rewrite one field, after asking for what only the user knows."""
    context = runtime.context
    issue = tracker_of(context).issue(state.get("last_issue") or "")
    advice = _advice(state, context, issue)
    # Without a model nothing is written but what the user says.
    can_write = context.llm.is_model or bool(state.get("edited"))
    if advice is None or not (advice.asks or can_write):
        text = N_("That recommendation no longer fits the issue. Score it again.")
        context.report.emit(Notice(text, "warning"))
        return {"ended": "gone", "next_action": "evaluation"}
    kept: Plain = {"advice": advice.model_dump(mode="json"), "edited": None}
    if advice.field == "description" and not issue.is_lossless:
        return {**kept, **_left(state, context, issue)}
    if advice.asks and not (state.get("answer") or state.get("edited")):
        question = _needed(state, advice, issue, task=task_of(runtime))
        return {**kept, "drafted": stored(question), "next_action": "ask_for_change"}
    after = _rewritten(state, context, issue, advice)
    changed = changing.lay_out_change(state, runtime, issue, {advice.field: after}, advice=advice)
    return {**kept, **changed}


def _advice(state: AgentState, context: Context, issue: Issue) -> Advice | None:
    """As it was shown, or as it is worked out anew: never what a page sends."""
    held = state.get("advice")
    if held:
        return Advice.model_validate(held)
    wanted = Picked.model_validate(state.get("picked") or {"act": "apply"}).advice
    known = state.get("judged")
    if known and known["issue_key"] == issue.key:
        found = Evaluation.model_validate(known).advice
    else:
        found = maturity.evaluate(text_of(issue), context.ports.ticket_rules.weights).advice
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


def _needed(state: AgentState, advice: Advice, issue: Issue, *, task: str) -> FreeText:
    _ = gettext_of(state)
    said = _("For {issue}: {advice} I can't guess this one.")
    return FreeText(
        id=task,
        workflow="tickets",
        step="ask_for_change",
        language=spoken_in(state),
        title=advice.asks,
        body=said.format(issue=issue.key, advice=advice.text),
    )


def _rewritten(state: AgentState, context: Context, issue: Issue, advice: Advice) -> str:
    if edited := state.get("edited"):
        # Cards of an earlier version have one field of that name.
        return str(edited.get(advice.field, edited.get("text")) or "")
    value = RewriteFor(issue=as_written(issue), advice=advice, answer=state.get("answer") or "")
    return context.llm.run(maturity.REWRITE, value).text


def after_draft_change(
    state: AgentState,
) -> Literal["ask_for_change", "change_approval", "evaluation", "finish"]:
    if state.get("ended"):
        return "evaluation" if state["ended"] == "gone" else "finish"
    step = (state.get("drafted") or {}).get("step")
    return "ask_for_change" if step == "ask_for_change" else "change_approval"


def ask_for_change(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """Wait for what only the user knows, or for the fields as they shall be."""
    question = from_json(state["drafted"] or {})
    reply = ask(question)
    if reply.cancelled:
        return {"ended": "cancelled", "drafted": None, "next_action": "end"}
    if question.context.get("asks") == "change":
        filled = {"values": reply.values, "form": question.context}
        return {"filled": filled, "drafted": None}
    if question.context.get("asks") == "person":
        person = {"name": question.context["name"], "id": reply.option}
        return {"person": person, "drafted": None}
    return {"answer": reply.text, "drafted": None}


def after_ask_for_change(state: AgentState) -> Literal["draft_change", "finish"]:
    return "finish" if state.get("ended") else "draft_change"


def change_approval(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """Wait for the decision on exactly this text."""
    reply = ask(from_json(state["drafted"] or {}))
    match reply:
        case Reply(cancelled=True) | Reply(option="leave"):
            return {"ended": "left", "drafted": None, "next_action": "end"}
        case Reply(decision="approve"):
            return {"approval": (state["drafted"] or {})["id"], "drafted": None}
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
