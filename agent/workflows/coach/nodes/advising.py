"""Finding courses: real ones only, each with a reason, and what each of them covers.

They come from the catalogue, a course site and the web. Each may fail alone, which is a notice.
"""

import hashlib
import logging
import time
from collections.abc import Sequence
from dataclasses import replace

from langgraph.runtime import Runtime

from agent.engine.conversation import today
from agent.errors import NotConfigured, ProviderError
from agent.events import Notice, ToolCalled
from agent.language.catalogs import N_
from agent.ports import Context, Course, CourseQuery, CourseSite, FoundCourse
from agent.workflows.coach.artifacts import show
from agent.workflows.coach.planning.building import closing
from agent.workflows.coach.planning.choosing import choose, coverage, info
from agent.workflows.coach.planning.contracts import CourseInfo, Goal, SkillGap
from agent.workflows.coach.planning.gaps import (
    names_in,
    needed_for,
    open_ones,
    own_skills,
    with_foundations,
)
from agent.workflows.coach.planning.phrasing import name_of
from agent.workflows.coach.state import (
    AgentState,
    Plain,
    courses_of,
    gaps_of,
    goal_of,
    left_courses,
    plain,
    search_task,
)
from agent.workflows.coach.steps import RECOMMEND, CoursesFor, Picks

log = logging.getLogger("interlude.coach")

MOST_FOUND, MOST_OUTSIDE, MOST_KEPT = 12, 5, 10
MOST_READ = 100
"""Courses that a model is shown at once."""
MOST_NAMED = 3
LONGEST_REASON = 300


def course_advisor(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Find courses for the gaps that are open, recommend some, and show what they cover."""
    context, goal, gaps = runtime.context, goal_of(state), open_ones(gaps_of(state))
    # Having a skill implies having the skills it builds on, which courses may require.
    held = with_foundations(goal.held, context.ports.courses.skills())
    goal = goal.model_copy(update={"held": held})
    before, advice = courses_of(state), Advice(state, goal, gaps, context)
    new = advice.courses()
    # More come after those that are there; other ones take their place, where there are any.
    is_instead = search_task(state) == "different" and bool(new)
    courses = new if is_instead else [*before, *new][:MOST_KEPT]
    needed = needed_for(goal, gaps, courses)
    used = {course.id for course, _ in closing(courses, needed)}
    none = N_("I found no others that fit.")
    nothing = N_("I found no course that fits, so this will be a self-study plan.")
    rounds = (state.get("round") or 0) + 1
    shown = {
        "courses": plain(courses),
        "coverage": coverage(courses, needed),
        # No milestone would be made of these.
        "beside": [each.id for each in courses if each.id not in used] if needed else [],
        "dropped": advice.dropped,
        "notices": [*advice.notices, *([] if new else [goal.say(none if before else nothing)])],
        "round": rounds,
        "source": advice.source,
    }
    show(runtime, "coach_courses", shown)
    update = {"course_candidates": shown["courses"], "chosen": False, "round": rounds}
    return {**update, "search": None, "hint": None}


class Advice:
    """Which courses to recommend in one round."""

    def __init__(
        self, state: AgentState, goal: Goal, gaps: Sequence[SkillGap], context: Context
    ) -> None:
        self._goal, self._gaps, self._context = goal, gaps, context
        self._hint, self._kept = state.get("hint") or "", left_courses(state)
        shown = (each.id for each in courses_of(state))
        self._left_out = {*(state.get("refused") or []), *shown}
        ports = context.ports
        self._catalogue = ports.courses
        own = own_skills(goal, ports.courses.skills())
        self._named = [*ports.courses.skills(), *own]
        self._wanted = {gap.skill: gap.required for gap in gaps} or goal.skills
        self._query = CourseQuery(
            words=f"{goal.text} {self._hint}".strip(),
            skills={s: v for s, v in self._wanted.items() if s not in {each.id for each in own}},
            held=goal.held,
            language=goal.course_language or "",
            is_free=True if goal.budget == "free" else None,
            exclude=tuple(sorted(self._left_out)),
        )
        self._site, self._web = (
            [place] if place and place.is_set_up else []
            for place in (ports.course_site, ports.course_web)
        )
        self.source, self.dropped = "rules", 0
        """Who chose, and how many courses a model made up."""
        self.notices: list[str] = []

    def courses(self) -> list[CourseInfo]:
        found = self._search()
        by_rules = choose(found, self._gaps, self._goal, today=today())
        # What no skill of the catalogue stands for, its courses do not teach.
        can_serve = self._query.skills or found or self._web
        if not self._context.llm.is_model or not can_serve:
            return by_rules
        known = [*found, *self._others(found)]
        candidates = self._candidates(known, by_rules)
        said = self._ask(candidates, may_search=bool(self._web))
        if self._web and (words := said.search_web.strip()):
            known += self._check_links(self._search_outside(self._web, words, known=()))
            candidates = self._candidates(known, by_rules)
            said = self._ask(candidates, may_search=False)
        return self._keep(said, candidates, by_rules)

    # Where they are looked for

    def _search(self) -> list[FoundCourse]:
        """What the catalogue and the site have; the web is asked for more, or where they fail."""
        query, started = self._query, time.perf_counter()
        # Without a skill of the catalogue its courses can be near at best, which is not fitting.
        found = self._catalogue.search(query, count=MOST_FOUND) if query.skills else []
        self._report("catalogue", query.words, f"{len(found)} found", started)
        words = f"{self._subject()} {self._hint}".strip()
        places = [*self._site, *(self._web if self._left_out or not found else [])]
        return self._check_links([*found, *self._search_outside(places, words, known=found)])

    def _subject(self) -> str:
        """What a site is asked for: names of ours, not all that learners told of themselves."""
        goal = self._goal
        for role in self._catalogue.roles():
            if role.id == goal.role:
                return name_of(role, goal.language)
        named = [gap.name for gap in self._gaps if gap.skill in goal.skills]
        named = named or [gap.name for gap in self._gaps] or list(goal.uncovered)
        return " ".join(named[:MOST_NAMED]) or goal.text

    def _search_outside(
        self, places: Sequence[CourseSite], words: str, *, known: Sequence[FoundCourse]
    ) -> list[FoundCourse]:
        """What places outside have that is not known yet."""
        found: list[FoundCourse] = []
        for place in places:
            try:
                courses = self._ask_place(place, words)
            except (ProviderError, NotConfigured) as error:
                log.warning("course search at %s failed: %s", place.name, type(error).__name__)
                failed = N_("{place} could not be searched: {why} The catalogue was searched.")
                said = self._goal.say(failed, place=place.name, why=error.message)
                self._context.report.emit(Notice(said, "warning"))
                continue
            urls = {each.course.url for each in (*known, *found)}
            fresh = (self._name_skills(each) for each in courses if each.url not in urls)
            found += [FoundCourse(e, float(len(e.skills)), (place.name,)) for e in fresh]
        return found

    def _ask_place(self, place: CourseSite, words: str) -> list[Course]:
        """From the cache where it was asked for within a day."""
        cache = self._context.ports.course_cache
        key = hashlib.sha256(f"{place.name}\n{words}\n{MOST_OUTSIDE}".encode()).hexdigest()
        started, how = time.perf_counter(), "cached"
        if (courses := cache.get(key)) is None:
            courses, how = place.search(words, count=MOST_OUTSIDE), "found"
            cache.put(key, courses)
        self._report(place.name, words, f"{len(courses)} {how}", started)
        return courses

    def _report(self, place: str, words: str, result: str, started: float) -> None:
        milliseconds = (time.perf_counter() - started) * 1000
        arguments: Plain = {"where": place, "query": words}
        called = ToolCalled("search_courses", arguments, milliseconds, result)
        self._context.report.emit(called)

    def _name_skills(self, course: Course) -> Course:
        """With the wanted skills that its title names, where its source tells none."""
        named = names_in(course.title, self._named).skills
        taught = {skill: level for skill, level in self._wanted.items() if skill in named}
        return replace(course, skills=course.skills or taught)

    def _check_links(self, found: Sequence[FoundCourse]) -> list[FoundCourse]:
        """With the date on which each address was tried; what is gone only where all are."""
        left = [each for each in found if each.course.id not in self._left_out]
        inside = [each.course.id for each in left if each.course.source == "catalogue"]
        tried = self._catalogue.check_links(inside)
        now = [replace(each, course=tried.get(each.course.id, each.course)) for each in left]
        return [each for each in now if not each.course.is_gone] or now

    # What a model chooses from

    def _others(self, found: Sequence[FoundCourse]) -> list[FoundCourse]:
        """The rest of the catalogue; of a large one what a search of it brings."""
        every = [FoundCourse(each, 0.0, ()) for each in self._catalogue.all()]
        if len(every) > MOST_READ:
            every = self._catalogue.search(self._query, count=MOST_READ)
        known = {each.course.id for each in found} | self._left_out
        is_free = self._goal.budget == "free"
        left = (each for each in every if each.course.id not in known)
        return [each for each in left if not (is_free and each.course.is_free is False)]

    def _candidates(
        self, found: Sequence[FoundCourse], by_rules: Sequence[CourseInfo]
    ) -> list[CourseInfo]:
        """Everything found as the model is shown it, the rules' choice first."""
        chosen = {each.id for each in by_rules}
        rest = (each.course for each in found if each.course.id not in chosen)
        return [*by_rules, *(info(each, "", self._goal) for each in rest)]

    def _ask(self, candidates: list[CourseInfo], *, may_search: bool) -> Picks:
        value = CoursesFor(
            goal=self._goal, gaps=list(self._gaps), candidates=candidates, kept=self._kept,
            hint=self._hint, may_search=may_search,
        )  # fmt: skip
        return self._context.llm.run(RECOMMEND, value)

    def _keep(
        self, said: Picks, candidates: Sequence[CourseInfo], by_rules: list[CourseInfo]
    ) -> list[CourseInfo]:
        """What the model chose, as far as it exists."""
        if not said.picks and said.nothing_fits.strip():
            self._context.report.emit(Notice(said.nothing_fits[:LONGEST_REASON]))
            self.source = "model"
            return []
        known = {each.id: each for each in candidates}
        kept = {p.course: p.reason[:LONGEST_REASON] for p in said.picks if p.course in known}
        self.dropped = sum(pick.course not in known for pick in said.picks)
        if self.dropped:
            log.warning("a model named %d courses that do not exist", self.dropped)
            invented = N_("The model named courses that do not exist: {count}. They were left out.")
            self.notices.append(self._goal.say(invented, count=self.dropped))
        if not kept:
            return by_rules
        self.source = "model"
        return [
            known[id_].model_copy(update={"reason": reason, "is_beside": False})
            for id_, reason in kept.items()
        ]
