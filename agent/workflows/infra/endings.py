"""How a request ends: done, rejected, failed. What was prepared and is not wanted goes."""

from langgraph.runtime import Runtime

from agent.conversation import say
from agent.errors import AgentError
from agent.events import Artifact, Notice
from agent.ports import Context
from agent.workflows.infra.deploying import discard
from agent.workflows.infra.files import papers
from agent.workflows.infra.said import ONLY_THE_STACK
from agent.workflows.infra.state import PipelineState, Plain

VERBS = {
    "added": "add",
    "changed": "change",
    "replaced": "replace",
    "removed": "destroy",
    "kept": "let go of, and keep,",
}


def end_success(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    context = runtime.context
    plan = state.get("planning_output") or {}
    status = "done"
    if state.get("ended") == "no change":
        text = f"Nothing to do: {plan.get('stack')} is already as you asked."
    elif state.get("dry_run"):
        discard(state.get("change_set"), context.ports)
        status, text = "dry run", _dry_run(state)
    else:
        text = (state.get("deployment_output") or {}).get("summary", "Done.")
        return _kept(state, context, _closed(state, context, text, status=status))
    return _closed(state, context, text, status=status)


def _kept(state: PipelineState, context: Context, update: Plain) -> Plain:
    """With the commit of what is deployed now; a repository that fails is said, and no more."""
    if context.ports.history is None:
        return update
    plan, code = state.get("planning_output") or {}, state.get("iac_output") or {}
    changes = code.get("code_changes", [])
    files = {c["file_path"].rpartition("/")[2]: c["content"] for c in changes if c["content"]}
    message = f"{plan['summary']}\n\nRequest {plan['request_id']}."
    try:
        commit = context.ports.history.keep(plan["stack"], files, message=message)
    except AgentError as error:
        context.report.emit(Notice(f"{error.message} {error.hint}", "warning"))
        return update
    return {**update, "iac_output": {**code, "git_commit": commit}} if code else update


def _dry_run(state: PipelineState) -> str:
    actions = (state.get("change_set") or {}).get("actions", [])
    if not actions:
        return f"Dry run: nothing was executed. The stack has {ONLY_THE_STACK}."
    lines = [
        f"{number}. {VERBS[action['state']]} {action['resource']} ({action['type']})"
        for number, action in enumerate(actions, start=1)
    ]
    return "Dry run: nothing was executed. It would do, in this order:\n\n" + "\n".join(lines)


def rejected(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    context = runtime.context
    discard(state.get("change_set"), context.ports)
    what = "plan" if not state.get("plan_approved") else "deployment"
    if state.get("ended") == "cancelled":
        text = f"Cancelled. The {what} was put away, and nothing was changed."
    else:
        text = (
            f"The {what} was rejected, and nothing was changed. Your reason: {state.get('comment')}"
        )
    return _closed(state, context, text, status="rejected")


def end_failure(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    """Says how often it was tried, what went wrong and what is still open."""
    context = runtime.context
    if state.get("ended"):
        discard(state.get("change_set"), context.ports)
    review = state.get("review_output") or {}
    deployment = state.get("deployment_output") or {}
    tried = min(state.get("retry_count") or 0, state.get("max_retries") or 0)
    error = state.get("error") or "The request did not succeed."
    lines = [error]
    if state.get("recovery") == "keep":
        lines.append("It was left as it is.")
    elif state.get("recovery"):
        lines.append(deployment.get("summary") or "The way back was not taken.")
    open_ = [found for found in review.get("findings", []) if found["severity"] == "error"]
    if open_:
        often = "once" if tried == 1 else f"{tried} times"
        lines.append(f"Tried again {often}. Still open:")
        lines += [
            f"- {f['rule_id']} {f['message'].rstrip('.')}. {f['remediation']}" for f in open_[:10]
        ]
    return _closed(
        state, context, "\n\n".join(lines[:3]) + "\n" + "\n".join(lines[3:]), status="failed"
    )


def _closed(state: PipelineState, context: Context, text: str, *, status: str) -> Plain:
    """Keep the papers, show what came of it."""
    found = papers(state, outcome=text)
    request = state.get("request_id") or "request"
    for name, content in found.items():
        context.ports.workspace.write(context.thread, f"{request}/{name}", content)
    said = say(context, text.strip(), status=status)
    context.report.emit(Artifact("infra_files", "files", {"request": request, "files": found}))
    return {
        **said,
        "current_agent": "end",
        "pending_approval": None,
        "drafted": None,
        "change_set": None,
    }
