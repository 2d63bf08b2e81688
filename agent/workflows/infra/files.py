"""The papers of a request: requirements, changes, review, validation, and a summary to read."""

from typing import Any

from agent import review_words
from agent.workflows.infra import costing, templates
from agent.workflows.infra.state import PipelineState

Plain = dict[str, Any]
FOLDER = "infrastructure"
_OF_PLAN = (
    "request_id",
    "kind",
    "stack",
    "summary",
    "requirements",
    "acceptance_criteria",
    "estimated_impact",
    "approval_reasons",
    "rollback_note",
)


def papers(state: PipelineState, *, outcome: str) -> dict[str, str]:
    """By file name; of what did not happen there is none."""
    plan = state.get("planning_output") or {}
    code = state.get("iac_output") or {}
    review = state.get("review_output") or {}
    deployment = state.get("deployment_output") or {}
    found: dict[str, str] = {}
    if plan:
        found["requirements.yaml"] = templates.as_yaml({name: plan.get(name) for name in _OF_PLAN})
    if code:
        found["changes.yaml"] = templates.as_yaml(
            {
                "request_id": code["request_id"],
                "code_changes": code["code_changes"],
                "retry_count": code["retry_count"],
                **{name: code.get(name) for name in ("fixed", "notes", "met", "estimates")},
            }
        )
        found[templates.FILE] = code["template"]
        if values := templates.as_file(code["parameters"]):
            found[templates.VALUES] = values
    if review:
        found["review.yaml"] = templates.as_yaml({**review, "rounds": state.get("review_rounds")})
    if deployment:
        found["validation.yaml"] = templates.as_yaml(deployment)
    found["summary.md"] = summary(state, outcome=outcome)
    return found


def summary(state: PipelineState, *, outcome: str) -> str:
    plan = state.get("planning_output") or {}
    review = state.get("review_output") or {}
    deployment = state.get("deployment_output") or {}
    dry = ", dry run" if state.get("dry_run") else ""
    lines = [
        f"# {plan.get('summary') or 'Request'}",
        f"- Request: {state.get('request')}",
        f"- Id: {state.get('request_id')}, environment {state.get('environment')}{dry}",
        f"- Cost: {costing.said(review.get('cost_estimate') or plan.get('cost_breakdown'))}",
    ]
    if requirements := plan.get("requirements"):
        lines += ["", "## Requirements", *(f"- {r['id']} {r['description']}" for r in requirements)]
    if rounds := state.get("review_rounds"):
        lines += ["", "## Review"]
        lines += [f"- {review_words.round_of(entry)}" for entry in rounds]
    if results := deployment.get("validation_results"):
        lines += ["", "## Acceptance"]
        lines += [
            f"- {r['acceptance_criteria_id']} {r['outcome']}: {r['description']}"
            f" (expected {r['expected_result']}, found {r['actual_result']})"
            for r in results
        ]
    return "\n".join([*lines, "", "## Outcome", outcome, ""])
