"""Courses among what a search of the web finds: told with what a hit says, and nothing else."""

import pytest

from agent.adapters.courses.web import WebCourses, is_course
from agent.ports.content import Hit
from agent.ports.courses import Course
from tests.fakes_content import FakeSearch, FakeWeb, web_page

COURSES = [
    ("Introduction to Machine Learning", "https://www.coursera.org/learn/intro-ml", "By a school."),
    ("Rust", "https://www.udemy.com/course/rust-lang/", ""),
    ("The Rust course", "https://rust.example/course", "12 lessons with exercises, self-paced."),
    ("Data engineering bootcamp", "https://school.example/de", "Learn pipelines in ten weeks."),
    ("Curso de Python desde cero", "https://escuela.example/python", "Aprende con ejercicios."),
    ("Especialización en ciberseguridad", "https://uni.example/ciber", "Temario y profesores."),
    ("机器学习公开课", "https://school.example/ml", "零基础学习，每周两课时。"),
    ("Go 语言核心 36 讲", "https://time.geekbang.org/column/intro/100013101", ""),
    ("Crash course on SQL", "https://sql.example/crash", "Students write queries from lesson one."),
]
OTHERS = [
    ("10 Best Python Courses in 2026", "https://blog.example/best", "Learn Python with these."),
    ("Top 5 machine learning courses for beginners", "https://b.example/5", "We enrolled in all."),
    ("Los mejores cursos de Python", "https://b.example/es", "Aprende con estos cursos."),
    ("7 cursos gratis de SQL", "https://b.example/7", "Clases y ejercicios."),
    ("Python 课程推荐", "https://b.example/zh", "学习路线盘点"),
    ("Coursera | Online Courses", "https://www.coursera.org/courses?query=python", ""),
    ("Augusta golf course", "https://golf.example/", "Lessons and weeks of play."),
    ("Of course you can learn Python", "https://blog.example/of", "A story about lessons."),
    ("Courses of action in law", "https://law.example/", "Students learn what they are."),
    ("Main course recipes", "https://food.example/", "Learn in two hours."),
    ("Python (programming language)", "https://en.wikipedia.org/wiki/Python", "Learn more."),
    ("Python course reviews", "https://forum.example/", "Students tell."),
    ("Is this ML course worth it? : reddit", "https://reddit.example/r/ml", "I learned a lot."),
    ("A course", "https://x.example/a", "Nothing about teaching is said."),
]


@pytest.mark.parametrize(("title", "url", "snippet"), COURSES)
def test_the_page_of_a_course(title: str, url: str, snippet: str) -> None:
    assert is_course(Hit(title, url, snippet))


@pytest.mark.parametrize(("title", "url", "snippet"), OTHERS)
def test_a_page_that_is_none(title: str, url: str, snippet: str) -> None:
    assert not is_course(Hit(title, url, snippet))


def searching(*pages: tuple[str, str, str]) -> FakeSearch:
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
        ("machine learning", "machine learning online course"),
        ("aprender bases de datos", "aprender bases de datos curso online"),
        ("机器学习", "机器学习 在线课程"),
        ("a course on Rust", "a course on Rust"),
        ("Python 公开课", "Python 公开课"),
    ],
)
def test_a_course_is_asked_for_in_the_language_of_the_words(query: str, sent: str) -> None:
    search = searching()
    assert WebCourses(search).search(query) == []
    assert search.searches == [sent]


def test_without_a_word_nothing_is_asked() -> None:
    search = searching()
    assert WebCourses(search).search(" … ") == []
    assert search.searches == []
