"""Who reaches the server by a name that is not this machine's is told so, in a form to read."""

from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from ui.headers import SecurityHeaders
from ui.routes import health


def client(*, shared: bool = False) -> TestClient:
    served = SecurityHeaders(Starlette(routes=[Route("/health", health)]), shared=shared)
    return TestClient(served, "http://evil.example")


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


def test_whoever_serves_others_answers_to_every_name() -> None:
    assert client(shared=True).get("/health").status_code == 200
