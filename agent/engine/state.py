"""The state that every workflow's state extends: plain data; nodes return what changed."""

from typing import Annotated, TypedDict

from langchain_core.messages import AnyMessage
from langgraph.graph.message import add_messages


class BaseState(TypedDict, total=False):
    messages: Annotated[list[AnyMessage], add_messages]
    """A bounded window of the conversation, cut at turn boundaries."""
    summary: str
    """The user's messages before the window; empty in a short conversation."""
    turn: str
    """The turn that this state belongs to; tells recovery whether it ever began."""
