"""How mature an issue is, why, and what would make it better."""

from agent.workflows.tickets.maturity.scoring import (
    JUDGE,
    by_rules,
    checked_weights,
    evaluate,
    title,
    with_answer,
)

__all__ = ["JUDGE", "by_rules", "checked_weights", "evaluate", "title", "with_answer"]
