"""Every recommendation, in every state in which it is offered, does what it says in one click."""

from collections.abc import Callable
from typing import Any

import pytest

from agent import Settings, open_agent
from agent.engine.workflow import Recommendation
from agent.errors import ProviderError
from agent.facade import UserAgent
from agent.language.text import language_of
from agent.questions import Choice, Reply
from agent.store.records import Turn
from tests.core.talk import QUIZ, answer, ask, done, waiting_id
from tests.fakes import MODEL, RULES, Breaks, open_fake_agent

State = Callable[[UserAgent], str]
QUIZZES = {"quiz", "start_quiz", "retry"}


@pytest.fixture(scope="module")
def course(folders):
    """The sample course, searched by words alone."""
    agent = open_agent(Settings(interlude_data=folders(), interlude_embedder="none"))
    yield agent
    agent.close()


def answered(text: str, *, wish: str = "documents", **inputs: Any) -> State:
    """An answer; where it is asked what is meant, `wish` is."""

    def make(user: UserAgent) -> str:
        run = done(user.ask("tutor", None, text, model=RULES, asignatura="databases", **inputs))
        for asked in user.pending(run.thread):
            assert asked.question.step == "clarify"
            reply = Reply(option=wish)
            done(user.answer(run.thread, asked.question.id, reply, model=RULES))
        return run.thread

    return make


def key_of(user: UserAgent, thread: str, text: str) -> str:
    """The right option of the open item, as the author of the bank knows it."""
    bank = user.ports.bank.items("databases")
    return next(item.key for item in bank if item.question_text == text)


def quizzed(text: str, *, right: int, then: str = "", **setup: Any) -> State:
    """A quiz with so many right answers; the others are wrong, or `then` is done."""

    def make(user: UserAgent) -> str:
        more = {"quiz_setup": setup} if setup else {}
        inputs = {"asignatura": "databases", **more}
        thread = done(user.ask("tutor", None, text, model=RULES, **inputs)).thread
        number = 0
        while found := user.pending(thread):
            (asked,) = found
            assert isinstance(asked.question, Choice)
            key = key_of(user, thread, asked.question.body)
            number += 1
            if then == "cancel" and number > right:
                done(user.cancel(waiting_id(user, thread), model=RULES))
                continue
            wrong = next(o.id for o in asked.question.options if o.id != key)
            option = key if number <= right else (then or wrong)
            answer(user, thread, option)
        return thread

    return make


STATES: dict[str, State] = {
    "a basic answer": answered("What is a foreign key?"),
    "an advanced answer": answered("Why would one denormalise a schema?"),
    "an answer in Spanish": answered("¿Qué es una clave ajena?"),
    "nothing in the documents": answered("What is the boiling point of tungsten?"),
    "a fact of the guide": answered("When is the exam?", wish="guide"),
    "a greeting": answered("Hello", wish="chat"),
    "a misspelt quiz": answered("Quiz", quiz_setup={"topic": "cooking"}),
    "a quiz with misses": quizzed(QUIZ, right=1),
    "a perfect quiz": quizzed(QUIZ, right=3),
    "a quiz on everything with misses": quizzed("Quiz me", right=1, num_questions=3),
    "a quiz in Spanish with misses": quizzed("Hazme un test", right=1, num_questions=3),
    "a quiz in Chinese with one miss": quizzed("给我出道题", right=1, num_questions=2),
    "a greeting in Spanish": answered("Hola", wish="chat"),
    "a cancelled quiz": quizzed(QUIZ, right=1, then="cancel"),
    "a quiz ended at once": quizzed(QUIZ, right=0, then="end"),
    "an advanced quiz with few items": quizzed(
        "A hard quiz", right=1, num_questions=1, topic="relational model", difficulty="advanced"
    ),
}


def press(user: UserAgent, thread: str, recommendation: Recommendation) -> Turn:
    """One click, in a copy of the thread."""
    fork = user.fork(thread, user.history(thread)[-1].n)
    inputs = {"asignatura": "databases", **recommendation.inputs}
    done(user.ask("tutor", fork, recommendation.text, model=RULES, **inputs))
    return user.history(fork)[-1]


@pytest.mark.parametrize("name", STATES)
def test_every_recommendation_can_be_pressed(course, name):
    """It starts a turn that ends well; one that promises a quiz asks its first question."""
    user = course.for_user("local")
    thread = STATES[name](user)
    found = user.recommendations(thread)
    assert found, "there is always something to do next"
    assert len({recommendation.id for recommendation in found}) == len(found)
    for recommendation in found:
        assert recommendation.label
        assert recommendation.why
        assert "all 0" not in recommendation.why
        turn = press(user, thread, recommendation)
        if not recommendation.id.startswith("suggested"):  # which may be a sample's own messages
            expected = "waiting" if recommendation.id in QUIZZES else "done"
            assert turn.status == expected, recommendation
            assert_in_language(recommendation, name)
        assert turn.answer or turn.status == "waiting", recommendation


def assert_in_language(recommendation: Recommendation, name: str) -> None:
    """What the button says, as well as what it sends of its own."""
    told = [recommendation.label]
    if recommendation.id != "explain_missed":  # which quotes a question of the course
        told.append(recommendation.text)
    code = "es" if "Spanish" in name else "zh" if "Chinese" in name else "en"
    assert {language_of(text) for text in told} == {code}, told


def test_after_a_failure(folder, script):
    script.add(Breaks(ProviderError("Out of order.", problem="unavailable", retryable=True)))
    agent = open_fake_agent(folder, script=script)
    user = agent.for_user("local")
    thread = ask(user, "Why keys?", model=MODEL)
    assert user.thread(thread).status == "failed"
    (recommendation,) = user.recommendations(thread)
    inputs = {"asignatura": "databases", **recommendation.inputs}
    done(user.ask("tutor", thread, recommendation.text, model=RULES, **inputs))
    assert user.history(thread)[-1].status == "waiting"
    agent.close()


def test_nothing_is_recommended_while_a_question_waits(course):
    user = course.for_user("local")
    thread = ask(user, "Give me a quiz on keys")
    assert user.thread(thread).status == "waiting"
    assert user.recommendations(thread) == []
