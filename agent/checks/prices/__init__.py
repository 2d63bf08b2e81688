"""What a template would cost a month, from a dated table and assumptions that all can see."""

from agent.checks.prices.estimate import (
    Assumption,
    Estimate,
    Item,
    Part,
    assumptions,
    estimate,
)

__all__ = [
    "Assumption",
    "Estimate",
    "Item",
    "Part",
    "assumptions",
    "estimate",
]
