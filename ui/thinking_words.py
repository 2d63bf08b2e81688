"""What the Thinking panel says of routes and tools, for who knows none of their names."""

import re
from typing import Any

from agent import collect_declared
from ui import safe
from ui.language import _
from ui.views import piece

Plain = dict[str, Any]

SOURCES = {
    "rule": "found by rules",
    "model": "judged by the model",
    "default": "nothing spoke for another",
    "user": "you said so",
    "pattern": "found by rules, by how it is asked",
    "keywords": "found by rules, by its words",
    "history": "continues the earlier topic",
}
_COUNTED = re.compile(r"(\d+) (?:found|cached)")


def route(names: str) -> str:
    """Several are named with commas between."""
    routes = collect_declared("routes")
    said = _(" and ").join(
        _(routes[name]) if name in routes else piece.name_of(name) for name in names.split(", ")
    )
    return said[:1].upper() + said[1:]


def route_figures(told: Plain) -> str:
    said = [f"Route {told['route']}"]
    if "confidence" in told:
        said += [SOURCES.get(told["source"], told["source"])]
        said += [f"confidence {told['confidence']:.2f}"]
    return safe.plain(", ".join(said))


def tool(name: str, outcome: str) -> str:
    """Return what a tool did and found."""
    label = collect_declared("tools").get(name)
    did = _(label) if label else _("Used {tool}").format(tool=name.replace("_", " "))
    if counted := _COUNTED.fullmatch(outcome):
        outcome = _("{count} found").format(count=counted[1])
    return safe.plain(did if outcome == "done" else f"{did}: {outcome}")


def tool_figures(told: Plain) -> str:
    arguments = ", ".join(f"{key} {value!r}" for key, value in told["arguments"].items() if value)
    return safe.plain(
        f"{told['tool']} {arguments}, {told['milliseconds']:.0f} ms, {told['outcome']}"
    )
