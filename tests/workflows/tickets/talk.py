"""A product owner at work."""

from dataclasses import dataclass
from typing import ClassVar

from agent.ledger.records import Turn
from tests.workflows.talking import Talker, last

__all__ = ["REQUEST", "Owner", "last", "notices", "said"]

REQUEST = "Create a Jira issue for user authentication with e-mail and password"


@dataclass
class Owner(Talker):
    workflow: ClassVar[str] = "tickets"


def said(turn: Turn) -> str:
    """What the turn says in the end, by code or by an answer."""
    texts = [e.data["text"] for e in turn.entries if e.kind in ("outcome", "text")]
    return texts[-1] if texts else ""


def notices(turn: Turn) -> list[str]:
    return [entry.data["text"] for entry in turn.entries if entry.kind == "notice"]
