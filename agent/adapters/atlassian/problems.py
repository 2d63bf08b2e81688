"""Problems of Atlassian, read from the words of the tools.

A tool hands on the text of an exception; the status of the answer behind it
stands in that text only where Jira or Confluence sent no words of its own.
"""

import re

from agent.adapters.failures import ATLASSIAN

_WAIT = re.compile(r"Retry-After: (\d+)")
_URL = re.compile(r"(?:for|with) url: (\S+?)(?: \(|$|\s)", re.IGNORECASE)
_WRAPPING = re.compile(
    r"^(?:Error (?:calling tool|processing|retrieving|searching)[^:]*:\s*"
    r"|Failed to (?:create|update|retrieve)[^:]*:\s*"
    r"|Unexpected error during [^:]*:\s*|HTTPError$)",
    re.IGNORECASE,
)
_MOST = 300


class ToolFailed(Exception):
    """A tool said that it failed."""

    def __init__(self, text: str, *, problem: str | None = None) -> None:
        super().__init__(text[:_MOST])
        self.text = text
        # No words, no status: it may have been anything. Unknown words are the service's own.
        found = (ATLASSIAN.find(text=text) or "said_no") if self.words else "unavailable"
        self.problem = problem or found

    @property
    def wait(self) -> int:
        """The seconds it asked for; 0 when it did not say."""
        found = _WAIT.search(self.text)
        return int(found.group(1)) if found else 0

    @property
    def address(self) -> str:
        """The request that failed, where the words name it."""
        found = _URL.search(self.text)
        return found.group(1) if found else ""

    @property
    def words(self) -> str:
        """The words of Jira or Confluence, without what the tools put around them."""
        text = " ".join(self.text.split())
        while (bare := _WRAPPING.sub("", text)) != text:
            text = bare
        return text[:_MOST]
