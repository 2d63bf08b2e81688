"""Estimates a template's monthly price, from a dated table and assumptions that are shown."""

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
