"""A learner at work."""

from dataclasses import dataclass
from typing import Any, ClassVar

from agent.questions import Approval, Choice, Form, Reply
from agent.store.records import Turn
from tests.workflows.talking import Talker, last

__all__ = ["Learner", "agreeable", "asks", "calls", "last", "notices", "said"]


@dataclass
class Learner(Talker):
    workflow: ClassVar[str] = "coach"

    @property
    def asks(self) -> str:
        """What the open question is about; nothing when there is none."""
        return str(self.question.context["asks"]) if self.waits else ""

    def keep(self, **values: Any) -> Turn:
        """Send a form as it stands, but for these."""
        question = self.question
        assert isinstance(question, Form), question.title
        held = {entry.id: entry.default for entry in question.fields}
        return self.fill(**{**held, **values})

    def adjust(self, milestone: str, comment: str = "", **values: Any) -> Turn:
        """Say on the plan's card what to change: in words for a model, else by a choice."""
        assert isinstance(self.question, Approval), self.question.title
        given = {"milestone": milestone, **values}
        return self._answer(Reply(decision="reject", comment=comment, values=given))

    def edit(self, milestone: str, kind: str) -> Turn:
        """Press a button of the plan."""
        return self.ask(kind, picked={"act": "edit", "milestone": milestone, "value": kind})

    def finish(self, milestone: str) -> Turn:
        return self.ask("done", picked={"act": "done", "milestone": milestone})

    def to(self, task: str, text: str, **given: Any) -> Turn:
        """Ask, and go on as somebody who agrees with everything, up to that question."""
        turn = self.ask(text, **given)
        while self.waits and self.asks != task:
            turn = self.agree()
        return turn

    def to_failure(self, text: str) -> Turn:
        """The same, up to where it breaks."""
        turn = self.ask(text)
        while self.waits:
            turn = self.agree()
        return turn

    def agree(self) -> Turn:
        match self.asks:
            case "goal":
                assert isinstance(self.question, Form)
                return self.fill(**agreeable(self.question))
            case "skills":
                return self.keep()
            case "uncovered":
                assert isinstance(self.question, Choice)
                return self.choose(self.question.options[0].id)
            case "courses":
                return self.choose("satisfied")
            case "approve":
                return self.approve()
            case "limit":
                return self.choose("go_on")
            case asked:
                raise AssertionError(f"There is nothing to agree with: {asked}")

    def plan(self, text: str, **given: Any) -> Turn:
        """An approved plan for it."""
        self.to("approve", text, **given)
        return self.approve()

    @property
    def state(self) -> dict[str, Any]:
        assert self.thread
        return self.agent.flow.values("coach", self.thread)


QUESTION = "what comes after this?"

USUAL = {"level": "0", "hours_a_week": 6.0, "course_language": "any", "budget": "any"}


def agreeable(form: Form) -> dict[str, Any]:
    """What stands there; what is missing of a goal as most would say it."""
    held = {entry.id: entry.default for entry in form.fields}
    return {id_: USUAL.get(id_) if value is None else value for id_, value in held.items()}


def asks(turn: Turn) -> list[str]:
    """What was asked in a turn, in order."""
    return [e.data["context"]["asks"] for e in turn.entries if e.kind == "question"]


def calls(turn: Turn) -> list[tuple[str, str]]:
    """Who was called in a turn, and what for."""
    return [(e.data["agent"], e.data["task"]) for e in turn.entries if e.kind == "coach_call"]


def said(turn: Turn) -> str:
    texts = [e.data["text"] for e in turn.entries if e.kind in ("outcome", "text")]
    return texts[-1] if texts else ""


def notices(turn: Turn) -> list[str]:
    return [entry.data["text"] for entry in turn.entries if entry.kind == "notice"]
