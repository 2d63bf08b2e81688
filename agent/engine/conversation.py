"""Functions for nodes: the conversation so far, ids and dates of the run, fixed replies."""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langgraph.runtime import Runtime

from agent.engine.messages import text_of
from agent.events import Artifact
from agent.language.catalogs import catalog
from agent.language.conversation import conversation_language
from agent.language.text import Language, cap_gaps
from agent.ports import Context

Plain = dict[str, Any]
State = Mapping[str, Any]

MOST_MESSAGES = 10
LONGEST = 2_000


def words_of(state: State) -> str:
    """The message that this run answers, shortened as `asked_in` does."""
    return (asked_in(state["messages"]) or [""])[-1]


def message_of(state: State) -> str:
    """The message that this run answers, word for word."""
    asked = [str(m.text) for m in state["messages"] if isinstance(m, HumanMessage)]
    return asked[-1] if asked else ""


def asked_in(messages: Iterable[AnyMessage]) -> list[str]:
    """The user's messages, with long runs of blank characters cut: rules must stay fast."""
    return [cap_gaps(str(m.text)) for m in messages if isinstance(m, HumanMessage)]


def history_of(state: State) -> list[Plain]:
    """The last ten messages before this one, as dicts with role and content."""
    earlier = [
        {"role": "user" if isinstance(m, HumanMessage) else "assistant", "content": text_of(m)}
        for m in state["messages"]
        if isinstance(m, HumanMessage | AIMessage)
    ]
    last = earlier[-MOST_MESSAGES - 1 : -1]
    return [{**entry, "content": entry["content"][:LONGEST]} for entry in last]


def conversation_of(state: State) -> list[str]:
    """The last ten messages before this one, a line each, for a prompt."""
    history = state.get("conversation_history")
    earlier = history_of(state) if history is None else history
    return [f"{entry['role']}: {entry['content']}" for entry in earlier]


def spoken_in(state: State) -> Language:
    """The language of the conversation: what a model has told, else that of its messages."""
    return state.get("spoken") or conversation_language(state.get("messages") or ())


def gettext_of(state: State) -> Callable[[str], str]:
    """The function that translates the app's own sentences into that language."""
    return catalog(spoken_in(state)).gettext


def task_of(runtime: Runtime[Context]) -> str:
    """The id of this step in this run, which stays the same when it is repeated after a crash."""
    info = runtime.execution_info
    return info.task_id if info else "task"


def moment() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def today() -> date:
    return datetime.now(UTC).date()


def say(
    context: Context, text: str, *, status: str, key: object = "outcome", **more: object
) -> Plain:
    """Show a fixed reply, never as a model's words, and keep it for later turns."""
    data = {"text": text, "status": status, **more}
    context.report.emit(Artifact("outcome", str(key), data))
    return {"messages": [AIMessage(text)]}
