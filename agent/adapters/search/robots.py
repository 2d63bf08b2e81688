"""robots.txt: what a site lets programs fetch, after RFC 9309."""

import time
from collections.abc import Callable

from protego import Protego

from agent.adapters.failures import PAGES
from agent.adapters.search.addresses import Place, place_of
from agent.adapters.search.download import ROBOT, Web

MOST_BYTES = 500 * 2**10
KEPT_SECONDS = 3_600
MOST_KEPT = 500


class Robots:
    """The rules of sites, asked for once an hour."""

    def __init__(self, web: Web, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._web = web
        self._clock = clock
        self._kept: dict[str, tuple[float, Protego]] = {}

    async def check(self, place: Place) -> None:
        """Raises AgentError when the site does not want the page fetched, or cannot say so."""
        rules = self._cached(place.origin)
        if rules is None:
            rules = Protego.parse(await self._fetch(place))
            self._keep(place.origin, rules)
        if not rules.can_fetch(str(place.url), ROBOT):
            raise PAGES.failure("robots", about=place.host)

    async def _fetch(self, place: Place) -> str:
        """A site without the file allows everything, one that fails to give it nothing."""
        found = await self._web.page(
            place_of(f"{place.origin}/robots.txt"),
            most_bytes=MOST_BYTES,
            check=_anything,
            may_cut=True,
        )
        if found.status >= 500:
            raise PAGES.failure("rules", about=place.host)
        return found.data.decode("utf-8", errors="replace")

    def _cached(self, origin: str) -> Protego | None:
        at, rules = self._kept.get(origin, (0.0, None))
        return rules if rules is not None and self._clock() - at < KEPT_SECONDS else None

    def _keep(self, origin: str, rules: Protego) -> None:
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        self._kept[origin] = (self._clock(), rules)


async def _anything(_place: Place) -> None:
    return
