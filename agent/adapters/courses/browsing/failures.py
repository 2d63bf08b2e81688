"""Sentences for a failed visit; nothing that the page or the tools say gets into them."""

import re
from typing import Literal, NamedTuple

from agent.errors import ProviderError, ProviderProblem

Kind = Literal["start", "late", "busy", "lost", "unreachable", "left", "asks", "unreadable"]


class Failed(Exception):
    """A visit that came to nothing."""

    def __init__(self, kind: Kind) -> None:
        super().__init__(kind)
        self.kind = kind


class _Said(NamedTuple):
    problem: ProviderProblem
    message: str
    hint: str
    retryable: bool = True


_SLOW = "Try again; where it is slow, raise INTERLUDE_COURSE_SITE_SECONDS."
_CHANGED = "The site may have changed: its description (INTERLUDE_COURSE_SITE) has to follow."
_SAID: dict[Kind, _Said] = {
    "start": _Said(
        "refused",
        "The browser that visits {name} does not start.",
        "Run `playwright install chromium`, or name another one in INTERLUDE_COURSE_BROWSER.",
    ),
    "late": _Said("timeout", "{name} did not answer in time.", _SLOW),
    "busy": _Said("quota", "{name} is being visited for another user.", "Try again in a moment."),
    "lost": _Said("unavailable", "The browser that visits {name} ended.", "Try again."),
    "unreachable": _Said(
        "refused", "{name} could not be reached.", "Check the network and try again."
    ),
    "left": _Said(
        "rejected", "{name} led to another site; it was not followed.", _CHANGED, retryable=False
    ),
    "asks": _Said(
        "rejected", "{name} asks something that cannot be answered here.", _CHANGED, retryable=False
    ),
    "unreadable": _Said("cut", "The results of {name} cannot be read.", _CHANGED, retryable=False),
}

# In this order: the first that fits counts.
_SIGNS: tuple[tuple[str, Kind], ...] = (
    (r"initializeServer", "start"),
    (r"modal state", "asks"),
    (r"ERR_BLOCKED_BY_CLIENT", "left"),
    (r"ERR_TIMED_OUT|ERR_CONNECTION_TIMED_OUT|Timeout \d+ms exceeded", "late"),
    (r"net::ERR_", "unreachable"),
    (r"Executable doesn't exist|[Ff]ailed to launch|is not found at|browserType\.launch", "start"),
    (r"has been closed|Target crashed|Page crashed", "lost"),
)


def kind_of(words: str) -> Kind:
    """The kind of a tool's error message."""
    return next((kind for sign, kind in _SIGNS if re.search(sign, words)), "unreadable")


def failure(kind: Kind, *, name: str) -> ProviderError:
    said = _SAID[kind]
    return ProviderError(
        said.message.format(name=name),
        problem=said.problem,
        hint=said.hint,
        retryable=said.retryable,
    )
