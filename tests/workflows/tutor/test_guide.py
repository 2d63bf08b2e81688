"""Questions about the course itself, in three languages: which fields, which parts, said how."""

import pytest
from langchain_core.messages import HumanMessage
from langgraph.runtime import Runtime

from agent.errors import AgentError
from agent.ports import Context
from agent.samples import FOLDER, read_guide
from agent.workflows.tutor import guide, nodes
from agent.workflows.tutor.tools import tools
from agent.workflows.tutor.tools.get_guia import GetGuia
from tests import fakes
from tests.test_teaching_guide import SEED_KEYS
from tests.workflows.tutor.test_nodes import runtime, state


@pytest.mark.parametrize(
    ("question", "keys"),
    [
        ("When is the exam?", ["fechas"]),
        ("When is the resit?", ["fechas", "evaluacion.extraordinaria"]),
        ("How is the course graded?", ["evaluacion"]),
        ("Which books do I need?", ["bibliografia"]),
        ("¿Cuándo es el examen final?", ["fechas"]),
        ("¿Cómo es la evaluación extraordinaria?", ["evaluacion.extraordinaria"]),
        ("¿Cómo es la evaluación ordinaria?", ["evaluacion.ordinaria"]),
        ("evaluación única final", ["evaluacion.unica_final"]),
        ("¿Qué pasa si suspendo?", ["evaluacion.extraordinaria"]),
        ("bibliografía complementaria", ["bibliografia.complementaria"]),
        ("¿Cuál es el programa de prácticas?", ["programa.practico"]),
        ("¿Quién da la asignatura?", ["profesorado_y_tutorias"]),
        ("¿Qué entra en el examen?", ["programa"]),
        ("什么时候考试？", ["fechas"]),
        ("课堂测验什么时候", ["fechas"]),
        ("补考是什么时候？", ["fechas", "evaluacion.extraordinaria"]),
        ("考试怎么评分？", ["evaluacion"]),
        ("用什么教材？", ["bibliografia"]),
        ("有哪些实验", ["programa.practico"]),
        ("有什么先修课？", ["prerrequisitos"]),
        ("这门课讲什么？", ["breve_descripcion"]),
        # What sounds like the course and is its subject.
        ("¿Qué nota tipificada tiene un 7?", []),
        ("Explica la media ponderada de las notas", []),
        ("¿Qué es el error de tipo I en un examen médico?", []),
        ("什么是子网掩码？", []),
        ("为什么需要三次握手？", []),
    ],
)
def test_the_fields_that_a_question_asks_for(question: str, keys: list[str]) -> None:
    assert guide.narrowed(question, guide.fields_asked(question)) == keys


@pytest.mark.parametrize("key", SEED_KEYS)
def test_the_tool_takes_the_universitys_names(key: str) -> None:
    (known,) = GetGuia(keys=[key]).keys
    assert known in guide.KEYS + guide.DOTTED


def test_the_tool_refuses_other_names() -> None:
    with pytest.raises(ValueError, match="keys"):
        GetGuia(keys=["contraseña"])


def ask(course: str, question: str) -> str:
    """The answer by rules, from the sample's own guide."""
    held = runtime()
    held.context.ports.guides.put(course, read_guide(FOLDER / course))
    return answer(held, course, question)


def answer(held: Runtime[Context], course: str, question: str) -> str:
    before = {**state(question), "asignatura": course}
    for _ in range(2):
        update = nodes.think(before, held)
        before["messages"] = [*before["messages"], *update["messages"]]
        if not update["messages"][0].tool_calls:
            break
        called = nodes.tool_node("get_guia", tools()["get_guia"])(before, held)
        before["messages"] = [*before["messages"], *called["messages"]]
        before["context"] = called["context"]
    return str(before["messages"][-1].text)


def test_an_answer_in_spanish_is_all_spanish() -> None:
    assert ask("statistics", "¿Cuándo es la recuperación?") == (
        "Según la guía docente:\n\n**Fechas** [G1]\n\n"
        "- Examen de la convocatoria extraordinaria: 9 de febrero de 2027, 16:00, Aula 4\n\n"
        "**Evaluación, extraordinaria** [G2]\n\n"
        + read_guide(FOLDER / "statistics")["evaluacion"]["extraordinaria"]
    )


def test_an_answer_in_chinese_is_all_chinese() -> None:
    assert ask("networks", "期末考试在哪里？") == (
        "教学指南中写道：\n\n**重要日期** [G1]\n\n- 期末考试：2027 年 1 月 12 日 9:00，教学楼 A201"
    )


def test_a_guide_in_another_language_is_quoted_as_it_stands() -> None:
    said = ask("networks", "Who teaches this course?")
    assert said.startswith("From the teaching guide:\n\n**Teachers and office hours** [G1]")
    assert "沈知远（课程负责人）：周二 14:00—16:00，信息楼 312 室" in said


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("When is the exam?", "has no teaching guide here yet"),
        ("¿Cuándo es el examen?", "aún no tiene guía docente"),
        ("什么时候考试？", "还没有教学指南"),
    ],
)
def test_no_guide_is_told(question: str, said: str) -> None:
    assert said in answer(runtime(), "alchemy", question)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which books do I need?", "The teaching guide of X does not say."),
        ("¿Qué libros recomiendas?", "La guía docente de X no lo indica."),
        ("用什么教材？", "X 的教学指南没有说明。"),
    ],
)
def test_an_empty_field_is_told(question: str, said: str) -> None:
    held = runtime()
    held.context.ports.guides.put("alchemy", {"asignatura": "X", "bibliografia": {}})
    assert answer(held, "alchemy", question) == said


class Away(fakes.MemoryGuides):
    def guide(self, subject: str) -> dict | None:
        raise AgentError("The guides' database does not answer.", retryable=True)


@pytest.mark.parametrize(
    ("question", "said"),
    [("When is the exam?", "I could not look this up"), ("什么时候考试？", "刚才未能查到")],
)
def test_guides_that_cannot_be_reached_are_told(question: str, said: str) -> None:
    held = runtime()
    object.__setattr__(held.context.ports, "guides", Away())
    assert said in answer(held, "databases", question)
    notices = [event for event in held.context.report.events if type(event).__name__ == "Notice"]
    assert [notice.text for notice in notices] == ["The guides' database does not answer."]


def test_the_subject_comes_from_the_state_alone() -> None:
    held = runtime()
    held.context.ports.guides.put("secret", {"asignatura": "Secret", "tipo": "hidden"})
    asked = state("x", calls=[("get_guia", {"keys": ["tipo"], "asignatura": "secret"})])
    update = nodes.tool_node("get_guia", tools()["get_guia"])(asked, held)
    assert "hidden" not in str(update)


def test_a_question_is_found_behind_a_command_of_depth() -> None:
    before = {"messages": [HumanMessage("什么时候考试？"), HumanMessage("简单一点")]}
    result = tools()["get_guia"].call(
        GetGuia(keys=["fechas"]), {**before, "asignatura": "databases"}, runtime().context
    )
    assert result.context[0]["heading"] == "重要日期"
