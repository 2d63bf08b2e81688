"""The questions of Coach, drafted for human_input to ask."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from agent.language.catalogs import N_
from agent.language.text import Language
from agent.ports import CoachRules, Skill
from agent.questions import Approval, Choice, Field, Form, FreeText, Option
from agent.workflows.coach.planning.contracts import Goal, LearningPlan, Milestone, SkillGap
from agent.workflows.coach.planning.phrasing import (
    LEVELS,
    day_of,
    join_sentences,
    level_name,
    name_of,
    phrase,
)
from agent.workflows.coach.state import Plain

Asks = Literal[
    "subject", "clarify", "goal", "skills", "uncovered", "courses", "milestone", "adjust",
    "approve", "limit",
]  # fmt: skip
"""Cards of an older version ask for skills."""
STEP = "human_input"
ALL = "all"
"""Every milestone that is not done."""
ANY = "any"
LEVEL = "level:"
"""Before the skill that a field of a form is about."""
MOST_SKILLS = 12
MOST_RISKS = 4
Named = Mapping[str, tuple[str, str]]
"""Labels and captions by id."""
ACTS: Named = {
    "new_goal": (N_("It is a new goal"), N_("Skills, courses and a plan for it.")),
    "courses": (N_("Find courses"), N_("Without a plan.")),
    "plan": (N_("Make or show the plan"), N_("You approve it before it counts.")),
    "adjust": (N_("Adjust the plan"), N_("You approve it before it counts.")),
    "progress": (N_("Log progress"), N_("A milestone that is done.")),
    "quiz": (N_("Quiz me"), N_("On the milestone under way.")),
    "question": (N_("Answer a question on the plan"), N_("Nothing is changed.")),
}
NEEDS_PLAN = frozenset({"adjust", "progress", "quiz", "question"})
FIT: Named = {
    "satisfied": (N_("They fit"), N_("Continue with these.")),
    "more": (N_("Show more"), N_("Keep these and add others.")),
    "different": (N_("Different ones"), N_("Drop these and look for others.")),
}
LANGUAGE_LABEL = N_("Language of the courses")
LANGUAGES = {ANY: N_("Any"), "en": N_("English"), "es": N_("Spanish"), "zh": N_("Chinese")}
BUDGETS = {"free": N_("Free courses only"), ANY: N_("Paid ones too")}
PROGRESS = {
    "done": N_("A milestone is done"),
    "hours": N_("I learned some hours"),
    "missed": N_("I missed some weeks"),
    "undone": N_("A milestone is not done after all"),
}
EDITS = {
    "drop": N_("Drop it"),
    "earlier": N_("Start earlier"),
    "later": N_("Start a week later"),
    "split": N_("Split it in two"),
    "merge": N_("Merge it with the next one"),
    "course": N_("Another course"),
    "own_work": N_("Self-study instead of a course"),
    "hours": N_("Other hours"),
}
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

    def _(self, sentence: str, **values: object) -> str:
        return phrase(sentence, self._language, **values)

    def _common(self, asks: Asks, title: str, **values: object) -> Plain:
        return {
            "id": self._task,
            "workflow": "coach",
            "step": STEP,
            "title": self._(title, **values),
            "context": {"asks": asks},
            "language": self._language,
        }

    def _options(self, named: Named) -> tuple[Option, ...]:
        return tuple(
            Option(id_, self._(label), self._(caption) if caption else "")
            for id_, (label, caption) in named.items()
        )

    def _choice(
        self, id_: str, label: str, labels: Mapping[str, str], default: str | None, group: str = ""
    ) -> Field:
        options = tuple(Option(key, self._(text)) for key, text in labels.items())
        return Field(id_, self._(label), "choice", options=options, default=default, group=group)

    def subject(self, *, is_again: bool) -> FreeText:
        first = N_("Say it in a few words. You can add hours and dates.")
        again = N_("I couldn't find a topic in that. A few words are enough.")
        return FreeText(
            **self._common("subject", N_("What do you want to learn?")),
            body=self._(again if is_again else first),
            placeholder=self._("Databases, 4 hours a week"),
        )

    def clarify(self, *, has_plan: bool, likely: Sequence[str] = ()) -> Choice:
        """The likeliest first."""
        order = dict.fromkeys([*(act for act in likely if act in ACTS), *ACTS])
        acts = {act: ACTS[act] for act in order if has_plan or act not in NEEDS_PLAN}
        return Choice(
            **self._common("clarify", N_("What would you like to do?")),
            options=self._options(acts),
        )

    # The goal

    def goal(
        self,
        goal: Goal,
        gaps: Sequence[SkillGap],
        *,
        problem: str = "",
        has_courses: bool = True,
    ) -> Form:
        check = N_("Check this and add what is missing. The dates follow from your hours.")
        about = N_("About you, such as your work")
        wishes = self._text("wishes", N_("Other wishes"), goal.wishes)
        return Form(
            **self._common("goal", N_("Your goal")),
            body=problem or self._(check),
            send=self._("Continue"),
            fields=(
                Field("subject", self._("What you want to learn"), default=goal.text),
                *self._time(goal),
                *(self._level(gap) for gap in gaps[:MOST_SKILLS]),
                *(self._about_courses(goal) if has_courses else ()),
                self._text("background", about, goal.background),
                *((wishes,) if self._reads else ()),
            ),
        )

    def _text(self, id_: str, label: str, default: str) -> Field:
        return Field(id_, self._(label), required=False, default=default)

    def _time(self, goal: Goal) -> tuple[Field, Field]:
        time = self._("Time")
        hours, keep_up = self._("Hours a week"), self._("What you can realistically keep up")
        until, leave = self._("By when"), self._("Leave it empty if there is no deadline")
        open_end = Field("deadline", until, "date", required=False, group=time, help=leave)
        return (
            Field(
                "hours_a_week", hours, "number", group=time, help=keep_up, default=goal.hours_a_week
            ),
            replace(open_end, default=goal.deadline or None),
        )

    def _about_courses(self, goal: Goal) -> tuple[Field, Field]:
        group, language, budget = self._("Courses"), goal.course_language or ANY, goal.budget or ANY
        return (
            self._choice("course_language", LANGUAGE_LABEL, LANGUAGES, language, group),
            self._choice("budget", N_("Cost of the courses"), BUDGETS, budget, group),
        )

    def _level(self, gap: SkillGap) -> Field:
        levels = [level_name(n, self._language) for n in range(len(LEVELS))]
        needed = self._("required: {level}", level=levels[gap.required])
        return Field(
            f"{LEVEL}{gap.skill}",
            gap.name,
            "choice",
            options=tuple(Option(str(n), name) for n, name in enumerate(levels)),
            group=self._("What do you already know?"),
            default=str(gap.held),
            help=" · ".join(filter(None, [needed, gap.reason, gap.evidence])),
        )

    def uncovered(self, near: Sequence[Skill]) -> Choice:
        stop: Named = {"stop": (N_("None of these"), "")}
        own: Named = {"own_work": (N_("A self-study plan"), N_("Without courses."))}
        close = tuple(Option(s.id, name_of(s, self._language)) for s in near)
        ask = N_(
            "I have no courses on this. Is it one of these? Otherwise I'll plan it as self-study."
        )
        offer = N_("I have no courses on this, but I can plan it as self-study.")
        return Choice(
            **self._common("uncovered", N_("What is it about?")),
            body=self._(ask if near else offer),
            options=(*close, *self._options(own)),
            others=self._options(stop),
        )

    # Courses

    def courses(self, count: int, *, for_plan: bool = True) -> Choice:
        common = self._common("courses", N_("Do these courses fit? ({count})"), count=count)
        plan = N_(
            "Your plan is built from the courses you accept. Use the note to say what is missing."
        )
        only = N_("Use the note to say what is missing.")
        return Choice(
            **{**common, "context": {**common["context"], "as_buttons": True}},
            body=self._(plan if for_plan else only),
            options=self._options(FIT),
        )

    # The plan

    def milestone(self, plan: LearningPlan, *, problem: str = "") -> Form:
        """What was done, and of which milestone."""
        left = next((each.id for each in plan.open), None)
        return Form(
            **self._common("milestone", N_("Which milestone?")),
            body=problem,
            fields=(
                self._choice("what", N_("What happened?"), PROGRESS, None),
                self._which(plan.milestones, left),
                self._number("hours", N_("Hours"), "what=hours"),
                self._number("weeks", N_("Weeks"), "what=missed"),
            ),
        )

    def _number(self, name: str, label: str, shown_with: str) -> Field:
        return Field(name, self._(label), "number", required=False, shown_with=shown_with)

    def adjust(
        self, plan: LearningPlan, *, wish: str, milestone: str = "", problem: str = ""
    ) -> Form:
        return Form(
            **self._common("adjust", N_("What should change?")),
            body=problem or (wish and f"“{wish}”"),
            fields=self._changes(plan, milestone, wish),
        )

    def _which(
        self, milestones: Sequence[Milestone], chosen: str | None = None, *, required: bool = True
    ) -> Field:
        label = self._("Milestone to change")
        known = chosen if chosen in {each.id for each in milestones} else None
        options = tuple(self._milestone(each) for each in milestones)
        return Field(
            "milestone", label, "choice", required=required, options=options, default=known
        )

    def _changes(
        self, plan: LearningPlan, milestone: str = "", wish: str = ""
    ) -> tuple[Field, ...]:
        """A wish for a model, of the whole plan or a milestone; else one of what code can do."""
        if self._reads:
            label = self._("What to change")
            which = self._which(plan.open, milestone, required=False)
            return (which, Field("wish", label, "longtext", default=wish))
        change = self._choice("change", N_("Change"), EDITS, None)
        return (
            self._which(plan.open, milestone),
            change,
            self._number("hours", N_("Hours"), "change=hours"),
        )

    def _milestone(self, each: Milestone) -> Option:
        start, due = day_of(each.start, self._language), day_of(each.due, self._language)
        return Option(each.id, each.name, f"{start} – {due}")

    def approve(self, plan: LearningPlan, *, changed: int, number: int, note: str = "") -> Approval:
        first = N_("Milestones: {milestones}. Hours a week: {hours}. Last day: {due}.")
        again = N_("Changed: {changed}. Milestones: {milestones}. Last day: {due}.")
        pick = N_(
            "To adjust it, pick a milestone and what to change. Only that milestone and what"
            " depends on it changes."
        )
        say = N_("To adjust it, say what to change, of the whole plan or of one milestone.")
        keep, wish = N_("A note to keep with it"), N_("What to change (needed to adjust)")
        redo: Named = {"redo": (N_("Start over"), N_("New skills, courses and plan."))}
        facts = self._(
            again if changed else first,
            milestones=len(plan.milestones),
            hours=f"{plan.hours_a_week:g}",
            due=day_of(plan.ends, self._language),
            changed=changed,
        )
        fields = self._changes(plan)
        return Approval(
            **self._common("approve", N_("Approve this plan? (version {number})"), number=number),
            body=join_sentences([note, facts], self._language),
            how=self._(say if self._reads else pick),
            digest=digest_of(plan.model_dump(mode="json")),
            risks=tuple(each.sentence for each in plan.findings[:MOST_RISKS]),
            labels={"approve": self._("Approve the plan"), "reject": self._("Adjust")},
            comment=self._(wish if self._reads else keep),
            # The wish is the comment.
            fields=fields[:1] if self._reads else fields,
            others=self._options(redo),
            needs_reason=self._reads,
        )

    # The limit

    def limit(self, loop: int, rules: CoachRules) -> Choice:
        limit = N_("I have taken {loop} steps, which is the limit for one turn. Nothing is lost.")
        more = self._("Continue, up to {more} more steps", more=max(1, rules.loops))
        return Choice(
            **self._common("limit", N_("Continue?")),
            body=self._(limit, loop=loop),
            options=(Option("go_on", more), Option("stop", self._("Stop here"))),
        )
