"""Stand-ins for the world: ports in memory, a model that follows a script, a small course.

Everything here keeps the promises of `agent/ports.py`, so a test may hand it
to a node, a graph or a whole `GraphAgent` in place of the real adapter.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from langchain_core.messages import AIMessage

from agent.adapters.appeals import SqliteAppeals
from agent.adapters.brands import SqliteBrands
from agent.adapters.courses.cache import SqliteSearchCache
from agent.adapters.images import CardImages
from agent.adapters.intake import SqliteIntake
from agent.adapters.library import SqliteLibrary
from agent.adapters.llm.embedded import EMBEDDED, LABEL, EmbeddedLlm
from agent.adapters.llm.streamed_text import StreamedText
from agent.adapters.pieces import SqlitePieces
from agent.adapters.plans import SqlitePlans
from agent.adapters.reading.result import Limits
from agent.adapters.reviews import FsrsReviews
from agent.adapters.scores import SqliteScores
from agent.adapters.workspace import FolderWorkspace
from agent.checks.mastery import AttemptedProgress
from agent.engine.checkpoints import open_checkpoints
from agent.engine.executor import OpenImages, OpenLlm
from agent.engine.flow import Flow
from agent.engine.models import Models, Offer
from agent.errors import StepFailed, Stopped
from agent.events import Event, Thinking, Token
from agent.facade import GraphAgent
from agent.intents import Guess
from agent.ports import (
    ChangeRules,
    Document,
    Effect,
    EffectRow,
    Found,
    IndexStatus,
    Item,
    Likeness,
    Llm,
    ModelChoice,
    Ports,
    Reporter,
    Sample,
)
from agent.steps import Chat, I, O, Step, Usage
from agent.store import Ledger
from agent.store.contests import ContestStore
from agent.store.database import Database
from agent.store.quiz_storage import AttemptStore, HiddenQuizStore
from tests.fakes_cloud import FakeCloud, FakeReviewer
from tests.fakes_coach import FakeCourses
from tests.fakes_content import FakeFetcher, FakeSearch
from tests.stores import bank_of, guides_of, library_tables

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
        self.values: list[Any] = []
        """What each typed step was given."""
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
        self._script.values.append(value)
        line = self._script.cue(f"the step {step.name}")
        match line:
            case Gives() if line.step == step.name:
                given = step.mend(value, step.gives.model_validate(line.value))
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
                return self._said(line, chat)
            case Breaks():
                self._stream(line.after, chat)
                raise line.error
            case _:
                raise AssertionError(f"A reply was asked for, the script says {line}.")

    def _said(self, line: Says, chat: Chat) -> AIMessage:
        if line.thinking:
            self._report.emit(Thinking(line.thinking))
        said = self._stream(line.text, chat, pause=line.pause)
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

    def _stream(self, text: str, chat: Chat, *, pause: Pause | None = None) -> str:
        """Word by word; what was said when the user stopped."""
        words = [word + " " for word in text.split(" ")] if text else []
        if words:
            words[-1] = words[-1].rstrip(" ")
        made = chat.sift() if chat.sift else None
        telling = StreamedText(self._report, to=chat.to, watch=chat.watch, filter=made)
        for number, word in enumerate(words):
            if pause and number == len(words) - 1:
                pause.rest()
            if self._report.stopped:
                return telling.told
            telling.say(word)
        if pause and not words:
            pause.rest()
        telling.end()
        return text if chat.sift else telling.told


# Ports in memory


class MemoryLibrary(SqliteLibrary):
    """A library in memory that searches by words."""

    def __init__(self, documents: Sequence[Document] = (), *, notice: str = "") -> None:
        super().__init__(library_tables(*documents))
        self.notice = notice
        self.fails: list[Exception] = []
        """Errors of the next searches, first come first served."""
        self.meant: set[str] = set()
        """Sentences that its passages say in other words; with none, meaning is not compared."""

    def search(self, query: str, **more: Any) -> Found:
        if self.fails:
            raise self.fails.pop(0)
        return replace(super().search(query, **more), notice=self.notice)

    def likeness(self, pairs: Sequence[tuple[str, str]]) -> list[Likeness]:
        if not self.meant:
            return []
        return [
            Likeness(0.9, True, 0.9) if s in self.meant else Likeness(0.1, False, 0.0)
            for s, _ in pairs
        ]

    def status(self) -> IndexStatus:
        return replace(super().status(), notice=self.notice)


class MemorySamples:
    def __init__(self, *samples: Sample) -> None:
        self._samples = samples

    def all(self) -> list[Sample]:
        return list(self._samples)


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

    def overrule_stop(self) -> None:
        self.stopped = False

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
        evidence_document=f"{topic}-notes",
        evidence=f"The evidence for {name} stands in the notes.",
        explanation=f"The explanation of {name} is that it holds.",
    )


def shown_as(letter: str, options: Iterable[tuple[str, str]]) -> str:
    """The id under which a card shows the option that `item` lettered so; others as they are."""
    return next((id_ for id_, text in options if text.startswith(f"Answer {letter} of ")), letter)


def items() -> list[Item]:
    """Three on normalisation, one per level, with the keys a, b, c; one on foreign keys."""
    three = [
        item(number, level=level, key=key)
        for number, (level, key) in enumerate(zip(LEVELS, "abc", strict=True), start=1)
    ]
    return [*three, item(1, topic="foreign-keys", level="basic", key="d")]


# An agent over all this


def _words(**words: Sequence[str]) -> dict[str, str]:
    """The intent of each word."""
    return {word: intent for intent, known in words.items() for word in known}


INFRA_WORDS = _words(
    chat=("how do i", "hello", "thanks"),
    ask=("is there", "which", "status"),
    investigate=("happened",),
    delete=("delete",),
    change=("turn off", "set the"),
    create=("create", "provision"),
)
TICKETS_WORDS = _words(
    change=("all urgent",),
    general_chat=("hello", "thanks"),
    look_up=("show", "open the page"),
    coze_agent=("coze",),
    page=("confluence page",),
    jira_creation=("create", "crea una"),
    evaluation=("score",),
    rag_query=("what did we",),
)
TUTOR_WORDS = _words(
    quiz=("quiz", "test", "题"),
    guide=("exam",),
    chat=("hello", "hola", "thanks", "and me?", "take your time"),
    documents=("什么", "qué", "why", "what", "which", "how", "explain", "key"),
)
COACH_WORDS = _words(
    question=("what comes",),
    progress=("i finished",),
    change=("change the plan",),
    chat=("thank",),
)


@dataclass
class FakeIntents:
    """Sure of the intent of a text that holds one of these words; of others it ranks `order`."""

    sure: Mapping[str, str] = field(default_factory=dict)
    order: tuple[str, ...] = ("chat",)
    of: Mapping[str, Mapping[str, str]] = field(
        default_factory=lambda: {
            "tutor": TUTOR_WORDS,
            "infra": INFRA_WORDS,
            "tickets": TICKETS_WORDS,
            "coach": COACH_WORDS,
        }
    )
    """The words of one workflow, looked at first."""

    def guess(self, name: str, text: str) -> Guess:
        for word, intent in (*self.sure.items(), *self.of.get(name, {}).items()):
            if word.casefold() in text.casefold():
                return Guess((intent, *(i for i in self.order if i != intent)), 1.0, is_sure=True)
        return Guess(self.order, 0.0, is_sure=False)


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


class MemoryEffects:
    """Does each effect once, and asks nobody whether it was approved."""

    def __init__(self) -> None:
        self.done: dict[tuple[str, str, bytes, str], Plain] = {}

    def perform(
        self,
        effect: Effect,
        *,
        thread: str,
        act: Callable[[], Plain],
        find: Callable[[], Plain | None],
    ) -> Plain:
        key = (effect.kind, effect.target, effect.content, effect.approval)
        if key not in self.done:
            self.done[key] = act()
        return self.done[key]

    def unsettled(self, target: str = "") -> list[EffectRow]:
        return []

    def of_thread(self, thread: str) -> list[EffectRow]:
        return []

    def hold(self, target: str, *, thread: str, fence: str) -> None: ...
    def release(self, target: str, *, fence: str) -> None: ...


def make_ports(db: Database, **more: Any) -> Ports:
    """Every port: the real stores beside the ledger's tables, and stand-ins for the world.

    `more` are ports by their names, in place of those here.
    """
    shelf = more.pop("library", None) or MemoryLibrary(DOCUMENTS)
    folder = db.path.parent
    contests = ContestStore(db)
    attempts = AttemptStore(db, contests)
    ports = {
        "guides": guides_of({"databases": GUIDE}),
        "bank": bank_of(items()),
        "attempts": attempts,
        "sealed": HiddenQuizStore(db),
        "contests": contests,
        "progress": AttemptedProgress(attempts),
        "reviews": FsrsReviews(db, contests),
        "intake": SqliteIntake(library_tables(), shelf, folder / "files", limits=Limits()),
        "samples": MemorySamples(),
        "effects": MemoryEffects(),
        "cloud": FakeCloud(),
        "reviewer": FakeReviewer(),
        "workspace": FolderWorkspace(folder / "workspace"),
        "change_rules": ChangeRules(),
        "intents": FakeIntents(),
        "scores": SqliteScores(db),
        "search": FakeSearch(),
        "fetcher": FakeFetcher(),
        "pieces": SqlitePieces(db),
        "brands": SqliteBrands(db),
        "appeals": SqliteAppeals(db),
        "courses": FakeCourses(),
        "plans": SqlitePlans(db),
        "course_cache": SqliteSearchCache(db),
    }
    return Ports(library=shelf, **(ports | more))


def open_fake_agent(
    folder: Path,
    *,
    llm: OpenLlm | None = None,
    images: OpenImages | None = None,
    script: Script | None = None,
    documents: Sequence[Document] = DOCUMENTS,
    bank: Sequence[Item] | None = None,
    recursion_limit: int = 120,
    workers: int = 4,
    ledger: Callable[[Path], Ledger] = Ledger,
    **more: Any,
) -> GraphAgent:
    """Real ledger and checkpoints in the folder; `more` are further ports by their names."""
    held = ledger(folder)
    saver = open_checkpoints(folder / "checkpoints.db")
    more.setdefault("library", MemoryLibrary(documents))
    if bank is not None:
        more["bank"] = bank_of(bank)
    return GraphAgent(
        ledger=held,
        flow=Flow(held, saver, recursion_limit=recursion_limit),
        ports=make_ports(held.db, effects=held.effects, **more),
        models=models(),
        open_llm=llm or open_llm(script),
        open_images=images or (lambda _choice, _report: CardImages()),
        workers=workers,
        on_close=saver.conn.close,
    )
