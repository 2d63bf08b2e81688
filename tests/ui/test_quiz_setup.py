"""The form that sets up a quiz: what it offers, and what it sends."""

import pytest

from ui.quiz_setup import in_words

SETUP = {
    "num_questions": 3,
    "topics": ["foreign-keys"],
    "objectives": ["LO2"],
    "difficulty": "basic",
    "source": "generate",
    "kinds": ["choice", "free"],
    "exam_minutes": 12,
}
USUAL = {
    "num_questions": 1,
    "topics": [],
    "objectives": [],
    "difficulty": "mixed",
    "source": "bank",
    "kinds": ["choice"],
    "exam_minutes": 0,
}


WORDS = {
    "en": "Give me a quiz of 3 questions on foreign keys, LO2, basic, made from the documents,"
    " with some to answer in my own words, as an exam of 12 minutes",
    "es": "Hazme un test de 3 preguntas sobre foreign keys, LO2, de nivel básico,"
    " a partir de los documentos, algunas para responder con mis palabras,"
    " como un examen de 12 minutos",
    "zh": "给我出 3 道题，关于 foreign keys、LO2，基础难度，根据文档新出，"
    "部分用自己的话回答，限时 12 分钟",
}


@pytest.mark.parametrize("language", WORDS)
def test_the_message_says_what_was_set(language: str) -> None:
    assert in_words(SETUP, language) == WORDS[language]


def test_what_is_usual_is_not_said() -> None:
    assert in_words(USUAL) == "Give me a quiz of 1 question"
