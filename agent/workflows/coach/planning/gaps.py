"""What a goal takes, against what its owner has; and the few courses that lead there."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeVar, get_args

from agent.language.catalogs import N_
from agent.language.quantities import say_unit
from agent.language.text import fold, is_han, runs, stem, topic_name
from agent.ports import Context, Mastery
from agent.ports.courses import Course, CourseQuery, Courses, Level, Role, Skill
from agent.workflows.coach.planning.contracts import (
    USUAL,
    CourseInfo,
    Difficulty,
    Goal,
    LearningPlan,
    Milestone,
    SkillGap,
)
from agent.workflows.coach.planning.phrasing import name_of

Named = TypeVar("Named", bound=Skill | Role)
Item = TypeVar("Item")
FEWEST_ANSWERS = 3
_SHARES: tuple[tuple[float, Level], ...] = ((0.9, 2), (0.7, 1))
"""From which share on a quiz shows which level; it never shows an advanced one."""
BELOW: tuple[Level, ...] = (0, 0, 1, 2)
LONGEST = 2_000
SHORT = 2
"""Names of so few letters ("R", "Go") count only as they are written."""
MARKS = ".,;:!?()[]\"'“”¿¡"
Held = tuple[Level, str]
"""The level, and where it comes from."""


def gaps(goal: Goal, skills: Sequence[Skill], mastery: Sequence[Mastery] = ()) -> list[SkillGap]:
    """Skills of the goal, and what comes before them and is not held; those to begin with first."""
    skills = [*skills, *own_skills(goal, skills)]
    by_id = {skill.id: skill for skill in skills if skill.id not in goal.unwanted}
    held: dict[str, Held] = {**dict.fromkeys(by_id, (0, "")), **_held(goal, skills, mastery)}
    required = _required(goal.skills, by_id, {id_: level for id_, (level, _) in held.items()})
    return [
        SkillGap(
            skill=id_,
            name=name_of(by_id[id_], goal.language),
            required=required[id_],
            held=held[id_][0],
            evidence=held[id_][1],
            needs=by_id[id_].needs,
            reason=_reason(id_, [by_id[other] for other in required], goal),
        )
        for id_ in put_in_order(required, lambda one, other: other in by_id[one].needs)
    ]


def gaps_of(goal: Goal, context: Context) -> list[SkillGap]:
    """The same with the catalogue's skills and what quizzes have shown."""
    return gaps(goal, context.ports.courses.skills(), context.ports.progress.mastery(context.user))


def own_skills(goal: Goal, skills: Sequence[Skill]) -> list[Skill]:
    """What is learnt without the catalogue, which has no skill for it: it goes by its words."""
    known = {skill.id for skill in skills}
    return [Skill(words, {"en": words}) for words in goal.skills if words not in known]


def open_ones(found: Sequence[SkillGap]) -> list[SkillGap]:
    return [gap for gap in found if gap.held < gap.required]


def needed_for(
    goal: Goal, found: Sequence[SkillGap], courses: Sequence[Course | CourseInfo]
) -> list[SkillGap]:
    """The open gaps; foundations of what a course teaches from scratch are optional."""
    expected = {skill for course in courses for skill in course.prerequisites}
    from_scratch = {s for course in courses if not course.prerequisites for s in course.skills}
    for gap in open_ones(found):
        if gap.skill not in from_scratch:
            expected.update(gap.needs)
    return [gap for gap in open_ones(found) if gap.skill in goal.skills or gap.skill in expected]


def put_in_order(items: Iterable[Item], comes_after: Callable[[Item, Item], bool]) -> list[Item]:
    """Each after those that it comes after; where two come after each other, as they were."""
    left, done = list(items), list[Item]()
    while left:
        free = (e for e in left if not any(comes_after(e, o) for o in left if o is not e))
        done.append(next(free, left[0]))
        left.remove(done[-1])
    return done


def _required(
    aims: dict[str, Level], by_id: dict[str, Skill], held: dict[str, Level]
) -> dict[str, Level]:
    """Levels of the aims, and of what they build on and is not held."""
    required: dict[str, Level] = {id_: v for id_, v in aims.items() if id_ in by_id and v}
    waiting = list(required)
    while waiting:
        above = waiting.pop(0)
        if held[above] >= required[above]:
            # Having a skill implies having what it builds on.
            continue
        # What it builds on is needed one level lower.
        level = BELOW[required[above]]
        for id_ in by_id[above].needs:
            if id_ in by_id and max(held[id_], required.get(id_, 0)) < level:
                required[id_] = level
                waiting.append(id_)
    return required


def _reason(skill: str, required: Sequence[Skill], goal: Goal) -> str:
    if goal.skills.get(skill):
        return goal.say(N_("It is part of your goal."))
    above = next(each for each in required if skill in each.needs)
    return goal.say(N_("{skill} builds on it."), skill=name_of(above, goal.language))


def _held(goal: Goal, skills: Sequence[Skill], mastery: Sequence[Mastery]) -> dict[str, Held]:
    """By one's own statement; else by what quizzes show, or what one's statement implies."""
    said = goal.say(N_("from what you said"))
    implied = with_foundations(goal.held, skills)
    found: dict[str, Held] = {id_: (level, said) for id_, level in implied.items() if level}
    told = N_("{share} % over {n} quiz answers on “{topic}”")
    # The topic with the most answers tells the most.
    for known in sorted(mastery, key=lambda known: known.answers):
        share, topic = known.mastery, topic_name(known.topic)
        if known.answers >= FEWEST_ANSWERS:
            level: Level = next((level for least, level in _SHARES if share >= least), 0)
            shown = goal.say(told, share=round(100 * share), n=known.answers, topic=topic)
            found |= dict.fromkeys(skills_of(known.topic, skills), (level, shown))
    return {**found, **{id_: (level, said) for id_, level in goal.held.items()}}


def skills_of(topic: str, skills: Sequence[Skill]) -> list[str]:
    """Which skills a topic of quizzes is on."""
    words = topic.replace("-", " ").replace("_", " ")
    return [each.id for each in names_in(words, skills)]


def with_foundations(held: dict[str, Level], skills: Sequence[Skill]) -> dict[str, Level]:
    """Add the skills that held ones build on, except those the user gave a level for."""
    needs = {skill.id: skill.needs for skill in skills}
    whole = dict(held)
    waiting = [skill for skill, level in held.items() if level]
    while waiting:
        above = waiting.pop()
        for skill in needs.get(above, ()):
            if skill not in held and whole.get(skill, 0) < whole[above]:
                whole[skill] = whole[above]
                waiting.append(skill)
    return whole


# Which skills and roles a text names


def names_in(text: str, named: Sequence[Named]) -> list[Named]:
    """Those that it names: the longest name first, none inside another, of equals the first."""
    text = text[:LONGEST]
    rest = f" {_parts(text)} "
    written = {token.strip(MARKS) for token in text.split()}
    found: set[int] = set()
    known = [
        (_parts(name), name, each)
        for each in named
        for name in (*each.names.values(), *each.aliases)
    ]
    for parts, name, each in sorted(known, key=lambda k: -len(k[0])):
        is_sign = (len(name) <= SHORT and not is_han(name)) or not {"+", "#"}.isdisjoint(name)
        if is_sign:
            is_named = name in written or (len(name) > SHORT and fold(name) in map(fold, written))
        else:
            is_named = f" {parts} " in rest
            rest = rest.replace(f" {parts} ", " | ")
        if is_named:
            found.add(id(each))
    return [each for each in named if id(each) in found]


@lru_cache(maxsize=10_000)
def _parts(text: str) -> str:
    """Its stems and Chinese characters, a blank between them."""
    return " ".join(part for run in runs(text) for part in (run if is_han(run) else [stem(run)]))


# Which of the courses that were found to recommend: few, for most of the gaps

FEWEST, MOST = 3, 5
MOST_NEAR = 20
UNTOLD = N_("Found for your goal; its source does not say what level it leads to.")
LEAST_SHARE = 0.3
"""Of the skills that a course teaches, which have to be of use: one is not taken for a detail."""
DIFFICULTIES = get_args(Difficulty)


def choose(found: Sequence[Course], gaps: Sequence[SkillGap], goal: Goal) -> list[CourseInfo]:
    """At most five that bring one nearer to the goal, the first to take first."""
    needed = {gap.skill: gap for gap in open_ones(gaps)}
    serving = _fitting(found, goal)
    named = {skill: gap for skill, gap in needed.items() if skill in goal.skills}
    first = _covering(serving, named or needed)[:MOST]
    wanted = {gap.skill: gap for gap in needed_for(goal, gaps, first)} if named else needed
    covering = _covering(serving, wanted)[:MOST]
    # Without known gaps the best of the search; sources outside may not tell what they teach.
    others = [each for each in serving if not needed or not each.skills]
    rank = {skill: place for place, skill in enumerate(needed)}
    covering.sort(key=lambda c: (min(rank[s] for s in c.skills if s in rank), c.level))
    courses = covering + others[: max(0, FEWEST - len(covering))]
    return [info(each, goal, reason="" if each.skills else goal.say(UNTOLD)) for each in courses]


def info(course: Course, goal: Goal, *, reason: str = "") -> CourseInfo:
    weeks = say_unit(course.weeks, "duration-week", goal.language) if course.weeks else ""
    topics = course.topics if course.language == goal.language else ()
    more = {"difficulty": DIFFICULTIES[course.level], "duration": weeks, "topics": topics}
    return CourseInfo.model_validate({**vars(course), **more, "reason": reason})


def query_for(goal: Goal, words: str, skills: dict[str, Level], **more: Any) -> CourseQuery:
    is_free = True if goal.budget == "free" else None
    return CourseQuery(words, skills, language=goal.course_language or "", is_free=is_free, **more)


def alternatives(
    plan: LearningPlan, found: Sequence[CourseInfo], catalogue: Courses, *, wish: str
) -> list[CourseInfo]:
    """What a milestone can be given: the plan's courses, those found, and the nearest others."""
    goal = plan.goal
    taught = {skill: level for each in plan.open for skill, level in each.skills.items()}
    named = {each.id: USUAL for each in names_in(wish, catalogue.skills())}
    queries = query_for(goal, goal.text, taught), query_for(goal, wish or goal.text, named)
    near = [e.course for query in queries for e in catalogue.search(query, count=MOST_NEAR)]
    others = [info(each, goal) for each in near if not each.is_gone]
    return list({c.id: c for c in (*others, *found, *plan.recommended_courses)}.values())


def others_for(milestone: Milestone, plan: LearningPlan, courses: Courses) -> list[CourseInfo]:
    """What it can be given instead, as near to it as the search finds."""
    used = {id_ for each in plan.milestones for id_ in each.courses}
    alone = plan.model_copy(update={"milestones": (milestone,)})
    near = alternatives(alone, plan.recommended_courses, courses, wish="")
    serving = (each for each in near if each.skills.keys() & milestone.skills.keys())
    return [each for each in serving if each.id not in used][:MOST]


def coverage(courses: Sequence[CourseInfo], gaps: Sequence[SkillGap]) -> dict[str, dict[str, Any]]:
    """For each gap, which of the courses bring one how far."""
    return {
        gap.skill: {
            "name": gap.name,
            "required": gap.required,
            "by": {c.id: c.skills[gap.skill] for c in courses if c.skills.get(gap.skill)},
        }
        for gap in open_ones(gaps)
    }


def _fitting(found: Sequence[Course], goal: Goal) -> list[Course]:
    """Without what is gone, costs or speaks another language, as long as something is left."""
    once = list({each.id: each for each in found}.values())
    rules = (
        lambda c: not c.is_gone,
        lambda c: goal.budget != "free" or c.is_free is not False,
        lambda c: not goal.course_language or c.language == goal.course_language,
    )
    for rule in rules:
        once = [each for each in once if rule(each)] or once
    return once


def _covering(found: Sequence[Course], needed: dict[str, SkillGap]) -> list[Course]:
    """In the order of the search, those that close something which those before leave open."""
    reached: dict[str, Level] = {skill: gap.held for skill, gap in needed.items()}
    chosen: list[Course] = []
    for course in found:
        brought = {s: v for s, v in course.skills.items() if s in needed and v > reached[s]}
        closes = any(reached[skill] < needed[skill].required for skill in brought)
        if closes and len(brought) >= LEAST_SHARE * len(course.skills):
            chosen.append(course)
            reached |= brought
    return chosen
