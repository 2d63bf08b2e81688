"""How a turn ended, in the words of code."""

from typing import Any

import streamlit as st

from ui import safe
from ui.views import coach

Plain = dict[str, Any]

ICONS = {
    "done": ":material/check_circle:",
    "dry run": ":material/science:",
    "rejected": ":material/block:",
    "failed": ":material/error:",
    "declined": ":material/info:",
    "not found": ":material/search_off:",
}
NAMES_ITSELF = ("dry run", "rejected")
"""Endings that the text itself begins with."""


def draw(data: Plain, key: str, live: bool) -> None:
    if data["text"]:
        _draw_words(data)
    if "agent" in data:
        coach.draw_speaker(data)


def _draw_words(data: Plain) -> None:
    status = data["status"]
    first, _, rest = data["text"].partition("\n")
    is_named = status in NAMES_ITSELF or "agent" in data
    lead = "" if is_named else f"**{safe.plain(status.capitalize())}.** "
    st.markdown(f"{ICONS.get(status, ':material/info:')} {lead}{safe.markdown(first)}")
    if rest.strip():
        st.markdown(safe.markdown(rest))
