"""Words of the Thinking panel for routes and tools, without their internal names."""

import re
from typing import Any

from agent import collect_declared
from agent.language.catalogs import N_
from ui import safe
from ui.language import _, ngettext
from ui.views import piece

Plain = dict[str, Any]

SOURCES = {
    "rule": N_("found by rules"),
    "model": N_("judged by the model"),
    "default": N_("the usual one"),
    "user": N_("you said so"),
    "you": N_("you set it"),
    "classifier": N_("found by rules"),
    "pattern": N_("found by rules, by how it is asked"),
    "keywords": N_("found by rules, by its words"),
    "history": N_("continues the earlier topic"),
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
    said = _("Route {route}").format(route=told["route"])
    if "confidence" in told:
        confidence = _("confidence {share:.2f}").format(share=told["confidence"])
        said = f"{said}, {source(told['source'])}, {confidence}"
    return safe.plain(said)


def source(name: str) -> str:
    """Return who or what decided."""
    return _(SOURCES[name]) if name in SOURCES else name


def tool(name: str, outcome: str) -> str:
    """Return what a tool did and found."""
    label = collect_declared("tools").get(name)
    did = _(label) if label else _("Used {tool}").format(tool=name.replace("_", " "))
    if counted := _COUNTED.fullmatch(outcome):
        outcome = ngettext("{count} found", "{count} found", int(counted[1]))
    return safe.plain(did if outcome == "done" else f"{did}: {outcome}")


def tool_figures(told: Plain) -> str:
    arguments = ", ".join(f"{key} {value!r}" for key, value in told["arguments"].items() if value)
    return safe.plain(
        f"{told['tool']} {arguments}, {told['milliseconds']:.0f} ms, {told['outcome']}"
    )
