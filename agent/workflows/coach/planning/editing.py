"""Edits of a plan, as a button, a form or a model names them; what is done is never changed."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta

from agent.language.catalogs import N_
from agent.workflows.coach.planning import building
from agent.workflows.coach.planning.contracts import (
    MOST_HOURS,
    Content,
    CourseInfo,
    Dropped,
    Edit,
    Goal,
    LearningPlan,
    Milestone,
)
from agent.workflows.coach.planning.phrasing import join_sentences
from agent.workflows.coach.planning.scheduling import A_DAY, Schedule

HOURS_OF_OWN = 10.0
WEEKS_OF_A_YEAR = 53
WRONG_HOURS = N_("Hours a week must be more than 0 and at most {most}.")
TOO_MANY = N_("{milestone} was not split: a plan has at most {most} milestones.")
DONE = N_("{milestone} is done, and what is done is not changed.")
UNKNOWN = N_("The plan has no milestone {milestone}.")


def adjust(
    plan: LearningPlan,
    edits: Sequence[Edit],
    *,
    today: date,
    courses: Sequence[CourseInfo] = (),
    spent: Mapping[str, float] | None = None,
) -> tuple[LearningPlan, str]:
    """Make the edits in order, and say what could not be done. `courses` can be chosen from."""
    editing = Editing(plan, today, spent or {})
    editing.courses |= {each.id: each for each in courses}
    notes = dict.fromkeys([editing.make(edit) for edit in edits])
    return editing.result, join_sentences(list(notes), plan.goal.language)


class Editing(Schedule):
    """A plan's milestones while edits are being made."""

    def make(self, edit: Edit) -> str:
        """Make it, or say why not."""
        if refused := self.refuse(edit):
            return refused
        if edit.kind in WHOLE:
            return WHOLE[edit.kind](self, edit) or ""
        at = self._find(edit.milestone)
        note = ONE[edit.kind](self, at, edit) if edit.kind in ONE else ""
        return note if edit.kind in ("drop", "split") else self._fill(edit.milestone, edit, note)

    def refuse(self, edit: Edit) -> str:
        """Why it cannot be: it names what is not there as the plan is now, or is done."""
        done = {each.id for each in self.milestones if each.done}
        open_ = {each.id for each in self.milestones} - done
        named = {edit.before: open_} if edit.before else {}
        if edit.kind == "restore":
            named[edit.milestone] = {each.id for each in self.dropped}
        elif edit.kind not in WHOLE:
            named[edit.milestone] = open_
        wrong = [id_ for id_, known in named.items() if id_ not in known]
        return self._(DONE if wrong[0] in done else UNKNOWN, milestone=wrong[0]) if wrong else ""

    def _fill(self, id_: str, edit: Edit, note: str = "") -> str:
        """Give it what the edit carries, and its place, unless that was refused."""
        self._write(self._find(id_), edit, hours=edit.hours)
        return note or self._place(id_, edit)

    def _write(self, at: int, content: Content, *, hours: float | None) -> None:
        """Give it what the content has, word for word."""
        each, given = self.milestones[at], content.given
        courses = tuple(id_ for id_ in given.pop("courses", ()) if id_ in self.courses)
        if courses and each.no_course == self._(building.OWN_WORK):
            given.setdefault("no_course", "")
        self._change(at, **given, courses=courses or each.courses)
        if "skills" in given:
            self._aim_at(each.skills, given["skills"])
        if hours:
            self._work(at, hours)

    def pace(self, edit: Edit) -> str:
        if not edit.hours or edit.hours > MOST_HOURS:
            return self._(WRONG_HOURS, most=MOST_HOURS)
        self._aim(hours_a_week=edit.hours)
        self._plan = self._plan.model_copy(update={"hours_a_week": edit.hours})
        self._until.clear()
        return ""

    def end_by(self, edit: Edit) -> None:
        """The rules say whether the plan makes it, and with how many hours a week it would."""
        self._aim(deadline=edit.day)

    def hear(self, edit: Edit) -> None:
        """What else the learner says of themselves."""
        told = edit.model_dump(include={"budget", "course_language", "wishes"})
        held = {**self._plan.goal.held, **{one.skill: one.level for one in edit.skills}}
        self._aim(held=held, **{name: value for name, value in told.items() if value})

    def aim(self, edit: Edit) -> None:
        """Other skills to reach; level 0 is no longer wanted."""
        goal, given = self._plan.goal, {one.skill: one.level for one in edit.skills}
        skills = {skill: level for skill, level in {**goal.skills, **given}.items() if level}
        unwanted = tuple(sorted({*goal.unwanted, *given} - skills.keys()))
        self._aim(text=edit.title or goal.text, skills=skills, unwanted=unwanted)

    def _aim(self, **changed: object) -> None:
        goal = Goal.model_validate({**dict(self._plan.goal), **changed})
        self._plan = self._plan.model_copy(update={"goal": goal})

    def _aim_at(self, old: Mapping[str, int], new: Mapping[str, int]) -> None:
        """Want what has come in place of what no milestone brings any more."""
        left = {skill for each in self.milestones for skill in each.skills}
        wanted = self._plan.goal.skills.items()
        self._aim(skills={**new, **{s: v for s, v in wanted if s in left or s not in old}})

    def miss(self, edit: Edit) -> None:
        """Move all that is open; what has begun takes longer."""
        days = 7 * (edit.weeks or 1)
        self._plan = self._plan.model_copy(update={"missed": self._plan.missed + days})
        if self._start > self._today:
            self._start += timedelta(days=days)
        else:
            begun = {each.id for each in self.milestones if each.start <= self._today.isoformat()}
            for id_ in begun:
                self._missed[id_] = self._missed.get(id_, 0) + days
            for id_ in begun & self._until.keys():
                self._until[id_] = max(self._until[id_] + timedelta(days=days), self._today)

    def add(self, edit: Edit) -> str:
        """At the end, or before another."""
        title = edit.title or self._(N_("Put it together: a project of your own"))
        new = {"id": self._fresh_id(), "no_course": self._(building.OWN_WORK)}
        fresh = building.new_milestone(title, HOURS_OF_OWN, goal=self._plan.goal, **new)
        self.milestones.append(fresh)
        return self._fill(fresh.id, edit)

    def restore(self, edit: Edit) -> str:
        """Put back what was dropped where it was, with its day and the courses that are left."""
        gone = next(each for each in self.dropped if each.id == edit.milestone)
        self.dropped.remove(gone)
        courses = tuple(id_ for id_ in gone.courses if id_ in self.courses)
        at = self._find(gone.before)
        if self.milestones[at:] and self.milestones[at].earliest == gone.earliest:
            self._change(at, earliest="")
        self.milestones.insert(at, Milestone(**{**dict(gone), "courses": courses}))
        self._aim_at({}, gone.skills)
        return self._fill(gone.id, edit)

    def _fresh_id(self) -> str:
        number = self._plan.next_number
        self._plan = self._plan.model_copy(update={"numbered": number})
        return f"M{number}"

    def drop(self, at: int, _edit: Edit) -> str:
        """With what only it would have taught: that is no longer wanted."""
        if sum(not each.done for each in self.milestones) < 2:
            return self._("A plan needs at least one open milestone, so nothing was dropped.")
        gone = self.milestones[at]
        self._hand_on_day(at)
        self.milestones.pop(at)
        after = self.milestones[at].id if at < len(self.milestones) else ""
        self.dropped.append(Dropped(**dict(gone), before=after))
        self._instead[gone.id] = gone.prerequisites
        self._aim_at(gone.skills, {})
        return ""

    def shift(self, at: int, days: int) -> str:
        """Begin so many days later, or earlier as far as today and what comes before allow."""
        *before, each = self._placed()[: at + 1]
        ends = [date.fromisoformat(other.due) for other in before if not other.done]
        # What has begun stays.
        first = ends[-1] + A_DAY if ends else min(self._start, self._today + A_DAY)
        now = date.fromisoformat(each.start)
        begins = max(first, now + timedelta(days=days))
        is_held = ends and (days >= 0 or begins > first)
        self._change(at, earliest=begins.isoformat() if is_held else "")
        if begins == now and days:
            return self._(N_("{milestone} already begins as early as it can."), milestone=each.id)
        if begins != now and not ends:
            self._start = begins
            self._until.pop(each.id, None)
            self._aim(start=begins.isoformat())
        return ""

    def _hand_on_day(self, at: int) -> None:
        """What comes after it begins no earlier than it did, so that free days stay free."""
        earliest = self.milestones[at].earliest
        self._change(at, earliest="")
        after = [n for n in range(at + 1, len(self.milestones)) if not self.milestones[n].done]
        if after and not self.milestones[after[0]].earliest:
            self._change(after[0], earliest=earliest)

    def bring_forward(self, at: int, edit: Edit) -> str:
        """Into the free days before it; where there are none, before what it does not need."""
        note = self.shift(at, -7 * (edit.weeks or WEEKS_OF_A_YEAR))
        each, ahead = self._placed()[at], [e.id for e in self.milestones[:at] if not e.done]
        if note and ahead and ahead[-1] not in each.prerequisites:
            return self._reorder(each.id, ahead[-1])
        return note

    def _place(self, id_: str, edit: Edit) -> str:
        """In front of another, and not before a day; what moves to neither goes to the end."""
        is_last = edit.kind == "move" and not edit.day
        if (edit.before or is_last) and edit.before != id_:
            self._reorder(id_, edit.before)
        if not edit.day:
            return ""
        at = self._find(id_)
        if all(each.done for each in self.milestones[:at]):
            return self.shift(at, building.days_until(edit.day, self._placed()[at].start) - 1)
        self._change(at, earliest=edit.day)
        return ""

    def _reorder(self, id_: str, before: str) -> str:
        at = self._find(id_)
        self._hand_on_day(at)
        each = self.milestones.pop(at)
        self.milestones.insert(self._find(before), each)
        return ""

    def merge(self, at: int, _edit: Edit) -> str:
        """With the one after it."""
        each, *after = self.milestones[at:]
        if not after or after[0].done:
            last = N_("{milestone} was not merged: no open milestone follows it.")
            return self._(last, milestone=each.id)
        other = after[0]
        for name in ("outcome", "proof", "tips", "no_course"):
            texts = list(dict.fromkeys([getattr(each, name), getattr(other, name)]))
            self._change(at, **{name: join_sentences(texts, self._plan.goal.language)})
        self._change(
            at,
            title=f"{each.title} · {other.title}",
            skills={**each.skills, **other.skills},
            courses=tuple(dict.fromkeys((*each.courses, *other.courses))),
            prerequisites=(*each.prerequisites, *other.prerequisites),
        )
        self.milestones.pop(at + 1)
        self._instead[other.id] = (each.id,)
        self._work(at, each.hours + other.hours)
        return ""

    def split(self, at: int, edit: Edit) -> str:
        """Into the parts that are given, else two halves."""
        each = self.milestones[at]
        halves = building.parts_of(each, each.hours / 2, self._plan.goal)
        return self._divide(at, edit.parts if len(edit.parts) > 1 else halves)

    def _divide(self, at: int, parts: Sequence[Content]) -> str:
        each, is_named = self.milestones[at], any(part.courses for part in parts)
        if len(self.milestones) + len(parts) - 1 > building.MOST:
            return self._(TOO_MANY, milestone=each.id, most=building.MOST)
        ids = [each.id]
        for n, part in enumerate(parts):
            if n:
                ids.append(self._fresh_id())
                builds_on = (*each.prerequisites, each.id)
                changed = {"id": ids[-1], "prerequisites": builds_on, "earliest": ""}
                self.milestones.insert(at + n, each.model_copy(update=changed))
            if is_named and not part.courses:
                own = each.no_course or self._(building.OWN_WORK)
                self._change(at + n, courses=(), no_course=own)
            if part.day:
                self._change(at + n, earliest=part.day)
            self._write(at + n, part, hours=part.hours or each.hours / len(parts))
        self._instead[each.id] = (*ids, *self._instead.get(each.id, ())[1:])
        return ""

    def take_own_work(self, at: int, _edit: Edit) -> str:
        each = self.milestones[at]
        if not each.courses:
            return self._(N_("{milestone} is self-study already."), milestone=each.id)
        self._change(at, courses=(), no_course=self._(building.OWN_WORK))
        return ""

    def take_course(self, at: int, edit: Edit) -> str:
        """All of the one that is named, unless the edit says how many hours of it."""
        each, course = self.milestones[at], self.courses.get(next(iter(edit.courses), ""))
        if course is None or edit.hours:
            return ""
        both = each.skills.keys() & course.skills.keys()
        self._change(
            at,
            title=course.title,
            courses=(course.id,),
            skills={s: min(each.skills[s], course.skills[s]) for s in both} or each.skills,
            hours=course.hours or building.HOURS_OF_COURSE,
        )
        taken, goal = self.milestones[at], self._plan.goal
        return self._divide(at, building.parts_of(taken, building.LONGEST, goal, course.topics))


WHOLE: dict[str, Callable[[Editing, Edit], str | None]] = {
    "add": Editing.add,
    "restore": Editing.restore,
    "hours_a_week": Editing.pace,
    "deadline": Editing.end_by,
    "missed": Editing.miss,
    "learner": Editing.hear,
    "aim": Editing.aim,
}
ONE: dict[str, Callable[[Editing, int, Edit], str]] = {
    "drop": Editing.drop,
    "earlier": Editing.bring_forward,
    "later": lambda editing, at, edit: editing.shift(at, 7 * (edit.weeks or 1)),
    "split": Editing.split,
    "merge": Editing.merge,
    "course": Editing.take_course,
    "own_work": Editing.take_own_work,
}
