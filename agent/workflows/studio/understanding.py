"""What a request asks for, understood by a model in one call."""

from pydantic import BaseModel, ConfigDict, Field

from agent.guardrails import fenced
from agent.steps import Step
from agent.text import Language
from agent.workflows.studio.contracts import FOLLOW_UPS, ContentType, RoutingDecision

KINDS: dict[ContentType, str] = {
    ContentType.BLOG: "a blog post or an article",
    ContentType.LINKEDIN: "a LinkedIn post",
    ContentType.INSTAGRAM: "an Instagram post; its picture is part of it",
    ContentType.IMAGE: "a picture that stands alone",
    ContentType.STRATEGY: "a content strategy or calendar that is asked for as a document",
    ContentType.RESEARCH: "facts with sources, and no piece, or not yet",
    ContentType.GENERAL: "an answer in the conversation: questions, advice, small talk",
}


class RequestFor(BaseModel):
    model_config = ConfigDict(frozen=True)

    text: str
    conversation: list[str] = []
    last_piece: str = ""
    """Kind and title of the piece that the conversation had last."""
    today: str = ""


class Understood(BaseModel):
    """The first five fields are the route decision; the others are what the writers are given."""

    content_type: ContentType
    confidence: float = Field(ge=0, le=1)
    reasoning: str = Field(
        min_length=1, description="One sentence for the user, in the language of the message"
    )
    requires_research: bool = Field(
        description="Whether the piece needs facts from sources. Not for the user's own news."
    )
    follow_up_types: list[ContentType] = Field(
        default=[], description="What to offer after it, the best first, at most three"
    )
    runner_up: ContentType | None = Field(
        default=None, description="Another kind, only where the message could as well mean it"
    )
    also: list[ContentType] = Field(
        default=[], description="Further pieces that the same message asks for, in order"
    )
    changes_last_piece: bool = Field(
        default=False, description="It asks to change the last piece and for nothing new"
    )
    topic: str = Field(
        max_length=200,
        description="What it is about, as a title would say it, with the point that is asked for."
        " Empty where the message and the conversation name nothing.",
    )
    language: Language = Field(description="Of the piece: that of the message unless it says so")
    audience: str = Field(default="", max_length=200, description="Empty where it says none")
    tone: str = Field(default="", max_length=200, description="Empty where it says none")
    words: int | None = Field(default=None, ge=10, le=5000, description="The length asked for")
    hashtags: int | None = Field(default=None, ge=0, le=30, description="How many, if it says so")
    queries: list[str] = Field(
        default=[],
        max_length=4,
        description="Two to four short search queries, each for another side of the point that is"
        " asked for, in the language of the piece. Empty without research.",
    )
    own_facts: list[str] = Field(
        default=[],
        max_length=10,
        description="What the user tells of themselves or of their news in the conversation before"
        " this message, as far as the piece needs it",
    )
    private_person: str = Field(
        default="", description="A private person's name in the message; not of a public figure"
    )


def _prompt(value: RequestFor) -> str:
    kinds = "\n".join(f"- {kind}: {what}" for kind, what in KINDS.items())
    said = "\n".join(value.conversation[-6:]) or "(nothing yet)"
    return (
        "You take the requests of a small content studio and note what each one asks for, before"
        " anything is written. Note what the message says and nothing that you add. “Research …”,"
        " “find out …” and “don't write it yet” ask for research; where the message also wants a"
        " piece written from it now, the kind is that piece. A question such as “What should I post"
        " this week?” is general.\n\n"
        f"Kinds of content:\n{kinds}\n\n"
        f"Today is {value.today}.\n\n"
        f"The conversation so far:\n{fenced(said, source='conversation')}\n\n"
        f"The last piece: {value.last_piece or '(none)'}\n\n"
        f"The message:\n{fenced(value.text, source='message')}"
    )


def _mend(_value: RequestFor, given: Understood) -> Understood:
    """A runner-up and further pieces are others than the first; a post has its own picture."""
    has_picture = given.content_type is ContentType.INSTAGRAM
    others = [
        kind
        for kind in dict.fromkeys(given.also)
        if kind is not given.content_type and not (kind is ContentType.IMAGE and has_picture)
    ]
    runner_up = None if given.runner_up is given.content_type else given.runner_up
    return given.model_copy(update={"also": others, "runner_up": runner_up})


def names_someone(understood: Understood) -> bool:
    """Whether a search would tell a private person's name."""
    name = understood.private_person.strip().casefold()
    searched = (*understood.queries, *(() if understood.queries else (understood.topic,)))
    return bool(name) and any(name in query.casefold() for query in searched)


ROUTE = Step("route", RequestFor, Understood, _prompt, mend=_mend, temperature=0)


def decisions(understood: Understood) -> tuple[RoutingDecision, ...]:
    """What to make, in order, as the state has it."""
    first = RoutingDecision(
        content_type=understood.content_type,
        confidence=understood.confidence,
        reasoning=understood.reasoning,
        requires_research=understood.requires_research,
        follow_up_types=tuple(understood.follow_up_types) or FOLLOW_UPS[understood.content_type],
        source="history" if understood.changes_last_piece else "model",
    )
    return (first, *(_next(kind, understood) for kind in understood.also))


def _next(kind: ContentType, understood: Understood) -> RoutingDecision:
    return RoutingDecision(
        content_type=kind,
        confidence=understood.confidence,
        reasoning="The same message asks for it.",
        requires_research=understood.requires_research and kind is not ContentType.IMAGE,
        follow_up_types=FOLLOW_UPS[kind],
        source="model",
    )
