"""The Tutor's rules on what people type. The set was written without sight of the rules;
they were tuned on its even rows only, so the odd ones tell how they do on new words."""

import json
from pathlib import Path
from typing import Any

from agent.text import language_of
from agent.workflows.tutor import guide, requests
from agent.workflows.tutor.difficulty import classify

SET = Path(__file__).parents[2] / "data" / "tutor_utterances.json"


def held_out() -> list[dict[str, Any]]:
    return list(json.loads(SET.read_text())[1::2])


def intent(text: str) -> str:
    if requests.quiz_request(text):
        return "quiz"
    if guide.fields_asked(text):
        return "guide"
    return "chat" if requests.small_talk(text) else "documents"


def share(right: list[bool]) -> float:
    return sum(right) / len(right)


def test_the_intent_of_nine_in_ten_unseen_messages_is_read():
    """A message goes to the documents, the guide, the quiz or small talk as a person would say."""
    assert share([intent(row["text"]) == row["intent"] for row in held_out()]) >= 0.9


def test_the_difficulty_of_nine_in_ten_unseen_questions_is_read():
    """Basic, intermediate or advanced, as a person who did not see the rules labelled it."""
    rows = [row for row in held_out() if row["difficulty"]]
    assert share([classify(row["text"]).level == row["difficulty"] for row in rows]) >= 0.9


def test_the_guide_field_of_unseen_guide_questions_is_found():
    rows = [row for row in held_out() if row["guide_field"]]
    found = [row["guide_field"] in guide.fields_asked(row["text"]) for row in rows]
    assert share(found) >= 0.85


def test_the_language_of_every_message_is_told():
    assert all(language_of(row["text"]) == row["language"] for row in held_out())
