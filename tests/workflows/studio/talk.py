"""A marketer at work."""

from dataclasses import dataclass
from typing import Any, ClassVar

from agent.ledger.records import Turn
from tests.workflows.talking import Talker, last

__all__ = ["Marketer", "last", "said"]


@dataclass
class Marketer(Talker):
    workflow: ClassVar[str] = "studio"

    def follow(self, label: str, **inputs: Any) -> Turn:
        """Press the recommendation of that name."""
        assert self.thread
        for each in self.user.recommendations(self.thread):
            if each.label == label:
                return self.ask(each.text, **each.inputs, **inputs)
        names = [each.label for each in self.user.recommendations(self.thread)]
        raise AssertionError(f"{label} is not among {names}")

    @property
    def state(self) -> dict[str, Any]:
        assert self.thread
        return self.user.state(self.thread)


def said(turn: Turn) -> str:
    texts = [e.data["text"] for e in turn.entries if e.kind in ("outcome", "text")]
    return texts[-1] if texts else ""
