"""Coach."""

import streamlit as st

from ui import chat, sidebar


def inputs() -> dict[str, str]:
    st.page_link(sidebar.courses_page(), label="Courses", icon=":material/menu_book:")
    return {}


chat.draw("coach", inputs=inputs)
