"""Coach."""

import streamlit as st

from ui import chat, navigation


def tools() -> None:
    st.page_link(navigation.page_of("courses"), label="Courses", icon=":material/menu_book:")


chat.draw("coach", tools=tools)
