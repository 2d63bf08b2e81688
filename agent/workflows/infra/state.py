"""What the pipeline knows. Field names are the seed's."""

from collections.abc import Callable
from typing import Any, Literal

from agent.engine.state import BaseState
from agent.errors import AgentError
from agent.language.catalogs import N_

Plain = dict[str, Any]
Gettext = Callable[[str], str]
Wish = Literal["create", "change", "delete", "ask", "investigate", "audit", "chat"]


class PipelineState(BaseState, total=False):
    request_id: str | None
    environment: str | None
    dry_run: bool | None

    planning_output: Plain | None
    iac_output: Plain | None
    review_output: Plain | None
    deployment_output: Plain | None

    current_agent: str | None
    intent: Literal["change", "query", "conversation", "unclear"] | None
    retry_count: int | None
    max_retries: int | None
    review_status: Literal["passed", "needs_revision", "failed"] | None

    pending_approval: Literal["plan", "deploy"] | None
    plan_approved: bool | None
    deploy_approved: bool | None
    cost_estimate: str | None
    error: str | None

    wish: Wish | None
    """What the message wants, more closely than `intent` says."""
    about: list[str] | None
    """The stacks that it means, as a model understands it."""
    kinds: list[str] | None
    """The patterns whose settings are asked for, where no model reads."""
    settings: Plain | None
    """The filled form of these settings."""
    settings_sent: bool | None
    """Whether it was sent; else it is asked for, filled with what is known."""

    request: str | None
    """The user's words, or what an edit of the plan made of them."""
    drafted: Plain | None
    """The question that the next node asks."""
    ended: str | None
    """Why the way on is closed: "rejected", "cancelled", "declined" or a recovery that was left."""
    comment: str | None
    """Why it was rejected."""
    rejected: str | None
    """The template of the version that was."""
    chosen_stack: str | None
    """The stack that the user named when asked; "" for a new one."""
    stack: str | None
    """The stack of the thread's last request."""
    review_rounds: list[Plain] | None
    """What each round fixed, left open and found."""
    change_set: Plain | None
    """What is about to be executed: kind, arn, stack, content (the bytes an approval binds)."""
    told: str | None
    """What the card says of a prepared change: what it does, its cost, notes and risks."""
    stale: str | None
    """Why the approval is void: such as that the stack has changed under it."""
    approval: str | None
    """The question that was answered with "approve"."""
    previous: Plain | None
    """Template, parameters and tags as they were before the request."""
    failure: str | None
    """How the deployment ended that a model is to repair, until it has."""
    attempt: int | None
    """How often this request was repaired."""
    recovery: Literal["rollback", "destroy", "resume", "keep"] | None
    """What was chosen after a failure."""


ENVIRONMENTS = ("dev", "tst", "prd")
ONLY_THE_STACK = N_("The stack has no resources; only the stack itself goes.")


def environment_of(state: PipelineState) -> Any:
    environment = state.get("environment") or "dev"
    if environment not in ENVIRONMENTS:
        raise AgentError(
            f"There is no environment {environment}.", hint=f"Choose {', '.join(ENVIRONMENTS)}."
        )
    return environment
