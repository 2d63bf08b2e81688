"""What is out of reach or cannot be read any more: said, and gone on without."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from agent.adapters.courses.cache import SqliteSearchCache
from agent.errors import NotApproved, ProviderError
from agent.facade import GraphAgent
from agent.ports import Course
from agent.questions import payload_digest
from agent.workflows.coach.nodes import ending
from tests.fakes import open_fake_agent
from tests.fakes_coach import FakeSite
from tests.stores import ledger_tables
from tests.workflows.coach.desk import plan
from tests.workflows.coach.talk import Learner, last, notices

Plain = dict[str, Any]
GOAL = "I want to learn SQL and Python, 6 hours a week"
DOWN = ProviderError("It did not answer in time.", problem="timeout")


def outside(name: str, source: Any = "site") -> Course:
    return Course(
        id=f"{source}-1",
        title=f"Python {name}",
        url=f"https://{source}.example/python",
        provider=f"{source}.example",
        level=1,
        skills={},
        description="A course from outside.",
        source=source,
    )


@pytest.fixture
def site() -> FakeSite:
    return FakeSite([outside("on the site")], name="Site")


@pytest.fixture
def web() -> FakeSite:
    return FakeSite([outside("on the web", "web")], name="Web")


Opened = Callable[..., Learner]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    agents: list[GraphAgent] = []

    def open_(**more: Any) -> Learner:
        agents.append(open_fake_agent(tmp_path, **more))
        return Learner(agents[-1])

    yield open_
    for agent in agents:
        agent.close()


# Course sites


def test_a_site_is_searched_with_names_and_not_with_all_that_was_said(
    opened: Opened, site: FakeSite
) -> None:
    learner = opened(course_site=site)
    turn = learner.to("courses", "I am Ada, 52, ill at home, and want to learn Python")
    assert site.searches == ["Python"]
    assert "Ada" not in str(site.searches)
    sources = {course["source"] for course in last(turn, "coach_courses")["courses"]}
    assert "catalogue" in sources


def test_a_site_that_fails_is_said_and_the_catalogue_is_there(
    opened: Opened, site: FakeSite
) -> None:
    site.raising = DOWN
    learner = opened(course_site=site)
    turn = learner.to("courses", GOAL)
    assert last(turn, "coach_courses")["courses"]
    assert sum("Site" in text for text in notices(turn)) == 1
    assert last(turn, "coach_courses")["notices"] == []
    assert learner.asks == "courses"


def test_a_web_that_fails_is_told_once(opened: Opened, web: FakeSite) -> None:
    web.raising = DOWN
    learner = opened(course_web=web)
    learner.ask("I want to learn pottery, 3 hours a week")
    learner.choose("own_work")
    turn = learner.keep()
    told = [*notices(turn), *last(turn, "coach_courses")["notices"], turn.answer]
    assert sum("Web" in text for text in told) == 1
    assert sum("no course that fits" in text for text in told) == 1


def test_what_was_found_outside_is_not_asked_for_again_within_a_day(
    opened: Opened, site: FakeSite
) -> None:
    now = [datetime(2026, 11, 22, tzinfo=UTC)]
    cache = SqliteSearchCache(ledger_tables(), lambda: now[0])
    learner = opened(course_site=site, course_cache=cache)
    learner.to("courses", GOAL)
    Learner(learner.agent).to("courses", GOAL)
    assert len(site.searches) == 1
    now[0] += timedelta(hours=25)
    Learner(learner.agent).to("courses", GOAL)
    assert len(site.searches) == 2


def test_the_web_is_searched_when_more_is_asked_for(opened: Opened, web: FakeSite) -> None:
    learner = opened(course_web=web)
    learner.to("courses", GOAL)
    assert web.searches == []
    learner.choose("more")
    assert len(web.searches) == 1


def test_a_goal_outside_the_catalogue_gets_what_the_web_has(opened: Opened, web: FakeSite) -> None:
    web.courses = [outside("pottery", "web")]
    learner = opened(course_web=web)
    learner.ask("I want to learn pottery, 3 hours a week")
    learner.choose("own_work")
    turn = learner.keep()
    (course,) = last(turn, "coach_courses")["courses"]
    assert (course["source"], course["hours"]) == ("web", None)
    turn = learner.choose("satisfied")
    assert last(turn, "coach_plan")["plan"]["recommended_courses"] == [course]


@pytest.mark.parametrize("hours", ["many", "nan", "-2"])
def test_a_button_of_an_older_page_is_refused_with_a_sentence(learner: Learner, hours: str) -> None:
    learner.plan(GOAL)
    turn = learner.ask("hours", picked={"act": "hours", "milestone": "M1", "value": hours})
    assert turn.status == "failed"
    assert turn.error
    assert "unknown" in turn.error["message"]


# Approvals


def test_what_another_conversation_logged_meanwhile_is_not_lost(learner: Learner) -> None:
    """A card may wait for days, and the plan goes on elsewhere."""
    learner.plan(GOAL)
    learner.ask("bananas forever")
    learner.choose("progress")
    assert learner.asks == "milestone"
    Learner(learner.agent).finish("M1")
    learner.fill(what="done", milestone="M2", hours=None, weeks=None)
    (kept,) = learner.user.ports.plans.all("local")
    assert [bool(each["done"]) for each in kept.plan["milestones"][:2]] == [True, True]


def test_a_change_to_a_plan_that_has_moved_on_is_not_kept(learner: Learner) -> None:
    learner.plan(GOAL)
    learner.edit("M2", "later")
    Learner(learner.agent).finish("M1")
    turn = learner.approve()
    assert turn.status == "failed"
    assert turn.error
    assert "another conversation" in turn.error["message"]
    (kept,) = learner.user.ports.plans.all("local")
    assert kept.plan["milestones"][0]["done"]
    learner.edit("M2", "later")
    learner.approve()
    (kept,) = learner.user.ports.plans.all("local")
    assert kept.plan["milestones"][0]["done"]
    assert kept.plan == learner.state["learning_plan"]


def test_another_plan_than_the_one_on_the_card_is_not_kept() -> None:
    shown = plan().model_dump(mode="json")
    state: Any = {
        "learning_plan": {**shown, "hours_a_week": 60},
        "approved": payload_digest(shown),
    }
    with pytest.raises(NotApproved):
        ending._approved(state, None)  # type: ignore[arg-type]
