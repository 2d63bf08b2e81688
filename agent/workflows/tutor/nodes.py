"""What the Tutor does: think, and run the tools that thinking names."""

import time
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, ToolCall, ToolMessage
from langgraph.graph import END
from langgraph.runtime import Runtime
from pydantic import BaseModel, ValidationError

from agent.cited import sources
from agent.conversation import words_of
from agent.errors import AgentError
from agent.events import Artifact, Notice, ToolCalled
from agent.ports import Context
from agent.steps import Chat
from agent.workflows.tutor import guide, prompts, rules
from agent.workflows.tutor.compound import halves
from agent.workflows.tutor.difficulty import Difficulty, Level, classify, depth_command
from agent.workflows.tutor.phrases import mirrored, phrase
from agent.workflows.tutor.quiz.revised import corrections
from agent.workflows.tutor.state import Plain, SubjectState
from agent.workflows.tutor.tools import Tool, ToolResult, node_of, specs, tools
from agent.workflows.tutor.tools.rag_search import RagSearch

MOST_TOOL_ROUNDS = 4
TEMPERATURE = 0.1
PICKED = ("about", "review", "retry_of", "focus", "quiz_setup")


def think(state: SubjectState, runtime: Runtime[Context]) -> Plain:
    """Judge the question, then answer it or name the tools that are needed."""
    context = runtime.context
    messages = state["messages"]
    question = rules.question_of(messages)
    said = depth_command(_last_words(messages))
    depth = None if said == "automatic" else said or state.get("depth")
    level = classify(question, depth=depth)
    rounds = state.get("tool_rounds") or 0
    chat = Chat(
        system=instructions(state, context, level=level.level),
        messages=messages,
        tools=specs() if rounds < MOST_TOOL_ROUNDS else (),
        rules=lambda said: by_rules(said, state, level, subject=_title(state, context)),
        temperature=TEMPERATURE,
    )
    # What a button asks for is done, whatever a model would make of its words.
    is_picked = rounds == 0 and any(state.get(key) for key in PICKED)
    message = chat.rules(messages) if is_picked else context.llm.reply(chat)
    if rounds == 0:
        _show_route(message, level, question, context, is_picked=is_picked)
    found = state.get("context") or []
    if not message.tool_calls and not sources.is_checked(message, found):
        sources.show(message, found, context)
    return {
        "messages": [message],
        "thinking": message.additional_kwargs.get("thinking"),
        "query_difficulty": level.level,
        "depth": depth,
        "tool_rounds": rounds + 1,
    }


def instructions(state: SubjectState, context: Context, *, level: Level | None = None) -> str:
    """What a model is told of its task."""
    return prompts.system(
        level or _level(state),
        subject=_title(state, context),
        summary=state.get("summary") or "",
        corrections=corrections(context) if context.llm.is_model else "",
    )


def _level(state: SubjectState) -> Level:
    return classify(rules.question_of(state["messages"]), depth=state.get("depth")).level


def by_rules(messages: Any, state: SubjectState, level: Difficulty, *, subject: str) -> AIMessage:
    """The whole of thinking without a model."""
    question = rules.question_of(messages)
    if results := rules.tool_results(messages):
        told = [r.text for r in results if r.name in tools() and not tools()[r.name].gives_evidence]
        if told:
            return AIMessage("\n\n".join(told))
        answer = _quoted(question, results, state, level, subject=subject)
        return _simplest(answer, question) if is_simpler(messages) else answer
    if depth_command(question) is not None:
        return AIMessage(phrase("nothing_asked", mirrored(question)))
    for name, tool in tools().items():
        arguments = tool.when(question, state)
        if arguments is not None:
            calls = [_call(name, arguments)]
            if name == "get_guia" and (asked := halves(question)):
                calls.append(_call("rag_search", RagSearch(query=asked.subject[:400])))
            return AIMessage("", tool_calls=calls)
    return AIMessage(phrase(rules.small_talk_key(question), mirrored(question), subject=subject))


def _call(name: str, arguments: BaseModel) -> ToolCall:
    given = arguments.model_dump(mode="json")
    return ToolCall(name=name, args=given, id=f"rule-{name}", type="tool_call")


def _quoted(
    question: str,
    results: list[ToolMessage],
    state: SubjectState,
    level: Difficulty,
    *,
    subject: str,
) -> AIMessage:
    """The answer from what the tools have found; where one found nothing, that is said."""
    language, context = mirrored(question), state.get("context") or []
    told = {
        str(result.name): phrase(key, language, subject=subject)
        for result in results
        if (key := result.additional_kwargs.get("phrase"))
    }
    asked = halves(question)
    if asked and {"get_guia", "rag_search"} <= {result.name for result in results}:
        return rules.answer_both(asked, context, level=level.level, language=language, told=told)
    if told:
        return AIMessage(next(iter(told.values())))
    return rules.answer_from(question, context, level=level.level)


def is_simpler(messages: list[AnyMessage]) -> bool:
    return depth_command(_last_words(messages)) == "basic"


def _simplest(answer: AIMessage, question: str) -> AIMessage:
    """Rules cannot put it more simply than the documents do, so they say what this is."""
    if "trace" not in answer.additional_kwargs:
        return answer
    said = f"{phrase('simplest', mirrored(question))}\n\n{answer.text}"
    return answer.model_copy(update={"content": said})


def tool_node(name: str, tool: Tool) -> Any:
    """A node that answers every call of one tool in the last message."""

    def node(state: SubjectState, runtime: Runtime[Context]) -> Plain:
        results: list[ToolMessage] = []
        evidence: list[Plain] = []
        for call in calls_of(state["messages"]):
            if call["name"] == name:
                # Several calls of one message see each other's evidence, so marks stay unique.
                seen: SubjectState = {
                    **state,
                    "context": [*(state.get("context") or []), *evidence],
                }
                result = run_tool(name, tool, call["args"], seen, runtime.context)
                results.append(_message(result, call["id"], name))
                evidence.extend(result.context)
        return {"messages": results, "context": evidence}

    return node


def _message(result: ToolResult, call: str, name: str) -> ToolMessage:
    more = {"phrase": result.phrase} if result.phrase else {}
    return ToolMessage(result.text, tool_call_id=call, name=name, additional_kwargs=more)


def run_tool(
    name: str, tool: Tool, arguments: Plain, state: SubjectState, context: Context
) -> ToolResult:
    """The tool's result; its failure is told to the model and to the user alike."""
    started = time.perf_counter()
    outcome = "done"
    try:
        if tool.call is None:
            raise TypeError(f"{name} is run by a node of its own")
        result = tool.call(tool.arguments.model_validate(arguments), state, context)
    except ValidationError as error:
        outcome = "wrong arguments"
        problems = "; ".join(f"{e['loc']}: {e['msg']}" for e in error.errors())
        result = ToolResult(f"The arguments do not fit: {problems}")
    except AgentError as error:
        outcome = "failed"
        text = f"The tool failed: {error.message}"
        result = ToolResult(text, notice=error.message, phrase="not_looked_up")
    if result.notice:
        context.report.emit(Notice(result.notice, "warning" if outcome == "failed" else "info"))
    found = f"{len(result.context)} found" if result.context else outcome
    milliseconds = (time.perf_counter() - started) * 1000
    context.report.emit(ToolCalled(name, arguments, milliseconds, found))
    return result


def unknown_tool(state: SubjectState, _runtime: Runtime[Context]) -> Plain:
    """Answer calls of tools that do not exist, so that none stays open."""
    named = ", ".join(tools())
    return {
        "messages": [
            ToolMessage(
                f"There is no tool {call['name']}. There are: {named}.", tool_call_id=call["id"]
            )
            for call in calls_of(state["messages"])
            if call["name"] not in tools()
        ]
    }


def calls_of(messages: list[AnyMessage]) -> list[Any]:
    """The tool calls of the last message that made some."""
    for message in reversed(messages):
        if isinstance(message, AIMessage):
            return list(message.tool_calls)
    return []


def after_think(state: SubjectState) -> list[str]:
    """Every tool that was named, at once; the quiz runs last, after the others.

    An answer has its citations checked.
    """
    nodes = list(dict.fromkeys(node_of(call["name"]) for call in calls_of(state["messages"])))
    others = [node for node in nodes if node != "test_session"]
    return others or nodes or [_after_answer(state)]


def _after_answer(state: SubjectState) -> str:
    answer = state["messages"][-1]
    is_checked = isinstance(answer, AIMessage) and sources.is_checked(
        answer, state.get("context") or []
    )
    return "check_citations" if is_checked else END


def after_tools(state: SubjectState) -> str:
    nodes = [node_of(call["name"]) for call in calls_of(state["messages"])]
    return "test_session" if "test_session" in nodes else "think"


def _title(state: SubjectState, context: Context) -> str:
    subject = state.get("asignatura") or ""
    found = guide.held(subject, context)
    return str(found.get("asignatura") or _name(subject, context) or "this course")


def _name(subject: str, context: Context) -> str:
    known = context.ports.library.subjects(context.user)
    return next((found.title for found in known if found.id == subject), subject)


def _last_words(messages: list[AnyMessage]) -> str:
    return words_of({"messages": messages})


def _show_route(
    message: AIMessage, level: Difficulty, question: str, context: Context, *, is_picked: bool
) -> None:
    """Tell the panel where the question went and why, and how hard it was taken to be."""
    called = [call["name"] for call in message.tool_calls]
    if context.llm.is_model and not is_picked:
        why = "the model called it" if called else "the model answered at once"
    else:
        why = rules.route_reason(called, question)
    names = ", ".join(called) or "answer"
    context.report.emit(Artifact("route", "route", {"route": names, "why": why}))
    if not called or "rag_search" in called:
        context.report.emit(Artifact("difficulty", "difficulty", vars(level)))
