"""Goals, as people say them in three languages."""

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent import catalogue
from agent.workflows.coach.contracts import Goal
from agent.workflows.coach.planning.goals import goal_from, missing, with_details
from tests.workflows.coach.planning.learners import TODAY, goal

ROLES = {role.id: role.skills for role in catalogue.roles()}


def read(text: str) -> Goal | None:
    return goal_from(text, catalogue.skills(), catalogue.roles(), TODAY)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("我想学习 Python", {"language": "zh", "skills": {"python": 2}}),
        (
            "I want to move into machine learning, 6 hours a week, by June",
            {"skills": {"machine-learning": 2}, "hours_a_week": 6.0, "deadline": "2027-06-01"},
        ),
        ("Teach me to program from scratch", {"role": "beginner-programmer", "level": 0}),
        (
            "Quiero aprender bases de datos, 4 horas a la semana",
            {"language": "es", "skills": {"databases": 2}, "hours_a_week": 4.0},
        ),
        (
            (
                "I know some Python and want to get into web development. 1 hour a day, free course"
                "s in English, no deadline"
            ),
            {
                "skills": {"web-frontend": 2},
                "held": {"python": 1, "programming": 1},
                "level": 1,
                "hours_a_week": 7.0,
                "deadline": "",
                "course_language": "en",
                "budget": "free",
            },
        ),
        (
            "我会一点SQL，想在半年内转行做数据分析师，每天一小时，最好是免费的中文课程",
            {
                "language": "zh",
                "role": "data-analyst",
                "held": {"sql": 1},
                "level": 1,
                "hours_a_week": 7.0,
                "deadline": "2027-05-22",
                "course_language": "zh",
                "budget": "free",
            },
        ),
        (
            (
                "Quiero convertirme en científica de datos en 6 meses; dispongo de 10 horas"
                " semanales y prefiero cursos gratuitos en español"
            ),
            {
                "language": "es",
                "role": "data-scientist",
                "hours_a_week": 10.0,
                "deadline": "2027-05-22",
                "course_language": "es",
                "budget": "free",
            },
        ),
        (
            "零基础，想学编程，每周六小时，六月之前",
            {"level": 0, "hours_a_week": 6.0, "deadline": "2027-05-31"},
        ),
    ],
)
def test_a_goal_is_read(text: str, told: dict[str, Any]):
    found = goal(text).model_dump()
    assert {key: found[key] for key in told} == told


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("I want to learn machine learning and I already know SQL", {"sql": 2}),
        ("Ya sé SQL y quiero ser científico de datos", {"sql": 2}),
        ("我会SQL，想学机器学习", {"sql": 2}),
        ("SQL我已经会了，想转行做数据科学家", {"sql": 2}),
        ("I'm an expert in SQL and want to learn Scala", {"sql": 3}),
        ("没有编程基础，想学Python", {"programming": 0}),
        ("No sé nada de programación, quiero aprender Python", {"programming": 0}),
        ("I don't want to learn Java, teach me Python", {}),
        ("I know SQL and LaTeX. I want to study calculus", {"sql": 2, "latex": 2}),
    ],
)
def test_what_they_have_is_told_from_what_they_want(text: str, held: dict[str, int]):
    assert goal(text).held == held


def test_what_a_held_skill_builds_on_is_held_too():
    assert goal("I know Python and want to learn SQL").held == {"python": 2, "programming": 2}
    said = goal("I know Python, I don't know programming, I want to learn SQL").held
    assert said["programming"] == 0


def test_a_role_that_they_have_is_not_their_goal():
    found = goal("I'm a Java developer and want to become a machine learning engineer")
    assert found.role == "machine-learning-engineer"
    assert found.held.items() >= ROLES["java-developer"].items()


def test_a_role_brings_its_skills_and_named_ones_come_with_them():
    found = goal("I want to become a data analyst and learn LaTeX")
    assert found.skills == {**ROLES["data-analyst"], "latex": 2}


def test_a_subject_before_a_colon_is_what_is_wanted():
    found = goal("大学数学：微积分、线性代数，半年学完")
    assert (found.role, found.held) == ("mathematician", {})
    assert found.deadline == "2027-05-22"


def test_what_is_not_wanted_is_left_out():
    assert goal("No quiero aprender Java, quiero Python").skills == {"python": 2}


def test_more_of_a_skill_that_is_held_is_the_level_above_it():
    found = goal("I know some Scala and want to improve my Scala")
    assert (found.held["scala"], found.skills["scala"]) == (1, 2)


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("the basics of statistics", 1),
        ("aprender SQL", 2),
        ("精通算法", 3),
        ("master algorithms", 3),
    ],
)
def test_how_well_it_shall_be_known(text: str, level: int):
    assert set(goal(f"我想 {text}").skills.values()) == {level}


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("I'm a complete beginner and want to learn SQL", 0),
        ("desde cero, quiero aprender SQL", 0),
        ("我是初学者，想学SQL", 1),
        ("I'm intermediate, I want to learn SQL", 2),
        ("nivel avanzado, quiero aprender SQL", 3),
        ("I want to learn SQL", None),
        ("I want to learn advanced SQL", None),
    ],
)
def test_where_they_stand(text: str, level: int | None):
    assert goal(text).level == level


@pytest.mark.parametrize(
    ("text", "uncovered"),
    [
        ("Quiero aprender a cocinar y tocar la guitarra", ("cocinar", "tocar la guitarra")),
        ("I want to learn ancient Greek and SQL in my free time", ("ancient Greek",)),
        ("我想学做菜", ("做菜",)),
        ("No coding background, I'd like to be able to paint", ("paint",)),
        ("I want to learn SQL at weekends", ()),
        ("I want to learn something new about SQL from scratch", ()),
    ],
)
def test_what_no_skill_stands_for_is_named(text: str, uncovered: tuple[str, ...]):
    assert goal(text).uncovered == uncovered


@pytest.mark.parametrize(
    "text",
    ["", "hello there", "I want to learn something new", "What is the weather?", "谢谢", "你好"],
)
def test_what_names_nothing_to_learn_is_no_goal(text: str):
    assert read(text) is None


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("learn SQL, free courses only", "free"),
        ("learn SQL in my free time", None),
        ("I'm free at weekends and want to learn SQL", None),
        ("aprender SQL gratis", "free"),
        ("学SQL，不想花钱", "free"),
        ("learn SQL, free or paid", "any"),
        ("学SQL，可以付费", "any"),
        ("learn SQL, paid courses only", "paid"),
    ],
)
def test_the_budget_is_read(text: str, budget: str | None):
    assert goal(text).budget == budget


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("learn SQL, courses in Spanish please", "es"),
        ("aprender SQL, cursos en inglés", "en"),
        ("学SQL，英文课程也行", "en"),
        ("learn SQL in English or Spanish", ""),
        ("learn SQL in any language", ""),
        ("learn SQL", None),
    ],
)
def test_the_language_of_courses_is_read(text: str, language: str | None):
    assert goal(text).course_language == language


def test_a_name_inside_a_word_is_none():
    assert read("I like Javanese dances and Pythonic snakes") is None


def test_the_subject_stays_in_their_words_without_time_and_money():
    text = "I can't afford to pay. I want to learn about operating systems, 4 hours a week, by June"
    assert goal(text).text == "I want to learn about operating systems"


def test_at_most_three_things_are_missing_the_most_needed_first():
    assert missing(Goal(text="SQL")) == ["level", "hours_a_week", "deadline"]
    some = Goal(text="SQL", level=0, deadline="", course_language="")
    assert missing(some) == ["hours_a_week", "budget"]
    assert missing(some.model_copy(update={"hours_a_week": 3.0, "budget": "any"})) == []


def test_a_later_message_tells_more_of_the_same_goal():
    before = goal("I want to learn SQL, 6 hours a week")
    after = with_details(before, "only 3 hours a week, by 2027-03-01", TODAY)
    assert (after.hours_a_week, after.deadline) == (3.0, "2027-03-01")
    assert (after.text, after.skills) == (before.text, before.skills)


WORDS = st.sampled_from(
    (
        *("I want", "learn", "know", "Python", "SQL", "no", "quiero", "sé", "想学", "会", "不"),
        *("hours", "a week", "6", "by June", ",", ".", "and", "y", "和", "free", "don't"),
    )
)


@given(st.lists(WORDS | st.text(max_size=5), max_size=14).map(" ".join))
def test_no_text_breaks_it(text: str):
    found = read(text)
    assert found is None or found.skills or found.uncovered


@pytest.mark.parametrize(
    "piece", ["二十", "1 ", " ", "learn ", "6 hours a week ", "每周", "i know python and ", "\n- "]
)
def test_a_long_text_is_read_in_time(piece: str):
    began = time.process_time()
    read(piece * (100_000 // len(piece)))
    assert time.process_time() - began < 2


@pytest.mark.parametrize(
    ("text", "wanted", "held"),
    [
        ("Data analyst here, fluent in SQL. I'd like to learn Python", {"python"}, {"sql"}),
        ("I'm a web developer and want to understand databases", {"databases"}, {"javascript"}),
        ("I write Java at work but I'm rusty on algorithms", {"algorithms"}, {"java"}),
        ("I never learned how databases work. I know Python", {"databases"}, {"python"}),
        ("10 years of Linux and bash. I'd like to pick up C", {"c-cpp"}, {"command-line"}),
        ("Sé cálculo, pero nunca aprendí a programar", {"programming"}, {"calculus"}),
        ("我是中学信息老师，平时教Python，想学机器人", {"robotics"}, {"python"}),
        ("我是做前端的，会JavaScript。想补一补操作系统", {"operating-systems"}, {"javascript"}),
        ("SQL用得很熟，想学统计", {"statistics"}, {"sql"}),
        ("学过C语言，对编译原理特别感兴趣", {"compilers"}, {"c-cpp"}),
        ("想做一个网站，顺便了解一下数据库", {"web-frontend", "databases"}, set()),
    ],
)
def test_what_somebody_has_is_not_what_they_want(text: str, wanted: set[str], held: set[str]):
    found = read(text)
    assert found is not None
    assert found.skills.keys() >= wanted
    assert not found.skills.keys() & held
    assert {skill for skill, level in found.held.items() if level} >= held
    assert not any(found.held.get(skill) for skill in wanted)
