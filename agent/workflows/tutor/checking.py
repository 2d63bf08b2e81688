"""What an answer goes through before the user relies on it: its citations are checked."""

from typing import Literal

from langchain_core.messages import AIMessage, AnyMessage
from langgraph.runtime import Runtime

from agent.cited import repair, sources
from agent.cited.support import judge
from agent.events import Artifact, Notice
from agent.messages import text_of
from agent.ports import Context
from agent.workflows.tutor import nodes
from agent.workflows.tutor.state import Plain, SubjectState


def check_citations(state: SubjectState, runtime: Runtime[Context]) -> Plain:
    """Hold each sentence against what it cites; show what came of it, or ask for a repair."""
    context, message = runtime.context, _answer(state["messages"])
    evidence = state.get("context") or []
    support = judge(text_of(message), evidence, alike=context.ports.library.likeness)
    if context.llm.is_model and not state.get("repaired") and repair.mostly_fails(support):
        context.report.emit(Notice(repair.FAILING, "warning"))
        return {"supported_share": support.told, "failing": repair.failing_of(support)}
    sources.show(message, evidence, context)
    sources.warn(message, evidence, context)
    if support.sentences:
        context.report.emit(Artifact("support", "support", support.data))
    return {"supported_share": support.told, "failing": None}


def after_check(state: SubjectState) -> Literal["repair_answer", "__end__"]:
    return "repair_answer" if state.get("failing") else "__end__"


def repair_answer(state: SubjectState, runtime: Runtime[Context]) -> Plain:
    """Tell the model once which sentences fail; what it then writes takes the answer's place."""
    context = runtime.context
    message = repair.written_again(
        _answer(state["messages"]),
        state.get("failing") or [],
        context,
        system=nodes.instructions(state, context),
        messages=state["messages"],
        temperature=nodes.TEMPERATURE,
    )
    # Under the first one's id, so that it takes its place in what the model sees as well.
    return {"messages": [message], "repaired": True} if message else {"repaired": True}


def _answer(messages: list[AnyMessage]) -> AIMessage:
    return next(message for message in reversed(messages) if isinstance(message, AIMessage))
