"""The declaration of a workflow, the registry of workflows, and the recording of nodes."""

import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, Protocol

from langgraph.graph import StateGraph
from langgraph.runtime import Runtime

import agent.workflows
from agent.engine.recorder import shown_values
from agent.errors import NotFound
from agent.events import Plain
from agent.language.catalogs import N_
from agent.ports import Context, Ports
from agent.store.records import Turn

Node = Callable[[Any, Runtime[Context]], Any]


class RecordedNode(Protocol):
    """A node as LangGraph takes it: it passes the runtime by that name."""

    def __call__(self, state: Any, runtime: Runtime[Context]) -> Any: ...


@dataclass(frozen=True)
class Recommendation:
    """One next thing to do: what, why, and the message that does it."""

    id: str
    label: str
    why: str
    text: str
    inputs: Plain = field(default_factory=dict)
    icon: str = ":material/arrow_forward:"


@dataclass(frozen=True)
class Kind:
    """The way to show artifacts of one kind, where `ui/views` has no view for it."""

    view: Literal["fields", "table", "diff", "timeline", "document", "card"] | None = None
    """The generic view that shows it, where `ui/views` has none for this kind."""
    is_quiet: bool | Callable[[Plain], bool] = False
    """The panels show it, and the conversation does not."""
    earlier: str = ""
    """Its title when a later artifact of its turn has replaced it and it is folded."""
    decided: tuple[str, str] = ("", "")
    """The step that asks about it, and what it is called once that is answered."""


SHARED = {
    "route": Kind(is_quiet=lambda data: len(data.get("queue") or []) < 2),
    "suggestions": Kind(is_quiet=True),
    "trace": Kind(is_quiet=True),
}
"""Kinds of several workflows."""


def no_recommendations(_turn: Turn) -> list[Recommendation]:
    return []


@dataclass(frozen=True)
class Welcome:
    """Starter messages and the input's placeholder, for a page without a conversation."""

    starters: Sequence[str]
    placeholder: str


def as_declared(_ports: Ports, _user: str, _inputs: Plain) -> Welcome | None:
    return None


def as_stored(turn: Turn, _ports: Ports) -> Turn:
    return turn


@dataclass(frozen=True)
class Workflow:
    """One folder in `agent/workflows`, found by its `graph.WORKFLOW`, and `pages/<name>.py`.

    `docs/extending.md` says how to add one. `inputs` are the state keys a page may send
    with a message, `kept` those that later turns start from, `shown` those the State
    panel lists.
    """

    name: str
    title: str
    icon: str
    summary: str
    starters: Sequence[str]
    state: type
    """A TypedDict on top of `agent.engine.state.BaseState`, without which no turn goes on."""
    build: Callable[[], "StateGraph[Any, Context, Any, Any]"]
    order: int = 50
    """Its place in lists of workflows, the lowest first."""
    inputs: tuple[str, ...] = ()
    kinds: Mapping[str, Any] = field(default_factory=dict)
    """Types of inputs, where the state's annotation is too wide."""
    kept: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    """Labels of state keys for people."""
    acts: bool = False
    """True if it changes other systems: approval cards then show the digest that logs name."""
    attach_to: str = ""
    """The input that names the subject which files sent with a message are added to."""
    answers_documents: bool = False
    """True if it answers questions from documents: Home sends those there that they answer, and
    files sent with a message can be asked about."""
    placeholder: str = N_("Write a message")
    steps: Mapping[str, str] = field(default_factory=dict)
    """The text on the page while a step runs."""
    routes: Mapping[str, str] = field(default_factory=dict)
    """The Thinking panel's sentence for each route."""
    tools: Mapping[str, str] = field(default_factory=dict)
    """The Thinking panel's sentence for each tool."""
    artifacts: Mapping[str, Kind] = field(default_factory=dict)
    """The way to show its artifacts, by kind, where the default does not fit."""
    pages: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """The pages below its own: their titles and icons by address."""
    pane: str = ""
    """The name of the panel that shows what the workflow makes, before the others."""
    welcome: Callable[[Ports, str, Plain], Welcome | None] = as_declared
    """For a user and the inputs of a page; None where `starters` and `placeholder` fit."""
    recommend: Callable[[Turn], list[Recommendation]] = no_recommendations
    discard_expired: Callable[[Plain, Ports], None] | None = None
    """Discards what an expired question was about, given the state that waits for its answer.

    The question can be asked again afterwards, and this may be called twice.
    """
    clean_up: Callable[[Ports], None] | None = None
    """Removes what is due in the workflow's own stores; called every few seconds."""
    forget: Callable[[Ports, str], None] | None = None
    """Removes what a conversation that is deleted for good left outside the ledger."""
    revise: Callable[[Turn, Ports], Turn] = as_stored
    """A stored turn as it reads now, where something that came later changes it."""


@cache
def known_workflows() -> dict[str, Workflow]:
    """The folders are the registry."""
    found = {}
    for module in pkgutil.iter_modules(agent.workflows.__path__):
        if module.ispkg:
            graph = importlib.import_module(f"agent.workflows.{module.name}.graph")
            if "turn" not in graph.WORKFLOW.state.__annotations__:
                raise TypeError(f"The state of {module.name} is not based on BaseState.")
            found[module.name] = graph.WORKFLOW
    return dict(sorted(found.items(), key=lambda entry: (entry[1].order, entry[0])))


def find_workflow(name: str) -> Workflow:
    """Return the workflow of that name. Raises NotFound."""
    try:
        return known_workflows()[name]
    except KeyError:
        raise NotFound(f"There is no workflow {name}.", hint="Open one from the list.") from None


@cache
def collect_declared(
    what: Literal["steps", "routes", "tools", "artifacts", "pages"],
) -> Mapping[str, Any]:
    """Return what all workflows declare under that name."""
    found = dict(SHARED) if what == "artifacts" else {}
    for workflow in known_workflows().values():
        found |= getattr(workflow, what)
    return found


def kind_of(artifact: str) -> Kind:
    found: Kind = collect_declared("artifacts").get(artifact, Kind())
    return found


def recorded(name: str, node: Node) -> RecordedNode:
    """Wrap a node so that the run's reporter sees its start, end, changes and texts."""

    # No functools.wraps: LangGraph injects by parameter name, and nodes may call theirs _runtime.
    def run(state: Any, runtime: Runtime[Context]) -> Any:
        info = runtime.execution_info
        task = info.task_id if info else name
        with runtime.context.report.step(name, task) as step:
            update = node(state, runtime)
            step.changed = shown_values(update)
        return update

    return run


def add_nodes(builder: "StateGraph[Any, Context, Any, Any]", nodes: dict[str, Node]) -> None:
    for name, node in nodes.items():
        builder.add_node(name, recorded(name, node))
