"""The state of a browser session: the agent it shares, its thread, its model."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import streamlit as st

from agent import AgentError, GraphAgent, ModelChoice, Settings, UserAgent, open_agent
from ui import safe
from ui.language import _

USER = "local"
EMBEDDED = ModelChoice()


settings = cache(Settings)


@st.cache_resource(show_spinner=False, on_release=lambda agent: agent.close())
def graph_agent() -> GraphAgent:
    """The one agent of this process. Holds no key and no model."""
    return open_agent(settings())


def agent() -> UserAgent:
    """The agent for this session's user."""
    return graph_agent().for_user(USER)


@contextmanager
def explained() -> Iterator[None]:
    """A failure that no card shows: the sentence and the way out instead of a trace."""
    try:
        yield
    except AgentError as error:
        st.error(safe.plain(f"{error.message} {error.hint}"), icon=":material/error:")
        if error.retryable:
            st.button(_("Try again"), icon=":material/refresh:")


def model() -> ModelChoice:
    """The model that this session has chosen in the sidebar, at first the operator's."""
    first = ModelChoice(provider=agent().models.first())
    choice: ModelChoice = st.session_state.get("model", first)
    return choice


def choose_model(choice: ModelChoice) -> None:
    st.session_state["model"] = choice


def send(text: str, **inputs: Any) -> None:
    """Leave a message that the workflow's page sends when it is drawn next."""
    st.session_state["outbox"] = text
    st.session_state["outbox-inputs"] = inputs


def thread() -> str | None:
    """The thread that the URL names."""
    return st.query_params.get("thread")


def seen() -> str | None:
    """The thread that this session has shown last."""
    shown: str | None = st.session_state.get("seen")
    return shown


def see(thread_id: str) -> None:
    st.session_state["seen"] = thread_id


def open_thread(thread_id: str | None) -> None:
    if thread_id is None:
        st.query_params.clear()
    else:
        st.query_params["thread"] = thread_id


def tell_address() -> None:
    """The browser shows what this run was asked for.

    By itself it does not after a link to the page that it is on already: the next
    press would ask for what was shown before.
    """
    st.query_params.update(st.query_params.to_dict())
