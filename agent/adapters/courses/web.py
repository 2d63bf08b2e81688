"""Courses from the public web, by the Studio's search. Nothing is added to what a hit says."""

import hashlib
import re
from urllib.parse import urlsplit

from agent.adapters.search.results import asked
from agent.errors import AgentError
from agent.language.text import Language, fold, language_of
from agent.ports.content import Hit, WebSearch
from agent.ports.courses import Course, Level
from agent.ports.work_items import Connection

HITS_PER_COURSE = 3
"""Most pages that a search finds are no courses."""
MOST_HITS = 30

_ASKED_FOR: dict[Language, str] = {"en": "online course", "es": "curso online", "zh": "在线课程"}

# All patterns are for folded texts: lower case, no accents.
_COURSE = re.compile(
    r"\b(?:courses?|mooc|masterclass|bootcamp|nanodegree|specialization|lecture notes|curriculum)\b"
    r"|\b(?:cursos?|especializacion|diplomado|masterclass|formacion)\b"
    r"|课程|公开课|慕课|训练营|精品课|网课|\d+ ?讲"
)
_OTHER_COURSES = re.compile(
    r"\bof course\b|\b(?:golf|race|obstacle|main|first|second|collision|water) courses?\b"
    r"|\bcourses? of (?:action|treatment|antibiotics|events|study requirements)\b"
    r"|\b(?:en|del|el|transcurso) curso (?:de (?:la|los|las)|legal|del rio)\b"
)
# A page about courses is not a course.
_ABOUT_COURSES = re.compile(
    r"\b(?:best|top|recommended|cheapest|most popular)\b.*\b(?:courses|moocs|bootcamps|classes)\b"
    r"|\b\d+\+? (?:\w+[ -]){0,4}(?:courses|moocs|bootcamps|cursos)\b|\bcourses? reviews?\b"
    r"|\b(?:mejores|top) (?:\w+ ){0,3}cursos\b|\bopiniones?\b|\bvs\.?\b|\breddit\b|\bquora\b"
    r"|盘点|推荐|排行|大全|合集|汇总|测评|对比|知乎"
)
_TAUGHT = re.compile(
    r"\b(?:learn(?:ing|ers?)?|lessons?|lectures?|modules?|weeks?|hours?|instructors?|enrol\w*"
    r"|syllabus|beginners?|students?|exercises?|assignments?|certificates?|self-paced|taught)\b"
    r"|\b(?:aprend\w+|lecciones|clases|modulos?|semanas|horas|profesor\w*|inscri\w+|alumnos"
    r"|temario|ejercicios|certificado|principiantes)\b"
    r"|学习|学会|掌握|讲师|老师|课时|章节|周|小时|报名|零基础|入门|作业|证书"
)
# Where a page with such a path is a course, whatever its title.
_SCHOOLS = re.compile(
    r"(?:^|\.)(?:coursera\.org|edx\.org|udemy\.com|udacity\.com|futurelearn\.com|ocw\.mit\.edu"
    r"|khanacademy\.org|codecademy\.com|datacamp\.com|pluralsight\.com|openclassrooms\.com"
    r"|miriadax\.net|platzi\.com|domestika\.org|icourse163\.org|xuetangx\.com|imooc\.com"
    r"|time\.geekbang\.org|study\.163\.com|saylor\.org|freecodecamp\.org)$"
)
_SCHOOL_PATH = re.compile(
    r"/(?:learn|courses?|cursos?|class|specializations|professional-certificates|professional"
    r"|nanodegree|mooc|programs?|column/intro|opencourse/intro)/[\w%:+.-]{3,}"
)
_LEVELS: tuple[tuple[re.Pattern[str], Level], ...] = (
    (re.compile(r"\badvanced\b|\bavanzad[oa]\b|高级|高阶"), 3),
    (re.compile(r"\bintermediate\b|\bintermedi[oa]\b|进阶|中级"), 2),
    (
        re.compile(
            r"\bbeginners?\b|\bbasics\b|\bfundamentals\b|\bintro(?:duction)?\b|\bfrom scratch\b"
            r"|\bprincipiantes?\b|\bbasico\b|\bdesde cero\b|\bintroduccion\b|\bfundamentos\b"
            r"|零基础|入门|初级|基础"
        ),
        1,
    ),
)


class WebCourses:
    """The CourseSite port over a search of the web."""

    def __init__(self, search: WebSearch) -> None:
        self._search = search

    @property
    def name(self) -> str:
        return self._search.name

    @property
    def is_set_up(self) -> bool:
        return self._search.is_set_up

    def check(self) -> Connection:
        return self._search.check()

    def search(self, query: str, *, count: int = 5) -> list[Course]:
        try:
            words = asked(query)
        except AgentError:  # not a word in it
            return []
        language = language_of(words)
        if not _COURSE.search(fold(words)):
            words = f"{words} {_ASKED_FOR[language]}"
        most = min(MOST_HITS, count * HITS_PER_COURSE)
        hits = self._search.search(words, count=most, language=language)
        return [_course(hit) for hit in hits if is_course(hit)][:count]


def is_course(hit: Hit) -> bool:
    """Tell whether a hit looks like the page of a course, and not like one about courses."""
    title, snippet = fold(hit.title), fold(hit.snippet)
    if _ABOUT_COURSES.search(title):
        return False
    address = urlsplit(hit.url)
    if _SCHOOLS.search(address.hostname or "") and _SCHOOL_PATH.search(address.path):
        return True
    said = _OTHER_COURSES.sub(" ", title)
    return bool(_COURSE.search(said) and _TAUGHT.search(f"{title} {snippet}"))


def _course(hit: Hit) -> Course:
    """Hours, price and skills are not known of it; a level where its title names one, else 0."""
    title = fold(hit.title)
    return Course(
        id=f"web:{hashlib.sha256(hit.url.encode()).hexdigest()[:16]}",
        title=hit.title,
        url=hit.url,
        provider=(urlsplit(hit.url).hostname or "").removeprefix("www."),
        level=next((level for pattern, level in _LEVELS if pattern.search(title)), 0),
        skills={},
        description=hit.snippet,
        language=language_of(f"{hit.title} {hit.snippet}"),
        source="web",
    )
