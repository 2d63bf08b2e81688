"""What the Tutor judges a message by where it has no model, and what it says then."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage

from agent.checks.citations.marks import cited
from agent.engine.conversation import asked_in
from agent.engine.messages import text_of
from agent.intents import Guess
from agent.language.catalogs import catalog
from agent.language.conversation import conversation_language
from agent.language.text import names_nothing
from agent.ports import Context, Document
from agent.questions import Question
from agent.workflows.tutor import forms, guide
from agent.workflows.tutor.evidence import evidence_of
from agent.workflows.tutor.state import SubjectState
from agent.workflows.tutor.steps import LEVELS, Level

DEPTHS: dict[str, Level] = {"simpler": "basic", "deeper": "advanced"}
FOLLOW_UPS = (*DEPTHS, "example")


@dataclass(frozen=True)
class Said:
    """A message, or a card that asks; `why` is for the Thinking panel."""

    message: AIMessage = field(default_factory=lambda: AIMessage(""))
    card: Question | None = None
    why: str = ""
    has_level: bool = False
    has_more: bool = False
    """Whether "deeper" would quote more."""
    suggestions: Sequence[str] = ()
    wishes: Sequence[str] = ()
    """What else the message could mean."""


@dataclass(frozen=True)
class Turn:
    """What the message of this turn is judged by."""

    state: SubjectState
    context: Context
    task: str

    @property
    def messages(self) -> list[AnyMessage]:
        return self.state["messages"]

    @property
    def subject(self) -> str:
        return self.state.get("asignatura") or ""

    @cached_property
    def title(self) -> str:
        """The subject's name, as its guide has it or else the library."""
        name = guide.held(self.subject, self.context.ports).get("asignatura")
        known = self.context.ports.library.subjects(self.context.user)
        titles = (found.title for found in known if found.id == self.subject)
        return str(name or next(titles, self.subject or "this course"))

    @cached_property
    def documents(self) -> list[Document]:
        return self.context.ports.library.documents(self.subject, owner=self.context.user)

    @property
    def language(self) -> str:
        return conversation_language(self.messages)

    @property
    def message(self) -> str:
        return asked_in(self.messages)[-1]

    @cached_property
    def question(self) -> str:
        """What is to be answered: "simpler" and "and why?" refer to the question before."""
        before = question_before(self.messages)
        if before and self.state.get("again"):
            return before
        library, user = self.context.ports.library, self.context.user
        asked = library.correct(self.message, subject=self.subject, owner=user)
        is_about_it = names_nothing(asked) or self.follow_up
        return f"{before} {asked}" if before and is_about_it else asked

    @cached_property
    def follow_up(self) -> str:
        """One of FOLLOW_UPS, where the message is surely that."""
        if self.state.get("again") or not question_before(self.messages):
            return ""
        guess = self.context.ports.intents.guess("tutor_follow_up", self.message)
        return guess.intent if guess.is_sure and guess.intent in FOLLOW_UPS else ""

    @cached_property
    def shown(self) -> str:
        """What was answered before, where this message goes on with it."""
        before = question_before(self.messages)
        is_about_it = before and (names_nothing(self.message) or self.follow_up)
        if not (self.state.get("depth") if self.state.get("again") else is_about_it):
            return ""
        return "\n".join(text_of(m) for m in self.messages if isinstance(m, AIMessage))

    @property
    def open_documents(self) -> list[str]:
        """The titles of what the last answer cites."""
        said = next(
            (m for m in reversed(self.messages) if text_of(m) and isinstance(m, AIMessage)), None
        )
        sources = cited(text_of(said), evidence_of(self.messages)) if said else []
        return [each["title"] for each in sources if each["kind"] == "passage"]

    def gettext(self, sentence: str, **values: object) -> str:
        return catalog(self.language).gettext(sentence).format(**values)

    @cached_property
    def guess(self) -> Guess:
        return self.context.ports.intents.guess("tutor", self.message)

    @property
    def is_open(self) -> bool:
        """Whether nothing tells what the message wants."""
        told = self.guess.is_sure or self.state.get("wish") or self.state.get("again")
        return not (told or self.shown)

    @property
    def wishes(self) -> list[str]:
        """What can be wanted here, the likeliest first."""
        has = {
            "explain_item": has_quiz(self.messages),
            "guide": bool(guide.held(self.subject, self.context.ports)),
        }
        ranked = sorted(forms.WISHES, key=[*self.guess.ranked, *forms.WISHES].index)
        return [wish for wish in ranked if has.get(wish, True)]

    @cached_property
    def chat(self) -> str:
        """What small talk is: "thanks", "elsewhere" for a question of another field, or else."""
        return self.context.ports.intents.guess("tutor_chat", self.message).intent

    @property
    def is_elsewhere(self) -> bool:
        return not self.state.get("wish") and self.chat == "elsewhere"

    def is_surely(self, *intents: str) -> bool:
        return self.guess.is_sure and self.guess.intent in intents

    @cached_property
    def level(self) -> Level:
        """The level that was set, else the classifier's."""
        set_: Any = self.state.get("depth")
        guessed: Any = set_ or self.context.ports.intents.guess("tutor_depth", self.question).intent
        return guessed if guessed in LEVELS else "intermediate"


def question_before(messages: Sequence[AnyMessage]) -> str:
    """The last question with a subject of its own, before the latest message."""
    earlier = [m for m in messages if isinstance(m, HumanMessage)][:-1]
    asked = [str(m.text) for m in earlier if not m.additional_kwargs.get("again")]
    return next((text for text in reversed(asked) if not names_nothing(text)), "")


def of_this_turn(messages: Sequence[AnyMessage]) -> Sequence[AnyMessage]:
    """From the user's last message on."""
    return messages[max(n for n, m in enumerate(messages) if isinstance(m, HumanMessage)) :]


def has_quiz(messages: Sequence[AnyMessage]) -> bool:
    return any(isinstance(m, ToolMessage) and m.name == "generate_test" for m in messages)
