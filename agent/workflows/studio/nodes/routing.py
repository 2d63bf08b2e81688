"""Chooses the content to make: by a button, else a model, else the classifier, else a card."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from langgraph.runtime import Runtime
from pydantic import BaseModel, Field

from agent.checks.content import Kind
from agent.checks.guardrails import (
    WHAT_IS_SAFE,
    Judgement,
    Request,
    Unsafe,
    fenced,
    judge,
    request_of,
    verdict_of,
    what_is_on_topic,
)
from agent.engine.conversation import conversation_of, gettext_of, spoken_in, task_of, today
from agent.errors import StepFailed
from agent.events import Artifact, Notice
from agent.intents import Guess, choice
from agent.language.catalogs import N_
from agent.language.text import Language
from agent.ports import Context
from agent.questions import Option, to_json
from agent.steps import Step
from agent.workflows.studio.content.contracts import (
    FOLLOW_UPS,
    KINDS,
    LABELS,
    RESEARCHED,
    Piece,
    RoutingDecision,
    Sizes,
)
from agent.workflows.studio.content.written import NO_COMMENTS
from agent.workflows.studio.nodes import checking
from agent.workflows.studio.state import AgentState, Plain


class RequestFor(Request):
    conversation: tuple[str, ...] = ()
    last_piece: str = ""
    """Kind and title of the piece that the conversation had last."""
    calendar: tuple[str, ...] = ()
    """The entries of its plan, in order."""
    researched: str = ""
    """The topic that there are facts on."""
    today: str = ""


class Wanted(Sizes):
    """A piece that a message asks for, and what it says of this one."""

    content_type: Kind
    variants: int | None = Field(
        default=None, ge=1, le=3, description="Of a LinkedIn post, if said"
    )
    made_from: Literal["nothing", "last_piece", "conversation"] = Field(
        default="nothing",
        description="last_piece: it turns that piece into this one, points to it, or is other"
        " variants of it; for a further piece that is the one before it. conversation: it takes up"
        " an idea of an earlier answer.",
    )
    entry: int | None = Field(
        default=None,
        description="Number of the calendar entry that it asks for by date, number or title: the"
        " kind is the entry's unless the message names another",
    )


class Judged(BaseModel):
    """Tell whether a message may be worked on."""

    safety: Literal["SAFE", "UNSAFE"]
    category: Unsafe
    fits_topics: Literal["ON", "OFF"] = "ON"
    refusal: str = Field(
        default="",
        max_length=300,
        description="Where it is UNSAFE or OFF: why, and what to ask for instead, for the user, in"
        " the language of the message. Else empty.",
    )


class Understood(Wanted, Judged):
    """The route decision, and what the writers are given; of several pieces it is the first."""

    confidence: float = Field(
        ge=0, le=1, description="Under 0.6 only where the message could as well mean another kind"
    )
    reasoning: str = Field(
        min_length=1, description="One sentence for the user, in the language of the message"
    )
    requires_research: bool = Field(
        description="Whether the piece needs facts from sources, those that there are included."
        " Not for the user's own news."
    )
    further: list[Wanted] = Field(
        default=[], description="Further pieces of other kinds that are to be written now, in order"
    )
    changes_last_piece: bool = Field(
        default=False,
        description="The first piece is the last one, changed; other variants are new",
    )
    is_same_topic: bool = Field(
        default=False,
        description="It is about what was researched last, so that those facts are used again",
    )
    topic: str = Field(
        max_length=200,
        description="What it is about, as a title would say it, with the point that is asked for."
        " Empty where the message and the conversation name nothing.",
    )
    language: Language = Field(
        description="Of the piece: that of the message unless it says so; en where it is another"
    )
    other_language: str = Field(
        default="",
        max_length=40,
        description="Where the piece is to be in none of these, its language in English: German",
    )
    audience: str = Field(
        default="",
        max_length=200,
        description="Who is to read it. Empty where the message says none",
    )
    tone: str = Field(default="", max_length=200, description="Empty where the message says none")
    queries: list[str] = Field(
        default=[],
        max_length=4,
        description="Two to four short search queries, each for another side of the point that is"
        " asked for, in the language of the piece. Empty without research.",
    )
    own_facts: list[str] = Field(
        default=[],
        max_length=10,
        description="What the user told of themselves or of their news in earlier messages, as far"
        " as the piece needs it. Not from this message: the writer reads it whole.",
    )
    left_out: str = Field(
        default="",
        description="Where it asks for more than is made here (a post has one picture, drawn and"
        " still; nothing is published): what is left out, in a sentence to the user. Else empty",
    )
    private_person: str = Field(
        default="", description="A private person's name in the message; not of a public figure"
    )

    def wanted(self, kind: str) -> Wanted:
        """The part of the message about the piece of that kind."""
        return next((each for each in self.further if each.content_type == kind), self)

    @property
    def judgement(self) -> Judgement:
        return Judgement(
            safety=self.safety,
            category=self.category,
            topic=self.fits_topics,
            reason=self.refusal or self.reasoning,
        )


def _prompt(value: RequestFor) -> str:
    kinds = "\n".join(f"- {kind}: {what}" for kind, what in KINDS.items())
    said = "\n".join(value.conversation) or "(nothing yet)"
    planned = [f"{number}. {entry}" for number, entry in enumerate(value.calendar, start=1)]
    calendar = fenced("\n".join(planned), source="calendar") if planned else "(none)"
    return (
        "You take the requests of a small content studio and note what each one asks for, before"
        " anything is written. Note what the message says and nothing that you add. “Research …”,"
        " “find out …” and “don't write it yet”, in whatever language, ask for research and nothing"
        " else; where the message wants a piece written from it now, the kind is that piece. A"
        " question such as “What should I post this week?” is general.\n\n"
        f"{WHAT_IS_SAFE}\n\n{what_is_on_topic(value.brand, value.topics)}\n\n"
        f"Kinds of content:\n{kinds}\n\n"
        f"Today is {value.today}.\n\n"
        f"The conversation so far:\n{fenced(said, source='conversation')}\n\n"
        f"The calendar:\n{calendar}\n\n"
        f"The last piece: {value.last_piece or '(none)'}\n"
        f"Researched last: {value.researched or '(nothing)'}\n\n"
        f"The message:\n{fenced(value.text, source='message')}"
    )


def _mend(_value: RequestFor, given: Understood) -> Understood:
    """Further pieces are others than the first; a post has its own picture."""
    there = [given.content_type, *(["image"] if given.content_type == "instagram" else [])]
    others = {each.content_type: each for each in given.further if each.content_type not in there}
    return given.model_copy(update={"further": list(others.values())})


def understood_in(state: AgentState) -> Understood | None:
    given = state.get("understood")
    return Understood.model_validate(given) if given else None


def plan_in(state: AgentState, context: Context) -> Piece | None:
    """The piece with the calendar that entries are ordered from, in its latest version."""
    asked, last = state.get("picked") or {}, state.get("last_piece") or {}
    named = asked.get("piece") or state.get("plan") or last.get("id", "")
    versions = context.ports.pieces.versions(context.user, named)
    return Piece.model_validate(versions[-1].content) if versions else None


def names_someone(state: AgentState, queries: Sequence[str]) -> bool:
    """Tell whether a search would tell a private person's name."""
    name = (state.get("understood") or {}).get("private_person", "").strip().casefold()
    return bool(name) and any(name in query.casefold() for query in queries)


ROUTE = Step(
    "route", RequestFor, Understood, _prompt, mend=_mend, temperature=0, repairs=1, longest=8_000
)


def decisions(said: Understood) -> tuple[RoutingDecision, ...]:
    """The contents to make, in order, as the state names them."""
    how: Plain = {"confidence": said.confidence, "is_researched": said.requires_research}
    source: Source = "history" if said.changes_last_piece else "model"
    first = _decision(said.content_type, source, said.reasoning, **how)
    others = (_decision(e.content_type, "model", said.reasoning, **how) for e in said.further)
    return (first, *others)


CHANGE, LIKELIEST = "change", 2
CHANGE_IT, OPEN_IT = N_("Change “{title}”"), N_("Open “{title}”")
Source = Literal["user", "model", "classifier", "history"]
SURE, UNSURE = 0.9, 0.5
"""Confidence as it is stored: of a sure and an unsure answer of the classifier."""
LIKE_OTHERS = N_("Requests like this one ask for it.")
FELL_BACK = N_("The model could not say what you want, so the built-in classifier did.")


def route(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Find what to make, in order, or draft the card that asks."""
    context, text = runtime.context, state.get("user_input") or ""
    fresh: Plain = {"drafted": None, "understood": None}
    if picked := state.get("picked"):
        why = gettext_of(state)(N_("A button asked for it."))
        asked = _decision(picked.get("kind") or "research", "user", why)
        return {**fresh, **_queued([asked], context)}
    said = _understood(text, state, context) if context.llm.is_model else None
    topics = checking.topics_of(context)
    verdict = verdict_of(said.judgement, topics) if said else judge(text, topics).verdict
    if not verdict.passed:
        result = checking.shown(context, verdict, text, spoken_in(state))
        return {**fresh, "queue": [], "guardrails_result": result}
    if said:
        fresh["understood"] = said.model_dump(mode="json")
        if said.left_out:
            context.report.emit(Notice(said.left_out))
        queue, near = decisions(said), [str(said.content_type)]
        is_sure = said.confidence >= 0.6 or said.content_type == "general"
    else:
        guess = context.ports.intents.guess("studio", text)
        near, is_sure = list(guess.ranked), guess.is_sure
        why, confidence = gettext_of(state)(LIKE_OTHERS), SURE if is_sure else UNSURE
        queue = (_decision(guess.intent, "classifier", why, confidence=confidence),)
    if is_sure:
        return {**fresh, **_queued(queue, context)}
    return {**fresh, **_unclear(near, queue, state, runtime)}


def _unclear(
    near: Sequence[str],
    queue: Sequence[RoutingDecision],
    state: AgentState,
    runtime: Runtime[Context],
) -> Plain:
    """Draft the card; with a piece in the conversation, to change it comes first."""
    _show(queue, runtime.context, asks=True)
    card = choice(
        Guess(tuple(near), 0, is_sure=False),
        LABELS,
        task=task_of(runtime),
        workflow="studio",
        step="clarify",
        language=spoken_in(state),
    )
    if last := state.get("last_piece"):
        is_model, _ = runtime.context.llm.is_model, gettext_of(state)
        said = CHANGE_IT if is_model else OPEN_IT
        first = Option(CHANGE, _(said).format(title=last["title"]))
        options = card.options if is_model else card.options[:LIKELIEST]
        body = card.body if is_model else _(NO_COMMENTS)
        card = replace(card, body=body, options=(first, *options))
    return {"drafted": to_json(card), "queue": None}


def _understood(text: str, state: AgentState, context: Context) -> Understood | None:
    last, topics = state.get("last_piece") or {}, checking.topics_of(context)
    research, plan = state.get("research_results") or {}, plan_in(state, context)
    value = RequestFor(
        **dict(request_of(text, topics)),
        conversation=tuple(conversation_of(state)[-6:]),
        last_piece=f"{last.get('kind')}: {last.get('title')}" if last else "",
        calendar=tuple(slot.line for slot in plan.slots) if plan else (),
        researched=research.get("topic", ""),
        today=today().isoformat(),
    )
    try:
        return context.llm.run(ROUTE, value)
    except StepFailed:
        context.report.emit(Notice(gettext_of(state)(FELL_BACK), "warning"))
        return None


def _decision(
    kind: Any, source: Source, reasoning: str, *, confidence: float = 1, is_researched: bool = True
) -> RoutingDecision:
    return RoutingDecision(
        content_type=kind,
        confidence=confidence,
        reasoning=reasoning,
        requires_research=kind == "research" or (is_researched and kind in RESEARCHED),
        follow_up_types=FOLLOW_UPS[kind],
        source=source,
    )


def _queued(queue: Sequence[RoutingDecision], context: Context) -> Plain:
    _show(queue, context)
    return {"queue": [each.model_dump(mode="json") for each in queue], "drafted": None}


def _show(queue: Sequence[RoutingDecision], context: Context, *, asks: bool = False) -> None:
    first = queue[0]
    data = {
        **first.model_dump(mode="json"),
        "route": "unclear" if asks else first.content_type,
        "why": first.reasoning.rstrip("."),
        "confidence": round(first.confidence, 2),
        "queue": [each.content_type for each in queue],
    }
    context.report.emit(Artifact("route", "route", data))


def after_route(state: AgentState) -> Literal["refuse", "clarify", "prepare"]:
    if not (state.get("guardrails_result") or {"passed": True})["passed"]:
        return "refuse"
    return "clarify" if state.get("drafted") else "prepare"


def settle_route(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """What the user has said is certain, but for whether it needs research."""
    chosen, said = state.get("decision") or "general", understood_in(state)
    kind = (state.get("last_piece") or {})["kind"] if chosen == CHANGE else chosen
    source: Source = "history" if chosen == CHANGE else "user"
    why, is_researched = gettext_of(state)(N_("You said so.")), not said or said.requires_research
    asked = _decision(kind, source, why, is_researched=is_researched)
    return {**_queued([asked], runtime.context), "decision": None}
