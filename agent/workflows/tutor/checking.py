"""What an answer goes through before the user relies on it: its citations are checked."""

from typing import Literal

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langgraph.runtime import Runtime

from agent.errors import AgentError, Stopped
from agent.events import Artifact, Notice
from agent.messages import text_of
from agent.ports import Context
from agent.steps import Chat
from agent.workflows.tutor import evidence, nodes, prompts
from agent.workflows.tutor.state import Plain, SubjectState
from agent.workflows.tutor.support import Support, judge

ENOUGH = 0.5
"""An answer of which a smaller share is supported is asked for once more."""
FAILING = (
    "Most of what the first answer cites does not stand in its passages, so it is written again."
)
NOT_REPAIRED = "The model could not be asked again, so the answer stays as it is."
REPLACED = "most of what it cited did not stand in its passages"


def check_citations(state: SubjectState, runtime: Runtime[Context]) -> Plain:
    """Hold each sentence against what it cites; show what came of it, or ask for a repair."""
    context, message = runtime.context, _answer(state["messages"])
    support = judge(
        text_of(message), state.get("context") or [], alike=context.ports.library.likeness
    )
    if context.llm.is_model and not state.get("repaired") and _mostly_fails(support):
        context.report.emit(Notice(FAILING, "warning"))
        failing = [{"text": each.text, "reason": each.reason} for each in support.failing]
        return {"supported_share": support.told, "failing": failing}
    evidence.show(message, state, context)
    evidence.warn(message, state, context)
    if support.sentences:
        context.report.emit(Artifact("support", "support", support.data))
    return {"supported_share": support.told, "failing": None}


def after_check(state: SubjectState) -> Literal["repair_answer", "__end__"]:
    return "repair_answer" if state.get("failing") else "__end__"


def repair_answer(state: SubjectState, runtime: Runtime[Context]) -> Plain:
    """Tell the model once which sentences fail; what it then writes takes the answer's place."""
    context, first = runtime.context, _answer(state["messages"])
    chat = Chat(
        system=nodes.instructions(state, context),
        messages=[*state["messages"], HumanMessage(prompts.repair(state.get("failing") or []))],
        rules=lambda _messages: first,
        temperature=nodes.TEMPERATURE,
    )
    try:
        message = context.llm.reply(chat)
    except Stopped:
        raise
    except AgentError as error:
        context.report.emit(Notice(f"{error.message} {NOT_REPAIRED}", "warning"))
        return {"repaired": True}
    if message.response_metadata.get("stopped"):
        return {"repaired": True}
    replaced = {"text": text_of(first), "why": REPLACED}
    context.report.emit(Artifact("replaced", "replaced", replaced))
    # Under the first one's id, so that it takes its place in what the model sees as well.
    return {"messages": [message.model_copy(update={"id": first.id})], "repaired": True}


def _mostly_fails(support: Support) -> bool:
    return support.share is not None and support.share < ENOUGH


def _answer(messages: list[AnyMessage]) -> AIMessage:
    return next(message for message in reversed(messages) if isinstance(message, AIMessage))
