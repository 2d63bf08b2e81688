"""The courses that come with the app, the skills that they teach, and the goals people name."""

from functools import cache
from pathlib import Path

from pydantic import TypeAdapter

from agent.ports.courses import Course, Role, Skill

__all__ = ["courses", "roles", "skills"]

_FOLDER = Path(__file__).parents[2] / "data" / "courses"


@cache
def courses() -> tuple[Course, ...]:
    return TypeAdapter(tuple[Course, ...]).validate_json(_read("courses"))


@cache
def roles() -> tuple[Role, ...]:
    return TypeAdapter(tuple[Role, ...]).validate_json(_read("roles"))


@cache
def skills() -> tuple[Skill, ...]:
    """The built-in skills, ordered so that those that others build on come first."""
    return TypeAdapter(tuple[Skill, ...]).validate_json(_read("skills"))


def _read(name: str) -> bytes:
    return (_FOLDER / f"{name}.json").read_bytes()
