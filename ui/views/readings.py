"""How an answer in the user's own words was judged: by which words, or by two readings."""

from typing import Any

import streamlit as st

from ui import safe

Plain = dict[str, Any]


def draw(readings: list[Plain], by: str) -> None:
    if not readings:
        return
    if by == "rules":
        _words(readings[0])
        return
    if len({reading["right"] for reading in readings}) > 1:
        st.caption(
            ":material/balance: The two readings differ, so nothing was decided."
            " You can contest the question."
        )
    for number, reading in enumerate(readings, start=1):
        verdict = "right" if reading["right"] else "not right"
        st.caption(f"Reading {number}, **{verdict}**: {safe.markdown(reading['why'])}")


def _words(reading: Plain) -> None:
    """Rules see words only, and it is said so."""
    found, missing = (safe.plain(", ".join(reading[name])) for name in ("found", "missing"))
    if not found and not missing:
        st.caption(
            ":material/rule: Rules cannot judge this answer. Compare it with the model answer."
        )
        return
    parts = [
        "Checked by rules, which look for words only.",
        f"Found: {found}." if found else "",
        f"Missing: {missing}." if missing else "",
    ]
    st.caption(f":material/rule: {' '.join(filter(None, parts))}")
