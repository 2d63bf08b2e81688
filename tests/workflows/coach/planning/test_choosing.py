"""Which courses are recommended: real ones, few, in an order to take them, each with a reason."""

from typing import Any

import pytest

from agent.adapters.courses import built_in as catalogue
from agent.ports.courses import Course
from agent.workflows.coach.planning.contracts import Goal, SkillGap
from agent.workflows.coach.planning.gaps import choose, coverage
from tests.workflows.coach.planning.learners import courses_for, gaps_of


def course(id_: str, skills: dict[str, Any], **more: Any) -> Course:
    given: dict[str, Any] = {"level": 1, "description": "", "hours": 20.0, "is_free": True}
    return Course(id_, id_.title(), f"https://x.org/{id_}", "x.org", skills=skills, **given | more)


def gap(skill: str, required: Any = 2, held: Any = 0) -> SkillGap:
    return SkillGap(skill=skill, name=skill.title(), required=required, held=held, reason="Why.")


LEARN = Goal(text="it", skills={"a": 2, "b": 2})
TWO = [gap("a"), gap("b")]


def ids(courses: list[Any]) -> list[str]:
    return [each.id for each in courses]


def test_what_a_source_outside_does_not_tell_is_not_made_up():
    outside = course("web", {}, level=0, hours=None, source="web")
    (chosen,) = choose([outside], TWO, LEARN)
    assert chosen.difficulty == ""
    assert chosen.reason.startswith("Found for your goal; its source does not say")


def test_courses_that_are_only_near_are_left_out():
    chosen = choose([course("both", {"a": 2, "b": 2}), course("near", {"c": 1})], TWO, LEARN)
    assert ids(chosen) == ["both"]


def test_what_is_gone_or_paid_is_left_out_while_others_are_left():
    courses = [
        course("gone", {"a": 2}, is_gone=True),
        course("paid", {"a": 2}, is_free=False),
        course("free", {"a": 2}),
        course("who-knows", {"b": 2}, is_free=None),
    ]
    chosen = choose(courses, TWO, LEARN.model_copy(update={"budget": "free"}))
    assert ids(chosen) == ["free", "who-knows"]
    assert ids(choose(courses[:1], TWO, LEARN)) == ["gone"]


def test_the_language_is_kept_to_where_it_can_be():
    courses = [course("english", {"a": 2}), course("spanish", {"a": 1}, language="es")]
    in_spanish = LEARN.model_copy(update={"course_language": "es"})
    assert ids(choose(courses, TWO, in_spanish)) == ["spanish"]
    assert ids(choose(courses[:1], TWO, in_spanish)) == ["english"]


def test_at_most_five_and_each_once():
    courses = [course(f"c{n}", {f"s{n}": 2}) for n in range(9)]
    open_ = [gap(f"s{n}") for n in range(9)]
    chosen = choose([*courses, *courses], open_, Goal(text="all"))
    assert len(chosen) == len(set(ids(chosen))) == 5


def test_coverage_tells_how_far_each_course_leads():
    chosen = choose([course("one", {"a": 1, "z": 3}), course("two", {"a": 2})], TWO, LEARN)
    assert coverage(chosen, [*TWO, gap("held", 1, 1)]) == {
        "a": {"name": "A", "required": 2, "by": {"one": 1, "two": 2}},
        "b": {"name": "B", "required": 2, "by": {}},
    }


@pytest.mark.parametrize("role", catalogue.roles(), ids=lambda role: role.id)
def test_every_role_gets_courses_that_exist_in_an_order_that_works(role):
    wanted = Goal(text=role.id, role=role.id, skills=role.skills)
    open_ = gaps_of(wanted)
    chosen = courses_for(wanted, open_)
    real = {each.id: each for each in catalogue.courses()}
    assert 1 <= len(chosen) <= 5
    assert all((real[c.id].title, real[c.id].url) == (c.title, c.url) for c in chosen)
    assert all(c.reason or c.skills for c in chosen)
