"""The very bytes that an approval binds: what is sent is read from them, and from nothing else."""

import hashlib
import json

from agent.language.hidden import everywhere, show_hidden
from agent.ports import NewIssue, NewPage
from agent.workflows.tickets.state import Plain


def content_of(value: Plain) -> str:
    """The one way to write it down, so that the same thing has the same digest.

    Text from a tracker or a document may hide some of itself; what is approved does not.
    """
    value = everywhere(show_hidden, value)
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def digest_of(content: str) -> str:
    return hashlib.sha256(content.encode()).hexdigest()


def mark_of(question: str) -> str:
    """What an issue or page bears, so that it is found again whatever became of the reply."""
    return f"interlude-{hashlib.sha256(question.encode()).hexdigest()[:12]}"


def issues_in(content: str) -> list[Plain]:
    """What is sent for each issue: several are bound by one approval."""
    told: Plain = json.loads(content)
    found: list[Plain] = told.get("issues", [told])
    return found


def issue_in(content: str, number: int = 0) -> NewIssue:
    told = {name: value for name, value in issues_in(content)[number].items() if name != "links"}
    return NewIssue(**{**told, "labels": tuple(told["labels"])})


def page_in(content: str) -> NewPage:
    return NewPage(**json.loads(content)["page"])
