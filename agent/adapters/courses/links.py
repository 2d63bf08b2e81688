"""Checks whether the links of courses work: a few at once, briefly, never inside a network."""

import asyncio
import ssl
import time
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Literal

from agent.adapters.search.addresses import Place, Resolve, place_of, resolved
from agent.adapters.search.download import Web
from agent.errors import AgentError

AT_ONCE = 8
SECONDS_EACH = 5.0
SECONDS_ALL = 20.0
REST_SECONDS = 600.0
"""The pause after a round that reached nothing: without a network, do not wait every time."""

State = Literal["there", "gone"]
_Seen = Literal["there", "gone", "unreachable", "unclear"]
_GONE = {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}


class Links:
    """`allow` opens one more address and port, for tests against a server of their own."""

    def __init__(
        self,
        *,
        resolve: Resolve = resolved,
        allow: tuple[str, int] | None = None,
        tls: ssl.SSLContext | None = None,
        clock: Callable[[], float] = time.monotonic,
        seconds_each: float = SECONDS_EACH,
        seconds_all: float = SECONDS_ALL,
    ) -> None:
        self._web = Web(resolve=resolve, allow=allow, tls=tls)
        self._clock = clock
        self._each, self._all = seconds_each, seconds_all
        self._rests_until = 0.0

    def states(self, urls: Sequence[str]) -> dict[str, State]:
        """The state of each link, where known; nothing without a network. Never raises."""
        if not urls or self._clock() < self._rests_until:
            return {}
        seen = asyncio.run(self._looked_at(list(dict.fromkeys(urls))))
        answered = any(state in ("there", "gone", "unclear") for state in seen.values())
        if not answered:
            self._rests_until = self._clock() + REST_SECONDS
            return {}
        told: dict[str, State] = {}
        for url, state in seen.items():
            match state:
                case "there" | "gone":
                    told[url] = state
                case "unreachable":
                    # Others answered, so it is not the network.
                    told[url] = "gone"
        return told

    async def _looked_at(self, urls: Sequence[str]) -> dict[str, _Seen]:
        gate = asyncio.Semaphore(AT_ONCE)
        tasks = {url: asyncio.create_task(self._seen(url, gate)) for url in urls}
        _, late = await asyncio.wait(tasks.values(), timeout=self._all)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        found = {url: task.result() for url, task in tasks.items() if not task.cancelled()}
        return {url: seen for url, seen in found.items() if seen is not None}

    async def _seen(self, url: str, gate: asyncio.Semaphore) -> _Seen | None:
        """None where it took too long, or may not be asked."""
        async with gate:
            try:
                place = place_of(url)
                return await asyncio.wait_for(self._asked(place), self._each)
            except TimeoutError:
                return None
            except AgentError as error:
                # What may not be asked, or cannot prove its name, will not do so on another try.
                return "unreachable" if error.retryable else None

    async def _asked(self, place: Place) -> _Seen:
        status = await self._status(place, "HEAD")
        if status >= HTTPStatus.BAD_REQUEST:
            # Some do not know HEAD, or answer it wrongly.
            status = await self._status(place, "GET")
        if status in _GONE:
            return "gone"
        return "there" if status < HTTPStatus.BAD_REQUEST else "unclear"

    async def _status(self, place: Place, method: Literal["HEAD", "GET"]) -> int:
        found = await self._web.page(
            place, most_bytes=0, check=_any_place, may_cut=True, method=method
        )
        return found.status


async def _any_place(_place: Place) -> None:
    """One look at one address is not what robots.txt is for."""
