"""Tools that are dropped into the folder, and how models are told of them."""

import types
from typing import Any

import pytest
from langchain_core.tools import tool

from agent.errors import AgentError
from agent.workflows.tutor import tools as folder
from agent.workflows.tutor.tools import Tool, specs, tools


@tool
def opening_hours(asignatura: str, day: str = "today") -> str:
    """Say when the laboratory is open."""
    if day == "never":
        raise ConnectionError("down")
    return f"{asignatura}: 9 to 14, {day}"


@pytest.fixture
def hours() -> Tool:
    module: Any = types.SimpleNamespace(opening_hours=opening_hours, other=1)
    return folder._held(module, "hours")["opening_hours"]


def test_a_langchain_tool_works_as_it_is(hours: Tool) -> None:
    assert hours.call
    arguments = hours.arguments.model_validate({"day": "Monday", "asignatura": "physics"})
    result = hours.call(arguments, {"asignatura": "databases"}, None)  # type: ignore[arg-type]
    assert result.text == "databases: 9 to 14, Monday"
    assert hours.description == "Say when the laboratory is open."


def test_the_model_is_not_asked_for_the_subject(hours: Tool) -> None:
    assert "asignatura" not in hours.arguments.model_json_schema()["properties"]


def test_what_a_foreign_tool_raises_is_a_sentence(hours: Tool) -> None:
    assert hours.call
    with pytest.raises(AgentError, match="opening_hours"):
        hours.call(hours.arguments.model_validate({"day": "never"}), {}, None)  # type: ignore[arg-type]


def test_each_description_is_sent_once() -> None:
    for spec in specs():
        assert "title" not in str(spec.schema).replace("'title'", "title").split("properties")[0]
        assert "description" not in spec.schema
    assert {"rag_search", "get_guia", "generate_test", "explain_item"} <= set(tools())
