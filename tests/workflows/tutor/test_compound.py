"""A question that asks two things at once is answered twice, without a model."""

import pytest
from langchain_core.messages import HumanMessage, ToolMessage

from agent.workflows.tutor import nodes, rules
from agent.workflows.tutor.compound import halves
from agent.workflows.tutor.difficulty import classify
from tests.workflows.tutor.test_nodes import called, runtime, state

EXAM = {
    "kind": "guide",
    "mark": "G1",
    "id": "g",
    "heading": "Dates",
    "text": "- Final exam: 20 January",
    "title": "Teaching guide",
}
KEY = {
    "kind": "passage",
    "mark": "1",
    "id": "p",
    "title": "Foreign keys",
    "heading": "Definition",
    "text": "A foreign key is a column whose values must exist as a key elsewhere.",
    "language": "en",
    "similarity": None,
    "near": False,
}
BOTH = "What is a foreign key and when is the exam?"


@pytest.mark.parametrize(
    ("question", "of_guide", "of_subject", "is_subject_first"),
    [
        (BOTH, "when is the exam", "What is a foreign key", True),
        (
            "Who teaches this course, and what is 3NF?",
            "Who teaches this course",
            "what is 3NF",
            False,
        ),
        (
            "¿Qué es la mediana y cuándo es el examen?",
            "cuándo es el examen",
            "Qué es la mediana",
            True,
        ),
        ("什么是传输层，什么时候考试？", "什么时候考试", "什么是传输层", True),
    ],
)
def test_a_question_falls_into_a_half_for_the_guide_and_one_for_the_documents(
    question: str, of_guide: str, of_subject: str, is_subject_first: bool
) -> None:
    found = halves(question)
    assert found is not None
    assert (found.guide, found.subject) == (of_guide, of_subject)
    assert found.is_subject_first is is_subject_first


@pytest.mark.parametrize(
    "question",
    [
        "What is a foreign key?",
        "When is the exam and how is it graded?",
        "When is the exam and how long is it?",
        "¿Cuándo es el examen y cuánto dura?",
        "this might be on the exam so: what is a weak entity",
        "What is a key that is unique and is not null?",
    ],
)
def test_what_asks_one_of_the_two_is_left_whole(question: str) -> None:
    assert halves(question) is None


def test_both_halves_are_looked_up_each_in_its_own_words() -> None:
    update = nodes.think(state(BOTH), runtime())
    assert called(update) == ["get_guia", "rag_search"]
    guide, search = (call["args"] for call in update["messages"][0].tool_calls)
    assert guide["keys"] == ["fechas"]
    assert search["query"] == "What is a foreign key"


def answered(question: str, *context: dict, told: str = "") -> str:
    more = {"additional_kwargs": {"phrase": told}} if told else {}
    messages = [
        HumanMessage(question),
        ToolMessage("", tool_call_id="a", name="get_guia", **more),
        ToolMessage("", tool_call_id="b", name="rag_search"),
    ]
    level = classify(question)
    answer = nodes.by_rules(messages, {"context": list(context)}, level, subject="Databases")
    return str(answer.text)


def test_the_answer_has_both_halves_in_the_order_asked() -> None:
    answer = answered(BOTH, EXAM, KEY)
    assert answer.index("must exist as a key elsewhere [1]") < answer.index("20 January")
    turned = answered("When is the exam and what is a foreign key?", EXAM, KEY)
    assert turned.index("20 January") < turned.index("must exist as a key elsewhere [1]")


def test_a_half_that_nothing_is_known_of_is_said_and_the_other_answered() -> None:
    without_guide = answered(BOTH, KEY, told="no_guide")
    assert "must exist as a key elsewhere [1]" in without_guide
    assert "no teaching guide here yet" in without_guide
    without_passages = answered(BOTH, EXAM)
    assert "do not cover “What is a foreign key”" in without_passages
    assert "20 January" in without_passages


def test_what_is_not_covered_does_not_seem_to_cite_the_guide() -> None:
    answer = answered("When is the exam and who is the king of Spain?", EXAM)
    assert answer.index("king of Spain") < answer.index("[G1]")


def test_the_panel_says_that_both_were_asked() -> None:
    reason = rules.route_reason(["get_guia", "rag_search"], BOTH)
    assert reason == "the message asks about dates and about the subject"
