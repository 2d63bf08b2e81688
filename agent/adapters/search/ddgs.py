"""DuckDuckGo without a key, through the package `ddgs`."""

import math

from agent.adapters.failures import SEARCH
from agent.adapters.search.results import asked, hits
from agent.errors import AgentError
from agent.ports.content import Hit
from agent.ports.work_items import Connection

SEARCH_URL = "https://html.duckduckgo.com/html/"
REGIONS = {"en": "us-en", "es": "es-es", "zh": "cn-zh"}
ANY_REGION = "wt-wt"


class DuckDuckGo:
    """The WebSearch port over DuckDuckGo, without the library's other search engines."""

    name = "DuckDuckGo"
    is_set_up = True

    def __init__(self, *, seconds: float, url: str = SEARCH_URL) -> None:
        self._seconds = max(1, math.ceil(seconds))
        self._url = url

    def check(self) -> Connection:
        """Test it by a search: there is nothing else to ask."""
        try:
            found = self.search("DuckDuckGo", count=1)
        except AgentError as error:
            return Connection(is_ok=False, message=error.message, hint=error.hint)
        if not found:
            return Connection(
                is_ok=False,
                message="DuckDuckGo answered, and found nothing.",
                hint="Try again in a moment.",
            )
        return Connection(is_ok=True, message="DuckDuckGo answers.")

    def search(self, query: str, *, count: int = 8, language: str = "") -> list[Hit]:
        query = asked(query)
        region = REGIONS.get(language, ANY_REGION)
        # The package is slow to import.
        from agent.adapters.search import ddgs_engine  # noqa: PLC0415

        try:
            found = ddgs_engine.searched(query, url=self._url, region=region, seconds=self._seconds)
        except ddgs_engine.Throttled as error:
            raise SEARCH.failure("throttled", about=self.name) from error
        except ddgs_engine.Failed as error:
            raise SEARCH.failure("unavailable", about=self.name) from error
        except ddgs_engine.Garbled as error:
            raise SEARCH.failure("garbled", about=self.name) from error
        except ddgs_engine.TimeoutException as error:
            raise SEARCH.failure("late", about=self.name) from error
        except ddgs_engine.DDGSException as error:
            raise SEARCH.failure("unreachable", about=self.name) from error
        return hits((Hit(r.title, r.href, r.body) for r in found), count=count)
