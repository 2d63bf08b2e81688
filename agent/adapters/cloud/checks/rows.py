"""Checks that are rows of a table: a call, a path into its answer, and what must be there."""

import json
import re
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal

import jmespath  # type: ignore[import-untyped]
import yaml  # type: ignore[import-untyped]
from jmespath import functions
from pydantic import BaseModel, ConfigDict, Field

from agent.adapters.cloud.checks.kinds import (
    KINDS,
    Kind,
    Look,
    OnResource,
    Reading,
    Unbound,
    equal,
    shown,
)
from agent.checks.declared import model_of
from agent.language.catalogs import N_

Plain = dict[str, Any]
TABLE = Path(__file__).parents[3] / "data" / "checks" / "cloud.yaml"
ANYTHING = N_("something")
_PLACE = re.compile(r"<(?:(arn|address|name of) )?(\w+)>")


class Ask(BaseModel):
    """One question to a service."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    asks: str
    given: Plain = Field(alias="with")
    entries: str = Field(default="", alias="list")
    absent: str = ""
    finds: str = "@"


class Row(Ask):
    about: str
    says: str
    types: tuple[str, ...] = ()
    proves: dict[str, tuple[str, ...]] = {}
    takes: dict[str, Plain] = {}
    expects: Any = None
    how: Literal["equal", "has", "any"] = "equal"


class Table(BaseModel):
    calls: Plain
    arns: dict[str, Ask]
    tags: dict[str, Ask]
    checks: dict[str, Row]


@cache
def table() -> Table:
    return Table.model_validate(yaml.safe_load(TABLE.read_text("utf-8")))


class _Functions(functions.Functions):  # type: ignore[misc]
    @functions.signature({"types": ["string", "null"]})  # type: ignore[untyped-decorator]
    def _func_parsed(self, text: str | None) -> Any:
        return json.loads(text or "{}")

    @functions.signature(  # type: ignore[untyped-decorator]
        {"types": ["object", "null"]}, {"types": ["string"]}
    )
    def _func_entry(self, of: Plain | None, name: str) -> Any:
        return (of or {}).get(name)


def found(ask: Ask, look: Look, arguments: Plain) -> Any:
    """Call the service; `arguments` are the check's, the resource among them."""
    service, _, operation = ask.asks.partition(".")
    given = _filled(ask.given, look, arguments)
    if ask.entries:
        answer = look.entries(service, operation, ask.entries, **given)
    else:
        answer = look.call(service, operation, absent=(ask.absent,), **given)

    def literal(place: re.Match[str]) -> str:
        return "`" + json.dumps(_value(place, look, arguments)).replace("`", "\\`") + "`"

    options = jmespath.Options(custom_functions=_Functions())
    return jmespath.search(_PLACE.sub(literal, ask.finds), answer, options=options)


def _filled(node: Any, look: Look, arguments: Plain) -> Any:
    """Put the values in; a value on its own keeps its type, an empty one is None."""
    match node:
        case dict():
            return {name: _filled(each, look, arguments) for name, each in node.items()}
        case list():
            values = [_filled(each, look, arguments) for each in node]
            return [value for value in values if value is not None]
        case str() if whole := _PLACE.fullmatch(node):
            return _value(whole, look, arguments)
        case str():
            values = [_value(place, look, arguments) for place in _PLACE.finditer(node)]
            filled = _PLACE.sub(lambda place: str(_value(place, look, arguments)), node)
            return None if "" in values else filled
        case _:
            return node


def _value(place: re.Match[str], look: Look, arguments: Plain) -> Any:
    how, name = place.groups()
    value = look.physical(arguments["resource"]) if name == "physical" else arguments[name]
    match how:
        case "arn":
            return arn_of(look, value)
        case "address" if value in look.resources:
            return arn_of(look, value)
        case "name of":
            return value.rpartition("/")[2].rpartition("|")[2]
        case _:
            return value


def arn_of(look: Look, logical_id: str) -> str:
    """The ARN, which is the physical id where no call returns one."""
    ask = table().arns.get(look.type(logical_id))
    return str(found(ask, look, {"resource": logical_id})) if ask else look.physical(logical_id)


def tags_of(look: Look, logical_id: str) -> dict[str, str]:
    ask = table().tags.get(look.type(logical_id))
    if ask is None:
        raise Unbound("Tags of this type are not read here.")
    told = found(ask, look, {"resource": logical_id}) or {}
    if isinstance(told, dict):
        return told
    return {
        (tag.get("Key") or tag["TagKey"]): tag.get("Value", tag.get("TagValue")) for tag in told
    }


def _read(row: Row, look: Look, asked: OnResource) -> Reading:
    arguments = asked.model_dump()
    actual = found(row, look, arguments)
    if row.how == "any":
        return Reading(ANYTHING, shown(actual), passed=bool(actual))
    expected = _filled(row.expects, look, arguments)
    if row.how == "equal":
        return equal(expected, actual)
    is_there = expected in (actual or ()) if expected else bool(actual)
    return Reading(shown(expected or ANYTHING), shown(actual), passed=is_there)


def _enter(name: str, row: Row) -> None:
    types = row.types or tuple(row.proves)[:1]
    proves = tuple((kind, each) for kind, names in row.proves.items() for each in names)
    arguments = model_of(row.takes, base=OnResource)
    KINDS[name] = Kind(name, row.about, types, arguments, proves, row.says, partial(_read, row))


for _name, _row in table().checks.items():
    _enter(_name, _row)
