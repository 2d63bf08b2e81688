"""What the Coach leaves to look at: goal, skills, courses, plan, changes, progress."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from agent.workflows.coach.planning.contracts import SkillGap
from tests.ui.coach_turns import (
    COURSES,
    EVIL,
    change,
    course,
    courses,
    finding,
    gaps,
    goal,
    milestone,
    on,
    plan,
    planned,
    progress,
    today,
)
from ui.views import timeline

Plain = dict[str, Any]


@pytest.fixture(autouse=True)
def agent(app: AppTest) -> None:
    """The names of skills come from the catalogue."""
    assert not app.exception


def drawn(kind: str, data: Plain, *, live: bool = False) -> AppTest:
    page = AppTest.from_file("artefact_page.py", default_timeout=20)
    page.session_state["artefact"] = (kind, data, live)
    page.run()
    assert not page.exception
    return page


def texts(page: AppTest) -> str:
    kinds = (page.markdown, page.caption, page.warning, page.error, page.expander)
    return "\n".join(
        getattr(each, "value", "") or getattr(each, "label", "") for kind in kinds for each in kind
    )


# The goal and its skills


def test_skills_are_compared_with_reason_and_evidence() -> None:
    said = texts(drawn("coach_gaps", gaps()))
    assert "1 of 2 to learn" in said
    assert "Models are judged by it." in said
    assert "7 of 9 quiz questions on Python" in said
    assert "| ●●○ | ○○○ |" in said
    assert "| ●●○ | ●●○ ✓ |" in said
    assert said.index("**Statistics**") < said.index("**Python**")


# Courses


def test_a_course_is_told_with_its_reason_host_and_link_date() -> None:
    told_by = {"source": "model", "notices": ["The site did not answer."]}
    said = texts(drawn("coach_courses", courses(**told_by)))
    for told in (
        "Introduction to Probability and Data](https://courses.example/probability) (courses",
        "Why this one:** It begins from nothing",
        "5 weeks · 30 h",
        "Catalogue · link answered on 20 Nov 2026",
        "Web search · link last answered on 21 Nov 2026",
        "The site did not answer.",
    ):
        assert told in said
    assert said.count("does not answer]") == 1


# The plan


def test_an_adjustment_is_a_difference_by_milestone() -> None:
    known, *_ = COURSES
    changed = [
        change(),
        change(field="hours", before="24", after="18"),
        change(milestone="M3"),
        change(milestone="M3", field="courses", before=known["id"], after=""),
    ]
    said = texts(drawn("coach_plan", planned(plan(), changes=changed, comment="Less in *May*")))
    assert "M2, M3" in said
    assert f"~~{known['title']}~~" in said
    assert "**M2 First models**" in said
    assert "1 Dec 2026 → **15 Dec 2026**" in said
    assert "Hours: :red-background[~~24~~] → :green-background[18]" in said
    assert "**M3 Models that hold up in use**" in said
    assert "“Less in \\*May\\*”" in said


def test_a_weak_topic_leads_into_the_tutor() -> None:
    weak = {"topic": "sql-joins", "subject": "databases", "milestone": "M2"}
    page = drawn("coach_progress", progress(weak=[weak]))
    assert "**Sql joins** is weak in your quizzes, and M2 needs it." in texts(page)
    assert len(page.get("popover")) == 1
    assert "sql-joins" not in texts(page)
    assert not drawn("coach_progress", progress(weak=[weak]), live=True).get("popover")


# How milestones stand


def test_a_milestone_is_done_late_next_or_later() -> None:
    of = plan(
        milestone(1, done=on(-30), due=on(-25), start=on(-40)),
        milestone(2, start=on(-24), due=on(-1)),
        milestone(3, start=on(-20), due=on(0)),
        milestone(4, start=on(1), due=on(9)),
    )["milestones"]
    assert list(timeline.standings(of, today()).values()) == ["done", "late", "next", "later"]


# Who was called


# What others wrote


def test_nothing_of_others_is_obeyed() -> None:
    gap = SkillGap(skill="x", name=EVIL, required=1, held=0, reason=EVIL, evidence=EVIL)
    bad = course(title=EVIL, description=EVIL, reason=EVIL, url="javascript:alert(1)")
    step = milestone(1, title=EVIL, outcome=EVIL, proof=EVIL, tips=EVIL, proven=EVIL)
    coverage = {"x": {"name": EVIL, "required": 1, "by": {}}}
    shown = (
        ("coach_goal", {**goal(text=EVIL), "asked": []}),
        ("coach_gaps", gaps(gaps=[gap.model_dump()], uncovered=[EVIL], near=[EVIL])),
        ("coach_courses", courses(courses=[bad], coverage=coverage, notices=[EVIL])),
        (
            "coach_plan",
            planned(
                plan(step, findings=(finding(EVIL),)),
                comment=EVIL,
                changes=[change(before=EVIL, after="", field="title")],
            ),
        ),
    )
    for kind, data in shown:
        said = texts(drawn(kind, data))
        assert "http://evil" not in said.replace("http:\u2060//evil", "")
        assert "](javascript" not in said
        assert "![x" not in said.replace("\\!", "")


def test_a_live_artefact_has_no_buttons() -> None:
    for kind, data in (("coach_courses", courses()), ("coach_plan", planned(plan()))):
        assert not drawn(kind, data, live=True).button
    quiz = {"topic": "Joins", "text": "Ask me", "subject": "databases"}
    assert not drawn("coach_quiz", quiz, live=True).get("popover")
    assert drawn("coach_quiz", quiz).get("popover")
