"""The teaching guide without a model: which fields a message names, and how they are quoted."""

import pytest
from langgraph.runtime import Runtime

from agent.adapters.guides import SqliteGuides
from agent.adapters.samples import FOLDER, read_guide
from agent.errors import AgentError
from agent.ports import Context
from agent.workflows.tutor import guide, nodes
from agent.workflows.tutor.tools.get_guia import STORED, GetGuia
from tests.stores import library_tables
from tests.test_teaching_guide import SEED_KEYS
from tests.workflows.tutor.test_nodes import runtime, state

LABELLED = {
    "When is the exam?": "fechas",
    "When is the resit?": "evaluacion.extraordinaria",
    "How is the course graded?": "evaluacion",
    "Which books do I need?": "bibliografia",
    "who teaches this and where is the office": "profesorado_y_tutorias",
    "Do I need any prerequisites": "prerrequisitos",
    "how many credits": "creditos",
    "¿Cuándo es el examen final?": "fechas",
    "¿Cómo es la evaluación extraordinaria?": "evaluacion.extraordinaria",
    "evaluación única final": "evaluacion.unica_final",
    "bibliografía complementaria": "bibliografia.complementaria",
    "¿Cuál es el programa de prácticas?": "programa.practico",
    "¿Quién imparte la asignatura?": "profesorado_y_tutorias",
    "什么时候考试？": "fechas",
    "补考是什么时候？": "evaluacion.extraordinaria",
    "考试怎么评分？": "evaluacion",
    "用什么教材？": "bibliografia",
    "有哪些实验": "programa.practico",
    "有什么先修课？": "prerrequisitos",
}


def test_messages_name_the_fields_they_are_about() -> None:
    missed = [m for m, field in LABELLED.items() if field not in guide.fields_named(m)]
    assert len(missed) <= len(LABELLED) * 0.05, missed


@pytest.mark.parametrize("key", SEED_KEYS)
def test_the_tool_takes_the_universitys_names(key: str) -> None:
    (known,) = GetGuia(keys=[key]).keys
    assert known in STORED


def test_the_tool_refuses_other_names() -> None:
    with pytest.raises(ValueError, match="keys"):
        GetGuia(keys=["contraseña"])


def answer(held: Runtime[Context], course: str, question: str) -> str:
    before = {**state(question), "asignatura": course, "wish": "guide"}
    for _ in range(2):
        update = nodes.think(before, held)
        before["messages"] = [*before["messages"], *update["messages"]]
        if not update["messages"][-1].tool_calls:
            break
        called = nodes.tool_node("get_guia")(before, held)
        before["messages"] = [*before["messages"], *called["messages"]]
    return str(before["messages"][-1].text)


def test_of_a_list_the_lines_that_answer_are_quoted() -> None:
    held = runtime()
    held.context.ports.guides.put("networks", read_guide(FOLDER / "networks"))
    said = answer(held, "networks", "期末考试在哪里？")
    assert "A201" in said
    assert "[G1]" in said


@pytest.mark.parametrize("kept", [None, {"asignatura": "X", "bibliografia": {}}])
def test_what_the_guide_does_not_say_is_told(kept: dict | None) -> None:
    held = runtime()
    if kept:
        held.context.ports.guides.put("alchemy", kept)
    said = answer(held, "alchemy", "Which books do I need?")
    assert "guide" in said
    assert "[G" not in said


class Away(SqliteGuides):
    def guide(self, subject: str) -> dict | None:
        raise AgentError("The guides' database does not answer.", retryable=True)


def test_a_guide_that_cannot_be_reached_is_told() -> None:
    held = runtime()
    object.__setattr__(held.context.ports, "guides", Away(library_tables()))
    assert "does not answer" in answer(held, "databases", "When is the exam?")
    notices = [event for event in held.context.report.events if type(event).__name__ == "Notice"]
    assert [notice.text for notice in notices] == ["The guides' database does not answer."]


def test_the_subject_comes_from_the_state_alone() -> None:
    held = runtime()
    held.context.ports.guides.put("secret", {"asignatura": "Secret", "tipo": "hidden"})
    asked = state("x", calls=[("get_guia", {"keys": ["tipo"], "asignatura": "secret"})])
    update = nodes.tool_node("get_guia")(asked, held)
    assert "hidden" not in str(update)
