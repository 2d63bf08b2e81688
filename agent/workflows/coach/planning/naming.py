"""Which skills and roles a text names: whole words, the longest name first."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from agent.ports.courses import Role, Skill
from agent.text import fold, is_han

LONGEST = 2_000
SHORT = 2
"""Names of so few letters ("R", "Go") count only as they are written."""


@dataclass(frozen=True)
class Named:
    skills: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()


def names_in(text: str, skills: Sequence[Skill], roles: Sequence[Role] = ()) -> Named:
    """In the order of the text, none inside another. A name of both is a role's."""
    text = " ".join(text[:LONGEST].split())
    known: list[Role | Skill] = [*roles, *skills]
    found = [
        (match.start(), match.end(), each)
        for each in known
        for name in (*each.names.values(), *each.aliases)
        if (match := _pattern(name).search(text if len(name) <= SHORT else fold(text)))
    ]
    kept: list[tuple[int, int, Role | Skill]] = []
    for start, end, each in sorted(found, key=lambda f: (f[0] - f[1], isinstance(f[2], Skill))):
        if all(end <= other[0] or start >= other[1] for other in kept):
            kept.append((start, end, each))
    ordered = [each for _, _, each in sorted(kept, key=lambda f: f[0])]
    return Named(
        tuple(dict.fromkeys(each.id for each in ordered if isinstance(each, Skill))),
        tuple(dict.fromkeys(each.id for each in ordered if isinstance(each, Role))),
    )


@lru_cache(maxsize=10_000)
def _pattern(name: str) -> re.Pattern[str]:
    if is_han(name[-1:]):
        return re.compile(re.escape(fold(name)))
    if len(name) <= SHORT:
        return re.compile(rf"(?<![\w+#&]){re.escape(name[0].upper() + name[1:])}(?![\w+#&'])")
    return re.compile(rf"(?<![\w+#]){re.escape(fold(name))}(?:e?s)?(?![\w+#])")
