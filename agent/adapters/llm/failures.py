"""Vendors' errors in our words: which problem of the table each of them is."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pydantic import SecretStr

from agent.adapters.failures import LLM
from agent.errors import AgentError, ProviderError

_NO_TOOLS = re.compile(r"\btools?\b")
"""llama.cpp says so with a 500, Ollama and vLLM with a 400, brokers with a 404."""
# httpx and httpx2 name their errors alike; the clients use one or the other.
_TRANSPORTS = ("httpx", "httpx2", "httpcore", "httpcore2")


def provider_error(problem: str, label: str, *, wait: float = 0) -> ProviderError:
    """`wait` when the vendor named a time."""
    error = LLM.failure(problem, about=label)
    error.wait = wait
    if wait >= 1:
        error.hint = f"Wait {wait:.0f} seconds. {error.hint}"
    return error


Explain = Callable[[Exception], ProviderError | None]


@contextmanager
def explained(explain: Explain, *, key: SecretStr | None = None) -> Iterator[None]:
    """The one place where a vendor's error becomes ours, with the original chained.

    An original that repeats the key is not chained: tracebacks end up in logs.
    """
    try:
        yield
    except AgentError:
        raise
    except Exception as error:
        ours = explain(error)
        if ours is None:
            raise
        raise ours from (None if _repeats(key, error) else error)


def explain(error: Exception, label: str, *, modules: tuple[str, ...] = ()) -> ProviderError | None:
    """Explain an error as all vendors have it; None when it is not an error of a vendor.

    `modules` are the vendor's packages, whose errors without a status are its own fault.
    """
    problem = _problem(error, modules)
    return provider_error(problem, label, wait=_retry_after(error)) if problem else None


def _problem(error: Exception, modules: tuple[str, ...]) -> str | None:
    if status := _status(error):
        return _by_status(status, _text(error))
    if transport := _by_transport(error):
        return transport
    if isinstance(error, UnicodeEncodeError) and error.encoding == "ascii":
        return "key"  # the only text of ours that goes into a header
    if any(isinstance(cause, json.JSONDecodeError) for cause in _chain(error)):
        return "cut"
    if isinstance(error, ValueError) and "No generation chunks" in str(error):
        return "cut"
    if any(_root(cause) in modules for cause in _chain(error)):
        return LLM.find(text=_text(error)) or "unavailable"
    return None


def _by_status(status: int, text: str) -> str:
    known, told = LLM.find(status=status), LLM.find(text=text)
    if told == "unpaid" or (told and not known):
        return told
    if known and known != "unavailable":
        return known
    return "no_tools" if _NO_TOOLS.search(text) else known or "rejected"


def _by_transport(error: Exception) -> str | None:
    for cause in _chain(error):
        if _root(cause) in _TRANSPORTS:
            for cls in type(cause).__mro__:
                if problem := LLM.find(code=cls.__name__):
                    return problem
    return None


def _retry_after(error: BaseException) -> float:
    for cause in _chain(error):
        headers = getattr(getattr(cause, "response", None), "headers", {})
        asked = str(headers.get("retry-after", ""))
        if asked.replace(".", "", 1).isdigit():
            return float(asked)
    return 0.0


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _status(error: BaseException) -> int | None:
    for cause in _chain(error):
        response = getattr(cause, "response", None)
        for status in (
            getattr(cause, "status_code", None),
            getattr(response, "status_code", None),
            getattr(cause, "code", None),
        ):
            if isinstance(status, int) and status >= 400:
                return status
    return None


def _text(error: BaseException) -> str:
    """All that the vendor said, to be searched and never to be shown."""
    told = (f"{cause} {getattr(cause, 'code', '')}" for cause in _chain(error))
    return " ".join(told).lower()


def _root(error: BaseException) -> str:
    return type(error).__module__.partition(".")[0]


def _repeats(key: SecretStr | None, error: BaseException) -> bool:
    secret = key.get_secret_value() if key else ""
    told = " ".join(f"{cause} {cause!r}" for cause in _chain(error))
    return bool(secret) and (secret in told or repr(secret)[1:-1] in told)
