"""The pattern library: what can be built without a model, from `agent/data/patterns`."""

import ipaddress
import logging
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]
from jinja2 import Environment
from pydantic import BaseModel, ConfigDict

from agent.checks.declared import model_of
from agent.errors import AgentError
from agent.language.catalogs import FOLDERS, N_, catalog
from agent.language.quantities import say_time
from agent.workflows.infra.artifacts import Plain, Wanted

_UNWRITABLE = N_("The part {about} cannot be written with these settings.")
_log = logging.getLogger("interlude.patterns")
EXPRESSION = re.compile(r"<([^<>]+)>")
_JINJA = Environment(autoescape=False)  # noqa: S701 - values of a template, no HTML
DATA = Path(__file__).resolve().parents[3] / "data" / "patterns"


class Options(BaseModel):
    """None leaves an option to the engine's default."""

    model_config = ConfigDict(extra="forbid")


@dataclass(frozen=True)
class Place:
    """Where a part is: the logical id of its main resource, and those of the parts beside it."""

    main: str
    others: Mapping[str, str] = field(default_factory=dict)
    """Pattern to the logical id of its main resource."""
    is_new: bool = True


@dataclass(frozen=True)
class Pattern:
    """One kind of thing that can be built: what its file says, and its options."""

    id: str
    options: type[Options]
    told: dict[str, Plain]
    """Of each option what the file says; a form asks for those with a title."""
    data: Plain
    title: str
    noun: str
    """The thing alone, without what can come with it."""
    main: str
    """The resource type that identifies it in a template."""
    suffix: str
    """Of its logical ids."""
    words: tuple[str, ...]
    """What it is called, in three languages."""

    @classmethod
    def load(cls, file: Path) -> "Pattern":
        data = yaml.safe_load(file.read_text("utf-8"))
        named = {"noun": data["title"], **data}
        own = {name: named[name] for name in ("title", "noun", "main", "suffix", "words")}
        told = {"name": {}, **data.pop("options")}
        told["name"] = {"title": N_("Name"), **told["name"]}
        return cls(file.stem, model_of(told, base=Options, optional=True), told, data, **own)

    @property
    def line(self) -> str:
        """The pattern with its options, as one line of a prompt."""
        options = self.options.model_json_schema()["properties"].items()
        listed = "; ".join(
            f"{name} ({values_of(schema)}{', only of a new one' * self.is_settled(name)})"
            for name, schema in options
        )
        return f"{self.id}, {self.title}: {listed}"

    def is_settled(self, option: str) -> bool:
        """Whether only a new one can have it."""
        return bool(self.told[option].get("only_new"))

    def parse(self, options: Plain) -> Options:
        return self.options.model_validate(options)

    def draft(self, options: Options, place: Place) -> Plain:
        """Resources and outputs: what the options ask for; the review says what is missing."""
        known = self._known(options, place)
        for entry in self.data.get("refuses", ()):
            if evaluate(entry["if"], known):
                raise AgentError(entry["says"], about=place.main)
        resources = fill(self.data["Resources"], known)
        bodies = {
            name: {"Type": body["Type"], "Properties": {}, **body}
            for name, body in resources.items()
        }
        outputs = fill(self.data.get("Outputs", {}), known)
        return {"Resources": bodies, **({"Outputs": outputs} if outputs else {})}

    def wants(self, options: Options, place: Place, language: str = "en") -> Iterator[Wanted]:
        """What it promises, each with the assertion that proves it where there is one."""
        known = self._known(options, place, language)
        for entry in self.data["wants"]:
            for each, inner in repeat(entry, known):
                yield self._want(each, inner, language)

    def _want(self, entry: Plain, known: Plain, language: str) -> Wanted:
        resource = fill(entry.get("resource", known["main"]), known)
        arguments = fill(entry.get("arguments", {}), known)
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
            "main": place.main,
            "beside": dict(place.others),
            "is_new": place.is_new,
            "blocks": blocks,
            "say_time": partial(say_time, language=FOLDERS.get(language, "en")),
        }
        for name, value in self.data.get("let", {}).items():
            known[name] = fill(value, known)
        return known


@cache
def patterns() -> dict[str, Pattern]:
    return {file.stem: Pattern.load(file) for file in sorted(DATA.glob("*.yaml"))}


def values_of(schema: Plain) -> str:
    """Those that are allowed: all of them, or their type with its bounds or look."""
    if "anyOf" in schema:
        return values_of(next(kind for kind in schema["anyOf"] if kind["type"] != "null"))
    if "const" in schema or "enum" in schema:
        return "/".join(map(str, schema.get("enum") or [schema["const"]]))
    bounds = "..".join(str(schema.get(bound, "")) for bound in ("minimum", "maximum"))
    looks = schema.get("pattern") or bounds.removeprefix("..")
    return f"{schema.get('type', 'string')} {looks}".rstrip()


def blocks(addresses: str, count: int) -> list[str]:
    """One for each subnet, of a size that leaves room for as many again."""
    network = ipaddress.ip_network(addresses, strict=False)
    size = min(28, max(24, network.prefixlen + count.bit_length()))
    return [str(block) for block in islice(network.subnets(new_prefix=size), count)]


# Filling in the data: expressions, conditions, repetitions


_compiled = cache(_JINJA.compile_expression)


def evaluate(expression: str, known: Plain) -> Any:
    """Raises AgentError for whatever can go wrong in it."""
    try:
        return _compiled(str(expression))(known)
    except Exception as error:
        _log.exception("The expression %s cannot be evaluated.", expression)
        raise AgentError(_UNWRITABLE, about=str(known.get("main"))) from error


def fill(node: Any, known: Plain) -> Any:
    """The node with its expressions filled in; None for what comes to nothing."""
    match node:
        case str():
            return _text(node, known)
        case dict():
            pairs = [
                (_text(name, inner), fill(each, inner))
                for name, value in node.items()
                for each, inner in repeat(value, known)
            ]
            filled: Any = {name: value for name, value in pairs if value is not None}
        case list():
            found = [fill(each, inner) for item in node for each, inner in repeat(item, known)]
            filled = [each for each in found if each is not None]
        case _:
            return node
    return filled if filled or not node else None


def _text(text: str, known: Plain) -> Any:
    """An expression alone keeps its type; within a text it becomes text."""
    if whole := EXPRESSION.fullmatch(text):
        return evaluate(whole[1], known)
    return EXPRESSION.sub(lambda found: str(evaluate(found[1], known)), text)


def repeat(node: Any, known: Plain) -> Iterator[tuple[Any, Plain]]:
    """The node as often as it says, each time with what it may name."""
    if not isinstance(node, dict):
        yield node, known
        return
    if "if" in node and not evaluate(node["if"], known):
        return
    rest = {name: value for name, value in node.items() if name not in ("if", "each")}
    if "each" not in node:
        yield rest, known
        return
    for number, item in enumerate(evaluate(node["each"], known) or (), start=1):
        yield rest, {**known, "item": item, "number": number}
