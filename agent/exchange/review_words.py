"""A code review in words: errors block, notes do not."""

from collections.abc import Sequence
from typing import Any

from agent.language.catalogs import N_, catalog

Plain = dict[str, Any]
ROUND = {
    "fixed": N_("fixed: {what}"),
    "still_open": N_("left: {what}"),
    "new": N_("found: {what}"),
}


def verdict(status: str, findings: Sequence[Plain], language: str = "en") -> str:
    """A sentence on how the review ended and what is left."""
    _ = catalog(language).gettext
    left = counted(findings, language)
    match status:
        case "passed" if left:
            return _("Review passed, with {findings}").format(findings=left)
        case "passed":
            return _("Review passed, nothing found")
        case "needs_revision":
            return _("Review found {findings}. Fixing…").format(findings=left)
        case _:
            return _("Review not passed: {findings}").format(findings=left or "-")


def round_of(entry: Plain, language: str = "en") -> str:
    """A sentence on what one round fixed, left and found."""
    _ = catalog(language).gettext
    told = [
        _(sentence).format(what=counted(entry[name], language))
        for name, sentence in ROUND.items()
        if entry[name]
    ]
    said = ", ".join(told) or _("nothing found")
    return _("Round {number}: {what}").format(number=entry["round"], what=said)


def counted(findings: Sequence[Plain], language: str = "en") -> str:
    """Empty for none."""
    ngettext = catalog(language).ngettext
    severities = [finding["severity"] for finding in findings]
    errors, warnings, notes = (severities.count(name) for name in ("error", "warning", "info"))
    told = [
        ngettext("{count} error", "{count} errors", errors).format(count=errors),
        ngettext("{count} warning", "{count} warnings", warnings).format(count=warnings),
        ngettext("{count} note", "{count} notes", notes).format(count=notes),
    ]
    counts = (errors, warnings, notes)
    return ", ".join(said for said, count in zip(told, counts, strict=True) if count)
