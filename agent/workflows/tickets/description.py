"""A backlog item as one Markdown text with headings, and back: what a tracker has one field for."""

import re
from typing import Any

from agent.workflows.tickets.contracts import Backlog, Language

Section = str
ORDER = (
    "who",
    "how_often",
    "where",
    "business_value",
    "acceptance_criteria",
    "invest",
    "assumptions",
    "open_questions",
)
HEADINGS: dict[Language, dict[Section, str]] = {
    "en": {
        "who": "Who is affected",
        "how_often": "How often",
        "where": "Where",
        "business_value": "Business value",
        "acceptance_criteria": "Acceptance criteria",
        "invest": "INVEST",
        "assumptions": "Assumptions",
        "open_questions": "Open questions",
    },
    "es": {
        "who": "A quién afecta",
        "how_often": "Con qué frecuencia",
        "where": "Dónde",
        "business_value": "Valor de negocio",
        "acceptance_criteria": "Criterios de aceptación",
        "invest": "INVEST",
        "assumptions": "Supuestos",
        "open_questions": "Preguntas abiertas",
    },
    "zh": {
        "who": "影响谁",
        "how_often": "多久一次",
        "where": "在哪里",
        "business_value": "业务价值",
        "acceptance_criteria": "验收标准",
        "invest": "INVEST",
        "assumptions": "假设",
        "open_questions": "待确认问题",
    },
}
_BY_HEADING = {
    heading.casefold(): section for names in HEADINGS.values() for section, heading in names.items()
}
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s+(.+?)\s*#*\s*$")
_BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+(?:\[[ xX]\]\s+)?")
_SIGNS: dict[Language, dict[bool | None, str]] = {
    "en": {True: "yes", False: "no", None: "open"},
    "es": {True: "sí", False: "no", None: "abierto"},
    "zh": {True: "是", False: "否", None: "待定"},
}


def markdown_of(backlog: Backlog) -> str:
    """The description as it is sent: the narrative, then each section that has something in it."""
    signs = _SIGNS[backlog.language]
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
    names = HEADINGS[backlog.language]
    parts = [backlog.description.strip()]
    parts += [f"## {names[section]}\n\n{held[section]}" for section in ORDER if held[section]]
    return "\n\n".join(part for part in parts if part)


def sections_of(description: str) -> dict[Section, str]:
    """The text under each heading that is one of ours, in any language; "" is what stands before.

    Under a heading that is not ours the text stays where it is, heading and all.
    """
    found: dict[Section, list[str]] = {"": []}
    now = ""
    for line in description.splitlines():
        match = _HEADING.match(line)
        if match:
            now = _BY_HEADING.get(match.group(1).rstrip(":：").casefold(), "")
        if not match or not now:
            found.setdefault(now, []).append(line)
    return {name: text for name, lines in found.items() if (text := "\n".join(lines).strip())}


def items_of(text: str) -> list[str]:
    """The entries of a list; a text that is none is one entry per line."""
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
