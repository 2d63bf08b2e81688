"""A backlog item as one Markdown text with headings, and back: what a tracker has one field for."""

import re
from typing import Any

from agent.language.catalogs import N_, catalog
from agent.workflows.tickets.contracts import Backlog

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
LISTS = ("acceptance_criteria", "assumptions", "open_questions")
"""Fields with an entry a line."""
_SIGNS = {True: N_("yes"), False: N_("no"), None: N_("open")}
_LETTERS = {
    "Independent": N_("Independent"),
    "Negotiable": N_("Negotiable"),
    "Valuable": N_("Valuable"),
    "Estimable": N_("Estimable"),
    "Small": N_("Small"),
    "Testable": N_("Testable"),
}
HEADINGS = (*NAMES.values(), *_SIGNS.values())
"""What a draft in a language without a catalog brings along itself."""


def markdown_of(backlog: Backlog) -> str:
    """The description as it is sent: the narrative, then each section that has something in it."""
    _ = catalog(backlog.language).gettext
    own = dict(zip(HEADINGS, backlog.headings, strict=False))
    said = {word: own.get(word) or _(word) for word in HEADINGS}
    note = _("{letter}: {sign}. {note}")
    held: dict[Section, str | list[str]] = backlog.model_dump(include=set(NAMES))
    held["invest"] = [
        note.format(letter=_(_LETTERS[n.letter]), sign=said[_SIGNS[n.holds]], note=n.note)
        for n in backlog.invest
    ]
    parts = [backlog.description.strip()]
    for section, name in NAMES.items():
        text = held[section]
        body = text.strip() if isinstance(text, str) else _list(text)
        parts += [f"## {said[name]}\n\n{body}"] if body else []
    return "\n\n".join(part for part in parts if part)


def items_of(text: str) -> list[str]:
    """Return the entries of a list; text without list markers gives one entry per line."""
    lines = [
        re.sub(r"^\s*(?:[-*•]|\d+[.)])\s+(?:\[[ xX]\]\s+)?", "", ln) for ln in text.split("\n")
    ]
    return [line.strip() for line in lines if line.strip()]


def _list(items: list[str]) -> str:
    # Only "- " is turned into Jira's own lists without loss.
    return "\n".join(f"- {' '.join(item.split())}" for item in items if item.strip())


def changes(before: Backlog, after: Backlog) -> list[dict[str, str]]:
    """The fields that differ, as texts; lists with one entry a line."""
    one, other = before.model_dump(), after.model_dump()
    return [
        {"field": name, "before": as_text(name, one[name]), "after": as_text(name, other[name])}
        for name in Backlog.model_fields
        if name not in ("same", "in_words", "language", "headings") and one[name] != other[name]
    ]


def as_text(name: str, held: Any) -> str:
    """The text of a field that holds this."""
    if name == "invest":
        held = [f"{note['letter']}: {note['note']}" for note in held]
    if not isinstance(held, list | tuple):
        return str(held)
    texts = (" ".join(each) if isinstance(each, list | tuple) else each for each in held)
    return ("\n" if name in (*LISTS, "invest") else ", ").join(texts)
