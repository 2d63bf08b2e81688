"""The state of Studio. Field names are part of the stored format."""

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
    """The subject for files that come with a message; the brand's research reads it."""
    understood: Plain | None
    """A model's reading of the request: an `Understood`."""
    picked: Plain | None
    """A button's request."""
    brief: Plain | None
    """The writers' brief, without the research."""
    aside: Plain | None
    """The brief of an answer in words: what comes later is not about it."""
    basis: Plain | None
    """The brief and the research of the last piece, for later changes to it."""
    voice: Plain | None
    """Whose voice the form chose, and that it has asked in this conversation."""
    searched: bool | None
    """True if facts were looked for in this request."""
    told: list[str] | None
    """Notices of failed searches that the conversation has shown."""
    queue: list[Plain] | None
    """RoutingDecisions still to come in this request."""
    drafted: Plain | None
    """The question that the next node asks."""
    outline: Plain | None
    variants: list[Plain] | None
    piece: Plain | None
    before: Plain | None
    """The piece as it was before this version."""
    piece_id: str | None
    report: Plain | None
    """The findings of the checks."""
    why: str | None
    """The origin of this version: a `Why`."""
    edited: Plain | None
    """The values of the card's fields when they were changed."""
    comment: str | None
    """The reason why a draft or an outline was rejected."""
    approved: str | None
    """The digest that the card bound."""
    decision: str | None
    last_piece: Plain | None
    """The last piece that there was a version of: its id, kind and title, and its number."""
    plan: str | None
    """Id of the last strategy, whose calendar entries can be ordered."""
    ended: str | None
    """The reason why the turn cannot go on."""
