"""The catalogue that comes with the app, against the facts that it was compiled from."""

import csv
import re
from pathlib import Path

import pytest

from agent.adapters.courses import built_in as catalogue

FACTS = Path(__file__).parent / "data" / "coach" / "course_facts.csv"
# The courses on everyday subjects, with where each fact was read.
EVERYDAY = FACTS.with_name("everyday_facts.csv")
COURSES = {course.id: course for course in catalogue.courses()}
SKILLS = {skill.id: skill for skill in catalogue.skills()}


def facts() -> list[dict[str, str]]:
    rows = []
    for path in (FACTS, EVERYDAY):
        with path.open(encoding="utf-8", newline="") as file:
            rows += csv.DictReader(file)
    return rows


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"\d+(?:\.\d+)?", text)]


def test_titles_and_addresses_are_those_of_the_facts():
    held = [(course.title, course.url) for course in catalogue.courses()]
    assert held == [(row["title"], row["url"]) for row in facts()]
    assert len(held) == len(COURSES) == 107


@pytest.mark.parametrize("row", facts(), ids=lambda row: row["title"])
def test_times_are_those_of_the_facts(row):
    (course,) = (course for course in COURSES.values() if course.url == row["url"])
    weeks, effort = numbers(row["duration"]), numbers(row["effort"])
    if "month" in row["duration"]:
        weeks = [round(n * 52 / 12) for n in weeks]
    if "minute" in row["effort"]:
        effort = [n / 60 for n in effort]
    assert course.weeks == (sum(weeks) / len(weeks) if weeks else None)
    assert course.hours_a_week == ((effort[0], effort[-1]) if effort else None)
    if total := numbers(row.get("total", "")):
        hours = total[0] if "hour" in row["total"] else 0
        minutes = total[-1] if "minute" in row["total"] else 0
        assert course.hours == pytest.approx(hours + minutes / 60, abs=0.05)
    elif course.weeks and course.hours_a_week:
        assert course.hours == pytest.approx(course.weeks * sum(course.hours_a_week) / 2)
    else:
        assert course.hours is None


def test_a_course_is_described_in_the_terms_of_the_catalogue():
    for course in COURSES.values():
        assert course.skills, course.id
        assert course.skills.keys() <= SKILLS.keys(), course.id
        assert set(course.prerequisites) <= SKILLS.keys(), course.id
        assert all(1 <= level <= 3 for level in (course.level, *course.skills.values())), course.id
        assert course.provider, course.id
        assert course.topics, course.id
        assert re.fullmatch(r".{29,159}\.", course.description), course.id


def test_what_a_skill_needs_comes_before_it():
    seen: set[str] = set()
    for skill in catalogue.skills():
        assert set(skill.needs) <= seen, skill.id
        seen.add(skill.id)
    assert len(seen) == len(SKILLS)
