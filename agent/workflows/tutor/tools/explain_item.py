"""Explain a question of a quiz that the user has taken."""

from typing import Any

from pydantic import BaseModel, Field

from agent.cited.passages import entry
from agent.language.catalogs import N_, catalog
from agent.ports import Attempt, Context, Passage
from agent.text import language_of
from agent.workflows.tutor.state import Plain, SubjectState
from agent.workflows.tutor.tools import Tool, ToolResult

ASKED = N_("The question was: {question}")
OUTCOMES = {
    "wrong": N_("You answered “{given}”. Right is **{right}**."),
    "right": N_("You answered **{right}**, and that is right."),
    "skipped": N_("You skipped it. Right is **{right}**."),
}
ON_OPTION = N_("Option {letter}, “{option}”, is not what the documents say.")
VOID = N_("You contested this question, so it does not count.")
SAYS = N_("The documents say: “{quote}” {mark}")
WHICH = N_("Your last quiz had these questions. Which one do you mean?")


class ExplainItem(BaseModel):
    """Look at a question of the user's last quiz: options, their answer, the key, its evidence.

    Use it when the message refers to a question of a finished quiz.
    """

    question: int | None = Field(
        default=None, ge=1, le=100, description="Its number in the quiz; empty for all of them"
    )
    option: str = Field(
        default="", max_length=1, description="The letter of an option that is asked about"
    )


def call(arguments: ExplainItem, state: SubjectState, context: Context) -> ToolResult:
    attempt, answer = _found(arguments, state, context)
    if attempt is None:
        return ToolResult("No quiz of this subject is finished. Answer from the documents.")
    if answer is None:
        return _which(attempt)
    found = _evidence(answer["item"], attempt.subject, context)
    held = [e for e in state.get("context") or [] if e["kind"] == "passage"]
    entries = [entry(found, len(held) + 1)] if found else []
    return ToolResult(_told(answer, entries, arguments.option), context=entries)


def _found(
    arguments: ExplainItem, state: SubjectState, context: Context
) -> tuple[Attempt | None, Plain | None]:
    """The quiz and the answer that are meant; the last quiz where none was picked."""
    attempts, about = context.ports.attempts, state.get("about")
    if about:
        attempt = attempts.get(context.user, about["quiz"])
        answers = [a for a in attempt.result["answers"] if a["item"]["id"] == about["item"]]
        return attempt, answers[0] if answers else None
    taken = attempts.all(context.user, state.get("asignatura") or "")
    if not taken:
        return None, None
    answers = taken[0].result["answers"]
    number = arguments.question or (1 if len(answers) == 1 else 0)
    return taken[0], answers[number - 1] if 0 < number <= len(answers) else None


def _which(attempt: Attempt) -> ToolResult:
    questions = [answer["item"]["question_text"] for answer in attempt.result["answers"]]
    listed = "\n".join(f"{n}. {text}" for n, text in enumerate(questions, start=1))
    _ = catalog(language_of(listed)).gettext
    text = f"{_(WHICH)}\n\n{listed}"
    return ToolResult(text, said=text)


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


def _told(answer: Plain, entries: list[Plain], letter: str) -> str:
    item = answer["item"]
    _ = catalog(language_of(item["question_text"])).gettext
    texts = {option[0]: option[1] for option in item["options"]}
    given, right = texts.get(answer["given"], answer["given"]), texts.get(item["key"], item["key"])
    outcome = answer["outcome"] if answer["outcome"] in ("right", "skipped") else "wrong"
    options = "\n".join(f"- {name}) {text}" for name, text in texts.items())
    parts = [_(ASKED).format(question=item["question_text"]), options]
    parts.append(_(OUTCOMES[outcome]).format(given=given, right=right))
    asked = letter.lower()
    if asked in texts and asked not in (item["key"], answer["given"]):
        parts.append(_(ON_OPTION).format(letter=asked.upper(), option=texts[asked]))
    if "void" in answer:
        parts.append(_(VOID))
    parts.append(item["explanation"])
    if item["evidence"]:
        mark = f"[{entries[0]['mark']}]" if entries else f"({item['evidence_document']})"
        parts.append(_(SAYS).format(quote=item["evidence"], mark=mark))
    return "\n\n".join(part for part in parts if part)


def when(_question: str, state: Any) -> ExplainItem | None:
    return ExplainItem() if state.get("about") else None


TOOL = Tool(arguments=ExplainItem, call=call, when=when, order=5)
