"""Explain a question of a quiz that the user has taken."""

from typing import Any

from pydantic import BaseModel

from agent.cited.passages import entry
from agent.ports import Context, Passage
from agent.text import language_of
from agent.workflows.tutor.state import Plain, SubjectState
from agent.workflows.tutor.tools import Tool, ToolResult

_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "asked": "The question was: {}",
        "wrong": "You answered “{}”. Right is **{}**.",
        "right": "You answered **{}**, and that is right.",
        "skipped": "You skipped it. Right is **{}**.",
        "void": "You contested this question, so it does not count.",
        "says": "The documents say: “{}” {}",
    },
    "es": {
        "asked": "La pregunta era: {}",
        "wrong": "Respondiste «{}». Lo correcto es **{}**.",
        "right": "Respondiste **{}**, y es correcto.",
        "skipped": "La saltaste. Lo correcto es **{}**.",
        "void": "Impugnaste esta pregunta, así que no cuenta.",
        "says": "Los documentos dicen: «{}» {}",
    },
    "zh": {
        "asked": "题目是：{}",
        "wrong": "你的回答是“{}”。正确答案是**{}**。",
        "right": "你的回答是**{}**，回答正确。",
        "skipped": "你跳过了这道题。正确答案是**{}**。",
        "void": "你对这道题提出了异议，所以它不计分。",
        "says": "文档中写道：“{}” {}",
    },
}


class ExplainItem(BaseModel):
    """Look at a question of a quiz the user has taken: their answer, the key and its evidence.

    Use it when the message refers to a question of a finished quiz.
    """


def call(_arguments: ExplainItem, state: SubjectState, context: Context) -> ToolResult:
    about = state.get("about") or {}
    if not about:
        return ToolResult("No question of a quiz was picked. Answer from the documents.")
    attempt = context.ports.attempts.get(context.user, about["quiz"])
    answers = [a for a in attempt.result["answers"] if a["item"]["id"] == about["item"]]
    if not answers:
        return ToolResult("That question is not part of the quiz.")
    answer = answers[0]
    found = _evidence(answer["item"], attempt.subject, context)
    held = [e for e in state.get("context") or [] if e["kind"] == "passage"]
    entries = [entry(found, len(held) + 1)] if found else []
    language = language_of(answer["item"]["question_text"])
    return ToolResult(_told(answer, entries, _WORDS.get(language, _WORDS["en"])), context=entries)


def _evidence(item: Plain, subject: str, context: Context) -> Passage | None:
    """The passage that the evidence stands in; else the nearest of its document."""
    quoted = " ".join(item["evidence"].split())
    if not quoted:
        return None
    passages = context.ports.library.search(
        quoted[:400], subject=subject, owner=context.user, top_k=10
    ).passages
    exact = [p for p in passages if quoted in " ".join(p.text.split())]
    same = [p for p in passages if p.document == item["evidence_document"]]
    return next(iter([*exact, *same]), None)


def _told(answer: Plain, entries: list[Plain], words: dict[str, str]) -> str:
    item = answer["item"]
    texts = {option[0]: option[1] for option in item["options"]}
    given, right = texts.get(answer["given"], answer["given"]), texts.get(item["key"], item["key"])
    outcome = answer["outcome"] if answer["outcome"] in ("right", "skipped") else "wrong"
    said = {"right": (right,), "skipped": (right,), "wrong": (given, right)}[outcome]
    parts = [words["asked"].format(item["question_text"]), words[outcome].format(*said)]
    if "void" in answer:
        parts.append(words["void"])
    parts.append(item["explanation"])
    if item["evidence"]:
        mark = f"[{entries[0]['mark']}]" if entries else f"({item['evidence_document']})"
        parts.append(words["says"].format(item["evidence"], mark))
    return "\n\n".join(part for part in parts if part)


def when(_question: str, state: Any) -> ExplainItem | None:
    return ExplainItem() if state.get("about") else None


TOOL = Tool(arguments=ExplainItem, call=call, when=when, order=5)
