"""CloudFormation templates as plain data, with the line of each value."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import yaml  # type: ignore[import-untyped]

from agent.errors import AgentError

Plain = dict[str, Any]
Path = tuple[str | int, ...]

MOST_CHARACTERS = 51_200
"""The largest template that CloudFormation takes in a request."""
_FIRST = ("AWSTemplateFormatVersion", "Parameters:", "Resources:", "{")
"""Beginnings of a template's first line."""
_DEEPEST = 60
_HINT = "Correct the template and try again."
_PARTS = re.compile(r"\$\{([^!${}][^${}]*)\}")


@dataclass(frozen=True)
class Template:
    """Short forms such as `!Ref x` are written out as `{"Ref": "x"}`."""

    data: Plain
    lines: dict[Path, int]

    @property
    def resources(self) -> dict[str, Plain]:
        found = self.data.get("Resources")
        if not isinstance(found, dict):
            return {}
        return {name: body for name, body in found.items() if isinstance(body, dict)}

    @property
    def types(self) -> dict[str, str]:
        """The type of each resource, by its logical id."""
        return {name: str(body.get("Type")) for name, body in self.resources.items()}

    @property
    def parameters(self) -> dict[str, Plain]:
        found = self.data.get("Parameters")
        if not isinstance(found, dict):
            return {}
        return {name: body for name, body in found.items() if isinstance(body, dict)}

    @property
    def retained(self) -> set[str]:
        """The resources that stay when they leave the stack, or when it is deleted."""
        policies = {"Retain", "RetainExceptOnCreate"}
        return {
            name for name, body in self.resources.items() if body.get("DeletionPolicy") in policies
        }

    def line(self, *path: str | int) -> int:
        """The line of the value there, or of the nearest existing one around it."""
        while path:
            if path in self.lines:
                return self.lines[path]
            path = path[:-1]
        return 1


def parse(text: str) -> Template:
    """YAML or JSON. Raises AgentError with the line for what is no template at all."""
    if len(text.encode()) > MOST_CHARACTERS:
        raise AgentError(
            f"The template is longer than the {MOST_CHARACTERS:,} bytes CloudFormation takes.",
            hint="Split it into two stacks.",
        )
    lines: dict[Path, int] = {}
    try:
        data = _loaded(text, lines)
    except yaml.YAMLError as error:
        data = _as_json(text, error)
    if not isinstance(data, dict) or not isinstance(data.get("Resources"), dict):
        raise AgentError("The template has no Resources.", hint=_HINT)
    return Template(data, lines)


def find(text: str) -> str:
    """The template in a message: in a fence, else from its first line to the end; "" for none."""
    _before, _fence, fenced = text.partition("```")
    inner = fenced.partition("\n")[2].partition("```")[0]
    lines = text.splitlines(keepends=True)
    starts = [at for at, line in enumerate(lines) if line.startswith(_FIRST)]
    for found in (inner, *("".join(lines[at:]) for at in starts[:1])):
        with suppress(AgentError):
            parse(found)
            return found
    return ""


def resolved(value: Any, template: Template, parameters: Mapping[str, str]) -> Any:
    """The value with parameters put in; what only the engine can know stays as it is written."""
    match value:
        case {"Ref": str(name)} if len(value) == 1:
            return _parameter(name, template, parameters, otherwise=value)
        case {"Fn::Sub": str(text)} if len(value) == 1:
            return _substituted(text, template, parameters)
        case {"Fn::If": [str(name), yes, no]} if len(value) == 1:
            holds = _condition({"Condition": name}, template, parameters)
            if holds is None:
                return value
            return resolved(yes if holds else no, template, parameters)
        case {"Fn::Join": [str(glue), list(parts)]} if len(value) == 1:
            texts = [resolved(part, template, parameters) for part in parts]
            return glue.join(texts) if all(isinstance(t, str) for t in texts) else value
        case dict():
            inner = {k: resolved(v, template, parameters) for k, v in value.items()}
            return {k: v for k, v in inner.items() if v != {"Ref": "AWS::NoValue"}}
        case list():
            items = [resolved(item, template, parameters) for item in value]
            return [item for item in items if item != {"Ref": "AWS::NoValue"}]
        case _:
            return value


def references(value: Any) -> Iterator[str]:
    """The names that a value refers to: resources, parameters and pseudo parameters."""
    match value:
        case {"Ref": str(name)}:
            yield name
        case {"Fn::GetAtt": [str(name), *_]} | {"Fn::GetAtt": str(name)}:
            yield name.partition(".")[0]
        case {"Fn::Sub": str(text)}:
            yield from _named_in(text)
        case {"Fn::Sub": [str(text), dict(given)]}:
            yield from (name for name in _named_in(text) if name not in given)
            yield from references(given)
        case dict():
            for item in value.values():
                yield from references(item)
        case list():
            for item in value:
                yield from references(item)
        case _:
            return


def is_literal(value: Any) -> bool:
    """Nothing in it is left for the engine to find out."""
    match value:
        case dict():
            is_function = len(value) == 1 and any(
                name in {"Ref", "Condition"} or str(name).startswith("Fn::") for name in value
            )
            return not is_function and all(is_literal(item) for item in value.values())
        case list():
            return all(is_literal(item) for item in value)
        case _:
            return True


def truth(value: Any) -> bool:
    """CloudFormation takes true, "true" and "True" for the same."""
    return value is True or (isinstance(value, str) and value.lower() == "true")


def _named_in(text: str) -> Iterator[str]:
    return (name.partition(".")[0] for name in _PARTS.findall(text))


def _parameter(
    name: str, template: Template, parameters: Mapping[str, str], *, otherwise: Any
) -> Any:
    if name in parameters:
        return _split(parameters[name], template.parameters.get(name, {}))
    declared = template.parameters.get(name, {})
    return _split(declared["Default"], declared) if "Default" in declared else otherwise


def _split(value: Any, declared: Plain) -> Any:
    kind = str(declared.get("Type", ""))
    is_list = kind == "CommaDelimitedList" or kind.startswith("List<")
    return [part.strip() for part in str(value).split(",")] if is_list else value


def _substituted(text: str, template: Template, parameters: Mapping[str, str]) -> Any:
    whole = True

    def put(found: re.Match[str]) -> str:
        nonlocal whole
        value = _parameter(found[1], template, parameters, otherwise=None)
        whole = whole and isinstance(value, str | int | float)
        return str(value) if value is not None else found[0]

    done = _PARTS.sub(put, text)
    return done if whole else {"Fn::Sub": done}


def _condition(value: Any, template: Template, parameters: Mapping[str, str]) -> bool | None:
    """None for what cannot be known here."""
    match value:
        case {"Condition": str(name)}:
            known = template.data.get("Conditions")
            inner = known.get(name) if isinstance(known, dict) else None
            return None if inner is None else _condition(inner, template, parameters)
        case {"Fn::Equals": [one, other]}:
            left = resolved(one, template, parameters)
            right = resolved(other, template, parameters)
            return str(left) == str(right) if is_literal([left, right]) else None
        case {"Fn::Not": [inner]}:
            holds = _condition(inner, template, parameters)
            return None if holds is None else not holds
        case {"Fn::And": list(parts)}:
            held = [_condition(part, template, parameters) for part in parts]
            return None if None in held else all(held)
        case {"Fn::Or": list(parts)}:
            held = [_condition(part, template, parameters) for part in parts]
            return None if None in held else any(held)
        case _:
            return None


class _Loader(yaml.CSafeLoader):  # type: ignore[misc]
    """Dates stay as they are written, as CloudFormation reads them."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in known if not tag.endswith(":timestamp")]
    for first, known in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}


def _loaded(text: str, lines: dict[Path, int]) -> Any:
    # An alias may stand for an alias and so on, until no memory holds what they stand for.
    if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, yaml.CSafeLoader)):
        raise AgentError("The template uses YAML aliases.", hint="Write the values out.")
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
        return None if node is None else _built(loader, node, (), lines)
    finally:
        loader.dispose()


def _built(loader: _Loader, node: yaml.Node, path: Path, lines: dict[Path, int]) -> Any:
    if len(path) > _DEEPEST:
        raise AgentError("The template is nested too deeply.", hint=_HINT)
    lines.setdefault(path, node.start_mark.line + 1)
    if node.tag.startswith("!"):
        return _function(loader, node, path, lines)
    match node:
        case yaml.MappingNode():
            return _mapping(loader, node, path, lines)
        case yaml.SequenceNode():
            return [
                _built(loader, item, (*path, index), lines) for index, item in enumerate(node.value)
            ]
        case _:
            return loader.construct_object(node)


def _mapping(loader: _Loader, node: yaml.MappingNode, path: Path, lines: dict[Path, int]) -> Plain:
    built: Plain = {}
    for key_node, value_node in node.value:
        key = str(key_node.value)
        if key in built:
            raise AgentError(
                f"Line {key_node.start_mark.line + 1}: the key {key} appears twice.",
                hint=_HINT,
            )
        lines[(*path, key)] = key_node.start_mark.line + 1
        built[key] = _built(loader, value_node, (*path, key), lines)
    return built


def _function(loader: _Loader, node: yaml.Node, path: Path, lines: dict[Path, int]) -> Plain:
    name = node.tag[1:]
    key = name if name in {"Ref", "Condition"} else f"Fn::{name}"
    node.tag = {
        yaml.MappingNode: "tag:yaml.org,2002:map",
        yaml.SequenceNode: "tag:yaml.org,2002:seq",
    }.get(type(node), "tag:yaml.org,2002:str")
    value = _built(loader, node, path, lines)
    if key == "Fn::GetAtt" and isinstance(value, str):
        value = value.split(".", 1)
    return {key: value}


def _as_json(text: str, error: yaml.YAMLError) -> Any:
    """JSON may hold tabs where YAML may not."""
    try:
        return json.loads(text)
    except ValueError:
        mark = getattr(error, "problem_mark", None)
        where = f"Line {mark.line + 1}: " if mark else ""
        problem = getattr(error, "problem", "") or "it cannot be read"
        raise AgentError(
            f"The template is not valid YAML. {where}{problem}.", hint=_HINT
        ) from error
