"""The same way with a model: it words, ranks and routes; it decides and invents nothing."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage

from agent.errors import ProviderError, StepFailed
from agent.ports import Course
from agent.questions import Reply
from agent.workflows.coach import steps
from agent.workflows.coach.planning.contracts import SkillGap
from tests.fakes import MODEL, RULES, Breaks, Gives, Script, open_fake_agent
from tests.fakes_coach import FakeCourses, FakeSite
from tests.workflows.coach.desk import GOAL, plan
from tests.workflows.coach.talk import Learner, calls, last, notices, said

Plain = dict[str, Any]
TEXT = "I want to learn SQL and Python, 6 hours a week"
PYTHON = "introduction-to-computer-science-and-programming-using-python"


def on_the_web(title: str) -> Course:
    return Course(
        id="web-1",
        title=title,
        url="https://web.example/1",
        provider="web.example",
        level=1,
        skills={},
        description="A course on the web.",
        source="web",
    )


def picks(*courses: str) -> Gives:
    given = [{"course": id_, "reason": f"Take {id_} because it fits."} for id_ in courses]
    return Gives("recommend_courses", {"picks": given})


def milestone(number: int, **more: Any) -> Plain:
    return {
        "title": f"Step {number}",
        "outcome": "You can do it.",
        "proof": "A small program that runs.",
        "tips": "Write it down.",
        "skills": [{"skill": "python", "level": min(number, 2)}],
        "courses": [],
        "own_work": "Solve ten small tasks: no course fits.",
        "hours": 20,
        **more,
    }


BASICS = {"skills": [{"skill": s, "level": 1} for s in ("programming", "python")]}
SQL = {"skills": [{"skill": "sql", "level": 2}]}


def proposal(*milestones: Plain) -> Gives:
    given = milestones or (
        milestone(1, courses=[PYTHON], hours=40, **BASICS),
        milestone(2, courses=[PYTHON], hours=40),
        milestone(3, courses=[PYTHON], hours=40, **SQL),
    )
    return Gives("propose_plan", {"milestones": list(given)})


READ = {"about": "learn SQL and Python", "skills": {"sql": 2, "python": 2}, "hours_a_week": 6}


def goal(**more: Any) -> list[Gives]:
    """What a first message takes: it is a goal, and this one."""
    routed = route(next_agent="course_advisor", current_task="new_goal")
    return [routed, Gives("read_goal", {**READ, **more})]


def up_to_courses(learner: Learner, script: Script, *courses: str, **more: Any) -> Plain:
    script.add(*goal(**more), picks(*courses))
    return last(learner.to("courses", TEXT), "coach_courses")


# Courses


def test_it_ranks_and_gives_reasons_for_courses_that_exist(
    modelled: Learner, script: Script
) -> None:
    shown = up_to_courses(modelled, script, PYTHON)
    (course,) = shown["courses"]
    assert (course["id"], shown["source"]) == (PYTHON, "model")
    assert course["reason"] == f"Take {PYTHON} because it fits."
    assert course["url"].startswith("https://")


def test_of_many_courses_it_is_shown_those_that_a_search_finds(
    tmp_path: Path, script: Script
) -> None:
    many = [
        replace(on_the_web(f"Python {n}"), id=f"c{n}", url=f"https://x.example/{n}", skills=taught)
        for n in range(150)
        for taught in [{"python": 2, "sql": 1 + n % 2}]
    ]
    agent = open_fake_agent(tmp_path, script=script, courses=FakeCourses(many))
    script.add(*goal(), picks("c3"))
    Learner(agent, model=MODEL).to("courses", TEXT)
    shown = script.values[-1].candidates
    assert {each.id for each in shown} <= {each.id for each in many}
    assert 50 < len(shown) <= 100
    agent.close()


def test_a_course_that_it_invents_is_dropped_and_counted(modelled: Learner, script: Script) -> None:
    script.add(*goal(), picks("python-in-a-day", PYTHON, "sql-for-wizards"))
    turn = modelled.to("courses", TEXT)
    assert [course["id"] for course in last(turn, "coach_courses")["courses"]] == [PYTHON]
    assert any("do not exist: 2" in notice for notice in notices(turn))


def test_where_it_invents_them_all_the_rules_choose(modelled: Learner, script: Script) -> None:
    shown = up_to_courses(modelled, script, "python-in-a-day")
    assert shown["courses"]
    assert shown["source"] == "rules"


def test_it_may_search_the_web_once_with_words_of_its_own(tmp_path: Path, script: Script) -> None:
    web = FakeSite([on_the_web("Python by doing")], name="Web")
    agent = open_fake_agent(tmp_path, script=script, course_web=web)
    found = web.courses[0].id
    wanted = {"picks": [], "search_web": "Python course by doing"}
    script.add(*goal(), Gives("recommend_courses", wanted), picks(found))
    shown = last(Learner(agent, model=MODEL).to("courses", TEXT), "coach_courses")
    assert web.searches == ["Python course by doing"]
    assert [course["id"] for course in shown["courses"]] == [found]
    assert not script.values[-1].may_search
    agent.close()


def test_a_web_search_that_finds_nothing_asks_no_second_time(
    tmp_path: Path, script: Script
) -> None:
    agent = open_fake_agent(tmp_path, script=script, course_web=FakeSite([], name="Web"))
    wanted = {"picks": [], "search_web": "Python by doing", "nothing_fits": "All too long."}
    own = proposal(milestone(1, **BASICS), milestone(2), milestone(3, **SQL))
    script.add(*goal(level=1), Gives("recommend_courses", wanted), own)
    turn = Learner(agent, model=MODEL).to("approve", TEXT)
    assert last(turn, "coach_courses")["courses"] == []
    assert "All too long." in notices(turn)
    agent.close()


# The plan


def drafted(learner: Learner, script: Script, *lines: Gives, **more: Any) -> Plain:
    up_to_courses(learner, script, PYTHON, **more)
    script.add(*lines)
    return last(learner.choose("satisfied"), "coach_plan")["plan"]


def test_it_proposes_the_plan_and_the_rules_date_it(modelled: Learner, script: Script) -> None:
    made = drafted(modelled, script, proposal())
    first, second, third = made["milestones"]
    assert made["origin"] == "model"
    assert [each["id"] for each in (first, second, third)] == ["M1", "M2", "M3"]
    assert (first["title"], first["hours"], first["courses"]) == ("Step 1", 40, [PYTHON])
    assert first["due"] < second["start"] < third["start"]
    assert second["prerequisites"] == ["M1"]


SOON = (datetime.now(UTC).date() + timedelta(days=14)).isoformat()
SHORT = (milestone(1, hours=6, **BASICS), milestone(2, hours=3), milestone(3, hours=3, **SQL))


def test_a_plan_that_misses_the_deadline_goes_back_once(modelled: Learner, script: Script) -> None:
    made = drafted(modelled, script, proposal(), proposal(*SHORT), deadline=SOON)
    assert (made["origin"], made["findings"]) == ("model", [])
    assert sum(each["hours"] for each in made["milestones"]) == 12
    told = steps.PROPOSE.prompt(script.values[-1])
    assert "which is 15 days and 12 hours" in told
    assert "after your deadline" in told
    assert "Solve ten small tasks" in told, "the plan that it is about"


def test_what_stays_wrong_stands_on_the_card(modelled: Learner, script: Script) -> None:
    longer = proposal(*(milestone(n, hours=60) for n in (1, 2, 3)))
    made = drafted(modelled, script, proposal(), longer, deadline=SOON)
    assert "deadline" in {each["rule"] for each in made["findings"]}
    assert made["milestones"][0]["hours"] == 40, "the one that is less late"
    assert "approve" in modelled.question.allowed


def test_a_repair_that_fails_loses_no_plan(modelled: Learner, script: Script) -> None:
    failed = Breaks(ProviderError("No answer.", problem="timeout", retryable=True))
    up_to_courses(modelled, script, PYTHON, deadline=SOON)
    script.add(proposal(), failed)
    assert last(modelled.choose("satisfied"), "coach_plan")["plan"]["origin"] == "model"
    assert modelled.asks == "approve"


def test_a_plan_can_keep_days_free(modelled: Learner, script: Script) -> None:
    free = proposal(milestone(1, **BASICS), milestone(2, day="2031-01-06"), milestone(3, **SQL))
    made = drafted(modelled, script, free)
    assert made["milestones"][1]["start"] == "2031-01-06"


def test_what_builds_on_something_later_goes_back(modelled: Learner, script: Script) -> None:
    python = {"skills": [{"skill": "python", "level": 2}]}
    programming = {"skills": [{"skill": "programming", "level": 1}]}
    turned = (milestone(1, **python), milestone(2, **programming), milestone(3, **SQL))
    right = (turned[1], turned[0], turned[2])
    made = drafted(modelled, script, proposal(*turned), proposal(*right))
    assert [each["title"] for each in made["milestones"]] == ["Step 2", "Step 1", "Step 3"]


def test_levels_that_it_leaves_out_send_nothing_back(modelled: Learner, script: Script) -> None:
    made = drafted(modelled, script, proposal(*(milestone(n, **BASICS) for n in (1, 2, 3))))
    assert {each["rule"] for each in made["findings"]} == {"uncovered"}


def test_a_plan_that_stays_unusable_gives_way_to_that_of_the_rules(
    modelled: Learner, script: Script
) -> None:
    up_to_courses(modelled, script, PYTHON)
    script.add(Breaks(StepFailed("No valid plan.")))
    made = last(modelled.choose("satisfied"), "coach_plan")["plan"]
    assert made["origin"] == "rules"
    assert modelled.asks == "approve"


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ([milestone(1, courses=["python-in-a-day"])], "no course"),
        ([milestone(1, skills=[{"skill": "magic", "level": 1}])], "no skill"),
        ([milestone(1, own_work="")], "own_work"),
        ([milestone(1, outcome="")], "outcome"),
        # A part of a course, another order and a late end are possible.
        ([milestone(1, skills=[{"skill": "b", "level": 1}], courses=["long"], hours=5)], ""),
    ],
)
def test_only_what_is_impossible_is_refused(given: list[Plain], problem: str) -> None:
    gap = {"name": "A skill", "required": 2, "held": 0, "reason": "It is asked."}
    value = steps.PlanFor(
        goal=GOAL,
        gaps=[SkillGap(skill="python", **gap), SkillGap(skill="b", needs=("python",), **gap)],
        courses=[plan().recommended_courses[0].model_copy(update={"id": "long", "hours": 200})],
        today="2026-11-25",
    )
    more = [milestone(2)] * (3 - len(given))
    answer = steps.Proposal.model_validate({"milestones": [*given, *more]})
    found = steps.PROPOSE.check(value, answer)
    assert any(problem in each for each in found) if problem else found == []


def test_where_nothing_fits_the_plan_is_own_work(modelled: Learner, script: Script) -> None:
    nothing = {"picks": [], "nothing_fits": "All too long."}
    own = proposal(milestone(1, **BASICS), milestone(2), milestone(3, **SQL))
    script.add(*goal(), Gives("recommend_courses", nothing), own)
    turn = modelled.to("approve", TEXT)
    assert last(turn, "coach_courses")["courses"] == []
    assert any("All too long." in str(entry.data) for entry in turn.entries)
    made = last(turn, "coach_plan")["plan"]["milestones"]
    assert all(each["no_course"] and not each["courses"] for each in made)


def test_an_adjustment_words_only_what_was_chosen(modelled: Learner, script: Script) -> None:
    before = drafted(modelled, script, proposal())
    music = {"kind": "change", "milestone": "M2", "title": "Songs", "proof": "A tune that plays."}
    script.add(route(current_task="adjust", milestones=["M2"], edits=[music]))
    turn = modelled.adjust("M2", "something with music")
    after = last(turn, "coach_plan")["plan"]
    assert after["milestones"][0] == before["milestones"][0]
    second = after["milestones"][1]
    assert (second["title"], second["proof"]) == ("Songs", "A tune that plays.")
    assert second["outcome"] == before["milestones"][1]["outcome"]
    assert script.values[-1].guess.milestones == ("M2",)


# The way


def asked(script: Script) -> list[tuple[Any, Any]]:
    """The steps that were run, each with what it was given."""
    known = {
        steps.RouteFor: steps.COORDINATE,
        steps.GoalFor: steps.READ_GOAL,
        steps.CoursesFor: steps.RECOMMEND,
        steps.PlanFor: steps.PROPOSE,
    }
    return [(known[type(value)], value) for value in script.values]


def route(**more: Any) -> Gives:
    given = {"next_agent": "learning_planner", "current_task": "question", "why": "It asks."}
    return Gives("coordinate", {**given, **more})


ROUTED = {"next_agent": "learning_planner", "current_task": "adjust"}


def planned(learner: Learner) -> None:
    learner.model = RULES
    learner.plan(TEXT)
    learner.model = MODEL


def test_it_is_asked_where_rules_do_not_tell(modelled: Learner, script: Script) -> None:
    planned(modelled)
    script.add(route(next_agent="learning_planner", current_task="quiz", milestones=["M2"]))
    turn = modelled.ask("bananas forever")
    assert last(turn, "coach_quiz")["milestone"] == "M2"
    first = next(entry.data for entry in turn.entries if entry.kind == "coach_call")
    assert first["source"] == "model"
    assert "It asks." in first["why"]


def test_what_it_does_not_know_is_asked_of_the_user(modelled: Learner, script: Script) -> None:
    planned(modelled)
    script.add(route(next_agent="human_input", current_task="unclear"))
    modelled.ask("bananas forever")
    assert modelled.asks == "clarify"


def test_its_route_can_only_name_known_agents_and_milestones() -> None:
    with pytest.raises(ValueError, match="next_agent"):
        steps.Route.model_validate({"next_agent": "root_shell", "current_task": "plan", "why": "x"})
    wrong = steps.Route(
        next_agent="course_advisor", current_task="adjust", milestones=["M7"], why="x"
    )
    value = steps.RouteFor(text="x", guess=wrong, plans={"": plan()}, today="2026-11-23")
    assert len(steps.COORDINATE.check(value, wrong)) == 1


def test_a_question_is_answered_in_its_words(modelled: Learner, script: Script) -> None:
    planned(modelled)
    before = modelled.state["learning_plan"]
    script.add(route(answer="It is due soon."))
    turn = modelled.ask("When is milestone 2 due?")
    assert "It is due soon." in turn.answer
    told = steps.COORDINATE.prompt(script.values[-1])
    assert all(before["milestones"][1][name] in told for name in ("due", "outcome", "proof"))
    assert '"hours_a_week":6' in told
    assert modelled.state["learning_plan"] == before


def test_a_vague_goal_is_read_by_it(modelled: Learner, script: Script) -> None:
    read = {"about": "make pictures move", "skills": {"computer-graphics": 2}, "level": 1}
    script.add(*goal(**read, hours_a_week=5), picks(PYTHON))
    turn = modelled.ask("I want to learn to make pictures move, 5 hours a week")
    found = last(turn, "coach_goal")
    assert found["skills"] == {"computer-graphics": 2}
    assert (found["hours_a_week"], found["level"]) == (5, 1)


def test_the_agent_that_it_names_is_called(modelled: Learner, script: Script) -> None:
    """A plan without a search for courses; a form where nothing else was missing."""
    own = proposal(milestone(1, **BASICS), milestone(2), milestone(3, **SQL))
    routed = route(next_agent="learning_planner", current_task="new_goal")
    script.add(routed, Gives("read_goal", READ), own)
    turn = modelled.to("approve", "Just a plan for SQL and Python, no courses please")
    assert ("course_advisor", "find") not in calls(turn)
    modelled.approve()
    script.add(route(next_agent="human_input", current_task="adjust", milestones=["M2"]))
    modelled.ask("change the second")
    assert modelled.asks == "adjust"


def test_an_agent_that_cannot_act_is_not_called(modelled: Learner, script: Script) -> None:
    planned(modelled)
    done = [{"milestone": "M1", "done": True}]
    script.add(route(next_agent="end", current_task="progress", reports=done))
    turn = modelled.ask("M1 is done")
    assert calls(turn)[0] == ("learning_planner", "progress")


@pytest.mark.parametrize(
    ("task", "named"),
    [("question", "end"), ("chat", "end"), ("unclear", "end"), ("unclear", "human_input")],
)
def test_what_it_says_itself_needs_no_card(
    modelled: Learner, script: Script, task: str, named: str
) -> None:
    script.add(route(next_agent=named, current_task=task, answer="What with computers?"))
    assert said(modelled.ask("better with computers, I guess")) == "What with computers?"
    assert not modelled.waits


def test_what_the_catalogue_lacks_is_planned_as_own_work(modelled: Learner, script: Script) -> None:
    bread = {"skills": [{"skill": "sourdough bread", "level": 2}]}
    own = proposal(*(milestone(n, **bread, hours=6) for n in (1, 2, 3)))
    read = {"about": "bake bread", "skills": {}, "uncovered": ["sourdough bread"]}
    # No course of the catalogue can teach it, so none is asked for.
    script.add(*goal(**read), own)
    turn = modelled.to("approve", "I want to bake sourdough bread")
    made = last(turn, "coach_plan")["plan"]
    assert made["origin"] == "model"
    assert all(each["no_course"] for each in made["milestones"])
    assert last(turn, "coach_gaps")["uncovered"] == ["sourdough bread"]


def test_a_german_conversation_is_in_german_where_the_model_speaks(
    modelled: Learner, script: Script
) -> None:
    """Without a catalog cards are English, and nothing asks the model for English."""
    text = "Ich möchte in vier Monaten SQL lernen, fünf Stunden pro Woche"
    read = {"about": "SQL lernen", "skills": {"sql": 2}, "hours_a_week": 5}
    script.add(*goal(**read), picks(PYTHON))
    modelled.to("courses", text)
    german = [milestone(n, **SQL, title=f"Schritt {n}") for n in (1, 2, 3)]
    script.add(proposal(*german))
    turn = modelled.choose("satisfied")
    made = last(turn, "coach_plan")["plan"]
    assert [each["title"] for each in made["milestones"]] == ["Schritt 1", "Schritt 2", "Schritt 3"]
    assert modelled.question.title.startswith("Approve this plan?")
    prompts = [step.prompt(value) for step, value in asked(script)]
    assert all("the language that the learner writes in" in prompt for prompt in prompts)
    assert "SQL lernen" in prompts[-1]


# Whatever is said in one message


def test_all_that_one_message_reports_and_wants_is_done(modelled: Learner, script: Script) -> None:
    planned(modelled)
    reports = [{"milestone": "M1", "done": True, "hours": 26, "proof": "my notebook"}]
    edits = [{"kind": "missed", "weeks": 2}, {"kind": "drop", "milestone": "M3"}]
    script.add(route(current_task="progress", reports=reports, edits=edits))
    turn = modelled.ask("M1 is done, it took 26 hours. I missed two weeks. Drop the third.")
    (kept,) = modelled.user.ports.plans.all("local")
    (entry,) = modelled.user.ports.plans.logged("local", kept.id)
    assert (entry["done"], entry["hours"], entry["proof"]) == (True, 26, "my notebook")
    assert modelled.asks == "approve"
    shown = last(turn, "coach_plan")["plan"]
    assert "M3" not in {each["id"] for each in shown["milestones"]}
    assert shown["missed"] == 14
    modelled.approve()
    assert modelled.state["learning_plan"]["milestones"][0]["done"]


def test_an_answer_beside_edits_is_above_the_card(modelled: Learner, script: Script) -> None:
    planned(modelled)
    edit = {"kind": "change", "milestone": "M1", "own_work": "Write ten loops."}
    said = "There is no easier course, so the exercises are easier."
    script.add(route(current_task="adjust", edits=[edit], answer=said))
    assert said in notices(modelled.ask("M1 is too hard, another course"))
    assert said not in modelled.question.body
    assert modelled.state["learning_plan"]["milestones"][0]["no_course"] == "Write ten loops."


def test_a_wish_needs_no_milestone_and_an_answer_to_it_comes_with_the_card(
    modelled: Learner, script: Script
) -> None:
    drafted(modelled, script, proposal())
    script.add(route(current_task="adjust", next_agent="end", answer="What is too much of it?"))
    turn = modelled.reject("less theory everywhere")
    assert modelled.asks == "approve"
    assert "What is too much of it?" in notices(turn)
    edits = [{"kind": "deadline", "day": "2031-01-23"}]
    script.add(route(current_task="adjust", edits=edits))
    modelled.reject("it must end before 24 January 2031")
    assert modelled.state["learning_plan"]["goal"]["deadline"] == "2031-01-23"
    prompt = steps.COORDINATE.prompt(script.values[-1])
    assert TEXT in prompt, "what was said before"
    assert "Solve ten small tasks" in prompt


def test_other_courses_can_be_wished_for_on_the_plan(modelled: Learner, script: Script) -> None:
    drafted(modelled, script, proposal())
    script.add(route(current_task="courses", next_agent="course_advisor"), picks("mathematics"))
    modelled.reject("something shorter, on Power BI")
    assert modelled.asks == "courses"
    assert script.values[-1].conversation[-1] == "user: something shorter, on Power BI"
    assert [each.id for each in script.values[-1].kept] == [PYTHON]


PAID = {"kind": "learner", "budget": "any", "wishes": "videos"}


@pytest.mark.parametrize("is_found", [True, False])
def test_edits_beside_a_wish_for_courses_are_made_on_the_card(
    modelled: Learner, script: Script, is_found: bool
) -> None:
    drafted(modelled, script, proposal(), budget="free")
    found = Gives("recommend_courses", {"picks": [], "nothing_fits": "None is."})
    wanted = {"current_task": "courses", "next_agent": "course_advisor", "answer": "I look."}
    script.add(route(**wanted, edits=[PAID]), picks("mathematics") if is_found else found)
    modelled.reject("search again, whatever they cost")
    if is_found:
        script.add(proposal())
    turn = modelled.choose("satisfied")
    assert modelled.asks == "approve"
    assert not is_found or script.values[-1].goal.budget == "any"
    assert notices(turn).count("I look.") == 1
    assert modelled.state["learning_plan"]["goal"]["budget"] == "any"


def test_edits_beside_a_wish_for_courses_are_made_of_a_plan_in_force(
    modelled: Learner, script: Script
) -> None:
    planned(modelled)
    wanted = {"current_task": "courses", "next_agent": "course_advisor"}
    reports = [{"milestone": "M1", "hours": 2}]
    script.add(route(**wanted, edits=[PAID], reports=reports), picks("mathematics"))
    modelled.ask("I learned 2 hours; more courses, whatever they cost")
    modelled.choose("satisfied")
    assert modelled.asks == "approve"
    modelled.approve()
    (kept,) = modelled.user.ports.plans.all("local")
    assert kept.plan["goal"]["wishes"] == "videos"
    assert len(modelled.user.ports.plans.logged("local", kept.id)) == 1


def test_a_day_that_changes_no_date_is_still_approved_and_kept(
    modelled: Learner, script: Script
) -> None:
    drafted(modelled, script, proposal())
    modelled.approve()
    move = {"kind": "move", "milestone": "M3", "day": SOON}
    script.add(route(current_task="adjust", edits=[move]))
    modelled.ask(f"the third not before {SOON}")
    modelled.approve()
    third = modelled.state["learning_plan"]["milestones"][2]
    assert third["earliest"] == SOON < third["start"]


def test_courses_on_another_subject_are_found_for_that_subject(
    modelled: Learner, script: Script
) -> None:
    planned(modelled)
    before = modelled.state["learning_plan"]
    wanted = route(current_task="courses", next_agent="course_advisor", subject="web security")
    read = Gives("read_goal", {"about": "web security", "skills": {"web-security": 1}})
    script.add(wanted, read, picks(PYTHON))
    modelled.ask("Show me courses on web security, no plan please")
    assert script.values[-1].goal.text == "web security"
    assert modelled.asks == "courses"
    assert "No course is left" not in said(modelled.choose("satisfied"))
    assert modelled.state["learning_plan"] == before
    assert modelled.state["goal"] == before["goal"]
    read = Gives("read_goal", {"about": "it", "level": 1})
    script.add(route(current_task="plan"), read, proposal())
    modelled.ask("and now make my plan anew")
    read_of, value = script.values[-2:]
    assert read_of.goal.text == before["goal"]["text"]
    assert (value.goal.skills, bool(value.rejected)) == (before["goal"]["skills"], True)
    modelled.approve()
    (kept,) = modelled.user.ports.plans.all("local")
    assert kept.id == before["id"], "it takes the place of that plan"


def test_progress_of_another_plan_leaves_the_conversation_with_its_own(
    modelled: Learner, script: Script
) -> None:
    other = Learner(modelled.agent)
    other.plan("I want to learn statistics, 5 hours a week")
    (first,) = modelled.user.ports.plans.all("local")
    planned(modelled)
    own = modelled.state["learning_plan"]
    reports, edits = [{"milestone": "M1", "hours": 4}], [{"kind": "missed", "weeks": 2}]
    script.add(route(current_task="progress", plan=first.id, reports=reports, edits=edits))
    modelled.ask("4 hours on M1 of the statistics plan, where I missed two weeks")
    modelled.approve()
    assert len(modelled.user.ports.plans.logged("local", first.id)) == 1
    assert modelled.user.ports.plans.plan("local", first.id).plan["missed"] == 14
    assert modelled.state["learning_plan"] == own
    script.add(route(current_task="show", reports=[{"milestone": "M1", "hours": 3}]))
    turn = modelled.ask("show my plan, and log 3 hours on M1")
    assert script.values[-1].goal.text == own["goal"]["text"]
    assert last(turn, "coach_plan")["plan"]["id"] == own["id"]
    assert last(turn, "coach_progress")["spent"] == {"M1": 3}


def test_a_goal_that_says_it_all_needs_no_form(modelled: Learner, script: Script) -> None:
    script.add(*goal(level=1), picks(PYTHON))
    turn = modelled.ask(TEXT)
    assert modelled.asks == "courses"
    assert last(turn, "coach_goal")["hours_a_week"] == 6
    assert last(turn, "coach_gaps")["gaps"]


def test_what_was_said_before_holds_for_another_goal(modelled: Learner, script: Script) -> None:
    script.add(*goal(level=1, course_language="es", budget="free"), picks(PYTHON))
    modelled.ask(TEXT)
    modelled.cancel()
    again = {"about": "statistics", "skills": {"statistics": 1}, "level": 0}
    script.add(*goal(**again), picks(PYTHON))
    modelled.ask("And now statistics")
    assert (script.values[-1].goal.budget, script.values[-1].goal.course_language) == ("free", "es")


def test_starting_over_shows_the_planner_what_was_not_wanted(
    modelled: Learner, script: Script
) -> None:
    drafted(modelled, script, proposal())
    script.add(Gives("read_goal", {"about": "it"}), picks(PYTHON))
    modelled._answer(Reply(option="redo", comment="Too much of it."))
    modelled.keep()
    script.add(proposal())
    modelled.choose("satisfied")
    assert "Step 1" in script.values[-1].rejected
    assert any("Too much of it." in line for line in script.values[-1].conversation)


def test_every_message_says_who_and_when(modelled: Learner, script: Script) -> None:
    planned(modelled)
    script.add(route(answer="It is due soon."))
    modelled.ask("When is milestone 2 due?")
    told = [m for m in modelled.state["messages"] if isinstance(m, AIMessage)]
    assert told
    assert all({"agent", "at"} <= m.response_metadata.keys() for m in told)


def test_hours_in_the_note_on_the_courses_reach_the_plan(modelled: Learner, script: Script) -> None:
    up_to_courses(modelled, script, PYTHON)
    read = {**READ, "hours_a_week": 3, "deadline": "2031-01-31"}
    script.add(Gives("read_goal", read), proposal())
    note = "but only 3 hours a week, until the end of January 2031"
    modelled._answer(Reply(option="satisfied", comment=note))
    assert any("only 3 hours" in line for line in script.values[-1].conversation)
    plan = modelled.state["learning_plan"]
    assert (plan["hours_a_week"], plan["goal"]["hours_a_week"]) == (3, 3)
    assert plan["goal"]["deadline"] == "2031-01-31"


def test_cancelling_says_that_what_was_reported_is_kept(modelled: Learner, script: Script) -> None:
    planned(modelled)
    reports, edits = [{"milestone": "M1", "hours": 2}], [{"kind": "drop", "milestone": "M3"}]
    script.add(route(current_task="progress", reports=reports, edits=edits))
    modelled.ask("2 hours for M1; drop M3")
    text = said(modelled.cancel())
    assert "logged" in text
    assert "Nothing was changed" not in text


def test_what_was_dropped_can_be_put_back(modelled: Learner, script: Script) -> None:
    before = drafted(modelled, script, proposal())["milestones"]
    script.add(route(current_task="adjust", edits=[{"kind": "drop", "milestone": "M2"}]))
    modelled.reject("not the second")
    modelled.approve()
    script.add(route(current_task="adjust", edits=[{"kind": "restore", "milestone": "M2"}]))
    modelled.ask("put it back")
    assert before[1]["outcome"] in script.values[-1].plan
    after = modelled.state["learning_plan"]["milestones"]
    assert [each["title"] for each in after] == [each["title"] for each in before]
    at = script.values[-1]
    again = {"kind": "restore", "milestone": "M2"}
    last_ = [again, {"kind": "move", "milestone": "M2"}]
    for problems, edits in (
        (0, last_),
        (1, last_[1:]),
        (1, [{"kind": "restore", "milestone": "M9"}]),
        (1, [{"kind": "drop", "milestone": "M1"}, {"kind": "change", "milestone": "M1"}]),
    ):
        given = {**ROUTED, "edits": edits, "milestones": ["M2"]}
        assert len(steps.COORDINATE.check(at, steps.Route.model_validate(given))) == problems


@pytest.mark.parametrize("is_set_up", [True, False])
def test_it_knows_whether_the_web_can_be_searched(
    tmp_path: Path, script: Script, is_set_up: bool
) -> None:
    web = FakeSite([], name="Web") if is_set_up else None
    agent = open_fake_agent(tmp_path, script=script, course_web=web)
    script.add(route(next_agent="end", current_task="chat", answer="Let us see."))
    Learner(agent, model=MODEL).ask("can you look on the web?")
    prompt = steps.COORDINATE.prompt(script.values[-1])
    assert ("There is no web search" in prompt) != is_set_up
    agent.close()


def test_later_words_can_mean_a_course_or_what_a_card_said(
    modelled: Learner, script: Script
) -> None:
    first = proposal()
    first.value["answer"] = "Shall I drop the deadline?"
    shown = up_to_courses(modelled, script, PYTHON)["courses"]
    script.add(first)
    assert "Shall I drop the deadline?" in notices(modelled.choose("satisfied"))
    assert any(shown[0]["title"] in line for line in script.values[-1].conversation)
    modelled.approve()
    script.add(route(next_agent="end", answer="Good."))
    modelled.ask("yes")
    assert any("Shall I drop the deadline?" in line for line in script.values[-1].conversation)


def test_where_no_course_is_left_none_is_promised(modelled: Learner, script: Script) -> None:
    wanted = route(current_task="courses", next_agent="course_advisor")
    script.add(wanted, Gives("read_goal", READ), picks(PYTHON))
    modelled.ask("courses on SQL, no plan")
    script.add(Gives("recommend_courses", {"picks": [], "nothing_fits": "All too long."}))
    turn = modelled.choose("different")
    assert last(turn, "coach_courses")["courses"] == []
    assert "No course is left." in said(turn)


# Failures


def test_a_model_that_fails_pauses_and_the_rules_can_go_on(
    modelled: Learner, script: Script
) -> None:
    error = ProviderError("The model did not answer.", problem="timeout", retryable=True)
    script.add(*goal(), Breaks(error))
    turn = modelled.to_failure(TEXT)
    assert turn.status == "failed"
    assert turn.error
    assert turn.error["kind"] == "model"
    modelled.model = RULES
    turn = modelled.go_on()
    assert modelled.asks == "courses"
    assert last(turn, "coach_courses")["source"] == "rules"
    assert calls(turn).count(("course_advisor", "find")) == 1


def test_a_model_that_fails_at_routing_can_be_tried_again(
    modelled: Learner, script: Script
) -> None:
    planned(modelled)
    script.add(Breaks(StepFailed("No valid answer.", retryable=True)))
    turn = modelled.ask("bananas forever")
    assert turn.status == "failed"
    script.add(route(next_agent="learning_planner", current_task="quiz", milestones=["M1"]))
    turn = modelled.go_on()
    assert last(turn, "coach_quiz")["milestone"] == "M1"
    assert said(turn)


# What one conversation means


def test_a_plan_is_made_of_this_conversations_courses(modelled: Learner, script: Script) -> None:
    other = Learner(modelled.agent)
    other.plan("I want to learn statistics, 5 hours a week")
    wanted = route(current_task="courses", next_agent="course_advisor")
    script.add(wanted, Gives("read_goal", {**READ, "held": {"statistics": 1}}), picks(PYTHON))
    modelled.ask("courses on SQL and Python, no plan")
    modelled.choose("satisfied")
    again = {"about": READ["about"], "hours_a_week": 3, "start": "2031-01-06"}
    script.add(route(current_task="plan", subject="it"), Gives("read_goal", again), proposal())
    modelled.ask("now make the plan, 3 hours a week, from 6 January 2031")
    assert modelled.asks == "approve"
    asked_for = script.values[-1]
    assert [each.id for each in asked_for.courses] == [PYTHON]
    assert (asked_for.goal.hours_a_week, asked_for.goal.held["statistics"]) == (3, 1)
    read = script.values[-2]
    assert (read.subject, read.goal.held["statistics"]) == ("it", 1)
    assert "no plan" in str(read.conversation)
    assert modelled.state["learning_plan"]["milestones"][0]["start"] == "2031-01-06"


@pytest.mark.parametrize("on_card", [True, False])
def test_a_plan_that_is_rejected_in_words_is_made_anew(
    modelled: Learner, script: Script, on_card: bool
) -> None:
    drafted(modelled, script, proposal(), level=1)
    if not on_card:
        modelled.approve()
    wishes = {"wishes": "code in every step", "start": "2031-01-06"}
    read = Gives("read_goal", {"about": READ["about"], **wishes})
    coded = proposal(milestone(1, title="Code", **BASICS), milestone(2), milestone(3, **SQL))
    script.add(route(current_task="plan"), read, coded)
    if on_card:
        modelled.reject("no, a new one, with code")
    else:
        modelled.ask("throw it away and make a new one, with code")
    value = next(each for each in reversed(script.values) if isinstance(each, steps.PlanFor))
    assert value.goal.wishes == "code in every step"
    assert "Step 1" in value.rejected
    assert [each.id for each in value.courses] == [PYTHON]
    assert modelled.asks == "approve"
    first = modelled.state["learning_plan"]["milestones"][0]
    assert (first["title"], first["start"]) == ("Code", "2031-01-06")


def test_the_plan_that_replaces_another_takes_its_place(modelled: Learner, script: Script) -> None:
    drafted(modelled, script, proposal(), level=1)
    modelled.approve()
    (first,) = modelled.user.ports.plans.all("local")
    modelled.ask("done", picked={"act": "done", "milestone": "M1", "value": "my notebook"})
    modelled.ask("hours", picked={"act": "hours", "milestone": "M2", "value": "2"})
    done = modelled.state["learning_plan"]["milestones"][0]
    other = proposal(milestone(1, title="Code"), milestone(2), milestone(3, **SQL))
    script.add(route(current_task="plan"), Gives("read_goal", {"about": "it"}), other)
    turn = modelled.ask("throw it away and make a new one")
    value = script.values[-1]
    assert value.goal.held["programming"] == 1
    assert ([each.id for each in value.done], value.logged) == (["M1"], {"M2": 2})
    assert "stays ahead of yours" in steps.PROPOSE.prompt(value)
    changes = {(e["milestone"], e["before"]) for e in last(turn, "coach_plan")["changes"]}
    assert {("M2", "Step 2"), ("M4", "")} <= changes
    modelled.approve()
    (kept,) = modelled.user.ports.plans.all("local")
    assert (kept.id, kept.status) == (first.id, "in_progress")
    assert [e["id"] for e in kept.plan["milestones"]] == ["M1", "M4", "M5", "M6"]
    assert kept.plan["milestones"][0] == done
    turn = modelled.ask("hours", picked={"act": "hours", "milestone": "M4", "value": "1"})
    shown = last(turn, "coach_progress")
    assert (shown["spent"]["M4"], shown["hours"]) == (1, done["hours"] + 3)


def test_a_plan_that_is_not_replaced_in_the_end_stays(modelled: Learner, script: Script) -> None:
    drafted(modelled, script, proposal(), level=1)
    modelled.approve()
    before = modelled.state["learning_plan"]
    script.add(route(current_task="plan"), Gives("read_goal", {"about": "it"}), proposal())
    modelled.ask("throw it away and make a new one")
    modelled.cancel()
    (kept,) = modelled.user.ports.plans.all("local")
    assert kept.plan == modelled.state["learning_plan"] == before
    assert modelled.state["goal"] == before["goal"]


def test_starting_over_with_another_goal_leaves_the_plan_in_force(
    modelled: Learner, script: Script
) -> None:
    planned(modelled)
    modelled.edit("M2", "later")
    modelled._answer(Reply(option="redo"))
    modelled.model = RULES
    modelled.keep(subject="Statistics")
    while modelled.waits:
        modelled.agree()
    assert len(modelled.user.ports.plans.all("local")) == 2


def test_the_plan_that_is_named_is_shown_and_edited(modelled: Learner, script: Script) -> None:
    other = Learner(modelled.agent)
    other.plan("I want to learn statistics, 5 hours a week")
    (first,) = modelled.user.ports.plans.all("local")
    planned(modelled)
    modelled.finish("M1")
    edits = [{"kind": "later", "milestone": "M1", "weeks": 1}]
    script.add(route(current_task="adjust", plan=first.id, edits=edits))
    modelled.ask("move the first of the statistics plan")
    assert modelled.state["learning_plan"]["id"] == first.id
    value = script.values[-1]
    assert first.plan["milestones"][0]["title"] in steps.COORDINATE.prompt(value)
    modelled.cancel()
    script.add(route(current_task="show", plan=first.id, answer="No list of pizzas, sorry."))
    turn = modelled.ask("and how far am I with it? pizza?")
    assert last(turn, "coach_plan")["plan"]["id"] == first.id
    assert "No list of pizzas, sorry." in notices(turn)


def test_edits_are_told_and_goal_and_approval_follow(modelled: Learner, script: Script) -> None:
    planned(modelled)
    reports = [{"milestone": "M1", "done": True}]
    edits = [
        {"kind": "hours_a_week", "hours": 12},
        {"kind": "deadline", "day": "2031-02-01"},
        {"kind": "change", "milestone": "M2", "title": "Loops"},
        {"kind": "learner", "budget": "free", "course_language": "es"},
    ]
    script.add(route(current_task="progress", reports=reports, edits=edits))
    turn = modelled.ask(
        "M1 is done. 12 hours a week, until February 2031; call M2 Loops; free, in Spanish"
    )
    told = {e["field"]: (e["milestone"], e["after"]) for e in last(turn, "coach_plan")["changes"]}
    assert told["title"] == ("M2", "Loops")
    assert told["hours_a_week"] == ("", "12")
    assert told["deadline"] == ("", "2031-02-01")
    assert told["course_language"] == ("", "es")
    text = said(modelled.approve())
    assert text.count("M2 Loops") == 1
    script.add(route(next_agent="end", answer="Yes."))
    modelled.ask("Am I in time?")
    goal_told = script.values[-1].goal
    assert (goal_told.hours_a_week, goal_told.deadline) == (12, "2031-02-01")


def test_a_first_draft_says_what_changed_also_beside_another_plan(
    modelled: Learner, script: Script
) -> None:
    planned(modelled)
    up_to_courses(modelled, script, PYTHON, level=1)
    script.add(proposal())
    modelled.choose("satisfied")
    script.add(route(current_task="adjust", edits=[{"kind": "move", "milestone": "M1"}]))
    turn = modelled.reject("M1 at the very end")
    assert last(turn, "coach_plan")["changes"]
    assert [e["id"] for e in last(turn, "coach_plan")["plan"]["milestones"]] == ["M2", "M3", "M1"]


def test_what_no_course_serves_is_shown_beside_those_that_do(
    modelled: Learner, script: Script
) -> None:
    given = {"picks": [{"course": PYTHON, "reason": "It fits."}], "nothing_fits": "None on FHIR."}
    script.add(*goal(level=1), Gives("recommend_courses", given))
    turn = modelled.ask(TEXT)
    assert "None on FHIR." in notices(turn)
    assert [each["id"] for each in last(turn, "coach_courses")["courses"]] == [PYTHON]


def test_levels_of_what_the_catalogue_lacks_are_the_learners(
    modelled: Learner, script: Script
) -> None:
    read = {"about": "guitar", "uncovered": ["guitar", "singing"], "skills": {"singing": 1}}
    own = [
        milestone(n, skills=[{"skill": s, "level": 1}])
        for n, s in ((1, "guitar"), (2, "singing"), (3, "guitar"))
    ]
    routed = route(next_agent="learning_planner", current_task="new_goal", answer="Good plan!")
    script.add(routed, Gives("read_goal", {**read, "level": 1}), proposal(*own))
    turn = modelled.ask("guitar; I know two chords")
    assert notices(turn) == ["Good plan!"], "a card is in one language"
    levels = {e["skill"]: (e["held"], e["required"]) for e in last(turn, "coach_gaps")["gaps"]}
    assert levels["guitar"] == (1, 2)
    modelled.keep(hours_a_week=3)
    assert modelled.asks == "approve"
    assert modelled.state["learning_plan"]["findings"] == []


def test_what_the_learner_says_they_know_ends_the_warning(
    modelled: Learner, script: Script
) -> None:
    only = [milestone(n, skills=[{"skill": "sql", "level": 2}]) for n in (1, 2, 3)]
    drafted(modelled, script, proposal(*only))
    assert modelled.state["learning_plan"]["findings"]
    knows = {
        "kind": "learner",
        "skills": [{"skill": s, "level": 3} for s in ("python", "databases")],
    }
    script.add(route(current_task="adjust", edits=[knows]))
    modelled.reject("I know Python and databases well")
    assert modelled.state["learning_plan"]["findings"] == []


def test_where_there_are_no_courses_none_are_asked_for(tmp_path: Path, script: Script) -> None:
    agent = open_fake_agent(tmp_path, script=script, courses=FakeCourses([]))
    script.add(*goal(), proposal(milestone(1, **BASICS), milestone(2), milestone(3, **SQL)))
    turn = Learner(agent, model=MODEL).to("approve", TEXT)
    assert not any(isinstance(value, steps.CoursesFor) for value in script.values)
    assert last(turn, "coach_courses")["courses"] == []
    agent.close()


def test_courses_beside_a_plan_promise_none(modelled: Learner, script: Script) -> None:
    planned(modelled)
    nothing = {"picks": [], "nothing_fits": "None in Spanish."}
    wanted = route(current_task="courses", next_agent="course_advisor")
    script.add(wanted, Gives("recommend_courses", nothing))
    turn = modelled.ask("more courses, in Spanish")
    while modelled.waits:
        turn = modelled.choose("satisfied")
    assert "Ask for the plan" not in said(turn)
    assert script.values[-1].kept
    assert said(turn), "no turn ends without a word"
