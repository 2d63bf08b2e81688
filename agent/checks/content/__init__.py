"""Checks of written content by rules alone: pure functions, every finding with its place."""

from agent.checks.content.checking import GROUPS, check_draft
from agent.checks.content.findings import (
    IN_MARKDOWN,
    Draft,
    Finding,
    Group,
    Kind,
    Level,
    Measure,
    Part,
    Person,
    ReadingLevel,
    Report,
    Score,
    Voice,
)

__all__ = [
    "GROUPS",
    "IN_MARKDOWN",
    "Draft",
    "Finding",
    "Group",
    "Kind",
    "Level",
    "Measure",
    "Part",
    "Person",
    "ReadingLevel",
    "Report",
    "Score",
    "Voice",
    "check_draft",
]
