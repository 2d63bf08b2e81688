"""The drawn graph, and records in words."""

import pytest

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
        (Form(**COMMON, fields=(Field("x", "X"),)), Reply(values={"x": "1"}), "x: 1"),
        (FreeText(**COMMON), Reply(text="because"), "because"),
    ],
)
def test_a_reply_is_kept_in_words(question, reply, words) -> None:
    assert said_in_words(question, reply) == words
