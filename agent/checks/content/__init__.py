"""Checks of written content by rules alone: pure functions, every finding with its place."""

from agent.checks.content.draft import check_draft
from agent.checks.content.findings import (
    IN_MARKDOWN,
    Draft,
    Finding,
    Kind,
    Measure,
    Part,
    Person,
    ReadingLevel,
    Report,
    Voice,
)

__all__ = [
    "IN_MARKDOWN",
    "Draft",
    "Finding",
    "Kind",
    "Measure",
    "Part",
    "Person",
    "ReadingLevel",
    "Report",
    "Voice",
    "check_draft",
]
