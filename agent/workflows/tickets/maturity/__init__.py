"""How mature an issue is, why, and what would make it better."""

from agent.workflows.tickets.maturity.judging import JUDGE, with_answer
from agent.workflows.tickets.maturity.scoring import by_rules, checked_weights, evaluate, title

__all__ = ["JUDGE", "by_rules", "checked_weights", "evaluate", "title", "with_answer"]
