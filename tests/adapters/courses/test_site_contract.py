"""What every place outside the catalogue promises: the fake, and the web."""

from dataclasses import dataclass
from typing import Any

import pytest

from agent.adapters.courses.web import WebCourses
from agent.errors import ProviderError
from agent.ports.courses import Course, CourseSite
from tests.fakes_coach import FakeSite
from tests.fakes_content import FakeSearch, FakeWeb, web_page


@dataclass
class Scene:
    """A place that knows several courses in Python, none in alchemy, and how it breaks."""

    site: CourseSite
    broken: CourseSite


def course(number: int) -> Course:
    about: dict[str, Any] = {"provider": "school.example", "level": 1, "skills": {}}
    url = f"https://school.example/{number}"
    return Course(str(number), f"Python {number}", url, **about, description="", source="site")


@pytest.fixture(params=["fake", "web"])
def scene(request: pytest.FixtureRequest) -> Scene:
    error = ProviderError("It is away.", problem="refused", hint="Try again.")
    if request.param == "fake":
        courses = [course(number) for number in range(4)]
        return Scene(FakeSite(courses=courses), FakeSite(courses=courses, raising=error))
    web = FakeWeb()
    pages = (f"https://school.example/{n}" for n in range(4))
    web.add(*(web_page(url, "Python MOOC", "Learn in lessons.") for url in pages))
    return Scene(WebCourses(FakeSearch(web)), WebCourses(FakeSearch(web, raising=error)))


def test_a_place_is_searched_and_says_with_a_way_out_that_it_fails(scene: Scene) -> None:
    assert scene.site.is_set_up
    assert scene.site.name
    assert scene.site.check().is_ok
    found = scene.site.search("python", count=2)
    assert len({each.id for each in found}) == 2
    for each in found:
        assert each.title
        assert each.url.startswith("https://")
        assert each.source in {"site", "web"}
    assert scene.site.search("python", count=2) == found
    assert scene.site.search("alchemy") == []
    with pytest.raises(ProviderError) as raised:
        scene.broken.search("python")
    assert raised.value.hint
