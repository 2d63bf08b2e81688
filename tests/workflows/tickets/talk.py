"""A product owner at work."""

from dataclasses import dataclass
from typing import Any, ClassVar

from agent.engine.runs import Run
from agent.questions import Form, Reply
from agent.store.records import Turn
from tests.workflows.talking import Talker, last

__all__ = ["REQUEST", "Owner", "last", "notices", "said"]

REQUEST = "Create a Jira issue for user authentication with e-mail and password"


@dataclass
class Owner(Talker):
    workflow: ClassVar[str] = "tickets"
    fills_forms: bool = True
    """Sends the form of a draft at once, as it is filled in, with the first type if none is."""

    def with_page(self, text: str) -> Turn:
        """The issue, then its page, whatever is asked approved."""
        self.through(text)
        return self.through("Write the Confluence page for PROJ-1")

    def _ended(self, run: Run) -> Turn:
        turn = super()._ended(run)
        if not (self.fills_forms and self.waits and is_draft_form(self.question)):
            return turn
        assert isinstance(self.question, Form)
        held = filled_in(self.question)
        return self._answer(Reply(values=held))


def filled_in(form: Form) -> dict[str, Any]:
    """What its fields hold; the first option where one has to be chosen."""
    return {
        entry.id: entry.default or (entry.options[0].id if entry.required and entry.options else "")
        for entry in form.fields
    }


def is_draft_form(question: object) -> bool:
    return isinstance(question, Form) and question.context.get("asks") == "draft"


def said(turn: Turn) -> str:
    """What the turn says in the end, by code or by an answer."""
    texts = [e.data["text"] for e in turn.entries if e.kind in ("outcome", "text")]
    return texts[-1] if texts else ""


def notices(turn: Turn) -> list[str]:
    return [entry.data["text"] for entry in turn.entries if entry.kind == "notice"]
