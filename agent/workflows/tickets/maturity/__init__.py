"""How mature an issue is, why, and what would make it better."""

from agent.workflows.tickets.maturity.judging import JUDGE, REWRITE, Judged, JudgedCriterion
from agent.workflows.tickets.maturity.scoring import by_rules, checked_weights, evaluate, title

__all__ = [
    "JUDGE",
    "REWRITE",
    "Judged",
    "JudgedCriterion",
    "by_rules",
    "checked_weights",
    "evaluate",
    "title",
]
