"""The pattern library: what can be built without a model, from `agent/data/patterns`."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from agent.language.catalogs import FOLDERS, N_, catalog
from agent.language.quantities import say_time
from agent.workflows.infra.artifacts import Wanted
from agent.workflows.infra.patterns import filling
from agent.workflows.infra.patterns.options import OPTIONS, Like, Options, Pick

__all__ = ["Draft", "Like", "Options", "Pattern", "Pick", "Place", "patterns"]

Plain = dict[str, Any]

DATA = Path(__file__).resolve().parents[3] / "data" / "patterns"


@dataclass(frozen=True)
class Place:
    """Where a part is: the logical id of its main resource, and those of the parts beside it."""

    main: str
    others: Mapping[str, str] = field(default_factory=dict)
    """Pattern to the logical id of its main resource."""


@dataclass(frozen=True)
class Draft:
    """A piece of a template. Parameters have their declaration and their value apart."""

    resources: dict[str, Plain]
    parameters: dict[str, Plain]
    values: dict[str, str]
    outputs: dict[str, Plain]


@dataclass(frozen=True)
class Pattern:
    """One kind of thing that can be built: what its file says, and its options."""

    id: str
    options: type[Options]
    data: Plain
    title: str
    main: str
    """The resource type that identifies it in a template."""
    suffix: str
    """Of its logical ids."""
    example: str
    words: tuple[str, ...]
    """What it is called, in three languages."""
    noun: str
    """The thing alone, without what can come with it."""
    rollback: str

    @classmethod
    def load(cls, file: Path) -> "Pattern":
        data = yaml.safe_load(file.read_text("utf-8"))
        own = {name: data[name] for name in ("title", "main", "suffix", "example")}
        return cls(
            file.stem,
            OPTIONS[file.stem],
            data,
            **own,
            words=tuple(data["words"]),
            noun=data.get("noun", data["title"]),
            rollback=data.get("rollback", N_("Deleting the stack removes it.")),
        )

    def parse(self, options: Plain) -> Options:
        return self.options.model_validate(options)

    def notices(self, options: Options, place: Place, language: str = "en") -> Iterator[str]:
        """What users might take for granted of a new one, and is not included."""
        known = self._known(options, place, language)
        for entry in self.data.get("notices", ()):
            for notice, inner in filling.repeat(entry, known):
                sentence = str(notice["says"])
                yield catalog(language).gettext(sentence).format_map(inner)

    def draft(self, options: Options, place: Place) -> Draft:
        """What the options ask for and not more: the review says what is missing."""
        known = self._known(options, place)
        parameters = filling.Parameters()
        filled = filling.fill(self.data["Resources"], known, parameters)
        resources = {
            name: {"Type": body["Type"], "Properties": {}, **body} for name, body in filled.items()
        }
        outputs = filling.fill(self.data.get("Outputs", {}), known)
        return Draft(resources, parameters.declared, parameters.values, outputs)

    def wants(self, options: Options, place: Place, language: str = "en") -> Iterator[Wanted]:
        """What it promises, each with the assertion that proves it where there is one."""
        known = self._known(options, place, language)
        for entry in self.data["wants"]:
            for each, inner in filling.repeat(entry, known):
                yield self._want(each, inner, language)

    def _want(self, entry: Plain, known: Plain, language: str) -> Wanted:
        resource = filling.fill(entry.get("resource", known["main"]), known)
        arguments = filling.fill(entry.get("arguments", {}), known)
        check = entry.get("check", "")
        return Wanted(
            description=catalog(language).gettext(str(entry["says"])).format_map(known),
            type=entry.get("type", "functional"),
            priority=entry.get("priority", "medium"),
            check=check,
            arguments={"resource": resource, **arguments} if check else {},
            nist_controls=entry.get("nist") or self.data.get("nist", ["CM-2"]),
            resource=known["main"],
        )

    def _known(self, options: Options, place: Place, language: str = "en") -> Plain:
        """What expressions can name."""
        known: Plain = {
            **options.model_dump(),
            "options": options,
            "main": place.main,
            "beside": dict(place.others),
            "say_time": partial(say_time, language=FOLDERS.get(language, "en")),
        }
        for name, value in self.data.get("let", {}).items():
            known[name] = filling.fill(value, known)
        return known


@cache
def patterns() -> dict[str, Pattern]:
    return {file.stem: Pattern.load(file) for file in sorted(DATA.glob("*.yaml"))}
