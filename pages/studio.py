"""Studio."""

from typing import Any

import streamlit as st

from ui import brand, chat, details, session, sidebar


def inputs() -> dict[str, Any]:
    st.page_link(sidebar.page_of("pieces"), label="Pieces", icon=":material/newsstand:")
    brand.offer()
    details.follow(session.thread())
    subjects = session.agent().ports.brands.profile(session.agent().user).subjects
    return {
        "context": details.offer(),
        **({"subject": subjects[0]} if subjects else {}),
    }


chat.draw("studio", inputs=inputs)
