"""The questions of Coach, drafted for human_input to ask."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from agent.language.catalogs import N_, phrase
from agent.language.quantities import say_unit
from agent.language.text import Language
from agent.ports import Skill
from agent.questions import Approval, Choice, Field, Form, FreeText, Option, payload_digest
from agent.workflows.coach.planning import phrasing
from agent.workflows.coach.planning.contracts import (
    CourseInfo,
    Goal,
    LearningPlan,
    Milestone,
    SkillGap,
)
from agent.workflows.coach.state import Plain

Kind = Literal["text", "longtext", "number", "date", "choice"]
ANY = "any"
LEVEL = "level:"
"""Before the skill that a field of a form is about."""
MOST_SKILLS = 12
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
ALONE: Named = {"own_work": (N_("A self-study plan"), N_("Without courses."))}
KEEP: Named = {"keep": (N_("Keep it as it is"), "")}
REDO: Named = {"redo": (N_("Start over"), N_("New skills, courses and plan."))}
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
    "hours_a_week": N_("Other hours a week"),
    "restore": N_("Put back what was dropped"),
}
"""Those that a form offers, most of them for one milestone."""
OF_HOURS = ("hours", "hours_a_week")
WORDS = N_("Words in the note go into a search for others; limits in it are not read.")
CHOOSE = N_("Without a model I can't read “{wish}”. Choose what comes nearest.")


@dataclass(frozen=True)
class Drafts:
    """The cards of one pass, in the learner's language."""

    _task: str
    _language: Language
    reads: bool = False
    """Whether a model reads what is written; else there are choices."""

    def _(self, sentence: str, **values: object) -> str:
        return phrase(sentence, self._language, **values)

    def _common(self, asks: str, title: str, **values: object) -> Plain:
        return {
            "id": self._task,
            "workflow": "coach",
            "step": "human_input",
            "title": self._(title, **values),
            "context": {"asks": asks},
            "language": self._language,
        }

    def _options(self, named: Named) -> tuple[Option, ...]:
        return tuple(
            Option(id_, self._(label), self._(caption) if caption else "")
            for id_, (label, caption) in named.items()
        )

    def _field(self, id_: str, label: str, kind: Kind = "text", **more: Any) -> Field:
        return Field(id_, self._(label), kind, **more)

    def _choice(self, id_: str, label: str, labels: Mapping[str, str], **more: Any) -> Field:
        options = tuple(Option(key, self._(text)) for key, text in labels.items())
        return self._field(id_, label, "choice", options=options, **more)

    def subject(self) -> FreeText:
        return FreeText(
            **self._common("subject", N_("What do you want to learn?")),
            body=self._(N_("Say it in a few words. You can add hours and dates.")),
            placeholder=self._("Databases, 4 hours a week"),
        )

    def clarify(self, *, has_plan: bool, ranked: Sequence[str] = ()) -> Choice:
        """The likeliest first."""
        order = dict.fromkeys([act for act in ranked if act in ACTS] + [*ACTS])
        acts = {act: ACTS[act] for act in order if has_plan or act not in NEEDS_PLAN}
        return Choice(
            **self._common("clarify", N_("What would you like to do?")), options=self._options(acts)
        )

    def goal(self, goal: Goal, gaps: Sequence[SkillGap], *, problem: str = "") -> Form:
        check = N_("Check this and add what is missing. The dates follow from your hours.")
        return Form(
            **self._common("goal", N_("Your goal")),
            body=problem or self._(check),
            send=self._("Continue"),
            fields=tuple(self._of_goal(goal, gaps)),
        )

    def _of_goal(self, goal: Goal, gaps: Sequence[SkillGap]) -> Iterator[Field]:
        time: Plain = {"group": self._("Time")}
        hours, until = {**time, "default": goal.hours_a_week}, {**time, "required": False}
        yield self._field("subject", N_("What you want to learn"), default=goal.text)
        yield self._field("hours_a_week", N_("Hours a week"), "number", **hours)
        yield self._field("deadline", N_("By when"), "date", **until, default=goal.deadline or None)
        yield from (self._level(gap, goal) for gap in gaps[:MOST_SKILLS])
        if goal.is_in_catalogue:
            more: Plain = {"group": self._("Courses")}
            language, budget = goal.course_language or ANY, goal.budget or ANY
            label = N_("Language of the courses")
            yield self._choice("course_language", label, LANGUAGES, default=language, **more)
            label = N_("Cost of the courses")
            yield self._choice("budget", label, BUDGETS, default=budget, **more)
        label = N_("About you, such as your work")
        yield self._field("background", label, required=False, default=goal.background)
        if self.reads:
            yield self._field("wishes", N_("Other wishes"), required=False, default=goal.wishes)

    def _level(self, gap: SkillGap, goal: Goal) -> Field:
        levels = [self._(name) for name in phrasing.LEVELS]
        needed = self._("required: {level}", level=levels[gap.required])
        return Field(
            f"{LEVEL}{gap.skill}",
            self._(N_("Your level now")) if gap.skill == goal.text else gap.name,
            "choice",
            options=tuple(Option(str(n), name) for n, name in enumerate(levels)),
            group=self._("What do you already know?"),
            default=str(gap.held),
            help=" · ".join(filter(None, [needed, gap.reason, gap.evidence])),
        )

    def uncovered(self, near: Sequence[Skill], words: str) -> Choice:
        ask = N_("I find courses on these. For “{words}” itself I'd plan self-study.")
        close = (Option(each.id, phrasing.name_of(each, self._language)) for each in near)
        return Choice(
            **self._common("uncovered", N_("What is it about?")),
            body=self._(ask, words=words),
            options=(*close, *self._options(ALONE)),
        )

    def other_course(self, milestone: Milestone, courses: Sequence[CourseInfo]) -> Choice:
        """With what it costs in time and money; what it is worth is the learner's to say."""
        title = N_("Which course for {milestone}?")
        none = N_("There is no other course for it. Find more courses first, or study it yourself.")
        found = (Option(e.id, e.title, self._facts(e, milestone)) for e in courses)
        alone = EDITS["own_work"]
        return Choice(
            **self._common("course", title, milestone=milestone.name),
            body="" if courses else self._(none),
            options=(*found, Option("own_work", self._(alone))),
            others=self._options(KEEP),
        )

    def _facts(self, course: CourseInfo, milestone: Milestone) -> str:
        """How long it is, how far it leads, what it costs, and who gives it."""
        prices = {True: N_("free"), False: N_("costs money"), None: N_("price unknown")}
        hours = say_unit(course.hours, "duration-hour", self._language) if course.hours else ""
        reached = max(min(n, course.skills.get(s, 0)) for s, n in milestone.skills.items())
        level = self._(N_("leads to {level} level"), level=self._(phrasing.LEVELS[reached]))
        return " · ".join(
            filter(None, (hours, level, self._(prices[course.is_free]), course.provider))
        )

    def courses(self, count: int) -> Choice:
        common = self._common("courses", N_("Do these courses fit? ({count})"), count=count)
        common["context"]["as_buttons"] = True
        return Choice(
            **common,
            body=self._(N_("Use the note to say what is missing.") if self.reads else WORDS),
            options=self._options({**FIT, **ALONE}),
        )

    def milestone(self, plan: LearningPlan, *, filled: Plain, problem: str = "") -> Form:
        """What was done, and of which milestone."""
        named = {"milestone": next((each.id for each in plan.open), None), **filled}
        return Form(
            **self._common("milestone", N_("What did you do?")),
            body=problem,
            fields=(
                self._choice("what", N_("What happened?"), PROGRESS, default=filled.get("what")),
                self._which(plan.milestones, named, shown_with="what!=missed"),
                self._number("hours", N_("Hours"), "what=hours", filled),
                self._number("weeks", N_("Weeks"), "what=missed", filled),
            ),
        )

    def _number(self, name: str, label: str, shown_with: str, filled: Plain) -> Field:
        default = filled.get(name)
        return self._field(name, label, "number", default=default, shown_with=shown_with)

    def adjust(self, plan: LearningPlan, *, wish: str, filled: Plain, problem: str = "") -> Form:
        return Form(
            **self._common("adjust", N_("What should change?")),
            body=problem or (wish and (f"“{wish}”" if self.reads else self._(CHOOSE, wish=wish))),
            fields=tuple(self._changes(plan, filled, wish)),
        )

    def _which(
        self, milestones: Sequence[Milestone], filled: Plain, name: str = "milestone", **more: Any
    ) -> Field:
        known = next((each.id for each in milestones if each.id == filled.get(name)), None)
        lang = self._language
        options = tuple(
            Option(e.id, e.name, " – ".join(phrasing.day_of(d, lang) for d in (e.start, e.due)))
            for e in milestones
        )
        label = N_("Milestone to change") if name == "milestone" else N_("Milestone to put back")
        return self._field(name, label, "choice", options=options, default=known, **more)

    def _changes(self, plan: LearningPlan, filled: Plain, wish: str = "") -> list[Field]:
        """A wish for a model, of the whole plan or a milestone; else one of what code can do."""
        if self.reads:
            which = self._which(plan.open, filled, required=False)
            return [which, self._field("wish", N_("What to change"), "longtext", default=wish)]
        can = dict(EDITS)
        if not any(each.courses for each in plan.open):
            del can["own_work"]
        if not plan.dropped:
            del can["restore"]
        of_one = "change!=restore,hours_a_week"
        which = self._which(plan.open, filled, shown_with=of_one, required=bool(wish))
        change = self._choice(
            "change", N_("Change"), can, default=filled.get("change"), required=bool(wish)
        )
        gone = self._which(plan.dropped, filled, "gone", shown_with="change=restore")
        hours = self._number("hours", N_("Hours"), f"change={','.join(OF_HOURS)}", filled)
        return [which, change, *([gone] if plan.dropped else []), hours]

    def approve(self, plan: LearningPlan, *, number: int, note: str = "") -> Approval:
        said = N_("Milestones: {milestones}. Hours a week: {hours}. Last day: {due}.")
        keep, wish = N_("A note to keep with it"), N_("What to change (needed to adjust)")
        hours, due = f"{plan.hours_a_week:g}", phrasing.day_of(plan.ends, self._language)
        facts = self._(said, milestones=len(plan.milestones), hours=hours, due=due)
        fields = self._changes(plan, {})
        return Approval(
            **self._common("approve", N_("Approve this plan? (version {number})"), number=number),
            body=phrasing.join_sentences([note, facts], self._language),
            digest=payload_digest(plan.model_dump(mode="json")),
            risks=tuple(each.sentence for each in plan.findings),
            labels={"approve": self._("Approve the plan"), "reject": self._("Adjust")},
            comment=self._(wish if self.reads else keep),
            # The wish is the comment.
            fields=tuple(fields[:1] if self.reads else fields),
            others=self._options(REDO),
            needs_reason=self.reads,
        )
