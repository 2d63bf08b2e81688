"""How mature an issue is, why, and what would make it better."""

from agent.workflows.tickets.maturity.evaluating import evaluate
from agent.workflows.tickets.maturity.judging import JUDGE, Judged, JudgedCriterion
from agent.workflows.tickets.maturity.rewriting import REWRITE
from agent.workflows.tickets.maturity.saying import title
from agent.workflows.tickets.maturity.scoring import by_rules, checked_weights

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
