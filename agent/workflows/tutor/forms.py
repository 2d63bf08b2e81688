"""The cards by which the Tutor asks what a message did not tell."""

from collections.abc import Sequence

from agent.language.catalogs import N_, catalog
from agent.questions import Choice, Field, Form, Option, Reply
from agent.workflows.tutor.quiz.setup import USUAL_QUESTIONS
from agent.workflows.tutor.state import Plain
from agent.workflows.tutor.steps import LEVELS

WISHES = {
    "documents": N_("Search the documents"),
    "overview": N_("Show what a document is about"),
    "guide": N_("Look in the teaching guide"),
    "quiz": N_("Start a quiz"),
    "explain_item": N_("Explain a quiz question"),
    "chat": N_("Show what you can do"),
}
"""What a message can want, as a button says it."""
DIFFICULTIES = {"mixed": N_("mixed"), **LEVELS}
EVERYTHING, WEAK = "-", "weak"
MOST_TOPICS = 12


def quiz_form(
    topics: Sequence[str], *, number: int | None, unknown: str, task: str, language: str
) -> Form:
    """Asks what a quiz is to be like; one press accepts what is filled in.

    `unknown` are words of the message that are no topic here; the nearest topic comes first then.
    """
    _ = catalog(language).gettext
    body = _("Choose what it should be about, then start.")
    if unknown:
        nothing = _("You asked for “{topic}”, and I have no questions on it.")
        body = f"{nothing.format(topic=unknown)} {body}"
    named = [Option(topic, topic.replace("-", " ")) for topic in topics[:MOST_TOPICS]]
    levels = tuple(Option(level, _(label).capitalize()) for level, label in DIFFICULTIES.items())
    default = topics[0] if unknown and topics else EVERYTHING
    offered = (Option(EVERYTHING, _("Everything")), Option(WEAK, _("My weak topics")), *named)
    fields = (
        Field("topic", _("Topic"), kind="choice", options=offered, default=default),
        Field("num_questions", _("Questions"), kind="number", default=number or USUAL_QUESTIONS),
        Field("difficulty", _("Difficulty"), kind="choice", options=levels, default="mixed"),
    )
    return Form(
        id=task,
        workflow="tutor",
        step="set_up_quiz",
        title=_("Your quiz"),
        body=body,
        fields=fields,
        context={"gives_way": True},
        language=language,
        send=_("Start"),
    )


def item_card(answers: Sequence[Plain], *, task: str, language: str) -> Choice:
    """Asks which question of a quiz is meant."""
    texts = enumerate((answer["item"]["question_text"] for answer in answers), start=1)
    return Choice(
        id=task,
        workflow="tutor",
        step="clarify",
        title=catalog(language).gettext("Which question of your last quiz do you mean?"),
        options=tuple(Option(str(n), f"{n}. {text}") for n, text in texts),
        context={"gives_way": True},
        language=language,
    )


def quiz_setup_of(reply: Reply) -> Plain:
    topic = str(reply.values.get("topic") or "")
    return {
        "topic": "" if topic in (EVERYTHING, WEAK) else topic.replace("-", " "),
        "is_on_weak": topic == WEAK,
        "num_questions": int(reply.values.get("num_questions") or USUAL_QUESTIONS),
        "difficulty": reply.values.get("difficulty") or "mixed",
    }
