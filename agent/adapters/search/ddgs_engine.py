"""The DuckDuckGo engine of the package `ddgs`, made to tell a refusal from a search in vain.

The package gives the same for both: a list without anything in it.
"""

from typing import Any

from ddgs.engines.duckduckgo import Duckduckgo
from ddgs.exceptions import DDGSException, TimeoutException
from ddgs.results import TextResult
from lxml.etree import LxmlError  # type: ignore[import-untyped]

__all__ = ["DDGSException", "Failed", "Garbled", "Throttled", "TimeoutException", "searched"]

# DuckDuckGo shows its puzzle with a status of success.
_PUZZLE = ("anomaly-modal", "challenge-form", "bots use duckduckgo")
_IN_VAIN = ("no-result", "no results")
_THROTTLED = {202, 403, 418, 429}


class Throttled(Exception):
    """It takes us for a robot, or asks for fewer searches."""


class Failed(Exception):
    """A status that is no answer."""


class Garbled(Exception):
    """A page without results that does not say that there are none."""


class _Engine(Duckduckgo):
    def request(self, *args: Any, **kwargs: Any) -> str:
        """The page of results. Raises Throttled, Failed, Garbled and what the package raises."""
        reply = self.http_client.request(*args, **kwargs)
        page = str(reply.text)
        if reply.status_code in _THROTTLED or any(sign in page.casefold() for sign in _PUZZLE):
            raise Throttled
        if reply.status_code != 200:
            raise Failed(reply.status_code)
        if not page.strip():
            raise Garbled
        return page

    def extract_results(self, html_text: str) -> list[TextResult]:
        try:
            found: list[TextResult] = super().extract_results(html_text)
        except (LxmlError, ValueError) as error:
            raise Garbled from error
        if not found and not any(sign in html_text.casefold() for sign in _IN_VAIN):
            raise Garbled
        return found


def searched(query: str, *, url: str, region: str, seconds: int) -> list[TextResult]:
    """A client of its own for each search, so that no cookie joins two of them."""
    engine = _Engine(timeout=seconds)
    engine.search_url = url
    return engine.search(query, region=region) or []
