"""Quizzes that follow from quizzes: contested, missed, weak, due; and one question explained."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from agent.events import Artifact, Notice
from agent.exchange import item_of
from agent.language.text import language_of
from agent.store.records import Entry, Turn
from agent.workflows.tutor import nodes as tutor
from agent.workflows.tutor.quiz import items, nodes
from agent.workflows.tutor.quiz.result import result_of, revised
from agent.workflows.tutor.recommend import recommend
from tests import fakes
from tests.workflows.tutor.test_nodes import called, state
from tests.workflows.tutor.test_quiz import drawn, runtime, started


def finished(run, *answers, **more):
    """A quiz of three, answered and finalized; `nodes` tell what was answered when."""
    return nodes.finalize_test(drawn(run, user_answers=list(answers), **more), run)


def contest(run, item, quiz="quiz-1"):
    run.context.ports.contests.contest("ada", quiz=quiz, item=item, reason="two are right")


def ids(update):
    return [question["id"] for question in update["questions"]]


# Contested


def test_a_contested_item_is_drawn_by_no_quiz():
    run = runtime()
    finished(run, "a", "b", "c")
    contest(run, "normalisation-2")
    update = nodes.generate_questions_node(started(quiz_id="quiz-2", num_questions=2), run)
    assert ids(update) == ["normalisation-1", "normalisation-3"]
    run.context.ports.contests.decide("normalisation-2", "put back", who="ada")
    update = nodes.generate_questions_node(started(quiz_id="quiz-3"), run)
    assert "normalisation-2" in ids(update)


def test_a_contested_item_is_not_retried():
    run = runtime()
    finished(run, "b", "a", "c")
    contest(run, "normalisation-2")
    again = started(retry_of="quiz-1", quiz_id="quiz-2")
    assert ids(nodes.generate_questions_node(again, run)) == ["normalisation-1"]


def test_when_all_that_was_missed_is_contested_that_is_said():
    run = runtime()
    finished(run, "a", "a", "c")
    contest(run, "normalisation-2")
    again = started(retry_of="quiz-1", quiz_id="quiz-2")
    update = nodes.generate_questions_node(again, run)
    assert update["quiz_over"] == "empty"
    end = nodes.finalize_test({**again, **update}, run)
    assert "contested" in end["messages"][1].text


def test_contested_while_the_quiz_runs_it_does_not_count_at_its_end():
    run = runtime()
    quiz = drawn(run, user_answers=["a", "a", "c"])
    contest(run, "normalisation-2")
    update = nodes.finalize_test(quiz, run)
    assert update["messages"][1].text.startswith("Quiz on normalisation: 2 of 2 right (100 %).")
    shown = next(e.data for e in run.context.report.events if isinstance(e, Artifact))
    assert (shown["score"], shown["total"]) == (2, 2)
    assert shown["before"] == {"score": 2, "total": 3}


def test_a_retired_and_corrected_item_is_asked_as_corrected():
    run = runtime()
    finished(run, "b", "b", "c")
    better = fakes.item(1)
    better = item_of({**items.to_plain(better), "question_text": "What holds now?"})
    run.context.ports.bank.put([better])
    update = nodes.generate_questions_node(started(retry_of="quiz-1", quiz_id="quiz-2"), run)
    assert update["questions"][0]["question_text"] == "What holds now?"


# The turn as it reads now


def turn_of(result, *, feedback=()) -> Turn:
    entries = (
        *(Entry(f"feedback:quiz-1:{n}", "feedback", data) for n, data in enumerate(feedback)),
        Entry("result:quiz-1", "quiz_result", result),
    )
    return Turn("t", "thread", "tutor", 1, "Quiz me", {}, "embedded", "done", "", "", None, entries)


def stored(*answers):
    made = result_of(
        fakes.items()[:3], answers, topic="normalisation", over="finished", quiz="quiz-1"
    )
    return json.loads(json.dumps(made))


def test_a_stored_result_reads_without_what_was_contested_since():
    run = runtime()
    finished(run, "a", "a", "a")
    told = {"quiz": "quiz-1", "item": "normalisation-2", "outcome": "wrong"}
    turn = turn_of(stored("a", "a", "a"), feedback=[told])
    assert revised(turn, run.context.ports) is turn
    contest(run, "normalisation-2")
    feedback, result = revised(turn, run.context.ports).entries
    assert feedback.data["void"]["reason"] == "two are right"
    assert (result.data["score"], result.data["total"]) == (1, 2)
    assert turn.entries[1].data["total"] == 3


def test_recommendations_follow_the_result_as_it_counts():
    run = runtime()
    finished(run, "a", "a", "a")
    contest(run, "normalisation-2")
    turn = revised(turn_of(stored("a", "a", "a")), run.context.ports)
    labels = {r.id: r for r in recommend(turn)}
    assert "1 of 2" in labels["retry"].why
    assert labels["explain_missed"].inputs["about"]["item"] == "normalisation-3"
    contest(run, "normalisation-3")
    turn = revised(turn_of(stored("a", "a", "a")), run.context.ports)
    assert [r.id for r in recommend(turn)] == ["start_quiz"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Quiz me", "en"),
        ("Hazme un test", "es"),
        ("给我出题", "zh"),
    ],
)
def test_recommendations_are_in_the_conversations_language(text, language):
    turn = replace(turn_of(stored("a", "a", "a")), text=text)
    retry = next(r for r in recommend(turn) if r.id == "retry")
    assert {language_of(retry.label), language_of(retry.text)} == {language}


# Review


def due_tomorrow(run):
    now = datetime.now(UTC)
    run.context.ports.reviews._clock = lambda: now + timedelta(days=1)


def test_what_was_missed_is_practised_ahead_or_when_it_is_due_and_then_later():
    run = runtime()
    finished(run, "a", "a", "")
    review = started(review=True, quiz_id="quiz-2", num_questions=5)
    ahead = nodes.generate_questions_node(review, run)
    assert set(ids(ahead)) == {"normalisation-2", "normalisation-3"}
    due_tomorrow(run)
    update = nodes.generate_questions_node(review, run)
    assert ids(update) == ["normalisation-2", "normalisation-3"]
    assert "drafted" not in update
    nodes.finalize_test({**review, **update, "user_answers": ["b", "c"]}, run)
    assert run.context.ports.reviews.due("ada") == []


def test_a_contested_answer_makes_no_card():
    run = runtime()
    quiz = drawn(run, user_answers=["a", "a", "c"])
    contest(run, "normalisation-2")
    nodes.finalize_test(quiz, run)
    run.context.ports.contests.decide("normalisation-2", "put back", who="ada")
    assert run.context.ports.reviews.scheduled("ada") == []


def test_a_review_of_nothing_says_so():
    run = runtime()
    review = started(review=True, quiz_id="quiz-2")
    update = nodes.generate_questions_node(review, run)
    end = nodes.finalize_test({**review, **update}, run)
    assert end["messages"][1].text == "Nothing is due for review in this subject."


@pytest.mark.parametrize("key", ["review", "retry_of", "focus", "about"])
def test_what_a_button_asks_for_needs_no_model_to_agree(key):
    run = runtime(fakes.Says("I would rather talk."))
    update = tutor.think(state("Give me a quiz of 5 questions", **{key: "quiz-1"}), run)
    assert called(update) == ["explain_item" if key == "about" else "generate_test"]


# Weak topics


def test_a_quiz_on_weak_topics_has_no_topic_of_its_own():
    run = runtime()
    begun = nodes.initialize_test(started(focus="weak"), run)
    assert begun["topic"] == ""


def test_a_model_may_ask_for_weak_topics_where_the_words_do_not():
    run = runtime()
    args = {"topic": "", "is_on_weak": True}
    call = {"name": "generate_test", "args": args, "id": "call", "type": "tool_call"}
    asked = started(messages=[HumanMessage("Yes, those"), AIMessage("", tool_calls=[call])])
    assert nodes.initialize_test(asked, run)["focus"] == "weak"
    told = [e.text for e in run.context.report.events if isinstance(e, Notice)]
    assert told == ["You have no weak topics so far, so this quiz covers all topics."]


def drawn_on_weak_topics(number, bank):
    """After a quiz on normalisation that went wrong, the only one that was taken."""
    run = runtime()
    finished(run, "b", "a", "b")
    run.context.ports.bank.put(bank)
    again = started(focus="weak", num_questions=number)
    begun = {**again, **nodes.initialize_test(again, run)}
    return nodes.generate_questions_node(begun, run)["questions"]


def test_a_quiz_on_weak_topics_is_on_those_alone():
    others = [fakes.item(n, topic="keys") for n in range(1, 9)]
    found = drawn_on_weak_topics(3, others)
    assert [question["topic"] for question in found] == ["normalisation"] * 3


# Time and confidence


def test_when_each_question_was_asked_and_answered_is_in_the_result():
    run = runtime()
    day = "2026-01-01T10:0{}:00+00:00"
    noted = [{"asked": day.format(n), "answered": day.format(n + 1)} for n in range(3)]
    noted[1]["confidence"] = 1
    finished(run, "a", "b", "c", answer_notes=noted)
    answers = run.context.ports.attempts.get("ada", "quiz-1").result["answers"]
    assert [a["asked"] for a in answers] == [day.format(n) for n in range(3)]
    assert [a.get("confidence") for a in answers] == [None, 1, None]


# One question


def asked_about(run, item="normalisation-2"):
    about = {"quiz": "quiz-1", "item": item}
    first = state("Explain this question", about=about)
    update = tutor.think(first, run)
    [call] = update["messages"][0].tool_calls
    result = tutor.run_tool(call["name"], call["args"], first, run.context)
    return update, result


NOTES = fakes.Document(
    "normalisation-notes",
    "Normalisation",
    "databases",
    " ".join(f"The evidence for normalisation {n} stands in the notes." for n in (1, 2, 3)),
)


def run_with_evidence(*lines):
    run = runtime(*lines)
    run.context.ports.library.add(NOTES)
    return run


def test_the_answer_about_a_question_is_about_it_and_cites_its_evidence():
    run = run_with_evidence()
    finished(run, "a", "a", "a")
    _, result = asked_about(run)
    assert "What holds for normalisation 2?" in result.text
    assert "You answered “Answer a of normalisation 2”." in result.text
    assert "**Answer b of normalisation 2**" in result.text
    assert "“The evidence for normalisation 2 stands in the notes.” [1]" in result.text
    assert [entry["mark"] for entry in result.context] == ["1"]


def test_without_a_model_that_is_the_whole_answer():
    run = run_with_evidence()
    finished(run, "a", "a", "a")
    update, result = asked_about(run)
    call = update["messages"][0]
    told = tool_message(result.text)
    told.additional_kwargs = {"said": result.said}
    answer = tutor.think(
        {
            **state("Explain this question", about={"quiz": "quiz-1", "item": "normalisation-2"}),
            "messages": [HumanMessage("Explain this question", id="turn"), call, told],
            "tool_rounds": 1,
        },
        run,
    )
    assert answer["messages"][0].text == result.said
    assert "(data)" not in result.said


def tool_message(text):
    return ToolMessage(text, tool_call_id="rule-explain_item", name="explain_item")


def test_that_it_was_contested_is_said():
    run = run_with_evidence()
    finished(run, "a", "a", "a")
    contest(run, "normalisation-2")
    assert "does not count" in asked_about(run)[1].text


def test_another_user_s_quiz_tells_nothing():
    run = run_with_evidence()
    finished(run, "a", "a", "a")
    run.context.ports.attempts._db.run("update attempts set owner = 'bob'")
    text = asked_about(run)[1].text
    assert "does not exist" in text
    assert "Answer b" not in text


def explained(run, *, after=(), **arguments):
    asked = state("Explain")
    asked["messages"] = [*after, *asked["messages"]]
    return tutor.run_tool("explain_item", arguments, asked, run.context)


def test_a_question_of_the_last_quiz_is_found_by_its_number():
    run = run_with_evidence()
    finished(run, "b", "a", "a")
    [attempt] = run.context.ports.attempts.all("ada")
    answer = attempt.result["answers"][0]
    taken = {answer["item"]["key"], answer["given"]}
    other = next(id_ for id_, _ in answer["item"]["options"] if id_ not in taken)
    first = explained(run, question=1, option=other).text
    assert "Answer b" in first
    assert f"Option {other.upper()}" in first
    given = explained(run, question=1, option=answer["given"]).text
    assert f"Option {answer['given'].upper()}" not in given


def test_without_a_number_the_questions_are_listed():
    run = run_with_evidence()
    finished(run, "a", "a", "a")
    listed = explained(run)
    assert "3. " in listed.text
    assert explained(run, question=9).text == listed.text


@pytest.mark.parametrize("over", ["cancelled", "ended"])
def test_what_was_shown_here_is_explained_however_the_quiz_ended(over):
    run = run_with_evidence()
    finished(run, "a", "a", "a", quiz_id="quiz-0")
    run.context.ports.attempts._db.run("update attempts set thread = 'another'")
    end = finished(run, "a", quiz_over=over)["messages"]
    assert "2. What holds for" in end[0].text
    shown = explained(run, after=end, question=2)
    assert "You did not answer it" in shown.text
    assert "3. " not in explained(run, after=end, question=3).text


def test_an_answer_in_own_words_is_told_beside_the_model_answer():
    run = run_with_evidence()
    free = replace(fakes.item(1), kind="free", options=(), key="Each fact once", terms=())
    run.context.ports.sealed.put("thread", "quiz-1", {"items": [items.to_plain(free)]})
    quiz = started(questions=[{}], user_answers=["no fact twice"], num_questions=1)
    nodes.finalize_test({**quiz, "answer_notes": [{"outcome": "right"}]}, run)
    said = explained(run, question=1).text
    assert said.index("You answered **no fact twice**") < said.index("**Each fact once**")


def test_before_any_quiz_a_model_that_calls_the_tool_is_told():
    assert "No quiz" in explained(runtime()).text
