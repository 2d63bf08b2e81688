"""What a model is asked; code computes dates and checks that what it names exists."""

import math
from datetime import date
from typing import Any, Literal

from pydantic import BaseModel, Field

from agent.checks.guardrails import fenced
from agent.engine.conversation import today
from agent.steps import Step
from agent.workflows.coach.planning.building import FEWEST, LONGEST, MOST, USUAL_HOURS, days_until
from agent.workflows.coach.planning.contracts import (
    DATED,
    Agent,
    Content,
    CourseInfo,
    Frozen,
    Goal,
    LearningPlan,
    Milestone,
    OneLanguage,
    SkillGap,
    Want,
    Wanted,
)
from agent.workflows.coach.planning.editing import Editing
from agent.workflows.coach.state import Plain

LANGUAGE = " Write in the language that the learner writes in."
SKILLS = "Skills (0 none to 3 advanced)"


def _section(title: str, source: str, *lines: str) -> str:
    text = "\n".join(lines).strip()
    return f"\n\n{title}:\n{fenced(text or '(none)', source=source)}"


class Known(BaseModel, frozen=True):
    """Input that all steps share."""

    goal: Goal = Goal(text="")
    conversation: list[str] = []
    today: str = Field(default_factory=lambda: today().isoformat())


class Route(Wanted):
    kind: Want = Field(alias="current_task")
    next_agent: Agent


class RouteFor(Known, frozen=True):
    text: str
    guess: Route
    """As rules read it, on the milestones that the learner has picked for it."""
    plan: str = ""
    changes: str = ""
    """What was changed last, and is not approved yet."""
    courses: list[CourseInfo] = []
    """Those that a milestone can be given."""
    plans: dict[str, LearningPlan] = {}
    """By their ids; that of the conversation has none."""
    may_search: bool = False


DATES = (
    "each ends when all hours from the first (or the last `earliest`) on, less those logged, are"
    " spent: their sum * 7 / hours a week days, rounded up; each takes a day at least"
)
"""How they are computed, for a plan and for edits."""
TASKS = (
    "\ncurrent_task, and next_agent for it:"
    "\n- new_goal: something new to learn. course_advisor finds courses, and a plan follows;"
    " learning_planner makes a plan of own work, where they want no courses."
    "\n- courses: courses only, or other ones; with another `subject` they are beside the plan."
    " course_advisor."
    "\n- plan: a plan for this goal from the courses chosen so far, or a new one where they reject"
    " what they have. learning_planner; course_advisor where other courses come first."
    "\n- show: a plan as it is; adjust: by `edits`; progress: by `reports`; quiz. learning_planner."
    "\n- question: on the plan or on learning. end, with the whole answer in `answer`."
    "\n- chat, unclear: end, with `answer`: a reply, or your question to them."
    "\nA message may hold `reports` and `edits` at once, and several of each: leave out nothing."
    " They go with every current_task: it is show, quiz or question where that is wanted too."
    " What cannot be done by edits, say in `answer`: it is shown with them. One message changes one"
    " plan, which all ids are of: what it wants of a second one, ask for again in `answer`."
)
EDITS = (
    "\nkind of an edit. Of one milestone it may carry title, outcome, proof, tips, own_work,"
    " skills, courses and hours, which then replace those of it word for word; what you leave"
    " empty stays. So where a change makes a text untrue, give that text too."
    "\n- change: only what it carries"
    "\n- add: a milestone, with all of it in your words; drop; merge: with the next one"
    "\n- restore: put back what was dropped, where it was or `before` another one (for the end,"
    " `move` it after that)"
    "\n- split: into `parts`, each with its own title, content and hours; where a part names"
    " courses, those without are own work"
    "\n- move: `before` another one, or to the end without it, or to begin on a `day`; earlier,"
    " later: by whole `weeks` (for days, move to a `day`)"
    "\n- hours; course: other `courses`, with the `hours` they take; own_work: no course"
    "\nFor the whole plan: hours_a_week (`hours`), deadline (`day`, or empty for none), missed"
    " (`weeks` in which nothing was learnt), learner (what else holds of them now: `skills` that"
    " they have, `budget`, `course_language`, `wishes`), aim (`skills` to reach, level 0: not"
    " wanted; `title`: what the goal is called now)."
    "\nReports are logged first; then each edit is made of what those before it leave. What is"
    " done is not edited, and nothing is moved before it. After reports dates follow from tomorrow:"
    " where they count from a date that they see, move to a `day`."
    f"\nDates: {DATES}. A `day` stays the `earliest` to begin on until it is moved again. Where it"
    " is dropped or goes elsewhere, the next one takes over its `earliest`."
    " For an earlier end, cut hours or milestones. A milestone may take a part of a course."
)


NO_SEARCH = "There is no web search for courses: where they wish one, say so in `answer`."
SEARCH = "course_advisor can search the web for courses."


def _tell(value: Known) -> str:
    return (
        f"\n\nToday is {value.today}. Where goal and later words differ, the latest word wins; what"
        " they wish outranks its skills."
        f"{_section('The goal, as the learner has said it', 'goal', value.goal.line)}"
        f"{_section('The conversation so far', 'conversation', *value.conversation)}"
    )


def _route_prompt(value: RouteFor) -> str:
    mine = value.plans.get("")
    others = [f"{id_}: {each.outline}" for id_, each in value.plans.items() if each != mine]
    return (
        "You coordinate a learning coach: read what the learner's message wants, and who is next."
        " You approve nothing for the learner. Of a plan that was never approved no progress is"
        f" logged: say so. {SEARCH if value.may_search else NO_SEARCH}"
        f"{TASKS}{EDITS}\n{LANGUAGE}"
        f"{_section('Courses', 'courses', *(each.line for each in value.courses))}"
        f"{_section('The plan', 'plan', value.plan)}"
        f"{_section('What is changed in it, and waits for approval', 'changes', value.changes)}"
        f"{_section('Their other plans', 'plans', *others)}"
        f"{_tell(value)}"
        f"{_section('Milestones that the message is on', 'picked', *value.guess.milestones)}"
        f"{_section('The message', 'message', value.text)}"
    )


def _route_problems(value: RouteFor, given: Route) -> list[str]:
    """Of the plan that it names."""
    if given.plan and given.plan not in value.plans:
        return [f"There is no other plan {given.plan}."]
    plan, found = value.plans.get(given.plan), list[str]()
    if given.source == "model" and given.kind in ("chat", "question") and not given.answer.strip():
        found.append(f"A {given.kind} needs your reply in `answer`.")
    if plan is None:
        return found
    editing = Editing(plan, date.fromisoformat(value.today), {})
    editing.courses |= {each.id: each for each in value.courses}
    there = {each.id for each in plan.milestones}
    for report in given.reports:
        if report.milestone in there:
            editing.mark(report, report.milestone)
        elif report.milestone:
            found.append(f"`reports`: there is no milestone {report.milestone}.")
    for edit in given.edits:
        named = (*edit.courses, *(id_ for part in edit.parts for id_ in part.courses))
        found += [f"There is no course {id_}." for id_ in named if id_ not in editing.courses]
        found += _past_days(value, edit.day, *(part.day for part in edit.parts))
        found += filter(None, [editing.refuse(edit)])
        # The next one is of what this one leaves.
        editing.make(edit)
    known = there | {each.id for each in (*plan.dropped, *editing.milestones)}
    unknown = (id_ for id_ in given.milestones if id_ not in known)
    return found + [f"`milestones`: there is no {id_}." for id_ in unknown]


def _past_days(value: Known, *days: str | None) -> list[str]:
    return [f"{day} is not a date to come." for day in days if day and day <= value.today]


COORDINATE = Step(
    "coordinate", RouteFor, Route, _route_prompt,
    without_model=lambda value: value.guess,
    mend=lambda _value, given: given.model_copy(update={"source": "model"}),
    check=_route_problems, temperature=0.2,
)  # fmt: skip


class ReadGoal(Goal):
    text: str = Field(alias="about", min_length=1)
    """The goal without wishes about time and money."""
    course_language: OneLanguage = None
    """Where they want courses in this one language, or no longer: "any"."""
    budget: Literal["free", "any"] | None = None


class GoalFor(Known, frozen=True):
    text: str
    subject: str = Field(default="", description="What it is about, as the message was understood")
    guess: ReadGoal
    """As rules read it."""
    skills: dict[str, str]
    """Names by ids."""
    roles: dict[str, str]


def _goal_prompt(value: GoalFor) -> str:
    return (
        "Read what a learner wants to learn. A role brings its skills with their levels: name one"
        " only where it is the goal, and then only the skills that differ or come on top. Else name"
        " the skills. What no skill stands for goes into `uncovered`, short and in their words: it"
        " is learnt without a course, and its levels go by these words. Where the message goes on"
        " with the goal so far, give all of that which still holds. Leave out what they do not say."
        f"{LANGUAGE}"
        f"{_section('Roles', 'roles', *map(': '.join, value.roles.items()))}"
        f"{_section('Skills', 'skills', *map(': '.join, value.skills.items()))}"
        f"{_tell(value)}"
        f"{_section('The message', 'message', value.text)}"
        f"{_section('It is about', 'subject', value.subject) if value.subject else ''}"
    )


def _goal_problems(value: GoalFor, given: ReadGoal) -> list[str]:
    known = {*value.skills, *given.uncovered}
    unknown = [id_ for id_ in (*given.skills, *given.held) if id_ not in known]
    found = [f"There is no skill {id_}; use the ids of the list." for id_ in unknown]
    if given.role and given.role not in value.roles:
        found.append(f"There is no role {given.role}; use an id of the list, or leave it out.")
    return found + _past_days(value, given.start, given.deadline)


READ_GOAL = Step(
    "read_goal", GoalFor, ReadGoal, _goal_prompt,
    without_model=lambda value: value.guess,
    mend=lambda _value, given: given.learnt_alone(),
    check=_goal_problems, temperature=0,
)  # fmt: skip


class CoursesFor(Known, frozen=True):
    gaps: list[SkillGap]
    candidates: list[CourseInfo]
    kept: list[CourseInfo] = []
    """What the learner has already, so that others are wanted beside them."""
    may_search: bool = False


class Pick(Frozen):
    course: str
    reason: str = Field(min_length=1, description="One sentence: why this one, for this learner")


class Picks(Frozen):
    picks: list[Pick]
    nothing_fits: str = Field(default="", description="What no course serves, and why: it is shown")
    search_web: str = Field(default="", description="Words of a web search for courses, or empty")


def _courses_prompt(value: CoursesFor) -> str:
    none = " There is no web search: leave out `search_web`."
    search = (
        " Where none of these serves the goal well, fill `search_web`, without anything personal:"
        " you are asked again with what it finds. The rest holds where it finds nothing."
    )
    return (
        "Recommend up to five of these courses to a learner, the first to take first. Choose what"
        " serves the goal and fits what the learner has, is able to follow and has time for (a part"
        " of a course will do); leave out theory that the goal does not need. Where nothing serves"
        " the goal, choose none. An unknown price (`is_free` null) may be one to pay. What is not"
        f" in the list does not exist.{search if value.may_search else none}{LANGUAGE}"
        f"{_section('Courses', 'courses', *(each.line for each in value.candidates))}"
        f"{_section('Already chosen, so add others', 'kept', *(each.line for each in value.kept))}"
        f"{_section(SKILLS, 'skills', *(each.line for each in value.gaps))}"
        f"{_tell(value)}"
    )


RECOMMEND = Step(
    "recommend_courses", CoursesFor, Picks, _courses_prompt,
    # Those of the rules are taken then.
    without_model=lambda _value: Picks(picks=[]), temperature=0.6,
)  # fmt: skip


NEEDED = ("title", "outcome", "proof", "hours")


class Proposal(Frozen):
    milestones: list[Content] = Field(min_length=FEWEST, max_length=MOST)
    answer: str = Field(default="", description="What they should know of it, if anything")


class PlanFor(Known, frozen=True):
    gaps: list[SkillGap]
    courses: list[CourseInfo]
    rejected: str = Field(default="", description="A plan that the learner wants otherwise")
    done: tuple[Milestone, ...] = ()
    """Of that plan, which stay."""
    logged: dict[str, float] = {}
    """Hours spent on its milestones."""
    first: str = Field(default="", description="A plan for this that cannot be kept, and why not")


def _plan_prompt(value: PlanFor) -> str:
    unwanted = "The plan so far, which they want otherwise: what they say decides what stays of it"
    kept = "Done of it stays ahead of yours, so give only what comes after; hours spent count too"
    done = [*(each.line(DATED) for each in value.done), f"hours spent: {value.logged}"]
    broken = "Your plan, and what is wrong with it at the end. Mend this, and leave all else"
    return (
        f"Plan how a learner reaches a goal, in {FEWEST} to 12 milestones, in the order in which"
        " they are taken. Nothing comes before what it builds on. Use the courses that fit and"
        " leave out the others; a milestone may take a part of a course, or a course go over"
        f" several. `hours` are those of the milestone, at most {LONGEST:g}, so of the part that it"
        " takes. A course that the learner brings goes into `own_work`, with its link. Skills that"
        " they have need no milestone. Dates are computed from the hours, so name none but a `day`"
        f" (`earliest` below): {DATES}. The hours of all must fit into the time there is.{LANGUAGE}"
        f"{_section('Courses', 'courses', *(each.line for each in value.courses))}"
        f"{_section(SKILLS, 'skills', *(each.line for each in value.gaps))}"
        f"{_tell(value)}"
        f"\n\n{_time_there_is(value)}"
        f"{_section(unwanted, 'rejected', value.rejected) if value.rejected else ''}"
        f"{_section(kept, 'done', *done) if value.done or value.logged else ''}"
        f"{_section(broken, 'plan', value.first) if value.first else ''}"
    )


def _time_there_is(value: PlanFor) -> str:
    week, until = value.goal.hours_a_week or USUAL_HOURS, value.goal.deadline
    start = max(value.goal.start or "", value.today)
    if not until:
        return f"Time: {week:g} hours a week from {start}, without a deadline."
    days = days_until(until, start)
    time = f"Time: {week:g} hours a week from {start} until {until}, which is {days} days"
    return f"{time} and {math.floor(days * week / 7)} hours."


def _plan_problems(value: PlanFor, given: Proposal) -> list[str]:
    """What cannot be."""
    courses = {each.id for each in value.courses}
    skills = {gap.skill for gap in value.gaps}
    named = {id_ for each in given.milestones for id_ in each.courses}
    taught = {one.skill for each in given.milestones for one in each.skills}
    found = [f"There is no course {id_}." for id_ in named - courses]
    found += _past_days(value, *(each.day for each in given.milestones))
    found += [f"There is no skill {s}; there are: {', '.join(skills)}." for s in taught - skills]
    for each in given.milestones:
        missing = [name for name in NEEDED if not getattr(each, name)]
        if not each.courses and not each.own_work.strip():
            missing.append("courses or own_work")
        found += [f"“{each.title}” has no {name}." for name in missing]
    return found


def _plan_ids(value: PlanFor, schema: Plain) -> Plain:
    """With the skills and courses that there are, and no others."""
    of_milestone: Any = schema["$defs"]["Content"]
    of_milestone["required"] = list(NEEDED)
    schema["$defs"]["Reached"]["properties"]["skill"]["enum"] = [gap.skill for gap in value.gaps]
    if value.courses:
        courses = of_milestone["properties"]["courses"]
        courses["items"]["enum"] = [each.id for each in value.courses]
    return schema


PROPOSE = Step(
    "propose_plan", PlanFor, Proposal, _plan_prompt,
    check=_plan_problems, narrow=_plan_ids, temperature=0.5,
)  # fmt: skip
