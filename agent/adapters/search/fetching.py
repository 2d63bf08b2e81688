"""The one way to a page of the web: public addresses only, limited in everything, read apart."""

import asyncio
import hashlib
import re
import ssl
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import httpx

from agent.adapters.failures import PAGES, Vendor
from agent.adapters.reading.child import read_in_child
from agent.adapters.reading.result import Limits, Reading, Unreadable
from agent.adapters.search.addresses import Place, Resolve, place_of, resolved
from agent.adapters.search.download import Body, Web
from agent.adapters.search.robots import Robots
from agent.errors import AgentError, NotFound
from agent.ports.content import WebPage

_GONE = Vendor("pages", NotFound)
Read = Callable[..., Reading]
MOST_PAGES = 300
"""The most pages of a PDF."""

_SUFFIXES = {
    "text/html": "html",
    "application/xhtml+xml": "html",
    "text/plain": "txt",
    "application/pdf": "pdf",
    "application/octet-stream": "",
    "": "",
}
_CHARSET = re.compile(
    r"utf-?(8|16|16le|16be|32)|us-ascii|ascii|(iso-?8859|windows|cp|ibm|koi8|mac)[-_]?\w+|macintosh"
    r"|gb\w+|big5[\w-]*|euc[-_]?\w+|shift[-_]?jis|sjis|iso-2022-\w+|latin-?1|tis-620|johab"
)
_DECLARED = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([\w-]{2,30})", re.IGNORECASE)


class WebFetcher:
    """The Fetcher port.

    `allow` opens one more address and port, for tests against a server of their own.
    """

    def __init__(
        self,
        *,
        seconds: float,
        most_bytes: float,
        resolve: Resolve = resolved,
        read: Read = read_in_child,
        allow: tuple[str, int] | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._seconds = seconds
        self._most_bytes = int(most_bytes)
        self._web = Web(resolve=resolve, allow=allow, tls=tls)
        self._robots = Robots(self._web)
        self._read_file = read

    def fetch(self, url: str) -> WebPage:
        ends = time.monotonic() + self._seconds
        place = place_of(url)
        try:
            found = asyncio.run(asyncio.wait_for(self._fetch(place), self._seconds))
        except TimeoutError as error:
            raise PAGES.failure("late", about=place.host, seconds=self._seconds) from error
        if found.status != httpx.codes.OK:
            problem = PAGES.find(status=found.status) or "refused"
            vendor = _GONE if problem == "gone" else PAGES
            raise vendor.failure(problem, about=found.place.host)
        reading = self._read(found, ends)
        return WebPage(
            url=str(found.place.url),
            title=reading.title or f"{found.place.host}{found.place.url.path}",
            text=reading.text,
            language=reading.language,
            published=reading.date,
            fetched=datetime.now(UTC).isoformat(timespec="seconds"),
            sha256=hashlib.sha256(found.data).hexdigest(),
            notices=reading.notes,
        )

    async def _fetch(self, place: Place) -> Body:
        return await self._web.page(
            place,
            most_bytes=self._most_bytes,
            check=self._robots.check,
            takes=_SUFFIXES.__contains__,
        )

    def _read(self, found: Body, ends: float) -> Reading:
        """Read the page in a child process, which may crash."""
        left = max(0.0, ends - time.monotonic())
        limits = Limits(file_bytes=self._most_bytes, pages=MOST_PAGES, seconds=left)
        name = f"page.{_SUFFIXES[found.kind]}"
        with tempfile.TemporaryDirectory(prefix="interlude-page-") as folder:
            path = Path(folder) / "page"
            path.write_bytes(_as_utf8(found))
            try:
                return self._read_file(path, name, limits=limits, tell=_ignore, from_web=True)
            except Unreadable as error:
                host = found.place.host
                if time.monotonic() >= ends:
                    raise PAGES.failure("late", about=host, seconds=self._seconds) from error
                # Its own hint is about files and uploads, which do not apply to a page.
                raise AgentError(
                    f"The page of {host} cannot be read: {_lowered(error.message)}",
                    hint="Use another source.",
                ) from error


def _as_utf8(found: Body) -> bytes:
    """Decode the page by the encoding that the server or the page names, if it fits."""
    if b"%PDF-" in found.data[:1024]:
        return found.data
    declared = _DECLARED.search(found.data[:4096])
    charset = found.charset or (declared.group(1).decode("ascii").lower() if declared else "")
    if not _CHARSET.fullmatch(charset):
        return found.data
    try:
        return found.data.decode(charset).encode("utf-8", errors="replace")
    except (LookupError, UnicodeError):
        return found.data


def _lowered(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:] if sentence[1:2].islower() else sentence


def _ignore(_page: int, _of: int) -> None:
    return
