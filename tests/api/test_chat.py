"""The two paths of the seed, and what they refuse."""

import threading
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from agent import Entry
from agent.errors import AgentError
from agent.facade import GraphAgent
from tests.api.conftest import QUIZ, client, door, refused, resume, say
from tests.fakes import SCRIPTED, Breaks, Pause, Says, Script, open_fake_agent
from tests.fakes_tickets import FakeTracker
from ui.api.answers import message_of


def test_a_question_is_answered_with_its_sources(api: TestClient) -> None:
    came = say(api, "What is a foreign key?", asignatura="databases")
    assert "refers to the key of another table" in came["message"]
    assert came["interrupted"] is False
    assert came["interrupt_info"] is None
    assert came["status"] == "done"
    assert came["citations"][0]["title"] == "Foreign keys"
    assert came["model"] == "Built-in (no AI model)"


def test_what_was_made_is_told_with_the_question_about_it(tmp_path: Path) -> None:
    agent = open_fake_agent(tmp_path, tracker=FakeTracker())
    api = client(door(agent))
    asked = say(api, "Create a Jira issue for sign-in", workflow="tickets")["question"]
    held = {entry["id"]: entry["default"] for entry in asked["fields"]} | {"issue_type": "Story"}
    held["acceptance_criteria"] = "Customers sign in with their email address."
    came = api.post(f"/api/questions/{asked['id']}/answer", json={"values": held}).json()
    agent.close()
    assert came["question"]["step"] == "issue_approval"
    assert "Draft for" in came["message"]
    assert "## Acceptance criteria" in came["message"]


def test_an_answer_that_was_given_anew_is_told_once() -> None:
    entries = (
        Entry("a", "text", {"text": "In 1970."}),
        Entry("b", "text", {"text": "It does not say."}),
        Entry("replaced", "replaced", {"text": "In 1970.", "why": "it failed"}),
    )
    assert message_of(entries, "en") == "It does not say."


def test_of_several_versions_of_a_draft_the_newest_is_told() -> None:
    rest = {"meta_description": "", "alt": ""}
    drafts = [
        Entry(f"v{n}", "studio_draft", {"piece": piece, "number": n, "blocking": []}, n=n)
        for n, piece in enumerate({**rest, "title": t, "text": t} for t in ("First", "Second"))
    ]
    told = message_of(drafts, "en")
    assert "Second" in told
    assert "First" not in told


def test_a_quiz_is_taken_by_the_seeds_fields_alone(api: TestClient) -> None:
    came = say(api, QUIZ, asignatura="databases")
    for number in (1, 2, 3):
        assert came["interrupted"] is True
        info = came["interrupt_info"]
        assert info["action"] == "answer_question"
        assert (info["question_num"], info["total_questions"]) == (number, 3)
        assert f"What holds for normalisation {number}?" in info["question_text"]
        assert "\nA) Answer " in info["question_text"]
        came = resume(api, f"Answer a of normalisation {number}")
    assert came["interrupted"] is False
    assert "Result: 1 of 3 right." in came["message"]


@pytest.mark.parametrize("path", ["/chat", "/api/chat"])
def test_the_seeds_paths_lead_to_the_same(api: TestClient, path: str) -> None:
    reply = api.post(
        path, json={"query": "What is a foreign key?", "id": "one", "asignatura": None}
    )
    assert reply.status_code == 200
    assert reply.json()["message"]


@pytest.mark.parametrize("said", ["{id}", "{ID}", " {id} ", "{text}"])
def test_an_option_is_named_by_id_letter_or_text(api: TestClient, said: str) -> None:
    options = say(api, QUIZ)["question"]["options"]
    text = "Answer a of normalisation 1"
    right = next(option["id"] for option in options if option["label"] == text)
    reply = said.format(id=right, ID=right.upper(), text=text)
    assert f"**{text}**, and that is right" in resume(api, reply)["message"]


@pytest.mark.parametrize(
    "said", ["e", "", "a b", "Answer a", "answer a of normalisation 1", "\x00"]
)
def test_what_is_no_option_leaves_the_question_open(api: TestClient, said: str) -> None:
    came = say(api, QUIZ)
    reply = api.post("/api/resume_chat", json={"id": "mine", "user_response": said})
    problem = refused(reply, 422, "no-such-option")
    allowed = {each["id"]: each["label"] for each in problem["allowed"]}
    assert allowed.keys() == {"a", "b", "c", "d", "skip", "end"}
    assert "Answer a of normalisation 1" in allowed.values()
    assert api.get("/api/questions").json()["questions"] == [came["question"]]


def test_a_repeated_answer_does_not_answer_the_next_question(api: TestClient) -> None:
    first = say(api, QUIZ)["question"]["id"]
    resume(api, "a", question_id=first)
    sent = {"id": "mine", "user_response": "a", "question_id": first}
    problem = refused(api.post("/api/resume_chat", json=sent), 409, "already-answered")
    assert "already answered by you" in problem["detail"]
    assert api.get("/api/questions").json()["questions"][0]["title"] == "Question 2 of 3"


def test_a_question_of_another_conversation_is_not_answered_here(api: TestClient) -> None:
    other = say(api, QUIZ, name="other")["question"]["id"]
    say(api, QUIZ)
    sent = {"id": "mine", "user_response": "a", "question_id": other}
    refused(api.post("/api/resume_chat", json=sent), 404, "not-found")
    assert len(api.get("/api/questions").json()["questions"]) == 2


def test_nothing_is_resumed_where_nothing_is_asked(api: TestClient) -> None:
    sent = {"id": "mine", "user_response": "a"}
    refused(api.post("/api/resume_chat", json=sent), 404, "not-found")
    say(api, "What is a foreign key?")
    refused(api.post("/api/resume_chat", json=sent), 409, "no-question")


def test_nothing_is_said_while_a_question_waits(api: TestClient) -> None:
    say(api, QUIZ)
    reply = api.post("/api/chat", json={"query": "And what is a key?", "id": "mine"})
    problem = refused(reply, 409, "question-pending")
    assert "/api/resume_chat" in problem["hint"]
    assert "Question 1" in api.get("/api/questions").json()["questions"][0]["title"]


def test_the_subject_is_kept_and_must_exist(api: TestClient, agent: GraphAgent) -> None:
    reply = api.post("/api/chat", json={"query": "Hello", "id": "x", "asignatura": "astrology"})
    problem = refused(reply, 422, "no-such-subject")
    assert [each["id"] for each in problem["allowed"]] == ["databases"]
    assert agent.for_user("local").threads() == []
    say(api, "What is a foreign key?", asignatura="databases")
    assert say(api, "What is normalisation?")["citations"][0]["title"] == "Normalisation"


def test_a_conversation_keeps_its_place_over_a_restart(tmp_path: Path) -> None:
    before = open_fake_agent(tmp_path / "same")
    thread = say(client(door(before)), QUIZ)["thread"]
    before.close()
    after = open_fake_agent(tmp_path / "same")
    came = resume(client(door(after)), "b")
    assert came["thread"] == thread
    assert came["interrupt_info"]["question_num"] == 2
    after.close()


def test_two_first_messages_make_one_conversation(
    agent: GraphAgent, api: TestClient, script: Script
) -> None:
    pause = Pause()
    script.add(Says("It is a key.", pause=pause))
    sent = {"query": "Hello", "id": "new", "provider": SCRIPTED}
    first = threading.Thread(target=lambda: api.post("/api/chat", json=sent))
    first.start()
    pause.wait_until_reached()
    refused(api.post("/api/chat", json=sent), 409, "thread-busy")
    pause.go_on()
    first.join()
    assert len(agent.for_user("local").threads()) == 1


def test_an_id_belongs_to_one_workflow(api: TestClient) -> None:
    reply = api.post("/api/chat", json={"query": "Hi", "id": "x", "workflow": "cooking"})
    problem = refused(reply, 422, "no-such-workflow")
    assert {"id": "tutor"} in problem["allowed"]


@pytest.mark.parametrize(
    "inputs", [{"retry_of": "nobody-s"}, {"about": {"quiz": "nobody-s", "item": "one"}}]
)
def test_a_quiz_that_is_named_must_exist(
    api: TestClient, agent: GraphAgent, inputs: dict[str, object]
) -> None:
    reply = api.post("/api/chat", json={"query": "Again", "id": "x", "inputs": inputs})
    refused(reply, 422, "no-such-quiz")
    assert agent.for_user("local").threads() == []


@pytest.mark.parametrize(
    "inputs", [{"text": "x"}, {"model": "x"}, {"thread": "x"}, {"messages": "x"}, {"self": 1}]
)
def test_only_a_workflows_own_inputs_reach_it(api: TestClient, inputs: dict[str, object]) -> None:
    reply = api.post("/api/chat", json={"query": "Hi", "id": "x", "inputs": inputs})
    problem = refused(reply, 422, "no-such-input")
    assert {"id": "depth"} in problem["allowed"]


@pytest.mark.parametrize("value", [{"a": 1}, 5, ["basic"], True])
def test_an_input_is_of_the_kind_that_the_workflow_declares(
    api: TestClient, agent: GraphAgent, value: object
) -> None:
    reply = api.post("/api/chat", json={"query": "Hi", "id": "x", "inputs": {"depth": value}})
    refused(reply, 422, "wrong-input")
    assert agent.for_user("local").threads() == []


@pytest.mark.parametrize(
    ("inputs", "pointer"),
    [
        (
            {"quiz_setup": {"num_questions": "many"}},
            "body/inputs/quiz_setup/num_questions",
        ),
        ({"quiz_setup": {"kinds": ["song"]}}, "body/inputs/quiz_setup/kinds/0"),
        ({"about": {"quiz": "q"}}, "body/inputs/about/item"),
        ({"depth": "abyss"}, "body/inputs/depth"),
        ({"focus": "strong"}, "body/inputs/focus"),
    ],
)
def test_what_is_wrong_inside_an_input_is_named_before_anything_begins(
    api: TestClient, agent: GraphAgent, inputs: dict[str, object], pointer: str
) -> None:
    reply = api.post("/api/chat", json={"query": "Hi", "id": "x", "inputs": inputs})
    assert refused(reply, 422, "wrong-input")["errors"][0]["pointer"] == pointer
    assert agent.for_user("local").threads() == []


@pytest.mark.parametrize(
    "member",
    [{"key": "sk-canary"}, {"api_key": "sk-canary"}, {"base_url": "http://evil"}, {"model": "x"}],
)
def test_keys_and_addresses_are_refused_and_not_repeated(
    api: TestClient, member: dict[str, str]
) -> None:
    reply = api.post("/api/chat", json={"query": "Hi", "id": "x", **member})
    problem = refused(reply, 422, "invalid")
    assert problem["errors"][0]["pointer"] == f"body/{next(iter(member))}"
    assert "canary" not in reply.text


def test_models_are_chosen_by_name_from_those_of_the_server(api: TestClient) -> None:
    reply = api.post("/api/chat", json={"query": "Hi", "id": "x", "provider": "skynet"})
    problem = refused(reply, 422, "no-such-provider")
    assert {each["id"] for each in problem["allowed"]} == {"embedded", SCRIPTED}


def test_a_failed_run_is_no_success_and_can_be_tried_again(api: TestClient, script: Script) -> None:
    script.add(Breaks(AgentError("The model is away.", hint="Wait a moment.", retryable=True)))
    sent = {"query": "Hello", "id": "mine", "provider": SCRIPTED}
    problem = refused(api.post("/api/chat", json=sent), 502, "run-failed")
    assert problem["detail"] == "The model is away."
    assert problem["retryable"] is True
    script.add(Says("Here I am."))
    again = f"/api/threads/{problem['thread']}/resume"
    assert again in problem["hint"]
    reply = api.post(again, json={"provider": SCRIPTED})
    assert reply.json()["message"] == "Here I am."
    refused(api.post(again, json={}), 409, "not-now")


def test_a_long_run_is_told_where_it_goes_on(api: TestClient, script: Script) -> None:
    pause = Pause()
    script.add(Says("It takes a while.", pause=pause))
    sent = {"query": "Hello", "id": "mine", "provider": SCRIPTED, "wait": 0.05}
    reply = api.post("/api/chat", json=sent)
    assert reply.status_code == 202
    assert reply.json()["status"] == "running"
    place = reply.headers["location"]
    refused(api.post(f"{place}/turns", json={"query": "Now?"}), 409, "thread-busy")
    pause.go_on()
    events = api.get(f"{place}/events").text
    assert events.rstrip().rpartition("event: ")[2].startswith("done")
    assert api.get(place).json()["last"]["message"] == "It takes a while."
