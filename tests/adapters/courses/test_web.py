"""Courses among what a search of the web finds, and what every place outside promises."""

from dataclasses import dataclass

import pytest

from agent.adapters.courses.web import WebCourses, is_course
from agent.errors import ProviderError
from agent.ports.content import Hit
from agent.ports.courses import Course, CourseSite
from tests.fakes_coach import FakeSite
from tests.fakes_content import FakeSearch, FakeWeb, web_page

COURSES = [
    ("Rust", "https://www.udemy.com/course/rust-lang/", ""),
    ("The Rust course", "https://rust.example/course", "12 lessons with exercises, self-paced."),
    ("Curso de Python desde cero", "https://escuela.example/python", "Aprende con ejercicios."),
    ("机器学习公开课", "https://school.example/ml", "零基础学习，每周两课时。"),
    ("Crash course on SQL", "https://sql.example/crash", "Students write queries from lesson one."),
]
OTHERS = [
    ("10 Best Python Courses in 2026", "https://blog.example/best", "Learn Python with these."),
    ("7 cursos gratis de SQL", "https://b.example/7", "Clases y ejercicios."),
    ("Python 课程推荐", "https://b.example/zh", "学习路线盘点"),
    ("Coursera | Online Courses", "https://www.coursera.org/courses?query=python", ""),
    ("Of course you can learn Python", "https://blog.example/of", "A story about lessons."),
    ("Python (programming language)", "https://en.wikipedia.org/wiki/Python", "Learn more."),
    ("Is this ML course worth it? : reddit", "https://reddit.example/r/ml", "I learned a lot."),
]


@pytest.mark.parametrize(
    ("hit", "expected"), [*((each, True) for each in COURSES), *((each, False) for each in OTHERS)]
)
def test_the_page_of_a_course_is_told_from_others(hit, *, expected) -> None:
    assert is_course(Hit(*hit)) is expected


def searching(*pages):
    web = FakeWeb()
    web.add(*(web_page(url, title, text) for title, url, text in pages))
    return FakeSearch(web)


def test_what_a_hit_tells_is_kept_and_nothing_is_made_up() -> None:
    text = "Aprende con ejercicios, 30 horas."
    search = searching(("Curso de Rust avanzado", "https://www.escuela.example/rust", text))
    (course,) = WebCourses(search).search("curso de rust")
    assert course == Course(
        id=course.id,
        title="Curso de Rust avanzado",
        url="https://www.escuela.example/rust",
        provider="escuela.example",
        level=3,
        skills={},
        description=text,
        language="es",
        source="web",
    )


@pytest.mark.parametrize(
    ("query", "sent"),
    [
        ("machine learning", ["machine learning online course"]),
        ("aprender bases de datos", ["aprender bases de datos curso online"]),
        ("机器学习", ["机器学习 在线课程"]),
        ("a course on Rust", ["a course on Rust"]),
        (" … ", []),
    ],
)
def test_a_course_is_asked_for_in_the_language_of_the_words(query, sent) -> None:
    search = searching()
    assert WebCourses(search).search(query) == []
    assert search.searches == sent


@dataclass
class Scene:
    """A place that knows several courses in Python, none in alchemy, and how it breaks."""

    site: CourseSite
    broken: CourseSite


def course(number):
    about = {"provider": "school.example", "level": 1, "skills": {}}
    url = f"https://school.example/{number}"
    return Course(str(number), f"Python {number}", url, **about, description="", source="site")


@pytest.fixture(params=["fake", "web"])
def scene(request):
    error = ProviderError("It is away.", problem="refused", hint="Try again.")
    if request.param == "fake":
        courses = [course(number) for number in range(4)]
        return Scene(FakeSite(courses=courses), FakeSite(courses=courses, raising=error))
    web = FakeWeb()
    pages = (f"https://school.example/{n}" for n in range(4))
    web.add(*(web_page(url, "Python MOOC", "Learn in lessons.") for url in pages))
    return Scene(WebCourses(FakeSearch(web)), WebCourses(FakeSearch(web, raising=error)))


def test_a_place_is_searched_and_says_with_a_way_out_that_it_fails(scene) -> None:
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
