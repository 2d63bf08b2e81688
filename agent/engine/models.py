"""The models that a user can choose, whether they are ready, and the test button."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from agent.errors import AgentError, NotConfigured
from agent.ports import ModelChoice, Provider

EMBEDDED = "embedded"


@dataclass(frozen=True)
class Server:
    """A model server on this machine."""

    name: str
    base_url: str
    models: tuple[str, ...]


@dataclass(frozen=True)
class Listing:
    """The models of a server, or why there are none."""

    models: tuple[str, ...] = ()
    problem: Literal["", "key", "refused", "rejected"] = ""


@dataclass(frozen=True)
class Offer:
    """A provider as the sidebar shows it; never with a key."""

    label: str
    is_model: bool
    models: tuple[str, ...] = ()
    has_key: bool = False
    needs_url: bool = False
    base_url: str = ""


@dataclass(frozen=True)
class Tried:
    """One thing that a test of a model has found out, in a sentence."""

    what: Literal["text", "tools", "schema", "window"]
    said: str
    works: bool


class Models:
    """`resolve` adds keys and addresses from the settings, or raises NotConfigured."""

    def __init__(
        self,
        offers: Mapping[str, Offer],
        *,
        first: str,
        resolve: Callable[[ModelChoice], ModelChoice],
        test: Callable[[ModelChoice], tuple[Tried, ...]],
        listed: Callable[[ModelChoice], Listing] = lambda _choice: Listing(),
        find: Callable[[], list[Server]] = list,
        prepare: Callable[[str], None] = lambda _provider: None,
    ) -> None:
        self._prepare = prepare
        self._offers = dict(offers)
        self._first = first if first in self._offers else EMBEDDED
        self._resolve = resolve
        self._test = test
        self._listed = listed
        self._find = find

    def offered(self) -> dict[str, Offer]:
        return dict(self._offers)

    def first(self) -> str:
        """The provider that a new session starts with."""
        return self._first

    def prepare(self) -> None:
        """Load what the first message of a new session needs, so that it need not wait."""
        self._prepare(self._first)

    def missing(self, choice: ModelChoice) -> str:
        """A sentence for what this choice still needs; empty when it is ready."""
        try:
            self._resolve(choice)
        except NotConfigured as error:
            return error.message
        return ""

    def find(self) -> list[Server]:
        """Model servers on this machine, as far as they answer at once."""
        return self._find()

    def listed(self, choice: ModelChoice) -> Listing:
        """Ask the server of this choice for its models. Never raises."""
        return self._listed(choice)

    def test(self, choice: ModelChoice) -> tuple[Tried, ...]:
        """A few tiny calls; what works, in sentences. Raises AgentError when nothing does."""
        if choice.provider == EMBEDDED:
            raise AgentError("The built-in rules need no test.")
        return self._test(choice)


def offer_of(provider: Provider, *, model: str, has_key: bool, base_url: str) -> Offer:
    names = (model, *provider.models) if model else provider.models
    return Offer(
        label=provider.label,
        is_model=True,
        models=tuple(dict.fromkeys(names)),
        has_key=has_key,
        needs_url=provider.needs_url,
        base_url=base_url,
    )
