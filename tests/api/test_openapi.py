"""The document says what is so: requests made from it are answered as it says."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance
from starlette.routing import compile_path
from starlette.testclient import TestClient

from agent.facade import GraphAgent
from tests.api.conftest import ANNA, QUIZ, TOKENS, client, door, resume, say
from tests.fakes import open_fake_agent
from ui.routes import API_PATHS

AS_ANNA = {"Authorization": f"Bearer {ANNA}"}
# Which of these there are stands in no document, so that other names are refused too.
OF_A_LIST = {"asignatura", "provider", "workflow", "inputs"}
NOT_SAID_THERE = [positive_data_acceptance]
ROUNDS = settings(
    max_examples=10,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphAgent]:
    folder: Path = tmp_path_factory.mktemp("served")
    agent = open_fake_agent(folder / "data")
    yield agent
    agent.close()


@pytest.fixture(scope="module")
def document(served: GraphAgent) -> Any:
    return schemathesis.openapi.from_asgi("/api/openapi.json", door(served, TOKENS))


AS_SCHEMATHESIS_DOES = pytest.mark.filterwarnings(
    "ignore:Do not use the `random` module:hypothesis.errors.HypothesisDeprecationWarning"
)
OPERATIONS = [
    (method.upper(), path)
    for path, operations in door(None).openapi()["paths"].items()
    for method in operations
]
PLACES = [(method, path) for method, path in OPERATIONS if path.startswith("/api/")]
MODES = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]


@AS_SCHEMATHESIS_DOES
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("method", "path"), PLACES)
@given(data=st.data())
@ROUNDS
def test_requests_of_the_document_are_answered_as_it_says(
    data: st.DataObject, document: Any, method: str, path: str, mode: GenerationMode
) -> None:
    """Those it allows, and those it does not."""
    data.draw(document[path][method].as_strategy(mode)).call_and_validate(
        headers=AS_ANNA, excluded_checks=NOT_SAID_THERE
    )


@AS_SCHEMATHESIS_DOES
@pytest.mark.parametrize(("method", "path"), [place for place in PLACES if "{" in place[1]])
@given(data=st.data())
@ROUNDS
def test_that_holds_for_what_exists_too(
    data: st.DataObject, document: Any, served: GraphAgent, method: str, path: str
) -> None:
    """The same requests, led to a thread and to a question that there are."""
    case = data.draw(document[path][method].as_strategy())
    there = standing(client(door(served, TOKENS), token=ANNA))
    case.path_parameters = {name: there[name] for name in case.path_parameters}
    if isinstance(case.body, dict):
        case.body = {name: value for name, value in case.body.items() if name not in OF_A_LIST}
    assert (
        case.call_and_validate(headers=AS_ANNA, excluded_checks=NOT_SAID_THERE).status_code != 404
    )


def standing(api: TestClient) -> dict[str, str]:
    """A conversation called `standing`, with a question where the last request left none."""
    threads = {t["id"]: t for t in api.get("/api/threads").json()["threads"]}
    waiting = api.get("/api/questions").json()["questions"]
    open_one = next((q for q in waiting if q["thread"] in threads), None)
    if open_one is None:
        reply = api.post("/api/chat", json={"query": QUIZ, "id": f"standing-{len(threads)}"})
        open_one = reply.json()["question"]
    return {"thread": open_one["thread"], "question": open_one["id"]}


# The document itself


def test_every_operation_stands_in_it_once(api: TestClient) -> None:
    found = api.get("/api/openapi.json").json()
    assert len(found["paths"]) == 18
    names = [each["operationId"] for all_ in found["paths"].values() for each in all_.values()]
    assert len(names) == len(set(names))


def test_every_path_of_it_is_served_beside_the_pages() -> None:
    served = [compile_path(path)[0] for path in API_PATHS]
    for _, path in OPERATIONS:
        assert any(pattern.match(path) for pattern in served), path


def test_its_schemas_are_schemas_and_all_of_them_are_there(api: TestClient) -> None:
    text = api.get("/api/openapi.json").text
    schemas = api.get("/api/openapi.json").json()["components"]["schemas"]
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    for name in {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}:
        assert name in schemas


# Harder: any sequence of sound requests, by two who share nothing

ACTS = st.sampled_from(
    ["quiz", "ask", "a", "B", "skip", "end", "nonsense", "cancel", "delete", "stop", "restore"]
)


@given(steps=st.lists(st.tuples(st.sampled_from(["anna", "ben"]), ACTS), max_size=12))
@settings(ROUNDS, max_examples=20)
def test_no_sequence_of_requests_breaks_it(
    steps: list[tuple[str, str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    agent = open_fake_agent(tmp_path_factory.mktemp("sequence") / "data")
    tokens = dict(entry.strip().split(":") for entry in TOKENS.split(","))
    visitors = {name: client(door(agent, TOKENS), token=token) for name, token in tokens.items()}
    last: dict[str, str] = {}
    for who, act in steps:
        reply = acted(visitors[who], act, last.get(who, "none"))
        assert reply.status_code in (200, 202, 204, 404, 409, 422), (act, reply.text)
        if reply.status_code == 200:
            last[who] = reply.json().get("thread") or reply.json()["id"]
    owned = {
        who: {thread["id"] for thread in api.get("/api/threads").json()["threads"]}
        for who, api in visitors.items()
    }
    assert not owned["anna"] & owned["ben"]
    agent.close()


def acted(api: TestClient, act: str, thread: str) -> Any:
    match act:
        case "quiz":
            return api.post("/api/chat", json={"query": QUIZ, "id": "one"})
        case "ask":
            return api.post("/chat", json={"query": "What is a foreign key?", "id": "one"})
        case "cancel":
            waiting = api.get("/api/questions").json()["questions"]
            question = waiting[0]["id"] if waiting else "none"
            return api.post(f"/api/questions/{question}/cancel", json={})
        case "delete":
            return api.delete(f"/api/threads/{thread}")
        case "stop" | "restore":
            return api.post(f"/api/threads/{thread}/{act}", json={})
        case _:
            return api.post("/api/resume_chat", json={"id": "one", "user_response": act})


def test_the_last_word_of_a_quiz_is_the_same_for_everybody(api: TestClient) -> None:
    """A whole quiz checked against the schema of its answers."""
    document = api.get("/api/openapi.json").json()
    schema = {"$ref": "#/components/schemas/ChatOut", "components": document["components"]}
    came = say(api, QUIZ)
    while True:
        jsonschema.validate(came, schema)
        if not came["interrupted"]:
            break
        came = resume(api, "a")
    thread = {"$ref": "#/components/schemas/ThreadDetail", "components": document["components"]}
    jsonschema.validate(api.get(f"/api/threads/{came['thread']}").json(), thread)
