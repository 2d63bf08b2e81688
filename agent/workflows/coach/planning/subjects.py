"""Which skills and roles a text names, by the words of their names."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from agent.language.text import fold, is_han, runs, stem
from agent.ports.courses import Role, Skill

LONGEST = 2_000
SHORT = 2
"""Names of so few letters ("R", "Go") count only as they are written."""
MARKS = ".,;:!?()[]\"'“”¿¡"


@dataclass(frozen=True)
class Named:
    skills: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()


def names_in(text: str, skills: Sequence[Skill], roles: Sequence[Role] = ()) -> Named:
    """The longest name first, none inside another. A name of both is a role's."""
    text = text[:LONGEST]
    rest = f" {_parts(text)} "
    written = {token.strip(MARKS) for token in text.split()}
    found: set[str] = set()
    named: list[Skill | Role] = [*roles, *skills]
    known = [(_parts(name), name, each) for each in named for name in _names(each)]
    for parts, name, each in sorted(known, key=lambda k: -len(k[0])):
        if _is_sign(name):
            is_named = name in written or (len(name) > SHORT and fold(name) in map(fold, written))
        else:
            is_named = f" {parts} " in rest
            rest = rest.replace(f" {parts} ", " | ")
        if is_named:
            found.add(each.id)
    return Named(
        tuple(each.id for each in skills if each.id in found),
        tuple(each.id for each in roles if each.id in found),
    )


def _names(each: Skill | Role) -> tuple[str, ...]:
    names = (*each.names.values(), *each.aliases)
    return tuple(name[0].upper() + name[1:] if len(name) <= SHORT else name for name in names)


def _is_sign(name: str) -> bool:
    return (len(name) <= SHORT and not is_han(name)) or "+" in name or "#" in name


@lru_cache(maxsize=10_000)
def _parts(text: str) -> str:
    """Its stems and Chinese characters, a blank between them."""
    return " ".join(part for run in runs(text) for part in (run if is_han(run) else [stem(run)]))
