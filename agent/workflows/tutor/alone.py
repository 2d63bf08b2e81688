"""What the Tutor does without a model: typed values, the classifier, forms."""

import re

from langchain_core.messages import AIMessage, ToolCall, ToolMessage

from agent.errors import AgentError
from agent.workflows.tutor import forms, guide
from agent.workflows.tutor.answers import answer, ask_about, small_talk
from agent.workflows.tutor.quiz.items import name_topics, named_for_quiz, nearest_topic
from agent.workflows.tutor.state import Plain, SubjectState
from agent.workflows.tutor.tools import tools
from agent.workflows.tutor.turn import DEPTHS, Said, Turn, has_quiz, of_this_turn

_NUMBER = re.compile(r"\d+")
_LETTER = re.compile(r"(?<![^\W\d_])([a-dA-D])(?![^\W\d_])")
PASSAGES = 10
"""What sentences are quoted from."""


def read_depth(turn: Turn) -> SubjectState:
    """What a typed "simpler" or "go deeper" sets, as their buttons do; else nothing."""
    depth = DEPTHS.get(turn.follow_up)
    return {"depth": depth, "again": True} if depth else {}


def picked(turn: Turn) -> AIMessage | None:
    """Return the call that a button, a form or an added tool asks for, if any."""
    state = turn.state
    if state.get("about"):
        return calling("explain_item", {})
    if any(state.get(key) for key in ("quiz_setup", "focus", "retry_of", "review")):
        return calling("generate_test", state.get("quiz_setup") or {})
    for name, tool in tools().items():
        if tool.when and (arguments := tool.when(turn.question, state)):
            return calling(name, arguments.model_dump(mode="json"))
    return None


def calling(name: str, arguments: Plain) -> AIMessage:
    call = ToolCall(name=name, args=arguments, id=f"rule-{name}", type="tool_call")
    return AIMessage("", tool_calls=[call])


def decide(turn: Turn) -> Said:
    """Do what the message wants, as far as that is clear; else ask, or search the documents."""
    own = of_this_turn(turn.messages)
    if results := [m for m in own if isinstance(m, ToolMessage)]:
        return answer(turn, results)
    guess, wish = turn.guess, turn.state.get("wish")
    if turn.message in ask_about(turn, [document.title for document in turn.documents]):
        return do(turn, "overview", why=turn.gettext("You chose it"))
    if wish:
        return do(turn, wish, why=turn.gettext("You chose it"))
    if guess.is_sure and not turn.state.get("again") and not turn.follow_up:
        return do(turn, guess.intent, why=turn.gettext("Your message reads like that"))
    # Quotes are harmless, so what is not clear is searched for first.
    is_about_quiz = guess.intent == "explain_item" and has_quiz(turn.messages)
    likely = "explain_item" if is_about_quiz else "documents"
    return do(turn, likely, why=turn.gettext("The documents may answer it"))


def do(turn: Turn, wish: str, *, why: str) -> Said:
    match wish:
        case "guide" if (keys := _guide_fields(turn)) or turn.state.get("wish"):
            call = calling("get_guia", {"keys": keys})
        case "overview":
            titles = [document.title for document in turn.documents]
            named = [*name_topics(turn.message, titles), *turn.open_documents, turn.question]
            call = calling("overview", {"document": named[0][:200]})
        case "quiz":
            return quiz(turn, why=why)
        case "explain_item" if has_quiz(turn.messages):
            call = calling("explain_item", explain_arguments(turn.question))
        case "chat" | "explain_item" if not turn.is_elsewhere:
            return small_talk(turn)
        case _:
            call = calling("rag_search", {"query": turn.question[:400], "top_k": PASSAGES})
    return Said(call, why=why)


def _guide_fields(turn: Turn) -> list[str]:
    """The fields that the message names, where the guide tells of them.

    A guide that cannot be reached is asked all the same, since the answer then says so.
    """
    keys = guide.fields_named(turn.question)
    try:
        held = turn.context.ports.guides.guide(turn.subject)
    except AgentError:
        return keys
    return keys if guide.lines(held or {}, keys) else []


def quiz(turn: Turn, *, why: str) -> Said:
    """A quiz where a topic is in the message, the longest of them; else the form."""
    number, bank = one_number(turn.question), turn.context.ports.bank.topics(turn.subject)
    documents = [document.topic or document.title for document in turn.documents]
    topics = list(dict.fromkeys([*bank, *documents]))
    asked = named_for_quiz(turn.message)
    topic = max(name_topics(turn.question, topics), key=len, default="").replace("-", " ")
    can_be_near = asked and not topic and turn.documents
    library = turn.context.ports.library
    chosen = nearest_topic(asked, turn.documents, library) if can_be_near else []
    if topic or chosen:
        more = {"num_questions": number} if number else {}
        # Of documents without questions of their own the passages on it are asked about.
        known = [name for name in chosen if name in bank]
        setup = {"topic": topic or asked, "topics": known, **more}
        return Said(calling("generate_test", setup), why=why)
    card = forms.quiz_form(
        topics, number=number, unknown=asked, task=turn.task, language=turn.language
    )
    return Said(card=card, why=why)


def one_number(text: str) -> int | None:
    """The number in a message that has one only."""
    found = _NUMBER.findall(text)
    return int(found[0][:2]) or None if len(found) == 1 else None


def explain_arguments(text: str) -> Plain:
    """Question and option, each where the message holds exactly one."""
    letters = {*map(str.lower, _LETTER.findall(text))}
    return {"question": one_number(text), "option": letters.pop() if len(letters) == 1 else ""}
