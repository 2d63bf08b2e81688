"""What a deployment has proven of what was wanted, and what it has not."""

from agent.ports import Check, Context
from agent.workflows.infra.contracts import DeploymentOutput, PlanningOutput, ValidationResult
from agent.workflows.infra.state import PipelineState, Plain, environment_of

HELD = "it held before the change, so it proves nothing"


def results_of(
    state: PipelineState, context: Context, plan: PlanningOutput, result: Plain
) -> list[ValidationResult]:
    """Of a deployment that went through; a way back has no criteria of its own."""
    if not result["succeeded"] or state.get("recovery") or plan.kind == "delete":
        return []
    criteria = {criterion.id: criterion for criterion in plan.acceptance_criteria}
    asked = [Check(c.check, c.arguments, id=c.id) for c in criteria.values()]
    told = context.ports.cloud.verify(environment_of(state), result["stack_id"], asked)
    return [
        ValidationResult(
            acceptance_criteria_id=each.check.id,
            description=each.sentence,
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


def summary_of(output: DeploymentOutput, result: Plain, plan: PlanningOutput) -> str:
    if not result["succeeded"]:
        reason = f" {result['reason']}" if result["reason"] else ""
        return f"{output.stack} ended in {output.stack_status}.{reason}"
    failed = [check for check in output.validation_results if check.outcome == "failed"]
    if failed:
        told = "; ".join(
            f"{c.acceptance_criteria_id} {c.description} Found: {c.actual_result}"
            for c in failed[:3]
        )
        noun = "criterion does" if len(failed) == 1 else "criteria do"
        return f"{output.stack} was deployed, but {len(failed)} acceptance {noun} not hold: {told}"
    if output.stack_status == "DELETE_COMPLETE":
        kept = [a.resource_name for a in output.deployment_actions if a.action_type == "kept"]
        left = f" Kept in the account, outside any stack: {', '.join(kept)}." if kept else ""
        return f"{output.stack} is deleted.{left}"
    if output.status == "rolled_back":
        return f"{output.stack} is back at what it was: {output.stack_status}."
    told = f"{output.stack} is deployed: {output.stack_status}."
    return f"{told} {proven(output.validation_results)}{_unproven(plan, output.validation_results)}"


def proven(results: list[ValidationResult]) -> str:
    """Each outcome counted by its name: what was not modelled has not passed."""
    counted: dict[str, int] = {}
    for result in results:
        counted[result.outcome] = counted.get(result.outcome, 0) + 1
    return "Acceptance: " + ", ".join(f"{n} {name}" for name, n in counted.items()) + "."


def _unproven(plan: PlanningOutput, results: list[ValidationResult]) -> str:
    """How many requirements are proven, and of each other one why it is not; else nothing."""
    outcomes: dict[str, set[str]] = {each.id: set() for each in plan.requirements}
    criteria = {criterion.id: criterion for criterion in plan.acceptance_criteria}
    for result in results:
        criterion = criteria[result.acceptance_criteria_id]
        is_nothing_new = result.passed and criterion.held_before
        outcomes[criterion.requirement_id].add(HELD if is_nothing_new else result.outcome)
    open_ = [each for each in plan.requirements if outcomes[each.id] != {"passed"}]
    if not open_:
        return ""
    reasons = (
        f"- {each.description} ({', '.join(sorted(outcomes[each.id])) or 'nothing looks at it'})"
        for each in open_
    )
    count = f"{len(outcomes) - len(open_)} of {len(outcomes)} requirements proven."
    return f" {count} Not proven:\n\n" + "\n".join(reasons)
