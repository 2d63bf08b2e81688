"""Set up a quiz with a form: what about, how many, from where, under which rule."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from agent import AgentError
from agent.language.catalogs import N_, catalog
from agent.language.text import topic_name
from ui import navigation, safe, session, subjects
from ui.language import _

Plain = dict[str, Any]

POPOVER = "quiz-setup"
MOST_QUESTIONS, USUAL_QUESTIONS = 20, 5
MOST_MINUTES, MINUTES_PER_QUESTION = 240, 2
DIFFICULTIES = {
    "mixed": N_("Any"),
    "basic": N_("Basic"),
    "intermediate": N_("Intermediate"),
    "advanced": N_("Advanced"),
}
SOURCES = {"bank": N_("Bank first"), "generate": N_("New, from the documents")}
KINDS = {"choice": N_("Multiple choice"), "free": N_("In my own words")}
RULES = {"feedback": N_("Feedback after each"), "exam": N_("Exam with a clock")}


def offer(subject: str) -> None:
    """A button that opens the form.

    Whether a question waits is seen when it is opened: the page is not drawn again when a quiz
    ends, so a button that was off would stay so.
    """
    with st.popover(
        _("Set up a quiz"), icon=":material/tune:", key=POPOVER, on_change="rerun"
    ) as opened:
        if not opened.open:
            return
        thread = session.thread()
        waiting = session.agent().pending(thread) if thread else []
        if not all(each.question.context.get("gives_way") for each in waiting):
            st.caption(_("Answer the question below first, or cancel it."))
        else:
            _form(subject)


def open_in_tutor() -> None:
    """The form, in a conversation of its own."""
    st.session_state[POPOVER] = True
    st.switch_page(navigation.page_above("review"), query_params={})


def _form(subject: str) -> None:
    left, right = st.columns(2)
    number = int(
        left.number_input(
            _("Questions"), 1, MOST_QUESTIONS, USUAL_QUESTIONS, key=f"quiz-number-{subject}"
        )
    )
    right.selectbox(
        _("Difficulty"),
        list(DIFFICULTIES),
        format_func=_read(DIFFICULTIES),
        key=f"quiz-difficulty-{subject}",
    )
    st.multiselect(
        _("Topics"),
        _topics(subject),
        format_func=_label_of,
        placeholder=_("All topics"),
        key=f"quiz-topics-{subject}",
    )
    _pick_objectives(subject)
    _one_of(_("Where from"), SOURCES, key=f"quiz-source-{subject}")
    kinds = _kinds(subject)
    rule = _one_of(_("Rule"), RULES, key=f"quiz-rule-{subject}")
    if rule == "exam":
        _minutes(number, subject)
    if not kinds:
        st.caption(_("Choose at least one kind of question."))
    st.button(
        _("Start"),
        type="primary",
        icon=":material/play_arrow:",
        key=f"quiz-start-{subject}",
        disabled=not kinds,
        on_click=_start,
        args=(subject,),
    )


def _kinds(subject: str) -> list[str]:
    return st.pills(
        _("Kind"),
        list(KINDS),
        format_func=_read(KINDS),
        selection_mode="multi",
        default=["choice"],
        key=f"quiz-kinds-{subject}",
    )


def _read(names: dict[str, str]) -> Callable[[str], str]:
    return {name: _(said) for name, said in names.items()}.__getitem__


def _one_of(label: str, names: dict[str, str], *, key: str) -> str:
    first = next(iter(names))
    chosen = st.segmented_control(
        label,
        list(names),
        format_func=_read(names),
        default=first,
        required=True,
        key=key,
    )
    return str(chosen or first)


def _minutes(number: int, subject: str) -> None:
    st.number_input(
        _("Minutes"),
        1,
        MOST_MINUTES,
        number * MINUTES_PER_QUESTION,
        key=f"quiz-minutes-{subject}-{number}",
        help=_("The clock runs on the server: a reload does not stop it. Results come at the end."),
    )


def _topics(subject: str) -> list[str]:
    """Topics of the bank and of the documents; a document without a topic is named by its title."""
    agent = session.agent()
    documents = agent.ports.library.documents(subject, owner=agent.user)
    named = [document.topic or document.title for document in documents]
    return sorted({*agent.ports.bank.topics(subject), *filter(None, named)}, key=str.casefold)


def _label_of(topic: str) -> str:
    return safe.plain(topic_name(topic))


def _pick_objectives(subject: str) -> None:
    outcomes = _outcomes(subject)
    if not outcomes:
        return
    st.multiselect(
        _("Objectives"),
        list(outcomes),
        format_func=lambda key: safe.plain(f"{key} {outcomes[key]}"),
        placeholder=_("All objectives"),
        key=f"quiz-objectives-{subject}",
    )


def _outcomes(subject: str) -> dict[str, str]:
    """The learning outcomes of the guide, by id; none when it cannot be read."""
    try:
        guide = session.agent().ports.guides.guide(subject) or {}
    except AgentError:
        return {}
    outcomes = guide.get("resultados_de_aprendizaje") or []
    return {o["id"]: str(o["text"]) for o in outcomes if isinstance(o, dict) and o.get("id")}


def _start(subject: str) -> None:
    setup = _setup(subject)
    if setup["kinds"]:
        st.session_state[POPOVER] = False
        session.send(in_words(setup, subjects.language(subject)), quiz_setup=setup)


def _setup(subject: str) -> Plain:
    """The form's values as it is sent: more may have been set since it was drawn."""

    def held(name: str, usual: Any = None) -> Any:
        return st.session_state.get(f"quiz-{name}-{subject}", usual)

    number = int(held("number"))
    minutes = st.session_state.get(
        f"quiz-minutes-{subject}-{number}", number * MINUTES_PER_QUESTION
    )
    return {
        "num_questions": number,
        "topics": held("topics"),
        "objectives": held("objectives", []),
        "difficulty": held("difficulty"),
        "source": held("source"),
        "kinds": list(held("kinds")),
        "exam_minutes": int(minutes) if held("rule") == "exam" else 0,
    }


_LEVELS = {
    "basic": N_("basic level"),
    "intermediate": N_("intermediate level"),
    "advanced": N_("advanced level"),
}


def in_words(setup: Plain, language: str = "en") -> str:
    """The message that the conversation shows for the form."""
    _ = catalog(language).gettext
    number = setup["num_questions"]
    said = (
        catalog(language)
        .ngettext(
            "Give me a quiz of {count} question", "Give me a quiz of {count} questions", number
        )
        .format(count=number)
    )
    if about := [topic.replace("-", " ") for topic in setup["topics"]] + setup["objectives"]:
        said = _("{quiz} on {topics}").format(quiz=said, topics=_(", ").join(about))
    level, parts = setup["difficulty"], []
    if level != "mixed":
        parts.append(_(_LEVELS[level]))
    if setup["source"] == "generate":
        parts.append(_("made from the documents"))
    if "free" in setup["kinds"]:
        both = "choice" in setup["kinds"]
        some = _("with some to answer in my own words")
        parts.append(some if both else _("to answer in my own words"))
    if minutes := setup["exam_minutes"]:
        parts.append(_("as an exam of {minutes} minutes").format(minutes=minutes))
    for part in parts:
        said = _("{quiz}, {detail}").format(quiz=said, detail=part)
    return said
