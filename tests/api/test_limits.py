"""What is malformed, too large, too deep, too slow or not there."""

import asyncio
import json
from typing import Any

import pytest
from pydantic import SecretStr
from starlette.testclient import TestClient

from agent.facade import GraphAgent
from tests.api.conftest import QUIZ, client, door, refused, say
from ui.api import guarding
from ui.api.app import Api
from ui.api.callers import Tokens
from ui.api.ending import Ending

JSON = {"content-type": "application/json"}


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[1,]", b"nul", b"\xff\xfe{}", '{"query": "é"}'.encode("latin-1"),
        b'{"wait": NaN}', b'{"wait": Infinity}', b'{"wait": 1e999}',
        b'{"wait": ' + b"9" * 5000 + b"}",
        b"[" * 100_000, b"[" * 20 + b"]" * 20, b'{"a":' * 17 + b"1" + b"}" * 17,
        rb'{"query": "\ud800"}', rb'{"inputs": {"depth": ["\udfff"]}}', rb'{"\ud800": 1}',
    ],
    ids=lambda body: ascii(body[:30]),
)  # fmt: skip
def test_what_is_no_readable_json_is_refused(api: TestClient, body: bytes) -> None:
    refused(api.post("/api/chat", content=body, headers=JSON), 400, "bad-json")


@pytest.mark.parametrize("chunked", [True, False])
def test_a_body_that_is_too_long_is_refused(api: TestClient, chunked: bool) -> None:
    body = b'{"query": "' + b"x" * guarding.LONGEST_BODY + b'"}'
    sent = iter([body[:1000], body[1000:]]) if chunked else body
    refused(api.post("/api/chat", content=sent, headers=JSON), 413, "too-long")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ([], "body"),
        ("text", "body"),
        ({}, "body/query"),
        ({"query": "x"}, "body/id"),
        ({"query": "  \n", "id": "x"}, "body/query"),
        ({"query": "x", "id": ""}, "body/id"),
        ({"query": "x" * 20_001, "id": "x"}, "body/query"),
        ({"query": 5, "id": "x"}, "body/query"),
        ({"query": "x", "id": "x" * 201}, "body/id"),
        ({"query": "x", "id": "x", "wait": "5"}, "body/wait"),
        ({"query": "x", "id": "x", "wait": 1000}, "body/wait"),
        ({"query": "x", "id": "x", "wait": True}, "body/wait"),
        ({"query": "x", "id": "x", "inputs": ["depth"]}, "body/inputs"),
    ],
)
def test_what_does_not_fit_is_named_by_its_place(
    api: TestClient, agent: GraphAgent, body: Any, pointer: str
) -> None:
    reply = api.post("/api/chat", content=json.dumps(body), headers=JSON)
    problem = refused(reply, 422, "invalid")
    assert any(error["pointer"].startswith(pointer) for error in problem["errors"])
    assert agent.for_user("local").threads() == []


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "limit=x", "before=0", "before=1e99"])
def test_what_stands_in_an_address_is_checked_too(api: TestClient, query: str) -> None:
    thread = say(api, "What is a foreign key?")["thread"]
    refused(api.get(f"/api/threads/{thread}/turns?{query}"), 422, "invalid")


@pytest.mark.parametrize("path", ["/api/threads", "/api/threads/x", "/api/workflows"])
def test_a_misspelt_parameter_is_not_ignored(api: TestClient, path: str) -> None:
    problem = refused(api.get(f"{path}?limits=1"), 422, "invalid")
    assert problem["errors"][0]["pointer"] == "query/limits"


@pytest.mark.parametrize(
    "path", ["/api", "/api/", "/api/nothing", "/api/threads/x/y/z", "/api/chat/"]
)
def test_what_is_not_there_is_a_problem_and_no_page(api: TestClient, path: str) -> None:
    refused(api.get(path), 404, "no-such-path")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "/chat", "POST"),
        ("PUT", "/api/resume_chat", "POST"),
        ("PATCH", "/api/threads/x", "DELETE, GET"),
        ("DELETE", "/api/threads/x/turns", "GET, POST"),
        ("OPTIONS", "/api/threads", "GET"),
        ("BREW", "/api/threads", "GET"),
        ("POST", "/api/openapi.json", "GET, HEAD"),
    ],
)
def test_what_is_not_done_there_says_what_is(
    api: TestClient, method: str, path: str, allowed: str
) -> None:
    reply = api.request(method, path)
    refused(reply, 405, "no-such-method")
    assert reply.headers["allow"] == allowed


def test_a_body_that_does_not_come_is_not_waited_for(
    agent: GraphAgent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guarding, "BODY_SECONDS", 0.05)
    told: list[Any] = []

    async def knock() -> None:
        async def receive() -> Any:
            if len(told) == 0:
                await asyncio.sleep(10)

        async def send(message: Any) -> None:
            told.append(message)

        headers = [(b"host", b"127.0.0.1"), (b"content-type", b"application/json")]
        scope = {
            "type": "http", "method": "POST", "path": "/api/chat", "headers": headers,
            "query_string": b"", "client": ("127.0.0.1", 1), "root_path": "",
        }  # fmt: skip
        await door(agent)(scope, receive, send)

    asyncio.run(knock())
    assert told[0]["status"] == 408


def test_a_fault_of_ours_tells_nothing_of_it(caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> GraphAgent:
        raise RuntimeError("canary in the cause")

    app = Api(agent=broken, tokens=lambda: Tokens(SecretStr("")), ending=Ending())
    reply = client(app).get("/api/threads")
    refused(reply, 500, "internal")
    assert "canary" not in reply.text
    assert "RuntimeError" in caplog.text
    assert "canary" not in caplog.text


def test_no_answer_is_kept_by_a_cache(api: TestClient) -> None:
    say(api, QUIZ)
    for path in ("/api/threads", "/api/questions", "/api/nothing", "/api/workflows"):
        assert api.get(path).headers["cache-control"] == "no-store"
