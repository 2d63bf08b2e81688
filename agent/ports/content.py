"""Content and its stores: the public web, pieces with versions, the brand."""

from dataclasses import dataclass
from typing import Any, Literal, Protocol

from agent.language.catalogs import N_
from agent.ports.brand import BrandProfile
from agent.ports.images import Picture
from agent.ports.work_items import Connection

Plain = dict[str, Any]


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
    """Its final address, after redirects."""
    title: str
    text: str
    """Markdown: headings, paragraphs, lists and tables that a reader of the page can see."""
    language: str
    published: str
    """The date that the page gives itself, or nothing."""
    fetched: str
    """Date and time, in UTC."""
    sha256: str
    """The number of bytes received, unpacked."""
    notices: tuple[str, ...] = ()
    """Sentences for what was left out or could not be read, hidden text among it."""


class WebSearch(Protocol):
    @property
    def name(self) -> str:
        """Such as "DuckDuckGo"."""
        ...

    @property
    def is_set_up(self) -> bool:
        """Tell whether a search can be tried; if not, `check` tells what is missing."""
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


Why = Literal["drafted", "rewritten", "repaired", "edited", "restored"]
WHY: dict[str, str] = {
    "drafted": N_("first draft"),
    "rewritten": N_("changed"),
    "repaired": N_("repaired once"),
    "edited": N_("edited by you"),
    "restored": N_("brought back"),
}
"""The origin of a version, in words."""


@dataclass(frozen=True)
class Version:
    """A state of a piece, kept as it was. `piece` is one for all versions of a piece."""

    id: str
    piece: str
    thread: str
    number: int
    """From 1, by the time it came; given by the store."""
    at: str
    why: Why
    content: Plain
    """The piece as the Studio has it."""
    comment: str = ""
    """The comment that asked for this version."""


@dataclass(frozen=True)
class KeptPiece:
    """An approved piece."""

    id: str
    """The piece's id; approving it again replaces it."""
    kind: str
    title: str
    content: Plain
    research: Plain | None
    """Its basis: claims and sources."""
    thread: str
    at: str
    deleted: str = ""
    """The time of its deletion; empty while it exists."""


@dataclass(frozen=True)
class Appeal:
    """A user's report that a guardrail was wrong."""

    id: str
    at: str
    text: str
    """The blocked text."""
    verdict: Plain
    comment: str = ""


class Pieces(Protocol):
    """A user's pieces, each with its versions and pictures. Others' are never found."""

    def add_version(self, user: str, version: Version) -> Version:
        """With its number. The same id of the same piece replaces, and keeps its number."""
        ...

    def versions(self, user: str, piece: str) -> list[Version]:
        """The first one first."""
        ...

    def keep(self, user: str, piece: KeptPiece) -> None: ...
    def kept(self, user: str, *, kind: str = "", search: str = "") -> list[KeptPiece]:
        """The latest first, without what was deleted.

        Of a search every word stands in the title or the text, whatever its case and accents.
        """
        ...

    def piece(self, user: str, piece: str) -> KeptPiece:
        """Raises NotFound."""
        ...

    def delete(self, user: str, piece: str) -> None: ...
    def deleted(self, user: str) -> list[KeptPiece]:
        """Pieces that `restore` can bring back, the latest deleted first."""
        ...

    def restore(self, user: str, piece: str) -> None:
        """Undo a delete, within a day; after that nothing comes back."""
        ...

    def put_picture(self, user: str, picture_id: str, picture: Picture, *, thread: str) -> None:
        """Store a picture; the same id replaces."""
        ...

    def picture(self, user: str, picture_id: str) -> Picture:
        """Raises NotFound."""
        ...

    def forget_deleted(self) -> None:
        """Purge pieces a day after their deletion, and of conversations that are deleted

        what no kept piece needs.
        """
        ...


class Brands(Protocol):
    def profile(self, user: str) -> BrandProfile:
        """No brand until there is one."""
        ...

    def is_known(self, user: str) -> bool:
        """Tell whether the user has chosen a brand, or chosen to have none."""
        ...

    def put(self, user: str, profile: BrandProfile) -> None: ...
    def reset(self, user: str) -> None:
        """Forget it."""
        ...


class Appeals(Protocol):
    def put(self, user: str, appeal: Appeal) -> None:
        """Store an appeal; the same id replaces."""
        ...

    def all(self, user: str) -> list[Appeal]:
        """The latest first."""
        ...
