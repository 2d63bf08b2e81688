"""The process that gets killed.

`python -m tests.core.driver` imports everything once, then forks a child for
each job that comes as a line of JSON. A child opens the agent on a data
folder and does what a user would do until all is done, or until it kills
itself, with SIGKILL, at a point that the job names. Nothing of the product is
replaced for that: the interpreter's trace hook only watches it.
"""

import gc
import json
import os
import signal
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from langchain_core.messages import AIMessage, ToolMessage

from agent.adapters.llm.embedded import EmbeddedLlm
from agent.engine.checkpoints import Checkpoints
from agent.engine.flow import Flow
from agent.engine.recorder import Recorder
from agent.engine.recovery import Recovery
from agent.errors import AgentError, AlreadyAnswered
from agent.events import Token
from agent.facade import GraphAgent, UserAgent
from agent.ports import Llm, ModelChoice, Reporter
from agent.questions import Reply
from agent.steps import Chat
from agent.store import Ledger
from agent.store.database import Database
from agent.store.leases import Leases
from agent.store.questions import Questions
from agent.store.turns import Turns
from agent.workflows.tutor import nodes
from agent.workflows.tutor.quiz import nodes as quiz
from tests.core.report import report_of
from tests.fakes import MODEL, RULES, open_fake_agent

Plain = dict[str, Any]
TraceFunction = Callable[[FrameType, str, Any], Any]

MESSAGES = (
    "Give me a quiz of 4 questions on normalisation",
    "What is a foreign key, and when is the exam?",
)
REPLIES = {
    "Question 1 of 3": "a",
    "Question 2 of 3": "d",
    "Question 3 of 3": "skip",
}

QUIZ_NODES = (
    "initialize_test",
    "generate_queries_node",
    "retrieve_context_node",
    "generate_questions_node",
    "present_question",
    "answer_question",
    "grade_answer",
    "finalize_test",
)


WATCHED: dict[type, tuple[str, ...]] = {
    Checkpoints: ("put", "put_writes", "drop_old"),
    Database: ("_commit",),
    Flow: ("begin_input", "drive", "record_pause", "store_result"),
    GraphAgent: ("launch", "_advance", "_settle"),
    Leases: ("begin", "end", "cut_off", "take"),
    Questions: ("put", "decide"),
    Recorder: ("emit",),
    Recovery: ("_reconcile",),
    Turns: ("append", "keep", "put_entry", "put_step"),
    UserAgent: ("_decide",),
}


def watched() -> dict[str, CodeType]:
    """The functions at whose beginning and end a process can die."""
    functions: list[Any] = [
        nodes.think,
        nodes.run_tool,
        *(getattr(quiz, name) for name in QUIZ_NODES),
        *(getattr(owner, name) for owner, names in WATCHED.items() for name in names),
    ]
    return {function.__qualname__: function.__code__ for function in functions}


class Death:
    """Counts what happens, and kills the process at one point of it.

    A point is "function:call" or "function:return", the how manieth time it comes.
    """

    def __init__(self, at: str, nth: int, functions: dict[str, CodeType] | None = None) -> None:
        watching = watched() if functions is None else functions
        self._names = {id(code): name for name, code in watching.items()}
        self._at, self._nth = at, nth
        self._lock = threading.Lock()
        self._seen: Counter[str] = Counter()
        self.points: list[tuple[str, int]] = []

    def watch(self) -> None:
        """Where nobody dies nothing is watched: it would double the time."""
        if not self._at:
            return
        threading.settrace(self._called)
        sys.settrace(self._called)

    def rest(self) -> None:
        threading.settrace(None)  # type: ignore[arg-type]
        sys.settrace(None)

    def _called(self, frame: FrameType, event: str, _argument: object) -> TraceFunction | None:
        if id(frame.f_code) not in self._names:
            return None
        frame.f_trace_lines = False
        self._happens(frame, event)
        return self._returns

    def _returns(self, frame: FrameType, event: str, _argument: object) -> TraceFunction:
        if event == "return":
            self._happens(frame, event)
        return self._returns

    def _happens(self, frame: FrameType, event: str) -> None:
        name = self._names[id(frame.f_code)]
        if name == "run_tool":
            name = str(frame.f_locals["name"])
        point = f"{name}:{event}"
        with self._lock:
            self._seen[point] += 1
            number = self._seen[point]
            self.points.append((point, number))
        if (point, number) == (self._at, self._nth):
            os.kill(os.getpid(), signal.SIGKILL)


class HelpfulModel(EmbeddedLlm):
    """A model that answers by what it is asked, so that it can be asked again after a crash."""

    is_model = True
    label = "Helpful"

    def reply(self, chat: Chat) -> AIMessage:
        if isinstance(chat.messages[-1], ToolMessage):
            text = "It refers to a key of another table [1]. The exam is on 20 January [G1]."
            for word in text.split():
                self._report.emit(Token(f"{word} "))
            return AIMessage(text)
        return calling(rag_search={"query": "foreign key"}, get_guia={"keys": ["fechas"]})


def calling(**tools: Plain) -> AIMessage:
    calls = [
        {"name": name, "args": arguments, "id": f"call-{name}", "type": "tool_call"}
        for name, arguments in tools.items()
    ]
    return AIMessage("", tool_calls=calls)


class SlowModel(EmbeddedLlm):
    """Begins to answer, tells the parent, and ends when the parent says so."""

    is_model = True
    label = "Slow"

    def reply(self, chat: Chat) -> AIMessage:
        self._report.emit(Token("Wait for it: "))
        say(pid=os.getpid())
        sys.stdin.readline()
        self._report.emit(Token("done."))
        return AIMessage("Wait for it: done.")


# Jobs


def session(job: Plain) -> Plain:
    """Do what a user does, from wherever it stands to the end; report what came of it."""
    death = Death(*job.get("kill", ("", 0)))
    death.watch()
    agent = open_fake_agent(Path(job["folder"]), llm=_helpful)
    walk(agent.for_user("local"), Acknowledged(Path(job["folder"]) / "acknowledged"))
    death.rest()
    agent.close()
    agent = open_fake_agent(Path(job["folder"]), llm=_helpful)
    report = report_of(agent)
    agent.close()
    return {"report": report, "points": death.points}


def _helpful(choice: ModelChoice, report: Reporter) -> Llm:
    return HelpfulModel(report) if choice == MODEL else EmbeddedLlm(report)


class Acknowledged:
    """What the user was told is accepted. It must never be needed again."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def add(self, what: str) -> None:
        with self._path.open("a") as file:
            file.write(f"{what}\n")

    def refuse_known(self, what: str) -> None:
        if self._path.exists() and what in self._path.read_text().splitlines():
            raise AssertionError(f"This had been acknowledged and is gone: {what}")


def walk(user: UserAgent, acknowledged: Acknowledged) -> None:
    """The whole conversation; every act is one that the page offers in that state."""
    while True:
        threads = user.threads()
        thread = threads[0].id if threads else None
        status = threads[0].status if threads else "new"
        turns = user.history(thread) if thread else []
        match status:
            case "new" | "done" if len(turns) < len(MESSAGES):
                act = _ask(user, thread, MESSAGES[len(turns)], acknowledged)
            case "done":
                return
            case "waiting":
                act = _answer(user, str(thread), acknowledged)
            case "cut_off":
                act = user.resume(str(thread), model=_model_of(len(turns)))
            case _:
                raise AssertionError(f"The thread is stuck: {status}, {turns[-1].error}")
        if not act.wait(30):
            raise AssertionError("A run does not end.")


def _model_of(turn: int) -> ModelChoice:
    """The quiz has none, so that it asks whether fewer questions will do."""
    return RULES if turn == 1 else MODEL


def _ask(user: UserAgent, thread: str | None, text: str, acknowledged: Acknowledged) -> Any:
    acknowledged.refuse_known(text)
    model = _model_of(MESSAGES.index(text) + 1)
    run = user.ask("tutor", thread, text, model=model, asignatura="databases")
    acknowledged.add(text)
    return run


def _answer(user: UserAgent, thread: str, acknowledged: Acknowledged) -> Any:
    (asked,) = user.pending(thread)
    title = asked.question.title
    acknowledged.refuse_known(title)
    run = user.answer(thread, asked.question.id, Reply(option=REPLIES[title]), model=RULES)
    acknowledged.add(title)
    return run


def answers(job: Plain) -> Plain:
    """Many threads answer the same questions, each with its name: who won, what losers hear."""
    ledger = Ledger(Path(job["folder"]))
    say(ready=True)
    sys.stdin.readline()
    with ThreadPoolExecutor(len(job["names"])) as crowd:
        rounds = [contest(ledger, question, job["names"], crowd) for question in job["questions"]]
    ledger.close()
    return {"rounds": rounds}


def contest(
    ledger: Ledger, question: str, names: Sequence[str], crowd: ThreadPoolExecutor
) -> Plain:
    asked = ledger.questions.get(question)
    start = threading.Barrier(len(names))

    def answer(name: str) -> str:
        start.wait()
        try:
            ledger.questions.decide(asked, Reply(option=name), who=name)
        except AlreadyAnswered as error:
            return error.message
        return ""

    told = list(crowd.map(answer, names))
    won = [name for name, sentence in zip(names, told, strict=True) if not sentence]
    return {"won": won, "told": [sentence for sentence in told if sentence]}


def hold(job: Plain) -> Plain:
    """Be in the middle of a run until the parent lets it end."""
    agent = open_fake_agent(Path(job["folder"]), llm=lambda _choice, report: SlowModel(report))
    run = agent.for_user("local").ask("tutor", job["thread"], "Take your time", model=MODEL)
    run.wait()
    agent.close()
    return {}


JOBS: dict[str, Callable[[Plain], Plain]] = {
    "session": session,
    "answers": answers,
    "hold": hold,
}


def say(**line: Any) -> None:
    print(json.dumps(line), flush=True)  # noqa: T201 - the parent reads it


def work(job: Plain) -> None:
    try:
        done = JOBS[job["job"]](job)
    except (AgentError, AssertionError, Exception) as error:  # noqa: BLE001 - told to the parent
        done = {"error": f"{type(error).__name__}: {error}"}
    Path(job["result"]).write_text(json.dumps(done))


def settle_down() -> None:
    """Be ready to be forked: alone, and with nothing that a child's collector would go through."""
    for thread in threading.enumerate():
        if thread is not threading.current_thread():
            thread.join()
    gc.collect()
    gc.freeze()


def serve() -> None:
    """A child for each job that comes as a line, but for those that are to be done here.

    What these have loaded and compiled, no child has to pay for.
    """
    for line in iter(sys.stdin.readline, ""):
        job = json.loads(line)
        if job.pop("here", False):
            work(job)
            settle_down()
            say(signal=0)
            continue
        child = os.fork()
        if child == 0:
            work(job)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        say(signal=os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as warming_up:
        session({"folder": warming_up})
    settle_down()
    serve()
