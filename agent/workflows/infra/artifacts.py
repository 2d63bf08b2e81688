"""What the steps hand on, by the seed's field names."""

from typing import Any, Literal

from pydantic import BaseModel, Field
from pydantic.json_schema import SkipJsonSchema

from agent.language.catalogs import N_

STEPS = {
    "orchestrator": N_("Reading what you want"),
    "planning": N_("Planning"),
    "plan_approval": N_("Seeing who must agree"),
    "iac": N_("Writing the code"),
    "review": N_("Reviewing the code"),
    "prepare_deploy": N_("Working out the exact change"),
    **dict.fromkeys(("clarify", "deploy_approval", "recovery_approval"), N_("Asking you")),
    "deploy_validate": N_("Deploying and checking"),
    "query": N_("Looking it up"),
    "conversation": N_("Thinking about the question"),
    **dict.fromkeys(("end_success", "end_failure"), N_("Writing the files")),
    "rejected": N_("Putting it away"),
}
"""What each step does, as the page says while it runs."""
ROUTES = {
    "create": N_("plans something new"),
    "change": N_("plans a change"),
    "delete": N_("plans a deletion"),
    "investigate": N_("looks for what went wrong"),
    "audit": N_("reviews what is deployed"),
    **dict.fromkeys(("ask", "query"), N_("looks at what is there")),
    **dict.fromkeys(("chat", "conversation"), N_("answers at once")),
    "unclear": N_("asks what you mean"),
}
"""Where a message goes, as the Thinking panel says it."""

Plain = dict[str, Any]
Kind = Literal["create", "update", "delete"]
Impact = Literal["low", "medium", "high"]
Priority = Literal["low", "medium", "high", "critical"]
Purpose = Literal["functional", "non-functional", "security", "compliance"]


class Need(BaseModel):
    description: str = Field(max_length=300)
    type: Purpose = "functional"
    priority: Priority = "medium"
    nist_controls: list[str] = Field(
        default=[], description="Of NIST SP 800-53, which it serves, such as SC-28."
    )
    resource: SkipJsonSchema[str] = ""
    """The logical id of the part that promises it; empty for what a model writes."""


class Wanted(Need):
    check: str = Field(default="", description="The id of the assertion that proves it.")
    arguments: Plain = Field(default={}, description="Of the assertion, by name.")


class Requirement(Need):
    id: str


class AcceptanceCriterion(BaseModel):
    """`check` is one of the cloud's read-only assertions, in the place of the seed's command."""

    id: str
    requirement_id: str
    description: str
    check: str
    arguments: Plain = {}
    expected_result: str = ""
    by_model: bool = False
    held_before: bool = False
    """It passed before the change, so it proves nothing."""


class Part(BaseModel):
    """A pattern of the library with the options that the words name."""

    pattern: str
    options: Plain = {}
    resource: str = Field(
        default="", description="Its logical id: of the one there that it changes, or a new one."
    )


class Drafted(BaseModel):
    """What a draft says, and the plan that is made of it."""

    kind: Kind
    stack: str = Field(description="Empty when it cannot be told which of those there is meant.")
    parts: list[Part] = []
    new: dict[str, str] = Field(
        default={},
        description="Resources to add that no part brings: by logical id the type, such as"
        " AWS::Kinesis::Stream.",
    )
    removes: list[str] = Field(default=[], description="Logical ids there that are to go.")
    outputs: list[str] = Field(default=[], description="Outputs that come, change or go.")
    left: list[str] = Field(
        default=[],
        description="In the user's words, each thing asked for that this plan does not do, and"
        " questions beside it; not what the card tells: costs, losses.",
    )
    planning_notes: list[str] = Field(
        default=[], description="What the user must know before approving it."
    )
    template: SkipJsonSchema[str] = ""
    """One that the user has; a model leaves it empty."""


class PlanningOutput(Drafted):
    request_id: str
    summary: str
    resource_types: list[str] = []
    requirements: list[Requirement] = []
    acceptance_criteria: list[AcceptanceCriterion] = []
    files_to_modify: list[Plain] = []
    estimated_impact: Impact = "low"
    estimated_monthly_cost: float | None = None
    """Of the change; None where a part of it is not priced."""
    cost_breakdown: Plain | None = None
    """Low, high, per resource, the assumptions; None where a model has to write first."""
    requires_approval: bool = False
    approval_reasons: list[str] = []
    rollback_note: str = ""
    notices: list[str] = []
    """What is not done, in a sentence."""
    is_beyond: bool = False
    """More is wanted than the library writes."""


class CodeChange(BaseModel):
    file_path: str
    change_type: Literal["create", "modify", "delete"]
    content: str = ""
    diff: str = ""


class IaCOutput(BaseModel):
    request_id: str
    planning_output: str
    """The id of the plan that this carries out."""
    code_changes: list[CodeChange]
    template: str
    parameters: dict[str, str] = {}
    git_commit: str | None = None
    """Of the local repository that deployed changes are kept in, where one is named."""
    self_lint_passed: bool = True
    self_lint_warnings: list[str] = []
    retry_count: int = 0
    met: list[Plain] = []
    """Of each requirement the lines that meet it; none where nothing does."""
    notes: list[str] = []
    estimates: dict[str, float] = {}
    """Of resources without a price, what a model takes them to cost: USD a month."""


class ReviewOutput(BaseModel):
    status: Literal["passed", "failed", "needs_revision"]
    findings: list[Plain]
    tools: list[Plain]
    """Each reviewer: name, status, reason, version, seconds."""
    blocks: list[str]
    cfn_lint_passed: bool | None = None
    security_scan_passed: bool | None = None
    cost_estimate: Plain | None = None
    round: int = 1
    fixed: list[Plain] = []
    still_open: list[Plain] = []
    new: list[Plain] = []


class ValidationResult(BaseModel):
    acceptance_criteria_id: str
    description: str
    outcome: str
    passed: bool
    actual_result: str
    expected_result: str
    check: str
    evidence: list[str] = []


class DeploymentOutput(BaseModel):
    status: Literal["success", "failed", "rolled_back", "pending"]
    stack: str
    stack_status: str = ""
    deployment_actions: list[Plain] = []
    validation_results: list[ValidationResult] = []
    all_validations_passed: bool = False
    outputs: dict[str, str] = {}
    rollback_info: str = ""
    actual_cost_impact: Plain | None = None
    summary: str = ""
    duration: float = 0.0
    should_retry_iac: bool = False
