"""Set up a quiz with a form: what about, how many, from where, under which rule."""

from typing import Any

import streamlit as st

from agent import AgentError
from agent.text import topic_name
from ui import navigation, safe, session, subjects

Plain = dict[str, Any]

POPOVER = "quiz-setup"
MOST_QUESTIONS, USUAL_QUESTIONS = 20, 5
MOST_MINUTES, MINUTES_PER_QUESTION = 240, 2
DIFFICULTIES = {
    "mixed": "Any",
    "basic": "Basic",
    "intermediate": "Intermediate",
    "advanced": "Advanced",
}
SOURCES = {"bank": "Bank first", "generate": "New, from the documents"}
KINDS = {"choice": "Multiple choice", "free": "In my own words"}
RULES = {"feedback": "Feedback after each", "exam": "Exam with a clock"}


def offer(subject: str) -> None:
    """A button that opens the form.

    Whether a question waits is seen when it is opened: the page is not drawn again when a quiz
    ends, so a button that was off would stay so.
    """
    with st.popover(
        "Set up a quiz", icon=":material/tune:", key=POPOVER, on_change="rerun"
    ) as opened:
        if not opened.open:
            return
        thread = session.thread()
        if thread and session.agent().pending(thread):
            st.caption("Answer the question below first, or cancel it.")
        else:
            _form(subject)


def open_in_tutor() -> None:
    """The form, in a conversation of its own."""
    st.session_state[POPOVER] = True
    st.switch_page(navigation.page_of("tutor"), query_params={})


def _form(subject: str) -> None:
    left, right = st.columns(2)
    number = int(
        left.number_input(
            "Questions", 1, MOST_QUESTIONS, USUAL_QUESTIONS, key=f"quiz-number-{subject}"
        )
    )
    right.selectbox(
        "Difficulty",
        list(DIFFICULTIES),
        format_func=DIFFICULTIES.__getitem__,
        key=f"quiz-difficulty-{subject}",
    )
    st.multiselect(
        "Topics",
        _topics(subject),
        format_func=_named,
        placeholder="All topics",
        key=f"quiz-topics-{subject}",
    )
    _pick_objectives(subject)
    _one_of("Where from", SOURCES, key=f"quiz-source-{subject}")
    kinds = st.pills(
        "Kind",
        list(KINDS),
        format_func=KINDS.__getitem__,
        selection_mode="multi",
        default=["choice"],
        key=f"quiz-kinds-{subject}",
    )
    rule = _one_of("Rule", RULES, key=f"quiz-rule-{subject}")
    if rule == "exam":
        _minutes(number, subject)
    if not kinds:
        st.caption("Choose at least one kind of question.")
    st.button(
        "Start",
        type="primary",
        icon=":material/play_arrow:",
        key=f"quiz-start-{subject}",
        disabled=not kinds,
        on_click=_start,
        args=(subject,),
    )


def _one_of(label: str, names: dict[str, str], *, key: str) -> str:
    first = next(iter(names))
    chosen = st.segmented_control(
        label, list(names), format_func=names.__getitem__, default=first, required=True, key=key
    )
    return str(chosen or first)


def _minutes(number: int, subject: str) -> None:
    st.number_input(
        "Minutes",
        1,
        MOST_MINUTES,
        number * MINUTES_PER_QUESTION,
        key=f"quiz-minutes-{subject}-{number}",
        help="The clock runs on the server: a reload does not stop it. Results come at the end.",
    )


def _topics(subject: str) -> list[str]:
    """Of the bank and of the documents; a document without a topic stands by its title."""
    agent = session.agent()
    documents = agent.ports.library.documents(subject, owner=agent.user)
    named = [document.topic or document.title for document in documents]
    return sorted({*agent.ports.bank.topics(subject), *filter(None, named)}, key=str.casefold)


def _named(topic: str) -> str:
    return safe.plain(topic_name(topic))


def _pick_objectives(subject: str) -> None:
    outcomes = _outcomes(subject)
    if not outcomes:
        return
    st.multiselect(
        "Objectives",
        list(outcomes),
        format_func=lambda key: safe.plain(f"{key} {outcomes[key]}"),
        placeholder="All objectives",
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
    """What the form holds as it is sent: more may have been set since it was drawn."""

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


WORDS: dict[str, dict[str, str]] = {
    "en": {
        "one": "Give me a quiz of 1 question",
        "many": "Give me a quiz of {number} questions",
        "basic": "basic",
        "intermediate": "intermediate",
        "advanced": "advanced",
        "about": "on {about}",
        "generate": "made from the documents",
        "free": "to answer in my own words",
        "both": "with some to answer in my own words",
        "exam": "as an exam of {minutes} minutes",
    },
    "es": {
        "one": "Hazme un test de 1 pregunta",
        "many": "Hazme un test de {number} preguntas",
        "basic": "de nivel básico",
        "intermediate": "de nivel intermedio",
        "advanced": "de nivel avanzado",
        "about": "sobre {about}",
        "generate": "a partir de los documentos",
        "free": "para responder con mis palabras",
        "both": "algunas para responder con mis palabras",
        "exam": "como un examen de {minutes} minutos",
    },
    "zh": {
        "one": "给我出 1 道题",
        "many": "给我出 {number} 道题",
        "basic": "基础难度",
        "intermediate": "中级难度",
        "advanced": "高级难度",
        "about": "关于 {about}",
        "generate": "根据文档新出",
        "free": "用自己的话回答",
        "both": "部分用自己的话回答",
        "exam": "限时 {minutes} 分钟",
    },
}


def in_words(setup: Plain, language: str = "en") -> str:
    """What the form asked for, as the message that stands in the conversation."""
    words = WORDS.get(language, WORDS["en"])
    number = setup["num_questions"]
    about = [topic.replace("-", " ") for topic in setup["topics"]] + setup["objectives"]
    first = words["one" if number == 1 else "many"].format(number=number)
    if about and language != "zh":
        first += " " + words["about"].format(about=", ".join(about))
    parts = [first]
    if about and language == "zh":
        parts.append(words["about"].format(about="、".join(about)))
    if setup["difficulty"] != "mixed":
        parts.append(words[setup["difficulty"]])
    if setup["source"] == "generate":
        parts.append(words["generate"])
    if "free" in setup["kinds"]:
        parts.append(words["both" if "choice" in setup["kinds"] else "free"])
    if setup["exam_minutes"]:
        parts.append(words["exam"].format(minutes=setup["exam_minutes"]))
    return ("，" if language == "zh" else ", ").join(parts)
