"""Drafts, written by a model or put together from quotes of the same facts."""

from collections.abc import Callable

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.runtime import Runtime

from agent.conversation import gettext_of, moment, spoken_in, task_of
from agent.errors import Stopped
from agent.events import Artifact, Notice
from agent.language.catalogs import N_, catalog
from agent.messages import text_of
from agent.ports import Context, Version
from agent.steps import Chat, Step
from agent.workflows.studio import assembly, guarding, lacking, outlining, prompts, steps
from agent.workflows.studio.contracts import Brief, Outline, Piece, with_remark
from agent.workflows.studio.guarding import Blocked
from agent.workflows.studio.marks import unmarked, without_invented_links
from agent.workflows.studio.measuring import brief_of, report_on
from agent.workflows.studio.rewriting import NO_COMMENTS, rewritten
from agent.workflows.studio.standing import sentences_of, show, standing
from agent.workflows.studio.state import AgentState, Plain
from agent.workflows.studio.steps import INVENTED_LINK, known_claims
from agent.workflows.studio.watching import Watch
from agent.workflows.studio.written import document, slots_of

TEMPERATURE = 0.6
DOCUMENT = "document"
CUT_OFF = N_("You stopped it while it was being written.")

OUTLINE = Step(
    "draft_outline",
    steps.OutlineFor,
    steps.OutlineText,
    prompt=lambda value: prompts.outline(value.brief, value.before, value.comment),
    check=steps.outline_problems,
    temperature=TEMPERATURE,
)
LINKEDIN = Step(
    "linkedin",
    Brief,
    steps.LinkedInPosts,
    prompt=prompts.linkedin,
    check=steps.linkedin_problems,
    temperature=TEMPERATURE,
)
INSTAGRAM = Step(
    "instagram",
    Brief,
    steps.InstagramPost,
    prompt=prompts.instagram,
    check=steps.instagram_problems,
    temperature=TEMPERATURE,
)


# The outline of a post


def draft_outline(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Draft it, or change the one that was rejected as its comment says."""
    context, brief = runtime.context, brief_of(state)
    before = Outline.model_validate(state["outline"]) if state.get("outline") else None
    comment = state.get("comment") or ""
    if blocked := guarding.stopped(comment, context, spoken_in(state)):
        return blocked
    if ended := lacking.ended_without(brief, state, context):
        return ended
    try:
        outline = _outline(brief, before, comment, context)
    except Blocked as error:
        return _blocked(error, brief, context)
    plain = outline.model_dump(mode="json")
    changes = outlining.changes(before, outline, spoken_in(state)) if before else []
    key = f"outline:{task_of(runtime)}"
    context.report.emit(Artifact("studio_outline", key, {**plain, "changes": changes}))
    return {"outline": plain, "drafted": None}


def _outline(brief: Brief, before: Outline | None, comment: str, context: Context) -> Outline:
    if not context.llm.is_model:
        if before and comment:
            context.report.emit(Notice(catalog(brief.language).gettext(NO_COMMENTS), "warning"))
        return before or assembly.outline(brief)
    value = steps.OutlineFor(brief=brief, before=before, comment=comment)
    given = context.llm.run(OUTLINE, value)
    return Outline(title=given.title, sections=tuple(given.sections), origin="model")


# Long texts, which stream into the document


def blog(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Write the post along the approved outline."""
    brief, outline = brief_of(state), Outline.model_validate(state["outline"])
    return _streamed(
        runtime,
        brief,
        prompts.blog(brief, outline),
        lambda: assembly.blog(brief, outline),
        title=outline.title,
    )


def strategy(state: AgentState, runtime: Runtime[Context]) -> Plain:
    brief = brief_of(state)
    return _streamed(
        runtime,
        brief,
        prompts.strategy(brief),
        lambda: assembly.strategy(brief),
        title=brief.topic,
    )


def _streamed(
    runtime: Runtime[Context],
    brief: Brief,
    task: str,
    by_rules: Callable[[], Piece],
    *,
    title: str,
) -> Plain:
    context = runtime.context
    composed: list[Piece] = []

    def rules(_messages: object) -> AIMessage:
        composed.append(by_rules())
        return AIMessage(composed[0].text)

    chat = Chat(
        system=prompts.system(brief),
        messages=[HumanMessage(task)],
        rules=rules,
        temperature=TEMPERATURE,
        to=DOCUMENT,
        watch=Watch(),
    )
    try:
        message = context.llm.reply(chat)
        text = text_of(message)
        piece = composed[0] if composed else piece_of(text, brief, title=title)
        guarding.must_pass(f"{piece.text}\n\n{piece.meta_description}")
    except Blocked as error:
        return _blocked(error, brief, context)
    if message.response_metadata.get("stopped"):
        said = piece.model_copy(update={"text": text}) if composed else piece
        return _cut_off(said, brief, runtime)
    return _drafted(piece)


def piece_of(text: str, brief: Brief, *, title: str) -> Piece:
    """What a model has written, as it would be published."""
    read = document(text)
    body = read.text if read.title else f"# {title}\n\n{read.text}"
    addresses = [source.url for source in brief.research.sources] if brief.research else []
    said = unmarked(body, known_claims(brief))
    clean, invented = without_invented_links(said.text, addresses)
    notes = [
        INVENTED_LINK if invented else "",
        f"The model named claims that there are not: {', '.join(said.unknown)}."
        if said.unknown
        else "",
    ]
    return Piece(
        kind=brief.kind,
        title=unmarked(read.title or title, ()).text,
        text=clean,
        meta_description=unmarked(read.meta_description, ()).text,
        language=brief.language,
        claims=said.claims,
        slots=slots_of(clean, brief.language) if brief.kind == "strategy" else (),
        origin="model",
        notes=tuple(filter(None, notes)),
    )


def general(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Answer in words, in the conversation."""
    context = runtime.context
    brief = Brief.model_validate(state["aside"]) if state.get("aside") else brief_of(state)
    chat = Chat(
        system=prompts.general(brief),
        messages=state["messages"],
        rules=lambda _messages: AIMessage(assembly.answer(brief)),
        temperature=TEMPERATURE,
        watch=Watch(),
    )
    try:
        message = context.llm.reply(chat)
        guarding.must_pass(text_of(message))
    except Blocked as error:
        return _blocked(error, brief, context)
    if not text_of(message):
        # An empty answer in the conversation makes some models refuse all that follows.
        raise Stopped("Stopped.")
    return {
        "messages": [message],
        "generated_content": text_of(message),
        "content_type": "general",
        "piece": None,
    }


# Short texts, which come whole


def linkedin(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Variants on the same facts, each with another hook."""
    context, brief = runtime.context, brief_of(state)
    try:
        if context.llm.is_model:
            given = context.llm.run(LINKEDIN, brief)
            pieces = steps.linkedin_pieces(brief, given)
        else:
            pieces = assembly.linkedin(brief)
            guarding.must_pass("\n\n".join(piece.text for piece in pieces))
    except Blocked as error:
        return _blocked(error, brief, context)
    variants = [piece.model_dump(mode="json") for piece in pieces]
    return {"variants": variants, "piece": None, "why": "drafted", "content_type": "linkedin"}


def instagram(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Caption, hashtags, and what the square picture shows."""
    context, brief = runtime.context, brief_of(state)
    try:
        if context.llm.is_model:
            given = context.llm.run(INSTAGRAM, brief)
            piece = steps.instagram_piece(brief, given)
        else:
            piece = assembly.instagram(brief)
            guarding.must_pass(f"{piece.text}\n\n{piece.alt}")
    except Blocked as error:
        return _blocked(error, brief, context)
    return _drafted(piece)


# Another version


def rewrite(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Change what the comment asks for, and nothing else."""
    context, brief, comment = runtime.context, brief_of(state), state.get("comment") or ""
    if blocked := guarding.stopped(comment, context, spoken_in(state)):
        return blocked
    before = Piece.model_validate(state["piece"])
    # What is changed is of its own kind, whatever the request was taken for.
    brief = brief.model_copy(update={"kind": before.kind, "language": before.language})
    try:
        act = _act(state)
        piece = (
            assembly.rearranged(before, brief, act)
            if act
            else rewritten(brief, before, comment, context)
        )
    except Blocked as error:
        return {**_blocked(error, brief, context), "piece": state["piece"]}
    remarks = with_remark(brief.remarks, comment) if comment else brief.remarks
    return {
        "piece": piece.model_dump(mode="json"),
        "before": before.model_dump(mode="json"),
        "why": "rewritten",
        "comment": gettext_of(state)(assembly.ACTS[act]) if act else comment,
        "content_type": str(piece.kind),
        "brief": {**(state["brief"] or {}), "remarks": list(remarks)},
    }


def _act(state: AgentState) -> assembly.Act | None:
    """What a button of the card asked for."""
    return next((act for act in assembly.ACTS if act == state.get("decision")), None)


# How a draft ends


def _drafted(piece: Piece) -> Plain:
    return {
        "piece": piece.model_dump(mode="json"),
        "before": None,
        "why": "drafted",
        "content_type": str(piece.kind),
    }


def _blocked(error: Blocked, brief: Brief, context: Context) -> Plain:
    verdict = guarding.of_draft(error.verdict)
    result = guarding.shown(context, verdict, error.text, brief.language)
    return {
        "ended": "blocked",
        "guardrails_result": result,
        "content_type": guarding.BLOCKED,
        "piece": None,
        "drafted": None,
    }


def _cut_off(piece: Piece, brief: Brief, runtime: Runtime[Context]) -> Plain:
    """What had arrived when the user stopped is a version like any other, and says so."""
    context, task = runtime.context, task_of(runtime)
    if not piece.text.strip():
        raise Stopped("Stopped.")
    piece = piece.model_copy(update={"notes": (*piece.notes, CUT_OFF)})
    report, content = report_on(piece, brief), piece.model_dump(mode="json")
    version = context.ports.pieces.add_version(
        context.user,
        Version(
            id=task,
            piece=task,
            thread=context.thread,
            number=0,
            at=moment(),
            why="drafted",
            content=content,
        ),
    )
    show(version, report, context, blocking=sentences_of(report), is_partial=True)
    return {
        **_drafted(piece),
        **standing(version, brief),
    }
