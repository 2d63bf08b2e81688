"""No message keeps the server from answering others while rules read it."""

import json
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser.serving import Server

MOST = 2.0
"""Seconds that another client waits at most; these took 8 and 98 s before."""
MESSAGES = [
    ("studio", "(" * 19_990),
    ("tutor", f"x{' ' * 19_990}x"),
    ("tickets", f"Create an issue x{' ' * 19_900}x"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data: Path = tmp_path_factory.mktemp("runs") / "data"
    with Server(data) as started:
        yield started


@pytest.mark.slow
@pytest.mark.parametrize(("workflow", "text"), MESSAGES)
def test_others_are_answered_meanwhile(server: Server, workflow: str, text: str) -> None:
    with longest_wait(server) as waits:
        send(server, workflow, text)
    assert max(waits) < MOST


def send(server: Server, workflow: str, text: str) -> None:
    body = {"id": workflow, "workflow": workflow, "query": text, "wait": 30}
    request = urllib.request.Request(  # noqa: S310 - a server of ours
        f"{server.url}/api/chat",
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=120) as reply:  # noqa: S310 - as above
        assert reply.status in (200, 202)


@contextmanager
def longest_wait(server: Server) -> Iterator[list[float]]:
    """What each question for /health took until the end of the block, in seconds."""
    waits: list[float] = [0.0]
    is_over = threading.Event()

    def ask() -> None:
        while not is_over.is_set():
            began = time.perf_counter()
            server.get("/health")
            waits.append(time.perf_counter() - began)
            time.sleep(0.01)

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        yield waits
    finally:
        is_over.set()
        asking.join()
