"""Model servers: those on this machine, their models, and what they say about a model."""

import hashlib
import json
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

from pydantic import SecretStr

from agent.engine.models import Listing, Server
from agent.ports import Known, ModelChoice

Plain = dict[str, Any]

FINDING_SECONDS = 0.2
LISTING_SECONDS = 3.0
_TELLING_SECONDS = 1.0
_KEPT_SECONDS = 60.0
_MOST_BYTES = 4_000_000
_OLLAMAS_WINDOW = 4096
"""Ollama's default context length, however much the model could take."""
_TOOLS = ("tools", "tool_use")


class _Stays(HTTPRedirectHandler):
    """A key goes to no other place than the one it was typed for."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def find(ports: Mapping[str, int]) -> list[Server]:
    """Servers on this machine that answer within FINDING_SECONDS, asked all at once."""
    urls = {name: f"http://127.0.0.1:{port}/v1" for name, port in ports.items()}

    def look(name: str) -> Server | None:
        listed = models_at(urls[name], seconds=FINDING_SECONDS)
        return Server(name, urls[name], listed.models) if listed.models else None

    found = _at_once({name: partial(look, name) for name in urls}, FINDING_SECONDS)
    return [server for name in urls if (server := found.get(name))]


def models_at(
    base_url: str, key: SecretStr | None = None, *, seconds: float = LISTING_SECONDS
) -> Listing:
    """The models of a server that speaks OpenAI's protocol. Never raises."""
    try:
        answer = _get(f"{base_url.rstrip('/')}/models", key, seconds=seconds)
    except HTTPError as error:
        error.close()
        return Listing(problem="key" if error.code in (401, 403) else "rejected")
    except (OSError, ValueError, HTTPException):
        return Listing(problem="refused")
    entries = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(entries, list):
        return Listing(problem="rejected")
    named = (e["id"] for e in entries if isinstance(e, dict) and isinstance(e.get("id"), str))
    return Listing(tuple(name for name in named if "embed" not in name.lower()))


_told: dict[str, tuple[float, Known]] = {}
"""Answers by a digest of address and model: no key, and no address that could hold one."""


def learn(choice: ModelChoice) -> Known:
    """The server's description of the chosen model, asked once a minute. Never raises."""
    place = f"{choice.base_url}\n{choice.model}"
    digest = hashlib.sha256(place.encode()).hexdigest()
    until, known = _told.get(digest, (0.0, Known()))
    if time.monotonic() < until:
        return known
    known = _learn(choice)
    _told[digest] = (time.monotonic() + _KEPT_SECONDS, known)
    return known


def _learn(choice: ModelChoice) -> Known:
    root = choice.base_url.rstrip("/").removesuffix("/v1")
    key, model = choice.key, choice.model

    def ask(path: str, body: Plain | None = None) -> Any:
        return _get(root + path, key, body=body, seconds=_TELLING_SECONDS)

    asked = {
        "ollama": lambda: _ollama(ask, model),
        "llama.cpp": lambda: _llama_cpp(ask("/props")),
        "lm studio": lambda: _lm_studio(ask("/api/v0/models"), model),
        "vllm": lambda: _vllm(ask("/v1/models"), model),
    }
    told = _at_once(asked, 2 * _TELLING_SECONDS)
    return next((told[name] for name in asked if told.get(name)), Known())


def _ollama(ask: Callable[..., Any], model: str) -> Known | None:
    if not isinstance(ask("/api/version")["version"], str):
        return None
    running = [m for m in ask("/api/ps")["models"] if model in (m.get("name"), m.get("model"))]
    shown = ask("/api/show", {"model": model})
    lengths = [v for k, v in shown["model_info"].items() if k.endswith(".context_length")]
    can = shown.get("capabilities")
    return Known(
        window=_number(running[0].get("context_length") if running else 0)
        or _set_by_modelfile(shown.get("parameters") or "")
        or min([_OLLAMAS_WINDOW, *lengths]),
        tools=None if can is None else "tools" in can,
        server="Ollama",
    )


def _set_by_modelfile(parameters: str) -> int:
    lines = [line.split() for line in parameters.splitlines()]
    return next((_number(line[1]) for line in lines if line[:1] == ["num_ctx"] and line[1:]), 0)


def _llama_cpp(props: Plain) -> Known | None:
    window = _number(props["default_generation_settings"].get("n_ctx"))
    tools = (props.get("chat_template_caps") or {}).get("supports_tools")
    return Known(window, tools if isinstance(tools, bool) else None, "llama.cpp")


def _lm_studio(listed: Plain, model: str) -> Known | None:
    entry = next(each for each in listed["data"] if each["id"] == model)
    if "max_context_length" not in entry:
        return None
    window = _number(entry.get("loaded_context_length") or entry["max_context_length"])
    can = entry.get("capabilities")
    return Known(window, None if can is None else any(t in can for t in _TOOLS), "LM Studio")


def _vllm(listed: Plain, model: str) -> Known | None:
    entry = next(each for each in listed["data"] if each["id"] == model)
    window = _number(entry.get("max_model_len"))
    return Known(window, server="vLLM") if window else None


def _number(value: Any) -> int:
    with suppress(TypeError, ValueError):
        return max(0, int(value))
    return 0


def _get(url: str, key: SecretStr | None, *, seconds: float, body: Plain | None = None) -> Any:
    request = Request(url, data=json.dumps(body).encode() if body else None)  # noqa: S310
    if urlsplit(url).scheme not in ("http", "https"):
        raise ValueError("not a web address")
    request.add_header("Accept", "application/json")
    if body:
        request.add_header("Content-Type", "application/json")
    if key:
        request.add_unredirected_header("Authorization", f"Bearer {key.get_secret_value()}")
    direct = [ProxyHandler({})] if urlsplit(url).hostname in ("127.0.0.1", "localhost") else []
    with build_opener(_Stays, *direct).open(request, timeout=seconds) as response:
        return json.loads(response.read(_MOST_BYTES))


def _at_once(asked: Mapping[str, Callable[[], Any]], seconds: float) -> dict[str, Any]:
    """The answers that come within that time; one that fails or is late is left out."""
    said: dict[str, Any] = {}

    def run(name: str) -> None:
        with suppress(Exception):
            said[name] = asked[name]()

    threads = [threading.Thread(target=run, args=(name,), daemon=True) for name in asked]
    for thread in threads:
        thread.start()
    end = time.monotonic() + seconds
    for thread in threads:
        thread.join(max(0.0, end - time.monotonic()))
    return dict(said)
