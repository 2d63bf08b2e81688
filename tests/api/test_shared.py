"""The door and the page are one: what is said through one is seen through the other."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from agent.facade import GraphAgent
from agent.ports import ModelChoice
from agent.questions import Choice, Field, Form, FreeText, Option, Question, Reply
from tests.api.conftest import QUIZ, place_at_end, refused, resume, say

EMBEDDED = ModelChoice()


def test_a_question_asked_on_the_page_is_answered_here(api: TestClient, agent: GraphAgent) -> None:
    page = agent.for_user("local")
    run = page.ask("tutor", None, QUIZ, model=EMBEDDED, asignatura="databases")
    assert run.wait(10)
    (waiting,) = api.get("/api/questions").json()["questions"]
    assert waiting["thread"] == run.thread
    came = api.post(f"/api/questions/{waiting['id']}/answer", json={"option": "a"}).json()
    assert came["interrupt_info"]["question_num"] == 2
    (asked,) = page.pending(run.thread)
    assert asked.question.title == "Question 2 of 3"
    answered = agent.ledger.questions.get(waiting["id"])
    assert answered.reply == Reply(option="a")


def test_a_question_asked_here_is_answered_on_the_page(api: TestClient, agent: GraphAgent) -> None:
    came = say(api, QUIZ)
    page = agent.for_user("local")
    question = came["question"]["id"]
    assert page.answer(came["thread"], question, Reply(option="b"), model=EMBEDDED).wait(10)
    sent = {"id": "mine", "user_response": "a", "question_id": question}
    refused(api.post("/api/resume_chat", json=sent), 409, "already-answered")
    assert resume(api, "b")["interrupt_info"]["question_num"] == 3
    assert [turn.status for turn in page.history(came["thread"])] == ["waiting"]


def test_what_was_said_on_the_page_is_read_here(api: TestClient, agent: GraphAgent) -> None:
    page = agent.for_user("local")
    for text in ("What is a foreign key?", "What is normalisation?", "What is a key?"):
        thread = page.threads()[0].id if page.threads() else None
        run = page.ask("tutor", thread, text, model=EMBEDDED, asignatura="databases")
        assert run.wait(10)
    path = f"/api/threads/{run.thread}"
    latest = api.get(f"{path}/turns?limit=2").json()
    assert [turn["n"] for turn in latest["turns"]] == [2, 3]
    earlier = api.get(f"{path}/turns?limit=2&before={latest['before']}").json()
    assert [turn["text"] for turn in earlier["turns"]] == ["What is a foreign key?"]
    assert earlier["before"] is None
    detail = api.get(path).json()
    assert detail["last"] == latest["turns"][-1]
    assert detail["title"] == "What is a foreign key?"
    found = api.get("/api/threads", params={"search": "foreign", "workflow": "tutor"}).json()
    assert [thread["id"] for thread in found["threads"]] == [run.thread]
    assert api.get("/api/threads", params={"search": "nothing like it"}).json() == {
        "threads": [],
        "next": None,
    }
    came = api.post(f"{path}/turns", json={"query": "What is a foreign key?"}).json()
    assert came["citations"]
    assert len(page.history(run.thread)) == 4


def test_a_deleted_conversation_is_gone_and_can_be_brought_back(api: TestClient) -> None:
    came = say(api, QUIZ)
    path = f"/api/threads/{came['thread']}"
    assert api.delete(path).content == b""
    for gone in (path, f"{path}/turns", f"{path}/events"):
        refused(api.get(gone), 404, "not-found")
    refused(api.delete(path), 404, "not-found")
    assert api.get("/api/questions").json() == {"questions": []}
    assert api.post(f"{path}/restore", json={}).json()["id"] == came["thread"]
    assert api.get("/api/questions").json()["questions"] == [came["question"]]
    assert resume(api, "a")["thread"] == came["thread"]


def test_a_cancelled_question_lets_the_turn_end(api: TestClient) -> None:
    came = say(api, QUIZ)
    path = f"/api/questions/{came['question']['id']}"
    assert api.get(path).json() == came["question"]
    ended = api.post(f"{path}/cancel", json={}).json()
    assert ended["status"] == "done"
    assert "cancelled" in ended["message"]
    refused(api.post(f"{path}/cancel", json={}), 409, "already-answered")
    refused(api.get(path), 409, "already-answered")
    refused(api.post(f"{path}/ask_again", json={}), 409, "already-answered")


# Questions of every kind


def waiting(agent: GraphAgent, **made: Any) -> str:
    """A question in a conversation called `mine`, as a workflow asks it."""
    kind: type[Question] = made.pop("kind")
    card = kind(id="card", workflow="tutor", step="ask", title="A question?", **made)
    thread = agent.ledger.threads.create("local", "tutor", title="Mine")
    turn = agent.ledger.turns.append(thread, "Mine", inputs={}, model="embedded")
    agent.ledger.questions.put(card, thread=thread, turn=turn, interrupt="i")
    place_at_end(agent, thread, turn)
    agent.ledger.turns.set_status(turn, "waiting")
    agent.ledger.threads.set_status(thread, "waiting")
    agent.ledger.names.put("local", "mine", thread=thread)
    return "/api/questions/card"


def reply_of(agent: GraphAgent) -> Reply | None:
    return agent.ledger.questions.get("card").reply


def test_a_form_is_filled_in_by_its_members(api: TestClient, agent: GraphAgent) -> None:
    fields = (Field("name", "Name"), Field("size", "Size", kind="number", required=False))
    path = waiting(agent, kind=Form, fields=fields)
    assert [field["id"] for field in api.get(path).json()["fields"]] == ["name", "size"]
    sent = {"id": "mine", "user_response": "Anna"}
    refused(api.post("/api/resume_chat", json=sent), 422, "needs-members")
    wrong = ({}, {"name": ""}, {"name": "A", "size": "big"}, {"name": "A", "other": 1})
    for values in wrong:
        refused(api.post(f"{path}/answer", json={"values": values}), 422, "invalid-reply")
    api.post(f"{path}/answer", json={"values": {"name": "Anna", "size": 1.5}})
    assert reply_of(agent) == Reply(values={"name": "Anna", "size": 1.5})


def test_a_free_text_is_answered_by_any_text(api: TestClient, agent: GraphAgent) -> None:
    path = waiting(agent, kind=FreeText, longest=20)
    for said in ("", "  ", "x" * 21):
        sent = {"id": "mine", "user_response": said}
        refused(api.post("/api/resume_chat", json=sent), 422, "invalid-reply")
    assert api.get(path).status_code == 200
    resume(api, "because it is", comment="I think")
    assert reply_of(agent) == Reply(text="because it is", comment="I think")


@pytest.mark.parametrize("said", ["skip", "Skip it"])
def test_a_free_text_can_be_skipped(api: TestClient, agent: GraphAgent, said: str) -> None:
    waiting(agent, kind=FreeText, others=(Option("skip", "Skip it"),))
    resume(api, said)
    assert reply_of(agent) == Reply(option="skip")


def test_confidence_is_asked_for_where_the_page_asks_for_it(
    api: TestClient, agent: GraphAgent
) -> None:
    options = (Option("yes", "Yes"), Option("no", "No"))
    waiting(agent, kind=Choice, options=options, confidence=True)
    sent = {"id": "mine", "user_response": "yes"}
    problem = refused(api.post("/api/resume_chat", json=sent), 422, "invalid-reply")
    assert "how sure" in problem["detail"]
    resume(api, "B", confidence=2)
    assert reply_of(agent) == Reply(option="no", confidence=2)


def test_letters_follow_the_ids_however_options_are_arranged(
    api: TestClient, agent: GraphAgent
) -> None:
    options = (Option("c", "Third"), Option("a", "First"), Option("b", "B"))
    waiting(agent, kind=Choice, options=options)
    thread = api.get("/api/threads").json()["threads"][0]["id"]
    assert api.get(f"/api/questions?thread={thread}").json()["questions"][0]["id"] == "card"
    resume(api, "C")
    assert reply_of(agent) == Reply(option="c")


def test_an_expired_question_is_asked_again_or_cancelled(
    api: TestClient, agent: GraphAgent
) -> None:
    past = "2020-01-01T00:00:00+00:00"
    path = waiting(agent, kind=Choice, options=(Option("a", "A"),), expires=past)
    sent = {"id": "mine", "user_response": "a"}
    problem = refused(api.post("/api/resume_chat", json=sent), 410, "expired")
    assert "/ask_again" in problem["hint"]
    refused(api.post(f"{path}/answer", json={"option": "a"}), 410, "expired")
    assert api.post(f"{path}/ask_again", json={}).status_code == 200
    assert reply_of(agent) == Reply(expired=True)


def test_a_question_that_is_open_is_not_asked_again(api: TestClient) -> None:
    question = say(api, QUIZ)["question"]["id"]
    refused(api.post(f"/api/questions/{question}/ask_again", json={}), 409, "not-now")


@pytest.mark.parametrize("member", ["cancelled", "expired"])
def test_only_the_facade_cancels(api: TestClient, member: str) -> None:
    question = say(api, QUIZ)["question"]["id"]
    sent = {"option": "a", member: True}
    refused(api.post(f"/api/questions/{question}/answer", json=sent), 422, "invalid")


# What must not be seen yet


def test_nothing_tells_the_key_before_the_answer(api: TestClient) -> None:
    """Every answer the door can give about a quiz, with evidence and explanation as canaries."""
    came = say(api, QUIZ)
    for number in (1, 2, 3):
        hidden = [f"normalisation {later}" for later in range(number, 4)]
        for path in reading(came["thread"], came["question"]["id"]):
            text = api.get(path).text
            for name in hidden:
                assert f"The evidence for {name}" not in text, path
                assert f"The explanation of {name}" not in text, path
        said = api.post("/api/resume_chat", json={"id": "mine", "user_response": "no such"})
        assert "explanation" not in said.text
        came = resume(api, "a")
    assert "The evidence for normalisation 3" in api.get(f"/api/threads/{came['thread']}").text


def reading(thread: str, question: str) -> list[str]:
    path = f"/api/threads/{thread}"
    return [
        "/api/threads",
        "/api/questions",
        f"/api/questions/{question}",
        path,
        f"{path}/turns",
        f"{path}/events",
    ]


def test_what_there_is_can_be_asked_for(api: TestClient) -> None:
    known = {each["name"]: each for each in api.get("/api/workflows").json()["workflows"]}
    assert "asignatura" in known["tutor"]["inputs"]
    models = api.get("/api/providers").json()["providers"]
    assert [each["name"] for each in models if each["first"]] == ["embedded"]
    assert all(each["ready"] for each in models)
