"""How the Tutor answers without a model: choose a tool, then quote what it found."""

from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage

from agent.cited import answers
from agent.conversation import asked_in
from agent.text import content_words
from agent.workflows.tutor import guide, requests
from agent.workflows.tutor.compound import Halves
from agent.workflows.tutor.difficulty import Level, depth_command
from agent.workflows.tutor.phrases import mirrored, phrase

Plain = dict[str, Any]


def content_question(text: str) -> bool:
    return requests.small_talk(text) is None


def route_reason(called: Sequence[str], question: str) -> str:
    """Why the rules chose as they did, for the Thinking panel."""
    if "generate_test" in called:
        return "the message asks for a quiz"
    if "explain_item" in called:
        return "the message is about a question of a quiz"
    if "get_guia" in called:
        names = [guide.NAMES[key].lower() for key in guide.fields_asked(question)]
        both = " and about the subject" if "rag_search" in called else ""
        return f"the message asks about {', '.join(names)}{both}"
    if "rag_search" in called:
        return "the message asks about the subject"
    return "the message needs no document" if not called else "the rule of that tool matched"


def small_talk_key(text: str) -> str:
    return requests.small_talk(text) or "help"


def question_of(messages: Sequence[AnyMessage]) -> str:
    """What the user wants answered; "simpler" and "deeper" refer to what was asked before."""
    asked = asked_in(messages)
    if not asked or depth_command(asked[-1]) is None:
        return asked[-1] if asked else ""
    return next(filter(_is_answered, reversed(asked)), asked[-1])


def _is_answered(text: str) -> bool:
    """Whether it asks for an answer, which can be given at another depth."""
    asks_otherwise = depth_command(text) is not None or requests.quiz_request(text) is not None
    return content_question(text) and not asks_otherwise


def tool_results(messages: Sequence[AnyMessage]) -> list[ToolMessage]:
    """The answers of this turn's tools."""
    results: list[ToolMessage] = []
    for message in reversed(messages):
        if isinstance(message, HumanMessage):
            break
        if isinstance(message, ToolMessage):
            results.insert(0, message)
    return results


def answer_from(question: str, context: Sequence[Plain], *, level: Level) -> AIMessage:
    """Quote the evidence, cite it, and say when it is thin."""
    language = mirrored(question)
    fields = [entry for entry in context if entry["kind"] == "guide"]
    passages = [entry for entry in context if entry["kind"] == "passage"]
    if fields:
        return AIMessage(_from_guide(question, fields, language))
    return _from_passages(question, passages, level=level, language=language)


def answer_both(
    asked: Halves, context: Sequence[Plain], *, level: Level, language: str, told: dict[str, str]
) -> AIMessage:
    """Each half from its own evidence, in the order asked, or what its tool has told instead.

    What the documents do not cover is said first: below the guide it would seem to cite it.
    """
    fields = [entry for entry in context if entry["kind"] == "guide"]
    passages = [entry for entry in context if entry["kind"] == "passage"]
    of_guide = told.get("get_guia") or _from_guide(asked.guide, fields, language)
    found = _from_passages(asked.subject, passages, level=level, language=language)
    is_first = asked.is_subject_first
    if "trace" not in found.additional_kwargs:
        not_covered = phrase("thin_half", language, asked=asked.subject)
        found, is_first = AIMessage(told.get("rag_search") or not_covered), True
    both = (found.text, of_guide) if is_first else (of_guide, found.text)
    return found.model_copy(update={"content": "\n\n".join(both)})


def _from_guide(question: str, fields: Sequence[Plain], language: str) -> str:
    lines = "\n\n".join(
        f"**{e['heading']}** [{e['mark']}]\n\n{_asked_lines(e['text'], question)}" for e in fields
    )
    return f"{phrase('guide', language)}\n\n{lines}"


def _from_passages(
    question: str, passages: Sequence[Plain], *, level: Level, language: str
) -> AIMessage:
    thin = phrase("thin", language)
    return answers.quoted(question, passages, depth=level, language=language, thin=thin)


def _asked_lines(text: str, question: str) -> str:
    """Of a list the lines that share the question's words, where there are some.

    A line gives way to one that shares all the words that it shares, and more.
    """
    lines = text.split("\n")
    if not text.startswith("- "):
        return text
    wanted = guide.words_asked(question)
    shared = [wanted & set(content_words(line)) for line in lines]
    asked = [
        line
        for line, words in zip(lines, shared, strict=True)
        if words and not any(words < other for other in shared)
    ]
    return "\n".join(asked or lines)
