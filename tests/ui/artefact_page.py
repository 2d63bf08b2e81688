"""The script of a page with one artefact, which stands in its session state."""

import streamlit as st

from ui import views

kind, data, live = st.session_state["artefact"]
views.draw(kind, data, key="t-1", live=live)
