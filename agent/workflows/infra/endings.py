"""How a request ends: done, rejected, failed. What was prepared and is not wanted goes."""

from langgraph.runtime import Runtime

from agent.conversation import gettext_of, say
from agent.errors import AgentError
from agent.events import Artifact, Notice
from agent.language.catalogs import N_
from agent.ports import Context
from agent.workflows.infra.deploying import discard
from agent.workflows.infra.files import papers
from agent.workflows.infra.said import ONLY_THE_STACK
from agent.workflows.infra.state import PipelineState, Plain

VERBS = {
    "added": N_("add {resource}"),
    "changed": N_("change {resource}"),
    "replaced": N_("replace {resource}"),
    "removed": N_("destroy {resource}"),
    "kept": N_("take {resource} out of the stack, and keep it"),
}


def end_success(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    context, _ = runtime.context, gettext_of(state)
    plan = state.get("planning_output") or {}
    status = "done"
    if state.get("ended") == "no change":
        said = _("Nothing to do: {stack} is already as you asked.")
        text = said.format(stack=plan.get("stack"))
    elif state.get("dry_run"):
        discard(state.get("change_set"), context.ports)
        status, text = "dry run", _dry_run(state)
    else:
        text = (state.get("deployment_output") or {}).get("summary", "")
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
    actions, _ = (state.get("change_set") or {}).get("actions", []), gettext_of(state)
    first = _("Dry run: nothing was executed.")
    if not actions:
        return f"{first} {_(ONLY_THE_STACK)}"
    lines = [
        f"{number}. {_(VERBS[action['state']]).format(resource=action['resource'])}"
        f" ({action['type']})"
        for number, action in enumerate(actions, start=1)
    ]
    said = _("It would do this, in this order:")
    return f"{first} {said}\n\n" + "\n".join(lines)


def rejected(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    context, _ = runtime.context, gettext_of(state)
    discard(state.get("change_set"), context.ports)
    if state.get("ended") == "cancelled":
        text = _("Cancelled. Nothing was changed.")
    else:
        said = _("Rejected, and nothing was changed. Your reason: {reason}")
        text = said.format(reason=state.get("comment"))
    return _closed(state, context, text, status="rejected")


def end_failure(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    """Says how often it was tried, what went wrong and what is still open."""
    context, _ = runtime.context, gettext_of(state)
    if state.get("ended"):
        discard(state.get("change_set"), context.ports)
    review = state.get("review_output") or {}
    deployment = state.get("deployment_output") or {}
    tried = min(state.get("retry_count") or 0, state.get("max_retries") or 0)
    error = state.get("error") or _("The request did not succeed.")
    lines = [error]
    if state.get("recovery") == "keep":
        lines.append(_("It was left unchanged."))
    elif state.get("recovery"):
        lines.append(deployment.get("summary") or _("It was not rolled back."))
    open_ = [found for found in review.get("findings", []) if found["severity"] == "error"]
    if open_:
        lines.append(_("Attempts to fix it: {count}. Still open:").format(count=tried))
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
