"""Somebody at work with a workflow: asks, decides, and sees what came of it."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

from agent.engine.runs import Run
from agent.facade import GraphAgent
from agent.ports import ModelChoice
from agent.questions import Approval, Question, Reply
from agent.store.records import Turn
from tests.fakes import RULES


@dataclass
class Talker:
    agent: GraphAgent
    model: ModelChoice = RULES
    thread: str | None = None
    inputs: dict[str, Any] = field(default_factory=dict)

    workflow: ClassVar[str]
    seconds: ClassVar[float] = 60

    def __post_init__(self) -> None:
        self.user = self.agent.for_user("local")

    def ask(self, text: str, **inputs: Any) -> Turn:
        """Up to the end, or to its first question."""
        given = {**self.inputs, **inputs}
        run = self.user.ask(self.workflow, self.thread, text, model=self.model, **given)
        self.thread = run.thread
        return self._ended(run)

    @property
    def question(self) -> Question:
        assert self.thread
        (asked,) = self.user.pending(self.thread)
        return asked.question

    @property
    def waits(self) -> bool:
        return bool(self.thread and self.user.pending(self.thread))

    def approve(self, *, typed: str | None = None, **parts: bool) -> Turn:
        question = self.question
        assert isinstance(question, Approval), question.title
        must = question.must_type if typed is None else typed
        return self._answer(Reply(decision="approve", typed=must, values=parts))

    def reject(self, comment: str) -> Turn:
        return self._answer(Reply(decision="reject", comment=comment))

    def edit(self, **values: Any) -> Turn:
        """The card's fields as they stand, but for these."""
        question = self.question
        assert isinstance(question, Approval), question.title
        held = {entry.id: entry.default for entry in question.fields}
        return self._answer(Reply(decision="edit", values={**held, **values}))

    def choose(self, option: str, comment: str = "") -> Turn:
        return self._answer(Reply(option=option, comment=comment))

    def fill(self, **values: Any) -> Turn:
        return self._answer(Reply(values=values))

    def write(self, text: str) -> Turn:
        return self._answer(Reply(text=text))

    def cancel(self) -> Turn:
        return self._ended(self.user.cancel(self.question.id, model=self.model))

    def go_on(self) -> Turn:
        assert self.thread
        return self._ended(self.user.resume(self.thread, model=self.model))

    def through(self, text: str, **inputs: Any) -> Turn:
        """Approve whatever is asked."""
        turn = self.ask(text, **inputs)
        while self.waits:
            turn = self.approve()
        return turn

    def _answer(self, reply: Reply) -> Turn:
        assert self.thread
        return self._ended(self.user.answer(self.thread, self.question.id, reply, model=self.model))

    def _ended(self, run: Run) -> Turn:
        assert run.wait(self.seconds), "the run does not end"
        return self.user.turn(run.turn)


def last(turn: Turn, kind: str) -> dict[str, Any]:
    """The data of the turn's last entry of that kind; empty where there is none."""
    found = [entry.data for entry in turn.entries if entry.kind == kind]
    return found[-1] if found else {}
