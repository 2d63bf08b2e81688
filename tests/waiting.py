"""Waiting for what happens in the background."""

import time
from collections.abc import Callable


def wait_until(holds: Callable[[], bool], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            raise AssertionError(f"It did not happen within {seconds} seconds.")
        time.sleep(0.01)
