"""Coach."""

import streamlit as st

from ui import chat, sidebar


def tools() -> None:
    st.page_link(sidebar.page_of("courses"), label="Courses", icon=":material/menu_book:")


chat.draw("coach", tools=tools)
