"""A teaching guide as a page to read."""

from collections.abc import Iterator
from typing import Any

import streamlit as st

from agent.exchange.teaching_guide import NAMES
from ui import safe
from ui.guide_form import FACTS, ROWS
from ui.language import _
from ui.views.table import table

Plain = dict[str, Any]

# The name of the subject is the title already.
_LINES = tuple(name for name in FACTS if name != "asignatura")
_IN_TITLE = ("curso", "semestre", "creditos", "tipo")


def draw_guide(guide: Plain) -> None:
    """Everything the guide says, under the names of its fields; nothing of what it leaves open."""
    st.markdown(f"#### {safe.plain(str(guide.get('asignatura') or ''))}")
    facts = [str(guide[name]) for name in _IN_TITLE if guide.get(name)]
    if facts:
        st.caption(safe.plain(" · ".join(facts)))
    if about := guide.get("breve_descripcion"):
        st.markdown(safe.markdown(str(about)))
    for name, value in _filled(guide):
        st.markdown(f"##### {_(NAMES[name])}")
        _value(name, value)
    lines = [f"{_(NAMES[name])}: {guide[name]}" for name in _LINES if guide.get(name)]
    if lines:
        st.caption(safe.plain(" · ".join(lines)))


def _filled(guide: Plain) -> Iterator[tuple[str, Any]]:
    """Fields besides the title line and the description, in the order of the form."""
    for name in NAMES:
        section, _dot, part = name.partition(".")
        if name in FACTS or name in _IN_TITLE or name == "breve_descripcion":
            continue
        value = guide.get(section) or None
        if isinstance(value, dict):
            value = value.get(part) or None
        if value:
            yield name, value


def _value(name: str, value: Any) -> None:
    if name in ROWS:
        columns = ROWS[name]
        rows = [[str(row.get(key, "")) for key in columns] for row in value]
        table([_(title) for title in columns.values()], rows)
    elif isinstance(value, list):
        st.markdown("\n".join(f"- {safe.markdown(str(line))}" for line in value))
    else:
        st.markdown(safe.markdown(str(value)))
