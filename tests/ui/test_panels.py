"""The drawn graph, and records in words."""

from streamlit.testing.v1 import AppTest

from agent import ModelChoice
from agent.questions import Option
from agent.workflows.tutor.graph import build
from ui import session
from ui.panels import marked


def chart() -> str:
    return build().compile().get_graph(xray=True).draw_mermaid()


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


def route(data: dict[str, object]) -> list[str]:
    def page() -> None:
        import streamlit as st  # noqa: PLC0415 - the function is a script of its own

        from ui import reasons  # noqa: PLC0415

        reasons.draw_route(st.session_state["route"])

    app = AppTest.from_function(page)
    app.session_state["route"] = data
    return [caption.value for caption in app.run().caption]
