"""How an answer in the user's own words was judged: by which words, or by two readings."""

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
        said = _("The two readings differ, so nothing was decided. You can contest the question.")
        st.caption(f":material/balance: {said}")
    for number, reading in enumerate(readings, start=1):
        said = (
            _("Reading {number}, **right**:")
            if reading["right"]
            else _("Reading {number}, **not right**:")
        )
        st.caption(f"{said.format(number=number)} {safe.markdown(reading['why'])}")


def _words(reading: Plain) -> None:
    """Rules see words only, and it is said so."""
    found, missing = (safe.plain(", ".join(reading[name])) for name in ("found", "missing"))
    if not found and not missing:
        said = _("Rules cannot judge this answer. Compare it with the model answer.")
        st.caption(f":material/rule: {said}")
        return
    parts = [
        _("Checked by rules, which look for words only."),
        _("Found: {words}.").format(words=found) if found else "",
        _("Missing: {words}.").format(words=missing) if missing else "",
    ]
    st.caption(f":material/rule: {' '.join(filter(None, parts))}")
