"""Templates as text: data written out, and edits that leave all other lines as they are."""

import json
from collections.abc import Iterator
from typing import Any

import yaml  # type: ignore[import-untyped]

from agent.checks import cfn
from agent.errors import AgentError

Plain = dict[str, Any]
Edit = tuple[int, int, str]
"""The start and end of a replaced part, and its new text."""


def edited(text: str, data: Plain) -> str:
    """The text with only those places written anew in which it differs from the data."""
    old = cfn.parse(text).data
    if old == data:
        return text
    if text.lstrip().startswith("{"):
        return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    whole = text if text.endswith("\n") else f"{text}\n"
    edits = sorted(_edits(yaml.compose(whole, yaml.CSafeLoader), old, data, whole), reverse=True)
    new = whole
    for start, end, put in edits:
        new = new[:start] + put + new[end:]
    # Where a text is written so that it cannot be edited, it is written anew.
    return new if _holds(new, data) else as_yaml(data)


def _holds(text: str, data: Plain) -> bool:
    try:
        return cfn.parse(text).data == data
    except AgentError:
        return False


def _edits(node: yaml.Node, old: Plain, new: Plain, text: str) -> Iterator[Edit]:
    """Edit a mapping in block style, entry by entry; new entries come last."""
    column = node.start_mark.column
    for key_node, value in node.value:
        key, start = key_node.value, key_node.start_mark.index
        if key not in new:
            yield text.rfind("\n", 0, start) + 1, _line_end(value, text), ""
        elif old[key] != new[key]:
            yield from _edit(key_node, value, (old[key], new[key]), text)
    if added := {key: value for key, value in new.items() if key not in old}:
        end = _line_end(node, text)
        yield end, end, _indented(added, column)


def _edit(key: yaml.Node, value: yaml.Node, change: tuple[Any, Any], text: str) -> Iterator[Edit]:
    """Edit one entry: within its value where possible, else as a whole."""
    old, new = change
    is_block = not value.tag.startswith("!") and getattr(value, "flow_style", True) is False
    if is_block and isinstance(value, yaml.MappingNode) and isinstance(new, dict) and new:
        yield from _edits(value, old, new, text)
        return
    if is_block and isinstance(new, list) and len(new) >= len(old):
        within, column = list(zip(value.value, old, new, strict=False)), value.start_mark.column
        changed = [each for each in within if each[1] != each[2]]
        if all(_is_open(item) and isinstance(now, dict) for item, _, now in changed):
            for item, was, now in changed:
                yield from _edits(item, was, now, text)
            if added := new[len(old) :]:
                end = _line_end(value, text)
                yield end, end, _indented(added, column)
            return
    put = _indented({key.value: new}, key.start_mark.column).strip()
    # What is said beside a single line stays beside it.
    end = _line_end(value, text) - 1 if "\n" in put else _end(value, text)
    yield key.start_mark.index, end, put


def _is_open(node: yaml.Node) -> bool:
    is_mapping = isinstance(node, yaml.MappingNode) and not node.tag.startswith("!")
    return is_mapping and node.flow_style is False


def _end(node: yaml.Node, text: str) -> int:
    """The end of a node, without comments and blank lines behind it."""
    last = node
    while not isinstance(last, yaml.ScalarNode) and last.value and last.flow_style is False:
        entry = last.value[-1]
        last = entry[1] if isinstance(entry, tuple) else entry
    return len(text[: last.end_mark.index].rstrip())


def _line_end(node: yaml.Node, text: str) -> int:
    """The start of the line after its last one."""
    return text.index("\n", _end(node, text)) + 1


def _indented(data: Any, column: int) -> str:
    lines = as_yaml(data).splitlines(keepends=True)
    return "".join(" " * column + line if line.strip() else line for line in lines)


def as_yaml(data: Any) -> str:
    """Write data as YAML, with texts of many lines as blocks."""
    text: str = yaml.dump(data, Dumper=_Dumper, sort_keys=False, width=100, allow_unicode=True)
    return text


class _Dumper(yaml.SafeDumper):  # type: ignore[misc]
    """Writes no aliases, which CloudFormation does not take, and blocks for texts of many lines."""

    def ignore_aliases(self, _data: Any) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.Node:
    style = "|" if "\n" in value else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


_Dumper.add_representer(str, _text)
