"""What the steps of Tickets hand to each other."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from agent.language.text import cap_runs
from agent.ports import Issue
from agent.ports.work_items import Criterion

Plain = dict[str, Any]

Intent = Literal[
    "jira_creation",
    "rag_query",
    "look_up",
    "evaluation",
    "change",
    "page",
    "coze_agent",
    "general_chat",
]
Source = Literal["rule", "model", "default", "user"]
Language = Literal["en", "es", "zh"]
Weights = dict[Criterion, Annotated[float, Field(ge=0, le=100)]]
INVEST = ("Independent", "Negotiable", "Valuable", "Estimable", "Small", "Testable")


class Understood(BaseModel):
    """What a message wants. `close` are other intents that are nearly as likely."""

    intent: Intent
    confidence: float = Field(ge=0, le=1)
    source: Source
    reason: str
    close: list[Intent] = Field(default_factory=list)
    issue: str = ""
    """The key that it names, in capitals."""
    page: str = ""
    """The page that it names, by id or title."""
    search: str = ""
    """What to look for, where no key is named."""
    all_issues: bool = False


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
    acceptance_criteria: list[str] = Field(default_factory=list, max_length=20)
    priority: str = "Medium"
    issue_type: str = "Story"
    labels: list[str] = Field(default_factory=list, max_length=10)
    invest: list[InvestNote] = Field(default_factory=list)
    open_questions: list[str] = Field(default_factory=list, max_length=10)
    assumptions: list[str] = Field(default_factory=list, max_length=10)
    who: str = Field(default="", max_length=500)
    how_often: str = Field(default="", max_length=500)
    where: str = Field(default="", max_length=500)
    language: Language = "en"


class Drafts(BaseModel):
    """What a model drafts: an item for each thing that is asked for, or a question."""

    issues: list[Backlog] = Field(default_factory=list, max_length=10)
    question: str = Field(
        default="", max_length=300, description="Only if nothing says what the issue is about"
    )


class DraftFor(BaseModel):
    """What a draft is made from."""

    request: str
    named: list[str] = Field(default_factory=list)
    """The issues that the request names, as they are now."""
    conversation: list[str] = Field(default_factory=list)
    """What was said before, the oldest first, as "user: ..." and "assistant: ..."."""
    issue_types: list[str]
    priorities: list[str]
    previous: list[Backlog] = Field(default_factory=list)
    """The rejected drafts."""
    comment: str = ""
    """Why it was rejected, or what is wrong with it."""


class Similar(BaseModel):
    key: str
    summary: str
    status: str
    link: str
    similarity: float = Field(ge=0, le=1)


# Maturity


class Point(BaseModel):
    """Points that a text earned (above 0) or lost, and the words that did it."""

    points: int
    why: str
    quote: str = ""
    """Stands word for word in the issue; empty where something is missing."""
    missing: int = 0
    """What was there to be earned and was not."""


class CriterionScore(BaseModel):
    criterion: Criterion
    score: int = Field(ge=0, le=100)
    """By rules."""
    points: list[Point] = Field(default_factory=list)
    model: int | None = None
    reason: str = ""
    """The model's."""

    @property
    def value(self) -> int:
        """What counts: the model's judgement where there is one."""
        return self.score if self.model is None else self.model

    @property
    def disagrees(self) -> bool:
        return self.model is not None and abs(self.model - self.score) > 25


class Advice(BaseModel):
    """One thing that would make the issue better."""

    id: str
    criterion: Criterion
    text: str
    gain: float
    """What it is expected to add to the overall score."""
    field: Literal["summary", "description", "priority"] = "description"
    asks: str = ""
    """What only the user knows and has to say first; empty where nothing is needed."""


class Evaluation(BaseModel):
    issue_key: str
    overall: float = Field(ge=0, le=100)
    """The weighted mean of the scores that count, two decimals."""
    model_overall: float | None = None
    """The same, where a model has judged."""
    rules_overall: float | None = None
    basis: str = ""
    """What was judged, by whom and with which weights: the same is not judged again."""
    scores: list[CriterionScore]
    weights: dict[str, float]
    strengths: list[str] = Field(default_factory=list)
    weaknesses: list[str] = Field(default_factory=list)
    advice: list[Advice] = Field(default_factory=list)


class IssueText(BaseModel):
    """An issue as it is judged."""

    key: str = ""
    summary: str
    description: str = ""
    priority: str = ""
    issue_type: str = ""
    labels: list[str] = Field(default_factory=list)

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
            labels=list(issue.labels),
        )


class RewriteFor(BaseModel):
    issue: IssueText
    advice: Advice
    answer: str = ""
    """What the user said when asked."""


class Rewritten(BaseModel):
    """The field's whole new text."""

    text: str = Field(max_length=30_000)


class Picked(BaseModel):
    """What a button asks for, beside the words that it sends."""

    act: Literal["create", "change", "evaluate", "apply", "page", "batch", "list"]
    issue: str = Field(default="", max_length=60)
    issues: list[str] = Field(default_factory=list, max_length=500)
    advice: str = ""
    """The id of the recommendation to apply."""
