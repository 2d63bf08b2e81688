"""How a golden data folder is made: `python -m tests.core.golden.make NAME`.

Once per release that has shipped, and never again for the same name: the
point of it is that it was written by the code of then.
"""

import sys
import tempfile
import zipfile
from pathlib import Path

from agent import ModelChoice, Reply, Run, Settings, UserAgent, open_agent
from agent.facade import GraphAgent

FOLDER = Path(__file__).parent
KEPT = ("ledger.db", "checkpoints.db")
RULES = ModelChoice()
QUIZ = "Give me a quiz of 3 questions on normalisation"


def open_golden(folder: Path) -> GraphAgent:
    return open_agent(Settings(interlude_data=folder, interlude_embedder="none"))


def make(name: str) -> Path:
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder))
        target = FOLDER / f"{name}.zip"
        with zipfile.ZipFile(target, "x", zipfile.ZIP_DEFLATED) as archive:
            for file in KEPT:
                archive.write(Path(folder) / file, file)
    return target


def fill(folder: Path) -> None:
    """A quiz at its second question, another's answer undelivered, a turn that never ran."""
    agent = open_golden(folder)
    user = agent.for_user("local")
    thread = ask(user, "What is a foreign key?")
    ask(user, QUIZ, thread)
    answer(user, thread)
    undelivered(agent, ask(user, QUIZ))
    admitted(agent, ask(user, "When is the exam?"))
    agent.close()


def ask(user: UserAgent, text: str, thread: str | None = None) -> str:
    return done(user.ask("tutor", thread, text, model=RULES, asignatura="databases"))


def answer(user: UserAgent, thread: str) -> None:
    (asked,) = user.pending(thread)
    done(user.answer(thread, asked.question.id, Reply(option="a"), model=RULES))


def done(run: Run) -> str:
    run.wait()
    return run.thread


def undelivered(agent: GraphAgent, thread: str) -> None:
    """What a kill leaves between the decision and its run."""
    (asked,) = agent.for_user("local").pending(thread)
    with agent.ledger.transaction():
        agent.ledger.questions.decide(asked, Reply(option="b"), who="local")
        agent.ledger.leases.begin(thread, asked.turn, kind="answer", model="embedded")


def admitted(agent: GraphAgent, thread: str) -> None:
    """What a kill leaves between a message's admission and its first checkpoint."""
    ledger = agent.ledger
    with ledger.transaction():
        turn = ledger.turns.append(thread, "Thanks!", inputs={}, model="embedded")
        ledger.leases.begin(thread, turn, kind="ask", model="embedded")


if __name__ == "__main__":
    print(make(sys.argv[1]))  # noqa: T201 - a command line
