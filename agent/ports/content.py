"""The public web: searching it, and fetching one page of it as text."""

from dataclasses import dataclass
from typing import Protocol

from agent.ports.work_items import Connection


@dataclass(frozen=True)
class Hit:
    """A page that a search named. All of it was written by others."""

    title: str
    url: str
    """Without what only serves to follow readers; no two hits of a search lead to one page."""
    snippet: str
    published: str = ""
    """A date, where the search tells one."""


@dataclass(frozen=True)
class WebPage:
    """A page as it was when it was fetched. All of it was written by others: data, never orders."""

    url: str
    """Where it was found, after redirects."""
    title: str
    text: str
    """Markdown: headings, paragraphs, lists and tables that a reader of the page can see."""
    language: str
    published: str
    """The date that the page gives itself, or nothing."""
    fetched: str
    """Date and time, in UTC."""
    sha256: str
    """Of the bytes that came, unpacked."""
    notices: tuple[str, ...] = ()
    """What was left out or could not be read, hidden text among it."""


class WebSearch(Protocol):
    @property
    def name(self) -> str:
        """Such as "DuckDuckGo"."""
        ...

    @property
    def is_set_up(self) -> bool:
        """Whether a search can be tried; if not, `check` tells what is missing."""
        ...

    def check(self) -> Connection:
        """Never raises, and costs nothing."""
        ...

    def search(self, query: str, *, count: int = 8, language: str = "") -> list[Hit]:
        """At most `count` pages, best first; none when none was found.

        Raises NotConfigured when it is not set up, ProviderError when it cannot be reached, refuses
        or takes too long, and AgentError for a query without a word.
        """
        ...


class Fetcher(Protocol):
    def fetch(self, url: str) -> WebPage:
        """One page of the public web.

        Raises NotFound when it is gone, and AgentError when the address is not public, the site
        does not want it or cannot be reached, or the page is too large, too slow or no text.
        """
        ...
