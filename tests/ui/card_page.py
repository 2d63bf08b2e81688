"""The script of a page with one card; what was pressed stands in its session state."""

from typing import Any

import streamlit as st

from agent import Reply
from ui import questions


def press(name: str) -> Any:
    def pressed(*reply: Reply) -> None:
        st.session_state["pressed"].append((name, *reply))

    return pressed


if not st.session_state.get("answered"):
    questions.draw(
        st.session_state["asked"], send=press("send"), cancel=press("cancel"), again=press("again")
    )
