"""A way from a milestone into the Tutor: a quiz on what it teaches."""

from typing import Any

import streamlit as st

from agent.language.text import keywords, topic_name
from ui import navigation, safe, session, subjects

Plain = dict[str, Any]

ASKS = {
    "en": "Give me a quiz on {}",
    "es": "Hazme un cuestionario sobre {}",
    "zh": "请出一个关于{}的测验",
}


def draw_quiz(data: Plain, key: str, live: bool) -> None:
    """An artefact that names a milestone's topic, and the message that asks for the quiz."""
    if not live:
        offer(data["topic"], data["text"], subject=data["subject"], key=key)


def draw_weak(topics: list[Plain], *, key: str) -> None:
    """Topics of a plan that quizzes have shown to be weak."""
    for number, weak in enumerate(topics):
        topic = topic_name(weak["topic"])
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(
                f":material/priority_high: **{safe.plain(topic)}** is weak in your"
                f" quizzes, and {safe.plain(weak['milestone'])} needs it.",
                width="content",
            )
            text = asked(topic, subjects.language(weak["subject"]))
            offer(topic, text, subject=weak["subject"], key=f"weak-{number}-{key}")


def asked(topic: str, language: str) -> str:
    return ASKS[language].format(topic)


def offer(topic: str, text: str, *, key: str, subject: str = "") -> None:
    """The Tutor asks from the documents of a subject: that one, until another is chosen."""
    with st.popover(
        f"Quiz me on {safe.plain(topic)}",
        icon=":material/quiz:",
        key=f"quiz-{key}",
        on_change="rerun",
    ) as opened:
        if opened.open:
            _form(topic, text, subject=subject, key=key)


def _form(topic: str, text: str, *, subject: str, key: str) -> None:
    titles = subjects.titles()
    if not titles:
        st.caption("The Tutor has no subject yet. Add documents in the library first.")
        return
    st.caption(f"The Tutor asks about {safe.plain(topic)}, from the documents of a subject.")
    chosen = st.selectbox(
        "Subject",
        list(titles),
        index=list(titles).index(subject if subject in titles else nearest(topic, titles)),
        format_func=titles.get,
        key=f"quiz-subject-{key}",
    )
    # No callback: what it sends would go to the page that is drawn next, which is this one.
    if st.button(
        "Start the quiz", type="primary", icon=":material/play_arrow:", key=f"quiz-start-{key}"
    ):
        subjects.choose(chosen)
        session.send(text, asignatura=chosen)
        st.switch_page(navigation.page_of("tutor"), query_params={})


def nearest(topic: str, titles: dict[str, str]) -> str:
    """The subject whose name shares most words with the topic; of equals the first."""
    wanted = set(keywords(topic))
    names = {subject: f"{subject} {title}".replace("-", " ") for subject, title in titles.items()}
    return max(titles, key=lambda subject: len(wanted & set(keywords(names[subject]))))
