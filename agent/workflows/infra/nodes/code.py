"""Writing the template and having it reviewed, round by round, by real tools."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict
from typing import Literal

from langgraph.runtime import Runtime

from agent.checks import cfn
from agent.engine.conversation import gettext_of, spoken_in
from agent.errors import AgentError
from agent.events import Artifact
from agent.language.catalogs import N_
from agent.ports import Context, Review
from agent.questions import Reply
from agent.workflows.infra.artifacts import CodeChange, IaCOutput, PlanningOutput, ReviewOutput
from agent.workflows.infra.stacks import costs, requirements, templates
from agent.workflows.infra.stacks.facts import review_of
from agent.workflows.infra.stacks.templates import Written
from agent.workflows.infra.state import PipelineState, Plain, environment_of
from agent.workflows.infra.steps import WRITE, TemplateDraft, TemplateFor

WRITTEN_ANEW: Plain = {"review_output": None, "review_rounds": None, "retry_count": 0}


def decided(reply: Reply, name: str, state: PipelineState, context: Context) -> Plain:
    """What the reply to an approval makes of the state; `name` is the field that says so."""
    reads = context.llm.is_model
    replans = (reads or bool(state.get("settings"))) and not state.get("recovery")
    if reply.expired:
        return {name: None, "drafted": None}
    done: Plain = {"pending_approval": None, "drafted": None}
    if reply.cancelled:
        return {**done, name: False, "ended": "cancelled"}
    if reply.decision == "reject" and replans:
        # A model reads the comment; without one the form comes again, as it was filled in.
        again = {"kinds": None, "settings": None} if reads else {"settings_sent": False}
        return {**done, **again, "plan_approved": None, "comment": reply.comment}
    if reply.decision == "reject":
        return {**done, name: False, "ended": "rejected", "comment": reply.comment}
    return {**done, name: True}


def plan_of(state: PipelineState) -> PlanningOutput:
    return PlanningOutput.model_validate(state["planning_output"])


def tags_of(state: PipelineState, context: Context) -> dict[str, str]:
    """Of the stack, and by it of its resources; what stood there stays."""
    own = {"environment": environment_of(state), "owner": context.user, "made-with": "interlude"}
    return {**own, **(state.get("previous") or {}).get("tags", {})}


def iac(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    """Write the template, or mend what the last review or the deployment found."""
    context, plan = runtime.context, plan_of(state)
    last = state.get("iac_output")
    if last is None:
        code = _write(state, context, plan)
    elif failure := state.get("failure"):
        code = _ask_writer(state, context, plan, TemplateDraft(**last), failed=failure)
    else:
        code = _mend(state, context, plan, TemplateDraft(**last))
    output = _output(state, plan, code)
    changes = [change.model_dump() for change in output.code_changes]
    data = {"changes": changes, **output.model_dump(include={"notes", "met"})}
    context.report.emit(Artifact("infra_code", "code", data))
    return {
        "iac_output": output.model_dump(mode="json"),
        "failure": None,
        "current_agent": "review",
    }


def _write(state: PipelineState, context: Context, plan: PlanningOutput) -> TemplateDraft:
    """By the library; by the model as soon as more is wanted."""
    if plan.template:
        return TemplateDraft(template=plan.template, notes=plan.planning_notes)
    there = Written.of(state.get("previous"))
    removes = () if plan.is_beyond else plan.removes
    written = templates.written(plan.parts, there, removes=removes)
    draft = TemplateDraft(
        template=written.text, parameters=written.parameters, notes=plan.planning_notes
    )
    if plan.is_beyond:
        return _ask_writer(state, context, plan, draft, rejected=state.get("rejected") or "")
    return draft


def _mend(
    state: PipelineState, context: Context, plan: PlanningOutput, last: TemplateDraft
) -> TemplateDraft:
    """Put in the remedies that the rules know exactly; ask a model for the others."""
    findings = ReviewOutput.model_validate(state["review_output"]).findings
    errors = [found for found in findings if found["severity"] == "error"]
    # Another reviewer may know the remedy of what this one only complains of.
    stuck = {found["resource"] for found in errors if not found["fix"]}
    near = [f for f in findings if f["fix"] and (f in errors or f["resource"] in stuck)]
    text, fixed = templates.fixed(last.template, near)
    # Nobody asked for it, so the approval shows it.
    added = gettext_of(state)(N_("Added by the review: {what}"))
    notes = [*last.notes, *(added.format(what=each) for each in fixed)]
    mended = last.model_copy(update={"template": text, "notes": notes})
    # An error where a rule has mended something is reviewed again before a model is asked.
    done = {found["resource"] for found in near}
    asked = [
        found
        for found in _for_writer(state, context, last, findings)
        if found not in near and (found["severity"] == "warning" or found["resource"] not in done)
    ]
    if not asked or not context.llm.is_model:
        return mended
    return _ask_writer(state, context, plan, mended, findings=asked)


def _for_writer(
    state: PipelineState, context: Context, code: TemplateDraft | IaCOutput, findings: list[Plain]
) -> list[Plain]:
    """The findings that a model mends or answers: errors, and warnings of what it has written.

    What stood there, and what a part wrote, is not its; what its notes name is answered.
    """
    plan = plan_of(state)
    errors = [found for found in findings if found["severity"] == "error"]
    warnings = [found for found in findings if found["severity"] == "warning"]
    if plan.is_beyond and warnings:
        library = templates.written(plan.parts, Written.of(state.get("previous")))
        known = _reviewed(state, context, library).findings if library.text else ()
        old = {(each.rule_id, each.resource) for each in known}
        errors += [
            found
            for found in warnings
            if (found["rule_id"], found["resource"]) not in old
            and not any(found["rule_id"] in note for note in code.notes)
        ]
    return errors


def _ask_writer(
    state: PipelineState,
    context: Context,
    plan: PlanningOutput,
    last: TemplateDraft,
    **more: object,
) -> TemplateDraft:
    """Have the model write on from what is there, and from `more` of `TemplateFor`."""
    asked = TemplateFor.model_validate(
        {
            "request": state.get("request") or "",
            "plan": plan,
            "template": last.template,
            "parameters": last.parameters,
            "notes": last.notes,
            **more,
        }
    )
    given = context.llm.run(WRITE, asked)
    text, is_anew = given.template or last.template, bool(asked.failed and given.template)
    declared = cfn.parse(text).parameters
    values = {**last.parameters, **given.parameters}
    return TemplateDraft(
        template=text,
        met=given.met or last.met,
        # Without the values of parameters that went with their resources.
        parameters={name: value for name, value in values.items() if name in declared},
        # What was said of a version that failed is said of no other.
        notes=list(dict.fromkeys([*(last.notes if not is_anew else []), *given.notes])),
        estimates={**last.estimates, **given.estimates},
    )


def _output(state: PipelineState, plan: PlanningOutput, code: TemplateDraft) -> IaCOutput:
    old, new = Written.of(state.get("previous")).files(), Written.of(code.model_dump()).files()
    changes = []
    for name in new:
        if old[name] == new[name] and name != templates.FILE:
            continue
        path = f"{templates.FOLDER}/{plan.stack}/{name}"
        changes.append(
            CodeChange(
                file_path=path,
                change_type="modify" if old[name] else "create",
                content=new[name],
                diff=templates.difference(old[name], new[name], name=path),
            )
        )
    claimed = {each.requirement: each.paths for each in code.met}
    return IaCOutput(
        request_id=plan.request_id,
        planning_output=plan.request_id,
        code_changes=changes,
        retry_count=state.get("retry_count") or 0,
        met=requirements.met_by(plan, code.template, claimed),
        **code.model_dump(exclude={"met"}),
    )


# The review


def review(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    """Let the tools look at it, and compare with what they said in the round before."""
    context, plan = runtime.context, plan_of(state)
    code = IaCOutput.model_validate(state["iac_output"])
    written = Written(code.template, code.parameters)
    found = _reviewed(state, context, written)
    output = _judge(state, context, found, code)
    # Code that cannot be read has no cost: the review has said so.
    with suppress(AgentError):
        before = Written.of(state.get("previous"))
        output.cost_estimate = costs.change(before, written, estimates=code.estimates)
    now = output.model_dump(include={"round", "status", "fixed", "still_open", "new"})
    rounds = [*(state.get("review_rounds") or []), now]
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
        failed = gettext_of(state)(N_("{stack} did not pass the review."))
        update["error"] = " ".join([failed.format(stack=plan.stack), *output.blocks])
    return update


def _reviewed(state: PipelineState, context: Context, written: Written) -> Review:
    return review_of(context, environment_of(state), written, tags_of(state, context))


def _judge(state: PipelineState, context: Context, found: Review, code: IaCOutput) -> ReviewOutput:
    findings = [asdict(finding) for finding in found.findings]
    before = {f["id"]: f for f in (state.get("review_output") or {}).get("findings", [])}
    now = {f["id"]: f for f in findings}
    gone = [entry for name, entry in before.items() if name not in now]
    errors, most = _errors(findings), state.get("max_retries") or 0
    number = len(state.get("review_rounds") or []) + 1
    status: Literal["passed", "failed", "needs_revision"] = "passed"
    if found.blocks:
        # What no edit can mend, such as a reviewer that must have run, is no reason to try again.
        has_progress = _errors(gone) or not _errors(before.values())
        status = "needs_revision" if errors and has_progress else "failed"
    elif context.llm.is_model and number == 1 and most:
        # Who has written it mends its warnings, or says why they may stay.
        status = "needs_revision" if _for_writer(state, context, code, findings) else "passed"
    passed = {
        report.reviewer: not _errors(map(asdict, report.findings))
        for report in found.reports
        if report.status == "ran"
    }
    return ReviewOutput(
        status=status,
        findings=findings,
        tools=[{**asdict(report), "findings": len(report.findings)} for report in found.reports],
        blocks=list(found.blocks),
        # What did not run has neither passed nor failed.
        cfn_lint_passed=passed.get("cfn-lint"),
        security_scan_passed=passed.get("cfripper"),
        round=number,
        fixed=gone,
        still_open=[entry for name, entry in now.items() if name in before],
        new=[entry for name, entry in now.items() if name not in before],
    )


def _errors(findings: Iterable[Plain]) -> int:
    return sum(found["severity"] == "error" for found in findings)


def after_review(state: PipelineState) -> Literal["iac", "prepare_deploy", "end_failure"]:
    match state.get("review_status"):
        case "passed":
            return "prepare_deploy"
        case "needs_revision" if (state.get("retry_count") or 0) <= (state.get("max_retries") or 0):
            return "iac"
        case _:
            return "end_failure"
