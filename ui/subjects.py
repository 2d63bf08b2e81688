"""The subjects that this session's user has, and their names."""

import streamlit as st

from agent import AgentError
from agent.ports.subjects import offered
from ui import session
from ui.language import _

KEY = "subject"
CHOSEN = "subject-chosen"
OF_THREAD = "subject-of-thread"


def titles() -> dict[str, str]:
    """Names of subjects by id. A teaching guide's name for its subject wins."""
    agent = session.agent()
    ports = agent.ports
    try:
        named = ports.guides.names()
    except AgentError:
        # Said where a guide is asked for; a page with every subject's own name is better than none.
        named = {}
    return {
        subject.id: named.get(subject.id, subject.title) for subject in offered(ports, agent.user)
    }


def language(subject: str) -> str:
    """The subject's language; the app's own for a deleted subject."""
    agent = session.agent()
    known = agent.ports.library.subjects(agent.user)
    return next((each.language for each in known if each.id == subject), "en")


def picked() -> str:
    """The subject in the page's own box; empty where no subject is loaded."""
    return str(st.session_state.get(KEY, ""))


def pick(*, width: int, usual: str = "") -> str:
    """The chosen subject, the same on every page; `usual` where none has been chosen yet."""
    known = titles()
    chosen = st.session_state.get(CHOSEN, usual)
    # Set by every page: a value that a widget keeps from page to page is not passed to callbacks.
    st.session_state[KEY] = chosen if chosen in known else next(iter(known))
    subject: str = st.selectbox(
        _("Subject"),
        list(known),
        format_func=lambda name: known[name],
        key=KEY,
        on_change=_picked,
        label_visibility="collapsed",
        width=width,
    )
    return subject


def follow(thread: str | None) -> None:
    """Opening a conversation chooses its subject; after that the user may choose another."""
    if thread and thread != st.session_state.get(OF_THREAD):
        st.session_state[OF_THREAD] = thread
        if subject := session.agent().state(thread).get("asignatura"):
            choose(subject)


def _picked() -> None:
    choose(st.session_state[KEY])


def choose(subject: str) -> None:
    """Choose the subject that every page starts with."""
    st.session_state[CHOSEN] = subject
