"""What Studio knows. Field names are the seed's where the seed names them."""

from typing import Any

from agent.engine.state import BaseState

Plain = dict[str, Any]


class AgentState(BaseState, total=False):
    user_input: str | None
    route_decision: Plain | None
    """A RoutingDecision."""
    research_results: Plain | None
    """A Research. Lives on: what follows rests on the same claims."""
    generated_content: str | None
    content_type: str | None
    """Also "guardrails_blocked" and "image_blocked"."""
    error: str | Plain | None
    """A failure that did not end the turn, in a sentence; the first edition kept a dict."""
    conversation_history: list[Plain] | None
    context: Plain | None
    """The Details form."""
    guardrails_result: Plain | None
    """passed, message, blocked_by, details."""

    subject: str | None
    """Where files go that come with a message: a subject that the brand's research reads."""
    understood: Plain | None
    """What a model took the request for: an `Understood`."""
    picked: Plain | None
    """What a button asked for."""
    brief: Plain | None
    """What the writers are given, but for the research."""
    aside: Plain | None
    """The brief of an answer in words: what comes later is not about it."""
    basis: Plain | None
    """The brief and the research of the last piece, for later changes to it."""
    voice: Plain | None
    """Whose voice the form chose, and that it has asked in this conversation."""
    searched: bool | None
    """Whether facts were looked for in this request."""
    told: list[str] | None
    """What the conversation has said of searches that failed."""
    queue: list[Plain] | None
    """RoutingDecisions still to come in this request."""
    drafted: Plain | None
    """The question that the next node asks."""
    outline: Plain | None
    variants: list[Plain] | None
    """Pieces to choose among."""
    piece: Plain | None
    """The piece under way."""
    before: Plain | None
    """The piece as it was before this version."""
    piece_id: str | None
    report: Plain | None
    """What the checks found of it."""
    why: str | None
    """How this version came about: a `Why`."""
    edited: Plain | None
    """What the fields of the card held when they were changed."""
    comment: str | None
    """Why a draft or an outline was rejected."""
    approved: str | None
    """The digest that the card bound."""
    decision: str | None
    """What the card was answered with."""
    last_piece: Plain | None
    """The last piece that there was a version of: its id, kind and title, and its number."""
    plan: str | None
    """Id of the last strategy, whose calendar entries can be ordered."""
    ended: str | None
    """Why the way on is closed."""
