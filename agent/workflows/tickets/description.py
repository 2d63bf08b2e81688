"""A backlog item as one Markdown text with headings, and back: what a tracker has one field for."""

import re

from agent.workflows.tickets.contracts import Backlog, Language

Section = str
ORDER = ("business_value", "acceptance_criteria", "invest", "assumptions", "open_questions")
HEADINGS: dict[Language, dict[Section, str]] = {
    "en": {
        "business_value": "Business value",
        "acceptance_criteria": "Acceptance criteria",
        "invest": "INVEST",
        "assumptions": "Assumptions",
        "open_questions": "Open questions",
    },
    "es": {
        "business_value": "Valor de negocio",
        "acceptance_criteria": "Criterios de aceptación",
        "invest": "INVEST",
        "assumptions": "Supuestos",
        "open_questions": "Preguntas abiertas",
    },
    "zh": {
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
