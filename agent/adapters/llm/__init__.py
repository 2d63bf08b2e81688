"""Lists the models and opens one. A provider is one file here with a PROVIDER.

Copy `deepseek.py` for a new one, and add its three settings to `agent/settings.py`.
"""

import pkgutil
import re
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any

from pydantic import SecretStr

from agent.adapters.llm.connection_test import try_out
from agent.adapters.llm.embedded import EMBEDDED, LABEL, EmbeddedLlm
from agent.adapters.llm.fallback import FallbackLlm, NamedReporter
from agent.adapters.llm.langchain_llm import LangchainLlm
from agent.adapters.llm.retrying import Patience
from agent.adapters.llm.servers import find, models_at
from agent.engine.models import Listing, Server, Tried
from agent.errors import ModelNotConfigured
from agent.ports import Llm, ModelChoice, Provider, Reporter, Timeouts
from agent.settings import Settings

__all__ = [
    "EMBEDDED",
    "LABEL",
    "find_servers",
    "listed_at",
    "open_llm",
    "providers",
    "resolve",
    "test_connection",
]

_SIDEBAR = "in the model settings in the sidebar"


@cache
def providers() -> dict[str, Provider]:
    """Return the vendors by name, in alphabetical order, without EMBEDDED. Imports no SDK."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    modules = (import_module(f"{__name__}.{name}") for name in names)
    found = (getattr(module, "PROVIDER", None) for module in modules)
    return {each.name: each for each in found if isinstance(each, Provider)}


def open_llm(
    choice: ModelChoice,
    report: Reporter,
    *,
    settings: Settings,
    timeouts: Timeouts = Timeouts(),
    patience: Patience = Patience(),
) -> Llm:
    """The chosen model for one run. Raises NotConfigured; nothing is sent yet."""
    if choice.provider == EMBEDDED:
        return EmbeddedLlm(report)
    more: dict[str, Any] = {"settings": settings, "timeouts": timeouts, "patience": patience}
    if (second := choice.fallback) and second.provider != EMBEDDED:
        named = NamedReporter(report)
        first = open_llm(replace(choice, fallback=None), named, **more)
        return FallbackLlm(named, first, lambda: open_llm(second, named, **more))
    ready = resolve(choice, settings)
    provider = providers()[ready.provider]
    return LangchainLlm(provider, ready, report=report, timeouts=timeouts, patience=patience)


def resolve(choice: ModelChoice, settings: Settings) -> ModelChoice:
    """The choice filled up from the environment.

    A typed server address is never used with a key from the environment: it
    would be a way to have that key sent anywhere.
    """
    if choice.provider == EMBEDDED:
        return choice
    provider = _provider(choice.provider)
    name, typed_url = provider.name, choice.base_url.strip()
    ready = replace(
        choice,
        model=choice.model.strip() or settings.model(name) or next(iter(provider.models), ""),
        base_url=typed_url or settings.base_url(name),
        key=_stripped(choice.key) or (None if typed_url else _stripped(settings.key(name))),
    )
    _check(ready, provider, typed_url=bool(typed_url))
    return ready


def prepare(name: str, *, settings: Settings, timeouts: Timeouts = Timeouts()) -> None:
    """Import a vendor's package and build a client once, where it is set up. Sends nothing."""
    if name != EMBEDDED:
        with suppress(ModelNotConfigured):
            ready = resolve(ModelChoice(name), settings)
            providers()[name].connect(ready, timeouts)


def _stripped(key: SecretStr | None) -> SecretStr | None:
    bare = key.get_secret_value().strip() if key else ""
    return SecretStr(bare) if bare else None


def _provider(name: str) -> Provider:
    if provider := providers().get(name):
        return provider
    known = ", ".join([EMBEDDED, *providers()])
    raise ModelNotConfigured(
        f"There is no model provider called “{name}”.",
        hint=f"Choose one {_SIDEBAR}, or set INTERLUDE_PROVIDER to one of: {known}.",
    )


def _check(ready: ModelChoice, provider: Provider, *, typed_url: bool) -> None:
    label, prefix = provider.label, provider.name.upper()
    if provider.needs_url and not ready.base_url:
        raise ModelNotConfigured(
            f"{label} needs the address of a server.",
            hint=f"Enter it {_SIDEBAR}, or set {prefix}_BASE_URL.",
        )
    if ready.base_url and not ready.base_url.startswith(("http://", "https://")):
        raise ModelNotConfigured(
            f"The server address for {label} is not a web address.",
            hint=f"Write it with http:// or https:// {_SIDEBAR} or in {prefix}_BASE_URL.",
        )
    if not ready.model:
        raise ModelNotConfigured(
            f"{label} needs the name of a model.",
            hint=f"Enter it {_SIDEBAR}, or set {prefix}_MODEL.",
        )
    _check_key(ready, provider, typed_url=typed_url)


def _check_key(ready: ModelChoice, provider: Provider, *, typed_url: bool) -> None:
    label = provider.label
    way = f"Enter it {_SIDEBAR}, or set {provider.name.upper()}_API_KEY."
    if typed_url:
        way = f"Enter it {_SIDEBAR}: a key from the environment is not sent to a typed address."
    if provider.needs_key and ready.key is None:
        raise ModelNotConfigured(f"{label} needs an API key.", hint=way)
    # A client would repeat such a key in its error.
    if ready.key and not re.fullmatch("[!-~]+", ready.key.get_secret_value()):
        raise ModelNotConfigured(
            f"The API key for {label} has characters that no key has.",
            hint=f"Copy it again, without spaces or line breaks. {way}",
        )


def test_connection(
    choice: ModelChoice, *, settings: Settings, timeouts: Timeouts = Timeouts()
) -> tuple[Tried, ...]:
    """Try what the model can do, text first. Raises NotConfigured or ProviderError."""
    if choice.provider == EMBEDDED:
        return (Tried("text", f"{LABEL} is ready.", works=True),)
    ready = resolve(choice, settings)
    return try_out(providers()[ready.provider], ready, timeouts)


def listed_at(choice: ModelChoice, *, settings: Settings) -> Listing:
    """The models that the choice's server offers; nothing without an address of its own."""
    typed = choice.base_url.strip()
    base_url = typed or settings.base_url(choice.provider)
    if not base_url:
        return Listing()
    key = _stripped(choice.key) or (None if typed else _stripped(settings.key(choice.provider)))
    return models_at(base_url, key)


def find_servers(settings: Settings) -> list[Server]:
    """Model servers on this machine; none where others than its user are served."""
    return [] if settings.interlude_shared else find(settings.interlude_model_ports)
