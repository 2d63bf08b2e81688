"""What becomes of a plan: adjusted, moved, done. What is done is never changed again."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from agent.errors import AgentError
from agent.workflows.coach.contracts import Change, CourseInfo, LearningPlan, Milestone
from agent.workflows.coach.planning.building import HOURS_OF, MOST, days_for, duration_of
from agent.workflows.coach.planning.wishes import Wish, wishes_in
from agent.workflows.coach.words import between, told

MOST_MISSED = 52  # weeks
LONGER = 1.5
SHORTER = 2 / 3
OTHER_LEVEL = 1.25
"""How many times the hours an easier way takes, and a harder one."""
LATER = 7  # days, where nobody says
LEAST_HOURS = 0.5
_FIELDS = (
    "title", "outcome", "skills", "courses", "no_course", "hours", "start", "due", "prerequisites",
    "proof", "tips", "done", "proven",
)  # fmt: skip


@dataclass(frozen=True)
class Adjusted:
    plan: LearningPlan
    note: str = ""
    """What could not be done of the wish; nothing when all of it could."""


def adjust(
    plan: LearningPlan,
    milestones: Sequence[str],
    wish: str,
    *,
    today: date,
    courses: Sequence[CourseInfo] = (),
) -> Adjusted:
    """Fulfil the wish on these milestones, and move what follows from that.

    What builds on them may change; the rest only moves: later where the hours leave it no other
    place, and earlier after one that is to begin earlier. `courses` are those that a milestone may
    be given instead of its own. Raises AgentError for a milestone that is done or unknown.
    """
    for id_ in milestones:
        _open_one(plan, id_)
    wishes = wishes_in(wish, today)
    if not wishes:
        return Adjusted(plan, told("adjust.not_understood", plan.goal.language))
    work = _Work(plan, list(plan.milestones), list(plan.recommended_courses), courses, today)
    notes = [work.fulfil(id_, each) for id_ in milestones for each in wishes]
    chosen = set(milestones)
    following = dependents(work.milestones, chosen)
    if any(each.kind == "earlier" for each in wishes):
        following = {each.id for each in work.milestones} - chosen
    after = _settled(plan, work.milestones, following)
    note = between(plan.goal.language).join(dict.fromkeys(filter(None, notes)))
    return Adjusted(_with(plan, after, recommended_courses=tuple(work.recommended)), note)


def missed(plan: LearningPlan, weeks: float, today: date) -> LearningPlan:
    """So many weeks later, for all that is open; what has begun goes on for longer."""
    language = plan.goal.language
    if not 0 < weeks <= MOST_MISSED:
        raise AgentError(told("error.weeks", language, most=MOST_MISSED))
    shift = timedelta(days=round(weeks * 7))
    moved: list[Milestone] = []
    until: date | None = None
    for each in plan.milestones:
        if each.done:
            moved.append(each)
            continue
        start, due = _day(each.start), _day(each.due)
        length = due - start
        if until is None and start <= today:
            due = max(due + shift, today)
        else:
            start = max(start + shift, until + timedelta(days=1) if until else start)
            due = start + length
        until = max(until, due) if until else due
        moved.append(each.model_copy(update=_dates(start, due)))
    return _with(plan, moved)


def done(plan: LearningPlan, milestone: str, day: str, proof: str = "") -> LearningPlan:
    """With that milestone done; one that is done already stays as it is."""
    _known(plan, milestone)
    milestones = [
        each.model_copy(update={"done": day, "proven": proof})
        if each.id == milestone and not each.done
        else each
        for each in plan.milestones
    ]
    status = "done" if all(each.done for each in milestones) else "in_progress"
    return plan.model_copy(update={"milestones": tuple(milestones), "status": status})


def changes(before: LearningPlan, after: LearningPlan) -> list[Change]:
    """Field by field; a milestone that came or went has the field "milestone"."""
    old = {each.id: each for each in before.milestones}
    new = {each.id: each for each in after.milestones}
    found = []
    for id_ in dict.fromkeys((*old, *new)):
        if id_ not in new:
            found.append(Change(milestone=id_, field="milestone", before=old[id_].title, after=""))
        elif id_ not in old:
            found.append(Change(milestone=id_, field="milestone", before="", after=new[id_].title))
        else:
            found += _differences(old[id_], new[id_])
    return found


def unchanged_done(before: LearningPlan, after: LearningPlan) -> None:
    """Raises AgentError when a milestone that was done is not there any more exactly as it was."""
    new = {each.id: each for each in after.milestones}
    for each in before.milestones:
        if each.done and new.get(each.id) != each:
            raise _done_error(before, each.id)


def _differences(old: Milestone, new: Milestone) -> list[Change]:
    return [
        Change(milestone=old.id, field=name, before=one, after=two)
        for name in _FIELDS
        if (one := _shown(getattr(old, name))) != (two := _shown(getattr(new, name)))
    ]


def _shown(value: Any) -> str:
    match value:
        case dict():
            return ", ".join(f"{skill} {level}" for skill, level in value.items())
        case tuple():
            return ", ".join(value)
        case float():
            return f"{value:g}"
        case _:
            return str(value)


# Which milestones


def _known(plan: LearningPlan, id_: str) -> Milestone:
    for each in plan.milestones:
        if each.id == id_:
            return each
    language, ids = plan.goal.language, ", ".join(each.id for each in plan.milestones)
    raise AgentError(
        told("error.no_milestone", language, milestone=id_),
        hint=told("error.no_milestone_hint", language, milestones=ids),
    )


def _open_one(plan: LearningPlan, id_: str) -> Milestone:
    found = _known(plan, id_)
    if found.done:
        raise _done_error(plan, id_)
    return found


def _done_error(plan: LearningPlan, id_: str) -> AgentError:
    language = plan.goal.language
    return AgentError(
        told("error.done", language, milestone=id_), hint=told("error.done_hint", language)
    )


def dependents(milestones: Sequence[Milestone], ids: set[str]) -> set[str]:
    """What builds on these, directly or not."""
    found: set[str] = set()
    for _ in milestones:
        found |= {each.id for each in milestones if (ids | found) & set(each.prerequisites)}
    return found - ids


# Wishes


@dataclass
class _Work:
    """A plan's milestones while wishes are being fulfilled."""

    plan: LearningPlan
    milestones: list[Milestone]
    recommended: list[CourseInfo]
    courses: Sequence[CourseInfo]
    today: date

    def fulfil(self, id_: str, wish: Wish) -> str:
        """Do it, or say why not."""
        at = next(place for place, each in enumerate(self.milestones) if each.id == id_)
        each = self.milestones[at]
        match wish.kind:
            case "other_course":
                return self._other_course(at, each)
            case "drop_course":
                return self._drop_course(at, each)
            case "split":
                return self._split(at, each)
            case "earlier" | "later":
                return self._begin(at, each, wish)
            case "longer":
                days = wish.days if wish.is_total else _days(each) + (wish.days or 0)
                grown = math.ceil(_days(each) * LONGER)
                self._last(at, max(_days(each) + 1, days or 0) if wish.days else grown)
            case "shorter":
                self._shorter(at, each, wish)
            case "pace":
                week = min(wish.hours or self.plan.hours_a_week, self.plan.hours_a_week)
                self._last(at, days_for(each.hours, week))
            case "easier" | "harder":
                self._effort(at, each.hours * OTHER_LEVEL, tip=f"adjust.{wish.kind}")
        return ""

    def _told(self, key: str, **values: object) -> str:
        return told(key, self.plan.goal.language, **values)

    def _change(self, at: int, **changed: object) -> None:
        self.milestones[at] = self.milestones[at].model_copy(update=changed)

    def _last(self, at: int, days: int) -> None:
        start = _day(self.milestones[at].start)
        self._change(at, **_dates(start, start + timedelta(days=days - 1)))

    def _begin(self, at: int, each: Milestone, wish: Wish) -> str:
        """On another day: not before tomorrow, nor before what is still open above it."""
        start = _day(each.start)
        above = [_day(other.due) for other in self.milestones[:at] if not other.done]
        first = min(start, max([self.today, *above]) + timedelta(days=1))
        if wish.day:
            to = _day(wish.day)
        elif wish.kind == "later":
            to = start + timedelta(days=wish.days or LATER)
        else:
            to = start - timedelta(days=wish.days) if wish.days else first
        self._change(at, **_moved(each, to=max(first, to)))
        is_stuck = wish.kind == "earlier" and first == start
        return self._told("adjust.not_earlier") if is_stuck else ""

    def _effort(self, at: int, hours: float, *, tip: str) -> None:
        """Other hours, and the days that they need."""
        # Rounded up they would need a day more.
        hours = max(LEAST_HOURS, math.floor(hours * 100) / 100)
        tips, said = self.milestones[at].tips, self._told(tip)
        if said not in tips:
            tips = between(self.plan.goal.language).join(filter(None, [tips, said]))
        self._change(at, hours=hours, tips=tips)
        self._last(at, days_for(hours, self.plan.hours_a_week))

    def _shorter(self, at: int, each: Milestone, wish: Wish) -> None:
        """First without the days that its hours do not need; then only its core."""
        days = _days(each)
        fewest = days_for(each.hours, self.plan.hours_a_week)
        wanted = round(days * SHORTER)
        if wish.days:
            wanted = wish.days if wish.is_total else days - wish.days
        wanted = max(1, min(days, wanted))
        if wanted >= fewest:
            self._last(at, wanted)
        elif days > fewest and not wish.days:
            self._last(at, fewest)
        else:
            self._effort(at, wanted * self.plan.hours_a_week / 7, tip="adjust.core")

    def _other_course(self, at: int, each: Milestone) -> str:
        used = {course for other in self.milestones for course in other.courses}
        fresh = [c for c in self.courses if c.id not in used and c.skills.keys() & each.skills]
        if not fresh:
            return self._told("adjust.no_other_course", milestone=each.id)
        best = max(
            fresh, key=lambda c: sum(min(c.skills.get(s, 0), v) for s, v in each.skills.items())
        )
        hours = best.hours or HOURS_OF[best.difficulty]
        reached = {s: min(v, best.skills[s]) for s, v in each.skills.items() if s in best.skills}
        self._change(at, courses=(best.id,), no_course="", skills=reached, hours=hours)
        self._last(at, days_for(hours, self.plan.hours_a_week))
        if best.id not in {c.id for c in self.recommended}:
            self.recommended.append(best)
        return ""

    def _drop_course(self, at: int, each: Milestone) -> str:
        if not each.courses:
            return self._told("adjust.no_course", milestone=each.id)
        self._change(at, courses=(), no_course=self._told("plan.dropped"))
        return ""

    def _split(self, at: int, each: Milestone) -> str:
        if len(self.milestones) >= MOST:
            return self._told("adjust.too_many", milestone=each.id, most=MOST)
        number = 1 + max(int(m.id[1:]) for m in self.milestones if m.id[1:].isdigit())
        parts = [self._told("plan.part", title=each.title, n=n, of=2) for n in (1, 2)]
        hours = each.hours / 2
        days = max(days_for(hours, self.plan.hours_a_week), math.ceil(_days(each) / 2))
        first = _day(each.start)
        middle = first + timedelta(days=days)
        self._change(at, title=parts[0], hours=hours, **_dates(first, middle - timedelta(days=1)))
        second = self.milestones[at].model_copy(
            update={
                "id": f"M{number}",
                "title": parts[1],
                "prerequisites": (*each.prerequisites, each.id),
                **_dates(middle, middle + timedelta(days=days - 1)),
            }
        )
        self.milestones = [
            m.model_copy(update={"prerequisites": (*m.prerequisites, second.id)})
            if each.id in m.prerequisites and not m.done
            else m
            for m in self.milestones
        ]
        self.milestones.insert(at + 1, second)
        return ""


# Dates


def _day(text: str) -> date:
    return date.fromisoformat(text)


def _days(each: Milestone) -> int:
    return (_day(each.due) - _day(each.start)).days + 1


def _moved(each: Milestone, *, to: date) -> dict[str, str]:
    return _dates(to, to + timedelta(days=_days(each) - 1))


def _dates(start: date, due: date) -> dict[str, str]:
    return {"start": start.isoformat(), "due": due.isoformat()}


def _settled(
    plan: LearningPlan, milestones: Sequence[Milestone], following: set[str]
) -> list[Milestone]:
    """Each in its place: after what it builds on, and after what takes the hours before it.

    Those that follow come earlier when what is before them does; the rest moves only when it must.
    """
    old = {each.id: each for each in plan.milestones}
    placed: list[Milestone] = []
    was: date | None = None
    now: date | None = None
    for each in milestones:
        before = old.get(each.id)
        if each.done:
            placed.append(each)
            continue
        start = _day(each.start)
        if each.id in following and was and now and now < was:
            start = max(start - (was - now), now + timedelta(days=1))
        if now:
            start = max(start, now + timedelta(days=1))
        moved = each.model_copy(update=_moved(each, to=start))
        placed.append(moved)
        due = _day(moved.due)
        now = max(now, due) if now else due
        if before:
            was = max(was, _day(before.due)) if was else _day(before.due)
    return placed


def _with(plan: LearningPlan, milestones: Sequence[Milestone], **changed: object) -> LearningPlan:
    return plan.model_copy(
        update={
            "milestones": tuple(milestones),
            "estimated_duration": duration_of(milestones, plan.goal.language),
            "findings": (),
            **changed,
        }
    )
