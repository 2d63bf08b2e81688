"""What an answer changes, and what no answer can."""

from typing import Any

import pytest

from agent.questions import Reply
from agent.workflows.coach.nodes.answers import take_reply
from tests.workflows.coach.desk import GOAL, gap, plan

Plain = dict[str, Any]


def after(task: str, reply: Reply, **state: Any) -> Plain:
    given: Plain = {
        "current_task": task,
        "reply": dict(vars(reply)),
        "goal": GOAL.model_dump(mode="json"),
        "wanted": {"kind": "new_goal", "why": "it says so"},
        **state,
    }
    return take_reply(given)  # type: ignore[arg-type]


@pytest.mark.parametrize("task", ["goal", "skills", "courses", "approve", "limit", "clarify"])
@pytest.mark.parametrize(
    "reply", [Reply(cancelled=True), Reply(expired=True), Reply(option="stop")]
)
def test_a_cancelled_question_ends_the_turn_and_decides_nothing(task: str, reply: Reply) -> None:
    found = after(task, reply, learning_plan=plan().model_dump(mode="json"))
    assert found == {
        "reply": None,
        "problem": None,
        "ended": "cancelled",
        "human_feedback": None,
    }


# The goal


def test_what_the_form_says_becomes_the_goal() -> None:
    values = {"hours_a_week": 5.0, "deadline": None, "course_language": "any"}
    goal = after("goal", Reply(values=values))["goal"]
    assert (goal["hours_a_week"], goal["deadline"]) == (5.0, "")
    assert goal["course_language"] == ""


@pytest.mark.parametrize(
    "wrong",
    [
        {"hours_a_week": -3.0},
        {"hours_a_week": 500.0},
        {"deadline": "2020-01-01"},
    ],
)
def test_what_cannot_be_is_asked_again_and_the_rest_kept(wrong: Plain) -> None:
    found = after("goal", Reply(values={"background": "cook", **wrong}))
    assert found["problem"]
    assert found["asked"] == []
    assert found["goal"]["background"] == "cook"
    (field,) = wrong
    assert not found["goal"][field]


def test_a_level_that_was_corrected_is_held_because_the_user_said_so() -> None:
    gaps = [gap("python", required=2), gap("sql", required=1, held=1)]
    found = after("skills", Reply(values={"python": "1", "sql": "1"}), gaps=gaps)
    assert [(each["held"], each["evidence"]) for each in found["gaps"]] == [
        (1, "you said so"),
        (1, ""),
    ]
    # Both: what was left as it stood was agreed with.
    assert found["goal"]["held"] == {"python": 1, "sql": 1}


def test_what_the_skills_card_settled_stays_for_another_plan() -> None:
    gaps = [gap("python", required=3, held=2), gap("sql", required=1)]
    found = after("skills", Reply(values={"python": "1"}), gaps=gaps)
    assert found["goal"]["held"] == {"python": 1, "sql": 0}


# Courses


# The plan


def decided(reply: Reply, **more: Any) -> Plain:
    return after("approve", reply, learning_plan=plan().model_dump(mode="json"), **more)


@pytest.mark.parametrize("comment", ["", "no, never", "不同意", "rechazo esto"])
def test_a_decision_is_the_button_and_not_the_comment(comment: str) -> None:
    assert decided(Reply(decision="approve", comment=comment))["human_feedback"] == "approve"


@pytest.mark.parametrize("comment", ["yes", "I approve", "同意", "apruebo"])
def test_a_comment_approves_nothing(comment: str) -> None:
    found = decided(Reply(decision="reject", comment=comment, values={"milestone": "M2"}))
    assert found["human_feedback"] == "adjust"
    assert "ended" not in found
    assert (found["wanted"]["milestones"], found["wanted"]["wish"]) == (["M2"], comment)


def test_starting_over_goes_back_to_the_plan_in_force() -> None:
    before = plan(id_="old").model_dump(mode="json")
    found = decided(Reply(option="redo"), before=before, asked=["goal", "skills"])
    assert found["human_feedback"] == "redo"
    assert found["learning_plan"] == before
    assert (found["gaps"], found["course_candidates"]) == (None, None)
    assert found["asked"] == []


def test_a_part_of_what_leads_to_a_level_is_not_that_level_yet() -> None:
    for done in (("M1",), ("M1", "M2", "M3")):
        begun = plan(done=done).model_dump(mode="json")
        held = after("approve", Reply(option="redo"), learning_plan=begun)["goal"]["held"]
        assert held == ({} if len(done) == 1 else {"sql": 1})


def test_adjusting_with_nothing_or_half_chosen_says_what_to_choose() -> None:
    for values in ({}, {"milestone": "M2"}, {"change": "drop"}):
        found = decided(Reply(decision="reject", values=values))
        assert found["problem"]
        assert (found["wanted"]["edits"], found["filled"]) == ([], values)
    found = decided(Reply(decision="reject", values={"change": "hours_a_week", "hours": 3}))
    assert (found["problem"], found["wanted"]["edits"][0]["hours"]) == (None, 3)


# The limit


def test_going_on_allows_as_many_passes_again() -> None:
    assert after("limit", Reply(option="go_on"), loop_count=20)["allowance"] == 20
