"""The card of a quiz item."""

from collections.abc import Callable

from langgraph.runtime import Runtime

from agent.engine.conversation import gettext_of, spoken_in, task_of
from agent.ports import Context
from agent.questions import Choice, FreeText, Option, Question
from agent.workflows.tutor.guide import outcomes
from agent.workflows.tutor.quiz.setup import setup_of
from agent.workflows.tutor.state import Plain, TestSessionState

SKIP, END_QUIZ = "skip", "end"


def next_item(state: TestSessionState, runtime: Runtime[Context], end: str | None) -> Question:
    """Draft the card of the current item; `end` is that of an exam."""
    questions, index = state.get("questions") or [], state.get("current_question_index") or 0
    item, rest = questions[index], state.get("rest") or 0
    _ = gettext_of(state)
    # How many there will be is known when all are written.
    place: Plain = {"number": index + 1, "total": None if rest else len(questions)}
    title = _("Question {number}") if rest else _("Question {number} of {total}")
    title = title.format(**place)
    about = state.get("topic") or topics_of(state) or (_("Exam") if end else _("Quiz"))
    objective = item["objective"]
    objectives = outcomes(state.get("asignatura") or "", runtime.context)
    context: Plain = {
        **place,
        "difficulty": item["difficulty"],
        "objective": objectives.get(objective, objective),
        "progress": index / (len(questions) + rest),
        "inbox": f"{about}: {title}",
        "origin": item.get("origin") or "bank",
        "cancel": _("Discard exam") if end else _("Discard quiz"),
    }
    if end:
        too_late = _("Time is up. What you have answered is kept, the rest counts as skipped.")
        context |= {"exam": True, "expired": too_late, "again": _("See the result")}
    stop = _("End exam") if end else _("Finish now")
    card: Plain = {
        "id": task_of(runtime),
        "workflow": "tutor",
        "step": "answer_question",
        "title": title,
        "body": item["question_text"],
        "others": (Option(SKIP, _("Skip")), Option(END_QUIZ, stop)),
        "language": spoken_in(state),
        "context": context,
        "expires": end,
    }
    return _question_of(item, card, _)


def _question_of(item: Plain, card: Plain, _: Callable[[str], str]) -> Question:
    if item.get("kind") == "free":
        gap, free = _("What belongs in the gap?"), _("Answer in your own words")
        asked = gap if item.get("origin") == "rules" else free
        return FreeText(placeholder=asked, longest=2000, **card)
    options = tuple(Option(option["id"], option["text"]) for option in item["options"])
    return Choice(options=options, **card)


def topics_of(state: TestSessionState) -> str:
    """Those that a form has set."""
    return ", ".join(topic.replace("-", " ") for topic in setup_of(state).topics)
