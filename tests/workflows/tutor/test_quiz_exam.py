"""The exam: no word until its end, a clock on the server, and a result whatever happens."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from agent.errors import AgentError
from agent.facade import GraphAgent, UserAgent
from agent.questions import Choice, Reply, digest, to_json
from agent.store.records import Asked
from agent.workflows.tutor.quiz import graph, nodes
from tests import fakes
from tests.workflows.tutor.test_quiz import runtime, started

Plain = dict[str, Any]

MINUTES = 30
SETUP = {"num_questions": 3, "topics": ["normalisation"], "exam_minutes": MINUTES}
PAST = "2026-01-01T00:00:00+00:00"


@pytest.fixture
def agent(tmp_path: Path) -> Iterator[GraphAgent]:
    opened = fakes.open_fake_agent(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def user(agent: GraphAgent) -> UserAgent:
    return agent.for_user("local")


def begin(user: UserAgent) -> str:
    run = user.ask(
        "tutor", None, "An exam", model=fakes.RULES, asignatura="databases", quiz_setup=SETUP
    )
    assert run.wait(20)
    return run.thread


def card(user: UserAgent, thread: str) -> Asked:
    [asked] = user.pending(thread)
    return asked


def answer(user: UserAgent, thread: str, option: str) -> None:
    asked = card(user, thread).question
    assert isinstance(asked, Choice)
    reply = Reply(option=fakes.shown_as(option, [(o.id, o.label) for o in asked.options]))
    assert user.answer(thread, asked.id, reply, model=fakes.RULES).wait(20)


def kinds(user: UserAgent, thread: str) -> list[str]:
    return [entry.kind for entry in user.history(thread)[-1].entries]


def result(user: UserAgent, thread: str) -> Plain:
    entries = user.history(thread)[-1].entries
    [data] = [entry.data for entry in entries if entry.kind == "quiz_result"]
    return data


def let_time_run_out(agent: GraphAgent, user: UserAgent, thread: str) -> Asked:
    """As if the deadline of the card that waits had passed by the clock."""
    asked = card(user, thread)
    late = replace(asked.question, expires=PAST)
    agent.ledger.db.run(
        "update questions set payload = ?, digest = ?, expires = ? where id = ?",
        json.dumps(to_json(late)),
        digest(late),
        PAST,
        late.id,
    )
    return card(user, thread)


def test_cards_expire_at_one_deadline_and_nothing_is_told_before_the_end(user: UserAgent) -> None:
    thread = begin(user)
    first = card(user, thread).question
    answer(user, thread, "a")
    second = card(user, thread).question
    assert first.expires == second.expires
    left = datetime.fromisoformat(str(first.expires)) - datetime.now(UTC)
    assert timedelta(minutes=MINUTES - 1) < left <= timedelta(minutes=MINUTES)
    assert "feedback" not in kinds(user, thread)
    assert not user.state(thread).get("scores")
    answer(user, thread, "b")
    answer(user, thread, "skip")
    ended = result(user, thread)
    assert [a["outcome"] for a in ended["answers"]] == ["right", "right", "skipped"]
    assert (ended["score"], ended["total"], ended["over"]) == (2, 3, "finished")
    assert "feedback" not in kinds(user, thread)


def test_after_the_deadline_no_answer_counts_and_the_rest_is_skipped(
    agent: GraphAgent, user: UserAgent
) -> None:
    thread = begin(user)
    answer(user, thread, "a")
    late = let_time_run_out(agent, user, thread)
    with pytest.raises(AgentError, match="expired"):
        user.answer(thread, late.question.id, Reply(option="b"), model=fakes.RULES)
    assert user.ask_again(late.question.id, model=fakes.RULES).wait(20)
    ended = result(user, thread)
    assert [a["outcome"] for a in ended["answers"]] == ["right", "skipped", "skipped"]
    assert (ended["score"], ended["total"], ended["over"]) == (1, 3, "time")
    assert user.pending(thread) == []
    [attempt] = user.ports.attempts.all("local")
    assert (attempt.score, attempt.total) == (1, 3)


def test_the_clock_survives_a_restart(tmp_path: Path) -> None:
    agent = fakes.open_fake_agent(tmp_path)
    user = agent.for_user("local")
    thread = begin(user)
    answer(user, thread, "a")
    before = card(user, thread).question
    agent.close()
    agent = fakes.open_fake_agent(tmp_path)
    user = agent.for_user("local")
    assert card(user, thread).question == before
    answer(user, thread, "b")
    assert card(user, thread).question.expires == before.expires
    late = let_time_run_out(agent, user, thread)
    agent.close()
    agent = fakes.open_fake_agent(tmp_path)
    user = agent.for_user("local")
    assert user.ask_again(late.question.id, model=fakes.RULES).wait(20)
    assert result(user, thread)["over"] == "time"
    assert result(user, thread)["score"] == 2
    agent.close()


def test_ending_an_exam_early_scores_what_was_answered(user: UserAgent) -> None:
    thread = begin(user)
    answer(user, thread, "d")
    answer(user, thread, "end")
    ended = result(user, thread)
    assert (ended["score"], ended["total"], ended["left"], ended["over"]) == (0, 1, 2, "ended")


def test_a_cancelled_exam_is_not_scored(user: UserAgent) -> None:
    thread = begin(user)
    answer(user, thread, "a")
    assert user.cancel(card(user, thread).question.id, model=fakes.RULES).wait(20)
    assert "quiz_result" not in kinds(user, thread)
    assert user.ports.attempts.all("local") == []


def test_cancelling_after_the_deadline_does_not_undo_the_exam() -> None:
    """An exam that went badly cannot be taken back when its time is up."""
    state = started(deadline=PAST, quiz_setup={"exam_minutes": 5}, drafted={})
    reply = Reply(cancelled=True)
    with patch.object(nodes, "ask", return_value=reply), patch.object(nodes, "from_json"):
        assert nodes.answer_question(state, runtime())["quiz_over"] == "time"
        calm = {**state, "deadline": None}
        assert nodes.answer_question(calm, runtime())["quiz_over"] == "cancelled"


def test_a_card_is_not_drafted_when_time_has_run_out_meanwhile() -> None:
    state = started(
        deadline=PAST,
        quiz_setup={"exam_minutes": 5},
        questions=[{}, {}, {}],
        user_answers=["a"],
        answer_notes=[{"asked": PAST}],
        current_question_index=1,
    )
    update = nodes.present_question(state, runtime())
    assert update["quiz_over"] == "time"
    assert update["user_answers"] == ["a", "", ""]
    assert graph.test_router({**state, **update}) == "grade_exam"


def test_grading_goes_on_where_it_failed(tmp_path: Path) -> None:
    """Each answer of an exam is graded once: what was graded stays so when the next one fails."""
    free = [
        replace(fakes.item(n), kind="free", options=(), key="Each fact once", terms=(("fact",),))
        for n in (1, 2)
    ]
    free = [replace(item, evidence=f"Sentence {item.id} of the notes.") for item in free]
    script = fakes.Script()
    agent = fakes.open_fake_agent(tmp_path, bank=free, script=script)
    user = agent.for_user("local")
    setup = {**SETUP, "num_questions": 2, "kinds": ["free"]}
    run = user.ask(
        "tutor", None, "An exam", model=fakes.MODEL, asignatura="databases", quiz_setup=setup
    )
    assert run.wait(20)
    reads = fakes.Gives("grade_free_answer", {"right": True, "why": "It does."})
    error = AgentError("The model is gone.", hint="Try again.")
    script.add(reads, fakes.Breaks(error), reads)
    for _ in free:
        asked = card(user, run.thread).question.id
        assert user.answer(run.thread, asked, Reply(text="A fact"), model=fakes.MODEL).wait(20)
    assert user.history(run.thread)[-1].status == "failed"
    assert user.resume(run.thread, model=fakes.MODEL).wait(20)
    assert result(user, run.thread)["score"] == 2
    script.finish()
    agent.close()
