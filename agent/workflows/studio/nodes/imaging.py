"""The nodes that make pictures. One that fails never fails the text."""

from langgraph.runtime import Runtime

from agent.conversation import spoken_in, task_of
from agent.guardrails import check_image
from agent.ports import Context
from agent.ports.images import RATIOS, Ratio
from agent.workflows.studio.content import pictures
from agent.workflows.studio.content.contracts import Brief, Piece
from agent.workflows.studio.content.measuring import brief_of
from agent.workflows.studio.nodes import guarding
from agent.workflows.studio.state import AgentState, Plain

BLOCKED = "image_blocked"
RATIO_BESIDE: dict[str, Ratio] = {"blog": "16:9", "linkedin": "16:9", "instagram": "1:1"}
"""Of a picture that follows a piece."""


def image(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Say what the picture shows, and make it."""
    context, brief = runtime.context, brief_of(state)
    details = brief.details
    told = (*details.features, details.property_type, details.location, details.tone)
    for asked in (brief.request, brief.topic, "\n".join(told)):
        verdict = check_image(asked)
        if not verdict.passed:
            ended = guarding.stopped_by(verdict, asked, context, spoken_in(state))
            said = ended["guardrails_result"]["message"]
            return {**ended, "generated_content": said, "content_type": BLOCKED, "piece": None}
    piece = _described(_wanted(brief, state), context)
    drawn = pictures.pictured(piece, context, task=task_of(runtime))
    return {
        "piece": drawn.model_dump(mode="json"),
        "before": None,
        "why": "drafted",
        "content_type": "image",
    }


def _wanted(brief: Brief, state: AgentState) -> pictures.ImageFor:
    """A ratio that stands in the request as it is, else that of the piece it goes beside."""
    last = state.get("last_piece") if state.get("picked") else None
    named = next((ratio for ratio in RATIOS if ratio in brief.request), None)
    return pictures.ImageFor(
        brief=brief, ratio=named or RATIO_BESIDE.get(str((last or {}).get("kind")))
    )


def _described(wanted: pictures.ImageFor, context: Context) -> Piece:
    """Where a model gives nothing usable, it shows the topic."""
    plain, given = pictures.by_rules(wanted), context.llm.run(pictures.IMAGE, wanted)
    return pictures.piece_of(wanted.brief, given, is_model=given != plain)


# The picture that goes with a piece


def illustrate(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Make it; a picture that fails never fails the text."""
    piece = Piece.model_validate(state["piece"])
    drawn = pictures.pictured(piece, runtime.context, task=task_of(runtime))
    return {"piece": drawn.model_dump(mode="json")}
