"""The door over an agent in this process, and clients that knock."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from starlette.testclient import TestClient

from agent.facade import GraphAgent
from tests.fakes import Script, open_fake_agent
from ui.api.app import Api
from ui.api.callers import Tokens
from ui.api.ending import Ending

ANNA, BEN = "anna-" + "a" * 20, "ben-" + "b" * 20
TOKENS = f"anna:{ANNA}, ben:{BEN}"
QUIZ = "Give me a quiz of 3 questions on normalisation"

Plain = dict[str, Any]


def door(agent: GraphAgent, tokens: str = "") -> Api:
    known = Tokens(SecretStr(tokens))
    return Api(agent=lambda: agent, tokens=lambda: known, ending=Ending())


def client(app: Any, *, token: str = "", peer: str = "127.0.0.1") -> TestClient:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    return TestClient(
        app, "http://127.0.0.1", headers=headers, client=(peer, 50000), raise_server_exceptions=True
    )


@pytest.fixture
def script() -> Iterator[Script]:
    script = Script()
    yield script
    script.finish()


@pytest.fixture
def agent(tmp_path: Path, script: Script) -> Iterator[GraphAgent]:
    agent = open_fake_agent(tmp_path / "data", script=script)
    yield agent
    agent.close()


@pytest.fixture
def api(agent: GraphAgent) -> TestClient:
    """Without tokens, from this machine."""
    return client(door(agent))


@pytest.fixture
def anna(agent: GraphAgent) -> TestClient:
    return client(door(agent, TOKENS), token=ANNA)


@pytest.fixture
def ben(agent: GraphAgent) -> TestClient:
    return client(door(agent, TOKENS), token=BEN)


def place_at_end(agent: GraphAgent, thread: str, turn: str) -> None:
    """A checkpoint for a turn that no graph has run: nothing is left to do after its question."""
    tutor, config = agent.flow.graph("tutor"), agent.flow.config(thread)
    tutor.update_state(config, {"turn": turn}, as_node="test_session")


def say(api: TestClient, query: str, *, name: str = "mine", **more: Any) -> Plain:
    """A message; what came of it."""
    reply = api.post("/api/chat", json={"query": query, "id": name, **more})
    assert reply.status_code == 200, reply.text
    came: Plain = reply.json()
    return came


def resume(api: TestClient, user_response: str, *, name: str = "mine", **more: Any) -> Plain:
    sent = {"id": name, "user_response": user_response, **more}
    reply = api.post("/api/resume_chat", json=sent)
    assert reply.status_code == 200, reply.text
    came: Plain = reply.json()
    return came


def refused(reply: Any, status: int, code: str) -> Plain:
    """A problem as RFC 9457 has it, with a sentence and a way out."""
    assert reply.status_code == status, reply.text
    assert reply.headers["content-type"] == "application/problem+json"
    problem: Plain = reply.json()
    assert problem["type"] == f"urn:interlude:problem:{code}"
    assert problem["status"] == status
    assert problem["detail"].endswith((".", "?"))
    assert problem["hint"]
    assert "Traceback" not in reply.text
    return problem
