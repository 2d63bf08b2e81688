"""The pages as scripts, without a browser."""

import pytest
from streamlit.testing.v1 import AppTest

from agent.workflows.tutor.graph import WORKFLOW
from ui import session, subjects


def tutor(app: AppTest) -> AppTest:
    return app.switch_page("../pages/tutor.py").run()


def ask(app: AppTest, text: str) -> AppTest:
    return app.chat_input[0].set_value(text).run()


def texts(app: AppTest) -> str:
    return "\n".join(element.value for element in app.markdown)


def test_home_offers_every_workflow_and_says_that_nothing_waits(app: AppTest) -> None:
    assert "What should we work on?" in app.title[0].value
    assert not [each for each in app.button if (each.key or "").startswith("open-")]
    assert app.chat_input
    assert not app.exception


def test_an_empty_page_says_what_to_do_first(app: AppTest) -> None:
    labels = [button.label for button in tutor(app).button]
    assert set(WORKFLOW.starters) <= set(labels)


def test_a_question_is_answered_with_a_citation(app: AppTest) -> None:
    page = ask(tutor(app), "What is a foreign key?")
    assert "A foreign key is a column" in texts(page)
    assert ":primary[" in texts(page)
    assert not page.exception


def test_a_quiz_is_taken_and_the_input_is_off_meanwhile(app: AppTest) -> None:
    page = ask(tutor(app), "Give me a quiz of 1 question on normalisation")
    assert page.chat_input[0].disabled
    page.radio[0].set_value(page.radio[0].options[0])
    page = next(b for b in page.button if b.label == "Answer").click().run()
    assert not page.chat_input[0].disabled
    assert page.metric[0].value.endswith(" of 1")


def test_the_next_question_repeats_how_the_last_was_answered(app: AppTest) -> None:
    page = ask(tutor(app), "Give me a quiz of 2 questions on normalisation")
    assert "Your last answer" not in [each.value for each in page.caption]
    page.radio[0].set_value(page.radio[0].options[0])
    page = next(b for b in page.button if b.label == "Answer").click().run()
    assert "Your last answer" in [each.value for each in page.caption]


def test_a_stopped_message_can_be_asked_again_where_nothing_came_after_it(app: AppTest) -> None:
    ask(tutor(app), "What is a foreign key?")
    [thread] = session.agent().threads()
    [turn] = session.agent().history(thread.id)
    session.agent()._ledger.turns.set_status(turn.id, "stopped")
    page = app.run()
    page = page.button(key=f"again-{turn.id}").click().run()
    assert not page.exception
    assert [each.text for each in session.agent().history(thread.id)] == [turn.text] * 2
    assert not [each for each in page.button if (each.key or "").startswith("again-")]


def test_a_form_that_asks_what_was_meant_gives_way_to_a_new_message(app: AppTest) -> None:
    page = ask(tutor(app), "Give me a quiz")
    assert session.agent().pending()
    assert not page.chat_input[0].disabled
    page = ask(page, "What is a foreign key?")
    assert "A foreign key is a column" in texts(page)
    assert not session.agent().pending()


def test_an_answer_without_a_choice_is_refused_with_a_sentence(app: AppTest) -> None:
    page = ask(tutor(app), "Give me a quiz of 1 question on normalisation")
    page = next(b for b in page.button if b.label == "Answer").click().run()
    assert any("Nothing was chosen." in warning.value for warning in page.warning)
    assert page.chat_input[0].disabled


def with_mistral(page: AppTest) -> AppTest:
    page = page.sidebar.button(key="model-status").click().run()
    return page.sidebar.selectbox(key="provider").set_value("mistral").run()


def test_a_provider_without_a_key_says_what_is_missing(app: AppTest) -> None:
    page = with_mistral(tutor(app))
    said = "\n".join(caption.value for caption in page.sidebar.caption)
    assert "Mistral needs an API key." in said


def test_a_turn_that_cannot_start_fails_on_a_card_with_ways_out(app: AppTest) -> None:
    page = ask(with_mistral(tutor(app)), "What is a foreign key?")
    labels = [button.label for button in page.button]
    assert {"Try again", "Continue without AI", "Dismiss"} <= set(labels)
    page = next(b for b in page.button if b.label == "Continue without AI").click().run()
    assert "A foreign key is a column" in texts(page)


def test_an_unknown_thread_is_said_and_the_page_goes_on(app: AppTest) -> None:
    page = app.switch_page("../pages/tutor.py")
    page.query_params["thread"] = "nobody"
    page = page.run()
    assert any("does not exist" in error.value for error in page.error)
    assert page.chat_input


@pytest.mark.parametrize("kind", ["model", "other"])
def test_another_model_is_offered_where_a_model_failed(app: AppTest, kind: str) -> None:
    """Not where a cloud or a tracker did: there no model would do better."""
    ledger = session.graph_agent().ledger
    thread = ledger.threads.create("local", "tutor", title="It failed")
    turn = ledger.turns.append(thread, "Do it", inputs={}, model="embedded")
    failure = {"message": "It did not answer.", "hint": "", "retryable": True, "kind": kind}
    ledger.turns.set_status(turn, "failed", error=failure)
    ledger.threads.set_status(thread, "failed")
    page = app.switch_page("../pages/tutor.py")
    page.query_params["thread"] = thread
    page = page.run()
    assert "Try again" in [button.label for button in page.button]
    offered = any("another model" in caption.value for caption in page.caption)
    assert offered == (kind == "model")


def test_a_conversation_in_doubt_says_why_it_cannot_be_deleted(app: AppTest) -> None:
    ledger = session.graph_agent().ledger
    thread = ledger.threads.create("local", "tutor", title="A deployment")
    ledger.threads.set_status(thread, "failed")
    ledger.db.run(
        "insert into effects (key, kind, target, digest, approval, thread, run, status, at)"
        " values ('k', 'cloud.execute', 'a-stack', 'd', 'q', ?, 'r', 'intended', '2026')",
        thread,
    )
    ledger.db.run("insert into targets values ('a-stack', ?, 'r', 'f')", thread)
    page = app.switch_page("../pages/tutor.py")
    page.query_params["thread"] = thread
    page.session_state[f"icon-thread-{thread}"] = True
    page = page.run().sidebar.button(key=f"delete-{thread}").click().run()
    assert any("a-stack is not known yet" in error.value for error in page.error)
    assert not session.agent().thread(thread).deleted


def test_a_subject_picked_a_moment_before_the_message_is_asked(app: AppTest) -> None:
    """A slow page has not been drawn again when the message is sent."""
    page = tutor(app)
    before, other = page.selectbox(key=subjects.KEY).value, next(reversed(subjects.titles()))
    assert before != other
    page.selectbox(key=subjects.KEY).set_value(other)
    page = ask(page, "What is a foreign key?")
    agent = session.agent()
    (turn,) = agent.history(agent.threads()[0].id)
    assert turn.inputs == {"asignatura": other}
    assert page.selectbox(key=subjects.KEY).value == other
