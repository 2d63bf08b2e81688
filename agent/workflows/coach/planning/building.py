"""A plan by rules: milestones in order, with hours and dates; and what is wrong with a plan."""

import math
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from itertools import pairwise

from agent.language.catalogs import N_
from agent.language.quantities import say_unit
from agent.language.text import Language
from agent.ports.courses import Level
from agent.workflows.coach.planning.contracts import (
    Content,
    CourseInfo,
    Finding,
    Goal,
    LearningPlan,
    Milestone,
    SkillGap,
)
from agent.workflows.coach.planning.gaps import open_ones, put_in_order
from agent.workflows.coach.planning.phrasing import LEVELS, day_of, listed

FEWEST, MOST = 3, 40
LONGEST = 40.0
"""Hours of one milestone."""
USUAL_HOURS = 5.0
"""A week, unless the user says otherwise."""
LEAST_HOURS = 0.25
HOURS_OF_COURSE = 30.0
"""An estimate for a course whose source does not tell its length."""
HOURS_PER_LEVEL = 12.0
"""An estimate for what is learnt without a course."""
ESTIMATE = N_("The hours are an estimate; the source gives none.")
OUTCOME = N_("{skills}, on your own and without help.")
PROOF = N_("Something that you finished and checked, and a summary in your own words.")
OWN_WORK = N_("Take a book, documentation or videos, and practise every week.")
PART = N_("{title}, part {n}")
ABOUT = N_("{title}: {part}")
STAGES = (N_("the basics"), N_("practice"), N_("a piece of your own"))
Asks = Callable[[Milestone], set[str]]
"""The skills that a milestone builds on."""


def begin(
    goal: Goal, courses: Sequence[CourseInfo], today: date, *, before: LearningPlan | None = None
) -> LearningPlan:
    """A plan without milestones, but for what is done of the one that it replaces."""
    done = [each for each in before.milestones if each.done] if before else []
    used = {id_ for each in done for id_ in each.courses}
    old = [each for each in before.recommended_courses if each.id in used] if before else []
    return LearningPlan(
        id=before.id if before else "",
        numbered=before.next_number - 1 if before else 0,
        goal=goal,
        milestones=tuple(done),
        estimated_duration="",
        created_at=today.isoformat(),
        recommended_courses=tuple({each.id: each for each in (*old, *courses)}.values()),
        hours_a_week=max(LEAST_HOURS, goal.hours_a_week or USUAL_HOURS),
        start=max(goal.start or "", today.isoformat()),
    )


def by_rules(plan: LearningPlan, gaps: Sequence[SkillGap]) -> LearningPlan:
    """With milestones for the gaps that are open, nothing before what it builds on."""
    needed = open_ones(gaps)
    asks = _asks(needed, plan.recommended_courses)

    def needs(one: Milestone, other: Milestone) -> bool:
        return bool((asks(one) - one.skills.keys()) & other.skills.keys())

    def builds_on(one: Milestone, other: Milestone) -> bool:
        is_higher = any(other.skills.get(s, level) < level for s, level in one.skills.items())
        return needs(one, other) or (is_higher and not needs(other, one))

    ordered = put_in_order(_milestones(plan, needed), builds_on)
    longest = min(LONGEST, sum(each.hours for each in ordered) / FEWEST)
    parts = [part for each in ordered for part in _parts(each, longest, plan)]
    return lay_out(plan, parts, needed)


def lay_out(
    plan: LearningPlan, milestones: Sequence[Milestone], gaps: Sequence[SkillGap]
) -> LearningPlan:
    """The plan with these, numbered and one after the other, so that no week holds too much.

    What each builds on comes from its skills, and from what its courses expect.
    """
    asks, found = _asks(gaps, plan.recommended_courses), list(plan.milestones)
    calendar = Calendar(date.fromisoformat(plan.start), plan.hours_a_week)
    for number, each in enumerate(milestones, plan.next_number):
        asked = asks(each) | each.skills.keys()
        builds_on = tuple(other.id for other in found if asked & other.skills.keys())
        dates = calendar.take(each.hours, each.earliest)
        changed = {"id": f"M{number}", "prerequisites": builds_on, **dates}
        found.append(each.model_copy(update=changed))
    update = {
        "milestones": tuple(found),
        "estimated_duration": duration_of(found, plan.goal.language),
        "start": min(each.start for each in found),
    }
    return plan.model_copy(update=update)


class Calendar:
    """The one rule for dates: each ends when all hours from the first on are spent.

    So what fits into the time as a whole ends in time. Each takes a day at least.
    """

    def __init__(self, start: date, week: float) -> None:
        self.free = self._first = start
        self._week, self._hours = week, 0.0

    def next_from(self, earliest: str) -> date:
        """The day on which the next begins."""
        return max(self.free, date.fromisoformat(earliest)) if earliest else self.free

    def take(
        self, hours: float, earliest: str = "", *, until: date | None = None
    ) -> dict[str, str]:
        """The dates of the next one; `until`: where that is settled."""
        start = self.next_from(earliest)
        if start > self.free:
            self._first, self._hours = start, 0.0
        self._hours += hours
        spent = self._first + timedelta(days=days_for(self._hours, self._week) - 1)
        due = max(start, until or spent)
        self.free = due + timedelta(days=1)
        if due != spent:
            self._first, self._hours = self.free, 0.0
        return {"start": start.isoformat(), "due": due.isoformat()}


def days_until(deadline: str, start: str) -> int:
    """How many days there are, with the first and the last."""
    return (date.fromisoformat(deadline) - date.fromisoformat(start)).days + 1


def days_for(hours: float, week: float) -> int:
    """The fewest days in which so many hours fit, with so many in each week."""
    return max(1, math.ceil(round(hours * 7 / max(LEAST_HOURS, week), 6)))


def duration_of(milestones: Sequence[Milestone], language: Language) -> str:
    first, last = min(e.start for e in milestones), max(e.ends for e in milestones)
    weeks = say_unit(max(1, round(days_until(last, first) / 7)), "duration-week", language)
    hours = say_unit(round(sum(e.hours for e in milestones)), "duration-hour", language)
    return listed([weeks, hours], language)


def parts_of(
    each: Milestone, longest: float, goal: Goal, named: Sequence[str] = ()
) -> list[Content]:
    """Equal ones, none too long, by what they go through where that is named; else with numbers."""
    count = math.ceil(round(each.hours / longest, 6))
    titles = [goal.say(PART, title=each.title, n=n) for n in range(1, count + 1)]
    if count < 2:
        titles = [each.title]
    outcomes = [each.outcome] * len(titles)
    if 1 < count <= len(named):
        cuts = pairwise(n * len(named) // count for n in range(count + 1))
        parts = [listed(named[start:end], goal.language) for start, end in cuts]
        titles = [goal.say(ABOUT, title=each.title, part=part) for part in parts]
        outcomes = [goal.say(OUTCOME, skills=part) for part in parts]
    hours = round(each.hours / count, 2)
    named_ = zip(titles, outcomes, strict=True)
    return [Content(title=title, outcome=can, hours=hours) for title, can in named_]


def new_milestone(title: str, hours: float, *, goal: Goal, **more: object) -> Milestone:
    """As rules word it, without a place in time."""
    blank = Milestone(id="", title=title, hours=hours, start="", due="")
    words = {"outcome": goal.say(OUTCOME, skills=title), "proof": goal.say(PROOF)}
    return blank.model_copy(update={**words, **more})


def _milestones(plan: LearningPlan, needed: Sequence[SkillGap]) -> Iterator[Milestone]:
    """One for each course that closes something still open, and one for each gap without."""
    goal = plan.goal
    reached: dict[str, Level] = {gap.skill: gap.held for gap in needed}
    names = {gap.skill: gap.name for gap in needed}
    for course in plan.recommended_courses:
        most = {gap.skill: min(course.skills.get(gap.skill, 0), gap.required) for gap in needed}
        brought = {skill: level for skill, level in most.items() if level > reached[skill]}
        if brought:
            reached |= brought
            title = names[max(brought, key=lambda skill: brought[skill])]
            every = listed([names[skill] for skill in brought], goal.language)
            tips = "" if course.hours else goal.say(ESTIMATE)
            about = {"skills": brought, "courses": (course.id,), "tips": tips}
            about["outcome"] = goal.say(OUTCOME, skills=every)
            yield new_milestone(title, course.hours or HOURS_OF_COURSE, goal=goal, **about)
    for gap in needed:
        if missing := gap.required - reached[gap.skill]:
            own = {"skills": {gap.skill: gap.required}, "no_course": goal.say(OWN_WORK)}
            title = f"{gap.name[:1].upper()}{gap.name[1:]}"
            if reached[gap.skill] > gap.held:
                # A course has its name.
                title = goal.say(N_("{skill}, on your own"), skill=title)
            yield new_milestone(title, HOURS_PER_LEVEL * missing, goal=goal, **own)


def _asks(gaps: Sequence[SkillGap], courses: Sequence[CourseInfo]) -> Asks:
    needs = {gap.skill: gap.needs for gap in gaps}
    expected = {course.id: course.prerequisites for course in courses}

    def asks(each: Milestone) -> set[str]:
        own = (needs[skill] for skill in each.skills)
        return set().union(*own, *(expected[course] for course in each.courses))

    return asks


def _parts(each: Milestone, longest: float, plan: LearningPlan) -> list[Milestone]:
    """In a row, none so long that it is hard to track."""
    goal, used = plan.goal, [c for c in plan.recommended_courses if c.id in each.courses]
    named = used[0].topics if used else [goal.say(stage) for stage in STAGES]
    parts = parts_of(each, longest, goal, named)
    return [each.model_copy(update={**e.given, "hours": e.hours}) for e in parts]


def findings(plan: LearningPlan, gaps: Sequence[SkillGap]) -> list[Finding]:
    """What is wrong with it, made by a model or by rules: nothing of it forbids the plan."""
    needed = open_ones(gaps)
    return [*_order(plan, needed), *_uncovered(plan, needed), *_deadline(plan)]


def _order(plan: LearningPlan, gaps: Sequence[SkillGap]) -> Iterator[Finding]:
    """Milestones before what their skills build on, of what the plan has and is to be learnt."""
    known = {gap.skill: gap for gap in gaps}
    taught: set[str] = set()
    everything = {skill for each in plan.milestones for skill in each.skills}
    later = N_("{milestone} builds on {skill}, which comes later.")
    for each in plan.milestones:
        skills = () if each.done else each.skills
        asked = {need for s in skills if s in known for need in known[s].needs}
        for need in sorted(asked & known.keys() & everything - taught - each.skills.keys()):
            said = plan.goal.say(later, milestone=each.id, skill=known[need].name)
            yield Finding(rule="prerequisite", sentence=said, milestone=each.id)
        taught |= each.skills.keys()


def _uncovered(plan: LearningPlan, gaps: Sequence[SkillGap]) -> Iterator[Finding]:
    """What the plan does not reach: of what comes before the goal, and of own subjects, at all."""
    taught = {skill for each in plan.milestones for skill in each.skills}
    before = [g.name for g in gaps if g.skill not in taught and g.skill not in plan.goal.skills]
    if before:
        beside = N_("Not in the plan, but good to know before: {skills}.")
        said = plan.goal.say(beside, skills=listed(before, plan.goal.language))
        yield Finding(rule="beside", sentence=said)
    for gap in gaps:
        reached = max((each.skills.get(gap.skill, 0) for each in plan.milestones), default=0)
        asked = 1 if gap.skill in plan.goal.uncovered else gap.required
        if gap.skill in plan.goal.skills and reached < asked:
            level = plan.goal.say(LEVELS[gap.required])
            short = N_("{skill} is not brought to {level} level by any milestone.")
            said = plan.goal.say(short, skill=gap.name, level=level)
            yield Finding(rule="uncovered", sentence=said)


def _deadline(plan: LearningPlan) -> Iterator[Finding]:
    if not plan.goal.deadline or plan.ends <= plan.goal.deadline:
        return
    due, deadline = (day_of(day, plan.goal.language) for day in (plan.ends, plan.goal.deadline))
    first = min((each.start for each in plan.open), default=plan.ends)
    days = max(1, days_until(plan.goal.deadline, first))
    week = math.ceil(7 * sum(each.hours for each in plan.open) / days)
    late = N_(
        "The plan ends on {due}, after your deadline of {deadline}."
        " Meeting it takes {hours} hours a week."
    )
    said = plan.goal.say(late, due=due, deadline=deadline, hours=week)
    yield Finding(rule="deadline", sentence=said)
