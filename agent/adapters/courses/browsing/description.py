"""The description of a course site: a file of data, since sites change and differ."""

import re
from pathlib import Path
from typing import Literal, Self
from urllib.parse import quote, urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from agent.errors import NotConfigured

SHIPPED = Path(__file__).parent.parent / "sites"
WORDS = "{words}"

Pattern = re.Pattern[str]
Named = Literal["beginner", "intermediate", "advanced"]


class _Described(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Step(_Described):
    """On the way from the first page to the results. What is searched for is typed, then Enter."""

    do: Literal["click", "type"]
    role: tuple[str, ...]
    """Roles for screen readers; the first that fits is taken."""
    name: Pattern = re.compile("")
    """Matches its accessible name."""
    optional: bool = False
    """It may not be there, like a banner."""


class Results(_Described):
    """How to find the courses in a page of results; a pattern gives its group or all of it."""

    course: Pattern
    """Matches the path of a course's address."""
    page: Pattern = re.compile("")
    """Matches the address of the page of results."""
    nothing: Pattern
    """Matches the page's sentence for no results."""
    seconds: float = Field(default=12, gt=0)
    """Time limit for the results."""
    item: tuple[str, ...] = ("listitem", "article")
    """Roles of what holds all about one course, where the site has such."""
    author: Pattern | None = None
    lessons: Pattern | None = None
    price: Pattern | None = None
    free: Pattern | None = None
    hours: Pattern | None = None
    levels: dict[Named, Pattern] = Field(default_factory=dict)
    """The first whose pattern is found counts."""


class Site(_Described):
    name: str = Field(min_length=1, max_length=60)
    notice: str = ""
    """A notice for the operator before switching it on."""
    address: str
    """The address where a visit begins; `{words}` in it is replaced by the search words."""
    origins: tuple[str, ...] = ()
    """Other origins that the site loads from. Courses are on its own only."""
    steps: tuple[Step, ...] = ()
    results: Results

    @field_validator("address")
    @classmethod
    def _is_web(cls, address: str) -> str:
        origin_of(address)
        return address

    @field_validator("origins")
    @classmethod
    def _are_origins(cls, origins: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(origin_of, origins))

    @model_validator(mode="after")
    def _searches_once(self) -> Self:
        typed = sum(step.do == "type" for step in self.steps)
        if typed + (WORDS in self.address) != 1:
            raise ValueError(f"either one step types, or the address holds {WORDS}")
        return self

    def allows(self, address: str) -> bool:
        try:
            return origin_of(address) in self.allowed
        except ValueError:
            return False

    @property
    def origin(self) -> str:
        return origin_of(self.address)

    @property
    def allowed(self) -> tuple[str, ...]:
        return (self.origin, *self.origins)

    def begins_at(self, words: str) -> str:
        return self.address.replace(WORDS, quote(words, safe=""))


def origin_of(address: str) -> str:
    """Raises ValueError for what is no web address."""
    parts = urlsplit(address)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.username:
        raise ValueError("no address of the web")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    port = parts.port
    is_usual = port in (None, {"http": 80, "https": 443}[parts.scheme])
    return f"{parts.scheme}://{host}" if is_usual else f"{parts.scheme}://{host}:{port}"


def shipped() -> list[str]:
    return sorted(path.stem for path in SHIPPED.glob("*.json"))


def load(named: str) -> Site:
    """A shipped one by its name, else the file at a path. Raises NotConfigured."""
    path = SHIPPED / f"{named}.json" if named in shipped() else Path(named).expanduser()
    try:
        return Site.model_validate_json(path.read_bytes())
    except OSError as error:
        raise NotConfigured(
            f"There is no description of a course site at {path}.",
            hint=f"Set INTERLUDE_COURSE_SITE to {' or '.join(shipped())}, or to a file that is.",
        ) from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise NotConfigured(
            f"The description of the course site cannot be used: {where}: {first['msg']}.",
            hint=f"Correct {path}; agent/adapters/courses/sites/ has one that can.",
        ) from error
