"""Writing templates: a new one from parts, or the least edit of the one that is there."""

import copy
import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from typing import Any

import yaml  # type: ignore[import-untyped]

from agent.checks import cfn
from agent.errors import AgentError
from agent.language.catalogs import N_
from agent.workflows.infra.artifacts import Part
from agent.workflows.infra.patterns import Draft, Pattern, Place, patterns

Plain = dict[str, Any]
FOLDER = "infrastructure"
FILE, VALUES = "template.yaml", "parameters.json"
_LONGEST_ID = 40
_KEYED = ("Id", "Key")
"""What tells entries of a list apart: rules of a lifecycle, tags."""
_ORDER = (
    "AWSTemplateFormatVersion",
    "Description",
    "Parameters",
    "Conditions",
    "Resources",
    "Outputs",
)
_EXCLUSIVE = {"KmsMasterKeyId": "SqsManagedSseEnabled", "SqsManagedSseEnabled": "KmsMasterKeyId"}


@dataclass(frozen=True)
class Written:
    text: str
    parameters: dict[str, str]

    @classmethod
    def of(cls, held: Plain | None) -> "Written":
        """Build it from a state's entry; empty if the state has none."""
        return cls((held or {}).get("template", ""), (held or {}).get("parameters", {}))

    def files(self) -> dict[str, str]:
        """By name; empty values where there are none."""
        values = json.dumps(self.parameters, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
        return {FILE: self.text, VALUES: values if self.parameters else ""}

    def resolved(self) -> dict[str, Plain]:
        """Each resource with the values of its parameters put in."""
        if not self.text:
            return {}
        template = cfn.parse(self.text)
        bodies = template.resources.items()
        return {name: cfn.resolved(body, template, self.parameters) for name, body in bodies}


NOTHING = Written("", {})


def camel(name: str) -> str:
    """A logical id: letters and digits only."""
    words = re.findall(r"[A-Za-z0-9]+", name)
    joined = "".join(word[:1].upper() + word[1:] for word in words)[:_LONGEST_ID]
    return joined if joined[:1].isalpha() else f"My{joined}"


def located(parts: Sequence[Part], *, base: str, text: str, adds: bool) -> list[Part]:
    """Each part with the logical id it has or will have.

    `text` is the template that is there. A part that is not to be added is the resource of its
    type in it, when there is just one.
    """
    there = resources_of(text)
    taken, found = set(there), []
    for part in parts:
        pattern = patterns()[part.pattern]
        existing = [name for name, kind in there.items() if kind == pattern.main]
        own = [name for name in existing if not name.endswith("DeadLetter")] or existing
        if part.remove and part.resource not in there and len(own) != 1:
            raise _which_of(own, pattern)
        if part.resource in there or (part.resource.isalnum() and part.resource not in taken):
            located_at = part.resource
        elif len(own) == 1 and not adds:
            located_at = own[0]
        else:
            located_at = free_id(f"{base}{pattern.suffix}", taken)
        taken.add(located_at)
        found.append(part.model_copy(update={"resource": located_at}))
    return found


def _which_of(names: Sequence[str], pattern: Pattern) -> AgentError:
    if not names:
        return AgentError(
            N_("The stack has none of these: {about}."),
            hint=N_("Look at what it has first."),
            about=pattern.noun,
        )
    return AgentError(
        N_("The stack has several of these, so none was removed: {about}."),
        hint=N_("Without a model one of several cannot be taken out; the whole stack can go."),
        about=", ".join(names),
    )


def free_id(wanted: str, taken: Collection[str], *, joint: str = "") -> str:
    name, number = wanted, 2
    while name in taken:
        name, number = f"{wanted}{joint}{number}", number + 1
    return name


def resources_of(text: str) -> dict[str, str]:
    """Logical id to type."""
    return cfn.parse(text).types if text else {}


def places(parts: Sequence[Part], text: str) -> dict[str, str]:
    """Pattern to the logical id of its main resource, of these parts and of what is there."""
    by_type = {pattern.main: pattern.id for pattern in patterns().values()}
    found: dict[str, str] = {}
    for name, kind in resources_of(text).items():
        if (pattern := by_type.get(kind)) and not name.endswith("DeadLetter"):
            found.setdefault(pattern, name)
    found |= {part.pattern: part.resource for part in parts if not part.remove}
    gone = {part.resource for part in parts if part.remove}
    return {pattern: name for pattern, name in found.items() if name not in gone}


def place_of(part: Part, beside: Mapping[str, str]) -> Place:
    return Place(part.resource, {k: v for k, v in beside.items() if v != part.resource})


def placed(parts: Sequence[Part], text: str) -> Iterator[tuple[Part, Pattern, Place]]:
    """Those that come or change, each with its pattern and with what is beside it."""
    beside = places(parts, text)
    for part in parts:
        if not part.remove:
            yield part, patterns()[part.pattern], place_of(part, beside)


def written(parts: Sequence[Part], there: Written = NOTHING) -> Written:
    """The template with the parts in it; what they do not touch stays byte by byte the same."""
    base, values = there.text, dict(there.parameters)
    data: Plain = {"AWSTemplateFormatVersion": "2010-09-09", "Resources": {}}
    if base:
        data = copy.deepcopy(cfn.parse(base).data)
    before, beside = copy.deepcopy(data), places(parts, base)
    for part in parts:
        if part.remove:
            _remove(data, values, part.resource)
            continue
        pattern, place = patterns()[part.pattern], place_of(part, beside)
        if part.resource in data["Resources"]:
            _patch(data, values, pattern=pattern, part=part, place=place)
        else:
            _add(data, values, pattern.draft(pattern.parse(part.options), place))
    if base and data == before:
        return Written(base, values)
    return Written(rendered(data, like=base), values)


def _add(data: Plain, values: dict[str, str], draft: Draft) -> None:
    data["Resources"] |= draft.resources
    if draft.parameters:
        data["Parameters"] = {**data.get("Parameters", {}), **draft.parameters}
    if draft.outputs:
        data["Outputs"] = {**data.get("Outputs", {}), **draft.outputs}
    values |= draft.values


def belonging(resources: Mapping[str, Plain], name: str) -> set[str]:
    """The resource and what is there for it alone: under its name, and tied to it.

    An OrdersTable does not belong to the queue Orders, and an OrdersQueue2 not to OrdersQueue.
    """
    mains = {pattern.main for pattern in patterns().values()}
    uses = {key: set(cfn.references(body)) for key, body in resources.items()}
    found = {name}
    for key in resources:
        users = {other for other in resources if key in uses[other]}
        serves = name in uses[key] and resources[key].get("Type") not in mains
        if key.startswith(name) and (serves or users == {name}):
            found.add(key)
    return found


def _remove(data: Plain, values: dict[str, str], name: str) -> None:
    """The resource, what belongs to it, and the parameters and outputs that were about them."""
    gone = belonging(data["Resources"], name)
    data["Resources"] = {k: body for k, body in data["Resources"].items() if k not in gone}
    used = set(cfn.references([data["Resources"], data.get("Conditions")]))
    parameters, outputs = data.get("Parameters") or {}, data.get("Outputs") or {}
    left = {
        "Parameters": {k: v for k, v in parameters.items() if not k.startswith(name) or k in used},
        "Outputs": {k: v for k, v in outputs.items() if not gone & set(cfn.references(v))},
    }
    for section, held in left.items():
        if held:
            data[section] = held
        else:
            data.pop(section, None)
    for key in [key for key in values if key not in data.get("Parameters", {})]:
        del values[key]
    if not data["Resources"]:
        raise AgentError(
            N_("That would leave the stack empty."), hint=N_("Ask to delete the stack instead.")
        )


def _patch(
    data: Plain, values: dict[str, str], *, pattern: Pattern, part: Part, place: Place
) -> None:
    """Set what the words name: the draft with them, less the draft without them."""
    said = pattern.draft(pattern.parse(part.options), place)
    usual = pattern.draft(pattern.options(), place)
    for name, body in said.resources.items():
        there = data["Resources"].get(name)
        if there is None:
            if name not in usual.resources:
                data["Resources"][name] = body
            continue
        properties = there.setdefault("Properties", {})
        for key, value in _changed(name, said=said, usual=usual):
            properties.pop(_EXCLUSIVE.get(key, ""), None)
            properties[key] = _merged(
                properties.get(key), value, data=data, draft=said, values=values
            )
    used = set(cfn.references(data["Resources"]))
    for name, declared in said.parameters.items():
        if name in used and name not in data.get("Parameters", {}):
            data["Parameters"] = {**data.get("Parameters", {}), name: declared}
            values[name] = said.values[name]


def _changed(name: str, *, said: Draft, usual: Draft) -> list[tuple[str, Any]]:
    before = usual.resources.get(name, {}).get("Properties", {})
    return [
        (key, value)
        for key, value in said.resources[name]["Properties"].items()
        if _with_values(value, said.values) != _with_values(before.get(key), usual.values)
    ]


def _with_values(value: Any, values: Mapping[str, str]) -> Any:
    match value:
        case {"Ref": str(name)} if len(value) == 1 and name in values:
            return values[name]
        case dict():
            return {key: _with_values(inner, values) for key, inner in value.items()}
        case list():
            return [_with_values(inner, values) for inner in value]
        case _:
            return value


def _merged(old: Any, new: Any, *, data: Plain, draft: Draft, values: dict[str, str]) -> Any:
    """The new value in the old one's place: parameters keep their names, lists the rest."""

    def inner(one: Any, other: Any) -> Any:
        return _merged(one, other, data=data, draft=draft, values=values)

    match old, new:
        case {"Ref": str(known)}, {"Ref": str(name)} if (
            known in data.get("Parameters", {}) and name in draft.values
        ):
            values[known] = draft.values[name]
            return old
        case dict(), dict() if not _is_function(old) and not _is_function(new):
            return {**old, **{key: inner(old.get(key), value) for key, value in new.items()}}
        case list(), list() if (key := _key_of(old)) and key == _key_of(new):
            return _merged_lists(old, new, key=key, inner=inner)
        case _:
            return new


def _merged_lists(old: list[Plain], new: list[Plain], *, key: str, inner: Any) -> list[Plain]:
    by_key = {entry[key]: entry for entry in new}
    kept = [
        inner(entry, by_key.pop(entry[key])) if entry[key] in by_key else entry for entry in old
    ]
    return [*kept, *by_key.values()]


def _key_of(entries: list[Any]) -> str:
    for key in _KEYED:
        if entries and all(isinstance(e, dict) and isinstance(e.get(key), str) for e in entries):
            return key
    return ""


def _is_function(value: Plain) -> bool:
    return len(value) == 1 and next(iter(value)) in {
        "Ref",
        "Fn::GetAtt",
        "Fn::Sub",
        "Fn::Join",
        "Fn::If",
    }


def fixed(text: str, findings: Sequence[Plain]) -> tuple[str, list[str]]:
    """The template with the remedies of these findings put in, and what was done."""
    data: Plain = copy.deepcopy(cfn.parse(text).data)
    done = []
    for found in findings:
        body = data["Resources"].get(found["resource"])
        if body is None or not found["fix"]:
            continue
        for path, value in found["fix"].items():
            _set(body, path.split("."), value)
        done.append(f"{found['rule_id']} {found['resource']}: {found['remediation']}")
    return (rendered(data, like=text), done) if done else (text, [])


def _set(body: Plain, path: Sequence[str], value: Any) -> None:
    *above, last = path
    for name in above:
        body = body.setdefault(name, {})
    body[last] = value


def rendered(data: Plain, *, like: str = "") -> str:
    """YAML, or JSON where the template was that."""
    names = [name for name in _ORDER if name in data] + [
        name for name in data if name not in _ORDER
    ]
    ordered = {name: data[name] for name in names}
    if like.lstrip().startswith("{"):
        return json.dumps(ordered, indent=2, ensure_ascii=False) + "\n"
    return as_yaml(ordered)


def as_yaml(data: Any) -> str:
    """With texts of many lines as they read."""
    text: str = yaml.dump(data, Dumper=_Dumper, sort_keys=False, width=100, allow_unicode=True)
    return text


class _Dumper(yaml.SafeDumper):  # type: ignore[misc]
    """Without aliases, which CloudFormation does not take; with blocks for texts of many lines."""

    def ignore_aliases(self, _data: Any) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.Node:
    style = "|" if "\n" in value else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


_Dumper.add_representer(str, _text)


def changed_outputs(old: Written, new: Written) -> list[str]:
    """The names of those of a stack that is there, in the order of the alphabet."""
    if not old.text or not new.text:
        return []
    before, after = (cfn.parse(each.text).data.get("Outputs") or {} for each in (old, new))
    return sorted(name for name in {**before, **after} if before.get(name) != after.get(name))


def difference(old: str, new: str, *, name: str) -> str:
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    old_name = f"a/{name}" if old else "/dev/null"
    new_name = f"b/{name}" if new else "/dev/null"
    return "".join(unified_diff(before, after, old_name, new_name))


def differences(old: Written, new: Written) -> str:
    """Of the template and of its values."""
    before, after = old.files(), new.files()
    found = [difference(before[name], after[name], name=name) for name in after]
    return "\n".join(diff.rstrip("\n") for diff in found if diff)
