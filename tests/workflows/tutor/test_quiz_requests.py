"""A quiz set up by words, in three languages: each row is read as a person would."""

import json
from pathlib import Path
from typing import Any

import pytest

from agent.workflows.tutor.requests import quiz_request
from agent.workflows.tutor.tools.generate_test import when

ROWS = json.loads((Path(__file__).parents[2] / "data" / "quiz_requests.json").read_text())
USUAL: dict[str, Any] = {
    "topic": "",
    "number": 5,
    "difficulty": "mixed",
    "source": "bank",
    "kinds": ["choice"],
    "objectives": [],
    "exam_minutes": 0,
    "is_on_weak": False,
}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["text"])
def test_what_the_words_say_and_no_more(row: dict[str, Any]) -> None:
    asked = quiz_request(row["text"])
    assert asked is not None
    read = {name: getattr(asked, name) for name in USUAL}
    read = {name: list(v) if isinstance(v, tuple) else v for name, v in read.items()}
    assert {"text": row["text"], **read} == {**USUAL, **row}


def test_a_form_goes_before_the_words() -> None:
    setup = {"num_questions": 7, "topics": ["keys"], "exam_minutes": 12, "kinds": ["free"]}
    call = when("Give me 3 questions on views", {"quiz_setup": setup})
    assert call is not None
    assert (call.num_questions, call.topics, call.topic) == (7, ["keys"], "")
    assert (call.exam_minutes, call.kinds) == (12, ["free"])
