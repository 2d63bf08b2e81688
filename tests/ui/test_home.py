"""Home: the box that finds the workflow, and what waits."""

import pytest
from streamlit.testing.v1 import AppTest

from agent import ModelChoice, known_workflows
from agent.facade import UserAgent
from agent.intents import Guess
from agent.intents.workflow import NONE
from ui import conversations, session

RULES = ModelChoice()


def say(app: AppTest, text: str, monkeypatch: pytest.MonkeyPatch, *, guess: Guess) -> AppTest:
    monkeypatch.setattr(UserAgent, "choose_workflow", lambda *_a, **_k: guess)
    return app.chat_input[0].set_value(text).run()


def texts(app: AppTest) -> str:
    return "\n".join(str(each.value) for each in [*app.markdown, *app.caption])


def test_a_clear_message_goes_to_its_workflow(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    guess = Guess(("tutor", "coach"), 1.0, is_sure=True)
    page = say(app, "What is a foreign key?", monkeypatch, guess=guess)
    assert not page.exception
    [thread] = session.agent().threads()
    assert (thread.workflow, thread.title) == ("tutor", "What is a foreign key?")


def test_an_unclear_message_is_kept_and_asked_about(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    guess = Guess(("tutor", "studio", "infra", "tickets", "coach"), 0.1, is_sure=False)
    page = say(app, "zebras", monkeypatch, guess=guess)
    assert "zebras" in texts(page)
    places = [b.label for b in page.button if (b.key or "").startswith("place-")]
    summaries = [workflow.summary.rstrip(".") for workflow in known_workflows().values()]
    assert all(any(summary in place for place in places) for summary in summaries)
    assert session.agent().threads() == []
    page = page.button(key="place-tutor").click().run()
    assert not page.exception
    [thread] = session.agent().threads()
    assert (thread.workflow, thread.title) == ("tutor", "zebras")


def test_a_message_that_is_not_sent_comes_back_into_the_box(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    guess = Guess(("tutor", "studio", "infra", "tickets", "coach"), 0.1, is_sure=False)
    page = say(app, "zebras", monkeypatch, guess=guess)
    page = page.button(key="place-cancel").click().run()
    assert page.chat_input[0].value == "zebras"
    assert not [each for each in page.button if (each.key or "").startswith("place-")]


def test_a_message_that_no_workflow_is_for_stays_in_the_box(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = say(app, "hello", monkeypatch, guess=Guess((NONE, "tutor"), 1.0, is_sure=True))
    assert page.chat_input[0].value == "hello"


def test_a_question_that_the_documents_answer_goes_to_their_subject(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    guess = Guess((NONE, "infra"), 1.0, is_sure=True)
    page = say(app, "What is a foreign key?", monkeypatch, guess=guess)
    assert not page.exception
    [thread] = session.agent().threads()
    assert thread.workflow == "tutor"
    assert session.agent().state(thread.id)["asignatura"] == "databases"


def test_a_greeting_is_answered_with_what_can_be_asked(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = say(app, "hello", monkeypatch, guess=Guess((NONE, "tutor"), 1.0, is_sure=True))
    assert session.agent().threads() == []
    page = page.button(key="place-tutor").click().run()
    assert not page.exception
    [thread] = session.agent().threads()
    assert thread.workflow == "tutor"


def ask_for_a_quiz(topic: str) -> None:
    run = session.agent().ask(
        "tutor",
        None,
        f"Give me a quiz of 2 questions on {topic}",
        model=RULES,
        asignatura="databases",
    )
    for _ in run.events():
        pass


def test_a_question_is_dismissed_without_opening_it(app: AppTest) -> None:
    ask_for_a_quiz("keys")
    page = app.run()
    [asked] = session.agent().pending()
    assert asked.question.id in page.button(key=f"open-{asked.question.id}").key
    page = page.button(key=f"dismiss-{asked.question.id}").click().run()
    assert session.agent().count_waiting() == 0
    assert not page.exception


def test_a_cancelled_conversation_has_another_icon_than_a_finished_one(app: AppTest) -> None:
    ask_for_a_quiz("keys")
    [asked] = session.agent().pending()
    list(session.agent().cancel(asked.question.id, model=RULES).events())
    [thread] = session.agent().threads()
    assert thread.is_cancelled
    page = app.run()
    assert page.button(key=f"recent-{thread.id}").icon == conversations.icon_of(thread)
    assert conversations.icon_of(thread) != conversations.STATUS_ICONS["done"]


def test_many_things_are_folded_by_workflow_and_named_by_their_conversation(app: AppTest) -> None:
    topics = ("keys", "views", "joins", "indexes", "transactions")
    for topic in topics:
        ask_for_a_quiz(topic)
    page = app.run()
    [folded] = page.expander
    assert "Tutor · 5" in folded.label
    assert "transactions" in folded.label
    titles = [each.value for each in folded.markdown]
    assert all(any(topic in title for title in titles) for topic in topics)
