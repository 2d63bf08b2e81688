"""The pattern library: what can be built without a model. One file per pattern, found by folder."""

import importlib
import pkgutil
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from agent.language.catalogs import N_
from agent.ports import Check

Plain = dict[str, Any]
Priority = Literal["low", "medium", "high", "critical"]
RequirementType = Literal["functional", "non-functional", "security", "compliance"]


EMAIL, URL = r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", r"https://[^\s,;)]+"


@dataclass(frozen=True)
class Like:
    """How values of an option look: exact enough to be found in a request."""

    pattern: str


@dataclass(frozen=True)
class Pick:
    """Values that a form offers for an option."""

    values: tuple[str, ...]


class Options(BaseModel):
    """What can be said of a pattern. None leaves it to the engine's default.

    A form asks for the options that have a title.
    """

    model_config = ConfigDict(extra="forbid")

    name: str | None = Field(default=None, title=N_("Name"))
    """The physical name, where one was given."""


@dataclass(frozen=True)
class Place:
    """Where a part stands: the logical id of its main resource, and those of the parts beside it."""

    main: str
    others: Mapping[str, str] = field(default_factory=dict)
    """Pattern to the logical id of its main resource."""


@dataclass
class Draft:
    """A piece of a template. Parameters have their declaration and their value apart."""

    resources: dict[str, Plain] = field(default_factory=dict)
    parameters: dict[str, Plain] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    outputs: dict[str, Plain] = field(default_factory=dict)

    def add(self, logical_id: str, kind: str, properties: Plain, **attributes: Any) -> None:
        kept = {name: value for name, value in properties.items() if value is not None}
        self.resources[logical_id] = {"Type": kind, **attributes, "Properties": kept}

    def parameter(self, name: str, value: int | None, *, about: str) -> Plain | None:
        """A reference to a number that can be changed without touching the template."""
        if value is None:
            return None
        self.parameters[name] = {"Type": "Number", "Description": about}
        self.values[name] = str(value)
        return {"Ref": name}

    def output(self, name: str, value: Any, *, about: str) -> None:
        self.outputs[name] = {"Description": about, "Value": value}


@dataclass(frozen=True)
class Want:
    """A requirement, and the assertion that proves it where there is one."""

    description: str
    check: Check | None = None
    type: RequirementType = "functional"
    priority: Priority = "medium"
    nist: tuple[str, ...] = ()


class Pattern:
    """One kind of thing that can be asked for in words."""

    id: ClassVar[str]
    title: ClassVar[str]
    example: ClassVar[str]
    main: ClassVar[str]
    """The resource type that stands for it in a template."""
    suffix: ClassVar[str]
    words: ClassVar[tuple[str, ...]]
    """What it is called, in three languages."""
    options: ClassVar[type[Options]] = Options
    nist: ClassVar[tuple[str, ...]] = ("CM-2",)
    """Controls of NIST SP 800-53 that it serves, where a want names none of its own."""
    rollback: ClassVar[str] = "Deleting the stack removes it."

    @property
    def noun(self) -> str:
        """The thing alone, without what can come with it."""
        return self.title.partition(" with ")[0]

    def is_whole(self, _options: Any, _place: Place) -> bool:
        """Whether all that the title names comes with it."""
        return True

    def points_at(self, _options: Any) -> str:
        """The pattern of what `options.existing` names; empty where it names an ARN or nothing."""
        return ""

    def notices(self, _options: Any, _place: Place) -> Iterator[str]:
        """What somebody might take for granted of a new one, and does not come."""
        yield from ()

    def complete(self, options: Plain) -> Plain:
        """The options with what follows from them."""
        return options

    @abstractmethod
    def draft(self, options: Any, place: Place) -> Draft:
        """What the words ask for and not more: the review says what is missing."""

    @abstractmethod
    def wants(self, options: Any, place: Place) -> Iterator[Want]: ...

    def parsed(self, options: Plain) -> Options:
        return self.options.model_validate(options)


@cache
def patterns() -> dict[str, Pattern]:
    found: dict[str, Pattern] = {}
    for module in pkgutil.iter_modules(__path__):
        pattern: Pattern = importlib.import_module(f"{__name__}.{module.name}").PATTERN
        found[pattern.id] = pattern
    return found


def check(kind: str, resource: str, /, **arguments: Any) -> Check:
    return Check(kind, {"resource": resource, **arguments})
