"""What Tickets knows. Field names are the seed's."""

from typing import Any

from agent.engine.state import BaseState

Plain = dict[str, Any]
RESULTS = ("jira_result", "evaluation_result", "confluence_result")
KEPT = ("last_issue", "me", "judged", "spoken", *RESULTS)
"""What a later message knows of this one."""


class AgentState(BaseState, total=False):
    user_input: str | None
    intent: str | None
    conversation_history: list[Plain] | None
    """The last ten messages: role and content."""
    next_action: str | None
    """The way on, where a question does not tell it."""
    jira_result: Plain | None
    evaluation_result: Plain | None
    confluence_result: Plain | None
    rag_context: list[str] | None
    coze_result: Plain | None

    spoken: str | None
    """The language of the conversation, where a model has told it."""
    picked: Plain | None
    """What a button asked for."""
    weights: dict[str, float] | None
    """Of the maturity criteria, as set on the page."""
    understood: Plain | None
    then: list[Plain] | None
    """What the same message wants after this, in order."""
    drafted: Plain | None
    """The question that the next node asks."""
    backlog: Plain | None
    """The draft."""
    origin: str | None
    """Who wrote it: "rules" or "model"."""
    sent: str | None
    """The very bytes that an approval binds, and that the acting node sends."""
    given: Plain | None
    """What a form brought in: required fields by their ids."""
    edited: Plain | None
    """What the fields of the card held when they were changed."""
    filled: Plain | None
    """A form that was filled in place of a draft or a change: its values, and what it held."""
    more: list[Plain] | None
    """Drafts of further issues on the same card."""
    left: list[str] | None
    """What of the request is not on the card, as it holds so many drafts only."""
    chosen: list[int] | None
    """Which of several issues in `sent` are to be changed, or still to be made."""
    returned: list[Plain] | None
    """Drafts of several that the tracker refused."""
    made: list[Plain] | None
    """Of several issues in one request, those that are created."""
    comment: str | None
    """Why the draft was rejected."""
    rejected: Plain | None
    """Comment and drafts before a question that came between: what was said, and what differs."""
    rejections: int | None
    refused: str | None
    """Why the tracker did not take it."""
    wanted: Plain | None
    """Changes as they are wanted: values by the issues' keys, and what no field can hold."""
    person: Plain | None
    """Whom the user meant by names that several bear: ids by the names."""
    me: str | None
    """What the user is called where the tracker does not know who they are."""
    approval: str | None
    """The question that was answered with "approve"."""
    settled: str | None
    """What the user says became of an unknown outcome: an issue's key, or "none"."""
    doubted: str | None
    """The run whose sending that is about: it says nothing of a later one."""
    applied: Plain | None
    """The change that was written in this request: key, fields, link, and others like it."""
    advice: Plain | None
    """The recommendation that is applied."""
    asked: str | None
    """The question of a model, or of a recommendation."""
    answer: str | None
    """What the user said to it."""
    heard: str | None
    """What the user said in place of an approval, and wants instead."""
    judged: Plain | None
    """The last evaluation, whole."""
    batch: Plain | None
    """Of several issues that were scored: rows, done, total."""
    context: list[Plain] | None
    """The passages behind an answer from the knowledge base."""
    ended: str | None
    """Why the way on is closed."""
    last_issue: str | None
    """The key that "it" means in this thread."""
