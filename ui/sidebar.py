"""The frame of every page: its title, and the sidebar."""

from pathlib import Path
from typing import Any

import streamlit as st

from agent import AgentError, known_workflows
from ui import conversations, model_settings, session
from ui.language import _

ROOT = Path(__file__).parent


def frame() -> None:
    st.set_page_config(
        page_title=_title(),
        page_icon=str(ROOT / "icon.png"),
        layout="wide",
        initial_sidebar_state="auto",
    )
    st.logo(str(ROOT / "logo.svg"), size="large")


def _title() -> str:
    """The name, with how many questions wait: the tab shows it."""
    try:
        waiting = session.agent().count_waiting()
    except AgentError:
        return "Interlude"
    return f"({waiting}) Interlude" if waiting else "Interlude"


def draw(page: Any) -> None:
    with st.sidebar:
        known = known_workflows()
        of_page = (name for name, each in known.items() if page.url_path in (name, *each.pages))
        conversations.draw(next(of_page, next(iter(known))))
        if session.settings().interlude_shared:
            st.caption(
                ":material/groups: "
                + _(
                    "Shared without sign-in: everyone with access to this server sees these"
                    " conversations."
                )
            )
        model_settings.draw()
        for script in ("keys.html", "window.html"):
            st.html(ROOT / script, unsafe_allow_javascript=True)
