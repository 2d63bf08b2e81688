"""The drawn graph, and records in words."""

import pytest
from streamlit.testing.v1 import AppTest

from agent import Approval, Choice, Field, Form, FreeText, Reply
from agent.questions import Option
from agent.workflows.tutor.graph import build
from ui.panels import marked
from ui.questions import said_in_words


def chart() -> str:
    return build().compile().get_graph(xray=True).draw_mermaid()


def test_the_current_step_is_marked_also_inside_the_quiz() -> None:
    assert "class think here" in marked(chart(), "think")
    assert r"class test_session\3aanswer_question here" in marked(chart(), "answer_question")


def test_nothing_is_marked_when_there_is_no_step() -> None:
    assert not [line for line in marked(chart(), "").splitlines() if line.strip().endswith(" here")]


def test_the_chart_holds_no_markup() -> None:
    assert "<p>" not in marked(chart(), "think")


COMMON = {"id": "q", "workflow": "tutor", "step": "s", "title": "t"}
OPTIONS = (Option("a", "Answer a"),)


@pytest.mark.parametrize(
    ("question", "reply", "words"),
    [
        (Choice(**COMMON, options=OPTIONS), Reply(option="a"), "Answer a"),
        (Choice(**COMMON, options=OPTIONS), Reply(cancelled=True), "Cancelled"),
        (Choice(**COMMON, options=OPTIONS), Reply(expired=True), "Asked again"),
        (Approval(**COMMON, digest="d"), Reply(decision="reject", comment="no"), "Rejected"),
        (Form(**COMMON, fields=(Field("x", "X"),)), Reply(values={"x": "1"}), "X: 1"),
        (FreeText(**COMMON), Reply(text="because"), "because"),
    ],
)
def test_a_reply_is_kept_in_words(question, reply, words) -> None:
    assert said_in_words(question, reply) == words


def route(data: dict[str, object]) -> list[str]:
    def page() -> None:
        import streamlit as st  # noqa: PLC0415 - the function is a script of its own

        from ui import panels  # noqa: PLC0415

        panels.draw_route(st.session_state["route"])

    app = AppTest.from_function(page)
    app.session_state["route"] = data
    return [caption.value for caption in app.run().caption]


def test_how_a_message_was_understood_is_told_with_its_source() -> None:
    told = {"route": "jira_creation", "why": "it asks for *an issue*"}
    assert route(told) == [
        r":material/alt_route: **jira creation** because it asks for \*an issue\*"
    ]
    sure = {**told, "confidence": 0.9, "source": "rule"}
    assert route(sure)[1:] == ["found by rules, confidence 0.90"]
    assert route({**sure, "source": "model"})[1:] == ["judged by the model, confidence 0.90"]
