"""The drawn graph, and records in words."""

import pytest
from streamlit.testing.v1 import AppTest

from agent import Approval, Choice, Field, Form, FreeText, ModelChoice, Reply
from agent.questions import Option
from agent.workflows.tutor.graph import build
from ui import session, thinking_words
from ui.panels import marked
from ui.records import said_in_words


def chart() -> str:
    return build().compile().get_graph(xray=True).draw_mermaid()


def test_the_current_step_is_marked_also_inside_the_quiz() -> None:
    assert "class think here" in marked(chart(), "think")
    assert r"class test_session\3aanswer_question here" in marked(chart(), "answer_question")


def test_nothing_is_marked_when_there_is_no_step() -> None:
    assert not [line for line in marked(chart(), "").splitlines() if line.strip().endswith(" here")]


def test_the_chart_holds_no_markup() -> None:
    assert "<p>" not in marked(chart(), "think")


def state(thread: str) -> str:
    def page() -> None:
        import streamlit as st  # noqa: PLC0415 - the function is a script of its own

        from ui import panels  # noqa: PLC0415

        panels._state("tutor", st.session_state["thread"])

    app = AppTest.from_function(page)
    app.session_state["thread"] = thread
    return " ".join(caption.value for caption in app.run().caption)


def test_where_the_cost_is_shown_a_lost_call_is_mentioned(app: AppTest) -> None:
    agent, user = session.graph_agent(), session.agent()
    run = user.ask("tutor", None, "What is a foreign key?", model=ModelChoice())
    assert run.wait(20)
    assert "continued" not in state(run.thread)
    agent.ledger.turns.set_status(run.turn, "cut_off")
    agent.ledger.threads.set_status(run.thread, "cut_off")
    assert user.resume(run.thread, model=ModelChoice()).wait(20)
    assert "continued" in state(run.thread)


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
        (
            Form(**COMMON, fields=(Field("x", "¿Nivel?"), Field("d", "By when", "date"))),
            Reply(values={"x": "1"}),
            "Nivel: 1",
        ),
        (
            Form(**COMMON, fields=(Field("d", "By when", "date"),)),
            Reply(values={"d": "2027-01-25"}),
            "By when: 25 Jan 2027",
        ),
        (FreeText(**COMMON), Reply(text="because"), "because"),
    ],
)
def test_a_reply_is_kept_in_words(question, reply, words) -> None:
    assert said_in_words(question, reply) == words


def route(data: dict[str, object]) -> list[str]:
    def page() -> None:
        import streamlit as st  # noqa: PLC0415 - the function is a script of its own

        from ui import reasons  # noqa: PLC0415

        reasons.draw_route(st.session_state["route"])

    app = AppTest.from_function(page)
    app.session_state["route"] = data
    return [caption.value for caption in app.run().caption]


def test_how_a_message_was_understood_is_told_in_words() -> None:
    told = {"route": "jira_creation", "why": "it asks for *an issue*"}
    sure = {**told, "confidence": 0.9, "source": "rule"}
    said = [r":material/alt_route: **Drafts an issue.** It asks for \*an issue\*."]
    assert route(told) == route(sure) == said


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"route": "query"}, "Route query"),
        (
            {"route": "query", "confidence": 0.9, "source": "model"},
            "Route query, judged by the model, confidence 0.90",
        ),
    ],
)
def test_its_name_and_figures_stay_reachable(data: dict[str, object], words: str) -> None:
    assert thinking_words.route_figures(data) == words


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ("rag_search, get_guia", "Looks in your documents and reads the teaching guide"),
        ("linkedin", "LinkedIn post"),
        ("a_new_one", "A new one"),
    ],
)
def test_routes_are_told_in_words(names: str, words: str) -> None:
    assert thinking_words.route(names) == words


@pytest.mark.parametrize(
    ("name", "outcome", "words"),
    [
        ("rag_search", "5 found", "Searching the documents: 5 found"),
        ("rag_search", "1 found", "Searching the documents: 1 found"),
        ("rag_search", "done", "Searching the documents"),
        ("search_courses", "3 cached", "Looked for courses: 3 found"),
        ("fetch", "It took too *long*.", r"Read a page: It took too \*long\*."),
        ("a_new_one", "2 found", "Used a new one: 2 found"),
    ],
)
def test_tools_are_told_in_words(name: str, outcome: str, words: str) -> None:
    assert thinking_words.tool(name, outcome).replace("\\:", ":") == words
