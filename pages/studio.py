"""Studio."""

from typing import Any

import streamlit as st

from ui import brand, chat, details, session, sidebar


def inputs() -> dict[str, Any]:
    st.page_link(sidebar.page_of("pieces"), label="Pieces", icon=":material/newsstand:")
    brand.offer()
    given = details.offer()
    subjects = session.agent().ports.brands.profile(session.agent().user).subjects
    return {
        **({"context": given} if given else {}),
        **({"subject": subjects[0]} if subjects else {}),
    }


chat.draw("studio", inputs=inputs)
