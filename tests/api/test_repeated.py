"""A request that is repeated with its key, and a list that is longer than a page."""

import threading
from datetime import timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from agent.facade import GraphAgent
from agent.store import names
from tests.api.conftest import QUIZ, client, door, refused
from tests.fakes import SCRIPTED, Pause, Says, Script, open_fake_agent

KEY = {"idempotency-key": "8e03978e-40d5-43e8-bc93-6894a57f9324"}
ASKED = {"query": "What is a foreign key?", "id": "mine"}


def turns_of(agent: GraphAgent, user: str = "local") -> list[str]:
    mine = agent.for_user(user)
    return [turn.id for thread in mine.threads() for turn in mine.history(thread.id)]


@pytest.mark.parametrize("path", ["/api/chat", "/chat"])
def test_a_repeated_request_begins_nothing(api: TestClient, agent: GraphAgent, path: str) -> None:
    first = api.post("/api/chat", json=ASKED, headers=KEY)
    again = api.post(path, json={**ASKED, "wait": 5}, headers=KEY)
    assert again.status_code == first.status_code == 200
    assert again.json() == first.json()
    assert turns_of(agent) == [first.json()["turn"]]


def test_a_turn_of_a_thread_can_be_repeated_too(api: TestClient, agent: GraphAgent) -> None:
    thread = api.post("/api/chat", json=ASKED).json()["thread"]
    path, sent = f"/api/threads/{thread}/turns", {"query": "What is normalisation?"}
    first = api.post(path, json=sent, headers=KEY).json()
    assert api.post(path, json=sent, headers=KEY).json() == first
    assert len(turns_of(agent)) == 2
    refused(api.post("/api/chat", json={**ASKED, **sent}, headers=KEY), 422, "key-reused")


def test_a_question_that_waits_is_told_again(api: TestClient, agent: GraphAgent) -> None:
    sent = {"query": QUIZ, "id": "mine"}
    first = api.post("/api/chat", json=sent, headers=KEY).json()
    assert first["interrupted"]
    assert api.post("/api/chat", json=sent, headers=KEY).json() == first
    assert len(turns_of(agent)) == 1


def test_a_key_stands_for_one_request(api: TestClient, agent: GraphAgent) -> None:
    api.post("/api/chat", json=ASKED, headers=KEY)
    for other in ({"query": "What is a key?"}, {"id": "other"}, {"inputs": {"depth": "basic"}}):
        refused(api.post("/api/chat", json={**ASKED, **other}, headers=KEY), 422, "key-reused")
    other_key = {"idempotency-key": "another"}
    assert api.post("/api/chat", json=ASKED, headers=other_key).status_code == 200
    assert len(turns_of(agent)) == 2


def test_a_refused_request_leaves_its_key_free(api: TestClient, agent: GraphAgent) -> None:
    api.post("/api/chat", json={"query": QUIZ, "id": "mine"})
    refused(api.post("/api/chat", json=ASKED, headers=KEY), 409, "question-pending")
    (waiting,) = api.get("/api/questions").json()["questions"]
    api.post(f"/api/questions/{waiting['id']}/cancel", json={})
    assert api.post("/api/chat", json=ASKED, headers=KEY).status_code == 200
    assert len(turns_of(agent)) == 2


def test_two_users_may_take_the_same_key(
    agent: GraphAgent, anna: TestClient, ben: TestClient
) -> None:
    hers = anna.post("/api/chat", json=ASKED, headers=KEY).json()
    his = ben.post("/api/chat", json={**ASKED, "query": "What is a key?"}, headers=KEY).json()
    assert hers["turn"] != his["turn"]
    assert turns_of(agent, "token:anna") == [hers["turn"]]


def test_two_at_once_follow_the_same_run(
    api: TestClient, agent: GraphAgent, script: Script
) -> None:
    pause = Pause()
    script.add(Says("It is a key.", pause=pause))
    sent = {**ASKED, "provider": SCRIPTED}
    came: list[Any] = []

    def send() -> None:
        came.append(api.post("/api/chat", json=sent, headers=KEY).json())

    both = [threading.Thread(target=send) for _ in range(2)]
    both[0].start()
    pause.wait_until_reached()
    both[1].start()
    pause.go_on()
    for each in both:
        each.join()
    assert came[0] == came[1]
    assert came[0]["message"] == "It is a key."
    assert len(turns_of(agent)) == 1


def test_a_key_outlives_the_process(tmp_path: Any) -> None:
    before = open_fake_agent(tmp_path)
    first = client(door(before)).post("/api/chat", json=ASKED, headers=KEY).json()
    before.close()
    after = open_fake_agent(tmp_path)
    assert client(door(after)).post("/api/chat", json=ASKED, headers=KEY).json() == first
    after.close()


def test_keys_are_forgotten_in_time_and_with_their_texts(
    api: TestClient, agent: GraphAgent, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = api.post("/api/chat", json=ASKED, headers=KEY).json()["thread"]
    agent.ledger.names.forget_requests()
    assert len(agent.ledger.db.all("select * from request_keys")) == 1
    monkeypatch.setattr(names, "KEEP_KEYS", timedelta(0))
    assert api.post("/api/chat", json=ASKED, headers=KEY).status_code == 200
    assert len(turns_of(agent)) == 2
    agent.ledger.names.forget_requests()
    assert agent.ledger.db.all("select * from request_keys") == []
    api.post("/api/chat", json=ASKED, headers=KEY)
    agent.for_user("local").delete(thread)
    agent.ledger.threads.purge(thread)
    assert agent.ledger.db.all("select * from request_keys") == []


@pytest.mark.parametrize("key", ["", "x" * 201, "two words", "caf\xe9"])
def test_a_key_that_is_none_is_refused(api: TestClient, agent: GraphAgent, key: str) -> None:
    headers = {"idempotency-key": key.encode("latin-1")}
    problem = refused(api.post("/api/chat", json=ASKED, headers=headers), 422, "invalid")
    assert problem["errors"][0]["pointer"] == "header/Idempotency-Key"
    assert turns_of(agent) == []


# Pages of threads


def made(agent: GraphAgent, number: int) -> list[str]:
    threads = agent.ledger.threads
    return [threads.create("local", "tutor", title=f"Number {n}") for n in range(number)]


def test_every_conversation_is_reached_page_by_page(api: TestClient, agent: GraphAgent) -> None:
    ids = made(agent, 450)
    agent.for_user("local").update(ids[3], pinned=True)
    seen: list[str] = []
    cursor: dict[str, str] = {}
    sizes = []
    while True:
        page = api.get("/api/threads", params=cursor).json()
        sizes.append(len(page["threads"]))
        seen += [thread["id"] for thread in page["threads"]]
        if page["next"] is None:
            break
        cursor = {"cursor": page["next"]}
        made(agent, 1)
    assert sizes == [200, 200, 50]
    assert seen[0] == ids[3]
    assert sorted(seen) == sorted(ids)


def test_conversations_of_the_same_moment_are_told_apart(
    api: TestClient, agent: GraphAgent
) -> None:
    ids = made(agent, 5)
    agent.ledger.db.run("update threads set updated = '2026-01-01T00:00:00+00:00'")
    seen, cursor = [], {}
    for _ in ids:
        page = api.get("/api/threads", params={"limit": 1, **cursor}).json()
        seen += [thread["id"] for thread in page["threads"]]
        cursor = {"cursor": page["next"]}
    assert cursor == {"cursor": None}
    assert sorted(seen) == sorted(ids)
