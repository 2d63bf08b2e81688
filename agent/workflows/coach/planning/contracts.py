"""What the Coach's steps take and give."""

from datetime import date
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic.json_schema import SkipJsonSchema

from agent.language.catalogs import N_, phrase
from agent.language.text import Language, fold, runs
from agent.ports.courses import Level

MOST_HOURS = 80
"""A week."""
USUAL: Level = 2
"""The level that a user wants of a skill they name, unless they say otherwise."""
Day = Annotated[str, AfterValidator(lambda text: text and str(date.fromisoformat(text[:10])))]
"""A date as 2027-01-31, or empty."""
Tongue = Annotated[str, AfterValidator(lambda code: code if code != "any" else "")]
OneLanguage = Literal["en", "es", "zh", "any"] | None
Agent = Literal["course_advisor", "learning_planner", "human_input", "end"]
Difficulty = Literal["", "beginner", "intermediate", "advanced"]
DATED = {"id", "title", "hours", "start", "earliest", "due", "done"}
SHOWN = {*DATED, "outcome", "skills", "courses", "no_course", "prerequisites", "proof", "tips"}
"""Fields of a milestone that a model sees."""


class Frozen(BaseModel):
    """Field docstrings are part of the schema that a model sees."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)


class Goal(Frozen):
    """What the user wants to learn, as far as they said it. None: not said."""

    text: str
    language: SkipJsonSchema[Language] = "en"
    is_guess: SkipJsonSchema[bool] = False
    """Rules have read it, and no form has shown it yet."""
    role: str = ""
    skills: dict[str, Level] = Field(default={}, description="To reach, 1 beginner to 3 advanced")
    held: dict[str, Level] = Field(default={}, description="Only those that they say they have")
    level: Level | None = None
    """Of the subject now: 0 from scratch, 1 a little, 2, 3 advanced."""
    background: str = ""
    """What they say of themselves, such as their work."""
    hours_a_week: float | None = Field(default=None, gt=0, le=MOST_HOURS)
    start: Day | None = Field(default=None, description="A date to come, where they begin later")
    deadline: Day | None = None
    """A date to come, as 2027-01-31; empty where they want none."""
    course_language: Tongue | None = None
    """Where they want courses in this one language; empty for any."""
    budget: Literal["free", "paid", "any"] | None = None
    unwanted: tuple[str, ...] = ()
    """Skills that the goal would take and they do not want."""
    wishes: str = ""
    """What else they ask of courses and plan: an amount of money, other or several languages, a
    style."""
    uncovered: tuple[str, ...] = ()
    """What no skill of the list stands for."""

    @property
    def line(self) -> str:
        """For a prompt, as those below: all that a learner has said of it."""
        told = self.model_dump_json(exclude={"language", "is_guess"}, exclude_defaults=True)
        return told if self.text else ""

    @property
    def is_in_catalogue(self) -> bool:
        """Whether courses can be looked for: some of it has a skill there."""
        return bool(self.skills.keys() - {*self.uncovered})

    def learnt_alone(self) -> Self:
        """With what the catalogue has nothing for among the skills: own work leads to it."""
        has = {words: self.held.get(words, self.level or 0) for words in self.uncovered}
        own = {words: max(USUAL, min(3, level + 1)) for words, level in has.items()}
        held = {words: level for words, level in has.items() if level}
        update = {"skills": {**own, **self.skills}, "held": {**self.held, **held}}
        return self.model_copy(update=update)

    def say(self, sentence: str, **values: object) -> str:
        """The sentence in the learner's language."""
        return phrase(sentence, self.language, **values)


class SkillGap(Frozen):
    skill: str
    name: str
    required: Level
    held: Level
    reason: str
    """Why it is required, in at most twenty words."""
    evidence: str = ""
    """Where the held level comes from: own words, "82 % over 9 quiz answers on …", or nothing."""
    needs: tuple[str, ...] = Field(default=(), description="Skills that come before it")

    @property
    def line(self) -> str:
        return self.model_dump_json(exclude={"reason"}, exclude_defaults=True)


class CourseInfo(Frozen):
    """A recommended course. Field names are the seed's."""

    id: str
    title: str
    url: str
    description: str
    difficulty: Difficulty
    """Empty where its source does not tell."""
    duration: str = ""
    hours: float | None = None
    source: Literal["catalogue", "site", "web"]
    provider: str = ""
    language: str = "en"
    skills: dict[str, Level] = {}
    prerequisites: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    is_free: bool | None = None
    reason: str
    """Why this one, for this person."""
    checked: str = ""
    is_gone: bool = False

    @property
    def line(self) -> str:
        hidden = {"url", "description", "duration", "source", "topics", "checked", "is_gone"}
        return self.model_dump_json(exclude=hidden)


class Worded(Frozen):
    """What a milestone holds, in words."""

    title: str = ""
    outcome: str = Field(default="", description="What one can do then")
    proof: str = Field(default="", description="Something concrete that shows it")
    tips: str = ""
    courses: tuple[str, ...] = Field(default=(), description="Ids of courses")


class Milestone(Worded):
    id: str
    """Such as "M1"; stays the same through every change of the plan."""
    skills: dict[str, Level] = {}
    no_course: str = Field(default="", description="What to do without a course, or beside it")
    hours: float = Field(gt=0)
    start: str
    due: str
    earliest: str = ""
    """The day before which it does not begin, where it was moved to one."""
    prerequisites: tuple[str, ...] = Field(default=(), description="Ids of milestones")
    done: str = ""
    """The date."""
    proven: str = Field(default="", description="What the user gave as proof")

    def line(self, names: set[str]) -> str:
        told = self.model_dump_json(include=names, exclude_defaults=True)
        return told.replace('"no_course":', '"own_work":')

    @property
    def ends(self) -> str:
        return self.done or self.due

    @property
    def name(self) -> str:
        return f"{self.id} {self.title}"


class Dropped(Milestone):
    before: str = ""
    """The id of the one that came after it."""


class Finding(Frozen):
    """What the rules found of a plan."""

    rule: str
    sentence: str
    milestone: str = ""


class LearningPlan(Frozen):
    id: str
    goal: Goal
    milestones: tuple[Milestone, ...]
    recommended_courses: tuple[CourseInfo, ...]
    estimated_duration: str
    created_at: str
    status: Literal["draft", "approved", "in_progress", "done"] = "draft"
    hours_a_week: float
    start: str
    """The day on which it begins."""
    findings: tuple[Finding, ...] = ()
    origin: Literal["rules", "model"] = "rules"
    missed: int = 0
    """Days that the learner has missed since they last finished a milestone."""
    dropped: tuple[Dropped, ...] = ()
    """What can be put back."""
    numbered: int = 0
    """The highest number that a milestone had: none comes to mean another."""

    def lines(self, progress: dict[str, Any]) -> str:
        """With everything in it, in its order, and how far it has come."""
        milestones = (each.line(SHOWN) for each in self.milestones)
        dropped = (f"dropped: {each.line({*SHOWN, 'before'})}" for each in self.dropped)
        status = [f"{self.status}: {progress}"] if progress else []
        return "\n".join([self.goal.line, *status, *milestones, *dropped])

    @property
    def outline(self) -> str:
        """What it is for, how much time there is, and when each of its milestones is."""
        time = f"{self.hours_a_week:g} hours a week, deadline {self.goal.deadline or 'none'}"
        return "\n".join([self.goal.text, time, *(e.line(DATED) for e in self.milestones)])

    @property
    def ends(self) -> str:
        return max(each.ends for each in self.milestones)

    @property
    def open(self) -> list[Milestone]:
        return [each for each in self.milestones if not each.done]

    def named_in(self, text: str) -> list[Milestone]:
        """Those that it names, as "M1" or "milestone 1"."""
        said, word = fold(text), fold(self.goal.say(N_("Milestone")))
        names = runs(said.replace(f"{word} ", " m").replace(word, " m"))
        return [each for each in self.milestones if fold(each.id) in names]

    @property
    def next_number(self) -> int:
        numbers = (int(each.id[1:]) for each in self.milestones if each.id[1:].isdigit())
        return max([self.numbered, *numbers]) + 1


class Reached(Frozen):
    skill: str
    level: Level = Field(description="1 beginner, 2 intermediate, 3 advanced")


class Content(Worded):
    """What a milestone holds, as a model writes it. What is left empty stays as it was."""

    skills: tuple[Reached, ...] = Field(default=(), description="What it brings the learner to")
    own_work: str = ""
    """What to do without a course, or beside it: also which part of it to take."""
    hours: float | None = Field(default=None, gt=0, le=1000, allow_inf_nan=False)
    day: Day = ""
    """A date to come, as 2027-01-31, where it does not begin before that one."""

    @property
    def given(self) -> dict[str, Any]:
        """The fields of a milestone that have a value, but for those that move dates."""
        values = {
            **self.model_dump(include={"title", "outcome", "proof", "tips"}),
            "skills": {one.skill: one.level for one in self.skills},
            "courses": tuple(dict.fromkeys(self.courses)),
            "no_course": self.own_work,
        }
        return {name: value for name, value in values.items() if value}


EditKind = Literal[
    "add", "drop", "restore", "move", "earlier", "later", "split", "merge", "hours", "course",
    "own_work", "change", "hours_a_week", "deadline", "missed", "learner", "aim",
]  # fmt: skip


class Edit(Content):
    """One change of a plan, as a button, a form or a model names it."""

    kind: EditKind
    milestone: str = Field(default="", description="Its id; empty where it is the whole plan")
    weeks: int | None = Field(default=None, ge=1, le=52)
    before: str = Field(default="", description="The id of the milestone that it comes before")
    budget: Literal["free", "any"] | None = None
    course_language: OneLanguage = None
    wishes: str = Field(default="", description="All that hold now")
    parts: tuple[Content, ...] = Field(default=(), description="For split, in order")


class Report(Frozen):
    """What a learner says they did on one milestone. Everything that is given is logged."""

    milestone: str = Field(default="", description="Its id; empty for the one under way")
    done: bool | None = Field(default=None, description="False: not done after all")
    hours: float | None = Field(default=None, gt=0, le=500, allow_inf_nan=False)
    proof: str = Field(default="", description="What they show for it")


Want = Literal[
    "new_goal", "courses", "plan", "show", "adjust", "progress", "quiz", "question", "chat",
    "unclear",
]  # fmt: skip


class Wanted(Frozen):
    """What a turn is about."""

    kind: Want = "unclear"
    next_agent: Agent | None = None
    why: str = ""
    answer: str = Field(default="", description="What you say to the learner")
    milestones: tuple[str, ...] = Field(default=(), description="The ids that the message is about")
    edits: tuple[Edit, ...] = Field(default=(), description="In order")
    reports: tuple[Report, ...] = ()
    subject: str = ""
    """What to learn, where it is another subject than the goal."""
    plan: str = Field(default="", description="The id of another plan of theirs that is meant")
    source: SkipJsonSchema[Literal["rule", "model", "user"]] = "rule"
    wish: SkipJsonSchema[str] = Field(default="", description="What to change, in the user's words")


class Picked(Frozen):
    """What a button asked for."""

    act: Literal[
        "done", "undone", "hours", "proof", "missed", "adjust", "edit", "quiz", "more_courses",
        "resume",
    ]  # fmt: skip
    plan: str = ""
    milestone: str = ""
    value: str = Field(default="", description="Of `edit` its kind")
