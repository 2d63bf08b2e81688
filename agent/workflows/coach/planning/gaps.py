"""What a goal takes, against what its owner has: skills required, held, and why."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from agent.language.catalogs import N_
from agent.language.text import fold, is_han, runs, stem, topic_name
from agent.ports.courses import Course, Level, Role, Skill
from agent.workflows.coach.planning.contracts import CourseInfo, Goal, SkillGap
from agent.workflows.coach.planning.phrasing import comma, level_name, name_of

Known = tuple[str, float, int]
"""Topic of a quiz, how well it is known from 0 to 1, and out of how many answers."""
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


def gaps(
    goal: Goal, skills: Sequence[Skill], roles: Sequence[Role], mastery: Sequence[Known] = ()
) -> list[SkillGap]:
    """Skills of the goal, and what comes before them and is not held; those to begin with first."""
    skills = [*skills, *own_skills(goal, skills)]
    by_id = {skill.id: skill for skill in skills}
    shown = _shown(goal, skills, mastery)
    role = next((role for role in roles if role.id == goal.role), None)
    given = with_foundations(goal.held, skills)
    held = {id_: _held(id_, goal, shown, given) for id_ in by_id}
    levels = {id_: level for id_, (level, _) in held.items()}
    required, needed_by = _required(goal.skills, by_id, levels)
    return [
        SkillGap(
            skill=id_,
            name=name_of(by_id[id_], goal.language),
            required=required[id_],
            held=held[id_][0],
            reason=_reason(
                by_id[id_], required[id_], by_id.get(needed_by.get(id_, "")), role, goal=goal
            ),
            evidence=held[id_][1],
            needs=by_id[id_].needs,
        )
        for id_ in ordered(list(required), skills)
    ]


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


def ordered(ids: Sequence[str], skills: Sequence[Skill]) -> list[str]:
    """What comes before others first, also through skills that are not among them."""
    by_id = {skill.id: skill for skill in skills}
    done: dict[str, None] = {}
    for id_ in ids:
        for before in _depth_first(id_, by_id, set()):
            done.setdefault(before)
    wanted = set(ids)
    return [id_ for id_ in done if id_ in wanted]


def _depth_first(id_: str, by_id: dict[str, Skill], above: set[str]) -> Iterator[str]:
    if id_ in above:
        # A user's own catalogue may contain cycles.
        return
    for before in by_id[id_].needs if id_ in by_id else ():
        yield from _depth_first(before, by_id, above | {id_})
    yield id_


def _required(
    aims: dict[str, Level], by_id: dict[str, Skill], held: dict[str, Level]
) -> tuple[dict[str, Level], dict[str, str]]:
    """Levels by skill, and which skill each of the others was needed for."""
    required: dict[str, Level] = {id_: v for id_, v in aims.items() if id_ in by_id and v}
    needed_by: dict[str, str] = {}
    waiting = list(required)
    while waiting:
        above = waiting.pop(0)
        if held[above] >= required[above]:
            # Having a skill implies having what it builds on.
            continue
        # What it builds on is needed one level lower.
        level = BELOW[required[above]]
        for id_ in by_id[above].needs:
            if id_ not in by_id or held[id_] >= level or required.get(id_, 0) >= level:
                continue
            if id_ not in required:
                needed_by[id_] = above
            required[id_] = level
            waiting.append(id_)
    return required, needed_by


def _reason(
    skill: Skill, required: Level, above: Skill | None, role: Role | None, *, goal: Goal
) -> str:
    language = goal.language
    if above:
        return goal.say(N_("{skill} builds on it."), skill=name_of(above, language))
    if role and role.skills.get(skill.id) == required:
        taken = N_("{role} needs it at {level} level.")
        return goal.say(taken, role=name_of(role, language), level=level_name(required, language))
    named = N_("You named it as what you want to learn.")
    alone = N_("The catalogue has nothing on it, so you learn it on your own.")
    return goal.say(named if skill.names.keys() - {"en"} else alone)


# What is held


def _held(id_: str, goal: Goal, shown: dict[str, Held], given: dict[str, Level]) -> Held:
    """By one's own statement, also on what builds on it; else by what quizzes show."""
    quiz = shown.get(id_)
    if id_ not in goal.held and (quiz or not given.get(id_)):
        return quiz or (0, "")
    said = [goal.say(N_("from what you said")), *(quiz[1:] if quiz else ())]
    return goal.held.get(id_, given.get(id_, 0)), comma(goal.language).join(said)


def _shown(goal: Goal, skills: Sequence[Skill], mastery: Sequence[Known]) -> dict[str, Held]:
    shown: dict[str, Held] = {}
    told = N_("{share} % over {n} quiz answers on “{topic}”")
    # The topic with the most answers tells the most.
    for topic, share, answers in sorted(mastery, key=lambda known: known[2]):
        if answers >= FEWEST_ANSWERS:
            level: Level = next((level for least, level in _SHARES if share >= least), 0)
            said = goal.say(told, share=round(100 * share), n=answers, topic=topic_name(topic))
            words = topic.replace("-", " ").replace("_", " ")
            shown |= dict.fromkeys(names_in(words, skills).skills, (level, said))
    return shown


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


@dataclass(frozen=True)
class Named:
    skills: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()


def names_in(text: str, skills: Sequence[Skill], roles: Sequence[Role] = ()) -> Named:
    """The longest name first, none inside another. A name of both is a role's."""
    text = text[:LONGEST]
    rest = f" {_parts(text)} "
    written = {token.strip(MARKS) for token in text.split()}
    found: set[str] = set()
    named: list[Skill | Role] = [*roles, *skills]
    known = [(_parts(name), name, each) for each in named for name in _names(each)]
    for parts, name, each in sorted(known, key=lambda k: -len(k[0])):
        if _is_sign(name):
            is_named = name in written or (len(name) > SHORT and fold(name) in map(fold, written))
        else:
            is_named = f" {parts} " in rest
            rest = rest.replace(f" {parts} ", " | ")
        if is_named:
            found.add(each.id)
    return Named(
        tuple(each.id for each in skills if each.id in found),
        tuple(each.id for each in roles if each.id in found),
    )


def _names(each: Skill | Role) -> tuple[str, ...]:
    names = (*each.names.values(), *each.aliases)
    return tuple(name[0].upper() + name[1:] if len(name) <= SHORT else name for name in names)


def _is_sign(name: str) -> bool:
    return (len(name) <= SHORT and not is_han(name)) or "+" in name or "#" in name


@lru_cache(maxsize=10_000)
def _parts(text: str) -> str:
    """Its stems and Chinese characters, a blank between them."""
    return " ".join(part for run in runs(text) for part in (run if is_han(run) else [stem(run)]))
