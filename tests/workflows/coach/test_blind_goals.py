"""Goals written without sight of the rules, through the whole of the Coach with no model."""

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from agent.adapters.courses.catalogue import Catalogue
from agent.adapters.library.schema import SCHEMA
from agent.facade import GraphAgent
from agent.store.database import Database
from agent.store.records import Turn
from agent.workflows.coach.planning.contracts import LearningPlan
from tests.fakes import open_fake_agent
from tests.workflows.coach.talk import Learner, last, said


@dataclass(frozen=True)
class Row:
    id: str
    text: str
    language: str
    covered: bool
    expects: dict[str, Any]


GOALS = Path(__file__).parents[2] / "data" / "coach" / "goals.json"
ROWS = [Row(**each) for each in json.loads(GOALS.read_text())]
COVERED = [row for row in ROWS if row.covered]


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphAgent]:
    """With the courses that come with the app, searched by words alone."""
    folder: Path = tmp_path_factory.mktemp("blind")
    with closing(Database(folder / "courses.db", SCHEMA)) as database:
        agent = open_fake_agent(folder, courses=Catalogue(database))
        yield agent
        agent.close()


def named(row: Row) -> str:
    return row.id


def proposed(learner: Learner, row: Row) -> Turn:
    """Up to the plan's card, as somebody who says what they want when they are asked again."""
    turn = learner.ask(row.text)
    while learner.waits and learner.asks != "approve":
        turn = learner.choose("new_goal") if learner.asks == "clarify" else learner.agree()
    return turn


@pytest.mark.parametrize("row", COVERED, ids=named)
def test_a_goal_that_is_covered_gets_a_valid_plan(agent: GraphAgent, row: Row) -> None:
    learner = Learner(agent)
    turn = proposed(learner, row)
    assert learner.waits, said(turn)
    plan = LearningPlan.model_validate(last(turn, "coach_plan")["plan"])
    assert "prerequisite" not in {each.rule for each in plan.findings}
    assert all(each.hours <= 40 for each in plan.milestones)
    assert plan.goal.language == row.language
    known = {course.id: course for course in agent.ports.courses.all()}
    for course in plan.recommended_courses:
        assert (course.title, course.url) == (known[course.id].title, known[course.id].url)
    hours, first = 0.0, date.fromisoformat(plan.start)
    for each in plan.milestones:
        assert each.courses or each.no_course
        assert each.start <= each.due
        hours += each.hours
        days = (date.fromisoformat(each.due) - first).days + 1
        assert hours * 7 / days <= plan.hours_a_week * 1.001, "no more than there is until then"
    starts = [each.start for each in plan.milestones]
    assert starts == sorted(starts)


@pytest.mark.parametrize("row", [row for row in ROWS if not row.covered], ids=named)
def test_a_goal_that_is_not_covered_is_told_so(agent: GraphAgent, row: Row) -> None:
    """And becomes a plan of own work, without a word about courses."""
    learner = Learner(agent)
    turn = learner.ask(row.text)
    while learner.waits and learner.asks != "approve":
        fields = {field.id for field in getattr(learner.question, "fields", ())}
        assert fields.isdisjoint({"budget", "course_language"})
        turn = learner.choose("own_work") if learner.asks == "uncovered" else learner.agree()
    assert last(turn, "coach_gaps")["uncovered"]
    assert not last(turn, "coach_courses")
    plan = LearningPlan.model_validate(last(turn, "coach_plan")["plan"])
    assert all(each.no_course and not each.courses for each in plan.milestones)
    assert len({each.title for each in plan.milestones}) == len(plan.milestones)
