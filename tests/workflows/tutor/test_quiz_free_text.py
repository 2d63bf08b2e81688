"""Answers in the user's own words: two readings, words without a model, failure and retry."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agent.adapters.llm.embedded import EmbeddedLlm
from agent.errors import ProviderError
from agent.events import Artifact
from agent.exchange.in_words import in_words
from agent.facade import UserAgent
from agent.ports import Item, Llm
from agent.questions import FreeText, Reply
from agent.workflows.tutor.quiz import nodes
from agent.workflows.tutor.quiz.steps import Answer, grade
from tests import fakes
from tests.workflows.tutor.test_quiz import runtime, started

Plain = dict[str, Any]

ITEM = replace(
    fakes.item(1),
    kind="free",
    options=(),
    key="A set of columns that identifies each row.",
    terms=(("columns", "attributes"), ("identifies", "tells apart")),
)


def says(
    right: bool, *, sure: bool = True, again: bool = False, why: str = "Because it says so."
) -> fakes.Gives:
    step = "grade_free_answer_again" if again else "grade_free_answer"
    return fakes.Gives(step, {"right": right, "is_sure": sure, "why": why})


def grade_given(item: Item, given: str, llm: Llm) -> Plain:
    value = Answer(item=item, given=given, language="en")
    return grade(value, llm=llm, document="A table has rows and columns.")


def judged(given: str, *lines: fakes.Line) -> Plain:
    report = fakes.RecordingReporter()
    llm = fakes.ScriptedLlm(fakes.Script(*lines), report) if lines else EmbeddedLlm(report)
    return grade_given(ITEM, given, llm)


class TestByWords:
    @pytest.mark.parametrize(
        ("given", "outcome", "missing"),
        [
            ("Columns which identify every row", "right", []),
            ("It tells apart rows by their attributes.", "right", []),
            ("Some columns", "wrong", ["identifies"]),
            ("no idea", "wrong", ["columns", "identifies"]),
        ],
    )
    def test_required_words_are_looked_for_with_those_that_stand_for_them(
        self, given: str, outcome: str, missing: list[str]
    ) -> None:
        found = judged(given)
        assert (found["outcome"], found["by"]) == (outcome, "rules")
        assert found["readings"][0]["missing"] == missing

    def test_of_an_item_made_by_rules_other_words_decide_nothing_and_other_figures_do(self) -> None:
        """Unknown words may stand for those of a document; none of its others does."""
        ours = replace(ITEM, origin="rules")
        llm = EmbeddedLlm(fakes.RecordingReporter())
        outcomes = {
            given: grade_given(ours, given, llm)["outcome"]
            for given in ("columns that identify rows", "no idea", "rows")
        }
        assert list(outcomes.values()) == ["right", "undecided", "wrong"]
        figure = replace(ours, key="15", terms=(("15",),))
        given = [grade_given(figure, said, llm)["outcome"] for said in ("fifteen kg", "14")]
        assert given == ["right", "wrong"]

    def test_where_no_word_is_required_rules_do_not_decide(self) -> None:
        open_ = replace(ITEM, terms=())
        llm = EmbeddedLlm(fakes.RecordingReporter())
        assert grade_given(open_, "Anything", llm)["outcome"] == "undecided"

    def test_nothing_said_is_skipped_and_not_judged(self) -> None:
        assert judged("") == {"outcome": "skipped"}


class TestByAModel:
    @pytest.mark.parametrize(("right", "outcome"), [(True, "right"), (False, "wrong")])
    def test_one_reading_that_is_sure_decides(self, right: bool, outcome: str) -> None:
        found = judged("An answer", says(right))
        assert (found["outcome"], found["by"], len(found["readings"])) == (outcome, "model", 1)

    @pytest.mark.parametrize(("right", "outcome"), [(True, "right"), (False, "wrong")])
    def test_two_readings_that_agree_decide(self, right: bool, outcome: str) -> None:
        found = judged("An answer", says(right, sure=False), says(right, again=True))
        assert (found["outcome"], found["by"], len(found["readings"])) == (outcome, "model", 2)

    def test_two_readings_that_differ_decide_nothing_and_are_both_kept(self) -> None:
        found = judged("An answer", says(True, sure=False), says(False, again=True))
        assert found["outcome"] == "undecided"
        assert [reading["right"] for reading in found["readings"]] == [True, False]

    def test_a_reading_that_fails_is_an_error_and_never_right(self) -> None:
        error = ProviderError("The model did not answer in time.", problem="timeout")
        with pytest.raises(ProviderError):
            judged("An answer", says(True, sure=False), fakes.Breaks(error))


def test_an_answer_nobody_decided_is_shown_with_both_readings_and_not_scored_right() -> None:
    run = runtime(says(True, sure=False), says(False, again=True))
    run.context.ports.sealed.put("thread", "quiz-1", {"items": [nodes.items.to_plain(ITEM)]})
    quiz = started(user_answers=["An answer"], answer_notes=[{}], questions=[{"kind": "free"}])
    update = nodes.grade_answer(quiz, run)
    assert update["scores"] == [False]
    assert update["answer_notes"][0]["outcome"] == "undecided"
    [shown] = [e.data for e in run.context.report.events if isinstance(e, Artifact)]
    assert shown["outcome"] == "undecided"
    assert len(shown["readings"]) == 2
    assert shown["right"] == ITEM.key
    assert in_words("feedback", shown).count("Because it says so.") == 2


def ask_free(user: UserAgent, model: Any, number: int = 1) -> str:
    run = user.ask(
        "tutor",
        None,
        "Quiz me",
        model=model,
        asignatura="databases",
        quiz_setup={"num_questions": number, "topics": ["normalisation"], "kinds": ["free"]},
    )
    assert run.wait(20)
    return run.thread


def test_a_failed_grading_is_retried_where_it_stood(tmp_path: Path) -> None:
    """The turn fails with a sentence; Try again grades the same answer and goes on."""
    error = ProviderError("The model did not answer in time.", problem="timeout", retryable=True)
    script = fakes.Script(fakes.Breaks(error), says(True))
    agent = fakes.open_fake_agent(tmp_path, script=script, bank=[ITEM])
    user = agent.for_user("local")
    thread = ask_free(user, fakes.MODEL)
    [asked] = user.pending(thread)
    assert isinstance(asked.question, FreeText)
    answer = Reply(text="Columns that identify rows")
    assert user.answer(thread, asked.question.id, answer, model=fakes.MODEL).wait(20)
    turn = user.history(thread)[-1]
    assert turn.status == "failed"
    assert turn.error is not None
    assert "did not answer" in turn.error["message"]
    assert turn.error["hint"].startswith("Your answer is kept")
    assert user.pending(thread) == []
    assert user.resume(thread, model=fakes.MODEL).wait(20)
    turn = user.history(thread)[-1]
    assert turn.status == "done"
    [result] = [entry.data for entry in turn.entries if entry.kind == "quiz_result"]
    assert (result["score"], result["total"]) == (1, 1)
    assert result["answers"][0]["given"] == "Columns that identify rows"
    script.finish()
    agent.close()


def test_a_free_question_can_be_skipped_and_graded_by_rules(tmp_path: Path) -> None:
    agent = fakes.open_fake_agent(
        tmp_path, bank=[ITEM, replace(ITEM, id="two", evidence="Another sentence of the notes.")]
    )
    user = agent.for_user("local")
    thread = ask_free(user, fakes.RULES, 2)
    for reply in (Reply(option="skip"), Reply(text="columns that identify each row")):
        [asked] = user.pending(thread)
        assert user.answer(thread, asked.question.id, reply, model=fakes.RULES).wait(20)
    turn = user.history(thread)[-1]
    [result] = [entry.data for entry in turn.entries if entry.kind == "quiz_result"]
    assert [a["outcome"] for a in result["answers"]] == ["skipped", "right"]
    assert result["answers"][1]["by"] == "rules"
    agent.close()
