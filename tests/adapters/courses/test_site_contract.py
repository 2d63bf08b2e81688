"""What every place outside the catalogue promises: the fake, a browsed site, the web."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from agent.adapters.courses.site import BrowsedSite
from agent.adapters.courses.web import WebCourses
from agent.errors import ProviderError
from agent.ports.courses import Course, CourseSite
from tests.adapters.courses.descriptions import told_by_address
from tests.fakes_coach import FakeSite
from tests.fakes_content import FakeSearch, FakeWeb, web_page
from tests.servers.course_site import course_site

PLACES = ["fake", "web", pytest.param("browsed", marks=pytest.mark.browser)]


@dataclass
class Scene:
    """A place that knows several courses in Python, none in alchemy, and how it breaks."""

    site: CourseSite
    broken: CourseSite


def course(number: int) -> Course:
    url = f"https://school.example/{number}"
    about = {"provider": "school.example", "level": 1, "skills": {}, "description": "Python"}
    given: dict[str, Any] = {**about, "source": "site"}
    return Course(f"site:{number}", f"Python {number}", url, **given)


def failing() -> ProviderError:
    return ProviderError("It is away.", problem="refused", hint="Try again.")


@pytest.fixture(params=PLACES)
def scene(request: pytest.FixtureRequest) -> Iterator[Scene]:
    match request.param:
        case "fake":
            courses = [course(number) for number in range(4)]
            yield Scene(FakeSite(courses=courses), FakeSite(courses=courses, raising=failing()))
        case "web":
            web = FakeWeb()
            pages = (f"https://school.example/{n}" for n in range(4))
            web.add(*(web_page(url, "Python MOOC", "Learn in lessons.") for url in pages))
            search = FakeSearch(web)
            yield Scene(WebCourses(search), WebCourses(FakeSearch(web, raising=failing())))
        case _:
            if shutil.which("chromium") is None:
                pytest.skip("There is no chromium here.")
            with course_site() as shop:
                away = told_by_address("http://127.0.0.1:9")
                yield Scene(
                    BrowsedSite(told_by_address(shop.url), seconds=60),
                    BrowsedSite(away, seconds=60),
                )


def test_a_place_that_is_searched(scene: Scene) -> None:
    assert scene.site.is_set_up
    assert scene.site.name
    assert scene.site.check().is_ok
    found = scene.site.search("python", count=2)
    assert len({each.id for each in found}) == 2
    for each in found:
        assert each.title
        assert each.url.startswith(("https://", "http://127.0.0.1"))
        assert each.source in {"site", "web"}
    assert scene.site.search("python", count=2) == found
    assert scene.site.search("alchemy") == []


def test_a_place_that_fails_says_so_with_a_way_out(scene: Scene) -> None:
    with pytest.raises(ProviderError) as raised:
        scene.broken.search("python")
    assert raised.value.hint
