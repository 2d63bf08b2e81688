"""Problems of Atlassian, read from the words of the tools.

A tool hands on the text of an exception; the status of the answer behind it
stands in that text only where Jira or Confluence sent no words of its own.
"""

import re
from typing import Literal

Problem = Literal[
    "key",
    "forbidden",
    "missing",
    "throttled",
    "unavailable",
    "unreachable",
    "late",
    "dropped",
    "said_no",
    "no_tool",
]

# In this order: the first that fits counts.
_SIGNS: tuple[tuple[str, Problem], ...] = (
    (r"\(401\)|\b401 Client Error|Unauthorized", "key"),
    (r"\(429\)|\b429 Client Error|rate limit|Too Many Requests", "throttled"),
    # A date in Retry-After, which the client cannot read.
    (r"invalid literal for int\(\) with base 10", "throttled"),
    (r"\(403\)|\b403 Client Error|Forbidden", "forbidden"),
    (r"\(404\)|\b404 Client Error", "missing"),
    (r"\b5\d\d Server Error|internal server error|service unavailable|bad gateway", "unavailable"),
    (r"connect timeout|Failed to establish|NameResolution|Connection refused", "unreachable"),
    (r"SSLError|CERTIFICATE_VERIFY_FAILED|Could not connect to", "unreachable"),
    (r"timed out|TimeoutError", "late"),
    (r"Connection aborted|RemoteDisconnected|Connection reset|IncompleteRead", "dropped"),
    (r"Network error|ConnectionError|Broken pipe|ChunkedEncoding", "dropped"),
    (r"not found|does ?n[o']t exist|No content found|no content with the given id", "missing"),
)
_READ_SIGNS = [(re.compile(sign, re.IGNORECASE), problem) for sign, problem in _SIGNS]
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

    def __init__(self, text: str, *, problem: Problem | None = None) -> None:
        super().__init__(text[:_MOST])
        self.text = text
        # No words, no status: it may have been anything.
        self.problem = problem or (problem_of(text) if self.words else "unavailable")

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


def problem_of(text: str) -> Problem:
    """`said_no` where the words are the service's own, such as those on a field."""
    return next((problem for sign, problem in _READ_SIGNS if sign.search(text)), "said_no")
