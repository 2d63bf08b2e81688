"""Finding courses: real ones, of the catalogue, a site and the web; each may fail alone."""

import time
from collections.abc import Sequence
from dataclasses import replace

from langgraph.runtime import Runtime

from agent.errors import NotConfigured, ProviderError
from agent.events import Notice, ToolCalled
from agent.language.catalogs import N_
from agent.ports import Context, Course, CourseSite
from agent.workflows.coach.artifacts import show, speak
from agent.workflows.coach.planning import gaps
from agent.workflows.coach.planning.contracts import CourseInfo
from agent.workflows.coach.state import AgentState, Held, Plain
from agent.workflows.coach.steps import RECOMMEND, CoursesFor, Picks

MOST_FOUND, MOST_OUTSIDE, MOST_KEPT = 12, 5, 10
MOST_READ = 100
"""Courses that a model is shown at once."""
MOST_NAMED = 3
NONE_FITS, NO_OTHERS = N_("I found no course that fits."), N_("I found no others that fit.")


def course_advisor(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Find courses for the gaps that are open, recommend some, and show what they cover."""
    before, advice = Held(state).courses, Advice(state, runtime.context)
    new = advice.courses()
    # More come after those that are there; other ones take their place, where there are any or a
    # model has read what is wanted.
    is_instead = Held(state).search == "different" and (bool(new) or advice.source == "model")
    courses = new if is_instead else [*before, *new][:MOST_KEPT]
    # Later words such as "the third one" mean one of these.
    listed = "\n".join(f"{n}. {each.title}" for n, each in enumerate(courses, 1))
    rounds = (state.get("round") or 0) + 1
    shown = {
        "courses": [each.model_dump(mode="json") for each in courses],
        "coverage": gaps.coverage(courses, gaps.needed_for(advice.goal, advice.gaps, courses)),
        "notices": [] if new else [advice.goal.say(NO_OTHERS if before else NONE_FITS)],
        "round": rounds,
        "source": advice.source,
    }
    if courses or advice.goal.is_in_catalogue or advice.told:
        show(runtime, "coach_courses", shown)
    return {
        "course_candidates": shown["courses"],
        "chosen": False,
        "round": rounds,
        **dict.fromkeys(("search", "hint")),
        "messages": [speak(e, "course_advisor") for e in (*advice.told, listed) if e],
    }


class Advice:
    """Which courses to recommend in one round."""

    def __init__(self, state: AgentState, context: Context) -> None:
        ports = context.ports
        self._context, self._catalogue, self._said = context, ports.courses, Held(state).said
        self.told: list[str] = []
        skills, goal = ports.courses.skills(), Held(state).goal
        # Having a skill implies having the skills it builds on, which courses may require.
        self.goal = goal.model_copy(update={"held": gaps.with_foundations(goal.held, skills)})
        self.gaps = gaps.open_ones(Held(state).gaps or gaps.gaps_of(goal, context))
        self._hint, self._kept = state.get("hint") or "", Held(state).left_courses
        self._left_out = {*(state.get("refused") or []), *(e.id for e in Held(state).courses)}
        self._named = [*skills, *gaps.own_skills(goal, skills)]
        self._wanted = {gap.skill: gap.required for gap in self.gaps} or goal.skills
        known = {each.id for each in skills}
        words = f"{goal.text} {self._hint}".strip()
        wanted = {skill: level for skill, level in self._wanted.items() if skill in known}
        without = tuple(sorted(self._left_out))
        self._query = gaps.query_for(self.goal, words, wanted, held=self.goal.held, exclude=without)
        self._site, self._web = (
            [place] if place and place.is_set_up else []
            for place in (ports.course_site, ports.course_web)
        )
        self.source = "rules"
        """Who chose."""

    def courses(self) -> list[CourseInfo]:
        found = self._search()
        by_rules = gaps.choose(found, self.gaps, self.goal)
        # What no skill of the catalogue stands for, its courses do not teach.
        can_serve = self._context.llm.is_model and (self._query.skills or found or self._web)
        every = [*found, *self._others()] if can_serve else []
        if not every and not (can_serve and self._web):
            return by_rules
        known = {each.id: gaps.info(each, self.goal) for each in every}
        said = self._ask(known, may_search=bool(self._web))
        if self._web and (words := said.search_web.strip()):
            more = {e.id: gaps.info(e, self.goal) for e in self._search_outside(self._web, words)}
            if more.keys() - known.keys():
                known = more | known
                said = self._ask(known, may_search=False)
        return self._take(said, known, by_rules=by_rules)

    def _search(self) -> list[Course]:
        """What the catalogue and the site have; the web is asked for more, or where they fail."""
        query, started = self._query, time.perf_counter()
        # Without a skill of the catalogue its courses can be near at best, which is not fitting.
        hits = self._catalogue.search(query, count=MOST_FOUND) if query.skills else []
        found = [each.course for each in hits]
        self._report("catalogue", query.words, f"{len(found)} found", started)
        words = f"{self._subject()} {self._hint}".strip()
        places = [*self._site, *(self._web if self._left_out or not found else [])]
        outside = self._search_outside(places, words)
        known = {each.url for each in found}
        # With the date on which each address was tried.
        tried = self._catalogue.check_links([e.id for e in found if e.source == "catalogue"])
        found += [each for each in outside if each.url not in known]
        return [tried.get(each.id, each) for each in found]

    def _subject(self) -> str:
        """What a site is asked for: names of ours, not all that learners told of themselves."""
        named = [gap.name for gap in self.gaps if gap.skill in self.goal.skills]
        named = named or [gap.name for gap in self.gaps] or list(self.goal.uncovered)
        return " ".join(named[:MOST_NAMED]) or self.goal.text

    def _search_outside(self, places: Sequence[CourseSite], words: str) -> list[Course]:
        found: dict[str, Course] = {}
        for place in places:
            try:
                courses = map(self._name_skills, self._ask_place(place, words))
                found |= {each.url: each for each in courses}
            except (ProviderError, NotConfigured) as error:
                self._web = [each for each in self._web if each is not place]
                failed = N_("{place} could not be searched: {why} The catalogue was searched.")
                self._notice(self.goal.say(failed, place=place.name, why=error.message))
        return [each for each in found.values() if each.id not in self._left_out]

    def _ask_place(self, place: CourseSite, words: str) -> list[Course]:
        """From the cache where it was asked for within a day."""
        cache = self._context.ports.course_cache
        key = f"{place.name}\n{words}\n{MOST_OUTSIDE}"
        started, how = time.perf_counter(), "cached"
        if (courses := cache.get(key)) is None:
            courses, how = place.search(words, count=MOST_OUTSIDE), "found"
            cache.put(key, courses)
        self._report(place.name, words, f"{len(courses)} {how}", started)
        return courses

    def _report(self, place: str, words: str, result: str, started: float) -> None:
        milliseconds = (time.perf_counter() - started) * 1000
        arguments: Plain = {"where": place, "query": words}
        self._context.report.emit(ToolCalled("search_courses", arguments, milliseconds, result))

    def _name_skills(self, course: Course) -> Course:
        """With the wanted skills that its title names, where its source tells none."""
        named = {each.id for each in gaps.names_in(course.title, self._named)}
        taught = {skill: level for skill, level in self._wanted.items() if skill in named}
        return replace(course, skills=course.skills or taught)

    def _others(self) -> list[Course]:
        """The catalogue, what a search of it brings first."""
        hits = self._catalogue.search(self._query, count=MOST_READ)
        every = {each.id: each for each in (*(hit.course for hit in hits), *self._catalogue.all())}
        # What was said of the courses shown outranks what was said before.
        is_free = self.goal.budget == "free" and not self._hint
        left = (each for each in every.values() if each.id not in self._left_out)
        return [each for each in left if not (is_free and each.is_free is False)][:MOST_READ]

    def _ask(self, known: dict[str, CourseInfo], *, may_search: bool) -> Picks:
        value = CoursesFor(
            goal=self.goal,
            gaps=self.gaps,
            candidates=list(known.values()),
            kept=self._kept,
            conversation=self._said,
            may_search=may_search,
        )
        return self._context.llm.run(RECOMMEND, value)

    def _take(
        self, said: Picks, known: dict[str, CourseInfo], *, by_rules: list[CourseInfo]
    ) -> list[CourseInfo]:
        """What the model chose, as far as it exists; nothing, where it says why."""
        kept = {pick.course: pick.reason for pick in said.picks if pick.course in known}
        nothing = said.nothing_fits.strip()
        if made_up := sum(pick.course not in known for pick in said.picks):
            invented = N_("The model named courses that do not exist: {count}. They were left out.")
            self._notice(self.goal.say(invented, count=made_up))
        if nothing:
            self._notice(nothing)
        if not kept and (said.picks or not (nothing or said.search_web)):
            return by_rules
        self.source = "model"
        return [known[id_].model_copy(update={"reason": why}) for id_, why in kept.items()]

    def _notice(self, said: str) -> None:
        self.told.append(said)
        self._context.report.emit(Notice(said, "warning"))
