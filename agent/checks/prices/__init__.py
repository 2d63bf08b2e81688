"""What a template would cost a month, from a dated table and assumptions that all can see."""

from agent.checks.prices.estimate import (
    Assumption,
    Delta,
    Estimate,
    Item,
    Part,
    assumptions,
    delta,
    estimate,
)

__all__ = [
    "Assumption",
    "Delta",
    "Estimate",
    "Item",
    "Part",
    "assumptions",
    "delta",
    "estimate",
]
