"""Courses to learn from, where they are found, and the plans made of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from agent.ports.work_items import Connection

Plain = dict[str, Any]
Level = Literal[0, 1, 2, 3]
"""None, beginner, intermediate, advanced."""
Found = Literal["catalogue", "site", "web"]


@dataclass(frozen=True)
class Skill:
    """`names` by language ("en", "es", "zh"); `aliases` are further words for it, in any."""

    id: str
    names: dict[str, str]
    aliases: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    """Skills that come before it."""


@dataclass(frozen=True)
class Role:
    """A goal that people name ("machine learning engineer"), and the skills that it takes."""

    id: str
    names: dict[str, str]
    aliases: tuple[str, ...]
    skills: dict[str, Level]


@dataclass(frozen=True)
class Course:
    """A real course. Title and address are as its source has them."""

    id: str
    title: str
    url: str
    provider: str
    level: Level
    """0 where its source does not tell."""
    skills: dict[str, Level]
    """The skills it teaches, and up to which level."""
    description: str
    weeks: float | None = None
    hours_a_week: tuple[float, float] | None = None
    """From and to."""
    hours: float | None = None
    """In all, where the source tells it or its weeks and effort do."""
    prerequisites: tuple[str, ...] = ()
    """Skills."""
    language: str = "en"
    is_free: bool | None = None
    source: Found = "catalogue"
    topics: tuple[str, ...] = ()
    checked: str = ""
    """When the address was last seen to answer, as a date; empty when never."""
    is_gone: bool = False
    """It did not answer when it was last tried."""


@dataclass(frozen=True)
class FoundCourse:
    course: Course
    score: float
    why: tuple[str, ...]
    """In the terms of the search: "skill:python:2", "word:loops", "meaning:0.62"."""


@dataclass(frozen=True)
class CourseQuery:
    words: str = ""
    skills: dict[str, Level] = field(default_factory=dict)
    """Wanted, each up to a level."""
    held: dict[str, Level] = field(default_factory=dict)
    language: str = ""
    """Courses in it come first."""
    is_free: bool | None = None
    """Leaves out what is known to be otherwise; so does `hours_at_most`."""
    hours_at_most: float | None = None
    exclude: tuple[str, ...] = ()
    """Ids of courses that are not wanted."""


class Courses(Protocol):
    """The catalogue: courses that come with the app, and those that a school has imported."""

    def skills(self) -> list[Skill]: ...
    def roles(self) -> list[Role]: ...
    def all(self) -> list[Course]: ...
    def course(self, course: str) -> Course:
        """Raises NotFound."""
        ...

    def search(self, query: CourseQuery, *, count: int = 8) -> list[FoundCourse]:
        """Search by skills covered, words and meaning, the best first; empty for no hit."""
        ...

    def near_skills(self, words: str, *, count: int = 4) -> list[Skill]:
        """Skills that the words may mean, the likeliest first; empty where nothing is near."""
        ...

    def import_csv(self, text: str) -> tuple[int, list[str]]:
        """Import courses; return their number and a sentence for each bad row; a url replaces."""
        ...

    def export_csv(self) -> str: ...
    def count_imported(self) -> int: ...
    def remove_imported(self) -> int: ...
    def check_links(self, courses: Sequence[str]) -> dict[str, Course]:
        """Courses whose address was tried today, with the date. Empty without a network."""
        ...


class CourseSite(Protocol):
    """A site of courses that is browsed for the user."""

    @property
    def name(self) -> str: ...
    @property
    def is_set_up(self) -> bool: ...
    def check(self) -> Connection: ...
    def search(self, query: str, *, count: int = 5) -> list[Course]:
        """Raises NotConfigured, or ProviderError when it cannot be reached or read."""
        ...


@dataclass(frozen=True)
class StoredPlan:
    """A stored plan; `plan` is the Coach's LearningPlan as plain data."""

    id: str
    thread: str
    title: str
    status: str
    at: str
    plan: Plain


class Plans(Protocol):
    """A user's learning plans, and what they did of them."""

    def put(self, user: str, plan: StoredPlan) -> None:
        """Store a plan; the same id replaces."""
        ...

    def plan(self, user: str, plan: str) -> StoredPlan:
        """Raises NotFound."""
        ...

    def all(self, user: str) -> list[StoredPlan]:
        """The latest first; those of a deleted conversation are not here, nor is `plan`."""
        ...

    def log(self, user: str, plan: str, entry: Plain) -> None:
        """{"id", "at", "milestone", "hours" | "done" | "proof" | "note"}. The same id replaces.

        Raises NotFound.
        """
        ...

    def logged(self, user: str, plan: str) -> list[Plain]:
        """The first one first."""
        ...


@dataclass(frozen=True)
class CoachRules:
    """An installation's settings of the Coach."""

    loops: int = 10
    """Passes of the coordinator in a turn before the user is asked whether to continue."""
    asks_courses: bool = True
    """True if the user is asked if the courses fit. A plan is always asked about."""
    asks: bool = True
    """True if anything but the plan is asked; else what was not said is assumed."""


class SearchCache(Protocol):
    """The results of a search of the outside, kept for a day."""

    def get(self, key: str) -> list[Course] | None: ...
    def put(self, key: str, courses: Sequence[Course]) -> None: ...
