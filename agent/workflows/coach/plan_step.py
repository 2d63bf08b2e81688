"""What a model does for a plan: it proposes one, and rewrites milestones as a wish has them.

Dates stay with the rules, and so does what they can check: order, load, coverage, deadline.
"""

from collections.abc import Iterator, Sequence
from datetime import date

from pydantic import BaseModel, ConfigDict, Field

from agent.errors import StepFailed
from agent.events import Notice
from agent.guardrails import fenced
from agent.ports import Context
from agent.ports.courses import Level
from agent.steps import Step
from agent.text import Language
from agent.workflows.coach.contracts import (
    CourseInfo,
    Finding,
    Goal,
    LearningPlan,
    Milestone,
    SkillGap,
)
from agent.workflows.coach.planning import building, judging
from agent.workflows.coach.planning.building import FEWEST, LONGEST, MOST
from agent.workflows.coach.words import told

TEMPERATURE = 0.5
LONGEST_TITLE = 100
LONGEST_TEXT = 400
SHARE_OF_COURSES = 0.8
"""Of the hours of the courses in it, which a plan must have at least."""


class Words(BaseModel):
    title: str = Field(min_length=1, max_length=LONGEST_TITLE)
    outcome: str = Field(min_length=1, max_length=LONGEST_TEXT, description="What one can do then")
    proof: str = Field(
        min_length=1, max_length=LONGEST_TEXT, description="Something concrete that shows it"
    )
    tips: str = Field(default="", max_length=LONGEST_TEXT)


# A plan


class Reached(BaseModel):
    skill: str
    level: Level = Field(description="1 beginner, 2 intermediate, 3 advanced")


class Proposed(Words):
    skills: list[Reached] = Field(min_length=1)
    courses: list[str] = Field(default_factory=list, description="Ids; empty for own work")
    own_work: str = Field(
        default="", max_length=LONGEST_TEXT, description="What to do where no course fits, and why"
    )
    hours: float = Field(gt=0, le=LONGEST)


class Proposal(BaseModel):
    milestones: list[Proposed] = Field(min_length=FEWEST, max_length=MOST)


class PlanFor(BaseModel):
    model_config = ConfigDict(frozen=True)

    goal: Goal
    gaps: list[SkillGap]
    courses: list[CourseInfo]
    findings: list[Finding] = []


def _prompt(value: PlanFor) -> str:
    goal = value.goal
    frame = [
        f"{goal.hours_a_week or building.USUAL_HOURS:g} hours a week",
        f"until {goal.deadline}" if goal.deadline else "no deadline",
    ]
    gaps = "\n".join(
        f"- {gap.skill} ({gap.name}): has {gap.held}, needs {gap.required}"
        + (f", builds on {', '.join(gap.needs)}" if gap.needs else "")
        for gap in value.gaps
    )
    findings = "\n".join(f"- {each.milestone or 'all'}: {each.sentence}" for each in value.findings)
    found = (
        f"\n\nThe rules found this in your first plan; mend it:\n{fenced(findings, 'findings')}"
        * bool(findings)
    )
    return (
        f"Plan how this learner reaches the goal, in {FEWEST} to 12 milestones, in the order in"
        f" which they are taken: {', '.join(frame)}. Nothing comes before what it builds on. A"
        f" milestone has at most {LONGEST:g} hours: a longer course goes over several, each naming"
        " it. Use the courses that fit and leave out the others; where none fits, `own_work` says"
        " what to do instead. The hours of a course are its source's. Leave out what the learner"
        " already has. Dates are computed from the hours, so name none."
        f" Write in the language “{goal.language}”."
        f"\n\nThe goal:\n{fenced(goal.text, 'goal')}"
        f"\n\nThe learner:\n{fenced(goal.background or '(nothing said)', 'learner')}"
        f"\n\nSkills and levels (0 none to 3 advanced):\n{gaps}"
        f"\n\nCourses:\n{fenced(_courses(value.courses), 'courses')}{found}"
    )


def _courses(courses: Sequence[CourseInfo]) -> str:
    return "\n".join(
        f"- {each.id}: {each.title}, {each.difficulty or 'level unknown'},"
        f" {f'{each.hours:g} h' if each.hours else 'hours unknown'}, brings"
        f" {', '.join(f'{s} {level}' for s, level in each.skills.items()) or 'unknown'}"
        for each in courses
    )


def _problems(value: PlanFor, given: Proposal) -> list[str]:
    """What makes a plan impossible or false."""
    courses = {each.id: each for each in value.courses}
    skills = {gap.skill for gap in value.gaps}
    named = dict.fromkeys(id_ for each in given.milestones for id_ in each.courses)
    taught = {one.skill for each in given.milestones for one in each.skills}
    found = [f"There is no course {id_}." for id_ in named if id_ not in courses]
    found += [f"There is no skill {s}; there are: {', '.join(skills)}." for s in taught - skills]
    found += [
        f"“{each.title}” has neither a course nor own_work."
        for each in given.milestones
        if not each.courses and not each.own_work.strip()
    ]
    found += _out_of_order(value.gaps, given)
    hours = sum(courses[id_].hours or 0 for id_ in named if id_ in courses)
    planned = sum(each.hours for each in given.milestones)
    if planned < SHARE_OF_COURSES * hours:
        found.append(f"The courses take {hours:g} hours, the milestones only {planned:g}.")
    return found


def _out_of_order(gaps: Sequence[SkillGap], given: Proposal) -> Iterator[str]:
    needs = {gap.skill: gap.needs for gap in gaps}
    first: dict[str, int] = {}
    for place, each in enumerate(given.milestones):
        for one in each.skills:
            first.setdefault(one.skill, place)
    for skill, place in first.items():
        for need in needs.get(skill, ()):
            if first.get(need, place) > place:
                yield f"{skill} builds on {need}, which comes later."


PROPOSE = Step("propose_plan", PlanFor, Proposal, _prompt, check=_problems, temperature=TEMPERATURE)


def propose(plan: LearningPlan, gaps: Sequence[SkillGap], context: Context) -> LearningPlan:
    """A model's plan where there is one; what rules find of it goes back once.

    `plan` is the one by rules. It is shown where the model's stays unusable.
    """
    if not context.llm.is_model:
        return plan
    needed = [gap for gap in gaps if gap.held < gap.required]
    asked = PlanFor(goal=plan.goal, gaps=needed, courses=list(plan.recommended_courses))
    try:
        proposed = _dated(plan, context.llm.run(PROPOSE, asked), needed)
        if found := _mendable(proposed, gaps):
            again = asked.model_copy(update={"findings": found})
            proposed = _dated(plan, context.llm.run(PROPOSE, again), needed)
    except StepFailed as error:
        return _by_rules(plan, error.message, context)
    blocking = [each.sentence for each in judging.findings(proposed, gaps) if each.blocks]
    return _by_rules(plan, blocking[0], context) if blocking else proposed


def _mendable(plan: LearningPlan, gaps: Sequence[SkillGap]) -> list[Finding]:
    """What another plan could do better: no plan covers what lies outside the catalogue."""
    goal = plan.goal.model_copy(update={"uncovered": ()})
    return judging.findings(plan.model_copy(update={"goal": goal}), gaps)


def _by_rules(plan: LearningPlan, why: str, context: Context) -> LearningPlan:
    context.report.emit(Notice(told("planner.by_rules", plan.goal.language, why=why), "warning"))
    return plan


def _dated(plan: LearningPlan, given: Proposal, needed: Sequence[SkillGap]) -> LearningPlan:
    """With numbers and dates; what each milestone builds on comes from its skills and courses."""
    courses = {each.id: each for each in plan.recommended_courses}
    drafts = [
        building.Draft(
            {one.skill: one.level for one in each.skills},
            each.hours,
            tuple(courses[id_] for id_ in dict.fromkeys(each.courses)),
        )
        for each in given.milestones
    ]
    milestones = [
        Milestone(
            **each.model_dump(include={"title", "outcome", "proof", "tips", "hours"}),
            id="",
            skills=draft.skills,
            courses=tuple(course.id for course in draft.courses),
            no_course="" if draft.courses else each.own_work,
            start="",
            due="",
        )
        for each, draft in zip(given.milestones, drafts, strict=True)
    ]
    start = date.fromisoformat(plan.start)
    dated = building.date_milestones(
        milestones, building.link_drafts(drafts, needed), start, week=plan.hours_a_week
    )
    return plan.model_copy(
        update={
            "milestones": tuple(dated),
            "estimated_duration": building.duration_of(dated, plan.goal.language),
            "origin": "model",
        }
    )


# Words for milestones


class WordsFor(BaseModel):
    model_config = ConfigDict(frozen=True)

    goal: str
    language: Language
    milestones: list[Milestone]
    courses: dict[str, str]
    """Titles by ids."""
    wish: str


class Reworded(Words):
    milestone: str
    """Its id."""


class PlanWords(BaseModel):
    milestones: list[Reworded]


def _words_prompt(value: WordsFor) -> str:
    lines = "\n".join(_line(each, value) for each in value.milestones)
    return (
        "Change the words of these milestones as the learner wants: title, outcome, proof, tip."
        f" Give each of them, by its id, in the language “{value.language}”. Dates, hours and"
        " courses are settled: name none."
        f"\n\nThe goal:\n{fenced(value.goal, 'goal')}\n\nMilestones:\n{fenced(lines, 'plan')}"
        f"\n\nWhat the learner wants:\n{fenced(value.wish, 'wish')}"
    )


def _line(each: Milestone, value: WordsFor) -> str:
    courses = ", ".join(value.courses.get(id_, id_) for id_ in each.courses) or each.no_course
    return f"{each.id}: {each.title}. {each.outcome} Courses: {courses}. Proof: {each.proof}"


def _words_problems(value: WordsFor, given: PlanWords) -> list[str]:
    ids = [each.id for each in value.milestones]
    if sorted(each.milestone for each in given.milestones) == sorted(ids):
        return []
    return [f"Give each of these once: {', '.join(ids)}."]


WRITE = Step(
    "write_plan", WordsFor, PlanWords, _words_prompt, check=_words_problems, temperature=TEMPERATURE
)


def reword(plan: LearningPlan, ids: Sequence[str], wish: str, context: Context) -> LearningPlan:
    """The words of these milestones by a model, as the wish has them; nothing else of the plan."""
    value = WordsFor(
        goal=plan.goal.text,
        language=plan.goal.language,
        milestones=[each for each in plan.milestones if each.id in ids and not each.done],
        courses={course.id: course.title for course in plan.recommended_courses},
        wish=wish,
    )
    said = {each.milestone: each for each in context.llm.run(WRITE, value).milestones}
    after = tuple(
        each.model_copy(update=said[each.id].model_dump(exclude={"milestone"}))
        if each.id in said
        else each
        for each in plan.milestones
    )
    return plan.model_copy(update={"milestones": after, "origin": "model"})
