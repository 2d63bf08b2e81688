"""A marketer at work."""

from dataclasses import dataclass
from typing import Any, ClassVar

from agent.questions import Choice, Form
from agent.store.records import Turn
from tests.workflows.talking import Talker, last

__all__ = ["Marketer", "last", "said"]


@dataclass
class Marketer(Talker):
    workflow: ClassVar[str] = "studio"

    accepts: bool = True
    """Whether the likeliest kind is chosen, and the short form accepted as it is filled in."""

    def ask(self, text: str, **inputs: Any) -> Turn:
        turn = super().ask(text, **inputs)
        while self.accepts and self.waits:
            match self.question:
                case Form():
                    turn = self.accept()
                case Choice(step="clarify", options=options):
                    turn = self.choose(options[0].id)
                case _:
                    break
        return turn

    def accept(self, **values: Any) -> Turn:
        """The form as it is filled in, but for these."""
        question = self.question
        assert isinstance(question, Form), question.title
        held = {entry.id: entry.default for entry in question.fields}
        return self.fill(**{name: v for name, v in {**held, **values}.items() if v is not None})

    def follow(self, label: str, **inputs: Any) -> Turn:
        """Press the recommendation of that id or label."""
        assert self.thread
        for each in self.user.recommendations(self.thread):
            if label in (each.id, each.label):
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
