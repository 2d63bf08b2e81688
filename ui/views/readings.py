"""Shows how a free answer was judged: by its words, or by two readings."""

from typing import Any

import streamlit as st

from ui import safe
from ui.language import _

Plain = dict[str, Any]


def draw(readings: list[Plain], by: str) -> None:
    if not readings:
        return
    if by == "rules":
        _words(readings[0])
        return
    if len({reading["right"] for reading in readings}) > 1:
        st.caption(
            ":material/balance: "
            + _("The two readings differ, so nothing was decided. You can contest the question.")
        )
    for number, reading in enumerate(readings, start=1):
        verdict = _("right") if reading["right"] else _("not right")
        said = _("Reading {number}, **{verdict}**: {why}")
        st.caption(said.format(number=number, verdict=verdict, why=safe.markdown(reading["why"])))


def _words(reading: Plain) -> None:
    """Draw the judgement by rules, and say that they see words only."""
    found, missing = (safe.plain(", ".join(reading[name])) for name in ("found", "missing"))
    if not found and not missing:
        st.caption(
            ":material/rule: "
            + _("Rules cannot judge this answer. Compare it with the model answer.")
        )
        return
    parts = [
        _("Checked by rules, which look for words only."),
        _("Found: {words}.").format(words=found) if found else "",
        _("Missing: {words}.").format(words=missing) if missing else "",
    ]
    st.caption(f":material/rule: {' '.join(filter(None, parts))}")
