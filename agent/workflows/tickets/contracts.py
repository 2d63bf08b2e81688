"""What the steps of Tickets hand to each other."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, Field, computed_field

from agent.language.text import cap_runs
from agent.ports import Issue, IssueQuery
from agent.ports.work_items import Criterion
from agent.workflows.tickets.binding import digest_of

Intent = Literal[
    "jira_creation", "rag_query", "look_up", "evaluation",
    "change", "page", "coze_agent", "general_chat",
]  # fmt: skip
Source = Literal["rule", "model", "default", "user"]
Weights = dict[Criterion, Annotated[float, Field(strict=True, ge=0, le=100)]]
Day = Annotated[
    str,
    AfterValidator(lambda text: text and str(date.fromisoformat(text))),
    Field(description="A day as 2027-01-31, or empty"),
]


class IssueFilter(BaseModel):
    """Issues by what they hold and not by their keys: those that fit all that is given."""

    words: str = Field(default="", max_length=200, description="What they are about")
    labels: list[str] = Field(default=[], max_length=5)
    assignee: str = Field(default="", max_length=200, description="A name; “me” for the user's own")
    unassigned: bool = Field(default=False, description="Only those without an assignee")
    status: str = Field(default="", max_length=60)
    priority: str = Field(default="", max_length=60)
    issue_type: str = Field(default="", max_length=60)
    due_from: Day = ""
    due_until: Day = ""
    closed: bool = Field(default=False, description="Closed ones too")

    @property
    def query(self) -> IssueQuery | None:
        """None where nothing is given."""
        if self == IssueFilter():
            return None
        given = self.model_dump(exclude={"unassigned"})
        given |= {"labels": tuple(self.labels), "assignee": self.assignee or None}
        return IssueQuery(**given | ({"assignee": ""} if self.unassigned else {}))


class Act(BaseModel):
    """One thing that a message wants."""

    intent: Intent
    part: str = Field(
        default="", max_length=500, description="Of several things this one, as it was said"
    )
    issues: list[str] = Field(
        default=[], max_length=20, description="Keys of those meant; none that the message creates"
    )
    page: str = Field(default="", description="Title or number of the wiki page, else empty")
    find: IssueFilter = Field(default_factory=IssueFilter)
    all_issues: bool = Field(default=False, description="All open issues are meant")


class IntentGuess(Act):
    confidence: float = Field(ge=0, le=1)
    reason: str = Field(max_length=300)
    then: list[Act] = Field(
        default=[], max_length=5, description="What is wanted after that, in order"
    )
    question: str = Field(
        default="", max_length=500, description="What else is asked and needs words, as it was put"
    )
    asked_about: list[str] = Field(
        default=[], max_length=20, description="Keys of those only asked about or referred to"
    )
    language: Literal["en", "es", "zh", "other", ""] = Field(
        default="", description="Of the last message; empty if that has no words of a language"
    )


class Understood(IntentGuess):
    """What a message wants, however it was understood."""

    intent: Intent = "general_chat"
    confidence: float = 1
    reason: str = ""
    source: Source = "rule"
    issues: list[str] = []
    """Keys in capitals."""
    then: list[Act] = []

    @classmethod
    def of(cls, state: Mapping[str, Any]) -> "Understood":
        return cls.model_validate(state.get("understood") or {})


# The draft


class InvestNote(BaseModel):
    letter: Literal["Independent", "Negotiable", "Valuable", "Estimable", "Small", "Testable"]
    holds: bool | None
    """None where it cannot be told."""
    note: str = Field(max_length=300)


class Backlog(BaseModel):
    """A backlog item. `description` is the narrative without the other sections."""

    summary: str = Field(max_length=255)
    description: str = Field(max_length=8_000)
    business_value: str = Field(default="", max_length=2_000)
    acceptance_criteria: list[str] = Field(default=[], max_length=20)
    priority: str = "Medium"
    issue_type: str = "Story"
    labels: list[str] = Field(default=[], max_length=10)
    invest: list[InvestNote] = []
    open_questions: list[str] = Field(default=[], max_length=10)
    assumptions: list[str] = Field(default=[], max_length=10)
    who: str = Field(default="", max_length=500)
    how_often: str = Field(default="", max_length=500)
    where: str = Field(default="", max_length=500)
    assignee: str = Field(default="", max_length=200, description="A name; “me” for the user")
    due: Day = ""
    links: list[str] = Field(default=[], max_length=10)
    same: list[str] = Field(default=[], max_length=10)
    in_words: list[str] = Field(
        default=[], max_length=20, description="Figures said in words, such as “12: twelve”"
    )
    language: str = Field(default="en", max_length=12, description="Its code, such as en or de")
    headings: list[str] = Field(default=[], max_length=17)


class Proposal(BaseModel):
    """What a model gives to be approved; the user may have thought better of it."""

    withdrawn: bool = Field(
        default=False, description="Only if the comment or answer wants nothing of it any more"
    )
    instead: str = Field(
        default="", max_length=1_000, description="Of what is withdrawn: what is wanted instead"
    )


class Drafts(Proposal):
    """What a model drafts: an item for each thing that is asked for, or a question."""

    issues: list[Backlog] = Field(default=[], max_length=10)
    left: list[str] = Field(
        default=[], max_length=20, description="What of the request no item holds, in its language"
    )
    question: str = Field(
        default="", max_length=300, description="Only if nothing says what the issue is about"
    )


class DraftFor(BaseModel):
    """What a draft is made from."""

    request: str
    named: list[str] = []
    """The issues that the request names, as they are now."""
    there: dict[str, str] = {}
    """Summaries of open issues that share words with it, by their keys."""
    conversation: list[str] = []
    """What was said before, the oldest first, as "user: ..." and "assistant: ..."."""
    today: str = ""
    issue_types: list[str]
    priorities: list[str]
    relations: list[str] = []
    stated: dict[str, Any] = {}
    """What the words tell of fields for certain, where no model reads them."""
    previous: list[Backlog] = []
    """The rejected drafts."""
    comment: str = ""
    """Why it was rejected, or what is wrong with it."""


class Written(Proposal):
    title: str = Field(
        default="", max_length=255, description="Of the page, where another one is asked for"
    )
    text: str = Field(
        default="",
        max_length=30_000,
        description="The whole page in Markdown, or empty where it is right as it is laid out",
    )


# Maturity


class Point(BaseModel):
    """Points that a text earned (above 0) or lost, and the words that did it."""

    points: int
    why: str
    quote: str = ""
    """Stands word for word in the issue; empty where something is missing."""
    missing: int = 0
    """What was there to be earned and was not."""
    word: str = Field(default="", exclude=True)
    """Which its reason names."""


class CriterionScore(BaseModel):
    criterion: Criterion
    score: int = Field(ge=0, le=100)
    """By rules."""
    points: list[Point] = []
    model: int | None = None
    reason: str = ""
    """The model's."""

    @computed_field  # type: ignore[prop-decorator]
    @property
    def value(self) -> int:
        """What counts: the model's judgement where there is one."""
        return self.score if self.model is None else self.model

    @computed_field  # type: ignore[prop-decorator]
    @property
    def disagrees(self) -> bool:
        return self.model is not None and abs(self.model - self.score) > 25


class JudgedAdvice(BaseModel):
    criterion: Criterion
    text: str = Field(max_length=400, description="What to do to this very item, in one sentence")
    gain: float = Field(
        ge=0, le=100, description="By how many points the criterion's score would rise"
    )
    field: Literal["summary", "description", "priority"] = "description"
    asks: str = Field(
        default="", max_length=300, description="Only what the item does not tell: a question"
    )


class Advice(JudgedAdvice):
    """One thing that would make the issue better; `gain` is what it adds to the overall score."""

    id: str


class Evaluation(BaseModel):
    issue_key: str
    overall: float = Field(ge=0, le=100)
    """The weighted mean of the scores that count, two decimals."""
    rules_overall: float | None = None
    text: str = ""
    """A digest of the text that was judged."""
    basis: str = ""
    """What was judged, by whom and with which weights: the same is not judged again."""
    scores: list[CriterionScore]
    weights: dict[str, float]
    strengths: list[str] = []
    weaknesses: list[str] = []
    advice: list[Advice] = []


class IssueText(BaseModel):
    """An issue as it is judged."""

    key: str = ""
    summary: str
    description: str = ""
    priority: str = ""
    issue_type: str = ""
    due: str = ""
    links: list[str] = []
    """To other issues, such as "blocks PROJ-2"."""

    @property
    def digest(self) -> str:
        return digest_of(self.model_dump_json())

    @classmethod
    def of(cls, issue: Issue, *, for_rules: bool = False) -> "IssueText":
        """For rules without endless runs of one character."""
        read = cap_runs if for_rules else str
        return cls(
            key=issue.key,
            summary=read(issue.summary),
            description=read(issue.description),
            priority=issue.priority,
            issue_type=issue.issue_type,
            due=issue.due,
            links=[" ".join(each) for each in issue.relations],
        )


class Picked(BaseModel):
    """What a button asks for, beside the words that it sends."""

    act: Literal["create", "change", "evaluate", "apply", "page", "batch", "list"]
    issue: str = Field(default="", max_length=60)
    issues: list[str] = Field(default=[], max_length=500)
    advice: str = ""
    """The id of the recommendation to apply."""
