"""Stand-ins for the world: ports in memory, a model that follows a script, a small course.

Everything here keeps the promises of `agent/ports.py`, so a test may hand it
to a node, a graph or a whole `GraphAgent` in place of the real adapter.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from langchain_core.messages import AIMessage

from agent.adapters.llm.embedded import EMBEDDED, LABEL, EmbeddedLlm
from agent.errors import NotFound, StepFailed, Stopped
from agent.events import Event, Thinking, Token
from agent.flow import Flow
from agent.graph_agent import GraphAgent, OpenLlm
from agent.ledger import Ledger
from agent.models import Models, Offer
from agent.ports import (
    Attempt,
    Document,
    Found,
    IndexStatus,
    Item,
    Llm,
    ModelChoice,
    Passage,
    Ports,
    Reporter,
    Subject,
)
from agent.steps import Chat, I, O, Step, Usage
from agent.storage import open_checkpoints
from agent.text import content_words

Plain = dict[str, Any]

SCRIPTED = "scripted"
RULES = ModelChoice()
MODEL = ModelChoice(provider=SCRIPTED, model="script")


# A model that follows a script


class Pause:
    """A place in a reply where the model waits, so that a test can act in the middle of it."""

    def __init__(self) -> None:
        self._reached, self._go_on = threading.Event(), threading.Event()

    def wait_until_reached(self, seconds: float = 10) -> None:
        if not self._reached.wait(seconds):
            raise AssertionError("The model never came to its pause.")

    def go_on(self) -> None:
        self._go_on.set()

    def rest(self) -> None:
        """What the model does: tell the test, then wait for it."""
        self._reached.set()
        if not self._go_on.wait(10):
            raise AssertionError("Nobody let the model go on.")


@dataclass(frozen=True)
class Says:
    """A reply; `calls` are names and arguments of tools. `pause` comes before the last word."""

    text: str = ""
    calls: tuple[tuple[str, Plain], ...] = ()
    thinking: str = ""
    pause: Pause | None = None


@dataclass(frozen=True)
class Gives:
    """The answer to a typed step."""

    step: str
    value: Plain
    thinking: str = ""
    pause: Pause | None = None


@dataclass(frozen=True)
class Breaks:
    """The call fails, after some words when the reply had begun."""

    error: Exception
    after: str = ""


Line = Says | Gives | Breaks


class Script:
    """What a model will say, in order, over as many runs as it takes.

    `finish` fails when something was asked for that is not in it, or when a
    part of it was never asked for.
    """

    def __init__(self, *lines: Line) -> None:
        self._lines = list(lines)
        self._next = 0
        self._lock = threading.Lock()
        self.surplus: list[str] = []
        self.chats: list[Chat] = []
        """Every free conversation turn that the model was given."""
        self.choices: list[ModelChoice] = []
        """The choice each run came with."""

    def add(self, *lines: Line) -> None:
        self._lines.extend(lines)

    def open(self, choice: ModelChoice, report: Reporter) -> Llm:
        """As `agent.adapters.llm.open_llm`."""
        self.choices.append(choice)
        return ScriptedLlm(self, report)

    def cue(self, wanted: str) -> Line:
        with self._lock:
            if self._next >= len(self._lines):
                self.surplus.append(wanted)
                raise AssertionError(f"The script has ended, and {wanted} was asked for.")
            self._next += 1
            return self._lines[self._next - 1]

    def finish(self) -> None:
        left = self._lines[self._next :]
        if self.surplus or left:
            raise AssertionError(f"asked for beyond the script: {self.surplus}; never used: {left}")


class ScriptedLlm:
    """The Llm port, saying what its script says."""

    is_model = True
    label = "Scripted"

    def __init__(self, script: Script, report: Reporter) -> None:
        self._script = script
        self._report = report

    def run(self, step: Step[I, O], value: I) -> O:
        line = self._script.cue(f"the step {step.name}")
        match line:
            case Gives() if line.step == step.name:
                given = step.gives.model_validate(line.value)
            case Breaks():
                raise line.error
            case _:
                raise AssertionError(f"{step.name} was asked for, the script says {line}.")
        if line.thinking:
            self._report.emit(Thinking(line.thinking))
        if line.pause:
            line.pause.rest()
        if self._report.stopped:
            raise Stopped("Stopped.")
        self._report.used(Usage(10, 5, 0.001, self.label))
        if problems := step.check(value, given):
            raise StepFailed(f"The script's answer does not fit: {problems}")
        return given

    def reply(self, chat: Chat) -> AIMessage:
        self._script.chats.append(chat)
        line = self._script.cue("a reply")
        match line:
            case Says():
                return self._said(line)
            case Breaks():
                self._stream(line.after)
                raise line.error
            case _:
                raise AssertionError(f"A reply was asked for, the script says {line}.")

    def _said(self, line: Says) -> AIMessage:
        if line.thinking:
            self._report.emit(Thinking(line.thinking))
        said = self._stream(line.text, pause=line.pause)
        self._report.used(Usage(10, 5, 0.001, self.label))
        made_by = {"provider": SCRIPTED, "model": "script"}
        if self._report.stopped:
            return AIMessage(said, response_metadata={**made_by, "stopped": True})
        calls = [
            {"name": name, "args": arguments, "id": f"call-{number}-{name}", "type": "tool_call"}
            for number, (name, arguments) in enumerate(line.calls)
        ]
        thought = {"thinking": line.thinking} if line.thinking else {}
        return AIMessage(
            said, tool_calls=calls, additional_kwargs=thought, response_metadata=made_by
        )

    def _stream(self, text: str, *, pause: Pause | None = None) -> str:
        """Word by word; what was said when the user stopped."""
        words = [word + " " for word in text.split(" ")] if text else []
        if words:
            words[-1] = words[-1].rstrip(" ")
        said = ""
        for number, word in enumerate(words):
            if pause and number == len(words) - 1:
                pause.rest()
            if self._report.stopped:
                return said
            self._report.emit(Token(word))
            said += word
        if pause and not words:
            pause.rest()
        return said


# Ports in memory


class MemoryLibrary:
    """Finds a passage per document, by the words that it shares with the query."""

    def __init__(self, documents: Sequence[Document] = (), *, notice: str = "") -> None:
        self._documents = {document.id: document for document in documents}
        self.notice = notice
        self.fails: list[Exception] = []
        """Errors of the next searches, first come first served."""

    def subjects(self) -> list[Subject]:
        names = sorted({document.subject for document in self._documents.values()})
        return [Subject(n, n.title(), documents=len(self.documents(n))) for n in names]

    def documents(self, subject: str) -> list[Document]:
        return [d for d in self._documents.values() if d.subject == subject]

    def add(self, document: Document) -> int:
        self._documents[document.id] = document
        return 1

    def remove(self, document: str) -> None:
        self._documents.pop(document, None)

    def passage(self, passage: str) -> Passage:
        if passage not in self._documents:
            raise NotFound("This passage does not exist here.")
        return _passage(self._documents[passage], ())

    def search(
        self,
        query: str,
        *,
        subject: str,
        kinds: Sequence[str] = (),
        language: str | None = None,
        top_k: int = 5,
    ) -> Found:
        if self.fails:
            raise self.fails.pop(0)
        wanted = list(dict.fromkeys(content_words(query)))
        found = [
            _passage(document, wanted)
            for document in self.documents(subject)
            if (not kinds or document.kind in kinds)
            and (language is None or document.language == language)
        ]
        best = sorted((p for p in found if p.terms), key=lambda p: (-p.score, p.id))
        return Found(tuple(best[:top_k]), notice=self.notice)

    def status(self) -> IndexStatus:
        return IndexStatus("", 0, 0, len(self._documents), notice=self.notice)


def _passage(document: Document, wanted: Sequence[str]) -> Passage:
    there = set(content_words(f"{document.title} {document.text}"))
    terms = tuple(word for word in wanted if word in there)
    return Passage(
        id=document.id,
        document=document.id,
        title=document.title,
        heading=document.title,
        text=document.text,
        subject=document.subject,
        kind=document.kind,
        topic=document.topic,
        language=document.language,
        score=len(terms) / (len(wanted) or 1),
        terms=terms,
        coverage=len(terms) / (len(wanted) or 1),
    )


class MemoryGuides:
    def __init__(self, guides: dict[str, Plain] | None = None) -> None:
        self._guides = dict(guides or {})

    def guide(self, subject: str) -> Plain | None:
        return self._guides.get(subject)

    def put(self, subject: str, guide: Plain) -> None:
        self._guides[subject] = guide


class MemoryBank:
    def __init__(self, items: Sequence[Item] = ()) -> None:
        self._items = {item.id: item for item in items}

    def items(
        self, subject: str, *, topics: Sequence[str] = (), difficulty: str = ""
    ) -> list[Item]:
        return [
            item
            for _, item in sorted(self._items.items())
            if item.subject == subject
            and (not topics or item.topic in topics)
            and difficulty in ("", item.difficulty)
        ]

    def topics(self, subject: str) -> list[str]:
        return sorted({item.topic for item in self.items(subject)})

    def put(self, items: Sequence[Item]) -> None:
        self._items.update({item.id: item for item in items})


class MemoryAttempts:
    def __init__(self) -> None:
        self._attempts: dict[str, Attempt] = {}

    def put(self, attempt: Attempt) -> None:
        self._attempts.setdefault(attempt.id, attempt)

    def get(self, user: str, attempt: str) -> Attempt:
        found = self._attempts.get(attempt)
        if found is None or found.user != user:
            raise NotFound("That quiz result does not exist here.")
        return found

    def all(self, user: str, subject: str = "") -> list[Attempt]:
        mine = [a for a in self._attempts.values() if a.user == user]
        fitting = [a for a in mine if subject in ("", a.subject)]
        return sorted(fitting, key=lambda a: a.created, reverse=True)


class MemorySealed:
    def __init__(self) -> None:
        self._held: dict[tuple[str, str], Plain] = {}

    def put(self, thread: str, key: str, data: Plain) -> None:
        self._held[thread, key] = data

    def get(self, thread: str, key: str) -> Plain:
        if (thread, key) not in self._held:
            raise NotFound("The questions of this quiz are gone.")
        return self._held[thread, key]


@dataclass
class RecordedStep:
    name: str
    task: str
    changed: Plain = field(default_factory=dict)


class RecordingReporter:
    """The Reporter port that only remembers."""

    def __init__(self) -> None:
        self.stopped = False
        self.events: list[Event] = []
        self.usage: list[Usage] = []
        self.steps: list[RecordedStep] = []

    def emit(self, event: Event) -> None:
        self.events.append(replace(event, number=len(self.events) + 1))

    def used(self, usage: Usage) -> None:
        self.usage.append(usage)

    @contextmanager
    def step(self, name: str, task: str) -> Iterator[RecordedStep]:
        if self.stopped:
            raise Stopped("Stopped.")
        self.steps.append(RecordedStep(name, task))
        yield self.steps[-1]

    @property
    def text(self) -> str:
        return "".join(event.text for event in self.events if isinstance(event, Token))


# A small course


DOCUMENTS = (
    Document(
        id="normalisation",
        title="Normalisation",
        subject="databases",
        topic="normalisation",
        text="Normalisation is the design of tables so that each fact is stored once. "
        "A table in second normal form has no attribute that depends on a part of the key. "
        "It avoids update anomalies because no fact is repeated.",
    ),
    Document(
        id="foreign-keys",
        title="Foreign keys",
        subject="databases",
        topic="foreign-keys",
        text="A foreign key is a set of attributes that refers to the key of another table. "
        "It prevents rows that point to nothing, since each value must exist there.",
    ),
)

GUIDE: Plain = {
    "asignatura": "Introduction to databases",
    "grado": "Computer Engineering",
    "curso": "2nd year",
    "semestre": "1st semester",
    "creditos": "6 ECTS",
    "breve_descripcion": "How data is modelled, stored and asked for.",
    "evaluacion": {"ordinaria": "Final exam 60 %, laboratory 40 %."},
    "fechas": [{"que": "Final exam", "cuando": "20 January, 9:00", "donde": "Hall 3"}],
    "resultados_de_aprendizaje": [{"id": "LO1", "text": "Normalise a schema."}],
}

LEVELS = ("basic", "intermediate", "advanced")


def item(
    number: int, *, topic: str = "normalisation", level: str = "basic", key: str = "a"
) -> Item:
    """An item whose every text names its number, so that it can be found again anywhere."""
    name = f"{topic} {number}"
    return Item(
        id=f"{topic}-{number}",
        subject="databases",
        topic=topic,
        objective="LO1",
        difficulty=level,
        question_text=f"What holds for {name}?",
        options=tuple((letter, f"Answer {letter} of {name}") for letter in "abcd"),
        key=key,
        evidence_document=topic,
        evidence=f"The evidence for {name} stands in the notes.",
        explanation=f"The explanation of {name} is that it holds.",
    )


def items() -> list[Item]:
    """Three on normalisation, one per level, with the keys a, b, c; one on foreign keys."""
    three = [
        item(number, level=level, key=key)
        for number, (level, key) in enumerate(zip(LEVELS, "abc", strict=True), start=1)
    ]
    return [*three, item(1, topic="foreign-keys", level="basic", key="d")]


# An agent over all this


def open_llm(script: Script | None = None) -> OpenLlm:
    """The rules, or the script when the session chose the scripted model."""

    def opened(choice: ModelChoice, report: Reporter) -> Llm:
        if choice.provider == EMBEDDED:
            return EmbeddedLlm(report)
        if script is None:
            raise AssertionError("A model was chosen, and there is no script.")
        return script.open(choice, report)

    return opened


def models() -> Models:
    offers = {
        EMBEDDED: Offer(LABEL, is_model=False),
        SCRIPTED: Offer("Scripted", is_model=True, models=("script",)),
    }
    return Models(
        offers, first=EMBEDDED, resolve=lambda choice: choice, test=lambda _choice: "It answered."
    )


def open_fake_agent(
    folder: Path,
    *,
    llm: OpenLlm | None = None,
    script: Script | None = None,
    documents: Sequence[Document] = DOCUMENTS,
    bank: Sequence[Item] | None = None,
    library: MemoryLibrary | None = None,
    recursion_limit: int = 120,
    workers: int = 4,
    ledger: Callable[[Path], Ledger] = Ledger,
) -> GraphAgent:
    """As `agent.bootstrap.open_agent`: real ledger and checkpoints in the folder, the rest here."""
    held = ledger(folder)
    saver = open_checkpoints(folder / "checkpoints.db")
    return GraphAgent(
        ledger=held,
        flow=Flow(held, saver, recursion_limit=recursion_limit),
        ports=Ports(
            library=library or MemoryLibrary(documents),
            guides=MemoryGuides({"databases": GUIDE}),
            bank=MemoryBank(items() if bank is None else bank),
            attempts=held.attempts,
            sealed=held.sealed,
        ),
        models=models(),
        open_llm=llm or open_llm(script),
        workers=workers,
        on_close=saver.conn.close,
    )
