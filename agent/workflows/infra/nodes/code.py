"""Writing the code and having it reviewed, round by round, by real tools."""

from dataclasses import asdict, dataclass, field
from typing import Literal

from langgraph.runtime import Runtime

from agent import cfn, review_words
from agent.conversation import gettext_of, spoken_in
from agent.errors import AgentError
from agent.events import Artifact
from agent.ports import Context, Review
from agent.workflows.infra.artifacts import (
    FOLDER,
    CodeChange,
    IaCOutput,
    PlanningOutput,
    ReviewOutput,
)
from agent.workflows.infra.stacks import costs, requirements, templates
from agent.workflows.infra.state import Gettext, PipelineState, Plain, environment_of
from agent.workflows.infra.steps import WRITE, Met, TemplateFor

OWNER_TAG, ENVIRONMENT_TAG = "owner", "environment"


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


@dataclass
class Code:
    """What one round has written, and what it says to it."""

    written: templates.Written
    fixed: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    met: list[Met] = field(default_factory=list)
    estimates: dict[str, float] = field(default_factory=dict)


def iac(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    """Write the template, or mend what the last review found."""
    context = runtime.context
    plan = plan_of(state)
    if state.get("iac_output") is None:
        code = _first(state, context, plan)
    elif state.get("failure"):
        code = _repaired(state, context, plan)
    else:
        code = _mended(state, context, plan)
    output = _output(state, plan, code)
    folder = f"{FOLDER}/{plan.stack}"
    for change in output.code_changes:
        context.ports.workspace.write(
            context.thread, f"{plan.request_id}/{change.file_path}", change.content
        )
    data = {
        "folder": folder,
        "changes": [c.model_dump() for c in output.code_changes],
        **output.model_dump(include={"fixed", "notes", "met"}),
    }
    context.report.emit(Artifact("infra_code", "code", data))
    return {
        "iac_output": output.model_dump(mode="json"),
        "failure": None,
        "current_agent": "review",
    }


def _first(state: PipelineState, context: Context, plan: PlanningOutput) -> Code:
    previous = state.get("previous") or {}
    base = str(previous.get("template", ""))
    values: dict[str, str] = previous.get("parameters", {})
    if plan.template:
        return Code(templates.Written(plan.template, {}))
    written = templates.written(plan.parts, base=base, parameters=values, about=plan.summary)
    dropped = base and "#" in base and written.text != base
    if not plan.other_types and not plan.is_beyond:
        said = gettext_of(state)("Comments of the template that was there are not kept.")
        lost = [said] if dropped else []
        return Code(written, notes=lost)
    there = templates.resources_of(written.text).values()
    missing = [kind for kind in plan.other_types if kind not in there]
    asked = _asked(state, plan, written, types=missing)
    asked.before = base if dropped else ""
    return _by_model(context, asked)


def _by_model(context: Context, asked: TemplateFor) -> Code:
    given = context.llm.run(WRITE, asked)
    values = {**asked.parameters, **given.parameters}
    written = templates.Written(given.template, _declared(given.template, values))
    return Code(written, notes=given.notes, met=given.met, estimates=given.estimates)


def _declared(template: str, values: dict[str, str]) -> dict[str, str]:
    """Without the values of parameters that went with their resources."""
    return {name: value for name, value in values.items() if name in cfn.parse(template).parameters}


def _asked(
    state: PipelineState,
    plan: PlanningOutput,
    written: templates.Written,
    *,
    types: list[str],
    findings: list[Plain] | None = None,
) -> TemplateFor:
    return TemplateFor(
        request=state.get("request") or "",
        template=written.text,
        parameters=written.parameters,
        types=types,
        planned=[*plan.resource_types, *templates.resources_of(written.text).values()],
        wanted={each.id: each.description for each in plan.requirements},
        findings=findings or [],
        removes=plan.removes,
    )


def _repaired(state: PipelineState, context: Context, plan: PlanningOutput) -> Code:
    """Have the model change what made the deployment fail."""
    last = IaCOutput.model_validate(state["iac_output"])
    asked = _asked(state, plan, templates.Written(last.template, last.parameters), types=[])
    asked.failed = str(state.get("failure"))
    return _by_model(context, asked)


def _mended(state: PipelineState, context: Context, plan: PlanningOutput) -> Code:
    """Put in the remedies that the rules know exactly; ask a model for the others."""
    last = IaCOutput.model_validate(state["iac_output"])
    review = ReviewOutput.model_validate(state["review_output"])
    blocking = [found for found in review.findings if found["severity"] == "error"]
    left = [found for found in blocking if not found["fix"]]
    # Another reviewer may know the remedy of what this one only complains of.
    stuck = {found["resource"] for found in left if found["resource"]}
    near = [f for f in review.findings if f["resource"] in stuck and f not in blocking]
    text, fixed = templates.fixed(last.template, [*blocking, *near])
    written = templates.Written(text, last.parameters)
    open_ = [*left, *(f for f in review.findings if f["severity"] == "warning")]
    is_asked = left or (plan.is_beyond and not blocking)
    if not is_asked or not context.llm.is_model:
        return Code(written, fixed, met=_as_before(last), estimates=last.estimates)
    code = _by_model(context, _asked(state, plan, written, types=[], findings=open_))
    said = gettext_of(state)("{rule} {resource}: rewritten")
    asked = [said.format(rule=f["rule_id"], resource=f["resource"]) for f in left]
    code.fixed = [*fixed, *asked]
    code.met = code.met or _as_before(last)
    code.estimates = {**last.estimates, **code.estimates}
    return code


def _as_before(last: IaCOutput) -> list[Met]:
    """What the round before has named, looked up anew."""
    return [
        Met(requirement=each["requirement"], paths=[line["path"] for line in each["lines"]])
        for each in last.met
    ]


def _output(state: PipelineState, plan: PlanningOutput, code: Code) -> IaCOutput:
    previous, written = state.get("previous") or {}, code.written
    before = {
        templates.FILE: str(previous.get("template", "")),
        templates.VALUES: templates.as_file(previous.get("parameters", {})),
    }
    after = {
        templates.FILE: written.text,
        templates.VALUES: templates.as_file(written.parameters),
    }
    changes = [
        _change(f"{FOLDER}/{plan.stack}/{name}", before[name], after[name], gettext_of(state))
        for name in after
        if before[name] != after[name] or name == templates.FILE
    ]
    return IaCOutput(
        request_id=plan.request_id,
        planning_output=plan.request_id,
        code_changes=changes,
        template=written.text,
        parameters=written.parameters,
        retry_count=state.get("retry_count") or 0,
        fixed=code.fixed,
        notes=code.notes,
        estimates=code.estimates,
        met=requirements.met_by(plan, written.text, code.met),
    )


def _change(path: str, before: str, after: str, _: Gettext) -> CodeChange:
    diff = templates.difference(before, after, name=path)
    added, removed = templates.counted(diff)
    kind: Literal["create", "modify"] = "modify" if before else "create"
    counted = _("lines added: {added}, removed: {removed}")
    return CodeChange(
        file_path=path,
        change_type=kind,
        diff_summary=counted.format(added=added, removed=removed) if diff else _("unchanged"),
        lines_added=added,
        lines_removed=removed,
        content=after,
        diff=diff,
    )


# The review


def review(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    """Let the tools look at it, and compare with what they said in the round before."""
    context = runtime.context
    code = IaCOutput.model_validate(state["iac_output"])
    plan = plan_of(state)
    found = context.ports.reviewer.review(
        code.template,
        file=templates.FILE,
        environment=environment_of(state),
        parameters=code.parameters,
        tags=tags_of(state, context),
    )
    output = _judged(state, found, has_writer=context.llm.is_model and plan.is_beyond)
    after = {"template": code.template, "parameters": code.parameters}
    output.cost_estimate = _cost(state, after, code.estimates)
    rounds = [*(state.get("review_rounds") or []), _round(output)]
    retries = (state.get("retry_count") or 0) + (output.status == "needs_revision")
    data = {"rounds": rounds, **output.model_dump(mode="json")}
    context.report.emit(Artifact("infra_review", "review", data))
    update: Plain = {
        "iac_output": {**state["iac_output"], **_self_lint(output)},  # type: ignore[dict-item]
        "review_output": output.model_dump(mode="json"),
        "review_status": output.status,
        "review_rounds": rounds,
        "retry_count": retries,
        "cost_estimate": costs.said(output.cost_estimate, spoken_in(state)),
        "current_agent": "prepare_deploy" if output.status == "passed" else "iac",
    }
    if after_review({**state, **update}) == "end_failure":  # type: ignore[typeddict-item]
        update["error"] = _why_failed(output, plan, gettext_of(state))
    return update


def _self_lint(output: ReviewOutput) -> Plain:
    """What the lint says of the code by itself."""
    found = [each for each in output.findings if each["source"] == "cfn-lint"]
    warnings = [f"{each['rule_id']} {each['message']}" for each in found]
    return {
        "self_lint_passed": output.cfn_lint_passed is not False,
        "self_lint_warnings": warnings,
    }


def _cost(state: PipelineState, after: Plain, estimates: dict[str, float]) -> Plain | None:
    """None for code that cannot be read: the review has said so."""
    try:
        return costs.change(state.get("previous") or {}, after).plain(estimates)
    except AgentError:
        return None


def _judged(state: PipelineState, found: Review, *, has_writer: bool) -> ReviewOutput:
    findings = [asdict(finding) for finding in found.findings]
    before = {f["id"]: f for f in (state.get("review_output") or {}).get("findings", [])}
    now = {f["id"]: f for f in findings}
    errors = sum(f["severity"] == "error" for f in findings)
    gone = [entry for name, entry in before.items() if name not in now]
    number = len(state.get("review_rounds") or []) + 1
    status: Literal["passed", "failed", "needs_revision"] = "passed"
    if found.blocks:
        # What no edit can mend, such as a reviewer that must have run, is no reason to try again.
        was_blocked = any(entry["severity"] == "error" for entry in before.values())
        progress = not was_blocked or any(entry["severity"] == "error" for entry in gone)
        status = "needs_revision" if errors and progress else "failed"
    most = state.get("max_retries") or 0
    warnings = sum(f["severity"] == "warning" for f in findings)
    if has_writer and number == 1 and most and warnings and status == "passed":
        # Who has written it mends its warnings, or says why they may stay.
        status = "needs_revision"
    retry = status == "needs_revision" and (state.get("retry_count") or 0) < most
    return ReviewOutput(
        status=status,
        findings=findings,
        tools=[{**asdict(report), "findings": len(report.findings)} for report in found.reports],
        blocks=list(found.blocks),
        cfn_lint_passed=_passed(found, "cfn-lint"),
        security_scan_passed=_passed(found, "cfripper"),
        policy_passed=_passed(found, "policy pack"),
        secrets_passed=_passed(found, "secret scan"),
        blocking_findings=errors,
        warning_findings=warnings,
        round=number,
        fixed=gone,
        still_open=[entry for name, entry in now.items() if name in before],
        new=[entry for name, entry in now.items() if name not in before],
        review_notes=" ".join(found.blocks),
        max_retries=most,
        should_retry=retry,
    )


def _passed(found: Review, reviewer: str) -> bool | None:
    """None for a reviewer that did not run: that is neither passed nor failed."""
    for report in found.reports:
        if report.reviewer == reviewer and report.status == "ran":
            return not any(finding.severity == "error" for finding in report.findings)
    return None


def _round(output: ReviewOutput) -> Plain:
    return {
        "round": output.round,
        "status": output.status,
        "fixed": [_short(entry) for entry in output.fixed],
        "still_open": [_short(entry) for entry in output.still_open],
        "new": [_short(entry) for entry in output.new],
    }


def _short(finding: Plain) -> Plain:
    return {key: finding[key] for key in ("id", "severity", "source", "rule_id", "message", "line")}


def _why_failed(output: ReviewOutput, plan: PlanningOutput, _: Gettext) -> str:
    told = [_("{stack} did not pass the review.").format(stack=plan.stack), *output.blocks]
    if output.round > 1 and not any(entry["severity"] == "error" for entry in output.fixed):
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


def notes_in(findings: list[Plain]) -> list[Plain]:
    """Those that did not block."""
    return [found for found in findings if not review_words.blocks(found)]
