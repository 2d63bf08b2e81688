"""Turns whose process was killed in the middle, with SIGKILL, each at another point."""

import json
import os
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from agent.adapters.cloud import CloudFormation
from agent.adapters.tracker.embedded import EmbeddedTracker
from agent.adapters.wiki.embedded import EmbeddedWiki
from agent.engine.flow import Flow
from agent.facade import GraphAgent
from agent.store.effects import EffectStore
from agent.store.questions import Questions
from agent.store.turns import Turns
from agent.workflows.coach.nodes import planner
from agent.workflows.infra.nodes import code, execution
from agent.workflows.studio.nodes import researching, writing
from agent.workflows.tickets.nodes import creating, judging
from agent.workflows.tutor import nodes
from agent.workflows.tutor.quiz import nodes as quiz
from tests.core.driver import Death
from tests.fakes import Gives, Pause, Says, Script
from tests.golden.replies import reply_to
from tests.golden.world import MODEL, TALKERS, agree, open_golden


@dataclass(frozen=True)
class Kill:
    """The process dies when `function` is called or returns the nth time."""

    scene: str
    workflow: str
    text: str
    function: Callable[..., Any]
    when: str = "call"
    nth: int = 1
    inputs: dict[str, Any] = field(default_factory=dict)


_QUIZ = {"quiz_setup": {"num_questions": 3, "topics": ["normalisation"]}}
_LOGIN = "Create a Jira issue for {} with e-mail and password"

KILLS = (
    Kill("admitted, nothing ran", "tutor", "What is a foreign key? (1)", GraphAgent.launch),
    Kill("before the first checkpoint", "tutor", "What is a view? (2)", Flow.begin_input, "return"),
    Kill("in the first node", "tutor", "What is a key? (3)", nodes.think),
    Kill("all is said, not kept", "tutor", "What is an index? (4)", Turns.keep),
    Kill("asked, no entry yet", "tutor", "Quiz (6)", Questions.put, "return", inputs=_QUIZ),
    Kill("paused, no question yet", "tutor", "Quiz (5)", Flow.record_pause, inputs=_QUIZ),
    Kill("answered, not written", "tutor", "Quiz (7)", Questions.decide, "return", inputs=_QUIZ),
    Kill("answered, not delivered", "tutor", "Quiz (8)", Flow.drive, nth=2, inputs=_QUIZ),
    Kill("while it is graded", "tutor", "Quiz (9)", quiz.grade_answer, nth=2, inputs=_QUIZ),
    Kill("while it ends", "tutor", "Quiz (10)", quiz.finalize_test, "return", inputs=_QUIZ),
    Kill("while it plans", "coach", "I want to learn SQL (11)", planner.learning_planner),
    Kill("the goal not delivered", "coach", "Teach me Python (12)", Flow.drive, nth=2),
    Kill("while it is researched", "studio", "Research open houses (13)", researching.research),
    Kill("while it writes", "studio", "Write a blog post about curb appeal (14)", writing.write),
    Kill("while it drafts", "tickets", _LOGIN.format("the shop (15)"), creating.draft_issue),
    Kill(
        "made, not known", "tickets", _LOGIN.format("staff (16)"), EmbeddedTracker.create, "return"
    ),
    Kill(
        "about to be made", "tickets", _LOGIN.format("guests (17)"), EffectStore._intend, "return"
    ),
    Kill("while it is scored", "tickets", _LOGIN.format("drivers (18)"), judging.evaluation),
    Kill(
        "page made, not known",
        "tickets",
        _LOGIN.format("cooks (19)"),
        EmbeddedWiki.create,
        "return",
    ),
    Kill("while it codes", "infra", "Create an SQS queue for cut codes", code.iac),
    Kill(
        "begun, not known", "infra", "Create an SQS queue for cut", CloudFormation.execute, "return"
    ),
    Kill(
        "about to begin",
        "infra",
        "Create an SQS queue for cut starts",
        EffectStore._intend,
        "return",
    ),
    Kill("while it is proven", "infra", "Create an SQS queue for cut proofs", execution.prove),
)


def kill_all(folder: Path) -> None:
    for kill in KILLS:
        _in_a_process_that_dies(partial(_until_killed, folder, kill), kill.scene)
        if kill.workflow == "infra":
            _wait_for_the_sandbox(folder)


def _in_a_process_that_dies(work: Callable[[], None], name: str) -> None:
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), f"It was not killed: {name}"
    assert os.WTERMSIG(status) == signal.SIGKILL, name


def _wait_for_the_sandbox(folder: Path) -> None:
    """It ends by itself after the process that started it, and saves its state."""
    running = folder / "sandbox" / "running.json"
    port = json.loads(running.read_text())["port"] if running.exists() else 0
    with suppress(ConnectionRefusedError):
        while port:
            socket.create_connection(("127.0.0.1", port)).close()
            time.sleep(0.1)


def _until_killed(folder: Path, kill: Kill) -> None:
    function = kill.function.__qualname__
    Death(f"{function}:{kill.when}", kill.nth, {function: kill.function.__code__}).watch()
    talker = TALKERS[kill.workflow](open_golden(folder))
    talker.ask(kill.text, **kill.inputs)
    agree(talker)


def killed(texts: dict[str, str]) -> dict[str, str]:
    """The conversations of the killed processes, by scene; `texts` leads to threads."""
    found = {f"{kill.workflow}: {kill.scene}": texts[kill.text] for kill in KILLS}
    return {**found, **{scene: texts[text] for scene, text in LEFT.items()}}


# Nothing has recovered these

LEFT = {
    "tutor: left while a model spoke": "What is a primary key? (left 1)",
    "tutor: left while it was graded": "Quiz (left 2)",
    "tickets: left as it was made": _LOGIN.format("visitors (left 3)"),
}


def leave_runs(folder: Path) -> None:
    """One process with three runs that dies last, so that all three still read as running."""
    _in_a_process_that_dies(partial(_work_on_three, folder), "the last one")


def _work_on_three(folder: Path) -> None:
    speaks, grades = Pause(), Pause()
    first, second, third = LEFT.values()
    verdict = {"right": True, "why": "It says so."}
    script = Script(Says("It identifies a row.", pause=speaks))
    agent = open_golden(folder, script)
    student, owner = TALKERS["tutor"](agent), TALKERS["tickets"](agent)
    student.ask(second, quiz_setup={**_QUIZ["quiz_setup"], "kinds": ["free"]})
    owner.ask(third)
    user, asked = student.user, student.question
    user.ask("tutor", None, first, model=MODEL, asignatura="databases")
    speaks.wait_until_reached()
    script.add(Gives("grade_free_answer", verdict, pause=grades))
    user.answer(str(student.thread), asked.id, reply_to(asked), model=MODEL)
    grades.wait_until_reached()
    create = EmbeddedTracker.create
    Death(f"{create.__qualname__}:return", 1, {create.__qualname__: create.__code__}).watch()
    owner._answer(reply_to(owner.question))
