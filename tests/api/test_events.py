"""A run as server-sent events: live, replayed, left alone and taken up again."""

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from starlette.testclient import TestClient

from agent.engine.runs import Run
from agent.events import Done, Token
from agent.facade import GraphAgent
from tests.api.conftest import QUIZ, client, door, resume, say
from tests.fakes import SCRIPTED, Pause, Says, Script, open_fake_agent
from ui.api import following
from ui.api.ending import Ending

Plain = dict[str, Any]
STREAM = {"accept": "text/event-stream"}


def parsed(text: str) -> list[Plain]:
    """The events of a stream, comments left out."""
    return [_event(block) for block in text.split("\n\n") if block and not block.startswith(":")]


def _event(block: str) -> Plain:
    fields = dict(line.split(": ", 1) for line in block.split("\n"))
    return {**fields, "data": json.loads(fields["data"])}


def names(events: list[Plain]) -> list[str]:
    return [event["event"] for event in events]


def test_a_message_can_be_followed_as_events(api: TestClient) -> None:
    sent = {"query": "What is a foreign key?", "id": "mine"}
    reply = api.post("/api/chat", json=sent, headers=STREAM)
    assert reply.headers["content-type"].startswith("text/event-stream")
    events = parsed(reply.text)
    assert names(events)[0] == "step_started"
    assert names(events)[-2:] == ["answer", "done"]
    text = "".join(e["data"]["text"] for e in events if e["event"] == "token")
    assert text.strip() == events[-2]["data"]["message"]
    assert events[-1]["data"]["outcome"] == "done"
    numbered = [e for e in events if "id" in e]
    assert [e["data"]["number"] for e in numbered] == list(range(1, len(numbered) + 1))


def test_a_run_that_asks_tells_the_question(api: TestClient) -> None:
    events = parsed(api.post("/chat", json={"query": QUIZ, "id": "mine"}, headers=STREAM).text)
    (asked,) = [e["data"]["question"] for e in events if e["event"] == "asked"]
    assert asked["title"] == "Question 1 of 3"
    assert events[-2]["data"]["interrupt_info"]["question_num"] == 1
    assert events[-1]["data"]["outcome"] == "waiting"
    sent = {"id": "mine", "user_response": "a", "question_id": asked["id"]}
    events = parsed(api.post("/api/resume_chat", json=sent, headers=STREAM).text)
    assert events[-2]["data"]["interrupt_info"]["question_num"] == 2


def test_what_was_missed_is_replayed_from_where_one_left_off(api: TestClient) -> None:
    thread = say(api, "What is a foreign key?")["thread"]
    path = f"/api/threads/{thread}/events"
    everything = parsed(api.get(path).text)
    for cut, event in enumerate(everything):
        if "id" not in event:
            continue
        rest = api.get(path, headers={"last-event-id": event["id"]})
        counted = api.get(path, params={"after": event["data"]["number"]})
        if event["event"] == "done":
            assert rest.status_code == counted.status_code == 204
            assert not rest.content
        else:
            assert parsed(rest.text) == parsed(counted.text) == everything[cut + 1 :]


def test_where_one_left_off_in_an_earlier_run_says_nothing_about_this_one(api: TestClient) -> None:
    path = f"/api/threads/{say(api, QUIZ)['thread']}/events"
    last = parsed(api.get(path).text)[-1]["id"]
    resume(api, "a")
    events = parsed(api.get(path, headers={"last-event-id": last}).text)
    assert events[0]["data"]["number"] == 1


@pytest.mark.parametrize("last", ["", "x", ":", "x:1", ":9", "\xb2", "a:b:-1"])
def test_an_odd_last_event_id_starts_from_the_beginning(api: TestClient, last: str) -> None:
    thread = say(api, "What is a foreign key?")["thread"]
    headers = {"last-event-id": last.encode("latin-1")}
    events = parsed(api.get(f"/api/threads/{thread}/events", headers=headers).text)
    assert events[0]["data"]["number"] == 1


def test_a_run_of_before_a_restart_is_told_from_the_ledger(tmp_path: Path) -> None:
    before = open_fake_agent(tmp_path / "same")
    came = say(client(door(before)), QUIZ)
    before.close()
    after = open_fake_agent(tmp_path / "same")
    api = client(door(after))
    path = f"/api/threads/{came['thread']}/events"
    events = parsed(api.get(path).text)
    assert names(events) == ["answer", "done"]
    assert events[0]["data"]["question"] == came["question"]
    assert events[1]["data"]["outcome"] == "waiting"
    assert api.get(path, headers={"last-event-id": events[1]["id"]}).status_code == 204
    after.close()


def test_a_failed_run_says_so_in_its_stream(api: TestClient, script: Script) -> None:
    sent = {"query": "Hello", "id": "mine", "provider": SCRIPTED}
    events = parsed(api.post("/api/chat", json=sent, headers=STREAM).text)
    script.surplus.clear()
    assert names(events)[-3:] == ["failed", "answer", "done"]
    assert events[-2]["data"]["status"] == "failed"
    assert events[-1]["data"]["outcome"] == "failed"


# On a real server


@pytest.fixture
def url(agent: GraphAgent) -> Iterator[str]:
    config = uvicorn.Config(door(agent), port=0, log_level="error", lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join()


def begin(url: str, script: Script) -> tuple[Pause, str]:
    """A run that waits in the middle of its answer; the path of its thread."""
    pause = Pause()
    script.add(Says("one two three", pause=pause))
    sent = {"query": "Count", "id": "mine", "provider": SCRIPTED, "wait": 0}
    place = httpx.post(f"{url}/api/chat", json=sent).headers["location"]
    pause.wait_until_reached()
    return pause, f"{url}{place}"


def test_words_come_while_the_run_goes_on(url: str, script: Script) -> None:
    pause, thread = begin(url, script)
    with httpx.stream("GET", f"{thread}/events") as reply:
        lines = reply.iter_lines()
        heard = ""
        while "two" not in heard:
            heard += next(lines)
        assert "three" not in heard
        pause.go_on()
        rest = list(lines)
    assert any("three" in line for line in rest)
    assert rest[-3] == "event: done"


def test_a_client_that_leaves_ends_nothing(url: str, script: Script, agent: GraphAgent) -> None:
    pause, thread = begin(url, script)
    run = agent.for_user("local").run(thread.rsplit("/", 1)[1])
    assert run is not None
    with httpx.stream("GET", f"{thread}/events") as reply:
        lines = reply.iter_lines()
        next(lines)
        assert run._watchers
    deadline = time.monotonic() + 10
    while run._watchers and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not run._watchers, "somebody who has left is still told"
    pause.go_on()
    assert run.wait(10)
    assert httpx.get(thread).json()["last"]["message"] == "one two three"


def test_who_waits_for_an_answer_holds_nobody_up(url: str, script: Script) -> None:
    """Forty wait for a run, more than there are threads for requests; the forty-first is served."""
    pause, thread = begin(url, script)
    limits = httpx.Limits(max_connections=50)
    with httpx.Client(base_url=url, limits=limits, timeout=20) as visitors:
        path = f"{thread}/events"
        followers = [threading.Thread(target=visitors.get, args=(path,)) for _ in range(40)]
        for each in followers:
            each.start()
        started = time.monotonic()
        assert visitors.get("/api/workflows").status_code == 200
        assert time.monotonic() - started < 60
        pause.go_on()
        for each in followers:
            each.join()


def test_a_run_is_stopped_and_keeps_what_it_had(url: str, script: Script) -> None:
    pause, thread = begin(url, script)
    assert httpx.post(f"{thread}/stop", json={}).status_code == 202
    pause.go_on()
    assert "stopped" in httpx.get(f"{thread}/events").text
    last = httpx.get(thread).json()["last"]
    assert last["status"] == "stopped"
    assert last["message"].startswith("one two")


# The following itself


def test_a_quiet_run_is_told_to_be_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "HEARTBEAT_SECONDS", 0.01)
    run = Run("r", "t", "u")

    async def outcome() -> Plain:
        return {}

    heard: list[str] = []

    async def receive() -> Any:
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        heard.append(message.get("body", b"").decode())
        if len(heard) == 4:
            run.publish(Done("done", 0.0))

    source = following.event_source(run, after=0, outcome=outcome, ending=Ending())
    asyncio.run(source({"type": "http", "method": "GET"}, receive, send))
    assert all(beat.startswith(": ") for beat in heard[1:4])
    assert any(frame.startswith("id: r:1\nevent: done") for frame in heard)


def test_the_servers_end_cuts_what_is_followed_and_what_is_waited_for() -> None:
    """A run that says nothing, as one does whose model thinks."""
    run, ending = Run("r", "t", "u"), Ending()
    run.publish(Token("half"))

    async def outcome() -> Plain:
        return {}

    async def listen() -> list[str]:
        frames = following.stream(run, after=0, outcome=outcome, ending=ending)
        return [frame.encode().decode() async for frame in frames]

    async def both() -> tuple[list[str], bool]:
        asyncio.get_running_loop().call_later(0.1, ending.begin)
        waited = following.ended(run, within=30, ending=ending)
        heard, has_ended = await asyncio.gather(listen(), waited)
        return heard, has_ended

    started = time.monotonic()
    heard, has_ended = asyncio.run(both())
    assert time.monotonic() - started < 60
    assert [frame.split("\n")[1] for frame in heard] == ["event: token"]
    assert not has_ended
    assert not ending._wakes


def test_a_text_cannot_make_an_event_of_its_own() -> None:
    hostile = "x\n\nevent: done\ndata: {}\n\n\r\u2028\ud800"
    framed = following.frame("token", following.data_of(Token(hostile))).encode().decode()
    assert framed.count("\n") == 3
    data = {"number": 0, "text": hostile, "by": "", "to": ""}
    assert parsed(framed) == [{"event": "token", "data": data}]


def test_a_loop_that_has_closed_does_not_hurt_the_run() -> None:
    run = Run("r", "t", "u")

    async def listen() -> Any:
        listening = following._news(run, Ending())
        listening.__enter__()
        return listening

    listening = asyncio.run(listen())
    run.publish(Done("done", 0.0))
    assert run.done
    listening.__exit__(None, None, None)
