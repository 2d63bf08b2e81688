"""The language of a conversation."""

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from agent.language.conversation import conversation_language
from agent.language.text import language_of


@pytest.mark.parametrize(
    ("said", "language"),
    [
        (["¿Qué es una clave foránea?", "ok"], "es"),
        (["什么是外键？", "SQL"], "zh"),
        (["What is a foreign key?", "y ahora explícamelo en español"], "es"),
        (["Show PROJ-1", "Ask Sofía Núñez Peña"], "en"),
        (["Muestra la incidencia, por favor", "Ask Sofía Núñez Peña"], "es"),
        ([], "en"),
    ],
)
def test_a_short_message_keeps_the_language(said, language):
    messages = [HumanMessage(text) for text in said]
    assert conversation_language([*messages, AIMessage("我只是回答。")]) == language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Assign it to Lucía de la Torre", "en"),
        ("What's José Peña working on?", "en"),
        ("Asigna la incidencia a John Smith", "es"),
        ("Introducción", "es"),
    ],
)
def test_a_persons_name_tells_no_language(text, language):
    assert language_of(text) == language
