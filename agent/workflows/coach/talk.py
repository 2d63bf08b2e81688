"""What was said, and where in the run we are."""

from datetime import UTC, date, datetime

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.runtime import Runtime

from agent.messages import text_of
from agent.ports import Context
from agent.workflows.coach.state import AgentState

MOST_SAID = 6
LONGEST = 1_000


def words_of(state: AgentState) -> str:
    """The message that this run answers."""
    said = [m for m in state["messages"] if isinstance(m, HumanMessage)]
    return str(said[-1].text) if said else ""


def conversation_of(state: AgentState) -> list[str]:
    """The last messages before this one."""
    told = [
        f"{'user' if isinstance(m, HumanMessage) else 'assistant'}: {text_of(m)[:LONGEST]}"
        for m in state["messages"]
        if isinstance(m, HumanMessage | AIMessage)
    ]
    return told[-MOST_SAID - 1 : -1]


def today() -> date:
    return datetime.now(UTC).date()


def task_of(runtime: Runtime[Context]) -> str:
    """The same for the same step of the same run, also when it is done again after a crash."""
    info = runtime.execution_info
    return info.task_id if info else "task"
