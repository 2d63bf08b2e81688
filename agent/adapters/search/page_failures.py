"""Turns the errors of fetching a page into sentences: one sentence and one way out per kind."""

from typing import Literal, NamedTuple

from agent.errors import AgentError, NotFound
from agent.language.catalogs import N_

Kind = Literal[
    "address",
    "scheme",
    "login",
    "port",
    "private",
    "unknown",
    "unreachable",
    "certificate",
    "late",
    "too_large",
    "no_text",
    "redirects",
    "robots",
    "rules",
    "gone",
    "forbidden",
    "throttled",
    "broken",
    "refused",
    "garbled",
]


class _Said(NamedTuple):
    message: str
    hint: str
    retryable: bool = False


_OTHER = "Use another source."
_PUBLIC = "Only pages of the public web are fetched. Put other texts into the library."

# What the sites say themselves never gets in.
_SAID: dict[Kind, _Said] = {
    "address": _Said(N_("This is no address of a web page."), "Check it: it begins with https://."),
    "scheme": _Said("Only addresses with http:// or https:// are fetched.", _OTHER),
    "login": _Said(
        "An address with a name or a password in it is not fetched.", "Take them out of it."
    ),
    "port": _Said(N_("{about} is only asked at the ports of the web, 80 and 443."), _OTHER),
    "private": _Said(N_("{about} is not a part of the public web."), _PUBLIC),
    "unknown": _Said(
        N_("{about} could not be found."),
        "Check the address and the network, then try again.",
        retryable=True,
    ),
    "unreachable": _Said(
        N_("{about} could not be reached, or broke off."),
        "Try again, or use another source.",
        retryable=True,
    ),
    "certificate": _Said(N_("{about} cannot prove that it is what its address says."), _OTHER),
    "late": _Said(
        "{host} took longer than {seconds:g} seconds.",
        "Try again, or use another source; where the network is slow, raise"
        " INTERLUDE_FETCH_SECONDS.",
        retryable=True,
    ),
    "too_large": _Said(
        "The page of {host} is larger than {megabytes:g} MB.",
        "Use another source, or raise INTERLUDE_FETCH_MEGABYTES.",
    ),
    "no_text": _Said(
        N_("What {about} sent is no page, plain text or PDF that can be read."), _OTHER
    ),
    "redirects": _Said(N_("{about} leads from one address to the next, too often."), _OTHER),
    "robots": _Said(N_("{about} does not want this page to be fetched by programs."), _OTHER),
    "rules": _Said(
        N_("{about} does not tell which of its pages programs may fetch."),
        "Try again later, or use another source.",
        retryable=True,
    ),
    "gone": _Said(
        N_("{about} does not have this page."), "Check the address, or use another source."
    ),
    "forbidden": _Said(
        N_("{about} shows this page to its members only, or not to programs."), _OTHER
    ),
    "throttled": _Said(
        N_("{about} asked for fewer requests."), "Wait some minutes and try again.", retryable=True
    ),
    "broken": _Said(N_("{about} failed on its own side."), "Try again later.", retryable=True),
    "refused": _Said(N_("{about} did not give the page."), _OTHER),
    "garbled": _Said(N_("{about} sent something that cannot be unpacked."), _OTHER),
}
_BY_STATUS: dict[int, Kind] = {
    401: "forbidden",
    402: "forbidden",
    403: "forbidden",
    404: "gone",
    410: "gone",
    429: "throttled",
    451: "forbidden",
}


def failure(kind: Kind, *, host: str = "", seconds: float = 0, most_bytes: float = 0) -> AgentError:
    said = _SAID[kind]
    figures = {"host": host, "seconds": seconds, "megabytes": most_bytes / 2**20}
    message = said.message.format(about="{about}", **figures)
    error = NotFound if kind == "gone" else AgentError
    return error(message, hint=said.hint, retryable=said.retryable, about=host)


def failure_of_status(status: int, *, host: str) -> AgentError:
    kind = _BY_STATUS.get(status, "broken" if status >= 500 else "refused")
    return failure(kind, host=host)
