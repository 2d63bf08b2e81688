"""Writing the template and having it reviewed, round by round, by real tools."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Literal

from langgraph.runtime import Runtime

from agent.checks import cfn
from agent.engine.conversation import gettext_of, spoken_in
from agent.errors import AgentError
from agent.events import Artifact, Notice
from agent.language.catalogs import N_
from agent.ports import Base, Context, Review
from agent.workflows.infra.artifacts import CodeChange, IaCOutput, PlanningOutput, ReviewOutput
from agent.workflows.infra.stacks import costs, requirements, templates
from agent.workflows.infra.stacks.templates import Written
from agent.workflows.infra.state import Gettext, PipelineState, Plain, environment_of
from agent.workflows.infra.steps import WRITE, TemplateFor

OWNER_TAG, ENVIRONMENT_TAG = "owner", "environment"
REVIEWERS = {
    "cfn_lint_passed": "cfn-lint",
    "security_scan_passed": "cfripper",
    "policy_passed": "policy pack",
    "secrets_passed": "secret scan",
}
WRITTEN_ANEW: Plain = {"review_output": None, "review_rounds": None, "retry_count": 0}
ANEW: Plain = {
    **WRITTEN_ANEW,
    "iac_output": None,
    "plan_approved": None,
    "deploy_approved": None,
    "change_set": None,
}
"""What planning again begins with."""
_SINCE = N_("The stack has changed since this was planned, so it is planned again.")
_SHORT = ("id", "severity", "source", "rule_id", "message", "line")


def plan_of(state: PipelineState) -> PlanningOutput:
    return PlanningOutput.model_validate(state["planning_output"])


def tags_of(state: PipelineState, context: Context) -> dict[str, str]:
    """Of the stack, and by it of its resources; what stood there stays."""
    own = {
        ENVIRONMENT_TAG: environment_of(state),
        OWNER_TAG: context.user,
        "made-with": "interlude",
    }
    kept: dict[str, str] = (state.get("previous") or {}).get("tags", {})
    return {**own, **kept}


def _written(code: IaCOutput) -> Written:
    return Written(code.template, code.parameters)


@dataclass
class Code:
    """What one round has written, and what it says to it."""

    written: Written
    fixed: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    met: Mapping[str, list[str]] = field(default_factory=dict)
    """Paths in the template by requirement."""
    estimates: dict[str, float] = field(default_factory=dict)


def iac(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    """Write the template, or mend what the last review or the deployment found."""
    context, plan = runtime.context, plan_of(state)
    live = context.ports.cloud.base(environment_of(state), plan.stack)
    if not _is_as_known(state, live):
        return plan_again(context)
    if state.get("iac_output") is None:
        code = _write(state, context, plan)
    else:
        last = IaCOutput.model_validate(state["iac_output"])
        mend = _repair if state.get("failure") else _mend
        code = mend(state, context, plan, last)
    output = _output(state, plan, code)
    for change in output.code_changes:
        name = f"{plan.request_id}/{change.file_path}"
        context.ports.workspace.write(context.thread, name, change.content)
    data = {
        "folder": f"{templates.FOLDER}/{plan.stack}",
        "changes": [c.model_dump() for c in output.code_changes],
        **output.model_dump(include={"fixed", "notes", "met"}),
    }
    context.report.emit(Artifact("infra_code", "code", data))
    plain = output.model_dump(mode="json")
    return {
        "iac_output": plain,
        "written_over": live.digest,
        "failure": None,
        "current_agent": "review",
    }


def _is_as_known(state: PipelineState, live: Base) -> bool:
    """Whether the stack is as the plan saw it, or as this request has deployed it."""
    if Written(live.template, live.parameters) == Written.of(state.get("previous")):
        return True
    deployed = Written.of(state.get("iac_output"))
    return bool(state.get("failure")) and live.template == deployed.text


def plan_again(context: Context) -> Plain:
    """Leave what was planned for a stack that has changed since: it would undo that."""
    context.report.emit(Notice(_SINCE, "warning"))
    return {**ANEW, "stale": _SINCE, "attempt": None, "failure": None, "current_agent": "planning"}


def after_iac(state: PipelineState) -> Literal["review", "planning"]:
    return "planning" if state.get("current_agent") == "planning" else "review"


def _write(state: PipelineState, context: Context, plan: PlanningOutput) -> Code:
    """By the library; by the model as soon as more is wanted."""
    if plan.template:
        return Code(Written(plan.template, {}))
    there = Written.of(state.get("previous"))
    written = templates.written(plan.parts, there)
    loses_comments = "#" in there.text and written.text != there.text
    if not plan.other_types and not plan.is_beyond:
        lost = gettext_of(state)("Comments of the template that was there are not kept.")
        return Code(written, notes=[lost] if loses_comments else [])
    before = there.text if loses_comments else ""
    return _ask_writer(state, context, plan, written, before=before)


def _repair(state: PipelineState, context: Context, plan: PlanningOutput, last: IaCOutput) -> Code:
    """Have the model change what made the deployment fail."""
    written = _written(last)
    return _ask_writer(state, context, plan, written, failed=str(state.get("failure")))


def _mend(state: PipelineState, context: Context, plan: PlanningOutput, last: IaCOutput) -> Code:
    """Put in the remedies that the rules know exactly; ask a model for the others."""
    findings = ReviewOutput.model_validate(state["review_output"]).findings
    blocking = [found for found in findings if found["severity"] == "error"]
    left = [found for found in blocking if not found["fix"]]
    # Another reviewer may know the remedy of what this one only complains of.
    stuck = {found["resource"] for found in left if found["resource"]}
    near = [f for f in findings if f["resource"] in stuck and f not in blocking]
    text, fixed = templates.fixed(last.template, [*blocking, *near])
    written = Written(text, last.parameters)
    met = {e["requirement"]: [line["path"] for line in e["lines"]] for e in last.met}
    mended = Code(written, fixed, notes=last.notes, met=met, estimates=last.estimates)
    if not context.llm.is_model or not (left or plan.is_beyond):
        return mended
    if fixed:
        # What the rules have mended is not put to the model.
        review = _reviewed(state, context, written)
        findings = [asdict(finding) for finding in review.findings]
    open_ = _for_writer(state, plan, written, findings)
    if not open_:
        return mended
    code = _ask_writer(state, context, plan, written, findings=open_)
    said = gettext_of(state)("{rule} {resource}: rewritten")
    rewritten = [
        said.format(rule=f["rule_id"], resource=f["resource"])
        for f in open_
        if f["severity"] == "error"
    ]
    code.fixed = [*fixed, *rewritten]
    code.notes = [*last.notes, *(note for note in code.notes if note not in last.notes)]
    code.met = code.met or met
    code.estimates = {**last.estimates, **code.estimates}
    return code


def _for_writer(
    state: PipelineState, plan: PlanningOutput, written: Written, findings: list[Plain]
) -> list[Plain]:
    """The findings that a model mends or answers: errors, and warnings of what it has changed."""
    before, after = Written.of(state.get("previous")).resolved(), written.resolved()
    same = {name for name, body in after.items() if body == before.get(name)}
    worst = ("error", "warning") if plan.is_beyond else ("error",)
    return [
        found
        for found in findings
        if found["severity"] in worst
        and (found["severity"] == "error" or found["resource"] not in same)
    ]


def _ask_writer(
    state: PipelineState,
    context: Context,
    plan: PlanningOutput,
    written: Written,
    **more: object,
) -> Code:
    """Have the model write the template, from what is there and from `more` of `TemplateFor`."""
    types = templates.resources_of(written.text)
    asked = TemplateFor.model_validate(
        {
            "request": state.get("request") or "",
            "template": written.text,
            "parameters": written.parameters,
            "planned": [*plan.resource_types, *types.values()],
            "adds": {name: kind for name, kind in plan.new.items() if name not in types},
            "wanted": {each.id: each.description for each in plan.requirements},
            "proofs": {each.requirement_id: each.description for each in plan.acceptance_criteria},
            "removes": plan.removes,
            **more,
        }
    )
    given = context.llm.run(WRITE, asked)
    declared = cfn.parse(given.template).parameters
    values = {**written.parameters, **given.parameters}
    # Without the values of parameters that went with their resources.
    kept = {name: value for name, value in values.items() if name in declared}
    met = {each.requirement: each.paths for each in given.met}
    text = Written(given.template, kept)
    return Code(text, notes=given.notes, met=met, estimates=given.estimates)


def _output(state: PipelineState, plan: PlanningOutput, code: Code) -> IaCOutput:
    old, new = Written.of(state.get("previous")).files(), code.written.files()
    folder = f"{templates.FOLDER}/{plan.stack}"
    changes = [
        _change(f"{folder}/{name}", old[name], new[name], gettext_of(state))
        for name in new
        if old[name] != new[name] or name == templates.FILE
    ]
    return IaCOutput(
        request_id=plan.request_id,
        planning_output=plan.request_id,
        code_changes=changes,
        template=code.written.text,
        parameters=code.written.parameters,
        retry_count=state.get("retry_count") or 0,
        fixed=code.fixed,
        notes=code.notes,
        estimates=code.estimates,
        met=requirements.met_by(plan, code.written.text, code.met),
    )


def _change(path: str, before: str, after: str, _: Gettext) -> CodeChange:
    diff = templates.difference(before, after, name=path)
    lines = [line[:1] for line in diff.splitlines()[2:]]
    added, removed = lines.count("+"), lines.count("-")
    counted = _("lines added: {added}, removed: {removed}")
    return CodeChange(
        file_path=path,
        change_type="modify" if before else "create",
        diff_summary=counted.format(added=added, removed=removed) if diff else _("unchanged"),
        content=after,
        diff=diff,
    )


# The review


def review(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    """Let the tools look at it, and compare with what they said in the round before."""
    context, plan = runtime.context, plan_of(state)
    code = IaCOutput.model_validate(state["iac_output"])
    found = _reviewed(state, context, _written(code))
    output = _judge(state, found, _written(code), has_writer=context.llm.is_model)
    output.cost_estimate = _cost(state, code)
    parts = output.model_dump(include={"fixed", "still_open", "new"})
    short = {
        name: [{key: entry[key] for key in _SHORT} for entry in entries]
        for name, entries in parts.items()
    }
    number = {"round": output.round, "status": output.status}
    rounds = [*(state.get("review_rounds") or []), {**number, **short}]
    plain = output.model_dump(mode="json")
    context.report.emit(Artifact("infra_review", "review", {"rounds": rounds, **plain}))
    lint = [each for each in output.findings if each["source"] == "cfn-lint"]
    code.self_lint_passed = output.cfn_lint_passed is not False
    code.self_lint_warnings = [f"{each['rule_id']} {each['message']}" for each in lint]
    update: Plain = {
        "iac_output": code.model_dump(mode="json"),
        "review_output": plain,
        "review_status": output.status,
        "review_rounds": rounds,
        "retry_count": (state.get("retry_count") or 0) + (output.status == "needs_revision"),
        "cost_estimate": costs.describe(output.cost_estimate, spoken_in(state)),
        "current_agent": "prepare_deploy" if output.status == "passed" else "iac",
    }
    if after_review({**state, **update}) == "end_failure":  # type: ignore[typeddict-item]
        update["error"] = _why_failed(output, plan, gettext_of(state))
    return update


def _reviewed(state: PipelineState, context: Context, written: Written) -> Review:
    return context.ports.reviewer.review(
        written.text,
        file=templates.FILE,
        environment=environment_of(state),
        parameters=written.parameters,
        tags=tags_of(state, context),
    )


def _cost(state: PipelineState, code: IaCOutput) -> Plain | None:
    """None for code that cannot be read: the review has said so."""
    before, after = Written.of(state.get("previous")), _written(code)
    try:
        return costs.change(before, after, estimates=code.estimates)
    except AgentError:
        return None


def _judge(
    state: PipelineState, found: Review, written: Written, *, has_writer: bool
) -> ReviewOutput:
    findings = [asdict(finding) for finding in found.findings]
    before = {f["id"]: f for f in (state.get("review_output") or {}).get("findings", [])}
    now = {f["id"]: f for f in findings}
    gone = [entry for name, entry in before.items() if name not in now]
    errors, warnings = (_count(findings, kind) for kind in ("error", "warning"))
    passed: Plain = {name: _has_passed(found, tool) for name, tool in REVIEWERS.items()}
    number = len(state.get("review_rounds") or []) + 1
    most = state.get("max_retries") or 0
    status: Literal["passed", "failed", "needs_revision"] = "passed"
    if found.blocks:
        # What no edit can mend, such as a reviewer that must have run, is no reason to try again.
        has_progress = _count(gone, "error") or not _count(before.values(), "error")
        status = "needs_revision" if errors and has_progress else "failed"
    elif (
        has_writer
        and number == 1
        and most
        and _for_writer(state, plan_of(state), written, findings)
    ):
        # Who has written it mends its warnings, or says why they may stay.
        status = "needs_revision"
    return ReviewOutput(
        status=status,
        findings=findings,
        tools=[{**asdict(report), "findings": len(report.findings)} for report in found.reports],
        blocks=list(found.blocks),
        **passed,
        blocking_findings=errors,
        warning_findings=warnings,
        round=number,
        fixed=gone,
        still_open=[entry for name, entry in now.items() if name in before],
        new=[entry for name, entry in now.items() if name not in before],
        max_retries=most,
    )


def _count(findings: Iterable[Plain], severity: str) -> int:
    return sum(found["severity"] == severity for found in findings)


def _has_passed(found: Review, reviewer: str) -> bool | None:
    """None for a reviewer that did not run: that is neither passed nor failed."""
    for report in found.reports:
        if report.reviewer == reviewer and report.status == "ran":
            return not any(finding.severity == "error" for finding in report.findings)
    return None


def _why_failed(output: ReviewOutput, plan: PlanningOutput, _: Gettext) -> str:
    told = [_("{stack} did not pass the review.").format(stack=plan.stack), *output.blocks]
    if output.round > 1 and not _count(output.fixed, "error"):
        told.append(_("The last round fixed nothing."))
    return " ".join(told)


def after_review(state: PipelineState) -> Literal["iac", "prepare_deploy", "end_failure"]:
    match state.get("review_status"):
        case "passed":
            return "prepare_deploy"
        case "needs_revision" if (state.get("retry_count") or 0) <= (state.get("max_retries") or 0):
            return "iac"
        case _:
            return "end_failure"
