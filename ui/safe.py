"""The one way untrusted text reaches the screen: from models, documents, users and files."""

from functools import lru_cache

from agent.language.hidden import show_hidden
from ui.markdown import (
    escaped,
    is_address,
    is_own,
    label_written_anew,
    line_start,
    link_end,
    written_anew,
)

__all__ = ["is_address", "is_own"]


@lru_cache(maxsize=512)
def markdown(text: str, *, cites: bool = False) -> str:
    """Markdown without what fetches, hides or imitates: images, diagrams, bare links, badges.

    Code is left as it is. With `cites`, marks such as [1] are drawn in the accent colour.
    The page's Content-Security-Policy is the wall behind this.
    """
    return written_anew(show_hidden(text), cites=cites)


def plain(text: str) -> str:
    """One line that is drawn as it is written: for labels, captions and titles."""
    return line_start(plain_part(" ".join(show_hidden(text).split())))


def label(text: str) -> str:
    """Show a text as `plain` does, but keep code between backticks: for options and titles."""
    return label_written_anew(" ".join(show_hidden(text).split()))


def plain_part(text: str) -> str:
    """Characters in which the page finds nothing but characters."""
    return escaped(text)


def text(text: str) -> str:
    """Show a text in widgets that draw no Markdown at all."""
    return show_hidden(text)


def link(name: str, address: str) -> str:
    """Return a Markdown link that shows its host; only the name for any other address."""
    return (
        f"[{plain(name)}{link_end(address)}"
        if is_address(address) and not is_own(address)
        else plain(name)
    )
