"""What the Tutor was left with: quizzes that wait, exams, attempts, reviews, contests."""

from datetime import UTC, datetime, timedelta
from unittest.mock import patch

from agent.adapters.reviews import FsrsReviews
from agent.errors import ProviderError
from agent.workflows.tutor.quiz import exam
from tests.fakes import Breaks, Pause, Says
from tests.golden.world import LONG, MODEL, Scenes, Student, World, agree

scene = Scenes("tutor")
QUIZ = "Give me a quiz of 3 questions on normalisation"
FREE = {"num_questions": 2, "topics": ["normalisation"], "kinds": ["free"]}
EXAM = {"num_questions": 3, "topics": ["normalisation"], "exam_minutes": 240}
SEARCHES = Says("", calls=(("rag_search", {"query": "foreign key"}),))
DOWN = ProviderError("The model did not answer in time.", problem="timeout", retryable=True)


def long_ago(world: World) -> FsrsReviews:
    """Reviews whose clock is behind, so that what is missed is due already."""
    ledger = world.agent.ledger
    return FsrsReviews(ledger.db, ledger.contests, lambda: datetime.now(UTC) - timedelta(days=60))


@scene
def a_question_done(world: World) -> Student:
    student = world.talker("tutor")
    student.ask("What is a foreign key?")
    student.ask("When is the exam and how is it graded?")
    student.user.update(student.thread, title="Keys", pinned=True)
    (_, turn) = student.user.history(student.thread)
    student.user.rate(student.thread, turn.id, 1, "It names the day.")
    return student


@scene
def a_question_with_a_model_done(world: World) -> Student:
    student = world.talker("tutor", SEARCHES, Says("It refers to a key of another table [1]."))
    student.ask("What is a foreign key, in one sentence?")
    return student


@scene
def two_finished_quizzes_done(world: World) -> Student:
    """With missed questions, which are due; one of them is contested."""
    student = world.talker("tutor")
    with world.having(reviews=long_ago(world)):
        for topic in ("normalisation", "transactions"):
            student.ask(f"Give me a quiz of 5 questions on {topic}")
            agree(student)
    assert len(student.user.ports.reviews.due("local")) >= 2
    attempt = student.user.ports.attempts.all("local")[0]
    item = attempt.result["answers"][0]["item"]["id"]
    student.user.ports.contests.contest("local", quiz=attempt.id, item=item, reason="Ambiguous.")
    return student


@scene
def a_forked_conversation_done(world: World) -> Student:
    student = world.talker("tutor")
    student.ask("What is a primary key?")
    student.ask("And what is a view?")
    student.thread = student.user.fork(student.thread, 1)
    return student


@scene
def a_cancelled_quiz_done(world: World) -> Student:
    student = world.talker("tutor")
    student.ask(QUIZ)
    student.cancel()
    return student


@scene
def a_quiz_waiting_answer_question(world: World) -> Student:
    student = world.talker("tutor")
    student.ask(QUIZ)
    return student


@scene
def a_quiz_after_a_question_at_its_second_item_waiting_answer_question(world: World) -> Student:
    student = world.talker("tutor")
    student.ask("What is the second normal form?")
    student.ask(QUIZ)
    student.choose("a")
    return student


@scene
def a_short_answer_waiting_answer_question(world: World) -> Student:
    student = world.talker("tutor")
    student.ask("Quiz me", quiz_setup=FREE)
    return student


@scene
def a_quiz_that_a_model_called_waiting_answer_question(world: World) -> Student:
    calls = Says("", calls=(("generate_test", {"topic": "normalisation", "num_questions": 3}),))
    student = world.talker("tutor", calls)
    student.ask("Quiz me on normalisation")
    return student


@scene
def fewer_items_than_wanted_waiting_confirm_number(world: World) -> Student:
    student = world.talker("tutor")
    setup = {"num_questions": 20, "topics": ["normalisation"], "difficulty": "advanced"}
    student.ask("Quiz me", quiz_setup=setup)
    return student


@scene
def an_exam_waiting_answer_question(world: World) -> Student:
    """Its clock would run out before any test: this one has years."""
    student = world.talker("tutor")
    with patch.object(exam, "minutes", lambda _state: LONG):
        student.ask("An exam", quiz_setup=EXAM)
        student.choose("b")
    return student


@scene
def an_exam_that_expires_waiting_answer_question(world: World) -> Student:
    student = world.talker("tutor")
    student.ask("An exam", quiz_setup={**EXAM, "exam_minutes": 1, "kinds": ["choice", "free"]})
    return student


@scene
def a_review_waiting_answer_question(world: World) -> Student:
    student = world.talker("tutor")
    student.ask("Review what is due", review=True)
    return student


@scene
def a_quiz_again_waiting_answer_question(world: World) -> Student:
    student = world.talker("tutor")
    attempt = student.user.ports.attempts.all("local")[-1]
    student.ask("Ask me the missed ones again", retry_of=attempt.id)
    return student


@scene
def a_model_that_did_not_answer_failed(world: World) -> Student:
    student = world.talker("tutor", Breaks(DOWN, after="A foreign"))
    student.ask("What is a foreign key, briefly?")
    return student


@scene
def a_grading_failed(world: World) -> Student:
    """A short answer that was given, and that the model did not judge."""
    student = world.talker("tutor")
    student.ask("Quiz me", quiz_setup=FREE)
    student.model = MODEL
    world.script.add(Breaks(DOWN))
    student.write("Each fact is stored once.")
    return student


@scene
def an_answer_stopped(world: World) -> Student:
    pause = Pause()
    student = world.talker("tutor", Says("It is a key of another table.", pause=pause))
    run = student.user.ask("tutor", None, "What is a key?", model=MODEL, asignatura="databases")
    pause.wait_until_reached()
    student.user.stop(run.thread)
    pause.go_on()
    student.thread = run.thread
    assert run.wait(20)
    return student


@scene
def a_deleted_quiz_waiting_answer_question(world: World) -> Student:
    """Gone with its question; another one was deleted and brought back."""
    gone, student = world.talker("tutor"), world.talker("tutor")
    gone.ask(QUIZ)
    gone.user.delete(gone.thread)
    student.ask("Give me a quiz of 2 questions on indexes")
    student.user.delete(student.thread)
    student.user.restore(student.thread)
    return student
