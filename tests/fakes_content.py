"""A web of a few pages, pieces, brands and appeals in memory, as their ports promise.

`raising` is raised by the next call, before it does anything. `searches` and `fetches` count.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from agent.errors import AgentError, NotConfigured, NotFound
from agent.language.text import fold, stems
from agent.ports.brand import EXAMPLE, NO_BRAND, BrandProfile
from agent.ports.content import Appeal, Hit, KeptPiece, Version, WebPage
from agent.ports.images import Picture
from agent.ports.work_items import Connection

MOMENT = "2026-01-01T00:00:00+00:00"


def web_page(url: str, title: str, text: str, **more: object) -> WebPage:
    given: dict[str, object] = {"language": "en", "published": "", "notices": ()}
    return WebPage(
        url=url,
        title=title,
        text=text,
        fetched=MOMENT,
        sha256=hashlib.sha256(text.encode()).hexdigest(),
        **{**given, **more},  # type: ignore[arg-type]
    )


@dataclass
class FakeWeb:
    """Pages by their addresses."""

    pages: dict[str, WebPage] = field(default_factory=dict)

    def add(self, *pages: WebPage) -> None:
        self.pages |= {page.url: page for page in pages}


@dataclass
class FakeSearch:
    """Finds pages that share words with the query, those that share most first."""

    web: FakeWeb = field(default_factory=FakeWeb)
    name: str = "A search in memory"
    is_set_up: bool = True
    raising: AgentError | None = None
    searches: list[str] = field(default_factory=list)

    def check(self) -> Connection:
        return Connection(is_ok=self.is_set_up, message="Ready." if self.is_set_up else "Off.")

    def search(self, query: str, *, count: int = 8, language: str = "") -> list[Hit]:
        self.searches.append(query)
        _raise(self)
        if not self.is_set_up:
            raise NotConfigured("Searching the web is switched off here.", hint="Switch it on.")
        if not any(c.isalnum() for c in query):
            raise AgentError("There is nothing to search for.", hint="Write a word or two.")
        asked = stems(query)
        shared = {p.url: len(asked & stems(f"{p.title} {p.text}")) for p in self.web.pages.values()}
        best = sorted((url for url, n in shared.items() if n), key=lambda url: -shared[url])
        pages = (self.web.pages[url] for url in best[:count])
        return [Hit(p.title, p.url, p.text[:300], p.published) for p in pages]


@dataclass
class FakeFetcher:
    web: FakeWeb = field(default_factory=FakeWeb)
    raising: AgentError | None = None
    fetches: list[str] = field(default_factory=list)

    def fetch(self, url: str) -> WebPage:
        self.fetches.append(url)
        _raise(self)
        if not url.startswith(("http://", "https://")):
            raise AgentError("This is no address of a web page.", hint="Check it.")
        if url not in self.web.pages:
            raise NotFound("The site does not have this page.", hint="Check the address.")
        return self.web.pages[url]


def _raise(fake: FakeSearch | FakeFetcher) -> None:
    error, fake.raising = fake.raising, None
    if error is not None:
        raise error


class FakePieces:
    """`gone` are the conversations that are deleted for good."""

    def __init__(self, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.gone: set[str] = set()
        self._clock = clock
        self._versions: dict[tuple[str, str, str], Version] = {}
        self._kept: dict[tuple[str, str], KeptPiece] = {}
        self._deleted: dict[tuple[str, str], datetime] = {}
        self._pictures: dict[tuple[str, str], tuple[str, Picture]] = {}

    def add_version(self, user: str, version: Version) -> Version:
        key = (user, version.piece, version.id)
        others = self.versions(user, version.piece)
        before = self._versions.get(key)
        number = before.number if before else max((v.number for v in others), default=0) + 1
        self._versions[key] = replace(version, number=number)
        return self._versions[key]

    def versions(self, user: str, piece: str) -> list[Version]:
        mine = (v for (of, which, _), v in self._versions.items() if (of, which) == (user, piece))
        return sorted(mine, key=lambda version: version.number)

    def keep(self, user: str, piece: KeptPiece) -> None:
        self._kept.pop((user, piece.id), None)
        self._kept[user, piece.id] = piece
        self._deleted.pop((user, piece.id), None)

    def kept(self, user: str, *, kind: str = "", search: str = "") -> list[KeptPiece]:
        mine = [p for key, p in self._kept.items() if key[0] == user and key not in self._deleted]
        texts = {p.id: fold(f"{p.title} {p.content.get('text', '')}") for p in mine}
        fitting = [
            p
            for p in mine
            if kind in ("", p.kind) and all(word in texts[p.id] for word in fold(search).split())
        ]
        return sorted(fitting, key=lambda p: p.at)[::-1]

    def piece(self, user: str, piece: str) -> KeptPiece:
        if (user, piece) not in self._kept or (user, piece) in self._deleted:
            raise NotFound("This piece does not exist here.", hint="Choose another.")
        return self._kept[user, piece]

    def delete(self, user: str, piece: str) -> None:
        if (user, piece) in self._kept:
            self._deleted.setdefault((user, piece), self._clock())

    def deleted(self, user: str) -> list[KeptPiece]:
        found = [
            replace(self._kept[key], deleted=at.isoformat())
            for key, at in self._deleted.items()
            if key[0] == user and not self._is_over(at)
        ]
        return sorted(found, key=lambda p: p.deleted)[::-1]

    def restore(self, user: str, piece: str) -> None:
        if (at := self._deleted.get((user, piece))) and not self._is_over(at):
            del self._deleted[user, piece]

    def _is_over(self, at: datetime) -> bool:
        return at < self._clock() - timedelta(hours=24)

    def put_picture(self, user: str, picture_id: str, picture: Picture, *, thread: str) -> None:
        self._pictures[user, picture_id] = (thread, picture)

    def picture(self, user: str, picture_id: str) -> Picture:
        if (user, picture_id) not in self._pictures:
            raise NotFound("This picture does not exist here.", hint="Make it again.")
        return self._pictures[user, picture_id][1]

    def forget_deleted(self) -> None:
        for key in [key for key, at in self._deleted.items() if self._is_over(at)]:
            del self._deleted[key], self._kept[key]
        self._versions = {
            key: version
            for key, version in self._versions.items()
            if version.thread not in self.gone or key[:2] in self._kept
        }
        named = {(key[0], p.content.get("picture")) for key, p in self._kept.items()}
        named |= {(key[0], v.content.get("picture")) for key, v in self._versions.items()}
        self._pictures = {
            key: held
            for key, held in self._pictures.items()
            if held[0] not in self.gone or key in named
        }


class FakeBrands:
    """Everybody has chosen the example, unless it is `fresh`."""

    def __init__(self, *, fresh: bool = False) -> None:
        self._default = NO_BRAND if fresh else EXAMPLE
        self._profiles: dict[str, BrandProfile] = {}

    def is_known(self, user: str) -> bool:
        return user in self._profiles or self._default == EXAMPLE

    def profile(self, user: str) -> BrandProfile:
        return self._profiles.get(user, self._default)

    def put(self, user: str, profile: BrandProfile) -> None:
        self._profiles[user] = profile

    def reset(self, user: str) -> None:
        self._profiles.pop(user, None)


class FakeAppeals:
    def __init__(self) -> None:
        self._appeals: dict[tuple[str, str], Appeal] = {}

    def put(self, user: str, appeal: Appeal) -> None:
        self._appeals.pop((user, appeal.id), None)
        self._appeals[user, appeal.id] = appeal

    def all(self, user: str) -> list[Appeal]:
        mine = [appeal for (of, _), appeal in self._appeals.items() if of == user]
        return sorted(mine, key=lambda appeal: appeal.at)[::-1]


def content_ports(**more: Any) -> dict[str, Any]:
    """The ports that content needs, by their names; `more` in place of those here."""
    return {
        "search": FakeSearch(),
        "fetcher": FakeFetcher(),
        "pieces": FakePieces(),
        "brands": FakeBrands(),
        "appeals": FakeAppeals(),
        **more,
    }
