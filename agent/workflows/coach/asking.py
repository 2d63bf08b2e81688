"""The questions of Coach, drafted for human_input to ask."""

import hashlib
import json
from collections.abc import Sequence
from typing import Literal

from agent.ports import CoachRules, Skill
from agent.questions import Approval, Choice, Field, Form, FreeText, Option
from agent.text import Language
from agent.workflows.coach.contracts import Goal, LearningPlan, Milestone, SkillGap
from agent.workflows.coach.planning.phrasing import day_of, name_of
from agent.workflows.coach.state import Plain
from agent.workflows.coach.words import LEVELS, level_name, told

Asks = Literal[
    "subject",
    "clarify",
    "goal",
    "skills",
    "uncovered",
    "courses",
    "milestone",
    "adjust",
    "approve",
    "limit",
]
STEP = "human_input"
ALL = "all"
"""Every milestone that is not done."""
ANY = "any"
MOST_SKILLS = 12
MOST_RISKS = 4
ACTS = ("new_goal", "courses", "plan", "adjust", "progress", "quiz", "question")
NEEDS_PLAN = frozenset({"adjust", "progress", "quiz", "question"})
LANGUAGES = ("en", "es", "zh")


def digest_of(plan: Plain) -> str:
    """What an approval binds: the whole plan, as it is kept."""
    canonical = json.dumps(plan, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


class Drafts:
    """The cards of one pass, in the learner's language."""

    def __init__(self, task: str, language: Language) -> None:
        self._task = task
        self._language: Language = language

    def _told(self, key: str, **values: object) -> str:
        return told(key, self._language, **values)

    def _common(self, asks: Asks, **values: object) -> Plain:
        return {
            "id": self._task,
            "workflow": "coach",
            "step": STEP,
            "title": self._told(f"{asks}.title", **values),
            "context": {"asks": asks},
        }

    def subject(self, *, why: str) -> FreeText:
        return FreeText(
            **self._common("subject"),
            body=why,
            placeholder=self._told("subject.placeholder"),
        )

    def clarify(self, *, has_plan: bool) -> Choice:
        acts = [act for act in ACTS if has_plan or act not in NEEDS_PLAN]
        return Choice(
            **self._common("clarify"),
            body=self._told("clarify.body"),
            options=tuple(self._option(f"act.{act}", act) for act in acts),
        )

    def _option(self, key: str, id_: str) -> Option:
        return Option(id_, self._told(key), self._told(f"{key}.caption"))

    # The goal

    def goal(self, goal: Goal, missing: Sequence[str], *, problem: str = "") -> Form:
        return Form(
            **self._common("goal"),
            body=problem or self._told("goal.body"),
            fields=tuple(self._goal_field(name, goal) for name in missing),
        )

    def _goal_field(self, name: str, goal: Goal) -> Field:
        label = self._told(f"goal.{name}")
        match name:
            case "level":
                return Field(name, label, "choice", options=self._levels())
            case "hours_a_week":
                given = goal.hours_a_week
                return Field(name, label, "number", default=given, help=self._told("goal.hours"))
            case "deadline":
                none = self._told("goal.no_deadline")
                return Field(
                    name, label, "date", required=False, default=goal.deadline or None, help=none
                )
            case "course_language":
                known = tuple(Option(code, self._told(f"language.{code}")) for code in LANGUAGES)
                options = (Option(ANY, self._told("goal.any_language")), *known)
                return Field(name, label, "choice", options=options, default=ANY)
            case _:
                options = tuple(Option(b, self._told(f"budget.{b}")) for b in ("free", ANY))
                return Field(name, label, "choice", options=options, default="free")

    def _levels(self) -> tuple[Option, ...]:
        numbered = range(len(LEVELS))
        return tuple(Option(str(n), level_name(n, self._language)) for n in numbered)

    def skills(self, gaps: Sequence[SkillGap]) -> Form:
        return Form(
            **self._common("skills"),
            body=self._told("skills.body"),
            fields=tuple(self._skill(gap) for gap in gaps[:MOST_SKILLS]),
        )

    def _skill(self, gap: SkillGap) -> Field:
        required = level_name(gap.required, self._language)
        parts = [self._told("skills.required", level=required), gap.reason, gap.evidence]
        return Field(
            gap.skill,
            gap.name,
            "choice",
            options=self._levels(),
            default=str(gap.held),
            help=" · ".join(filter(None, parts)),
        )

    def uncovered(self, words: str, near: Sequence[Skill]) -> Choice:
        return Choice(
            **self._common("uncovered", words=words),
            body=self._told("uncovered.body"),
            options=tuple(Option(s.id, name_of(s, self._language)) for s in near),
            others=(Option("stop", self._told("uncovered.stop")),),
        )

    # Courses

    def courses(self, count: int) -> Choice:
        return Choice(
            **self._common("courses", count=count),
            body=self._told("courses.body"),
            options=tuple(
                self._option(f"courses.{each}", each) for each in ("satisfied", "more", "different")
            ),
        )

    # The plan

    def milestone(self, plan: LearningPlan) -> Choice:
        return Choice(
            **self._common("milestone"),
            options=tuple(self._milestone(each) for each in plan.milestones),
        )

    def adjust(self, plan: LearningPlan, *, wish: str) -> Form:
        return Form(
            **self._common("adjust"),
            fields=(
                self._which(plan),
                Field("wish", self._told("adjust.wish"), "longtext", default=wish),
            ),
        )

    def _which(self, plan: LearningPlan) -> Field:
        left = tuple(self._milestone(each) for each in plan.milestones if not each.done)
        every = (Option(ALL, self._told("adjust.all")),) if len(left) > 1 else ()
        return Field("milestone", self._told("adjust.milestone"), "choice", options=(*left, *every))

    def _milestone(self, each: Milestone) -> Option:
        start, due = day_of(each.start, self._language), day_of(each.due, self._language)
        return Option(each.id, f"{each.id} {each.title}", f"{start} – {due}")

    def approve(self, plan: LearningPlan, *, changed: int, number: int) -> Approval:
        key = "approve.changed" if changed else "approve.body"
        body = self._told(
            key,
            milestones=len(plan.milestones),
            hours=f"{plan.hours_a_week:g}",
            due=day_of(plan.ends, self._language),
            changed=changed,
        )
        is_blocked = any(each.blocks for each in plan.findings)
        return Approval(
            **self._common("approve", number=number),
            body=body,
            how=self._told("approve.how"),
            digest=digest_of(plan.model_dump(mode="json")),
            risks=tuple(each.sentence for each in plan.findings[:MOST_RISKS]),
            # What cannot be followed cannot be approved.
            allowed=("reject",) if is_blocked else ("approve", "reject"),
            labels={
                "approve": self._told("approve.approve"),
                "reject": self._told("approve.reject"),
            },
            comment=self._told("approve.comment"),
            fields=(self._which(plan),),
            others=(self._option("approve.redo", "redo"),),
        )

    # The limit

    def limit(self, loop: int, rules: CoachRules) -> Choice:
        return Choice(
            **self._common("limit"),
            body=self._told("limit.body", loop=loop),
            options=(
                Option("go_on", self._told("limit.go_on", more=max(1, rules.loops))),
                Option("stop", self._told("limit.stop")),
            ),
        )
