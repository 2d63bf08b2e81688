"""The Tutor's nodes. Only `clarify` and `set_up_quiz` ask."""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage
from langgraph.graph import END
from langgraph.runtime import Runtime
from pydantic import ValidationError

from agent.checks.citations import support
from agent.checks.citations.marks import cited, citing_sentences, read_marks, show
from agent.engine.conversation import task_of, today
from agent.engine.messages import text_of
from agent.errors import AgentError, ProviderError, StepFailed
from agent.events import Artifact, Notice, ToolCalled
from agent.exchange.teaching_guide import FIELDS
from agent.language.catalogs import N_
from agent.language.text import names_nothing
from agent.ports import Context, Passage
from agent.questions import ask, from_json, to_json
from agent.steps import Chat
from agent.workflows.tutor import alone, answers, artifacts, forms, guide, steps
from agent.workflows.tutor.alone import Turn, has_quiz, of_this_turn, question_before
from agent.workflows.tutor.evidence import as_read, evidence_of, number, with_evidence
from agent.workflows.tutor.sieve import Sieve, sifted
from agent.workflows.tutor.state import Plain, SubjectState
from agent.workflows.tutor.tools import ToolResult, node_of, specs, tools, unnamed
from agent.workflows.tutor.tools.rag_search import LONGEST_QUERY, RagSearch, search

MOST_TOOL_ROUNDS = 4
ENOUGH_COVERAGE = 0.5
MOST_DISTANT = 3


def think(state: SubjectState, runtime: Runtime[Context]) -> Plain:
    """Answer the message, or name the tools or the card that it needs."""
    turn = Turn(state, runtime.context, task_of(runtime))
    is_first = isinstance(state["messages"][-1], HumanMessage)
    if is_first and (call := alone.picked(turn)):
        artifacts.show_route(call, turn.gettext("You pressed a button"), turn.context)
        return {"messages": [call], "tool_rounds": 1}
    if turn.context.llm.is_model:
        return think_with_model(turn, is_first=is_first)
    depth = alone.read_depth(turn) if is_first else {}
    return {**think_alone(replace(turn, state={**state, **depth}), is_first=is_first), **depth}


def think_alone(turn: Turn, *, is_first: bool) -> Plain:
    state, context = turn.state, turn.context
    given = [m for m in of_this_turn(turn.messages) if isinstance(m, ToolMessage)]
    said = answers.answer(turn, given) if given else alone.decide(turn)
    if said.message.text:
        chat = Chat("", turn.messages, lambda _messages: said.message)
        said = replace(said, message=context.llm.reply(chat))
    if said.offers is not None:
        reason = turn.gettext("chosen from your question")
        artifacts.show_level(turn, turn.level, reason, offers=said.offers)
    if said.suggestions or said.wishes:
        offered = {"texts": list(said.suggestions), "wishes": list(said.wishes)}
        context.report.emit(Artifact("suggestions", "suggestions", offered))
    if not given:
        why = N_("You chose it") if state.get("wish") else N_("Chosen from your message")
        artifacts.show_route(said.message, turn.gettext(why), context)
    # It is no question of its own: the last one is asked again.
    is_again = is_first and turn.is_again
    asked = [with_evidence(turn.messages[-1], [], again=True)] if is_again else []
    update = {"query_difficulty": turn.level, "tool_rounds": (state.get("tool_rounds") or 0) + 1}
    if said.card:
        return {**update, "messages": asked, "drafted": to_json(said.card)}
    return {**update, "messages": [*asked, said.message]}


def think_with_model(turn: Turn, *, is_first: bool) -> Plain:
    state, context = turn.state, turn.context
    rounds, messages = state.get("tool_rounds") or 0, list(turn.messages)
    found, failed = look_up(turn) if is_first else ([], "")
    if is_first:
        messages[-1] = with_evidence(messages[-1], found, again=bool(state.get("again")))
    known = frozenset(each["mark"] for each in evidence_of(messages))
    note = steps.note(state, failed=failed)
    request = [m for m in messages if isinstance(m, HumanMessage)][-1]
    chat = Chat(
        steps.instructions(turn.title, today=today(), more=unnamed()),
        [as_read(m, known, note if m is request else "") for m in messages],
        lambda _messages: AIMessage(""),
        tools=specs() if rounds < MOST_TOOL_ROUNDS else (),
        temperature=steps.TEMPERATURE,
        sift=lambda: Sieve(known),
    )
    message, sieve = sifted(context.llm.reply(chat), known)
    if is_first:
        artifacts.show_route(message, turn.gettext("The model chose it"), context)
    said = [*(messages[-1:] if is_first else []), message]
    return {"messages": said, "tool_rounds": rounds + 1, **_judged(turn, message, sieve)}


def look_up(turn: Turn) -> tuple[list[Plain], str]:
    """What is new for the message in documents and guide, and why the search failed."""
    known = evidence_of(turn.messages)
    needs_nothing = {"chat", "quiz", *["explain_item"] * has_quiz(turn.messages)}
    if turn.guess.is_sure and turn.guess.intent in needs_nothing:
        return [], ""
    try:
        passages = _find_near(turn)
    except AgentError as error:
        turn.context.report.emit(Notice("{error}", "warning", {"error": error}))
        return [], error.message
    likely = turn.guess.ranked[: 1 if turn.guess.is_sure else 2]
    if "guide" not in likely or names_nothing(turn.message):
        return number(passages, known), ""
    held = guide.held(turn.subject, turn.context.ports)
    # A model finds in the whole guide what no word of the message names.
    keys = guide.fields_named(turn.question) or FIELDS
    return number([*passages, *guide.lines(held, keys, language=turn.language)], known), ""


def _find_near(turn: Turn) -> list[Passage]:
    """Passages near the message; where there are none, a first question takes the best along."""
    started, query = time.perf_counter(), turn.question[:LONGEST_QUERY]
    found = search(RagSearch(query=query, top_k=alone.PASSAGES), turn.state, turn.context)
    if found.notice:
        turn.context.report.emit(Notice(found.notice))
    outcome = f"{len(found.passages)} found"
    _show_call("rag_search", {"query": query}, started, outcome, turn.context)
    near = [each for each in found.passages if each.near or each.coverage >= ENOUGH_COVERAGE]
    most = 0 if question_before(turn.messages) else MOST_DISTANT
    return near or list(found.passages[:most])


def _show_call(name: str, arguments: Plain, started: float, outcome: str, context: Context) -> None:
    milliseconds = (time.perf_counter() - started) * 1000
    context.report.emit(ToolCalled(name, arguments, milliseconds, outcome))


def _judged(turn: Turn, message: AIMessage, sieve: Sieve) -> Plain:
    """Keep the level that the model chose; say which marks named nothing."""
    support.tell_removed(sieve.removed, turn.context)
    level = turn.state.get("depth") or sieve.level
    if not level or not text_of(message):
        return {}
    artifacts.show_level(turn, level, sieve.reason, offers=alone.DEPTHS)
    return {"query_difficulty": level}


def tool_node(name: str) -> Any:
    """A node that answers every call of its tool in the last message."""

    def node(state: SubjectState, runtime: Runtime[Context]) -> Plain:
        results: list[ToolMessage] = []
        for call in calls_of(state["messages"]):
            if node_of(call["name"]) == name:
                seen: SubjectState = {**state, "messages": [*state["messages"], *results]}
                result = run_tool(call["name"], call["args"], seen, runtime.context)
                message = ToolMessage(result.text, tool_call_id=call["id"], name=call["name"])
                message.artifact = result.context
                message.additional_kwargs = {"found": result.found, "said": result.said}
                results.append(message)
        return {"messages": results}

    return node


def run_tool(name: str, arguments: Plain, state: SubjectState, context: Context) -> ToolResult:
    """Return the tool's result; a failure is reported to both the model and the user."""
    started, outcome, tool = time.perf_counter(), "done", tools().get(name)
    if tool is None or tool.call is None:
        return ToolResult(f"There is no tool {name}. There are: {', '.join(tools())}.")
    try:
        result = tool.call(tool.arguments.model_validate(arguments), state, context)
    except ValidationError as error:
        outcome = "wrong arguments"
        problems = "; ".join(f"{e['loc']}: {e['msg']}" for e in error.errors())
        result = ToolResult(f"The arguments do not fit: {problems}")
    except AgentError as error:
        outcome, said = "failed", error.message
        result = ToolResult(f"The tool failed: {said}", notice=said, said=said)
    if result.notice:
        context.report.emit(Notice(result.notice, "warning" if outcome == "failed" else "info"))
    found = f"{len(result.found or result.context)} found" if result.context else outcome
    _show_call(name, arguments, started, found, context)
    return result


def clarify(state: SubjectState, _runtime: Runtime[Context]) -> Plain:
    """Ask what the message wants."""
    reply = ask(from_json(state["drafted"] or {}))
    return {"wish": None if reply.cancelled else reply.option or None, "drafted": None}


def set_up_quiz(state: SubjectState, _runtime: Runtime[Context]) -> Plain:
    """Ask what the quiz is to be like."""
    reply = ask(from_json(state["drafted"] or {}))
    setup = None if reply.cancelled else forms.quiz_setup_of(reply)
    return {"quiz_setup": setup, "wish": "quiz" if setup else None, "drafted": None}


def check_citations(state: SubjectState, runtime: Runtime[Context]) -> Plain:
    """Show the sources of the answer and remark what they do not hold; the model judges if set."""
    context, evidence = runtime.context, evidence_of(state["messages"])
    # A turn may say something before it calls a tool, and something after.
    own = [text_of(m) for m in of_this_turn(state["messages"]) if isinstance(m, AIMessage)]
    text = "\n\n".join(own)
    show(text, evidence, context)
    if context.llm.is_model and context.ports.tutor_rules.judges:
        judge(text, evidence, context)
    elif context.llm.is_model:
        remarks = support.find_unsupported(text, evidence, context.ports.library)
        support.show_remarks(text, remarks, context)
    return {}


def judge(text: str, evidence: list[Plain], context: Context) -> None:
    """One call for all sentences that cite; what is not found is said beside the answer."""
    citing = citing_sentences(text)
    asked = steps.Cited(evidence=cited(text, evidence), sentences=[said for said, _ in citing])
    try:
        given = context.llm.run(steps.JUDGE, asked)
    except (ProviderError, StepFailed) as error:
        context.report.emit(Notice("{error}", values={"error": error}))
        return
    found = [citing[n - 1] for n in dict.fromkeys(given.not_found) if 0 < n <= len(citing)]
    support.show_remarks(text, [support.remark(*each) for each in found], context)


def after_think(state: SubjectState) -> list[str]:
    """To the card, or to the first tool, beside which what was said with marks is checked."""
    if drafted := state.get("drafted"):
        return [drafted["step"]]
    said = next(m for m in reversed(state["messages"]) if isinstance(m, AIMessage))
    is_cited = read_marks(text_of(said)) and not said.response_metadata.get("stopped")
    tools_ = [after_tools(state)] if said.tool_calls else []
    return [*tools_, *(["check_citations"] if is_cited else [])] or [END]


def after_tools(state: SubjectState) -> str:
    """The next tool that was named: each numbers its evidence after the others'; the quiz last."""
    own = of_this_turn(state["messages"])
    at = max((n for n, m in enumerate(own) if isinstance(m, AIMessage) and m.tool_calls), default=0)
    done = {message.name for message in own[at:] if isinstance(message, ToolMessage)}
    nodes = [node_of(call["name"]) for call in calls_of(own) if call["name"] not in done]
    return min(nodes, key="test_session".__eq__, default="think")


def after_card(state: SubjectState) -> str:
    return "think" if state.get("wish") else END


def calls_of(messages: Sequence[AnyMessage]) -> list[Any]:
    """The tool calls of the last message that made some."""
    said = (list(m.tool_calls) for m in reversed(messages) if isinstance(m, AIMessage))
    return next(said, [])
