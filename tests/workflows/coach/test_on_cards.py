"""With a model: what is said on cards is heard, and all of a message is done."""

from typing import Any

from agent.questions import Form, Reply
from agent.workflows.coach import steps
from tests.fakes import MODEL, RULES, Gives, Script
from tests.fakes_coach import FakeCourses
from tests.workflows.coach.talk import Learner, calls, last, notices, said
from tests.workflows.coach.test_with_a_model import (
    BASICS,
    PYTHON,
    READ,
    SQL,
    TEXT,
    goal,
    milestone,
    picks,
    proposal,
    route,
)

Plain = dict[str, Any]
WEB = "web-security-fundamentals"


def drafted(learner: Learner, script: Script, *courses: str, **more: Any) -> Plain:
    script.add(*goal(level=1, **more), picks(*(courses or (PYTHON,))), proposal())
    return last(learner.to("approve", TEXT), "coach_plan")["plan"]


def in_force(learner: Learner, script: Script) -> None:
    drafted(learner, script)
    learner.approve()


def changing(learner: Learner, script: Script) -> None:
    """With a card that changes a plan in force."""
    in_force(learner, script)
    script.add(route(current_task="adjust", edits=[{"kind": "later", "milestone": "M3"}]))
    learner.ask("the third a week later")


def milestones(learner: Learner) -> dict[str, Plain]:
    return {each["id"]: each for each in learner.state["learning_plan"]["milestones"]}


# Reports on the card of a plan


def test_what_is_reported_on_a_card_is_logged_and_what_is_wished_is_done(
    modelled: Learner, script: Script
) -> None:
    changing(modelled, script)
    edits = [{"kind": "change", "milestone": "M3", "title": "Classes"}]
    reports = [{"milestone": "M2", "hours": 5}, {"milestone": "M1", "done": True}]
    script.add(route(current_task="progress", reports=reports, edits=edits))
    modelled.reject("log 5 hours on M2, M1 is done, and rename M3 to Classes")
    assert modelled.asks == "approve"
    (kept,) = modelled.user.ports.plans.all("local")
    assert kept.plan["milestones"][0]["done"]
    assert milestones(modelled)["M1"]["done"]
    assert milestones(modelled)["M3"]["title"] == "Classes"
    # Again in the same turn: nothing that was logged is replaced.
    script.add(route(current_task="progress", reports=[{"milestone": "M2", "hours": 1}]))
    modelled.reject("and another hour on M2")
    logged = modelled.user.ports.plans.logged("local", kept.id)
    assert sorted(each["hours"] for each in logged if "hours" in each) == [1, 5]
    assert modelled.asks == "approve"
    modelled.approve()
    (kept,) = modelled.user.ports.plans.all("local")
    assert kept.plan["milestones"][2]["title"] == "Classes"
    assert kept.plan["milestones"][0]["done"]


def test_what_is_open_again_can_be_changed_in_the_same_message(
    modelled: Learner, script: Script
) -> None:
    in_force(modelled, script)
    modelled.finish("M1")
    edits = [{"kind": "change", "milestone": "M1", "title": "Git"}]
    reports = [{"milestone": "M1", "done": False}]
    script.add(route(current_task="progress", reports=reports, edits=edits))
    modelled.ask("M1 is not done after all; call it Git")
    assert (milestones(modelled)["M1"]["title"], milestones(modelled)["M1"]["done"]) == ("Git", "")


def test_nothing_is_logged_of_a_plan_that_was_never_approved_and_that_is_said(
    modelled: Learner, script: Script
) -> None:
    drafted(modelled, script)
    edits = [{"kind": "change", "milestone": "M1", "title": "Loops"}]
    reports = [{"milestone": "M1", "hours": 3}]
    script.add(route(current_task="progress", reports=reports, edits=edits))
    modelled.reject("3 hours on M1, and call it Loops")
    assert modelled.asks == "approve"
    assert milestones(modelled)["M1"]["title"] == "Loops"
    assert "once the plan is approved" in modelled.question.body
    script.add(route(current_task="progress", reports=reports))
    modelled.reject("I said 3 hours")
    assert "once the plan is approved" in modelled.question.body


def test_a_quiz_is_offered_beside_reports_and_edits(modelled: Learner, script: Script) -> None:
    in_force(modelled, script)
    wanted = {
        "reports": [{"milestone": "M1", "done": True}],
        "edits": [{"kind": "later", "milestone": "M3"}],
        "milestones": ["M1"],
    }
    script.add(route(current_task="quiz", **wanted))
    turn = modelled.ask("first one done; the last a week later; and quiz me on the first")
    assert last(turn, "coach_quiz")["milestone"] == "M1"
    assert last(turn, "coach_progress")["done"] == 1
    assert modelled.asks == "approve"


def test_an_answer_leaves_the_card_of_a_plan_in_force_open(
    modelled: Learner, script: Script
) -> None:
    changing(modelled, script)
    script.add(route(next_agent="end", answer="Sixty hours."))
    turn = modelled.reject("how many hours are that?")
    assert modelled.asks == "approve"
    assert "Sixty hours." in notices(turn)


# Notes


def test_a_note_to_the_courses_reaches_those_who_come_next(
    modelled: Learner, script: Script
) -> None:
    script.add(*goal(level=1), picks(PYTHON))
    modelled.to("courses", TEXT)
    knows = {**READ, "held": {"statistics": 1}, "course_language": "es"}
    script.add(Gives("read_goal", knows), picks(WEB))
    modelled._answer(Reply(option="more", comment="I know statistics; in Spanish"))
    assert script.values[-1].conversation[-1] == "user: I know statistics; in Spanish"
    assert script.values[-1].goal.course_language == "es"
    without = {**READ, "skills": {"sql": 2}, "unwanted": ["python"], "course_language": "any"}
    script.add(Gives("read_goal", without), proposal(*(milestone(n, **SQL) for n in (1, 2, 3))))
    modelled._answer(Reply(option="satisfied", comment="no Python; any language will do"))
    aim = modelled.state["learning_plan"]["goal"]
    assert (aim["skills"], aim["held"]["statistics"]) == ({"sql": 2}, 1)
    assert (aim["course_language"], aim["hours_a_week"]) == ("", 6)
    named = str(modelled.state["learning_plan"]["findings"])
    assert "Python" not in named, "what is not wanted is not missed"
    told = script.values[-1].conversation
    assert [line for line in told if line.startswith("user: ")] == [
        f"user: {TEXT}", "user: I know statistics; in Spanish",
        "user: no Python; any language will do",
    ]  # fmt: skip


def test_later_turns_know_what_was_said_on_cards(modelled: Learner, script: Script) -> None:
    drafted(modelled, script)
    script.add(
        route(current_task="adjust", edits=[{"kind": "hours", "milestone": "M2", "hours": 9}])
    )
    modelled.reject("ten hours less for the second")
    script.add(
        route(current_task="adjust", edits=[{"kind": "hours", "milestone": "M2", "hours": 40}])
    )
    modelled.reject("undo that please")
    prompt = steps.COORDINATE.prompt(script.values[-1])
    assert "ten hours less for the second" in prompt
    assert "'before': '40', 'after': '9'" in prompt, "to undo it"
    modelled.approve()
    script.add(route(next_agent="end", answer="Yes."))
    modelled.ask("is that fine?")
    assert "user: undo that please" in script.values[-1].conversation


# Courses for a plan


def test_where_no_other_course_is_found_the_plan_stays_as_it_is(
    modelled: Learner, script: Script
) -> None:
    before = drafted(modelled, script)
    nothing = Gives("recommend_courses", {"picks": [], "nothing_fits": "None with videos."})
    script.add(route(current_task="courses", next_agent="course_advisor"), nothing)
    turn = modelled.reject("a course with videos")
    while modelled.asks == "courses":
        turn = modelled.choose("satisfied")
    assert modelled.asks == "approve"
    assert last(turn, "coach_plan")["plan"]["milestones"] == before["milestones"]
    script.add(route(next_agent="end", answer="Sorry."))
    modelled.reject("none at all?")
    assert "assistant: None with videos." in script.values[-1].conversation


def test_other_courses_for_a_plan_make_it_anew_from_what_was_seen(
    modelled: Learner, script: Script
) -> None:
    drafted(modelled, script)
    script.add(route(current_task="courses", next_agent="course_advisor"), picks(WEB))
    modelled.reject("another course, shorter")
    script.add(proposal())
    turn = modelled.choose("satisfied")
    assert "Step 1" in script.values[-1].rejected
    changed = last(turn, "coach_plan")["changes"]
    assert {e["field"] for e in changed} == {"milestone"}, "no step is taken for another"


def test_where_nothing_is_left_to_learn_no_plan_is_made(modelled: Learner, script: Script) -> None:
    drafted(modelled, script)
    none = [{"skill": skill, "level": 0} for skill in READ["skills"]]
    edits = [{"kind": "aim", "skills": none}]
    script.add(route(current_task="courses", next_agent="course_advisor", edits=edits), picks(WEB))
    modelled.reject("another course, and I don't need the rest")
    turn = modelled.choose("satisfied")
    assert last(turn, "outcome")["status"] == "nothing_to_learn"


def test_what_was_refused_does_not_come_back(modelled: Learner, script: Script) -> None:
    script.add(*goal(level=1), picks(PYTHON))
    modelled.to("courses", TEXT)
    nothing = Gives("recommend_courses", {"picks": [], "nothing_fits": "All are too long."})
    own = proposal(milestone(1, **BASICS), milestone(2), milestone(3, **SQL))
    script.add(Gives("read_goal", READ), nothing, own)
    modelled._answer(Reply(option="different", comment="if nothing fits, none"))
    assert modelled.asks == "approve"
    assert script.values[-1].courses == []


def test_nobody_has_to_take_a_course(modelled: Learner) -> None:
    modelled.model = RULES
    modelled.to("courses", TEXT)
    turn = modelled.choose("own_work")
    made = last(turn, "coach_plan")["plan"]["milestones"]
    assert all(each["no_course"] and not each["courses"] for each in made)


# Goals


def test_a_deadline_can_be_taken_away(modelled: Learner, script: Script) -> None:
    drafted(modelled, script, deadline="2031-02-01")
    script.add(route(current_task="adjust", edits=[{"kind": "deadline", "day": ""}]))
    modelled.reject("no deadline")
    assert modelled.state["learning_plan"]["goal"]["deadline"] == ""
    other = Learner(modelled.agent, model=MODEL)
    drafted(other, script, deadline="2031-02-01")
    again = Gives("read_goal", {**READ, "deadline": ""})
    script.add(route(current_task="plan"), again, proposal())
    other.reject("a new plan, and no deadline")
    assert "without a deadline" in steps.PROPOSE.prompt(script.values[-1])


def test_starting_over_finds_courses_and_reads_the_note(modelled: Learner, script: Script) -> None:
    drafted(modelled, script)
    script.add(route(current_task="adjust", next_agent="learning_planner", answer="Which one?"))
    modelled.reject("change it")
    read = {"about": "security", "skills": {"web-security": 1}, "hours_a_week": 8, "level": 0}
    script.add(Gives("read_goal", read))
    turn = modelled._answer(Reply(option="redo", comment="I'd rather learn security, 8 hours"))
    form = modelled.question
    assert isinstance(form, Form)
    held = {field.id: field.default for field in form.fields}
    assert (held["subject"], held["hours_a_week"]) == ("security", 8)
    assert "Which one?" not in form.body
    script.add(picks(WEB), proposal(*(milestone(n, skills=[]) for n in (1, 2, 3))))
    turn = modelled.keep()
    assert ("course_advisor", "find") in calls(turn)
    modelled.choose("satisfied")
    assert script.values[-1].rejected == "", "that was of another subject"


def test_a_goal_follows_the_skills_of_its_milestones(modelled: Learner, script: Script) -> None:
    drafted(modelled, script)
    other = {"kind": "change", "milestone": "M3", "skills": [{"skill": "statistics", "level": 1}]}
    script.add(route(current_task="adjust", edits=[other]))
    modelled.reject("statistics instead of SQL")
    wanted = modelled.state["goal"]["skills"]
    assert "sql" not in wanted
    assert wanted["statistics"] == 1
    aim = {"kind": "aim", "skills": [{"skill": "python", "level": 0}]}
    script.add(route(current_task="adjust", edits=[aim]))
    modelled.reject("I don't need Python as such")
    assert set(modelled.state["goal"]["skills"]) == {"statistics"}


def test_what_was_said_for_one_plan_is_known_in_another_conversation(
    modelled: Learner, script: Script
) -> None:
    drafted(modelled, script, held={"python": 2, "sql": 0})
    modelled.approve()
    other = Learner(modelled.agent, model=MODEL)
    script.add(*goal(level=1), picks(PYTHON))
    other.ask("SQL and Python")
    held = other.state["goal"]["held"]
    assert held["python"] == 2
    assert "sql" not in held


def test_a_form_for_another_subject_says_why_it_comes_again(modelled: Learner) -> None:
    modelled.model = RULES
    modelled.ask("I want to learn SQL, 6 hours a week")
    modelled.keep(subject="Python")
    assert "Python" in modelled.question.body


# Plans


def test_all_plans_are_known_also_on_a_card(modelled: Learner, script: Script) -> None:
    for subject in ("statistics", "databases", "Haskell", "algorithms", "calculus", "robotics"):
        Learner(modelled.agent).plan(f"I want to learn {subject}, 5 hours a week")
    ids = [each.id for each in modelled.user.ports.plans.all("local")]
    drafted(modelled, script)
    first = ids[-1]
    later = [{"kind": "later", "milestone": "M1"}]
    script.add(route(current_task="adjust", plan=first, edits=later))
    turn = modelled.reject("and move the statistics plan by a week")
    assert set(ids) <= script.values[-1].plans.keys()
    assert modelled.state["learning_plan"]["id"] == first
    assert notices(turn)


def test_a_card_is_in_the_language_of_the_conversation(modelled: Learner, script: Script) -> None:
    spanish = Learner(modelled.agent)
    spanish.plan("Quiero aprender estadística, 5 horas a la semana")
    (first,) = modelled.user.ports.plans.all("local")
    modelled.model = MODEL
    later = [{"kind": "later", "milestone": "M1"}]
    script.add(route(current_task="adjust", plan=first.id, edits=later))
    turn = modelled.ask("Please move my plan for statistics by a week")
    assert modelled.question.language == "en"
    assert any("I'm using your plan" in each for each in notices(turn))
    assert "approved" in said(modelled.approve())
    spanish.ask("¿Qué viene después de esto, por favor?")
    assert spanish.state["learning_plan"]["goal"]["language"] == "es"


def test_a_course_that_is_wished_for_can_be_given(
    modelled: Learner, script: Script, courses: FakeCourses
) -> None:
    in_force(modelled, script)
    wished = next(each for each in courses.all() if "computer-graphics" in each.skills)
    add = {"kind": "add", "title": "Ciphers", "courses": [wished.id], "hours": 10}
    script.add(route(current_task="adjust", edits=[add]))
    modelled.ask("add a milestone on computer graphics at the end")
    assert wished.id in {each.id for each in script.values[-1].courses}
    assert milestones(modelled)["M4"]["courses"] == [wished.id]
