"""The page and the door of one process, over one agent."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from streamlit.testing.v1 import AppTest

from ui.routes import ROUTES, tokens


@pytest.fixture
def api(app: AppTest) -> Iterator[TestClient]:
    """The app's own routes, as they are served."""
    tokens.cache_clear()
    yield TestClient(Starlette(routes=ROUTES), "http://127.0.0.1", client=("127.0.0.1", 50000))
    tokens.cache_clear()


def lettered(question: Any) -> list[str]:
    """The door's answers are the letters that the page shows."""
    return [f"**{each['id'].upper()}**\u2002{each['label']}" for each in question["options"]]


def test_page_and_door_see_each_other_at_once(app: AppTest, api: TestClient) -> None:
    sent = {"id": "mine", "query": "Give me a quiz of 2 questions on normalisation"}
    came = api.post("/chat", json={**sent, "asignatura": "databases"}).json()
    page = app.switch_page("../pages/tutor.py")
    page.query_params["thread"] = came["thread"]
    page = page.run()
    assert page.radio[0].options == lettered(came["question"])

    second = api.post("/resume_chat", json={"id": "mine", "user_response": "a"}).json()
    page = page.run()
    assert page.radio[0].options == lettered(second["question"])

    page.radio[0].set_value(page.radio[0].options[0])
    page = next(button for button in page.button if button.label == "Answer").click().run()
    assert api.get("/api/questions").json() == {"questions": []}
    last = api.get(f"/api/threads/{came['thread']}").json()["last"]
    assert last["status"] == "done"
    assert "Result: " in last["message"]
