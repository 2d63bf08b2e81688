"""Explain a question of a quiz that the user has taken."""

from langchain_core.messages import ToolMessage
from pydantic import BaseModel, Field

from agent.checks.citations.marks import listed
from agent.exchange.in_words import OUTCOMES
from agent.exchange.sheet import item_of
from agent.language.catalogs import catalog
from agent.language.text import language_of
from agent.ports import Context
from agent.workflows.tutor.evidence import evidence_of, number
from agent.workflows.tutor.quiz.checks import explanation_for, spaced
from agent.workflows.tutor.state import Plain, SubjectState
from agent.workflows.tutor.tools import Tool, ToolResult


class ExplainItem(BaseModel):
    """Look at a question of this conversation's last quiz, or without one of the user's last.

    Questions that were shown and not answered are there too, also of a cancelled quiz.
    """

    question: int | None = Field(
        default=None, ge=1, le=100, description="Its number in the quiz; empty for all of them"
    )
    option: str = Field(
        default="", max_length=1, description="The letter of an option that is asked about"
    )


def call(arguments: ExplainItem, state: SubjectState, context: Context) -> ToolResult:
    answers = answers_of(state, context)
    number_ = arguments.question or (1 if len(answers) == 1 else 0)
    if not answers:
        return ToolResult("No quiz of this subject was taken. Answer from the documents.")
    if not 0 < number_ <= len(answers):
        named = enumerate(answers, start=1)
        listed_ = "\n".join(f"{n}. {each['item']['question_text']}" for n, each in named)
        return ToolResult(f"The quiz had these questions.\n\n{listed_}")
    answer = answers[number_ - 1]
    item, known = answer["item"], evidence_of(state["messages"])
    quoted, document = spaced(item["evidence"]), item["evidence_document"]
    passages = context.ports.library.passages(document, owner=context.user)
    holding = [p for p in passages if quoted and quoted in spaced(p.text)][:1]
    fresh = number(holding, known)
    marks = [f"[{e['mark']}]" for p in holding for e in (*known, *fresh) if e["id"] == p.id]
    source = (marks or [f"({document})"])[0]
    said = _explain(answer, arguments.option.lower(), source)
    text = f"{said}\n\nThe passage (data):\n{listed(fresh)}" if fresh else said
    return ToolResult(text, context=fresh, said=said)


def answers_of(state: SubjectState, context: Context) -> list[Plain]:
    """Those of the last quiz here, also to what was shown and not answered; else the last one."""
    attempts = context.ports.attempts
    if about := state.get("about"):
        answers = attempts.get(context.user, about["quiz"]).result["answers"]
        return [a for a in answers if a["item"]["id"] == about["item"]]
    taken = attempts.all(context.user, state.get("asignatura") or "")
    said = [m for m in state.get("messages") or [] if isinstance(m, ToolMessage)]
    last: Plain = next((m.artifact for m in reversed(said) if isinstance(m.artifact, dict)), {})
    meant = [each.result for each in taken if not last or each.id == last["quiz"]]
    answers = (meant or [last])[0].get("answers", [])
    sealed = context.ports.sealed.get(last["thread"], last["quiz"])["items"] if last else []
    left = sealed[len(answers) : last.get("shown", 0)]
    unanswered = [{"item": item, "given": "", "outcome": "unanswered"} for item in left]
    return [*answers, *unanswered]


def _explain(answer: Plain, asked: str, source: str) -> str:
    """What was asked, answered and right, with the option that is asked about now."""
    item = answer["item"]
    _ = catalog(language_of(item["question_text"])).gettext
    options: dict[str, str] = {option[0]: option[1] for option in item["options"]}
    named: tuple[str, str] = (answer["given"], item["key"])
    given, right = (options.get(each, each).rstrip(" .。") for each in named)
    outcome = OUTCOMES[answer["outcome"]]
    parts = [
        _("The question was: {question}").format(question=item["question_text"]),
        "  \n".join(f"**{name.upper()}** {text}" for name, text in options.items()),
        _(outcome).format(given=given, right=right),
    ]
    if item["kind"] == "free" and answer["outcome"] == "right":
        parts.append(_("The answer is **{right}**.").format(right=right))
    if asked in options and asked not in (item["key"], answer["given"]):
        on_option = _("Option {letter}, “{option}”, is not right.")
        parts.append(on_option.format(letter=asked.upper(), option=options[asked]))
    if "void" in answer:
        parts.append(_("You contested this question, so it does not count."))
    parts += [reading["why"] for reading in answer.get("readings", [])]
    parts.append(explanation_for(item_of(item), asked or answer["given"] or item["key"]))
    if item["evidence"]:
        says = _("The documents say: “{quote}” {mark}")
        parts.append(says.format(quote=item["evidence"], mark=source))
    return "\n\n".join(filter(None, parts))


TOOL = Tool(arguments=ExplainItem, call=call)
