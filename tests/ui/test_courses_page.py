"""The page Courses: browsing the catalogue, and a school's own courses in and out."""

import csv
import io
from dataclasses import replace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from agent.errors import ProviderError
from agent.ports import Course, Courses
from ui import session


@pytest.fixture
def page(app: AppTest) -> AppTest:
    return run(app.switch_page("../pages/courses.py"))


def run(pressed: Any) -> AppTest:
    page: AppTest = pressed.run()
    assert not page.exception
    return page


def catalogue() -> Courses:
    return session.agent().ports.courses


def texts(page: AppTest) -> str:
    return "\n".join(each.value for kind in (page.markdown, page.caption) for each in kind)


def count(page: AppTest) -> int:
    told = next(c.value for c in page.caption if c.value.split(" ")[-1].startswith("course"))
    return int(told.split(" ")[0])


def field(page: AppTest, kind: str, key: str) -> Any:
    return next(each for each in page.get(kind) if each.key == key)


def test_every_course_is_there_a_page_at_a_time(page: AppTest) -> None:
    everything = catalogue().all()
    assert count(page) == len(everything) > 60
    first, *_, last = sorted(everything, key=lambda c: (c.level or 4, c.title.casefold()))
    assert first.url in texts(page)
    assert last.url not in texts(page)
    while more := [button for button in page.button if button.key == "more"]:
        page = run(more[0].click())
    assert last.url in texts(page)


def test_words_find_the_nearest_first(page: AppTest) -> None:
    page = run(page.text_input(key="courses-search").set_value("databases"))
    assert 0 < count(page) < len(catalogue().all())
    titles = [m.value for m in page.markdown if m.value.startswith("**[")]
    assert "atabase" in titles[0]


def test_skill_level_and_price_narrow_it_down(page: AppTest) -> None:
    skill = next(iter(catalogue().all()[0].skills))
    page = run(page.selectbox(key="courses-skill").set_value(skill))
    assert count(page) == sum(skill in course.skills for course in catalogue().all())
    page = run(page.selectbox(key="courses-skill").set_value(None))
    page = run(field(page, "button_group", "courses-level").set_value(2))
    assert count(page) == sum(course.level == 2 for course in catalogue().all())
    page = run(page.toggle(key="courses-free").set_value(True))
    free = [c for c in catalogue().all() if c.level == 2 and c.is_free]
    assert count(page) == len(free)


OWN = {
    "title": "Weaving for *beginners*",
    "url": "https://school.example/weaving",
    "level": "beginner",
    "skills": "python:1",
    "description": "Warp and weft.",
}


def own_course(**more: str) -> str:
    """In the columns of an export."""
    [columns] = list(csv.reader(io.StringIO(catalogue().export_csv().lstrip("\ufeff"))))[:1]
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, extrasaction="ignore")
    writer.writeheader()
    writer.writerow({**OWN, **more})
    return out.getvalue()


def upload(page: AppTest, data: bytes) -> AppTest:
    page = run(page.file_uploader[0].set_value([("courses.csv", data, "text/csv")]))
    return run(page.button(key="import-now").click())


def test_a_schools_own_courses_come_in_and_go(page: AppTest) -> None:
    before = len(catalogue().all())
    page = upload(page, own_course().encode())
    assert "1 course imported." in texts(page)
    assert len(catalogue().all()) == before + 1
    page = run(page.text_input(key="courses-search").set_value("weaving"))
    assert "[Weaving for \\*beginners\\*](https://school.example/weaving)" in texts(page)
    page = run(page.button(key="remove-imported-now").click())
    assert "1 imported course removed." in texts(page)
    assert len(catalogue().all()) == before


def test_a_file_that_is_no_text_is_refused_with_a_sentence(page: AppTest) -> None:
    page = upload(page, b"\xff\xfe\x00")
    assert any("not text in UTF-8" in error.value for error in page.error)


def test_the_coach_leads_here_and_back(page: AppTest) -> None:
    assert any(link.proto.page.startswith("coach") for link in page.get("page_link"))
    coach = run(page.switch_page("../pages/coach.py"))
    assert any(link.proto.page.startswith("courses") for link in coach.get("page_link"))


class Site:
    name = "Kurshof"
    is_set_up = True

    def search(self, query: str, *, count: int = 5) -> list[Course]:
        if query == "nowhere":
            raise ProviderError("Kurshof cannot be reached.", problem="refused")
        return [replace(catalogue().all()[0], id="own", title=f"All about {query}")]


def test_a_site_is_browsed_on_the_page(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(session.agent().ports), "course_site", Site())
    page = run(page)
    page = run(field(page, "text_input", "site-words").set_value("bees"))
    page = run(field(page, "button", "site-look").click())
    assert "All about bees" in texts(page)
    page = run(field(page, "text_input", "site-words").set_value("nowhere"))
    page = run(field(page, "button", "site-look").click())
    assert "cannot be reached" in page.error[0].value
