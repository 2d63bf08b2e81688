"""What goes wrong with a search, in our words: one sentence and one way out per kind."""

from typing import Literal, NamedTuple

from agent.errors import ProviderError, ProviderProblem

Kind = Literal[
    "key", "quota", "throttled", "late", "unreachable", "unavailable", "rejected", "garbled"
]
LONGEST_WAIT = 3_600


class _Said(NamedTuple):
    problem: ProviderProblem
    message: str
    hint: str
    retryable: bool = False


# The services' own texts never get in.
_SAID: dict[Kind, _Said] = {
    "key": _Said("key", "{name} did not accept the key.", "Check TAVILY_API_KEY."),
    "quota": _Said(
        "quota",
        "The quota of the {name} account is used up.",
        "Look at the plan of the account, or set INTERLUDE_SEARCH to ddgs, which needs no key.",
    ),
    "throttled": _Said(
        "quota",
        "{name} takes no more searches from here for now.",
        "Wait some minutes and try again, or use another search: see INTERLUDE_SEARCH.",
        retryable=True,
    ),
    "late": _Said(
        "timeout",
        "{name} did not answer in time.",
        "Try again; where the network is slow, raise INTERLUDE_FETCH_SECONDS.",
        retryable=True,
    ),
    "unreachable": _Said(
        "refused",
        "{name} could not be reached.",
        "Check the network and try again, or continue with the documents in the library.",
        retryable=True,
    ),
    "unavailable": _Said(
        "unavailable", "{name} failed on its own side.", "Try again in a moment.", retryable=True
    ),
    "rejected": _Said("rejected", "{name} refused the search.", "Search in other words."),
    "garbled": _Said(
        "cut",
        "{name} sent something that cannot be read.",
        "Try again, or use another search: see INTERLUDE_SEARCH.",
        retryable=True,
    ),
}


def failure(kind: Kind, *, name: str, wait: float = 0) -> ProviderError:
    said = _SAID[kind]
    return ProviderError(
        said.message.format(name=name),
        problem=said.problem,
        hint=f"Wait {wait:.0f} seconds and try again." if wait >= 1 else said.hint,
        retryable=said.retryable,
        wait=min(wait, LONGEST_WAIT),
    )
