"""What Coach says by code: with who says it and when."""

from langchain_core.messages import AIMessage

from agent import conversation
from agent.ports import Context
from agent.workflows.coach.state import Plain


def say(context: Context, text: str, *, status: str, agent: str, **more: object) -> Plain:
    by: Plain = {"agent": agent, "at": conversation.moment()}
    conversation.say(context, text, status=status, **by, **more)
    return {"messages": [AIMessage(text, response_metadata=by)]}
