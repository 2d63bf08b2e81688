"""How a request ends: done, rejected, failed. What was prepared and is not wanted goes."""

from langgraph.runtime import Runtime

from agent.checks import cfn_text
from agent.engine.conversation import gettext_of, say, spoken_in
from agent.errors import AgentError
from agent.events import Artifact, Notice
from agent.exchange.in_words import steps_of
from agent.ports import Context
from agent.workflows.infra.nodes.code import plan_of
from agent.workflows.infra.nodes.deployment import discard
from agent.workflows.infra.stacks import costs, templates
from agent.workflows.infra.stacks.requirements import proven, results_of
from agent.workflows.infra.state import ONLY_THE_STACK, PipelineState, Plain


def end_success(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    context = runtime.context
    if state.get("ended") == "no change":
        said, status = _unchanged(state, context)
        return _close(state, context, said, status=status)
    if state.get("dry_run"):
        discard(state.get("change_set"), context.ports)
        return _close(state, context, _dry_run(state), status="dry run")
    text = (state.get("deployment_output") or {}).get("summary", "")
    code = _commit(state, context)
    done = _close({**state, "iac_output": code}, context, text, status="done")
    return {**done, "iac_output": code}


def _unchanged(state: PipelineState, context: Context) -> tuple[str, str]:
    """What is said where the engine has nothing to do, and how that ended."""
    _, plan, notes = gettext_of(state), plan_of(state), (state["iac_output"] or {})["notes"]
    # The engine compares templates, and does not see what was changed outside of them.
    results = results_of(state, context, plan, {"succeeded": True})
    is_wrong = state.get("deployment_output") or any(r.outcome == "failed" for r in results)
    said = _("Nothing to do: the engine takes this for no change of {stack}.")
    why = [proven(plan, results, _)] if is_wrong else []
    told = "\n\n".join([said.format(stack=plan.stack), *why, *notes])
    return told, "failed" if is_wrong else "done"


def _commit(state: PipelineState, context: Context) -> Plain | None:
    """Commit what is deployed now, which the code notes; a repository that fails is only said."""
    plan, code = state.get("planning_output") or {}, state.get("iac_output") or {}
    if context.ports.history is None:
        return state.get("iac_output")
    changes = code.get("code_changes", [])
    files = {c["file_path"].rpartition("/")[2]: c["content"] for c in changes if c["content"]}
    message = f"{plan['summary']}\n\nRequest {plan['request_id']}."
    try:
        commit = context.ports.history.keep(plan["stack"], files, message=message)
    except AgentError as error:
        context.report.emit(Notice(f"{error.message} {error.hint}", "warning"))
        return state.get("iac_output")
    return {**code, "git_commit": commit} if code else None


def _dry_run(state: PipelineState) -> str:
    actions, _ = (state.get("change_set") or {}).get("actions", []), gettext_of(state)
    first = _("Dry run: nothing was executed.")
    if not actions:
        return f"{first} {_(ONLY_THE_STACK)}"
    would, told = _("It would do this:"), state.get("told") or ""
    return "\n".join([f"{first} {would}\n", *steps_of(actions, spoken_in(state)), "", told])


def rejected(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    context, _ = runtime.context, gettext_of(state)
    discard(state.get("change_set"), context.ports)
    text = _("Cancelled. Nothing was changed.")
    if state.get("ended") != "cancelled":
        said = _("Rejected, and nothing was changed. Your reason: {reason}")
        text = said.format(reason=state.get("comment"))
    return _close(state, context, text, status="rejected")


def end_failure(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    """Says how often it was tried, what went wrong and what is still open."""
    context, _ = runtime.context, gettext_of(state)
    if state.get("ended"):
        discard(state.get("change_set"), context.ports)
    lines = [state.get("error") or _("The request did not succeed.")]
    if state.get("recovery") == "keep":
        lines.append(_("It was left unchanged."))
    elif state.get("recovery"):
        summary = (state.get("deployment_output") or {}).get("summary")
        lines.append(summary or _("It was not rolled back."))
    findings = (state.get("review_output") or {}).get("findings", [])
    if open_ := [found for found in findings if found["severity"] == "error"]:
        tried = min(state.get("retry_count") or 0, state.get("max_retries") or 0)
        still = _("Attempts to fix it: {count}. Still open:").format(count=tried)
        each = (f"- {f['rule_id']} {f['message'].rstrip('.')}. {f['remediation']}" for f in open_)
        lines.append("\n".join([still, *each]))
    return _close(state, context, "\n\n".join(lines), status="failed")


def _close(state: PipelineState, context: Context, text: str, *, status: str) -> Plain:
    """Keep the papers, show what came of it."""
    plan = state.get("planning_output") or {}
    text = "\n\n".join(filter(None, [text.strip(), *plan.get("notices", [])]))
    found = papers(state, outcome=text)
    request = state.get("request_id") or "request"
    for name, content in found.items():
        context.ports.workspace.write(context.thread, f"{request}/{name}", content)
    said = say(context, text, status=status)
    if status != "rejected":
        said["stack"] = plan.get("stack")
    context.report.emit(Artifact("infra_files", "files", {"request": request, "files": found}))
    return {
        **said,
        "current_agent": "end",
        "pending_approval": None,
        "drafted": None,
        "change_set": None,
    }


# Papers


def papers(state: PipelineState, *, outcome: str) -> dict[str, str]:
    """Return the papers of the steps that took place, by file name."""
    code, review = state.get("iac_output"), state.get("review_output")
    held = {
        "requirements.yaml": state.get("planning_output"),
        "changes.yaml": code,
        "validation.yaml": state.get("deployment_output"),
        "review.yaml": review and {**review, "rounds": state.get("review_rounds")},
    }
    found = {name: cfn_text.as_yaml(data) for name, data in held.items() if data}
    files = templates.Written.of(code).files()
    found |= {name: text for name, text in files.items() if text}
    plan = held["requirements.yaml"] or {}
    cost = costs.describe((review or {}).get("cost_estimate") or plan.get("cost_breakdown"))
    told = [f"# {plan.get('summary') or 'Request'}", f"- Request: {state.get('request')}"]
    return {**found, "summary.md": "\n".join([*told, f"- Cost: {cost}", f"\n{outcome}\n"])}
