"""What Coach was left with: every card that it asks, plans approved, changed and followed."""

from agent.errors import ProviderError
from agent.ports import CoachRules
from tests.fakes import Breaks, Gives
from tests.golden.world import MODEL, Scenes, World
from tests.workflows.coach.talk import Learner

scene = Scenes("coach")
GOAL = "I want to learn SQL and Python, 6 hours a week"
DOWN = ProviderError("The model did not answer in time.", problem="timeout", retryable=True)
PYTHON = "introduction-to-computer-science-and-programming-using-python"


@scene
def a_plan_with_progress_done(world: World) -> Learner:
    learner = world.talker("coach")
    learner.plan(GOAL)
    learner.ask("done", picked={"act": "done", "milestone": "M1", "value": "my notebook"})
    learner.ask("hours", picked={"act": "hours", "milestone": "M2", "value": "1.5"})
    learner.ask("I missed two weeks")
    learner.approve()
    learner.ask("When is milestone 3 due?")
    return learner


@scene
def a_cancelled_plan_done(world: World) -> Learner:
    learner = world.talker("coach")
    learner.to("approve", "I want to learn statistics from scratch, 5 hours a week")
    learner.cancel()
    return learner


@scene
def a_plan_in_chinese_done(world: World) -> Learner:
    learner = world.talker("coach")
    learner.plan("我想学习 SQL 和 Python，每周六小时")
    return learner


@scene
def without_a_subject_waiting_subject(world: World) -> Learner:
    learner = world.talker("coach")
    learner.ask("hmm")
    if learner.asks == "clarify":
        learner.choose("new_goal")
    return learner


@scene
def unclear_waiting_clarify(world: World) -> Learner:
    learner = world.talker("coach")
    learner.ask(GOAL)
    learner.cancel()
    learner.ask("bananas forever")
    return learner


@scene
def unclear_with_a_plan_waiting_clarify(world: World) -> Learner:
    learner = world.talker("coach")
    learner.plan("I want to learn databases and SQL from scratch, 6 hours a week")
    learner.ask("bananas forever")
    return learner


@scene
def a_goal_waiting_goal(world: World) -> Learner:
    learner = world.talker("coach")
    learner.ask("Quiero aprender bases de datos, 4 horas a la semana")
    return learner


@scene
def the_level_of_skills_waiting_skills(world: World) -> Learner:
    learner = world.talker("coach")
    learner.to("skills", GOAL)
    return learner


@scene
def the_design_of_games_waiting_uncovered(world: World) -> Learner:
    learner = world.talker("coach")
    learner.ask("I want to learn the design of games")
    return learner


@scene
def courses_of_the_second_round_waiting_courses(world: World) -> Learner:
    learner = world.talker("coach")
    learner.to("courses", GOAL)
    learner.choose("different")
    return learner


@scene
def courses_that_a_model_chose_waiting_courses(world: World) -> Learner:
    picks = {"picks": [{"course": PYTHON, "reason": "It begins at the beginning."}]}
    learner = world.talker("coach", Gives("recommend_courses", picks))
    learner.to("courses", GOAL)
    return learner


@scene
def progress_of_which_waiting_milestone(world: World) -> Learner:
    learner = world.talker("coach")
    learner.plan("I want to learn statistics, 5 hours a week")
    learner.ask("bananas forever")
    learner.choose("progress")
    return learner


@scene
def a_change_waiting_adjust(world: World) -> Learner:
    learner = world.talker("coach")
    learner.plan("I want to learn Python, 5 hours a week")
    learner.ask("change it", picked={"act": "adjust"})
    return learner


@scene
def a_first_plan_waiting_approve(world: World) -> Learner:
    learner = world.talker("coach")
    learner.to("approve", GOAL)
    return learner


@scene
def an_adjusted_plan_waiting_approve(world: World) -> Learner:
    learner = world.talker("coach")
    learner.to("approve", GOAL)
    learner.adjust("M2", "more time")
    return learner


@scene
def missed_weeks_waiting_approve(world: World) -> Learner:
    learner = world.talker("coach")
    learner.plan("I want to learn computer networks, 4 hours a week")
    learner.ask("I missed two weeks")
    return learner


@scene
def too_many_passes_waiting_limit(world: World) -> Learner:
    learner = world.talker("coach")
    with world.having(coach_rules=CoachRules(loops=3)):
        learner.ask(GOAL)
        learner.agree()
        learner.keep()
    return learner


@scene
def a_model_that_did_not_answer_failed(world: World) -> Learner:
    learner = world.talker("coach")
    learner.to("courses", GOAL)
    learner.model = MODEL
    world.script.add(Breaks(DOWN))
    learner.choose("satisfied")
    return learner
