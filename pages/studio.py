"""Studio."""

from typing import Any

import streamlit as st

from ui import brand, chat, details, navigation, session
from ui.language import _
from ui.views import document_pane


def tools() -> None:
    st.page_link(navigation.page_of("pieces"), label=_("Pieces"), icon=":material/newsstand:")
    brand.offer()
    details.follow(session.thread())
    details.offer()


def inputs() -> dict[str, Any]:
    subjects = session.agent().ports.brands.profile(session.agent().user).subjects
    return {
        "context": details.given(),
        **({"subject": subjects[0]} if subjects else {}),
    }


chat.draw("studio", tools=tools, inputs=inputs, pane=document_pane.draw)
