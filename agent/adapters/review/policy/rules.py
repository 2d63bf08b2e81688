"""The form of a rule of the policy pack."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from agent.ports import Environment, Severity

Plain = dict[str, Any]


@dataclass(frozen=True)
class Resource:
    name: str
    type: str
    body: Plain
    properties: Plain
    """Properties with parameters put in; values that only the engine knows stay as written."""
    tags: Mapping[str, str]
    """The stack's."""


@dataclass(frozen=True)
class Problem:
    message: str = ""
    """Empty: what the rule says of itself."""
    path: str = "Properties"
    fix: Plain = field(default_factory=dict)


Check = Callable[[Resource], Iterable[Problem]]


@dataclass(frozen=True)
class Rule:
    id: str
    about: str
    remedy: str
    types: tuple[str, ...]
    severities: dict[Environment, Severity | None]
    check: Check

    def is_about(self, kind: str) -> bool:
        return not self.types or kind in self.types


RULES: dict[str, Rule] = {}


def rule(
    name: str,
    about: str,
    *,
    remedy: str,
    severities: tuple[Severity | None, Severity | None, Severity | None],
    types: tuple[str, ...] = (),
) -> Callable[[Check], Check]:
    """Enter a rule. Severities are those of dev, tst and prd."""

    def enter(check: Check) -> Check:
        if name in RULES:
            raise ValueError(f"{name} is there twice.")
        dev, tst, prd = severities
        levels: dict[Environment, Severity | None] = {"dev": dev, "tst": tst, "prd": prd}
        RULES[name] = Rule(name, about, remedy, types, levels, check)
        return check

    return enter


def inner(value: Any, *names: str) -> Any:
    """Return the value at that path; None if the template has another shape than it should."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]
