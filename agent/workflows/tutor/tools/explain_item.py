"""Explain a question of a quiz that the user has taken."""

from pydantic import BaseModel, Field

from agent.checks.citations.passages import listed
from agent.exchange.in_words import OUTCOMES
from agent.language.catalogs import N_, catalog
from agent.language.text import language_of
from agent.ports import Attempt, Context
from agent.workflows.tutor.evidence import number
from agent.workflows.tutor.quiz.checks import spaced
from agent.workflows.tutor.state import Plain, SubjectState
from agent.workflows.tutor.tools import Tool, ToolResult


class ExplainItem(BaseModel):
    """Look at a question of this conversation's last quiz, else of the user's last one.

    It gives options, the user's answer, the key and the evidence.

    Use it when the message refers to a question of a finished quiz.
    """

    question: int | None = Field(
        default=None, ge=1, le=100, description="Its number in the quiz; empty for all of them"
    )
    option: str = Field(
        default="", max_length=1, description="The letter of an option that is asked about"
    )


def call(arguments: ExplainItem, state: SubjectState, context: Context) -> ToolResult:
    attempt, answer = _find(arguments, state, context)
    if attempt is None:
        return ToolResult("No quiz of this subject is finished. Answer from the documents.")
    if answer is None:
        return _ask_which(attempt)
    item, known = answer["item"], state.get("context") or []
    quoted, document = spaced(item["evidence"]), item["evidence_document"]
    passages = context.ports.library.passages(document, owner=context.user)
    holding = [p for p in passages if quoted and quoted in spaced(p.text)][:1]
    fresh = number(holding, known)
    marks = [f"[{e['mark']}]" for p in holding for e in (*known, *fresh) if e["id"] == p.id]
    said = _explain(answer, arguments.option.lower(), (marks or [f"({document})"])[0])
    text = f"{said}\n\nThe passage (data):\n{listed(fresh)}" if fresh else said
    return ToolResult(text, context=fresh, said=said)


def _find(
    arguments: ExplainItem, state: SubjectState, context: Context
) -> tuple[Attempt | None, Plain | None]:
    """The quiz and the answer that are meant; the last quiz where none was picked."""
    attempts = context.ports.attempts
    if about := state.get("about"):
        attempt = attempts.get(context.user, about["quiz"])
        answers = [a for a in attempt.result["answers"] if a["item"]["id"] == about["item"]]
        return attempt, answers[0] if answers else None
    taken = attempts.all(context.user, state.get("asignatura") or "")
    if not taken:
        return None, None
    attempt = next((each for each in taken if each.thread == context.thread), taken[0])
    answers = attempt.result["answers"]
    number = arguments.question or (1 if len(answers) == 1 else 0)
    return attempt, answers[number - 1] if 0 < number <= len(answers) else None


def _ask_which(attempt: Attempt) -> ToolResult:
    answers = enumerate(attempt.result["answers"], start=1)
    listed = "\n".join(f"{n}. {answer['item']['question_text']}" for n, answer in answers)
    which = N_("Your last quiz had these questions. Which one do you mean?")
    text = f"{catalog(language_of(listed)).gettext(which)}\n\n{listed}"
    return ToolResult(text, said=text)


def _explain(answer: Plain, asked: str, source: str) -> str:
    """What was asked, answered and right, with the option that is asked about now."""
    item = answer["item"]
    _ = catalog(language_of(item["question_text"])).gettext
    options: dict[str, str] = {option[0]: option[1] for option in item["options"]}
    named: tuple[str, str] = (answer["given"], item["key"])
    given, right = (options.get(each, each).rstrip(" .。") for each in named)
    said = OUTCOMES[answer["outcome"]]
    parts = [
        _("The question was: {question}").format(question=item["question_text"]),
        "\n".join(f"- {name}) {text}" for name, text in options.items()),
        _(said).format(given=given, right=right),
    ]
    if asked in options and asked not in (item["key"], answer["given"]):
        on_option = _("Option {letter}, “{option}”, is not what the documents say.")
        parts.append(on_option.format(letter=asked.upper(), option=options[asked]))
    if "void" in answer:
        parts.append(_("You contested this question, so it does not count."))
    parts += [reading["why"] for reading in answer.get("readings", [])]
    parts.append(item["explanation"])
    if item["evidence"]:
        says = _("The documents say: “{quote}” {mark}")
        parts.append(says.format(quote=item["evidence"], mark=source))
    return "\n\n".join(filter(None, parts))


TOOL = Tool(arguments=ExplainItem, call=call)
