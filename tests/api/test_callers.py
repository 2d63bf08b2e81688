"""Who is let in, and that each sees their own only."""

import pytest
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from agent import Settings
from agent.errors import NotConfigured
from agent.facade import GraphAgent
from agent.questions import Approval
from tests.api.conftest import (
    ANNA,
    BEN,
    QUIZ,
    TOKENS,
    client,
    door,
    place_at_end,
    refused,
    resume,
    say,
)
from ui.api.app import Api
from ui.api.callers import Tokens
from ui.api.ending import Ending
from ui.api.inner import HOST_CONFIG, METRICS, InnerRoutes

# Without tokens


@pytest.mark.parametrize("peer", ["10.0.0.7", "192.168.1.2", "testclient"])
def test_without_tokens_another_machine_is_refused(agent: GraphAgent, peer: str) -> None:
    """Whatever it calls itself in its Host header."""
    refused(client(door(agent), peer=peer).get("/api/threads"), 403, "forbidden")


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "evil.example@127.0.0.1", "interlude.lan:8501", "["],
)
def test_without_tokens_a_foreign_name_is_refused(api: TestClient, host: str) -> None:
    refused(api.get("/api/threads", headers={"host": host}), 403, "forbidden")


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:3000"},
        {"origin": "http://["},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
    ids=str,
)
def test_without_tokens_a_page_of_another_origin_is_refused(
    api: TestClient, agent: GraphAgent, headers: dict[str, str]
) -> None:
    sent = {"query": "Hello", "id": "x"}
    refused(api.post("/api/chat", json=sent, headers=headers), 403, "forbidden")
    assert agent.for_user("local").threads() == []


def test_without_tokens_our_own_pages_may_ask(api: TestClient) -> None:
    headers = {"origin": "http://127.0.0.1", "sec-fetch-site": "same-origin"}
    assert api.get("/api/threads", headers=headers).status_code == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "json"])
def test_what_a_web_page_can_post_unasked_is_refused(
    api: TestClient, agent: GraphAgent, kind: str
) -> None:
    body = '{"query": "Hello", "id": "x"}'
    refused(api.post("/api/chat", content=body, headers={"content-type": kind}), 415, "not-json")
    assert agent.for_user("local").threads() == []


# With tokens


@pytest.mark.parametrize(
    "header",
    ["", f"Bearer {ANNA}x", f"Basic {ANNA}", ANNA, "Bearer ", f"Bearer {ANNA[:-1]}", "Bearer \xff"],
)
@pytest.mark.parametrize("path", ["/api/threads", "/api/no/such", "/chat"])
def test_with_tokens_only_a_token_opens(agent: GraphAgent, header: str, path: str) -> None:
    knock = client(door(agent, TOKENS))
    reply = knock.get(path, headers={"authorization": header.encode("latin-1")})
    refused(reply, 401, "no-token")
    assert reply.headers["www-authenticate"].startswith("Bearer")


@pytest.mark.parametrize("body", [b"{", b"x" * 300_000])
def test_without_a_token_no_body_is_read(agent: GraphAgent, body: bytes) -> None:
    knock = client(door(agent, TOKENS))
    refused(knock.post("/api/chat", content=body), 401, "no-token")


def test_a_token_is_not_taken_from_the_address(agent: GraphAgent) -> None:
    knock = client(door(agent, TOKENS))
    refused(knock.get(f"/api/threads?token={ANNA}&access_token={ANNA}"), 401, "no-token")


def test_a_token_opens_from_another_machine_and_origin(agent: GraphAgent) -> None:
    knock = client(door(agent, TOKENS), token=ANNA, peer="10.0.0.7")
    headers = {"host": "interlude.lan", "origin": "http://app.lan"}
    assert knock.get("/api/threads", headers=headers).json() == {"threads": [], "next": None}


def test_two_tokens_may_use_the_same_id_and_never_meet(anna: TestClient, ben: TestClient) -> None:
    hers = say(anna, QUIZ, name="same")
    his = say(ben, "What is a foreign key?", name="same")
    assert hers["thread"] != his["thread"]
    resume(anna, "a", name="same")
    sent = {"id": "same", "user_response": "a"}
    refused(ben.post("/api/resume_chat", json=sent), 409, "no-question")
    assert [t["id"] for t in anna.get("/api/threads").json()["threads"]] == [hers["thread"]]
    assert [t["id"] for t in ben.get("/api/threads").json()["threads"]] == [his["thread"]]


def test_nothing_of_another_user_exists(anna: TestClient, ben: TestClient, api: TestClient) -> None:
    hers = say(anna, QUIZ)
    thread, question = f"/api/threads/{hers['thread']}", f"/api/questions/{hers['question']['id']}"
    reading = [
        (thread, "GET", None),
        (f"{thread}/turns", "GET", None),
        (f"{thread}/events", "GET", None),
        (f"/api/questions?thread={hers['thread']}", "GET", None),
        (question, "GET", None),
        (thread, "DELETE", None),
        (f"{thread}/stop", "POST", {}),
        (f"{thread}/resume", "POST", {}),
        (f"{thread}/restore", "POST", {}),
        (f"{thread}/turns", "POST", {"query": "Hello"}),
        (f"{question}/answer", "POST", {"option": "a"}),
        (f"{question}/cancel", "POST", {}),
        (f"{question}/ask_again", "POST", {}),
    ]
    for stranger in (ben, api):
        for path, method, body in reading:
            there = refused(stranger.request(method, path, json=body), 404, "not-found")
            gone = path.replace(hers["thread"], "nobody").replace(hers["question"]["id"], "nobody")
            none = refused(stranger.request(method, gone, json=body), 404, "not-found")
            assert there == none, "a stranger can tell that it exists"
    assert anna.get("/api/questions").json()["questions"] == [hers["question"]]


# What Streamlit tells about the server


def inner(tokens: str, *, name: str = "127.0.0.1") -> TestClient:
    async def told(_request: Request) -> Response:
        return Response("about the server")

    routes = [Route(path, told) for path in (METRICS, HOST_CONFIG, "/_stcore/health")]
    app = InnerRoutes(Starlette(routes=routes), tokens=lambda: Tokens(SecretStr(tokens)))
    return TestClient(app, f"http://{name}")


@pytest.mark.parametrize("path", [METRICS, HOST_CONFIG])
def test_with_tokens_programs_need_one_to_read_about_the_server(path: str) -> None:
    refused(inner(TOKENS).get(path), 401, "no-token")
    refused(inner(TOKENS).get(path, headers={"authorization": "Bearer x"}), 401, "no-token")
    assert inner(TOKENS).get(path, headers={"authorization": f"Bearer {ANNA}"}).text
    assert inner("").get(path).status_code == 200
    assert inner(TOKENS).get("/_stcore/health").status_code == 200


def test_a_page_reads_its_host_config_but_no_metrics() -> None:
    own = {"sec-fetch-site": "same-origin"}
    assert inner(TOKENS).get(HOST_CONFIG, headers=own).status_code == 200
    assert inner(TOKENS, name="interlude.lan").get(HOST_CONFIG).status_code == 200
    refused(inner(TOKENS).get(METRICS, headers=own), 401, "no-token")
    for foreign in (
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {**own, "origin": "http://127.0.0.1:3000"},
        {**own, "origin": "null"},
    ):
        refused(inner(TOKENS).get(HOST_CONFIG, headers=foreign), 401, "no-token")


def test_the_log_tells_of_a_wrong_token_without_it(
    agent: GraphAgent, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = "canary-" + "x" * 20
    knock = client(door(agent, TOKENS), token=wrong, peer="10.0.0.7")
    refused(knock.get("/api/threads/secret-id"), 401, "no-token")
    (line,) = caplog.messages
    assert "10.0.0.7" in line
    assert "/api/threads/{thread}" in line
    assert "canary" not in caplog.text
    assert "secret-id" not in caplog.text
    refused(client(door(agent, TOKENS)).get("/api/threads"), 401, "no-token")
    assert len(caplog.messages) == 1, "a request without a token tries none"


# Approvals


def approval(agent: GraphAgent, user: str) -> str:
    """One that waits in a new conversation of this user, as a workflow that publishes asks it."""
    card = Approval(
        id=f"approve-{user}", workflow="tutor", step="publish", title="Publish?", digest="d" * 64
    )
    thread = agent.ledger.threads.create(user, "tutor", title="Publish it")
    turn = agent.ledger.turns.append(thread, "Publish it", inputs={}, model="embedded")
    agent.ledger.questions.put(card, thread=thread, turn=turn, interrupt="i")
    place_at_end(agent, thread, turn)
    agent.ledger.turns.set_status(turn, "waiting")
    agent.ledger.threads.set_status(thread, "waiting")
    agent.ledger.names.put(user, "publishing", thread=thread)
    return card.id


@pytest.mark.parametrize("decision", ["approve", "reject", "edit", ""])
def test_without_a_token_nothing_is_approved(
    agent: GraphAgent, api: TestClient, decision: str
) -> None:
    card = approval(agent, "local")
    sent = {"decision": decision, "comment": "because"}
    refused(api.post(f"/api/questions/{card}/answer", json=sent), 403, "needs-token")
    sent = {"id": "publishing", "user_response": decision or "approve"}
    refused(api.post("/api/resume_chat", json=sent), 422, "needs-members")
    assert api.get("/api/questions").json()["questions"][0]["id"] == card


def test_with_a_token_an_approval_is_decided_by_its_member_only(
    agent: GraphAgent, anna: TestClient
) -> None:
    card = approval(agent, "token:anna")
    path = f"/api/questions/{card}/answer"
    problem = refused(anna.post(path, json={"text": "approve"}), 422, "invalid-reply")
    assert [each["id"] for each in problem["allowed"]] == ["approve", "reject"]
    refused(anna.post(path, json={"decision": "reject"}), 422, "invalid-reply")
    assert anna.post(path, json={"decision": "approve"}).status_code == 200
    assert agent.ledger.questions.get(card).who == "token:anna"
    told = refused(
        anna.post(path, json={"decision": "reject", "comment": "x"}), 409, "already-answered"
    )
    assert "token:anna" in told["detail"]


# The setting


@pytest.mark.parametrize(
    "setting",
    ["anna", "anna:short", ":" + "x" * 20, "an na:" + "x" * 20, "anna:" + "é" * 20,
     f"anna:{ANNA},anna:{BEN}", f"anna:{ANNA},ben:{ANNA}", "anna:two words of a token"],
)  # fmt: skip
def test_a_setting_that_cannot_be_read_is_refused_without_being_shown(setting: str) -> None:
    with pytest.raises(NotConfigured) as caught:
        Tokens(SecretStr(setting))
    said = f"{caught.value.message} {caught.value.hint}"
    assert "INTERLUDE_API_TOKENS" in said
    assert not any(len(part) > 10 and part in said for part in setting.split(":"))


def test_tokens_are_kept_as_digests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INTERLUDE_API_TOKENS", TOKENS)
    settings = Settings()
    assert ANNA not in repr(settings)
    tokens = Tokens(settings.interlude_api_tokens)
    assert ANNA.encode() not in b"".join(tokens._digests.values())
    assert tokens.user(ANNA) == "token:anna"
    assert not Tokens(SecretStr(""))
    assert not Tokens(SecretStr(" , "))


def test_the_document_says_as_well_that_the_setting_cannot_be_read(agent: GraphAgent) -> None:
    def tokens() -> Tokens:
        return Tokens(SecretStr("anna:short"))

    app = Api(agent=lambda: agent, tokens=tokens, ending=Ending())
    for path in ("/api/openapi.json", "/api/threads"):
        refused(client(app).get(path), 503, "not-configured")
