"""A product owner at work: asks, decides, and sees what came of it."""

from dataclasses import dataclass, field
from typing import Any

from agent.graph_agent import GraphAgent
from agent.ledger.records import Turn
from agent.ports import ModelChoice
from agent.questions import Question, Reply
from agent.runs import Run
from tests.fakes import RULES

SECONDS = 60
REQUEST = "Create a Jira issue for user authentication with e-mail and password"


@dataclass
class Owner:
    agent: GraphAgent
    model: ModelChoice = RULES
    thread: str | None = None
    inputs: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.user = self.agent.for_user("local")

    def ask(self, text: str, **inputs: Any) -> Turn:
        """Up to the end, or to its first question."""
        run = self.user.ask(
            "tickets", self.thread, text, model=self.model, **{**self.inputs, **inputs}
        )
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

    def approve(self) -> Turn:
        return self._answer(Reply(decision="approve"))

    def reject(self, comment: str) -> Turn:
        return self._answer(Reply(decision="reject", comment=comment))

    def edit(self, **values: Any) -> Turn:
        """The card's fields as they stand, but for these."""
        held = {entry.id: entry.default for entry in self.question.fields}  # type: ignore[union-attr]
        return self._answer(Reply(decision="edit", values={**held, **values}))

    def choose(self, option: str) -> Turn:
        return self._answer(Reply(option=option))

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
        assert run.wait(SECONDS), "the run does not end"
        return self.user.turn(run.turn)


def last(turn: Turn, kind: str) -> dict[str, Any]:
    """The data of the turn's last entry of that kind; empty where there is none."""
    found = [entry.data for entry in turn.entries if entry.kind == kind]
    return found[-1] if found else {}


def said(turn: Turn) -> str:
    """What the turn says in the end, by code or by an answer."""
    texts = [e.data["text"] for e in turn.entries if e.kind in ("outcome", "text")]
    return texts[-1] if texts else ""


def notices(turn: Turn) -> list[str]:
    return [entry.data["text"] for entry in turn.entries if entry.kind == "notice"]
