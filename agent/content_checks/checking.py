"""All checks of a draft, in one call."""

from collections.abc import Callable, Iterator

from agent.content_checks.findings import (
    IN_MARKDOWN,
    Draft,
    Finding,
    Group,
    Kind,
    Measure,
    Report,
    scored,
)
from agent.content_checks.personal import check as check_personal
from agent.content_checks.platform import check as check_platform
from agent.content_checks.readability import check as check_readability
from agent.content_checks.readability import note
from agent.content_checks.reading import Reading
from agent.content_checks.seo import check as check_seo
from agent.content_checks.structure import check as check_structure
from agent.content_checks.support import check as check_figures
from agent.content_checks.tone import check as check_tone

Check = Callable[[Draft, Measure, Reading], Iterator[Finding]]

_CHECKS: dict[Group, Check] = {
    "platform": check_platform,
    "structure": check_structure,
    "readability": check_readability,
    "seo": check_seo,
    "tone": check_tone,
    "figures": check_figures,
    "personal": check_personal,
}
GROUPS: tuple[Group, ...] = tuple(_CHECKS)
_ONLY: dict[Group, frozenset[Kind]] = {
    "seo": frozenset({"blog"}),
    "structure": IN_MARKDOWN | {"linkedin", "instagram"},
    "readability": IN_MARKDOWN | {"linkedin", "instagram"},
}
"""Groups that make sense for some kinds only."""


def check_draft(draft: Draft, measure: Measure | None = None) -> Report:
    """Findings in the order of their places, blocking ones first, and a score for each group."""
    against = measure or Measure()
    reading = Reading(draft.text, draft.language)
    groups = [group for group in GROUPS if draft.kind in _ONLY.get(group, {draft.kind})]
    found = {group: list(_CHECKS[group](draft, against, reading)) for group in groups}
    notes = {"readability": note(reading)}
    return Report(
        findings=tuple(sorted((f for each in found.values() for f in each), key=_order)),
        scores=tuple(scored(group, found[group], note=notes.get(group, "")) for group in groups),
    )


def _order(finding: Finding) -> tuple[bool, bool, int]:
    return finding.level != "blocks", finding.part != "text", finding.start
