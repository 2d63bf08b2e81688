"""The server ends when it is told to, whoever still follows a run."""

import json
import signal
import threading
import time
import urllib.request
from pathlib import Path

from tests.browser.serving import Server
from tests.servers import Says, openai_server

SLOW = Says(" ".join(f"word{number}" for number in range(2_000)), rate=20)


def follow(server: Server, heard: list[bytes]) -> None:
    """A message whose answer is told as events, until the connection ends."""
    request = urllib.request.Request(  # noqa: S310 - ours
        f"{server.url}/api/chat",
        data=json.dumps({"query": "Hello, how are you?", "id": "mine"}).encode(),
        headers={"content-type": "application/json", "accept": "text/event-stream"},
    )
    with urllib.request.urlopen(request, timeout=60) as reply:  # noqa: S310 - ours
        heard.extend(reply)


def test_an_open_stream_does_not_hold_the_server_up(tmp_path: Path) -> None:
    with openai_server(lambda _body: SLOW, flavour="vllm") as model:
        where = {"VLLM_BASE_URL": model.url, "VLLM_MODEL": "test-model"}
        with Server(tmp_path / "data", INTERLUDE_PROVIDER="vllm", **where) as server:
            heard: list[bytes] = []
            follower = threading.Thread(target=follow, args=(server, heard))
            follower.start()
            deadline = time.monotonic() + 30
            while not model.requests and time.monotonic() < deadline:
                time.sleep(0.05)
            time.sleep(0.5)
            assert server.end(signal.SIGTERM) < 10
            follower.join(5)
            assert not follower.is_alive()
            assert b"event: token\n" in heard
            assert b"event: done\n" not in heard
            [turn] = server.rows("SELECT status FROM turns")
            assert turn["status"] == "stopped"
