"""Who gets in, and what every answer of the server says about itself."""

import http.server
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar

import pytest
import websocket
from playwright.sync_api import expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.conftest import NewVisitor
from tests.browser.serving import Server
from tests.browser.visitor import Visitor

FEW_FILES = 256
RERUN = BackMsg(rerun_script=ClientState()).SerializeToString()


def test_every_answer_carries_the_security_headers(server: Server) -> None:
    for path in ("/", "/tutor", "/health", "/ready", "/_stcore/health", "/no/such"):
        _, headers, _ = server.get(path)
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "img-src 'self' data: blob:" in policy
        assert "object-src 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-frame-options"] == "DENY"


def test_this_machine_is_called_by_its_names_only(server: Server) -> None:
    for path in ("/", "/health", "/_stcore/host-config"):
        status, headers, body = server.get(path, Host="evil.example@127.0.0.1")
        assert status == 421
        assert "INTERLUDE_SHARED" in body
        assert "content-security-policy" in headers
    assert server.get("/health", Host=f"localhost:{server.port}")[0] == 200


def test_the_page_is_dressed_before_its_first_script_has_run(server: Server) -> None:
    """The stylesheet is linked from the page and served."""
    _, _, page = server.get("/tutor", Accept="text/html")
    assert '<link rel="stylesheet" href="/interlude.css">' in page
    status, headers, style = server.get("/interlude.css")
    assert (status, headers["content-type"].split(";")[0]) == (200, "text/css")
    assert ".st-key-composer" in style


def socket_url(server: Server) -> str:
    return server.url.replace("http", "ws") + "/_stcore/stream"


def test_a_foreign_page_gets_no_socket(server: Server) -> None:
    foreign: list[dict[str, Any]] = [
        {"host": "evil.example"},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"suppress_origin": True},
    ]
    for headers in foreign:
        with pytest.raises(websocket.WebSocketBadStatusException):
            websocket.create_connection(socket_url(server), timeout=10, **headers)
    websocket.create_connection(socket_url(server), timeout=10, origin=server.url).close()


@pytest.mark.parametrize(
    "settings",
    [{}, {"INTERLUDE_SHARED": "1", "STREAMLIT_SERVER_ADDRESS": "0.0.0.0"}],  # noqa: S104 - as users do
    ids=["alone", "shared"],
)
def test_no_other_machine_is_asked_at_start_or_handshake(
    tmp_path: Path, settings: dict[str, str]
) -> None:
    with Server(tmp_path / "data", **settings) as server:
        assert server.get("/")[0] == 200
        with closing(open_tab(server)) as tab:
            draw_page(tab)
        with pytest.raises(websocket.WebSocketBadStatusException):
            websocket.create_connection(
                socket_url(server), timeout=10, origin="http://evil.example"
            )
        assert server.asked_outside == ""


@pytest.fixture(scope="module")
def strained(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that begins with few open files, and gives headers little time."""
    folder = tmp_path_factory.mktemp("strained")
    with Server(folder / "data", files=FEW_FILES, INTERLUDE_HEADER_SECONDS="1") as started:
        yield started


def test_hundreds_of_tabs_can_be_open(strained: Server) -> None:
    with ExitStack() as stack:
        tabs = [stack.enter_context(closing(open_tab(strained))) for _ in range(300)]
        assert strained.open_files > FEW_FILES
        assert strained.get("/health")[0] == 200
        for tab in tabs[::50]:
            draw_page(tab)


def open_tab(server: Server) -> websocket.WebSocket:
    return websocket.create_connection(socket_url(server), timeout=20, origin=server.url)


def draw_page(tab: websocket.WebSocket) -> None:
    """Have the page's script run, to its end."""
    tab.send_binary(RERUN)
    while ForwardMsg.FromString(tab.recv()).WhichOneof("type") != "script_finished":
        pass


def connect(server: Server, sent: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=10)
    connection.sendall(sent)
    return connection


def trickle(connection: socket.socket, *, seconds: float) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        connection.sendall(b"X")
        time.sleep(0.05)


HEADER = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.mark.parametrize("sent", [b"", HEADER, HEADER + b"\r\n" + HEADER], ids=len)
def test_a_header_that_never_ends_is_not_waited_for(strained: Server, sent: bytes) -> None:
    with connect(strained, sent) as connection:
        if sent.count(HEADER) == 2:
            answer = b""
            while not answer.endswith(b"}"):  # it may come in parts
                answer += connection.recv(4096)
            assert answer.startswith(b"HTTP/1.1 200")
            connection.sendall(b"X-More: 1\r\n")
        with suppress(ConnectionResetError):
            assert connection.recv(4096) == b""


def test_single_bytes_win_no_time(strained: Server) -> None:
    with connect(strained, HEADER) as connection:
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            trickle(connection, seconds=5)


def test_what_is_slow_for_other_reasons_goes_on(strained: Server) -> None:
    body = b'{"query": "What is a foreign key?", "id": "slow"}'
    header = (
        f"POST /api/chat HTTP/1.1\r\nHost: 127.0.0.1:{strained.port}\r\nContent-Length: {len(body)}"
        "\r\nContent-Type: application/json\r\n\r\n"
    )
    with closing(open_tab(strained)) as tab, connect(strained, header.encode()) as upload:
        for part in (body[:10], body[10:]):
            time.sleep(0.8)
            upload.sendall(part)
        assert upload.recv(4096).startswith(b"HTTP/1.1 200")
        draw_page(tab)


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
def test_pages_open_where_tokens_are_set(new_visitor: NewVisitor, tmp_path: Path) -> None:
    token = "t" * 20
    with Server(tmp_path / "data", INTERLUDE_API_TOKENS=f"ci:{token}") as server:
        for path in ("/_stcore/metrics", "/_stcore/host-config"):
            assert server.get(path)[0] == 401
            assert server.get(path, Authorization=f"Bearer {token}")[0] == 200
        new_visitor(server).open_tutor().ask("What is a foreign key?")


# As Streamlit's own client opens it; the bytes ask for the page to be drawn.
READ_FROM_ELSEWHERE = """
async ([app, paths]) => {
  const read = []
  const socket = new WebSocket(app.replace("http", "ws") + "/_stcore/stream", ["streamlit"])
  socket.onopen = () => { read.push("open"); socket.send(new Uint8Array([0x5a, 0])) }
  socket.onmessage = message => read.push("message")
  await new Promise(done => { socket.onclose = done; socket.onmessage = done })
  for (const path of paths) {
    await fetch(app + path).then(reply => reply.text()).then(text => read.push(text), () => {})
  }
  return read
}
"""


@pytest.mark.browser
def test_a_page_of_another_port_reads_nothing_and_frames_nothing(visitor: Visitor) -> None:
    server = visitor.open("/").server
    with framing(server.url) as url:
        visitor.page.goto(url)
        paths = ["/", "/api/threads", "/_stcore/host-config", "/_stcore/metrics"]
        assert visitor.page.evaluate(READ_FROM_ELSEWHERE, [server.url, paths]) == []
        expect(visitor.page.get_by_role("heading", name="Framed")).to_be_visible()
        frame = visitor.page.frame_locator("#it")
        visitor.page.wait_for_load_state("networkidle")
        expect(frame.get_by_test_id("stApp")).to_have_count(0)
    assert [problem for problem in visitor.problems if "frame-ancestors" in problem]
    visitor.problems.clear()
    visitor.open("/")
