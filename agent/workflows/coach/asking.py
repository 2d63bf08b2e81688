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
PROGRESS = ("done", "hours", "missed", "undone")
EDITS = ("drop", "earlier", "later", "split", "merge", "course", "own_work", "hours")
"""Those that a form offers for one milestone."""


def digest_of(plan: Plain) -> str:
    """What an approval binds: the whole plan, as it is kept."""
    canonical = json.dumps(plan, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


class Drafts:
    """The cards of one pass, in the learner's language."""

    def __init__(self, task: str, language: Language, *, reads: bool = False) -> None:
        self._task = task
        self._language: Language = language
        self._reads = reads
        """Whether a model reads what is written; else there are choices."""

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

    def goal(self, goal: Goal, *, problem: str = "") -> Form:
        return Form(
            **self._common("goal"),
            body=problem or self._told("goal.body"),
            send=self._told("goal.send"),
            fields=(
                Field("subject", self._told("goal.subject"), default=goal.text),
                self._choice("level", dict(self._levels()), goal.level),
                Field(
                    "hours_a_week",
                    self._told("goal.hours_a_week"),
                    "number",
                    default=goal.hours_a_week,
                    help=self._told("goal.hours"),
                ),
                Field(
                    "deadline",
                    self._told("goal.deadline"),
                    "date",
                    required=False,
                    default=goal.deadline or None,
                    help=self._told("goal.no_deadline"),
                ),
                Field(
                    "background",
                    self._told("goal.background"),
                    required=False,
                    default=goal.background,
                ),
                self._choice("course_language", self._languages(), goal.course_language or ANY),
                self._choice("budget", self._budgets(), goal.budget or ANY),
            ),
        )

    def _choice(self, name: str, labels: dict[str, str], default: object) -> Field:
        options = tuple(Option(id_, label) for id_, label in labels.items())
        held = None if default is None else str(default)
        return Field(name, self._told(f"goal.{name}"), "choice", options=options, default=held)

    def _languages(self) -> dict[str, str]:
        known = {code: self._told(f"language.{code}") for code in LANGUAGES}
        return {ANY: self._told("goal.any_language"), **known}

    def _budgets(self) -> dict[str, str]:
        return {name: self._told(f"budget.{name}") for name in ("free", ANY)}

    def _levels(self) -> list[tuple[str, str]]:
        return [(str(n), level_name(n, self._language)) for n in range(len(LEVELS))]

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
            options=tuple(Option(id_, label) for id_, label in self._levels()),
            group=self._told("skills.group"),
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

    def milestone(self, plan: LearningPlan, *, progress: str = "", problem: str = "") -> Form:
        """What was done, and of which milestone."""
        acts = tuple(Option(act, self._told(f"progress.{act}")) for act in PROGRESS)
        left = next((each.id for each in plan.milestones if not each.done), None)
        return Form(
            **self._common("milestone"),
            body=problem,
            fields=(
                Field("what", self._told("progress.what"), "choice", options=acts, default=progress)
                if progress in PROGRESS
                else Field("what", self._told("progress.what"), "choice", options=acts),
                Field(
                    "milestone",
                    self._told("adjust.milestone"),
                    "choice",
                    options=tuple(self._milestone(each) for each in plan.milestones),
                    default=left,
                ),
                self._number("hours", "what=hours"),
                self._number("weeks", "what=missed"),
            ),
        )

    def _number(self, name: str, shown_with: str) -> Field:
        label = self._told(f"progress.number.{name}")
        return Field(name, label, "number", required=False, shown_with=shown_with)

    def adjust(
        self, plan: LearningPlan, *, wish: str, milestone: str = "", problem: str = ""
    ) -> Form:
        return Form(
            **self._common("adjust"),
            body=problem or (wish and f"“{wish}”"),
            fields=(self._which(plan, milestone), *self._changes(wish)),
        )

    def _which(self, plan: LearningPlan, milestone: str = "") -> Field:
        left = tuple(self._milestone(each) for each in plan.milestones if not each.done)
        chosen = milestone if milestone in {each.id for each in left} else None
        label = self._told("adjust.milestone")
        return Field("milestone", label, "choice", options=left, default=chosen)

    def _changes(self, wish: str = "") -> tuple[Field, ...]:
        """In words for a model, else one of what code can do."""
        if self._reads:
            return (Field("wish", self._told("adjust.wish"), "longtext", default=wish),)
        kinds = tuple(Option(kind, self._told(f"edit.{kind}")) for kind in EDITS)
        return (
            Field("change", self._told("adjust.change"), "choice", options=kinds),
            self._number("hours", "change=hours"),
        )

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
            comment=self._told("approve.comment" if self._reads else "approve.note"),
            fields=(self._which(plan), *(() if self._reads else self._changes())),
            others=(self._option("approve.redo", "redo"),),
            needs_reason=self._reads,
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
