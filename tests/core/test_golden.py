"""Data folders of earlier releases: what waited then is gone on with now.

A node, a table or a message that changes its form makes one of these fail.
Then it needs an alias or a script in the schema, not a new archive.
"""

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.facade import GraphAgent
from agent.questions import Reply
from agent.store.records import Thread
from tests.core.golden.make import FOLDER, QUIZ, RULES, answer, ask, done, open_golden

ARCHIVES = sorted(FOLDER.glob("*.zip"))


@pytest.fixture(params=ARCHIVES, ids=lambda path: path.stem)
def golden(request: pytest.FixtureRequest, folder: Path) -> Iterator[GraphAgent]:
    with zipfile.ZipFile(request.param) as archive:
        archive.extractall(folder)
    agent = open_golden(folder)
    yield agent
    agent.close()


def thread_of(agent: GraphAgent, text: str, status: str) -> Thread:
    found = agent.for_user("local").threads()
    return next(t for t in found if (t.title, t.status) == (text, status))


def test_a_paused_quiz_is_gone_on_with(golden: GraphAgent) -> None:
    """From the question that waited, with the answer that was given, to the score."""
    user = golden.for_user("local")
    thread = thread_of(golden, "What is a foreign key?", "waiting").id
    assert "foreign key" in user.history(thread)[0].answer
    assert user.pending(thread)[0].question.title == "Question 2 of 3"
    answer(user, thread)
    answer(user, thread)
    (attempt,) = user.ports.attempts.all("local")
    assert attempt.total == 3
    assert [a["given"] for a in attempt.result["answers"]] == ["a", "a", "a"]
    assert attempt.score == sum(a["item"]["key"] == "a" for a in attempt.result["answers"])
    ask(user, "When is the exam?", thread)
    assert user.thread(thread).status in ("done", "waiting")


def test_an_undelivered_answer_is_delivered(golden: GraphAgent) -> None:
    """What was decided then counts now."""
    user = golden.for_user("local")
    thread = thread_of(golden, QUIZ, "cut_off").id
    assert user.pending(thread) == []
    done(user.resume(thread, model=RULES))
    assert user.pending(thread)[0].question.title == "Question 2 of 3"
    assert user.state(thread)["user_answers"] == ["b"]


def test_an_admitted_message_is_answered(golden: GraphAgent) -> None:
    """The message was accepted then, and gets its answer now."""
    user = golden.for_user("local")
    thread = thread_of(golden, "When is the exam?", "cut_off").id
    done(user.resume(thread, model=RULES))
    assert [turn.text for turn in user.history(thread)] == ["When is the exam?", "Thanks!"]
    for asked in user.pending(thread):
        reply = Reply(option=asked.question.options[0].id)
        done(user.answer(thread, asked.question.id, reply, model=RULES))
    assert user.history(thread)[1].answer
