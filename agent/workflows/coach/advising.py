"""Finding courses: real ones only, each with a reason, and what each of them covers."""

import logging
from collections.abc import Sequence

from langgraph.runtime import Runtime
from pydantic import BaseModel, ConfigDict, Field

from agent.conversation import task_of, today
from agent.events import Artifact, Notice
from agent.guardrails import fenced
from agent.ports import Context, CourseQuery, FoundCourse
from agent.steps import Step
from agent.text import Language
from agent.workflows.coach.contracts import CourseInfo, Goal, SkillGap
from agent.workflows.coach.deciding import open_gaps, searched
from agent.workflows.coach.planning.building import closing
from agent.workflows.coach.planning.choosing import choose, coverage
from agent.workflows.coach.planning.gaps import with_foundations
from agent.workflows.coach.searching import looked_for, search_web, web_of
from agent.workflows.coach.state import AgentState, Plain
from agent.workflows.coach.words import told

log = logging.getLogger("interlude.coach")

TEMPERATURE = 0.6
MOST_KEPT = 10
MOST_READ = 100
"""Courses that a model is shown at once."""
LONGEST_REASON = 300


class CoursesFor(BaseModel):
    model_config = ConfigDict(frozen=True)

    goal: str
    language: Language
    gaps: list[SkillGap]
    candidates: list[CourseInfo]
    hint: str = ""
    limits: str = ""
    """Time, money and languages, as the learner said them."""
    may_search: bool = False


class Pick(BaseModel):
    course: str
    reason: str = Field(min_length=1)


class Picks(BaseModel):
    picks: list[Pick] = Field(max_length=12)
    nothing_fits: str = Field(default="", description="Why, where no course serves the goal")
    search_web: str = Field(
        default="", max_length=120, description="Words of a web search for courses, or empty"
    )


def _prompt(value: CoursesFor) -> str:
    gaps = "\n".join(f"- {gap.name}: {gap.held} of {gap.required}" for gap in value.gaps)
    courses = "\n".join(
        f"- {c.id}: {c.title} ({c.difficulty or 'level unknown'}, "
        f"{c.duration or 'duration unknown'}, {c.language}). {c.description}"
        for c in value.candidates
    )
    search = (
        " Where none of these serves the goal well, give the words of a web search for courses in"
        " `search_web`, without anything personal: you are then asked again with what it found."
    )
    return (
        "Recommend up to five of these courses to a learner, the first to take first, and say of"
        f" each in one sentence why this one, for this learner, in the language “{value.language}”."
        " Choose what serves the goal and fits what the learner has, is able to follow and has time"
        " for; leave out theory that the goal does not need. Where nothing serves the goal, choose"
        " none and say why in `nothing_fits`. Name courses by their ids. There are no others: what"
        f" is not in the list does not exist.{search if value.may_search else ''}"
        f"\n\nThe learner's limits: {value.limits}"
        f"\n\nThe goal:\n{fenced(value.goal, source='goal')}"
        f"\n\nSkills, held of required (0 none to 3 advanced):\n{gaps or '(none)'}"
        f"\n\nWhat the learner said of the courses so far:\n{fenced(value.hint, source='hint')}"
        f"\n\nCourses:\n{fenced(courses, source='courses')}"
    )


RECOMMEND = Step("recommend_courses", CoursesFor, Picks, _prompt, temperature=TEMPERATURE)


def course_advisor(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Find courses for the gaps that are open, recommend some, and show what they cover."""
    context = runtime.context
    goal = _with_foundations(Goal.model_validate(state["goal"]), context)
    gaps = open_gaps(state.get("gaps") or [])
    task = searched(state)
    before = [CourseInfo.model_validate(each) for each in state.get("course_candidates") or []]
    found = _look(state, goal, gaps, context)
    new, dropped, source = _recommended(goal, gaps, found, state, context)
    courses = _merged(task, before, new)
    notices = _left_out(dropped, goal)
    if not new:
        notices.append(told("advisor.none" if before else "advisor.nothing", goal.language))
    rounds = (state.get("round") or 0) + 1
    shown = {
        "courses": [each.model_dump(mode="json") for each in courses],
        "coverage": coverage(courses, gaps),
        "beside": _beside(courses, gaps),
        "dropped": dropped,
        "notices": notices,
        "round": rounds,
        "source": source,
    }
    context.report.emit(Artifact("coach_courses", f"courses:{task_of(runtime)}", shown))
    return {
        "course_candidates": shown["courses"],
        "chosen": False,
        "search": None,
        "hint": None,
        "round": rounds,
    }


def _with_foundations(goal: Goal, context: Context) -> Goal:
    """Whoever has a skill has what courses ask for that it builds on."""
    held = with_foundations(goal.held, context.ports.courses.skills())
    return goal.model_copy(update={"held": held})


def _beside(courses: Sequence[CourseInfo], gaps: Sequence[SkillGap]) -> list[str]:
    """Ids of those that no milestone would be made of, where milestones can be made at all."""
    used = {course.id for course, _ in closing(courses, gaps)}
    return [each.id for each in courses if each.id not in used] if gaps else []


def _left_out(dropped: int, goal: Goal) -> list[str]:
    return [told("advisor.dropped", goal.language, count=dropped)] if dropped else []


def _query(state: AgentState, goal: Goal, gaps: Sequence[SkillGap]) -> CourseQuery:
    hint = state.get("hint") or ""
    before = state.get("course_candidates") or []
    refused = {*(state.get("refused") or []), *(each["id"] for each in before)}
    return CourseQuery(
        words=f"{goal.text} {hint}".strip(),
        skills={gap.skill: gap.required for gap in gaps} or goal.skills,
        held=goal.held,
        language=goal.course_language or "",
        is_free=True if goal.budget == "free" else None,
        exclude=tuple(sorted(refused)),
    )


def _look(
    state: AgentState, goal: Goal, gaps: Sequence[SkillGap], context: Context
) -> list[FoundCourse]:
    hint = state.get("hint") or ""
    return looked_for(
        _query(state, goal, gaps),
        f"{_subject(goal, gaps, context)} {hint}".strip(),
        context=context,
        language=goal.language,
        asks_web=bool(state.get("course_candidates")),
    )


MOST_NAMED = 3


def _subject(goal: Goal, gaps: Sequence[SkillGap], context: Context) -> str:
    """What a site is asked for: names of ours, not all that the learner told of themselves."""
    roles = {role.id: role for role in context.ports.courses.roles()}
    if goal.role in roles:
        names = roles[goal.role].names
        return names.get(goal.language, names["en"])
    named = [gap.name for gap in gaps if gap.skill in goal.skills] or [gap.name for gap in gaps]
    return " ".join(named[:MOST_NAMED] or goal.uncovered[:MOST_NAMED]) or goal.text


def _recommended(
    goal: Goal,
    gaps: Sequence[SkillGap],
    found: Sequence[FoundCourse],
    state: AgentState,
    context: Context,
) -> tuple[list[CourseInfo], int, str]:
    """The courses, how many the model made up, and who chose."""
    by_rules = choose(found, gaps, goal, today=today())
    if not context.llm.is_model:
        return by_rules, 0, "rules"
    known = [*found, *_others(state, goal, found, context)]
    candidates = _candidates(known, gaps, goal, by_rules)
    if not candidates:
        return by_rules, 0, "rules"
    value = CoursesFor(
        goal=goal.text,
        language=goal.language,
        gaps=list(gaps),
        candidates=candidates,
        hint=state.get("hint") or "",
        limits=_limits(goal),
        may_search=bool(web_of(context)),
    )
    said = context.llm.run(RECOMMEND, value)
    if value.may_search and (words := said.search_web.strip()):
        query = _query(state, goal, gaps)
        more = search_web(words, query, context=context, language=goal.language)
        candidates = _candidates([*known, *more], gaps, goal, by_rules)
        again = {"candidates": candidates, "may_search": False}
        said = context.llm.run(RECOMMEND, value.model_copy(update=again))
    return _kept(said, candidates, by_rules, context)


def _kept(
    said: Picks, candidates: Sequence[CourseInfo], by_rules: list[CourseInfo], context: Context
) -> tuple[list[CourseInfo], int, str]:
    """What the model chose, as far as it exists."""
    if not said.picks and said.nothing_fits.strip():
        context.report.emit(Notice(said.nothing_fits[:LONGEST_REASON]))
        return [], 0, "model"
    known = {each.id: each for each in candidates}
    kept = {p.course: p.reason[:LONGEST_REASON] for p in said.picks if p.course in known}
    dropped = sum(pick.course not in known for pick in said.picks)
    if dropped:
        log.warning("a model named %d courses that do not exist; they were dropped", dropped)
    if not kept:
        return by_rules, dropped, "rules"
    chosen = [
        known[id_].model_copy(update={"reason": kept[id_], "is_beside": False}) for id_ in kept
    ]
    return chosen, dropped, "model"


def _limits(goal: Goal) -> str:
    said = {
        "hours a week": f"{goal.hours_a_week:g}" if goal.hours_a_week else "",
        "until": goal.deadline,
        "money": goal.budget,
        "language of the courses": goal.course_language,
        "about them": goal.background,
    }
    return "; ".join(f"{name}: {value}" for name, value in said.items() if value) or "none said"


def _others(
    state: AgentState, goal: Goal, found: Sequence[FoundCourse], context: Context
) -> list[FoundCourse]:
    """The rest of the catalogue, where it is small enough to be read whole."""
    catalogue = context.ports.courses.all()
    if len(catalogue) > MOST_READ:
        return []
    left_out = {each.course.id for each in found} | {*(state.get("refused") or [])}
    left_out |= {each["id"] for each in state.get("course_candidates") or []}
    return [
        FoundCourse(each, 0.0, ())
        for each in catalogue
        if each.id not in left_out and not (goal.budget == "free" and each.is_free is False)
    ]


def _candidates(
    found: Sequence[FoundCourse],
    gaps: Sequence[SkillGap],
    goal: Goal,
    by_rules: Sequence[CourseInfo],
) -> list[CourseInfo]:
    """Everything found as the model is shown it, the rules' choice first."""
    rest = [each for each in found if each.course.id not in {c.id for c in by_rules}]
    return [*by_rules, *(info for each in rest for info in choose([each], gaps, goal))]


def _merged(task: str, before: Sequence[CourseInfo], new: Sequence[CourseInfo]) -> list[CourseInfo]:
    """More come after those that are there; other ones take their place, where there are any."""
    if task == "different" and new:
        return list(new)
    return [*before, *new][:MOST_KEPT]
