"""The dates of a plan while it changes: what is done stays, and the rest follows in a row."""

import math
from collections.abc import Mapping
from datetime import date, timedelta

from agent.workflows.coach.planning import building
from agent.workflows.coach.planning.contracts import LearningPlan, Milestone, Report

LEAST_HOURS = 0.5
A_DAY = timedelta(days=1)
MOST_DROPPED = 5


class Schedule:
    """A plan's milestones while they change."""

    def __init__(self, plan: LearningPlan, today: date, spent: Mapping[str, float]) -> None:
        self._plan, self._today, self.spent = plan, today, spent
        self.courses = {each.id: each for each in plan.recommended_courses}
        """Those that its milestones can be given."""
        self.milestones = list(plan.milestones)
        self.dropped = list(plan.dropped)
        self._until = {each.id: date.fromisoformat(each.due) for each in plan.open}
        """When each ends, as long as it begins as it did and its hours stay."""
        self._missed = {each.id: self._missed_in(each) for each in plan.open if plan.missed}
        """Days of each that were missed and stay so, whatever its hours become."""
        self._instead: dict[str, tuple[str, ...]] = {}
        """What others build on in place of a milestone that is gone or has parts."""
        self._start = min((date.fromisoformat(each.start) for each in plan.open), default=today)

    @property
    def result(self) -> LearningPlan:
        milestones = tuple(self._placed())
        used = {id_ for each in milestones for id_ in each.courses}
        unused = {id_ for each in self._plan.milestones for id_ in each.courses} - used
        kept = used | {course.id for course in self._plan.recommended_courses} - unused
        changed = {
            "milestones": milestones,
            "dropped": tuple(self.dropped[-MOST_DROPPED:]),
            "recommended_courses": tuple(e for id_, e in self.courses.items() if id_ in kept),
            "estimated_duration": building.duration_of(milestones, self._plan.goal.language),
        }
        return self._plan.model_copy(update=changed)

    def _missed_in(self, each: Milestone) -> int:
        days = building.days_for(self._left_of(each), self._plan.hours_a_week)
        return min(self._plan.missed, max(0, building.days_until(each.due, each.start) - days))

    def _left_of(self, each: Milestone) -> float:
        return max(LEAST_HOURS, each.hours - self.spent.get(each.id, 0))

    def _redate(self, each: Milestone, start: date) -> date | None:
        """When one that has begun ends: what is left follows from today, less days missed since."""
        left, missed = self._left_of(each), self._missed.get(each.id, 0)
        if left == each.hours and not missed:
            return None
        days = timedelta(days=building.days_for(left, self._plan.hours_a_week))
        planned = start + days + timedelta(days=missed) - A_DAY
        return max(planned, self._today + (days if left < each.hours else timedelta()))

    def _placed(self) -> list[Milestone]:
        """One after the other, done ones where they are."""
        placed: list[Milestone] = []
        calendar = building.Calendar(self._start, self._plan.hours_a_week)
        for each in self.milestones:
            if each.done:
                placed.append(each)
                continue
            earlier = {other.id for other in placed}
            named = [o for id_ in each.prerequisites for o in self._instead.get(id_, (id_,))]
            builds_on = tuple(id_ for id_ in dict.fromkeys(named) if id_ in earlier)
            left, start = self._left_of(each), calendar.next_from(each.earliest)
            is_begun, is_same = start <= self._today, start.isoformat() == each.start
            is_kept = is_same and (is_begun or left == each.hours)
            until = self._until.get(each.id) if is_kept else None
            if is_begun and until is None:
                until = self._redate(each, start)
            dates = calendar.take(each.hours if is_begun else left, each.earliest, until=until)
            placed.append(each.model_copy(update={**dates, "prerequisites": builds_on}))
        return placed

    def _find(self, id_: str) -> int:
        """Its place; the end where it is not there."""
        places = (at for at, each in enumerate(self.milestones) if each.id == id_)
        return next(places, len(self.milestones))

    def _(self, sentence: str, **values: object) -> str:
        return self._plan.goal.say(sentence, **values)

    def _change(self, at: int, **changed: object) -> None:
        self.milestones[at] = self.milestones[at].model_copy(update=changed)

    def _work(self, at: int, hours: float) -> None:
        """Other hours, and the days that they need."""
        # Rounded up they would need a day more.
        self._change(at, hours=max(LEAST_HOURS, math.floor(hours * 100) / 100))
        self._until.pop(self.milestones[at].id, None)

    def mark(self, report: Report, id_: str) -> None:
        """It ends today, is open again, or takes what is left of it; what is open follows."""
        at, day, done = self._find(id_), self._today.isoformat(), report.done
        if report.proof:
            self._change(at, proven=report.proof)
        if report.hours:
            self._until.pop(id_, None)
        each = self.milestones[at]
        if done is None or done == bool(each.done):
            return
        if done and all(other.done for other in self.milestones[:at]):
            self._start = self._today + A_DAY
        dates = {"done": day, "start": min(each.start, day), "due": day}
        self._change(at, **(dates if done else {"done": "", "proven": ""}))
        if not done:
            self._work(at, each.hours)
