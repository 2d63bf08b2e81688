"""Edits of a plan, as a button, a form or a model names them, and the dates that follow."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from agent.language.catalogs import N_
from agent.workflows.coach.planning import building
from agent.workflows.coach.planning.building import LONGEST, MOST, days_for
from agent.workflows.coach.planning.contracts import (
    MOST_HOURS,
    CourseInfo,
    Edit,
    EditKind,
    LearningPlan,
    Milestone,
)
from agent.workflows.coach.planning.kinds import STUDY, outcome_of, proof_of
from agent.workflows.coach.planning.phrasing import join_sentences
from agent.workflows.coach.planning.replanning import dated, day_in, open_one, renew

LONGER = 1.5
"""By what factor the hours grow, unless the user says how many."""
LEAST_HOURS, HOURS_OF_OWN = 0.5, 10.0
WRONG_HOURS = N_("Hours a week must be more than 0 and at most {most}.")
PAST_DEADLINE = N_("The deadline must be in the future.")
TOO_MANY = N_("{milestone} was not split: a plan has at most {most} milestones.")


@dataclass(frozen=True)
class Adjusted:
    plan: LearningPlan
    note: str = ""
    """What could not be done; empty when all of it could."""


def adjust(
    plan: LearningPlan,
    edits: Sequence[Edit],
    *,
    today: date,
    courses: Sequence[CourseInfo] = (),
) -> Adjusted:
    """Make the edits in their order; what is open follows without a gap that was not there.

    `courses` are those that a milestone may be given instead of its own. Raises AgentError for a
    milestone that is done or unknown.
    """
    editing = Editing(plan, today, courses)
    notes = [editing.make(edit) for edit in edits]
    note = join_sentences(list(dict.fromkeys(notes)), plan.goal.language)
    return Adjusted(editing.result, note)


class Editing:
    """A plan's milestones while edits are being made."""

    def __init__(self, plan: LearningPlan, today: date, courses: Sequence[CourseInfo]) -> None:
        self._plan, self._today, self._courses = plan, today, courses
        self._recommended = list(plan.recommended_courses)
        self.milestones = list(plan.milestones)
        self._gaps = _gaps(plan)
        """Days that are left free before each open milestone."""
        self._start = min((day_in(each.start) for each in plan.open), default=today)

    @property
    def result(self) -> LearningPlan:
        changed = self._plan.model_copy(update={"recommended_courses": tuple(self._recommended)})
        return renew(changed, self._placed())

    def _placed(self) -> list[Milestone]:
        """One after the other, done ones where they are."""
        placed: list[Milestone] = []
        free = self._start
        for each in self.milestones:
            if each.done:
                placed.append(each)
                continue
            start = max(free + timedelta(days=self._gaps.get(each.id, 0)), self._first)
            due = start + (day_in(each.due) - day_in(each.start))
            placed.append(each.model_copy(update=dated(start, due)))
            free = due + timedelta(days=1)
        return placed

    @property
    def _first(self) -> date:
        """The earliest day that an open milestone can begin on: what has begun stays."""
        return min(self._start, self._today + timedelta(days=1))

    def make(self, edit: Edit) -> str:
        """Make it, or say why not."""
        if edit.kind in WHOLE:
            return WHOLE[edit.kind](self, edit)
        now = self._plan.model_copy(update={"milestones": tuple(self.milestones)})
        at = self.milestones.index(open_one(now, edit.milestone))
        return ONE[edit.kind](self, at, edit)

    def _(self, sentence: str, **values: object) -> str:
        return self._plan.say(sentence, **values)

    def _change(self, at: int, **changed: object) -> None:
        self.milestones[at] = self.milestones[at].model_copy(update=changed)

    def _work(self, at: int, hours: float) -> None:
        """Other hours, and the days that they need."""
        # Rounded up they would need a day more.
        hours = max(LEAST_HOURS, math.floor(hours * 100) / 100)
        start = day_in(self.milestones[at].start)
        days = days_for(hours, self._plan.hours_a_week)
        self._change(at, hours=hours, **dated(start, start + timedelta(days=days - 1)))

    # The whole plan

    def pace(self, edit: Edit) -> str:
        if not edit.hours or edit.hours > MOST_HOURS:
            return self._(WRONG_HOURS, most=MOST_HOURS)
        goal = self._plan.goal.model_copy(update={"hours_a_week": edit.hours})
        self._plan = self._plan.model_copy(update={"goal": goal, "hours_a_week": edit.hours})
        for at, each in enumerate(self.milestones):
            if not each.done:
                self._work(at, each.hours)
        return ""

    def end_by(self, edit: Edit) -> str:
        """The rules say whether the plan makes it, and with how many hours a week it would."""
        try:
            date.fromisoformat(edit.to)
        except ValueError:
            return self._(PAST_DEADLINE)
        goal = self._plan.goal.model_copy(update={"deadline": edit.to})
        self._plan = self._plan.model_copy(update={"goal": goal})
        return ""

    def add(self, edit: Edit) -> str:
        """Self-study at the end, or before another."""
        if len(self.milestones) >= MOST:
            return self._(TOO_MANY, milestone=edit.to, most=MOST)
        hours, language = min(edit.hours or HOURS_OF_OWN, LONGEST), self._plan.goal.language
        fresh = Milestone(
            id=self._fresh_id(),
            title=edit.to or self._(building.OWN_PROJECT),
            hours=hours,
            no_course=self._(building.OWN_WORK),
            start=self._today.isoformat(),
            due=self._today.isoformat(),
            outcome=outcome_of(STUDY, [edit.to], language),
            proof=proof_of(STUDY, language),
        )
        self.milestones.append(fresh)
        at = len(self.milestones) - 1
        self._work(at, hours)
        if not edit.milestone:
            return ""
        return self.before(at, edit.model_copy(update={"to": edit.milestone}))

    def _fresh_id(self) -> str:
        known = (each.id[1:] for each in (*self._plan.milestones, *self.milestones))
        return f"M{1 + max(int(number) for number in known if number.isdigit())}"

    # One milestone

    def drop(self, at: int, _edit: Edit) -> str:
        if sum(not each.done for each in self.milestones) < 2:
            return self._("A plan needs at least one open milestone, so nothing was dropped.")
        gone = self.milestones.pop(at)
        self._relink(gone.id, gone.prerequisites)
        return ""

    def _relink(self, gone: str, instead: Sequence[str]) -> None:
        """What built on a milestone that is gone builds on others now."""
        for at, each in enumerate(self.milestones):
            if gone in each.prerequisites and not each.done:
                others = [id_ for id_ in each.prerequisites if id_ != gone] + list(instead)
                kept = tuple(id_ for id_ in dict.fromkeys(others) if id_ != each.id)
                self._change(at, prerequisites=kept)

    def earlier(self, at: int, edit: Edit) -> str:
        """As far as what comes before it and today allow."""
        each, is_first = self.milestones[at], all(m.done for m in self.milestones[:at])
        days = 7 * edit.weeks if edit.weeks else 366
        room = (self._start - self._first).days if is_first else self._gaps.get(each.id, 0)
        if is_first:
            self._start -= timedelta(days=min(days, room))
        else:
            self._gaps[each.id] = room - min(days, room)
        kept = N_(
            "It cannot begin earlier: not before tomorrow, nor before what is still open ahead of"
            " it."
        )
        return "" if room else self._(kept)

    def later(self, at: int, edit: Edit) -> str:
        id_ = self.milestones[at].id
        self._gaps[id_] = self._gaps.get(id_, 0) + 7 * (edit.weeks or 1)
        return ""

    def merge(self, at: int, _edit: Edit) -> str:
        """With the one after it."""
        each, *after = self.milestones[at:]
        if not after or after[0].done:
            last = N_("{milestone} was not merged: no open milestone follows it.")
            return self._(last, milestone=each.id)
        other, hours = after[0], each.hours + after[0].hours
        if hours > LONGEST:
            long = N_("{milestone} was not merged: together they take more than {most} hours.")
            return self._(long, milestone=each.id, most=f"{LONGEST:g}")
        before = dict.fromkeys((*each.prerequisites, *other.prerequisites))
        proofs = dict.fromkeys((each.proof, other.proof))
        self._change(
            at,
            title=f"{each.title} · {other.title}",
            skills={**each.skills, **other.skills},
            courses=tuple(dict.fromkeys((*each.courses, *other.courses))),
            prerequisites=tuple(id_ for id_ in before if id_ != each.id),
            proof=join_sentences(list(proofs), self._plan.goal.language),
        )
        self.milestones.pop(at + 1)
        self._relink(other.id, (each.id,))
        self._work(at, hours)
        return ""

    def split(self, at: int, _edit: Edit) -> str:
        each = self.milestones[at]
        if len(self.milestones) >= MOST:
            return self._(TOO_MANY, milestone=each.id, most=MOST)
        first, second = (self._(building.PART, title=each.title, n=n, of=2) for n in (1, 2))
        changed = {"title": second, "prerequisites": (*each.prerequisites, each.id)}
        fresh = each.model_copy(update={"id": self._fresh_id(), **changed})
        self._change(at, title=first)
        for place, other in enumerate(self.milestones):
            if each.id in other.prerequisites and not other.done:
                self._change(place, prerequisites=(*other.prerequisites, fresh.id))
        self.milestones.insert(at + 1, fresh)
        for place in (at, at + 1):
            self._work(place, each.hours / 2)
        return ""

    def set_hours(self, at: int, edit: Edit) -> str:
        hours = edit.hours or self.milestones[at].hours * LONGER
        self._work(at, min(hours, LONGEST))
        most = N_("A milestone takes at most {most} hours: split it for more.")
        return "" if hours <= LONGEST else self._(most, most=f"{LONGEST:g}")

    def rename(self, at: int, edit: Edit) -> str:
        """Other words: what is not given stays."""
        words = {"title": edit.to, **edit.model_dump(include={"outcome", "proof", "tips"})}
        self._change(at, **{name: text for name, text in words.items() if text})
        return ""

    def take_own_work(self, at: int, _edit: Edit) -> str:
        self._change(at, courses=(), no_course=self._("You took the course out of this milestone."))
        return ""

    def take_other_course(self, at: int, edit: Edit) -> str:
        """The one that is named, else the one that brings most of what the milestone is for."""
        each = self.milestones[at]
        used = {course for other in self.milestones for course in other.courses}
        fresh = [c for c in self._courses if c.id not in used and c.skills.keys() & each.skills]
        fresh = [c for c in self._courses if c.id == edit.to] or fresh
        if not fresh:
            none = N_("I have no other course for {milestone}. Ask for more courses first.")
            return self._(none, milestone=each.id)
        best = max(
            fresh, key=lambda c: sum(min(c.skills.get(s, 0), v) for s, v in each.skills.items())
        )
        reached = {s: min(v, best.skills[s]) for s, v in each.skills.items() if s in best.skills}
        self._change(at, courses=(best.id,), no_course="", skills=reached or each.skills)
        self._work(at, best.hours or building.HOURS_OF[best.difficulty])
        if best.id not in {course.id for course in self._recommended}:
            self._recommended.append(best)
        return ""

    def before(self, at: int, edit: Edit) -> str:
        """In front of another, unless something would come before what it builds on."""
        each = self.milestones[at]
        order = [other for other in self.milestones if other.id != each.id]
        to = next((n for n, other in enumerate(order) if other.id == edit.to), None)
        if to is None or order[to].done:
            return self._("The plan has no milestone {milestone}.", milestone=edit.to)
        order.insert(to, each)
        places = {other.id: place for place, other in enumerate(order)}
        for other in order:
            if any(places.get(id_, -1) > places[other.id] for id_ in other.prerequisites):
                kept = N_("The order stays: {milestone} would come before what it builds on.")
                return self._(kept, milestone=other.id)
        self.milestones = order
        return ""


def _gaps(plan: LearningPlan) -> dict[str, int]:
    free = {two.id: day_in(two.start) - day_in(one.due) for one, two in pairwise(plan.open)}
    return {id_: max(0, each.days - 1) for id_, each in free.items()}


WHOLE: dict[EditKind, Callable[[Editing, Edit], str]] = {
    "add": Editing.add,
    "hours_a_week": Editing.pace,
    "deadline": Editing.end_by,
}
ONE: dict[EditKind, Callable[[Editing, int, Edit], str]] = {
    "drop": Editing.drop,
    "earlier": Editing.earlier,
    "later": Editing.later,
    "split": Editing.split,
    "merge": Editing.merge,
    "hours": Editing.set_hours,
    "course": Editing.take_other_course,
    "own_work": Editing.take_own_work,
    "rename": Editing.rename,
    "before": Editing.before,
}
