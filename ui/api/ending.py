"""The end of the server, which waits for every request that is still answered."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Ending:
    """Tells all who follow a run that the server is about to end."""

    def __init__(self) -> None:
        self.has_begun = False
        self._wakes: set[Callable[[], None]] = set()

    def begin(self) -> None:
        """May be called from a signal handler."""
        self.has_begun = True
        for wake in tuple(self._wakes):
            wake()

    @contextmanager
    def watched(self, wake: Callable[[], None]) -> Iterator[None]:
        self._wakes.add(wake)
        try:
            yield
        finally:
            self._wakes.discard(wake)
