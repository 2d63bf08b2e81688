"""The script of a page with Studio's parts: brand, details, an appeal."""

import streamlit as st

from ui import appeals, brand, details

STOPPED = {
    "passed": False,
    "message": "This asks for violence.",
    "blocked_by": "violence",
    "details": {"rule": "threat", "quote": "kill the view"},
}

brand.draw()
details.offer()
st.session_state["given"] = details.given()
appeals.offer(STOPPED, "Do tall buildings kill the view?", key="turn-1-guardrails")
