"""Vendors' errors in our words: one sentence and one way out per problem."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pydantic import SecretStr

from agent.errors import AgentError, ProviderError, ProviderProblem
from agent.language.catalogs import N_

# {about} is the provider's label; a vendor's own text never gets in.
_SENTENCES: dict[ProviderProblem, tuple[str, str]] = {
    "key": (
        N_("{about} did not accept the API key."),
        N_("Check the key in the model settings, or choose another model."),
    ),
    "quota": (
        N_("{about} refused the request: its rate limit or quota is used up."),
        N_("Try again in a while, look at your plan there, or choose another model."),
    ),
    "timeout": (
        N_("{about} did not answer in time."),
        N_("Try again, or choose a faster model."),
    ),
    "refused": (
        N_("{about} could not be reached."),
        N_("Check the network and the server address in the model settings, then try again."),
    ),
    "cut": (
        N_("The connection to {about} broke before the answer was complete."),
        N_("Try again, or choose another model."),
    ),
    "too_long": (
        N_("This conversation is too long for the chosen model of {about}."),
        N_("Start a new conversation, shorten the text, or choose a model with a longer context."),
    ),
    "filtered": (
        N_("{about} withheld the answer because of its content rules."),
        N_("Rephrase the request, or choose another model."),
    ),
    "rejected": (
        N_("{about} rejected the request."),
        N_("Check the model name in the model settings, or choose another model."),
    ),
    "no_tools": (
        N_("{about} rejected the request because of its tools."),
        N_("Start the server with support for tools, or choose another model."),
    ),
    "unavailable": (
        N_("{about} has a problem on its side."),
        N_("Try again in a moment, or choose another model."),
    ),
}
_RETRYABLE: frozenset[ProviderProblem] = frozenset(
    ("quota", "timeout", "refused", "cut", "unavailable")
)

_BY_STATUS: dict[int, ProviderProblem] = {
    401: "key",
    402: "quota",
    403: "key",
    408: "timeout",
    413: "too_long",
    429: "quota",
}
_TOO_LONG = re.compile(
    r"context[ _](?:length|window|size)|prompt is too long|too large for model"
    r"|maximum number of tokens|token limit|input is too long",
)
# llama.cpp says so with a 500, Ollama and vLLM with a 400, brokers with a 404.
_NO_TOOLS = re.compile(r"\btools?\b")
_FILTERED = re.compile(r"content[ _](?:filter|policy|exists risk)|safety system|prohibited_content")
_UNPAID = re.compile(r"insufficient[ _](?:quota|balance)")
_BAD_KEY = re.compile(r"api[ _]key[ _](?:not valid|invalid)")

# httpx and httpx2 name their errors alike; the clients use one or the other.
_BY_TRANSPORT: dict[str, ProviderProblem] = {
    "TimeoutException": "timeout",
    "ConnectError": "refused",
    "ProxyError": "refused",
    "UnsupportedProtocol": "refused",
    "InvalidURL": "refused",
    "LocalProtocolError": "key",
    "TransportError": "cut",
    "StreamError": "cut",
}
_TRANSPORTS = ("httpx", "httpx2", "httpcore", "httpcore2")


def provider_error(
    problem: ProviderProblem, label: str, *, final: bool = False, wait: float = 0
) -> ProviderError:
    """`final` when the same request will fail again, `wait` when the vendor named a time."""
    message, hint = _SENTENCES[problem]
    return ProviderError(
        message,
        about=label,
        problem=problem,
        hint=f"Wait {wait:.0f} seconds. {hint}" if wait >= 1 else hint,
        retryable=problem in _RETRYABLE and not final,
        wait=wait,
    )


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
    if problem is None:
        return None
    unpaid = _status(error) == 402 or _UNPAID.search(_text(error)) is not None
    return provider_error(problem, label, final=unpaid, wait=_retry_after(error))


def _problem(error: Exception, modules: tuple[str, ...]) -> ProviderProblem | None:
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
        return _by_text(_text(error)) or "unavailable"
    return None


def _by_status(status: int, text: str) -> ProviderProblem:
    if problem := _BY_STATUS.get(status):
        return problem
    if status >= 500:
        return "no_tools" if _NO_TOOLS.search(text) else "unavailable"
    return _by_text(text) or ("no_tools" if _NO_TOOLS.search(text) else "rejected")


def _by_text(text: str) -> ProviderProblem | None:
    if _BAD_KEY.search(text):
        return "key"
    if _TOO_LONG.search(text):
        return "too_long"
    return "filtered" if _FILTERED.search(text) else None


def _by_transport(error: Exception) -> ProviderProblem | None:
    for cause in _chain(error):
        if _root(cause) in _TRANSPORTS:
            for cls in type(cause).__mro__:
                if problem := _BY_TRANSPORT.get(cls.__name__):
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
