"""All checks of a draft, in one call."""

from collections.abc import Callable, Iterator

from agent.checks.content.findings import (
    IN_MARKDOWN,
    Draft,
    Finding,
    Group,
    Kind,
    Measure,
    Report,
    scored,
)
from agent.checks.content.personal import check as check_personal
from agent.checks.content.platform import check as check_platform
from agent.checks.content.reading import Reading
from agent.checks.content.structure import check as check_structure
from agent.checks.content.support import check as check_figures
from agent.checks.content.tone import check as check_tone

Check = Callable[[Draft, Measure, Reading], Iterator[Finding]]

_CHECKS: dict[Group, Check] = {
    "platform": check_platform,
    "structure": check_structure,
    "tone": check_tone,
    "figures": check_figures,
    "personal": check_personal,
}
_WRITTEN: frozenset[Kind] = IN_MARKDOWN | {"linkedin", "instagram"}


def check_draft(draft: Draft, measure: Measure | None = None) -> Report:
    """Findings in the order of their places, blocking ones first, and scores of what has some."""
    against = measure or Measure()
    reading = Reading(draft.text, draft.language)
    found = {
        group: list(check(draft, against, reading))
        for group, check in _CHECKS.items()
        if group != "structure" or draft.kind in _WRITTEN
    }
    return Report(
        findings=tuple(sorted((f for each in found.values() for f in each), key=_order)),
        scores=tuple(scored(group, each) for group, each in found.items() if each),
    )


def _order(finding: Finding) -> tuple[bool, bool, int]:
    return finding.level != "blocks", finding.part != "text", finding.start
