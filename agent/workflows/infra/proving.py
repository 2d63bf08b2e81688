"""What a deployment has proven of what was wanted, and what it has not."""

from agent.language.catalogs import N_
from agent.ports import Check, Context
from agent.workflows.infra.contracts import DeploymentOutput, PlanningOutput, ValidationResult
from agent.workflows.infra.said import Gettext
from agent.workflows.infra.state import PipelineState, Plain, environment_of

HELD = N_("it was already true before the change, so it proves nothing")
UNSEEN = N_("nothing looks at it")
OUTCOMES = (N_("passed"), N_("failed"), N_("unknown"), N_("not modelled by the sandbox"))


def results_of(
    state: PipelineState, context: Context, plan: PlanningOutput, result: Plain
) -> list[ValidationResult]:
    """Of a deployment that went through; a way back has no criteria of its own."""
    if not result["succeeded"] or state.get("recovery") or plan.kind == "delete":
        return []
    criteria = {criterion.id: criterion for criterion in plan.acceptance_criteria}
    wanted = {each.id: each.description for each in plan.requirements}
    asked = [Check(c.check, c.arguments, id=c.id) for c in criteria.values()]
    told = context.ports.cloud.verify(environment_of(state), result["stack_id"], asked)
    return [
        ValidationResult(
            acceptance_criteria_id=each.check.id,
            description=wanted[criteria[each.check.id].requirement_id],
            outcome=each.outcome,
            passed=each.outcome == "passed",
            actual_result=each.actual,
            expected_result=each.expected,
            check=each.check.kind,
            evidence=list(each.evidence),
            error_message="" if each.outcome == "passed" else f"{each.outcome}: {each.actual}",
        )
        for each in told
    ]


def summary_of(output: DeploymentOutput, result: Plain, plan: PlanningOutput, _: Gettext) -> str:
    place = {"stack": output.stack, "status": output.stack_status}
    if not result["succeeded"]:
        told = _("{stack} ended in {status}.").format(**place)
        return f"{told} {result['reason']}" if result["reason"] else told
    failed = [check for check in output.validation_results if check.outcome == "failed"]
    if failed:
        first = _("{stack} was deployed, but not all of it holds: {count} of {all} checks failed.")
        counted = {"count": len(failed), "all": len(output.validation_results)}
        found = _("{check} Found: {actual}")
        lines = [found.format(check=c.description, actual=c.actual_result) for c in failed[:3]]
        return "\n- ".join([first.format(**place, **counted) + "\n", *lines])
    if output.stack_status == "DELETE_COMPLETE":
        told = _("{stack} is deleted.").format(**place)
        kept = [a.resource_name for a in output.deployment_actions if a.action_type == "kept"]
        left = _("Kept in the account, outside any stack: {names}.").format(names=", ".join(kept))
        return f"{told} {left}" if kept else told
    if output.status == "rolled_back":
        return _("{stack} is back to its earlier state: {status}.").format(**place)
    told = _("{stack} is deployed.").format(**place)
    return f"{told} {proven(plan, output.validation_results, _)}"


def proven(plan: PlanningOutput, results: list[ValidationResult], _: Gettext) -> str:
    """How many requirements are proven, and of each other one why it is not."""
    outcomes: dict[str, set[str]] = {each.id: set() for each in plan.requirements}
    criteria = {criterion.id: criterion for criterion in plan.acceptance_criteria}
    for result in results:
        criterion = criteria[result.acceptance_criteria_id]
        is_nothing_new = result.passed and criterion.held_before
        outcomes[criterion.requirement_id].add(HELD if is_nothing_new else result.outcome)
    open_ = [each for each in plan.requirements if outcomes[each.id] != {"passed"}]
    first = _("{count} of {all} requirements proven.")
    first = first.format(count=len(outcomes) - len(open_), all=len(outcomes))
    if not open_:
        return first
    lines = []
    for each in open_:
        why = ", ".join(map(_, sorted(outcomes[each.id]) or [UNSEEN]))
        lines.append(f"- {each.description.rstrip('.。')} ({why})")
    return " ".join([first, _("Not proven:")]) + "\n\n" + "\n".join(lines)
