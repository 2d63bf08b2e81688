"""What was said, and where in the run we are."""

from datetime import UTC, datetime

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.runtime import Runtime

from agent.messages import text_of
from agent.ports import Context
from agent.workflows.studio.state import AgentState, Plain

MOST_SAID = 10
LONGEST = 2_000


def words_of(state: AgentState) -> str:
    """The message that this run answers."""
    said = [m for m in state["messages"] if isinstance(m, HumanMessage)]
    return str(said[-1].text) if said else ""


def history_of(state: AgentState) -> list[Plain]:
    """The last messages before this one, as the seed keeps them."""
    told = [
        {"role": "user" if isinstance(m, HumanMessage) else "assistant", "content": text_of(m)}
        for m in state["messages"]
        if isinstance(m, HumanMessage | AIMessage)
    ]
    return [{**entry, "content": entry["content"][:LONGEST]} for entry in told[-MOST_SAID - 1 : -1]]


def conversation_of(state: AgentState) -> list[str]:
    return [
        f"{entry['role']}: {entry['content']}" for entry in state.get("conversation_history") or []
    ]


def task_of(runtime: Runtime[Context]) -> str:
    """The same for the same step of the same run, also when it is done again after a crash."""
    info = runtime.execution_info
    return info.task_id if info else "task"


def moment() -> str:
    return datetime.now(UTC).isoformat()
