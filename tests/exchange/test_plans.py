"""Learning plans as files: as the golden files have them, and as other parsers read them."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest
from icalendar import Calendar

from agent.exchange import plans
from agent.exchange.plans import Options, Study
from agent.ports import StoredPlan
from agent.workflows.coach.planning.contracts import (
    CourseInfo,
    Finding,
    Goal,
    LearningPlan,
    Milestone,
)
from tests.exchange.test_exports import expect_golden

Plain = dict[str, Any]

SKILLS = {"statistics": "Statistics", "python": "Python"}
COURSE = CourseInfo(
    id="c1",
    title="Data [and] *chance*",
    url="https://courses.example/data?a=1&b=2",
    description="",
    difficulty="beginner",
    source="catalogue",
    reason="It begins from nothing; it is free.",
)
STORED = StoredPlan(
    id="p1",
    thread="t",
    title="Move into machine learning, calmly",
    status="in_progress",
    at="2026-12-03T10:15:00+00:00",
    plan=LearningPlan(
        id="p1",
        goal=Goal(text="Move into machine learning, calmly", hours_a_week=6),
        milestones=(
            Milestone(
                id="M1",
                title="Statistics; from data",
                outcome="Read a study.",
                skills={"statistics": 2},
                courses=("c1", "gone"),
                hours=12,
                start="2026-12-01",
                due="2026-12-14",
                proof="A notebook of your own.",
                tips="By hand first.",
                done="2026-12-02",
                proven='=HYPERLINK("x") | https://me.example',
            ),
            Milestone(
                id="M2",
                title="First models",
                outcome="Train a model,\nand say how good it is.",
                skills={"python": 2, "other": 1},
                no_course="No course is free.",
                hours=9.5,
                start="2026-12-15",
                due="2027-01-04",
                prerequisites=("M1",),
                proof="A model on data of your own.",
            ),
        ),
        recommended_courses=(COURSE,),
        estimated_duration="5 weeks",
        created_at="2026-12-01T10:15:00+00:00",
        status="in_progress",
        hours_a_week=6,
        start="2026-12-01",
        findings=(Finding(rule="deadline", sentence="It ends *after* your deadline."),),
    ).model_dump(mode="json"),
)
STUDY = Study(("MO", "TH"), time(18, 30))
FORMATS = {format_.name: format_ for format_ in plans.FORMATS}


def events(stored: StoredPlan = STORED, study: Study | None = None) -> dict[str, Any]:
    calendar = Calendar.from_ical(plans.write_calendar(stored, Options(SKILLS, study)))
    return {str(event["uid"]): event for event in calendar.walk("VEVENT")}


@pytest.mark.parametrize("name", ["calendar", "markdown", "csv"])
def test_the_file_is_the_golden_one(name):
    format_ = FORMATS[name]
    written = format_.write(STORED, Options(SKILLS, STUDY))
    expect_golden(f"plan{format_.suffix}", written)
    assert written == format_.write(STORED, Options(SKILLS, STUDY))


def test_blocks_to_learn_hold_the_hours_of_what_is_left():
    found = events(study=STUDY)
    assert "p1-M1-study@interlude" not in found
    block = found["p1-M2-study@interlude"]
    assert block["dtstart"].dt == datetime(2026, 12, 17, 18, 30)  # noqa: DTZ001 - the learner's own
    rule = block["rrule"]
    assert rule["BYDAY"] == ["MO", "TH"]
    sittings = _sittings(block)
    assert [day.weekday() for day in sittings] == [3, 0, 3, 0, 3, 0]
    assert sittings[0] >= date(2026, 12, 15)
    assert sittings[-1] <= date(2027, 1, 4)
    learned = block["duration"].dt * len(sittings)
    assert abs(learned - timedelta(hours=9.5)) < timedelta(minutes=5 * len(sittings))


def _sittings(block: Any) -> list[date]:
    """As a calendar works them out."""
    rule = block["rrule"]
    days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    start, until = block["dtstart"].dt, rule["UNTIL"][0]
    every = (start + timedelta(days=n) for n in range((until - start).days + 1))
    return [at.date() for at in every if days[at.weekday()] in rule["BYDAY"] and at <= until]


def test_a_milestone_without_a_study_day_in_it_has_no_block():
    short = {**STORED.plan["milestones"][1], "start": "2026-12-15", "due": "2026-12-16"}
    stored = replace(STORED, plan={**STORED.plan, "milestones": [short]})
    assert list(events(stored, STUDY)) == ["p1-M2@interlude"]


def test_a_later_export_moves_the_same_events():
    moved = {**STORED.plan["milestones"][1], "due": "2027-02-01"}
    plan = {**STORED.plan, "milestones": [STORED.plan["milestones"][0], moved]}
    later = replace(STORED, plan=plan, at="2026-12-20T08:00:00+00:00")
    before, after = events(study=STUDY), events(later, STUDY)
    assert before.keys() == after.keys()
    assert all(before[uid]["sequence"] < after[uid]["sequence"] for uid in before)
    assert after["p1-M2@interlude"]["dtstart"].dt == date(2027, 2, 1)


def test_what_is_not_approved_is_tentative():
    assert {event["status"] for event in events().values()} == {"CONFIRMED"}
    draft = replace(STORED, status="draft")
    assert {event["status"] for event in events(draft).values()} == {"TENTATIVE"}


def test_no_text_breaks_out_of_its_event():
    evil = "x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:evil\x00"
    worse = {**STORED.plan["milestones"][1], "title": evil, "proof": evil, "tips": evil}
    stored = replace(STORED, title=evil, plan={**STORED.plan, "milestones": [worse]})
    assert list(events(stored)) == ["p1-M2@interlude"]
