"""Who reaches the server by a name that is not this machine's is told so, in a form to read."""

import pytest
from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from agent.errors import NotConfigured
from ui.headers import SecurityHeaders, is_loopback, public_origins
from ui.routes import health

PUBLIC = "https://interlude.example, http://other.example:8080/"


async def tell_host(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text(socket.headers["host"])
    await socket.close()


def client(*, shared: bool = False) -> TestClient:
    routes = [Route("/health", health), WebSocketRoute("/stream", tell_host)]
    served = SecurityHeaders(Starlette(routes=routes), shared=shared, public=public_origins(PUBLIC))
    return TestClient(served, "http://evil.example")


def open_socket(*, shared: bool, **headers: str) -> str:
    """The host that the server behind sees."""
    with client(shared=shared).websocket_connect("/stream", headers=headers) as socket:
        return socket.receive_text()


def test_a_program_gets_problem_details() -> None:
    reply = client().get("/health")
    assert reply.status_code == 421
    assert reply.headers["content-type"] == "application/problem+json"
    assert reply.json()["type"] == "urn:interlude:problem:foreign-host"
    assert "INTERLUDE_SHARED" in reply.json()["hint"]
    assert "content-security-policy" in reply.headers


def test_a_browser_gets_words() -> None:
    reply = client().get("/health", headers={"accept": "text/html,*/*"})
    assert reply.status_code == 421
    assert reply.headers["content-type"].startswith("text/plain")
    assert "INTERLUDE_SHARED" in reply.text
    assert "content-security-policy" in reply.headers


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("localhost:8501", "http://localhost:8501"),
        ("127.0.0.1:8501", "http://127.0.0.1:8501"),
        ("[::1]:8501", "http://[::1]:8501"),
        ("localhost", "http://localhost:80"),
        ("localhost:80", "http://localhost"),
        ("localhost:443", "https://localhost"),
        ("LOCALHOST:8501", "http://localhost:8501"),
        ("localhost:8501", "https://interlude.example"),
        ("localhost:8501", "https://interlude.example:443"),
        ("localhost:8501", "http://other.example:8080"),
    ],
)
@pytest.mark.parametrize("shared", [False, True])
def test_our_own_page_gets_a_socket(host: str, origin: str, shared: bool) -> None:
    seen = open_socket(shared=shared, host=host, origin=origin)
    assert origin.endswith(f"//{seen}"), "else Streamlit would look for it elsewhere"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": ""},
        {"origin": "null"},
        {"origin": "http://localhost:3000"},
        {"origin": "http://localhost"},
        {"origin": "http://127.0.0.1:8501"},
        {"origin": "https://localhost:8502"},
        {"origin": "http://evil.example"},
        {"origin": "http://localhost:8501@evil.example"},
        {"origin": "http://evil.example@localhost:8501"},
        {"origin": "http://localhost:8501/"},
        {"origin": "http://localhost:8501.evil.example"},
        {"origin": "http://["},
        {"origin": "file://localhost:8501"},
        {"origin": "http://interlude.example"},
        {"origin": "https://interlude.example:8443"},
    ],
    ids=str,
)
@pytest.mark.parametrize("shared", [False, True])
def test_a_page_from_elsewhere_gets_none(headers: dict[str, str], shared: bool) -> None:
    with pytest.raises(WebSocketDisconnect):
        open_socket(shared=shared, host="localhost:8501", **headers)


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("localhost", True),
        ("127.0.0.1:8501", True),
        ("[::1]", True),
        ("[::1]:8501", True),
        ("evil.example@127.0.0.1", False),
        ("evil.example@127.0.0.1:8501", False),
        ("127.0.0.1/evil.example", False),
        ("127.0.0.1?evil.example", False),
        ("127.0.0.1#evil.example", False),
        ("127.0.0.1:port", False),
        ("[::1]evil.example", False),
        ("[::1", False),
        ("", False),
    ],
)
def test_only_the_names_of_this_machine_are_loopback(host: str, expected: bool) -> None:
    assert is_loopback(host) is expected


@pytest.mark.parametrize("setting", ["interlude.example", "https://a.example/app", "https://"])
def test_a_public_address_that_is_none_is_refused(setting: str) -> None:
    with pytest.raises(NotConfigured):
        public_origins(setting)
