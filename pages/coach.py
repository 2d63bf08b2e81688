"""Coach."""

import streamlit as st

from ui import chat, navigation
from ui.language import _
from ui.views import plan_pane


def tools() -> None:
    st.page_link(navigation.page_of("courses"), label=_("Courses"), icon=":material/menu_book:")


chat.draw("coach", tools=tools, pane=plan_pane.draw, begin=plan_pane.draw_plans)
