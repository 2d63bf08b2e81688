"""A backlog item as one Markdown text with headings, and back: what a tracker has one field for."""

import re
from functools import cache
from typing import Any

from agent.language.catalogs import N_, catalog
from agent.workflows.tickets.contracts import Backlog, Language

Section = str
NAMES: dict[Section, str] = {
    "who": N_("Who is affected"),
    "how_often": N_("How often"),
    "where": N_("Where"),
    "business_value": N_("Business value"),
    "acceptance_criteria": N_("Acceptance criteria"),
    "invest": "INVEST",
    "assumptions": N_("Assumptions"),
    "open_questions": N_("Open questions"),
}
"""The sections of a description, in their order."""
_SIGNS = {True: N_("yes"), False: N_("no"), None: N_("open")}
LANGUAGES: tuple[Language, ...] = ("en", "es", "zh")


@cache
def _sections() -> dict[str, Section]:
    """By their headings, in any language."""
    return {
        catalog(language).gettext(name).casefold(): section
        for language in LANGUAGES
        for section, name in NAMES.items()
    }


_HEADING = re.compile(r"^\s{0,3}#{1,6}\s+(.+?)\s*#*\s*$")


def markdown_of(backlog: Backlog) -> str:
    """The description as it is sent: the narrative, then each section that has something in it."""
    _ = catalog(backlog.language).gettext
    signs = {holds: _(sign) for holds, sign in _SIGNS.items()}
    held = {
        "who": backlog.who.strip(),
        "how_often": backlog.how_often.strip(),
        "where": backlog.where.strip(),
        "business_value": backlog.business_value.strip(),
        "acceptance_criteria": _list(backlog.acceptance_criteria),
        "invest": _list([f"{n.letter}: {signs[n.holds]}. {n.note}" for n in backlog.invest]),
        "assumptions": _list(backlog.assumptions),
        "open_questions": _list(backlog.open_questions),
    }
    parts = [backlog.description.strip()]
    headings = {section: _(name) for section, name in NAMES.items()}
    parts += [f"## {name}\n\n{held[key]}" for key, name in headings.items() if held[key]]
    return "\n\n".join(part for part in parts if part)


def sections_of(description: str) -> dict[Section, str]:
    """Return the text under each known heading, in any language; "" is the text before the first.

    Under a heading that is not ours the text stays where it is, heading and all.
    """
    found: dict[Section, list[str]] = {"": []}
    now = ""
    for line in description.splitlines():
        match = _HEADING.match(line)
        if match:
            now = _sections().get(match.group(1).rstrip(":：").casefold(), "")
        if not match or not now:
            found.setdefault(now, []).append(line)
    return {name: text for name, lines in found.items() if (text := "\n".join(lines).strip())}


def items_of(text: str) -> list[str]:
    """Return the entries of a list; text without list markers gives one entry per line."""
    lines = [
        re.sub(r"^\s*(?:[-*•]|\d+[.)])\s+(?:\[[ xX]\]\s+)?", "", ln) for ln in text.split("\n")
    ]
    return [line.strip() for line in lines if line.strip()]


def _list(items: list[str]) -> str:
    # Only "- " is turned into Jira's own lists without loss.
    return "\n".join(f"- {' '.join(item.split())}" for item in items if item.strip())


# What differs

_SHOWN = (
    "summary",
    "issue_type",
    "priority",
    "labels",
    "description",
    "who",
    "how_often",
    "where",
    "business_value",
    "acceptance_criteria",
    "invest",
    "assumptions",
    "open_questions",
)


def changes(before: Backlog, after: Backlog) -> list[dict[str, str]]:
    """The fields that differ, as texts; lists with one entry a line."""
    one, other = before.model_dump(mode="json"), after.model_dump(mode="json")
    return [
        {"field": name, "before": _shown(one[name]), "after": _shown(other[name])}
        for name in _SHOWN
        if one[name] != other[name]
    ]


def _shown(held: Any) -> str:
    if not isinstance(held, list):
        return str(held)
    entries = (f"{e['letter']}: {e['note']}" if isinstance(e, dict) else str(e) for e in held)
    return "\n".join(entries)
