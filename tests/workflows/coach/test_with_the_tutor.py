"""What quizzes have shown is evidence for gaps, and a reason for suggestions."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.ports import Mastery
from tests.fakes import open_fake_agent
from tests.workflows.coach.talk import Learner, last


class Known:
    """The Progress port, knowing what a test has put there."""

    def __init__(self) -> None:
        self.found: list[Mastery] = []

    def put(self, topic: str, share: float, *, answers: int = 9) -> None:
        known = Mastery("databases", topic, share, share < 0.7, answers, (), "2026-11-22")
        self.found.append(known)

    def mastery(self, _user: str, _subject: str = "") -> list[Mastery]:
        return sorted(self.found, key=lambda each: each.mastery)


@pytest.fixture
def known() -> Known:
    return Known()


@pytest.fixture
def learner(tmp_path: Path, known: Known) -> Iterator[Learner]:
    agent = open_fake_agent(tmp_path)
    object.__setattr__(agent.ports, "progress", known)
    yield Learner(agent)
    agent.close()


GOAL = "I want to learn SQL and Python, 6 hours a week"


def test_a_quiz_is_evidence_for_what_is_held(learner: Learner, known: Known) -> None:
    known.put("SQL", 0.95)
    turn = learner.to("skills", GOAL)
    gaps = {gap["skill"]: gap for gap in last(turn, "coach_gaps")["gaps"]}
    assert gaps["sql"]["held"] > 0
    assert "9" in gaps["sql"]["evidence"]
    assert gaps["python"]["held"] == 0
    assert gaps["python"]["evidence"] == ""


def test_a_weak_topic_of_the_plan_comes_back_with_the_progress(
    learner: Learner, known: Known
) -> None:
    learner.plan(GOAL)
    known.put("SQL", 0.3)
    known.put("pottery", 0.1)
    turn = learner.finish("M1")
    assert [weak["topic"] for weak in last(turn, "coach_progress")["weak"]] == ["SQL"]


def test_recommendations_do_what_they_say(learner: Learner) -> None:
    learner.plan(GOAL)
    found = {each.id: each for each in learner.user.recommendations(str(learner.thread))}
    assert set(found) == {"quiz", "done"}
    turn = learner.ask(found["quiz"].text, **found["quiz"].inputs)
    assert last(turn, "coach_quiz")["milestone"] == "M1"
    turn = learner.ask(found["done"].text, **found["done"].inputs)
    assert last(turn, "coach_progress")["done"] == 1


def test_after_courses_alone_a_plan_is_offered(learner: Learner) -> None:
    learner.ask("SQL", picked={"act": "more_courses"})
    learner.choose("satisfied")
    found = {each.id: each for each in learner.user.recommendations(str(learner.thread))}
    assert set(found) == {"plan"}
    learner.ask(found["plan"].text, **found["plan"].inputs)
    assert learner.asks == "goal"


def test_a_draft_that_was_left_is_offered_again(learner: Learner) -> None:
    learner.to("approve", GOAL)
    learner.cancel()
    (only,) = learner.user.recommendations(str(learner.thread))
    learner.ask(only.text, **only.inputs)
    assert learner.asks == "approve"
