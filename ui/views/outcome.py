"""A view of how a turn ended, by a fixed sentence."""

from typing import Any

import streamlit as st

from agent.language.catalogs import N_
from ui import safe
from ui.language import _
from ui.views import coach

Plain = dict[str, Any]

ENDINGS = {
    "done": (":material/check_circle:", N_("Done.")),
    "dry run": (":material/science:", ""),
    "rejected": (":material/block:", ""),
    "failed": (":material/error:", N_("Failed.")),
    "declined": (":material/info:", N_("Declined.")),
    "not found": (":material/search_off:", N_("Not found.")),
    "cancelled": (":material/info:", N_("Cancelled.")),
    "left": (":material/info:", N_("Nothing changed.")),
    "unchanged": (":material/info:", ""),
    "unknown": (":material/info:", N_("Unknown.")),
}
"""Icon and first word; none where the text itself begins with it."""


def draw(data: Plain, key: str, live: bool) -> None:
    if data["text"]:
        _draw_words(data)
    if "agent" in data:
        coach.draw_speaker(data)


def _draw_words(data: Plain) -> None:
    icon, word = ENDINGS.get(data["status"], (":material/info:", ""))
    first, _newline, rest = data["text"].partition("\n")
    lead = f"**{_(word)}** " if word and "agent" not in data else ""
    st.markdown(f"{icon} {lead}{safe.markdown(first)}")
    if rest.strip():
        st.markdown(safe.markdown(rest))
