"""Turns the errors of a search into sentences: one sentence and one way out per kind."""

from typing import Literal, NamedTuple

from agent.errors import ProviderError, ProviderProblem
from agent.language.catalogs import N_

Kind = Literal[
    "key", "quota", "throttled", "late", "unreachable", "unavailable", "rejected", "garbled"
]
LONGEST_WAIT = 3_600


class _Said(NamedTuple):
    problem: ProviderProblem
    message: str
    hint: str
    retryable: bool = False


DOCUMENTS = N_(
    "Continue with the documents in the Library. Whoever runs the app can set up another web search"
    " (docs/settings.md)."
)
_LATER = N_("Try again later, or continue with the documents in the Library.")

# The services' own texts never get in.
_SAID: dict[Kind, _Said] = {
    "key": _Said("key", N_("{about} did not accept the key."), DOCUMENTS),
    "quota": _Said(
        "quota",
        N_("The quota of the {about} account is used up."),
        DOCUMENTS,
    ),
    "throttled": _Said(
        "quota",
        N_("{about} takes no more searches from here for now."),
        _LATER,
        retryable=True,
    ),
    "late": _Said(
        "timeout",
        N_("{about} did not answer in time."),
        _LATER,
        retryable=True,
    ),
    "unreachable": _Said(
        "refused",
        N_("{about} could not be reached."),
        _LATER,
        retryable=True,
    ),
    "unavailable": _Said(
        "unavailable",
        N_("{about} failed on its own side."),
        N_("Try again in a moment."),
        retryable=True,
    ),
    "rejected": _Said("rejected", N_("{about} refused the search."), N_("Search in other words.")),
    "garbled": _Said(
        "cut",
        N_("{about} sent something that cannot be read."),
        _LATER,
        retryable=True,
    ),
}


def failure(kind: Kind, *, name: str, wait: float = 0) -> ProviderError:
    said = _SAID[kind]
    return ProviderError(
        said.message,
        problem=said.problem,
        hint=f"Wait {wait:.0f} seconds and try again." if wait >= 1 else said.hint,
        retryable=said.retryable,
        wait=min(wait, LONGEST_WAIT),
        about=name,
    )
