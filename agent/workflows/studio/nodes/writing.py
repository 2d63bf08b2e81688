"""Drafts, written by a model or put together from quotes of the same facts."""

from collections.abc import Sequence
from dataclasses import replace
from difflib import ndiff
from typing import Literal

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.runtime import Runtime
from pydantic import BaseModel, Field

from agent.engine.conversation import gettext_of, say, task_of
from agent.engine.messages import text_of
from agent.errors import StepFailed, Stopped
from agent.events import Artifact
from agent.language.catalogs import N_
from agent.ports import Context
from agent.questions import from_json, to_json
from agent.steps import Chat, Step
from agent.workflows.studio import steps
from agent.workflows.studio.artifacts import (
    add_version,
    brief_of,
    drafted,
    report_on,
    sentences_of,
    text_of_piece,
)
from agent.workflows.studio.content import assembly, written
from agent.workflows.studio.content.contracts import (
    Answer,
    Brief,
    Origin,
    Outline,
    Piece,
    Research,
    Section,
)
from agent.workflows.studio.nodes import checking, researching
from agent.workflows.studio.nodes.routing import names_someone
from agent.workflows.studio.state import AgentState, Plain

TEMPERATURE = 0.6
NO_CHAT = N_(
    "Without an AI model I can't chat. Try “Write a blog post about …”, or connect a model in the"
    " sidebar."
)
CUT_OFF = N_("You stopped it while it was being written.")


class OutlineFor(BaseModel):
    brief: Brief
    before: Outline | None = None
    comment: str = ""


class OutlineText(Answer):
    title: str = Field(min_length=1, max_length=200)
    sections: list[Section]


def _problems(taken: OutlineFor, given: OutlineText) -> list[str]:
    used = {claim for section in given.sections for claim in section.claims}
    unknown = sorted(used - taken.brief.known)
    return [f"There is no claim {', '.join(unknown)}."] if unknown else []


OUTLINE = Step(
    "draft_outline",
    OutlineFor,
    OutlineText,
    prompt=lambda value: steps.outline(value.brief, value.before, value.comment),
    check=_problems,
    temperature=TEMPERATURE,
)


# The outline of a post


@checking.guard_node
def draft_outline(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Draft it, or change the one that was rejected as its comment says."""
    context, brief = runtime.context, brief_of(state)
    before = Outline.model_validate(state["outline"]) if state.get("outline") else None
    comment = state.get("comment") or ""
    if ended := ended_without(brief, state, context):
        return ended
    given, research = _outline(brief, before, comment, state, context)
    if before and given.declined:
        checking.tell_unchanged(given.declined, runtime)
        return {"comment": None}
    origin: Origin = "model" if context.llm.is_model else "rules"
    outline = Outline(title=given.title, sections=tuple(given.sections), origin=origin)
    said = [outline.title, *(f"{s.heading}. {s.gist}" for s in outline.sections)]
    checking.must_be_publishable("\n".join(said), context)
    plain = outline.model_dump(mode="json")
    shown = {**plain, "changes": _changes(before, outline) if before else []}
    context.report.emit(Artifact("studio_outline", f"outline:{task_of(runtime)}", shown))
    update: Plain = {"outline": plain, "drafted": None}
    if comment:
        brief = brief.commented(comment, given)
        update["brief"] = brief.model_dump(mode="json", exclude={"research"})
    return {**update, "research_results": research.model_dump(mode="json")} if research else update


def _changes(before: Outline, after: Outline) -> list[str]:
    """The lines that came and went."""
    old, new = (
        [each.title, *(f"{section.heading}: {section.gist}" for section in each.sections)]
        for each in (before, after)
    )
    return [line for line in ndiff(old, new) if line[0] in "+-"]


def _outline(
    brief: Brief, before: Outline | None, comment: str, state: AgentState, context: Context
) -> tuple[OutlineText, Research | None]:
    """With what was found besides, where a comment asks for what no claim speaks of."""
    if not context.llm.is_model:
        return OutlineText(**assembly.outlined(brief).model_dump(exclude={"origin"})), None
    value = OutlineFor(brief=brief, before=before, comment=comment)
    given = context.llm.run(OUTLINE, value)
    if not (before and comment and given.queries):
        return given, None
    brief = _find_more(brief, given.queries, state, context)
    again = value.model_copy(update={"brief": brief})
    return context.llm.run(OUTLINE, again), brief.research


def _find_more(brief: Brief, queries: Sequence[str], state: AgentState, context: Context) -> Brief:
    """With what is found besides; no private person's name goes to the web without being asked."""
    is_open = brief.searches_web and not names_someone(state, queries)
    asked: Plain = {"request": state.get("comment") or "", "searches_web": is_open}
    research = researching.research_more(brief.model_copy(update=asked), tuple(queries), context)
    return brief.model_copy(update={"research": research})


# Texts, which stream into the document


TASKS = {"strategy": steps.strategy, "linkedin": steps.linkedin, "instagram": steps.instagram}


@checking.guard_node
def write(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Write what the brief asks for; a blog post along its approved outline."""
    context, brief = runtime.context, brief_of(state)
    if ended := ended_without(brief, state, context):
        return ended
    outline = Outline.model_validate(state["outline"]) if brief.kind == "blog" else None
    task = steps.blog(brief, outline) if outline else TASKS[brief.kind](brief)
    assembled = () if context.llm.is_model else assembly.pieces(brief, outline)
    chat = Chat(
        system=steps.system(brief),
        messages=[HumanMessage(task)],
        rules=lambda _messages: AIMessage("\n\n".join(piece.text for piece in assembled)),
        temperature=TEMPERATURE,
        to="document",
        watch=checking.Watch(),
    )
    message = context.llm.reply(chat)
    text = text_of(message)
    pieces = assembled or written.pieces(text, brief, title=outline.title if outline else "")
    checking.must_be_publishable("\n\n".join(map(text_of_piece, pieces)), context)
    if message.response_metadata.get("stopped"):
        said = [assembled[0].model_copy(update={"text": text})] if assembled else pieces
        return _cut_off(said, state, runtime)
    if not pieces:
        raise StepFailed("The model wrote nothing.", hint="Ask again, or choose another model.")
    if not pieces[1:]:
        return drafted(pieces[0])
    return {"variants": [piece.model_dump(mode="json") for piece in pieces], "why": "drafted"}


def after_linkedin(state: AgentState) -> Literal["offer_variants", "check_piece", "finish"]:
    """One variant is nothing to choose from."""
    if state.get("ended"):
        return "finish"
    return "offer_variants" if state.get("variants") else "check_piece"


@checking.guard_node
def general(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Answer in words, in the conversation."""
    context = runtime.context
    brief = Brief.model_validate(state["aside"]) if state.get("aside") else brief_of(state)
    chat = Chat(
        system=steps.general(brief),
        messages=state["messages"],
        rules=lambda _messages: AIMessage(gettext_of(state)(NO_CHAT)),
        temperature=TEMPERATURE,
        watch=checking.Watch(),
    )
    message = context.llm.reply(chat)
    text = text_of(message)
    checking.must_be_publishable(text, context)
    if not text:
        # An empty answer in the conversation makes some models refuse all that follows.
        raise Stopped("Stopped.")
    return {"messages": [message], "generated_content": text}


# Another version


def rewrite(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Change what the comment asks for, and nothing else."""
    context, brief, comment = runtime.context, brief_of(state), state.get("comment") or ""
    card, before = state.get("drafted"), Piece.model_validate(state["piece"])
    # What is changed is of its own kind, whatever the request was taken for.
    brief = brief.model_copy(update={"kind": before.kind, "language": before.language})
    act = next((act for act in assembly.ACTS if act == state.get("decision")), None)
    try:
        if act:
            piece = assembly.rearrange(before, brief, act)
        else:
            given = written.follow_comment(brief, before, comment, context)
            if given.queries:
                brief = _find_more(brief, given.queries, state, context)
                given = written.follow_comment(brief, before, comment, context)
            brief = brief.commented(comment, given)
            piece = written.changed(before, given, brief)
            if given.declined:
                checking.tell_unchanged(given.declined, runtime)
    except written.Unchanged as error:
        checking.tell_unchanged(gettext_of(state)(error.message), runtime)
        if card:
            again = replace(from_json(card), id=task_of(runtime))
            return {"drafted": to_json(again), "decision": None, "comment": None}
        piece, comment = before, ""
    facts = brief.research if brief.research.topic else None
    return {
        "piece": piece.model_dump(mode="json"),
        "before": before.model_dump(mode="json"),
        "why": "rewritten",
        "drafted": None,
        "comment": gettext_of(state)(assembly.ACTS[act]) if act else comment,
        "brief": brief.model_dump(mode="json", exclude={"research"}),
        "research_results": facts and facts.model_dump(mode="json"),
    }


# How a draft ends


def _cut_off(pieces: Sequence[Piece], state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Keep what had arrived when the user stopped as a version like any other, and say so."""
    if not pieces or not pieces[0].text.strip():
        raise Stopped("Stopped.")
    piece = pieces[0].model_copy(update={"notes": (*pieces[0].notes, CUT_OFF)})
    report = report_on(piece, brief_of(state))
    blocking = sentences_of(report.blocking)
    _version, standing = add_version(
        piece, "drafted", report, state, runtime, blocking=blocking, is_partial=True
    )
    return {**drafted(piece), **standing}


# Nothing to quote

ENDED = "no facts"
HELP = N_(
    "What helps: fill in Details, add a document to the Library, ask in other words, or connect an"
    " AI model. Then ask again."
)


def ended_without(brief: Brief, state: AgentState, context: Context) -> Plain | None:
    """A node's update in place of its draft, without a model and with nothing to quote."""
    there = (*brief.research.supported, *brief.notes, *brief.details.lines(str))
    if context.llm.is_model or there:
        return None
    _ = gettext_of(state)
    said = f"{_(researching.NOTHING).format(topic=brief.topic)} {_(HELP)}"
    return {**say(context, said, status=ENDED, kind=brief.kind), "ended": ENDED}
