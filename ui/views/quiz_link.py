"""From a milestone to the Tutor: a quiz on what it teaches."""

from typing import Any

import streamlit as st

from agent.language.catalogs import N_, catalog
from agent.language.text import keywords, topic_name
from ui import navigation, safe, session, subjects
from ui.language import _

Plain = dict[str, Any]

ASKS = N_("Give me a quiz on {topic}")


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
                ":material/priority_high: "
                + _("**{topic}** is weak in your quizzes, and {milestone} needs it.").format(
                    topic=safe.plain(topic), milestone=safe.plain(weak["milestone"])
                ),
                width="content",
            )
            text = asked(topic, subjects.language(weak["subject"]))
            offer(topic, text, subject=weak["subject"], key=f"weak-{number}-{key}")


def asked(topic: str, language: str) -> str:
    return catalog(language).gettext(ASKS).format(topic=topic)


def offer(topic: str, text: str, *, key: str, subject: str = "") -> None:
    """The Tutor asks from the documents of a subject: that one, until another is chosen."""
    with st.popover(
        _("Quiz me on {topic}").format(topic=safe.plain(topic)),
        icon=":material/quiz:",
        key=f"quiz-{key}",
        on_change="rerun",
    ) as opened:
        if opened.open:
            _form(topic, text, subject=subject, key=key)


def _form(topic: str, text: str, *, subject: str, key: str) -> None:
    titles = subjects.titles()
    if not titles:
        st.caption(_("The Tutor has no subject yet. Add documents in the library first."))
        return
    st.caption(
        _("The Tutor asks about {topic}, from the documents of a subject.").format(
            topic=safe.plain(topic)
        )
    )
    chosen = st.selectbox(
        _("Subject"),
        list(titles),
        index=list(titles).index(subject if subject in titles else nearest(topic, titles)),
        format_func=titles.get,
        key=f"quiz-subject-{key}",
    )
    # No callback: what it sends would go to the page that is drawn next, which is this one.
    if st.button(
        _("Start the quiz"), type="primary", icon=":material/play_arrow:", key=f"quiz-start-{key}"
    ):
        subjects.choose(chosen)
        session.send(text, asignatura=chosen)
        st.switch_page(navigation.page_above("review"), query_params={})


def nearest(topic: str, titles: dict[str, str]) -> str:
    """The subject whose name shares most words with the topic; of equals the first."""
    wanted = set(keywords(topic))
    names = {subject: f"{subject} {title}".replace("-", " ") for subject, title in titles.items()}
    return max(titles, key=lambda subject: len(wanted & set(keywords(names[subject]))))
