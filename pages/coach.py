"""Coach."""

import streamlit as st

from ui import chat, sidebar


def inputs() -> dict[str, str]:
    st.page_link(sidebar.page_of("courses"), label="Courses", icon=":material/menu_book:")
    return {}


chat.draw("coach", inputs=inputs)
