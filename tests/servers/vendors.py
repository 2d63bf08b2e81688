"""Every vendor with its local server, and a reporter that remembers: for tests of all of them."""

from collections.abc import Callable
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field

from pydantic import BaseModel, SecretStr

from agent.adapters.llm import open_llm
from agent.adapters.llm.retrying import Patience
from agent.events import Event, Notice, Thinking, Token
from agent.ports import ModelChoice, Timeouts
from agent.settings import Settings
from agent.steps import Chat, ToolSpec, Usage
from tests.servers.gemini_server import gemini_server
from tests.servers.mistral_server import mistral_server
from tests.servers.openai_server import openai_server
from tests.servers.scripted import Script, Server

CANARY = "canary-0123456789-key"
NO_ENVIRONMENT = Settings.model_construct()
AT_ONCE = Patience(delays=(0.0, 0.0))


@dataclass
class Watcher:
    """A Reporter; `stop_at` presses stop at that many pieces of text."""

    events: list[Event] = field(default_factory=list)
    usage: list[Usage] = field(default_factory=list)
    stopped: bool = False
    stop_at: int = 0
    tokens: int = 0

    def emit(self, event) -> None:
        self.events.append(event)
        self.tokens += isinstance(event, Token)
        self.stopped = self.stopped or 0 < self.stop_at <= self.tokens

    def used(self, usage) -> None:
        self.usage.append(usage)

    def step(self, name, task):
        raise NotImplementedError

    @property
    def text(self):
        return "".join(each.text for each in self.events if isinstance(each, Token))

    @property
    def thinking(self):
        return "".join(each.text for each in self.events if isinstance(each, Thinking))

    @property
    def notices(self):
        return [each.translate(str).text for each in self.events if isinstance(each, Notice)]


@dataclass(frozen=True)
class Vendor:
    provider: str
    model: str
    serve: Callable[[Script], AbstractContextManager[Server]]


VENDORS = {
    "gemini": Vendor("gemini", "gemini-3.8-flash", gemini_server),
    "mistral": Vendor("mistral", "mistral-small-2603", mistral_server),
    "vllm": Vendor("vllm", "served-model", lambda s: openai_server(s, flavour="vllm")),
    "openai": Vendor("openai", "gpt-4.1-mini", openai_server),
    "openai-responses": Vendor("openai", "gpt-6.1-terra", openai_server),
    "deepseek": Vendor(
        "deepseek", "deepseek-flash", lambda s: openai_server(s, flavour="deepseek")
    ),
}


def choice(vendor, url, **more):
    return ModelChoice(vendor.provider, vendor.model, SecretStr(CANARY), url, **more)


def connected(vendor, url, watcher, *, patience=AT_ONCE, seconds=20, whole=600, **more):
    return open_llm(
        choice(vendor, url, **more),
        watcher,
        settings=NO_ENVIRONMENT,
        timeouts=Timeouts(model=seconds, call=whole),
        patience=patience,
    )


@contextmanager
def talking(name, script, *, stop_at=0, **more):
    """A vendor's client against its server."""
    vendor = VENDORS[name]
    with vendor.serve(script) as server:
        watcher = Watcher(stop_at=stop_at)
        yield connected(vendor, server.url, watcher, **more), watcher, server


class Search(BaseModel):
    query: str
    limit: int | None = None


SEARCH = ToolSpec("search", "Searches the library.", Search)


def no_rules(_messages):
    raise AssertionError("a model was chosen, so no rules should answer")


def chat(*messages, tools=(SEARCH,), **more):
    return Chat("You are a librarian.", messages, no_rules, tools=tools, **more)
