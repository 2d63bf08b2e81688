"""A process sleeps, a clock is put right, a file is lost or old: accepted answers stay."""

import time
import zipfile
from pathlib import Path

import pytest
from langgraph.checkpoint.base import id as checkpoint_ids

from agent import Settings, open_agent
from agent.events import Failed, StepStarted
from agent.facade import GraphAgent, UserAgent
from tests.core.talk import QUIZ, answer, ask, checkpoints, done, outcome, start, statuses
from tests.fakes import MODEL, RULES, Pause, Says, open_fake_agent

DAY_NS = 86_400 * 10**9


@pytest.fixture
def reopen(folder):
    """The user of a further agent on the same files."""
    opened: list[GraphAgent] = []

    def open_another() -> UserAgent:
        opened.append(open_fake_agent(folder))
        return opened[-1].for_user("local")

    yield open_another
    for each in opened:
        each.close()


def title(user: UserAgent, thread: str) -> str:
    (asked,) = user.pending(thread)
    return asked.question.title


def expire_leases(agent: GraphAgent) -> None:
    """As after thirty seconds without a heartbeat."""
    agent.ledger.db.run("update leases set expires = 0")


def test_a_process_that_slept_destroys_no_answer(agent, user, script, reopen):
    """Another one has taken its thread, and has been answered there."""
    pause = Pause()
    script.add(Says("Slowly said", pause=pause))
    slow = start(user, "Tell me", model=MODEL)
    pause.wait_until_reached()
    expire_leases(agent)
    other = reopen()
    other.stop(slow.thread)
    ask(other, QUIZ, thread=slow.thread)
    answer(other, slow.thread, "a")
    assert title(other, slow.thread) == "Question 2 of 3"
    before = other.history(slow.thread), other.steps(slow.thread), other.state(slow.thread)

    pause.go_on()
    assert outcome(done(slow)) == "failed"
    assert [e.step for e in slow.events() if isinstance(e, StepStarted)] == ["think"]
    after = other.history(slow.thread), other.steps(slow.thread), other.state(slow.thread)
    assert after == before
    answer(other, slow.thread, "a")
    assert title(other, slow.thread) == "Question 3 of 3"
    answer(other, slow.thread, "a")
    assert statuses(other, slow.thread) == ["stopped", "done"]


def test_a_clock_that_was_ahead_stops_no_conversation(agent, user, reopen, monkeypatch):
    now = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: now() + DAY_NS)
    thread = ask(user, QUIZ)
    answer(user, thread, "a")
    assert checkpoints(agent, thread) == 2, "one of the parent and one of the subgraph"
    monkeypatch.setattr(time, "time_ns", now)
    # A new process has no memory of the time that its files were written at.
    monkeypatch.setattr(checkpoint_ids, "_last_v6_timestamp", None)
    later = reopen()
    assert title(later, thread) == "Question 2 of 3"
    answer(later, thread, "a")
    assert title(later, thread) == "Question 3 of 3"
    answer(later, thread, "a")
    assert statuses(later, thread) == ["done"]
    assert statuses(later, ask(later, "What is a foreign key?", thread=thread))[-1] == "done"


def test_a_lost_checkpoint_repeats_no_question(agent, user):
    thread = ask(user, QUIZ)
    answer(user, thread, "a")
    agent.flow.forget(thread)
    run = answer(user, thread, "b")
    (failed,) = [event for event in run.events() if isinstance(event, Failed)]
    assert failed.hint
    assert user.pending(thread) == []
    assert statuses(user, thread) == ["failed"]
    assert outcome(done(user.resume(thread, model=RULES))) == "failed"
    user.stop(thread)
    assert statuses(user, ask(user, "What is a foreign key?", thread=thread)) == ["stopped", "done"]


def test_a_live_run_is_never_taken_for_dead_by_its_own_process(agent, user, script):
    """Where something held up the whole process between a heartbeat and the look around."""
    pause = Pause()
    script.add(Says("Slowly said", pause=pause))
    slow = start(user, "Tell me", model=MODEL)
    pause.wait_until_reached()
    expire_leases(agent)
    agent.recovery.recover(live=agent.runs.live())
    agent._watch()
    (lease,) = agent.ledger.db.all("select expires from leases")
    assert lease["expires"] > time.time(), "the heart beats for what is alive"
    assert user.thread(slow.thread).status == "running"
    pause.go_on()
    assert outcome(done(slow)) == "done"
    assert user.history(slow.thread)[0].answer == "Slowly said"


ARCHIVE = Path(__file__).parent / "golden" / "v1.zip"


def test_what_waited_or_was_cut_off_then_goes_on(folder):
    with zipfile.ZipFile(ARCHIVE) as archive:
        archive.extractall(folder)
    agent = open_agent(Settings(interlude_data=folder, interlude_embedder="none"))
    user = agent.for_user("local")
    threads = {(thread.title, thread.status): thread.id for thread in user.threads()}

    paused = threads["What is a foreign key?", "waiting"]
    assert "foreign key" in user.history(paused)[0].answer
    assert user.pending(paused)[0].question.title == "Question 2 of 3"
    answer(user, paused, "a")
    answer(user, paused, "a")
    (attempt,) = user.ports.attempts.all("local")
    assert attempt.total == 3
    assert [a["given"] for a in attempt.result["answers"]] == ["a", "a", "a"]
    assert attempt.score == sum(a["item"]["key"] == "a" for a in attempt.result["answers"])
    ask(user, "When is the exam?", thread=paused)
    assert user.thread(paused).status in ("done", "waiting")

    undelivered = threads[QUIZ, "cut_off"]
    assert user.pending(undelivered) == []
    done(user.resume(undelivered, model=RULES))
    assert user.pending(undelivered)[0].question.title == "Question 2 of 3"
    assert user.state(undelivered)["user_answers"] == ["b"]

    admitted = threads["When is the exam?", "cut_off"]
    done(user.resume(admitted, model=RULES))
    assert [turn.text for turn in user.history(admitted)] == ["When is the exam?", "Thanks!"]
    for asked in user.pending(admitted):
        answer(user, admitted, asked.question.options[0].id)
    assert user.history(admitted)[1].answer
    agent.close()
