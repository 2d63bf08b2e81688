"""The script of a page with one preview; the piece stands in its session state."""

import streamlit as st

from ui.views import previews

piece, piece_id = st.session_state["previewed"]
previews.draw(piece, piece_id=piece_id, key="t")
