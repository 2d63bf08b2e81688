"""What was said in a conversation, where in the run we are, and what code says itself."""

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

MOST_SAID = 10
LONGEST = 2_000


def words_of(state: State) -> str:
    """The message that this run answers, as rules read it."""
    return (asked_in(state["messages"]) or [""])[-1]


def message_of(state: State) -> str:
    """The same word for word, for what is stored or written by a model."""
    said = [str(m.text) for m in state["messages"] if isinstance(m, HumanMessage)]
    return said[-1] if said else ""


def asked_in(messages: Iterable[AnyMessage]) -> list[str]:
    """What the user has said, as rules read it: without endless runs of one character."""
    return [cap_gaps(str(m.text)) for m in messages if isinstance(m, HumanMessage)]


def history_of(state: State) -> list[Plain]:
    """The last messages before this one, as the seeds keep them."""
    told = [
        {"role": "user" if isinstance(m, HumanMessage) else "assistant", "content": text_of(m)}
        for m in state["messages"]
        if isinstance(m, HumanMessage | AIMessage)
    ]
    return [{**entry, "content": entry["content"][:LONGEST]} for entry in told[-MOST_SAID - 1 : -1]]


def conversation_of(state: State) -> list[str]:
    """The same, a line each, for a prompt."""
    history = state.get("conversation_history")
    told = history_of(state) if history is None else history
    return [f"{entry['role']}: {entry['content']}" for entry in told]


def spoken_in(state: State) -> Language:
    """The language of the conversation."""
    return conversation_language(state.get("messages") or ())


def gettext_of(state: State) -> Callable[[str], str]:
    """Translates what code says itself into that language."""
    return catalog(spoken_in(state)).gettext


def task_of(runtime: Runtime[Context]) -> str:
    """The same for the same step of the same run, also when it is done again after a crash."""
    info = runtime.execution_info
    return info.task_id if info else "task"


def moment() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def today() -> date:
    return datetime.now(UTC).date()


def say(
    context: Context, text: str, *, status: str, key: object = "outcome", **more: object
) -> Plain:
    """Show what code says, never as a model's words, and keep it for later turns."""
    data = {"text": text, "status": status, **more}
    context.report.emit(Artifact("outcome", str(key), data))
    return {"messages": [AIMessage(text)]}
