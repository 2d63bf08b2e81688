"""Who gets in, and what every answer of the server says about itself."""

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

import pytest
import websocket
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.serving import Server


@pytest.mark.parametrize(
    "path", ["/", "/tutor", "/health", "/ready", "/_stcore/health", "/no/such"]
)
def test_every_answer_carries_the_security_headers(server: Server, path: str) -> None:
    _, headers, _ = server.get(path)
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "img-src 'self' data: blob:" in policy
    assert "object-src 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize("path", ["/", "/health", "/ready", "/_stcore/host-config"])
@pytest.mark.parametrize("host", ["evil.example", "evil.example:8501", "127.0.0.1.evil.example"])
def test_a_foreign_name_for_this_machine_is_refused(server: Server, path: str, host: str) -> None:
    status, headers, body = server.get(path, Host=host)
    assert status == 421
    assert "INTERLUDE_SHARED" in body
    assert "content-security-policy" in headers


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_this_machine_may_call_itself_by_its_names(server: Server, host: str) -> None:
    assert server.get("/health", Host=f"{host}:{server.port}")[0] == 200


@pytest.mark.parametrize(
    "headers", [{"host": "evil.example"}, {"origin": "http://evil.example"}], ids=["host", "origin"]
)
def test_a_foreign_page_gets_no_socket(server: Server, headers: dict[str, str]) -> None:
    url = server.url.replace("http", "ws") + "/_stcore/stream"
    with pytest.raises(websocket.WebSocketBadStatusException):
        websocket.create_connection(url, timeout=10, **headers)
    websocket.create_connection(url, timeout=10, origin=server.url).close()


class _Page(http.server.BaseHTTPRequestHandler):
    app: ClassVar[str] = ""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(
            f'<h1>Framed</h1><iframe id="it" src="{self.app}/tutor"></iframe>'.encode()
        )

    def log_message(self, *_: object) -> None: ...


@contextmanager
def framing(app: str) -> Iterator[str]:
    """A page of another origin with the app in a frame."""
    page = type("Page", (_Page,), {"app": app})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), page) as foreign:
        threading.Thread(target=foreign.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{foreign.server_port}/"
        foreign.shutdown()


@pytest.mark.browser
def test_the_app_cannot_be_framed(new_visitor: NewVisitor, server: Server) -> None:
    visitor = new_visitor(server)
    with framing(server.url) as url:
        visitor.page.goto(url)
        expect(visitor.page.get_by_role("heading", name="Framed")).to_be_visible()
        visitor.page.wait_for_load_state("networkidle")
        frame = visitor.page.frame_locator("#it")
        expect(frame.get_by_test_id("stApp")).to_have_count(0)
    refusals = [p for p in visitor.problems if "frame-ancestors" in p]
    foreign = [p for p in visitor.problems if p.startswith(f"a request went to {url}")]
    assert refusals
    # What this page itself is, and nothing else.
    visitor.problems = [p for p in visitor.problems if p not in (*refusals, *foreign)]
