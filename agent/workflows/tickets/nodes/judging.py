"""How mature an issue is, and what would make it better: one, or several at a time."""

import json
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from datetime import UTC, datetime

from langgraph.runtime import Runtime

from agent.engine.conversation import task_of
from agent.errors import AgentError, StepFailed, Stopped
from agent.ports import Context, Issue, IssueQuery, Scored, Tracker
from agent.workflows.tickets.binding import digest_of
from agent.workflows.tickets.contracts import Evaluation, IssueText, Picked, Understood
from agent.workflows.tickets.maturity.scoring import JUDGE, evaluate
from agent.workflows.tickets.needed import in_words, place_of, show, tracker_of
from agent.workflows.tickets.state import AgentState, Plain

MOST_SCORED = 200
AT_ONCE = 8
MOST_ADVICE = 3
"""Of each of several."""


def evaluation(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Read the issue back from the tracker and say what each point is for."""
    context = runtime.context
    issue = tracker_of(context).issue(state.get("last_issue") or "")
    try:
        found = scored(issue, state, runtime)
    except StepFailed as error:
        failed = {"success": False, "error": in_words(error, state), "issue_key": issue.key}
        return {"judged": None, "evaluation_result": failed, "last_issue": issue.key}
    history = context.ports.scores.history(context.user, issue.key)
    data: Plain = {
        **found.model_dump(mode="json"),
        "summary": issue.summary,
        "link": issue.link,
        **place_of(tracker_of(context)),
        "history": [{"at": each.at, "overall": each.overall} for each in history],
        "is_model": found.scores[0].model is not None,
    }
    show(state, context, "maturity", data, of=f"maturity:{issue.key}")
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
        "next_action": "end",
    }


def scored(issue: Issue, state: AgentState, runtime: Runtime[Context]) -> Evaluation:
    """The judgement of an issue, which is kept."""
    found, context = _judged(issue, state, runtime.context), runtime.context
    scores = {str(each.criterion): float(each.value) for each in found.scores}
    id_, at = f"{task_of(runtime)}:{issue.key}", datetime.now(UTC).isoformat()
    kept = Scored(id_, issue.key, at, found.overall, scores, found.model_dump_json())
    context.ports.scores.put(context.user, kept)
    return found


def _judged(issue: Issue, state: AgentState, context: Context) -> Evaluation:
    """Of one that has not changed the judgement that there is."""
    weights = {**context.ports.ticket_rules.weights, **(state.get("weights") or {})}
    text = IssueText.of(issue, for_rules=True)
    seen = [text.model_dump_json(), context.llm.label, sorted(weights.items())]
    basis = f"{issue.key} {digest_of(json.dumps(seen))}"
    if context.llm.is_model:
        for known in reversed(context.ports.scores.history(context.user, issue.key)[-5:]):
            if basis in known.judged:
                return Evaluation.model_validate_json(known.judged)
    judged = context.llm.run(JUDGE, text) if context.llm.is_model else None
    kept = {"basis": basis, "text": text.digest}
    return evaluate(text, weights, judged).model_copy(update=kept)


# Several at once


def evaluate_batch(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Score several at a time; what is done when the user stops stays."""
    context = runtime.context
    tracker = tracker_of(context)
    keys = Picked.model_validate(state.get("picked") or {"act": "batch"}).issues
    if state.get("intent") == "jira_creation":
        keys = [each["key"] for each in state.get("made") or []]
    issues = [*dict.fromkeys(keys)] or _meant(state, tracker)
    batch: Plain = {"rows": [], "done": 0, "total": len(issues)}
    # What a step costs is counted by the context of its node.
    contexts = [copy_context() for _ in issues]
    with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="score") as pool:
        rows = pool.map(lambda of, key: of.run(_row, key, state, runtime), contexts, issues)
        for row in filter(None, rows):
            batch |= {"rows": [*batch["rows"], row], "done": batch["done"] + 1}
            show(state, context, "ticket_batch", {**batch, "is_over": False}, of="batch")
    batch["rows"].sort(key=lambda row: (row["score"] is None, row["score"] or 0))
    show(state, context, "ticket_batch", {**batch, "is_over": True}, of="batch")
    return {"batch": batch, "next_action": "end"}


def _meant(state: AgentState, tracker: Tracker) -> list[str]:
    """Those that the message means, else all that are open."""
    understood = Understood.of(state)
    query = understood.find.query or (None if understood.issues else IssueQuery())
    found = tracker.find(query, count=MOST_SCORED) if query else []
    return [*dict.fromkeys([*understood.issues, *(issue.key for issue in found)])]


def _row(key: str, state: AgentState, runtime: Runtime[Context]) -> Plain | None:
    """None where the user has stopped it."""
    context = runtime.context
    if context.report.stopped:
        return None
    row: Plain = {"key": key, "summary": "", "link": "", "score": None, "problem": ""}
    try:
        issue = tracker_of(context).issue(key)
        found = scored(issue, state, runtime)
    except Stopped:
        return None
    except AgentError as error:
        return {**row, "problem": in_words(error, state)}
    row |= {"summary": issue.summary, "link": issue.link, "score": found.overall}
    advice = [each.text for each in found.advice[:MOST_ADVICE]]
    return {**row, "advice": advice, "weaknesses": found.weaknesses[:MOST_ADVICE]}
