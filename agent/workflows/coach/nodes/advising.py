"""Finding courses: real ones only, each with a reason, and what each of them covers."""

import logging
from collections.abc import Sequence

from langgraph.runtime import Runtime

from agent.conversation import today
from agent.events import Notice
from agent.language.catalogs import N_
from agent.ports import Context, CourseQuery, FoundCourse
from agent.workflows.coach.artifacts import show
from agent.workflows.coach.nodes.deciding import search_task
from agent.workflows.coach.nodes.searching import Places
from agent.workflows.coach.plan_steps import RECOMMEND, CoursesFor, Picks
from agent.workflows.coach.planning.building import closing
from agent.workflows.coach.planning.choosing import choose, coverage
from agent.workflows.coach.planning.contracts import CourseInfo, Goal, SkillGap
from agent.workflows.coach.planning.gaps import needed_for, open_ones, own_skills, with_foundations
from agent.workflows.coach.planning.phrasing import name_of
from agent.workflows.coach.state import AgentState, Plain, courses_of, gaps_of, goal_of, plain

log = logging.getLogger("interlude.coach")

MOST_KEPT = 10
MOST_READ = 100
"""Courses that a model is shown at once."""
MOST_NAMED = 3
LONGEST_REASON = 300
Recommended = tuple[list[CourseInfo], int, str]
"""The courses, how many a model made up, and who chose."""


def course_advisor(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Find courses for the gaps that are open, recommend some, and show what they cover."""
    context = runtime.context
    goal = goal_of(state)
    # Whoever has a skill has what courses ask for that it builds on.
    held = with_foundations(goal.held, context.ports.courses.skills())
    goal = goal.model_copy(update={"held": held})
    gaps = open_ones(gaps_of(state))
    before = courses_of(state)
    new, dropped, source = Advice(state, goal, gaps, context).courses()
    courses = _merged(search_task(state), before, new)
    needed = needed_for(goal, gaps, courses)
    rounds = (state.get("round") or 0) + 1
    shown = {
        "courses": plain(courses),
        "coverage": coverage(courses, needed),
        "beside": _beside(courses, needed),
        "dropped": dropped,
        "notices": _notices(dropped, goal, is_more=bool(before), is_found=bool(new)),
        "round": rounds,
        "source": source,
    }
    show(runtime, "coach_courses", shown)
    return {
        "course_candidates": shown["courses"],
        "chosen": False,
        "search": None,
        "hint": None,
        "round": rounds,
    }


def _merged(task: str, before: Sequence[CourseInfo], new: Sequence[CourseInfo]) -> list[CourseInfo]:
    """More come after those that are there; other ones take their place, where there are any."""
    if task == "different" and new:
        return list(new)
    return [*before, *new][:MOST_KEPT]


def _beside(courses: Sequence[CourseInfo], gaps: Sequence[SkillGap]) -> list[str]:
    """Ids of those that no milestone would be made of, where milestones can be made at all."""
    used = {course.id for course, _ in closing(courses, gaps)}
    return [each.id for each in courses if each.id not in used] if gaps else []


def _notices(dropped: int, goal: Goal, *, is_more: bool, is_found: bool) -> list[str]:
    said = []
    if dropped:
        invented = N_("The model named courses that do not exist: {count}. They were left out.")
        said.append(goal.say(invented, count=dropped))
    if not is_found:
        none = N_("I found no others that fit.")
        nothing = N_("I found no course that fits, so this will be a self-study plan.")
        said.append(goal.say(none if is_more else nothing))
    return said


class Advice:
    """Which courses to recommend in one round."""

    def __init__(
        self, state: AgentState, goal: Goal, gaps: Sequence[SkillGap], context: Context
    ) -> None:
        self._goal, self._gaps, self._context = goal, gaps, context
        self._hint = state.get("hint") or ""
        self._shown = [str(each["id"]) for each in state.get("course_candidates") or []]
        self._left_out = {*(state.get("refused") or []), *self._shown}
        self._wanted = {gap.skill: gap.required for gap in gaps} or goal.skills
        self._places = Places(context, goal, self._wanted)

    def courses(self) -> Recommended:
        found = self._places.search(
            self._query(), f"{self._subject()} {self._hint}".strip(), asks_web=bool(self._shown)
        )
        by_rules = choose(found, self._gaps, self._goal, today=today())
        if not self._context.llm.is_model:
            return by_rules, 0, "rules"
        known = [*found, *self._others(found)]
        candidates = self._candidates(known, by_rules)
        if not candidates and not self._places.has_web:
            return by_rules, 0, "rules"
        said = self._ask(candidates, may_search=self._places.has_web)
        if self._places.has_web and (words := said.search_web.strip()):
            known += self._places.search_web(words, self._query())
            candidates = self._candidates(known, by_rules)
            said = self._ask(candidates, may_search=False)
        return self._kept(said, candidates, by_rules)

    def _query(self) -> CourseQuery:
        own = {skill.id for skill in own_skills(self._goal, self._context.ports.courses.skills())}
        return CourseQuery(
            words=f"{self._goal.text} {self._hint}".strip(),
            skills={skill: level for skill, level in self._wanted.items() if skill not in own},
            held=self._goal.held,
            language=self._goal.course_language or "",
            is_free=True if self._goal.budget == "free" else None,
            exclude=tuple(sorted(self._left_out)),
        )

    def _subject(self) -> str:
        """What a site is asked for: names of ours, not all that learners told of themselves."""
        goal = self._goal
        roles = {role.id: role for role in self._context.ports.courses.roles()}
        if goal.role in roles:
            return name_of(roles[goal.role], goal.language)
        named = [gap.name for gap in self._gaps if gap.skill in goal.skills]
        named = named or [gap.name for gap in self._gaps]
        return " ".join(named[:MOST_NAMED] or goal.uncovered[:MOST_NAMED]) or goal.text

    def _others(self, found: Sequence[FoundCourse]) -> list[FoundCourse]:
        """The rest of the catalogue; of a large one what a search of it brings."""
        courses = self._context.ports.courses
        every = [FoundCourse(each, 0.0, ()) for each in courses.all()]
        if len(every) > MOST_READ:
            every = courses.search(self._query(), count=MOST_READ)
        known = {each.course.id for each in found} | self._left_out
        return [
            each
            for each in every
            if each.course.id not in known
            and not (self._goal.budget == "free" and each.course.is_free is False)
        ]

    def _candidates(
        self, found: Sequence[FoundCourse], by_rules: Sequence[CourseInfo]
    ) -> list[CourseInfo]:
        """Everything found as the model is shown it, the rules' choice first."""
        chosen = {each.id for each in by_rules}
        rest = [each for each in found if each.course.id not in chosen]
        return [*by_rules, *(info for each in rest for info in choose([each], (), self._goal))]

    def _ask(self, candidates: list[CourseInfo], *, may_search: bool) -> Picks:
        goal = self._goal
        said = {
            "hours a week": f"{goal.hours_a_week:g}" if goal.hours_a_week else "",
            "until": goal.deadline,
            "money": goal.budget,
            "language of the courses": goal.course_language,
            "about them": goal.background,
        }
        limits = "; ".join(f"{name}: {value}" for name, value in said.items() if value)
        value = CoursesFor(
            goal=goal.text,
            gaps=list(self._gaps),
            candidates=candidates,
            hint=self._hint,
            limits=limits or "none said",
            may_search=may_search,
        )
        return self._context.llm.run(RECOMMEND, value)

    def _kept(
        self, said: Picks, candidates: Sequence[CourseInfo], by_rules: list[CourseInfo]
    ) -> Recommended:
        """What the model chose, as far as it exists."""
        if not said.picks and said.nothing_fits.strip():
            self._context.report.emit(Notice(said.nothing_fits[:LONGEST_REASON]))
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
