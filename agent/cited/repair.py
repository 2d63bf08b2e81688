"""An answer that mostly does not stand in its passages is asked for once more."""

from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage

from agent.cited.support import Support
from agent.errors import AgentError, Stopped
from agent.events import Artifact, Notice
from agent.messages import text_of
from agent.ports import Context
from agent.steps import Chat

Plain = dict[str, Any]

ENOUGH = 0.5
"""An answer of which a smaller share is supported is asked for once more."""
FAILING = (
    "Most of what the first answer cites does not stand in its passages, so it is written again."
)
NOT_REPAIRED = "The model could not be asked again, so the answer stays as it is."
REPLACED = "most of what it cited did not stand in its passages"

_PROMPT = """These sentences of your answer do not stand in the passages they cite:
{listed}

Write the whole answer again, in the same language and for the same question. Keep what stands in
the passages, correct what does not, and leave out what no passage says. Every statement of fact
ends with the mark of the passage that says it. Write the answer only, nothing about this check."""


def mostly_fails(support: Support) -> bool:
    return support.share is not None and support.share < ENOUGH


def failing_of(support: Support) -> list[Plain]:
    """The sentences that fail, and what is wrong with each."""
    return [{"text": each.text, "reason": each.reason} for each in support.failing]


def written_again(
    first: AIMessage,
    failing: Sequence[Plain],
    context: Context,
    *,
    system: str,
    messages: Sequence[AnyMessage],
    temperature: float,
) -> AIMessage | None:
    """What the model writes when it is told which sentences fail; None where the first stays.

    `messages` ends with the first answer. What takes its place bears its id.
    """
    listed = "\n".join(f"- “{each['text']}”: {each['reason']}" for each in failing)
    chat = Chat(
        system=system,
        messages=[*messages, HumanMessage(_PROMPT.format(listed=listed))],
        rules=lambda _messages: first,
        temperature=temperature,
    )
    try:
        message = context.llm.reply(chat)
    except Stopped:
        raise
    except AgentError as error:
        context.report.emit(Notice(f"{error.message} {NOT_REPAIRED}", "warning"))
        return None
    if message.response_metadata.get("stopped"):
        return None
    context.report.emit(Artifact("replaced", "replaced", {"text": text_of(first), "why": REPLACED}))
    return message.model_copy(update={"id": first.id})
