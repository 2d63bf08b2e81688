"""Writing templates: a new one from parts, or the least edit of the one that is there."""

import copy
import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from typing import Any

from agent.checks import cfn, cfn_text
from agent.errors import AgentError
from agent.language.catalogs import N_
from agent.workflows.infra.artifacts import Part, Plain
from agent.workflows.infra.patterns import Pattern, Place, patterns

FOLDER = "infrastructure"
FILE, VALUES = "template.yaml", "parameters.json"
_KEYED = ("Id", "Key")
"""What tells entries of a list apart: rules of a lifecycle, tags."""
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
    joined = "".join(word[:1].upper() + word[1:] for word in words)[:40]
    return joined if joined[:1].isalpha() else f"My{joined}"


def located(parts: Sequence[Part], *, base: str, text: str, adds: bool) -> list[Part]:
    """Each part with the logical id it has or will have.

    `text` is the template that is there. A part that is not to be added is the resource of its
    kind in it, when there is just one.
    """
    there, mains = resources_of(text), mains_of(text)
    taken, found = set(there), []
    for part in parts:
        name, own = part.resource, mains.get(part.pattern, [])
        if name not in there and (not name.isalnum() or name in taken):
            is_own = len(own) == 1 and not adds
            suffix = patterns()[part.pattern].suffix
            name = own[0] if is_own else free_id(f"{base.removesuffix(suffix)}{suffix}", taken)
        taken.add(name)
        found.append(part.model_copy(update={"resource": name}))
    return found


def free_id(wanted: str, taken: Collection[str], *, joint: str = "") -> str:
    name, number = wanted, 2
    while name in taken:
        name, number = f"{wanted}{joint}{number}", number + 1
    return name


def resources_of(text: str) -> dict[str, str]:
    """Logical id to type."""
    return cfn.parse(text).types if text else {}


def mains_of(text: str) -> dict[str, list[str]]:
    """Of each pattern that is there the logical ids of its main resources."""
    by_type = {pattern.main: pattern.id for pattern in patterns().values()}
    found: dict[str, list[str]] = {}
    for name, kind in resources_of(text).items():
        if kind in by_type and not name.endswith("DeadLetter"):
            found.setdefault(by_type[kind], []).append(name)
    return found


def placed(parts: Sequence[Part], text: str) -> Iterator[tuple[Part, Pattern, Place]]:
    """Each with its pattern and with what is beside it, of these parts and of what is there."""
    beside = {pattern: names[0] for pattern, names in mains_of(text).items()}
    there = resources_of(text)
    beside |= {part.pattern: part.resource for part in parts}
    for part in parts:
        others = {k: v for k, v in beside.items() if v != part.resource}
        place = Place(part.resource, others, is_new=part.resource not in there)
        yield part, patterns()[part.pattern], place


def written(
    parts: Sequence[Part], there: Written = NOTHING, *, removes: Collection[str] = ()
) -> Written:
    """The template with the parts in it; what they do not touch stays byte by byte the same."""
    base, values = there.text, dict(there.parameters)
    data: Plain = {"AWSTemplateFormatVersion": "2010-09-09", "Resources": {}}
    if base:
        data = copy.deepcopy(cfn.parse(base).data)
    for part, pattern, place in placed(parts, base):
        draft = pattern.draft(pattern.parse(part.options), place)
        if part.resource in data["Resources"]:
            usual = pattern.draft(pattern.options(), place)["Resources"]
            _patch(data, values, said=draft["Resources"], usual=usual)
        else:
            for section, made in draft.items():
                data[section] = {**data.get(section, {}), **made}
    if removes:
        _remove(data, set(removes))
    return Written(cfn_text.edited(base, data) if base else cfn_text.as_yaml(data), values)


def belonging(resources: Mapping[str, Plain], name: str) -> list[str]:
    """The resource and what is there for it alone: under its name, and tied to it."""
    uses = {key: set(cfn.references(body)) for key, body in resources.items()}
    tied = [key for key in resources if name in uses[key] or key in uses[name]]
    return [name, *(key for key in tied if key != name and key.startswith(name))]


def _remove(data: Plain, gone: set[str]) -> None:
    """Take these resources out, and the outputs that were about them."""
    outputs = data.pop("Outputs", None) or {}
    if left := {k: v for k, v in outputs.items() if not gone & set(cfn.references(v))}:
        data["Outputs"] = left
    data["Resources"] = {k: body for k, body in data["Resources"].items() if k not in gone}
    if not data["Resources"]:
        raise AgentError(
            N_("That would leave the stack empty."), hint=N_("Ask to delete the stack instead.")
        )


def _patch(data: Plain, values: dict[str, str], *, said: Plain, usual: Plain) -> None:
    """Set what the options say: the draft with them, less the draft without them."""
    for name, body in said.items():
        there = data["Resources"].get(name)
        if there is None:
            if name not in usual:
                data["Resources"][name] = body
            continue
        properties = there.setdefault("Properties", {})
        before = usual.get(name, {}).get("Properties", {})
        for key, value in body["Properties"].items():
            if value != before.get(key):
                properties.pop(_EXCLUSIVE.get(key, ""), None)
                declared = data.get("Parameters") or {}
                old = properties.get(key)
                properties[key] = _merged(old, value, declared=declared, values=values)


def _merged(old: Any, new: Any, *, declared: Plain, values: dict[str, str]) -> Any:
    """The new value in the old one's place: parameters keep their names, lists the rest."""

    def inner(one: Any, other: Any) -> Any:
        return _merged(one, other, declared=declared, values=values)

    match old, new:
        case {"Ref": str(name)}, int() | str() if name in declared:
            values[name] = str(new)
            return old
        case dict(), dict() if not (_is_function(old) or _is_function(new)):
            return {**old, **{key: inner(old.get(key), value) for key, value in new.items()}}
        case [dict(), *_], [dict(), *_] if key := _key_of([*old, *new]):
            by_key = {entry[key]: entry for entry in new}
            kept = [inner(e, by_key.pop(e[key])) if e[key] in by_key else e for e in old]
            return [*kept, *by_key.values()]
        case _:
            return new


def _key_of(entries: list[Plain]) -> str:
    return next((key for key in _KEYED if all(isinstance(e.get(key), str) for e in entries)), "")


def _is_function(value: Plain) -> bool:
    return len(value) == 1 and next(iter(value)).startswith(("Ref", "Fn::"))


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
    return cfn_text.edited(text, data), done


def _set(body: Plain, path: Sequence[str], value: Any) -> None:
    *above, last = path
    for name in above:
        body = body.setdefault(name, {})
    body[last] = value


def changed_outputs(old: Written, new: Written) -> list[str]:
    """Their names, in the order of the alphabet."""
    before, after = (
        (cfn.parse(each.text).data.get("Outputs") or {}) if each.text else {} for each in (old, new)
    )
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
