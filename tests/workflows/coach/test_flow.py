"""From a goal to an approved plan, and what comes after, by rules alone."""

from datetime import UTC, date, datetime

import pytest

from agent.errors import InvalidReply
from agent.facade import GraphAgent
from agent.ports import CoachRules
from agent.questions import Approval, Choice, Form, Reply
from agent.workflows.coach.planning.phrasing import day_of
from tests.fakes_coach import FakeCourses
from tests.workflows.coach.talk import QUESTION, Learner, asks, calls, last, notices

TODAY = datetime.now(UTC).date()
GOAL = "I want to learn SQL and Python, 6 hours a week"


def test_a_goal_becomes_an_approved_plan(learner: Learner) -> None:
    turn = learner.ask(GOAL)
    assert learner.asks == "goal"
    learner.agree()
    assert learner.asks == "courses"
    turn = learner.choose("satisfied")
    assert learner.asks == "approve"
    shown = last(turn, "coach_plan")["plan"]
    turn = learner.approve()
    assert turn.status == "done"
    (kept,) = learner.user.ports.plans.all("local")
    assert kept.plan == {**shown, "status": "approved"}
    assert kept.status == "approved"
    assert learner.state["learning_plan"] == kept.plan
    assert learner.state["is_complete"] is True
    assert last(turn, "outcome")["status"] == "approved"
    assert last(turn, "outcome")["agent"] == "learning_planner"
    assert date.fromisoformat(last(turn, "outcome")["at"][:10])


def test_every_pass_says_who_was_called(learner: Learner) -> None:
    turn = learner.plan(GOAL)
    assert calls(turn) == [
        ("human_input", "goal"),
        ("course_advisor", "find"),
        ("human_input", "courses"),
        ("learning_planner", "plan"),
        ("end", "end"),
    ]
    told = [entry.data for entry in turn.entries if entry.kind == "coach_call"]
    assert [call["loop"] for call in told] == [1, 2, 3, 4, 5]
    assert all(call["source"] == "rule" for call in told)
    assert [call["most"] for call in told] == [10, 11, 11, 13, 14], "anew after each answer"


def test_a_level_that_is_corrected_changes_the_gaps(learner: Learner) -> None:
    learner.to("goal", GOAL)
    turn = learner.keep(**{"level:python": "3"})
    gaps = {gap["skill"]: gap for gap in last(turn, "coach_gaps")["gaps"]}
    assert gaps["python"]["held"] == 3
    assert gaps["python"]["evidence"]
    assert "python" not in last(turn, "coach_courses")["coverage"]


def test_whoever_has_it_all_is_told_so(learner: Learner) -> None:
    learner.to("goal", GOAL)
    question = learner.question
    assert isinstance(question, Form)
    levels = [field.id for field in question.fields if field.id.startswith("level:")]
    turn = learner.keep(**dict.fromkeys(levels, "3"))
    assert last(turn, "outcome")["status"] == "nothing_to_learn"
    assert not learner.waits


@pytest.mark.parametrize("hours", [0.0, -1.0, 200.0])
def test_hours_that_cannot_be_are_asked_again(learner: Learner, hours: float) -> None:
    learner.ask("I want to learn databases from scratch")
    learner.keep(hours_a_week=hours)
    assert learner.asks == "goal"
    assert "80" in learner.question.body
    learner.keep(hours_a_week=4.0)
    assert learner.asks == "courses"


# Courses


def test_more_keeps_the_courses_and_different_ones_replace_them(learner: Learner) -> None:
    turn = learner.to("courses", GOAL)
    first = [course["id"] for course in last(turn, "coach_courses")["courses"]]
    turn = learner.choose("more")
    more = [course["id"] for course in last(turn, "coach_courses")["courses"]]
    assert more[: len(first)] == first
    assert len(more) > len(first)
    other = Learner(learner.agent)
    other.to("courses", GOAL)
    turn = other.choose("different")
    others = [course["id"] for course in last(turn, "coach_courses")["courses"]]
    assert others
    assert not set(others) & set(first)
    assert last(turn, "coach_courses")["round"] == 2


def test_where_no_others_lead_to_the_goal_those_that_were_there_stay(learner: Learner) -> None:
    turn = learner.to("courses", GOAL)
    while not last(turn, "coach_courses")["notices"]:
        before = last(turn, "coach_courses")["courses"]
        turn = learner.choose("different")
    assert last(turn, "coach_courses")["courses"] == before


def test_a_course_that_is_gone_is_not_recommended(learner: Learner, courses: FakeCourses) -> None:
    turn = learner.to("courses", GOAL)
    gone = last(turn, "coach_courses")["courses"][0]["id"]
    courses.is_online, courses.gone = True, {gone}
    other = Learner(learner.agent)
    turn = other.to("courses", GOAL)
    shown = last(turn, "coach_courses")["courses"]
    assert gone not in {course["id"] for course in shown}
    assert all(course["checked"] for course in shown)


def test_the_question_on_courses_can_be_turned_off_but_not_the_approval(agent: GraphAgent) -> None:
    object.__setattr__(agent.ports, "coach_rules", CoachRules(asks_courses=False))
    turn = Learner(agent).to("approve", GOAL)
    assert asks(turn) == ["goal", "approve"]


def test_where_nobody_is_asked_the_plan_still_is(agent: GraphAgent) -> None:
    object.__setattr__(agent.ports, "coach_rules", CoachRules(asks=False))
    learner = Learner(agent)
    learner.ask("I want to learn Python")
    assert learner.asks == "approve"
    alone = Learner(agent)
    alone.ask("I want to learn pottery")
    assert alone.asks == "approve", "own work needs no question"


def test_where_nobody_is_asked_nothing_is_asked_of_a_plan_either(learner: Learner) -> None:
    learner.plan(GOAL)
    object.__setattr__(learner.agent.ports, "coach_rules", CoachRules(asks=False))
    turn = learner.ask("change it", picked={"act": "adjust"})
    assert last(turn, "outcome")["status"] == "untold"
    turn = learner.ask("bananas forever")
    assert turn.status == "done"
    object.__setattr__(learner.agent.ports, "coach_rules", CoachRules(asks=False, loops=1))
    turn = learner.ask("late", picked={"act": "missed", "value": "1"})
    assert last(turn, "outcome")["status"] == "limit"


# What the catalogue does not cover


def test_a_goal_that_is_not_covered_is_told_so(learner: Learner) -> None:
    turn = learner.ask("I want to learn pottery, 3 hours a week")
    assert last(turn, "coach_gaps")["uncovered"]
    assert learner.asks == "uncovered"
    turn = learner.cancel()
    assert last(turn, "coach_plan") == {}


# The plan


def test_an_adjustment_changes_only_what_was_chosen_and_what_follows(learner: Learner) -> None:
    turn = learner.to("approve", GOAL)
    before = last(turn, "coach_plan")["plan"]["milestones"]
    turn = learner.adjust("M2", "too fast for me", change="hours", hours=20.0)
    assert learner.asks == "approve"
    shown = last(turn, "coach_plan")
    assert shown["comment"] == "too fast for me"
    assert shown["changes"]
    assert shown["plan"]["milestones"][0] == before[0]
    assert shown["plan"]["milestones"][1] != before[1]
    assert "M1" not in {change["milestone"] for change in shown["changes"]}
    learner.approve()
    assert learner.state["learning_plan"]["milestones"] == shown["plan"]["milestones"]


def test_a_wish_in_words_is_answered_by_what_can_be_chosen(learner: Learner) -> None:
    learner.to("approve", GOAL)
    learner.reject("less theory")
    assert learner.asks == "adjust"
    assert "less theory" in learner.question.body
    learner.fill(milestone="M1", change="drop")
    assert learner.asks == "approve"


def test_which_other_course_is_for_the_user_to_say(learner: Learner) -> None:
    learner.plan(GOAL)
    before = learner.state["learning_plan"]
    learner.edit("M1", "course")
    question = learner.question
    assert isinstance(question, Choice)
    courses = [each for each in question.options if each.id != "own_work"]
    used = {id_ for each in before["milestones"] for id_ in each["courses"]}
    assert courses
    assert used.isdisjoint(each.id for each in courses)
    assert all("level" in each.caption for each in courses)
    learner.choose("keep")
    assert learner.state["learning_plan"]["milestones"] == before["milestones"]
    learner.edit("M1", "course")
    learner.choose(courses[0].id)
    assert learner.asks == "approve"
    after = learner.state["learning_plan"]["milestones"]
    assert after[0]["courses"] == [courses[0].id]
    assert all(each["hours"] <= 40 for each in after if courses[0].id in each["courses"])


def test_starting_over_asks_for_the_goal_again(learner: Learner) -> None:
    learner.to("approve", GOAL)
    learner.choose("redo")
    assert learner.asks == "goal"
    learner.keep()
    learner.choose("satisfied")
    assert isinstance(learner.question, Approval)


def test_a_cancelled_plan_is_kept_nowhere_and_can_be_asked_for(learner: Learner) -> None:
    learner.to("approve", GOAL)
    turn = learner.cancel()
    assert last(turn, "outcome")["status"] == "cancelled"
    assert learner.user.ports.plans.all("local") == []
    learner.ask("Show me the plan", picked={"act": "resume"})
    assert learner.asks == "approve"
    learner.approve()
    assert len(learner.user.ports.plans.all("local")) == 1


def test_a_cancelled_adjustment_leaves_the_plan_as_it_was(learner: Learner) -> None:
    learner.plan(GOAL)
    before = learner.state["learning_plan"]
    learner.edit("M2", "later")
    assert learner.asks == "approve"
    learner.cancel()
    assert learner.state["learning_plan"] == before
    (kept,) = learner.user.ports.plans.all("local")
    assert kept.plan == before


# The limit


def test_at_the_limit_the_turn_ends_and_the_next_goes_on(agent: GraphAgent) -> None:
    object.__setattr__(agent.ports, "coach_rules", CoachRules(loops=2))
    learner = Learner(agent)
    learner.ask(GOAL)
    turn = learner.agree()
    assert [c["loop"] for c in (e.data for e in turn.entries if e.kind == "coach_call")][-1] == 3
    assert last(turn, "outcome")["status"] == "limit"
    assert not learner.waits


# Later turns


def test_progress_is_logged_without_an_approval(learner: Learner) -> None:
    learner.plan(GOAL)
    turn = learner.ask("done", picked={"act": "done", "milestone": "M1", "value": "my notebook"})
    assert turn.status == "done"
    progress = last(turn, "coach_progress")
    assert (progress["done"], progress["of"]) == (
        1,
        len(learner.state["learning_plan"]["milestones"]),
    )
    (kept,) = learner.user.ports.plans.all("local")
    assert kept.status == "in_progress"
    assert kept.plan["milestones"][0]["done"] == TODAY.isoformat()
    (entry,) = learner.user.ports.plans.logged("local", kept.id)
    assert (entry["milestone"], entry["done"], entry["proof"]) == ("M1", True, "my notebook")
    learner.ask("hours", picked={"act": "hours", "milestone": "M2", "value": "2"})
    turn = learner.ask("hours", picked={"act": "hours", "milestone": "M2", "value": "1.5"})
    planned = kept.plan["milestones"][0]["hours"]
    assert last(turn, "coach_progress")["hours"] == pytest.approx(planned + 3.5, abs=0.01)
    turn = learner.ask("undone", picked={"act": "undone", "milestone": "M1"})
    assert last(turn, "coach_progress")["done"] == 0


def test_missed_weeks_propose_new_dates(learner: Learner) -> None:
    learner.plan(GOAL)
    before = learner.state["learning_plan"]
    turn = learner.ask("missed", picked={"act": "missed", "value": "2"})
    assert learner.asks == "approve"
    shown = last(turn, "coach_plan")
    assert shown["changes"]
    assert shown["plan"]["milestones"][-1]["due"] > before["milestones"][-1]["due"]
    learner.approve()
    (kept,) = learner.user.ports.plans.all("local")
    assert kept.plan["milestones"][-1]["due"] == shown["plan"]["milestones"][-1]["due"]


def test_what_is_done_stays_through_an_adjustment(learner: Learner) -> None:
    learner.plan(GOAL)
    learner.ask("done", picked={"act": "done", "milestone": "M1"})
    done = learner.state["learning_plan"]["milestones"][0]
    question = learner.ask("change it", picked={"act": "adjust"})
    assert question.status == "waiting"
    assert isinstance(learner.question, Form)
    fields = {field.id: field for field in learner.question.fields}
    assert "M1" not in {option.id for option in fields["milestone"].options}
    learner.fill(milestone="M2", change="hours", hours=20.0)
    learner.approve()
    plan = learner.state["learning_plan"]
    assert plan["milestones"][0] == done
    assert plan["status"] == "in_progress"


def test_all_done_is_the_end_of_the_plan(learner: Learner) -> None:
    learner.plan(GOAL)
    for milestone in learner.state["learning_plan"]["milestones"]:
        turn = learner.ask("done", picked={"act": "done", "milestone": milestone["id"]})
    assert last(turn, "outcome")["status"] == "finished"
    (kept,) = learner.user.ports.plans.all("local")
    assert kept.status == "done"
    turn = learner.edit("M1", "later")
    assert turn.status == "done"


def test_a_plan_goes_on_in_another_conversation(learner: Learner) -> None:
    learner.plan(GOAL)
    other = Learner(learner.agent)
    turn = other.finish("M1")
    assert last(turn, "coach_progress")["done"] == 1
    assert notices(turn)
    turn = learner.ask(QUESTION)
    assert learner.state["learning_plan"]["milestones"][0]["done"]


def test_without_a_plan_there_is_no_progress(learner: Learner) -> None:
    turn = learner.finish("M2")
    assert last(turn, "outcome")["status"] == "no_plan"


def test_a_quiz_on_a_milestone_names_topic_and_subject(learner: Learner) -> None:
    learner.plan("I want to learn databases and SQL from scratch, 6 hours a week")
    turn = learner.ask("Quiz me", picked={"act": "quiz", "milestone": "M1"})
    quiz = last(turn, "coach_quiz")
    assert quiz["milestone"] == "M1"
    assert quiz["topic"]
    assert quiz["topic"] in quiz["text"]


def test_a_question_changes_nothing(learner: Learner) -> None:
    learner.plan(GOAL)
    before = learner.state["learning_plan"]
    turn = learner.ask(QUESTION)
    assert day_of(before["milestones"][1]["due"], "en") in turn.answer
    assert learner.state["learning_plan"] == before


# What is unclear


def test_the_form_shows_what_was_understood_and_another_subject_can_be_typed(
    learner: Learner,
) -> None:
    learner.ask("I want to learn SQL, 6 hours a week")
    question = learner.question
    assert isinstance(question, Form)
    held = {field.id: field.default for field in question.fields}
    assert held["hours_a_week"] == 6
    assert held["level:sql"] == "0"
    turn = learner.keep(subject="Python")
    assert learner.asks == "goal"
    assert set(learner.state["goal"]["skills"]) == {"python"}
    assert last(turn, "coach_goal")["hours_a_week"] == 6


def test_an_unclear_message_is_asked_about(learner: Learner) -> None:
    learner.plan(GOAL)
    learner.ask("bananas forever")
    assert learner.asks == "clarify"


def test_progress_that_is_meant_is_a_milestone_that_is_done(learner: Learner) -> None:
    learner.plan(GOAL)
    learner.ask("bananas forever")
    learner.choose("progress")
    assert learner.asks == "milestone"
    turn = learner.fill(what="done", milestone="M1", hours=None, weeks=None)
    assert last(turn, "coach_progress")["done"] == 1


# Decisions


def test_a_reply_without_a_decision_decides_nothing(learner: Learner) -> None:
    learner.to("approve", GOAL)
    with pytest.raises(InvalidReply):
        learner._answer(Reply(comment="approve", text="approve"))
    assert learner.asks == "approve"
    learner.cancel()
    learner.ask("yes, I approve 同意")
    assert learner.user.ports.plans.all("local") == []


def test_an_amount_that_cannot_be_is_asked_again(learner: Learner) -> None:
    learner.to("approve", GOAL)
    learner.adjust("M2", change="hours", hours=-1.0)
    assert learner.asks == "adjust"
    learner.fill(milestone="M2", change="hours", hours=20.0)
    assert learner.asks == "approve"
    assert learner.state["learning_plan"]["milestones"][1]["hours"] == 20
