"""Getting a page: each hop is checked, asked at the very address that was checked, and limited."""

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Literal

import certifi
import httpx

from agent.adapters.failures import PAGES
from agent.adapters.search.addresses import PORTS, Place, Resolve, is_public, place_of
from agent.adapters.search.unpacking import ACCEPTED, Broken, Unknown, unpacking

REDIRECTS = 3
TRIED = 2
"""Addresses of one host."""
CONNECT_SECONDS = 5
ROBOT = "Interlude"
USER_AGENT = (
    f"{ROBOT}/1.0 (self-hosted assistant; fetches single pages for a person who asks; obeys"
    " robots.txt)"
)
_HEADERS = {
    "User-Agent": USER_AGENT,
    "Accept": "text/html, application/xhtml+xml, text/plain, application/pdf;q=0.9",
    "Accept-Encoding": ACCEPTED,
    "Accept-Language": "en, es, zh;q=0.9, *;q=0.5",
}

Check = Callable[[Place], Awaitable[None]]
"""Raises when a place may not be asked; called before each hop."""


@dataclass(frozen=True)
class Body:
    """A reply of a place. `is_whole` is false for one that was cut at the limit."""

    place: Place
    status: int
    kind: str
    charset: str
    data: bytes
    is_whole: bool = True


class Web:
    """Asks places of the public web. `allow` is one more address and port, for tests."""

    def __init__(
        self,
        *,
        resolve: Resolve,
        allow: tuple[str, int] | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._resolve = resolve
        self._allow = allow
        self._tls = tls
        # A lookup cannot be broken off: one that hangs is left behind.
        self._lookups = ThreadPoolExecutor(max_workers=8, thread_name_prefix="lookup")

    async def page(
        self,
        place: Place,
        *,
        most_bytes: int,
        check: Check,
        takes: Callable[[str], bool] = lambda _kind: True,
        may_cut: bool = False,
        method: Literal["GET", "HEAD"] = "GET",
    ) -> Body:
        """After at most three redirects. Raises AgentError."""
        for _ in range(REDIRECTS + 1):
            self._refuse_port(place)
            await check(place)
            found = await self._hop(
                place, most_bytes=most_bytes, takes=takes, may_cut=may_cut, method=method
            )
            if isinstance(found, Body):
                return found
            place = found
        raise PAGES.failure("redirects", about=place.host)

    def _refuse_port(self, place: Place) -> None:
        allowed = {*PORTS.values(), *((self._allow[1],) if self._allow else ())}
        if place.port not in allowed:
            raise PAGES.failure("port", about=place.host)

    async def _hop(
        self,
        place: Place,
        *,
        most_bytes: int,
        takes: Callable[[str], bool],
        may_cut: bool,
        method: str,
    ) -> Body | Place:
        """The page, or the place that it leads to."""
        addresses = await self._addresses(place)
        for address in addresses:
            try:
                # A client for each hop: nothing is kept from one to the next, cookies neither.
                async with (
                    self._client() as client,
                    client.stream(
                        method,
                        place.at(address),
                        headers={"Host": place.named},
                        extensions={"sni_hostname": place.host},
                    ) as response,
                ):
                    if response.has_redirect_location:
                        return _next(place, response)
                    return await _body(place, response, most_bytes, takes=takes, may_cut=may_cut)
            except (httpx.ConnectError, httpx.ConnectTimeout) as error:
                if _is_unproven(error):
                    raise PAGES.failure("certificate", about=place.host) from error
                if address == addresses[-1]:
                    raise PAGES.failure("unreachable", about=place.host) from error
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                raise PAGES.failure("unreachable", about=place.host) from error
        raise PAGES.failure("unreachable", about=place.host)

    async def _addresses(self, place: Place) -> list[str]:
        """Looked up once, and all of them public."""
        found = [place.host] if place.is_number else await self._looked_up(place)
        if not found:
            raise PAGES.failure("unknown", about=place.host)
        if not all(self._may_ask(address, place.port) for address in found):
            raise PAGES.failure("private", about=place.host)
        return found[:TRIED]

    async def _looked_up(self, place: Place) -> list[str]:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._lookups, self._resolve, place.host, place.port)
        except (OSError, UnicodeError) as error:
            raise PAGES.failure("unknown", about=place.host) from error

    def _may_ask(self, address: str, port: int) -> bool:
        if (address, port) == self._allow:
            return True
        return port in PORTS.values() and is_public(address)

    def _client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(
            verify=self._tls or _trusted(),
            # No proxy that would look up the host again, no login from a file.
            trust_env=False,
            follow_redirects=False,
            headers=_HEADERS,
            # The whole has a limit, and a read within it none of its own.
            timeout=httpx.Timeout(None, connect=CONNECT_SECONDS),
        )


@cache
def _trusted() -> ssl.SSLContext:
    """Read once: it takes longer than a page."""
    return ssl.create_default_context(cafile=certifi.where())


def _next(place: Place, response: httpx.Response) -> Place:
    try:
        return place_of(str(place.url.join(response.headers["location"])))
    except httpx.InvalidURL as error:
        raise PAGES.failure("address") from error


async def _body(
    place: Place,
    response: httpx.Response,
    most: int,
    *,
    takes: Callable[[str], bool],
    may_cut: bool,
) -> Body:
    kind, _, rest = response.headers.get("content-type", "").partition(";")
    kind = kind.strip().lower()
    charset = rest.lower().partition("charset=")[2].partition(";")[0].strip(" \"'")
    if response.status_code != httpx.codes.OK or response.request.method == "HEAD":
        return Body(place, response.status_code, kind, charset, b"")
    if not takes(kind):
        raise PAGES.failure("no_text", about=place.host)
    data = await _data(place, response, most)
    if len(data) > most and not may_cut:
        raise PAGES.failure("too_large", about=place.host, megabytes=most / 2**20)
    return Body(place, response.status_code, kind, charset, data[:most], len(data) <= most)


async def _data(place: Place, response: httpx.Response, most: int) -> bytes:
    """One byte more than `most` when there is more."""
    taken, data = 0, bytearray()
    try:
        unpack = unpacking(response.headers.get("content-encoding", ""))
        async for piece in response.aiter_raw():
            taken += len(piece)
            data += unpack.take(piece, most + 1 - len(data))
            if max(taken, len(data)) > most:
                return bytes(data).ljust(most + 1)
        unpack.end()
    except (Unknown, Broken) as error:
        raise PAGES.failure("garbled", about=place.host) from error
    return bytes(data)


def _is_unproven(error: BaseException) -> bool:
    """Tell whether a certificate is behind it."""
    found: BaseException | None = error
    while found is not None:
        if isinstance(found, ssl.SSLCertVerificationError):
            return True
        found = found.__cause__ or found.__context__
    return False
