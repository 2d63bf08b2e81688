"""Views for artifacts that have none of their own."""

import difflib
from collections.abc import Callable
from typing import Any

import streamlit as st

from ui import safe
from ui.views.table import table

Plain = dict[str, Any]


def draw_fields(data: Plain) -> None:
    """Draw each value beside its name."""
    table(("", ""), [(name.replace("_", " "), str(value)) for name, value in data.items()])


def draw_table(data: Plain) -> None:
    """Draw `rows` of equal keys."""
    rows = data["rows"]
    if rows:
        table(list(rows[0]), [[str(cell) for cell in row.values()] for row in rows])


def draw_diff(data: Plain) -> None:
    """Draw what differs from the text `before` to the text `after`."""
    before, after = (data[name].splitlines() for name in ("before", "after"))
    lines = list(difflib.unified_diff(before, after, lineterm=""))[2:]
    st.code("\n".join(lines), language="diff")


def draw_timeline(data: Plain) -> None:
    """Draw `events`, each with `when` and `what`."""
    for event in data["events"]:
        st.markdown(f"**{safe.plain(event['when'])}** {safe.plain(event['what'])}")


def draw_document(data: Plain) -> None:
    """Draw a `title` and a `text` in Markdown."""
    with st.container(border=True):
        st.markdown(f"#### {safe.plain(data['title'])}")
        st.markdown(safe.markdown(data["text"]))


def draw_card(data: Plain) -> None:
    """Draw a `title`, and the other values beside their names."""
    with st.container(border=True):
        st.markdown(f"**{safe.plain(data['title'])}**")
        draw_fields({name: value for name, value in data.items() if name != "title"})


VIEWS: dict[str, Callable[[Plain], None]] = {
    "fields": draw_fields,
    "table": draw_table,
    "diff": draw_diff,
    "timeline": draw_timeline,
    "document": draw_document,
    "card": draw_card,
}
