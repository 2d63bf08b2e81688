"""The quiz's two cards: an item, and fewer items than were asked for."""

from functools import partial

from langgraph.runtime import Runtime

from agent.engine.conversation import gettext_of, spoken_in, task_of
from agent.ports import Context
from agent.questions import Choice, FreeText, Option, Question
from agent.workflows.tutor.guide import outcomes
from agent.workflows.tutor.phrases import phrase
from agent.workflows.tutor.quiz import exam
from agent.workflows.tutor.quiz.setup import setup_of
from agent.workflows.tutor.state import Plain, TestSessionState

SKIP, END_QUIZ = "skip", "end"


def next_item(state: TestSessionState, runtime: Runtime[Context], end: str | None) -> Question:
    questions = state.get("questions") or []
    index = state.get("current_question_index") or 0
    item = questions[index]
    language = spoken_in(state)
    say, _ = partial(phrase, language=language), gettext_of(state)
    total = len(questions) + (state.get("rest") or 0)
    place = {"number": str(index + 1), "total": str(total)}
    about = state.get("topic") or topics_of(state) or say("quiz_everything")
    objective = item["objective"]
    context: Plain = {
        "difficulty": item["difficulty"],
        "objective": objectives_of(state, runtime.context).get(objective, objective),
        "progress": index / total,
        "number": index + 1,
        "total": total,
        "inbox": say("exam_waits" if end else "quiz_waits", about=about, **place),
        "origin": item.get("origin") or "bank",
    }
    if end:
        context |= {**exam.too_late(language), "exam": True}
    context["cancel"] = _("Discard exam") if end else _("Discard quiz")
    card: Plain = {
        "id": task_of(runtime),
        "workflow": "tutor",
        "step": "answer_question",
        "title": say("quiz_place", **place),
        "body": item["question_text"],
        "others": (
            Option(SKIP, _("Skip")),
            Option(END_QUIZ, _("End exam") if end else _("Finish now")),
        ),
        "language": language,
        "context": context,
        "expires": end,
    }
    if item.get("kind") == "free":
        return FreeText(placeholder=say("quiz_own_words"), longest=2000, **card)
    options = tuple(Option(option["id"], option["text"]) for option in item["options"])
    return Choice(options=options, **card)


def fewer(state: TestSessionState, runtime: Runtime[Context], have: int, wanted: int) -> Choice:
    say = partial(phrase, language=spoken_in(state))
    topic = state.get("topic") or say("this_subject")
    level = state.get("difficulty")
    at_level = say("quiz_at_level", level=say(level)) if level and level != "mixed" else ""
    title = say("quiz_fewer_one" if have == 1 else "quiz_fewer", have=str(have))
    return Choice(
        id=task_of(runtime),
        workflow="tutor",
        step="confirm_number",
        language=spoken_in(state),
        title=title,
        body=say(
            "quiz_asked_for_one" if have == 1 else "quiz_asked_for",
            wanted=str(wanted),
            have=str(have),
            topic=topic,
            level=at_level,
        ),
        options=(Option("yes", say("quiz_take", have=str(have))), Option("no", say("quiz_none"))),
        context={"inbox": f"{topic}: {title}"},
    )


def objectives_of(state: TestSessionState, context: Context) -> dict[str, str]:
    return outcomes(state.get("asignatura") or "", context)


def topics_of(state: TestSessionState) -> str:
    """Those that a form has set."""
    return ", ".join(topic.replace("-", " ") for topic in setup_of(state).topics)
