"""The inputs of a card, and what they hold."""

from collections.abc import Callable, Iterable
from datetime import date
from itertools import groupby
from typing import Any, assert_never

import streamlit as st

from agent import Approval, Field, Form, Question
from ui import safe

Plain = dict[str, Any]
MOST_SHOWN = 6
"""Options that are all in sight; more are a list to choose from."""
MOST_IN_GROUP = 3
"""The most fields in a group, which have as many rows as a table has."""
SHORT = ("text", "number", "date")


def draw(question: Form | Approval) -> None:
    """Grouped fields, and short ones that may stay empty, share a line; on a phone none do."""
    shown = [entry for entry in question.fields if _is_shown(entry, question)]
    for (group, is_paired), entries in groupby(shown, lambda e: (e.group, _is_paired(e))):
        if group:
            st.markdown(f"**{safe.plain(group)}**")
        if is_paired:
            _draw_in_columns(question, list(entries))
        else:
            _draw_inputs(question, entries)


def values(question: Form | Approval) -> Plain:
    held = {entry.id: given(f"field-{entry.id}", question) for entry in question.fields}
    return {key: v.isoformat() if isinstance(v, date) else v for key, v in held.items()}


def given(name: str, question: Question) -> Any:
    """The value of the card's widget when its button is pressed."""
    return st.session_state.get(f"{name}-{question.id}")


def key_of(entry: Field, question: Question) -> str:
    return f"field-{entry.id}-{question.id}"


def _is_shown(entry: Field, question: Form | Approval) -> bool:
    state = st.session_state
    return entry.is_shown(
        {e.id: state.get(key_of(e, question), e.default) for e in question.fields}
    )


def _is_paired(entry: Field) -> bool:
    return bool(entry.group) or (entry.kind in SHORT and not entry.required)


def _draw_in_columns(question: Form | Approval, entries: list[Field]) -> None:
    for at in range(0, len(entries), 2):
        for column, entry in zip(st.columns(2), entries[at : at + 2], strict=False):
            with column:
                _draw_inputs(question, [entry])


def _draw_inputs(question: Form | Approval, entries: Iterable[Field]) -> None:
    for entry in entries:
        label = safe.plain(entry.label)
        # In a group nothing is required unless its label says so.
        if not entry.required and not entry.group:
            label = question.gettext("{field} (optional)").format(field=label)
        _draw_input(entry, label, key_of(entry, question))


def _draw_input(entry: Field, label: str, key: str) -> None:
    help_ = safe.plain(entry.help) or None
    match entry.kind:
        case "text":
            st.text_input(label, value=str(entry.default or ""), key=key, help=help_)
        case "longtext":
            text = str(entry.default or "")
            st.text_area(label, value=text, key=key, help=help_, height="content")
        case "number":
            start = float(entry.default) if entry.default is not None else None
            st.number_input(label, value=start, step=1.0, format="%g", key=key, help=help_)
        case "date":
            start_day = str(entry.default) if entry.default else None
            st.date_input(label, value=start_day, key=key, help=help_)
        case "flag":
            st.toggle(label, value=bool(entry.default), key=key, help=help_)
        case "choice":
            _draw_choice(entry, label, key)
        case _:
            assert_never(entry.kind)


def _draw_choice(entry: Field, label: str, key: str) -> None:
    ids, help_ = [option.id for option in entry.options], safe.plain(entry.help) or None
    at = ids.index(str(entry.default)) if entry.default in ids else None
    is_long = len(ids) > (MOST_IN_GROUP if entry.group else MOST_SHOWN)
    # A select box draws no Markdown.
    shown = safe.text if is_long else safe.plain
    named = {option.id: shown(option.label) for option in entry.options}.get
    if is_long:
        st.selectbox(label, ids, index=at, format_func=named, key=key, help=help_)
    else:
        st.radio(label, ids, index=at, format_func=named, key=key, help=help_, horizontal=True)


def draw_note(question: Question) -> None:
    _ = question.gettext
    with st.popover(
        _("Add a note"), icon=":material/edit_note:", type="tertiary", key=f"note-{question.id}"
    ):
        st.text_input(
            _("Kept with your answer; it changes and decides nothing"),
            key=f"comment-{question.id}",
        )


def cancel_label(question: Question) -> str:
    return safe.plain(str(question.context.get("cancel", question.gettext("Cancel"))))


def draw_cancel(question: Question, cancel: Callable[[], None]) -> None:
    st.button(
        cancel_label(question),
        type="tertiary",
        icon=":material/close:",
        key=f"cancel-{question.id}",
        on_click=cancel,
    )
