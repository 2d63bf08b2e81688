"""The quiz's nodes and rules: which items, how they are graded, what is kept from whom."""

import json

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.runtime import ExecutionInfo, Runtime

from agent.errors import ProviderError
from agent.events import Artifact, Notice
from agent.exchange.in_words import in_words
from agent.ports import Attempt, Context
from agent.workflows.tutor.quiz import graph, items, nodes
from tests import fakes
from tests.workflows.tutor.test_nodes import runtime as tutor_runtime


def runtime(*lines) -> Runtime[Context]:
    plain = tutor_runtime(*lines)
    info = ExecutionInfo(checkpoint_id="c", checkpoint_ns="", task_id="quiz-1")
    return Runtime(context=plain.context, execution_info=info)


def started(**more):
    call = {
        "name": "generate_test",
        "args": {"topic": "normalisation", "num_questions": 3},
        "id": "call",
        "type": "tool_call",
    }
    return {
        "messages": [HumanMessage("Quiz me", id="turn"), AIMessage("", tool_calls=[call])],
        "asignatura": "databases",
        "topic": "normalisation",
        "num_questions": 3,
        "difficulty": "mixed",
        "quiz_id": "quiz-1",
        "current_question_index": 0,
        "user_answers": [],
        "scores": [],
        "questions": [],
        **more,
    }


def drawn(run: Runtime[Context], *, user_answers=(), **more):
    """A state whose items are drawn and sealed; answers are lettered as the items were written."""
    state = started(**more)
    update = nodes.generate_questions_node(state, run)
    options = [[(o["id"], o["text"]) for o in q["options"]] for q in update["questions"]]
    given = [fakes.shown_as(*each) for each in zip(user_answers, options, strict=False)]
    return {**state, **update, "user_answers": given}


def test_items_come_from_the_bank_and_the_key_stays_out_of_state():
    run = runtime()
    update = nodes.generate_questions_node(started(), run)
    assert [q["difficulty"] for q in update["questions"]] == ["basic", "intermediate", "advanced"]
    assert "key" not in json.dumps(update["questions"]).replace("foreign-key", "")
    sealed = run.context.ports.sealed.get("thread", "quiz-1")
    right = [dict(item["options"])[item["key"]] for item in sealed["items"]]
    assert right == [f"Answer {key} of normalisation {n}" for n, key in enumerate("abc", start=1)]


def test_a_bank_with_fewer_fitting_items_asks_these_and_says_so():
    run = runtime()
    update = nodes.generate_questions_node(started(num_questions=8), run)
    assert len(update["questions"]) == update["num_questions"] == 3
    [notice] = [event for event in run.context.report.events if isinstance(event, Notice)]
    assert notice.values == {"count": 3}
    assert graph.test_router({**started(), **update}) == "present_question"


@pytest.mark.parametrize(
    ("text", "place"), [("Hazme un test", "Pregunta 1 de 3"), ("给我出题", "第 1 题，共 3 题")]
)
def test_the_cards_are_titled_in_the_conversations_language(text, place):
    run = runtime()
    quiz = drawn(run)
    messages = [HumanMessage(text), quiz["messages"][1]]
    card = nodes.present_question({**quiz, "messages": messages}, run)["drafted"]
    assert card["title"] == place


def test_a_topic_that_nobody_knows_gives_no_quiz_rather_than_an_off_topic_one():
    update = nodes.generate_questions_node(started(topic="astrology"), runtime())
    assert update["questions"] == []
    assert update["quiz_over"] == "empty"


def test_unseen_items_come_first():
    run = runtime()
    [taken, *others] = run.context.ports.bank.items("databases", topics=["normalisation"])
    attempt = Attempt(
        "a", "ada", "t", "databases", "", "", 0, 1, {"answers": [{"item": {"id": taken.id}}]}
    )
    run.context.ports.attempts.put(attempt)
    questions = nodes.generate_questions_node(started(num_questions=len(others)), run)["questions"]
    assert {each["id"] for each in questions} == {item.id for item in others}


@pytest.mark.parametrize(
    ("words", "topics"),
    [
        ("normalisation", ["normalisation"]),
        ("normalization", ["normalisation"]),
        ("foreign keys", ["foreign-keys"]),
        ("keys", ["keys"]),
        ("astrology", []),
        ("", []),
    ],
)
def test_a_topic_is_matched_by_its_name(words, topics):
    known = ["foreign-keys", "keys", "normalisation", "denormalisation"]
    assert items.match_topics(words, known) == topics


def test_an_answer_is_graded_by_its_id_with_the_evidence():
    run = runtime()
    state = drawn(run, user_answers=["a"])
    update = nodes.grade_answer(state, run)
    assert update["scores"] == [True]
    assert update["current_question_index"] == 1
    shown = next(e for e in run.context.report.events if isinstance(e, Artifact))
    assert (shown.kind, shown.data["outcome"]) == ("feedback", "right")
    assert shown.data["evidence"].startswith("The evidence")


def test_a_model_only_explains_and_cannot_change_the_grade():
    run = runtime(fakes.Gives("explain_answer", {"explanation": "You are right after all!"}))
    state = drawn(run, user_answers=["d"])
    assert nodes.grade_answer(state, run)["scores"] == [False]
    [shown] = [e.data for e in run.context.report.events if isinstance(e, Artifact)]
    assert "after all!" in in_words("feedback", shown)


def test_a_model_that_fails_to_explain_does_not_stop_the_quiz():
    error = ProviderError("The model did not answer in time.", problem="timeout")
    run = runtime(fakes.Breaks(error))
    update = nodes.grade_answer(drawn(run, user_answers=["d"]), run)
    assert update["scores"] == [False]
    assert any(isinstance(e, Notice) for e in run.context.report.events)


def test_a_skipped_item_is_neither_right_nor_explained_away():
    run = runtime()
    nodes.grade_answer(drawn(run, user_answers=[""]), run)
    shown = next(e for e in run.context.report.events if isinstance(e, Artifact))
    assert shown.data["outcome"] == "skipped"


def test_the_end_answers_the_call_that_started_the_quiz():
    run = runtime()
    state = drawn(run, user_answers=["a", "b", "a"])
    update = nodes.finalize_test(state, run)
    tool, said = update["messages"]
    assert tool.tool_call_id == "call"
    assert said.text.startswith("Quiz on normalisation: 2 of 3 right (67 %).")
    attempt = run.context.ports.attempts.get("ada", "quiz-1")
    assert (attempt.score, attempt.total) == (2, 3)
    assert attempt.result["by_objective"] == [
        {"name": "LO1", "label": "Normalise a schema.", "right": 2, "total": 3}
    ]


def test_a_cancelled_quiz_answers_its_call_and_keeps_no_attempt():
    run = runtime()
    update = nodes.finalize_test(drawn(run, quiz_over="cancelled"), run)
    assert update["messages"][0].tool_call_id == "call"
    assert run.context.ports.attempts.all("ada") == []


def test_missed_items_are_asked_again_exactly():
    run = runtime()
    nodes.finalize_test(drawn(run, user_answers=["a", "a", ""]), run)
    update = nodes.generate_questions_node(started(retry_of="quiz-1", quiz_id="quiz-2"), run)
    assert [q["id"] for q in update["questions"]] == ["normalisation-2", "normalisation-3"]
