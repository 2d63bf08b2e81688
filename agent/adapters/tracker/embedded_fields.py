"""Checks the fields of the built-in tracker's issues, as Jira would."""

import json
import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from agent.errors import Refused
from agent.language.catalogs import N_
from agent.language.text import stems
from agent.store.rows import Row

TYPES = ("Story", "Task", "Bug", "Epic")
PRIORITIES = ("Highest", "High", "Medium", "Low", "Lowest")
STATUSES = ("To Do", "In Progress", "Done")
CLOSED = "Done"
LONGEST_SUMMARY = 255
LONGEST_DESCRIPTION = 32_767
CHANGEABLE = ("summary", "description", "priority", "labels", "assignee", "due")


def content_of(row: Row) -> dict[str, Any]:
    return {**{name: row[name] for name in CHANGEABLE}, "labels": json.loads(row["labels"])}


def known_status(status: str) -> str:
    if status not in STATUSES:
        raise Refused(
            f'There is no status "{status}".', hint=f"Choose one of {', '.join(STATUSES)}."
        )
    return status


def checked(content: Mapping[str, Any]) -> dict[str, Any]:
    """Check the fields of an issue, as Jira would. Raises Refused."""
    summary, labels = str(content["summary"]).strip(), [str(each) for each in content["labels"]]
    description, priority = str(content["description"]), content["priority"]
    due = str(content["due"] or "")
    if not summary or "\n" in summary or len(summary) > LONGEST_SUMMARY:
        raise Refused(
            N_("A summary is one line of at most 255 characters."), hint=N_("Shorten the summary.")
        )
    if len(description) > LONGEST_DESCRIPTION:
        raise Refused(
            f"A description has at most {LONGEST_DESCRIPTION:,} characters.",
            hint="Shorten the description.",
        )
    if priority not in PRIORITIES:
        raise Refused(
            f'There is no priority "{priority}".', hint=f"Choose one of {', '.join(PRIORITIES)}."
        )
    if due and not _is_day(due):
        raise Refused(f'"{due}" is not a day.', hint="Write it as 2027-01-31.")
    for label in labels:
        if not label or re.search(r"\s", label):
            raise Refused(f'The label "{label}" is empty or has a space.', hint="Use a hyphen.")
    return {
        "summary": summary,
        "description": description,
        "priority": priority,
        "labels": list(dict.fromkeys(labels)),
        "assignee": " ".join(str(content["assignee"]).split()),
        "due": due,
    }


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def indexed(text: str) -> str:
    return " ".join(sorted(stems(text)))
