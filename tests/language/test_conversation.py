"""The language of a conversation."""

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from agent.language.conversation import conversation_language


@pytest.mark.parametrize(
    ("said", "language"),
    [
        (["What is a foreign key?"], "en"),
        (["¿Qué es una clave foránea?", "ok"], "es"),
        (["什么是外键？", "SQL"], "zh"),
        (["What is a foreign key?", "y ahora explícamelo en español"], "es"),
        (["ok"], "en"),
        ([], "en"),
    ],
)
def test_a_short_message_keeps_the_language(said: list[str], language: str) -> None:
    messages = [HumanMessage(text) for text in said]
    assert conversation_language([*messages, AIMessage("我只是回答。")]) == language
