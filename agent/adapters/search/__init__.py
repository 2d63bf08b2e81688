"""The public web: a search through DuckDuckGo or Tavily, and the one fetcher of pages."""

from agent.adapters.failures import SEARCH
from agent.adapters.search.none import NoSearch
from agent.language.catalogs import N_
from agent.ports.content import Fetcher, WebSearch
from agent.settings import Settings

__all__ = ["open_fetcher", "open_search"]

MEGABYTE = 2**20


def open_search(settings: Settings) -> WebSearch:
    """As INTERLUDE_SEARCH says; unset, Tavily when it has a key and else DuckDuckGo."""
    key = settings.tavily_api_key.get_secret_value().strip()
    # What is not chosen is not imported.
    match settings.interlude_search or ("tavily" if key else "ddgs"):
        case "tavily" if key:
            from agent.adapters.search.tavily import Tavily  # noqa: PLC0415

            return Tavily(key, seconds=settings.interlude_fetch_seconds)
        case "tavily":
            message = N_("The web search through Tavily has no key.")
            return NoSearch(message, hint=SEARCH.problems["key"].hint)
        case "ddgs":
            from agent.adapters.search.ddgs import DuckDuckGo  # noqa: PLC0415

            return DuckDuckGo(seconds=settings.interlude_fetch_seconds)
    message = N_("Searching the web is switched off here.")
    return NoSearch(message, hint=SEARCH.problems["key"].hint)


def open_fetcher(settings: Settings) -> Fetcher:
    from agent.adapters.search.fetching import WebFetcher  # noqa: PLC0415 - as above

    return WebFetcher(
        seconds=settings.interlude_fetch_seconds,
        most_bytes=settings.interlude_fetch_megabytes * MEGABYTE,
    )
