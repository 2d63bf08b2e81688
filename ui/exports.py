"""Downloads of questions and results. A file is made when its button is pressed."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from agent.exchange import FORMATS, RESULT_FORMATS, file_name, item_of, sheet_of
from agent.ports import Attempt, Item
from ui import documents
from ui.language import _


def draw_questions(title: str, items: Callable[[], Sequence[Item]], *, key: str) -> None:
    with st.popover(
        _("Export"), icon=":material/download:", key=f"export-{key}", on_change="rerun"
    ) as open_:
        if open_.open:
            st.caption(_("Questions, with answers and explanations"))
            _formats(title, items, key)


def draw_result(title: str, attempt: Callable[[], Attempt], *, key: str) -> None:
    """The questions of a quiz, or how it went."""
    with st.popover(
        _("Export"), icon=":material/download:", key=f"export-{key}", on_change="rerun"
    ) as open_:
        if not open_.open:
            return
        st.caption(_("Results"))
        for kind in RESULT_FORMATS:
            st.download_button(
                kind.label,
                partial(_result, kind.write, attempt),
                file_name=file_name(_("{title} result").format(title=title), kind.suffix),
                mime=kind.mime,
                key=f"{kind.name}-{key}",
                type="tertiary",
                icon=":material/table_view:",
                on_click="ignore",
            )
        st.caption(_("Questions, with answers and explanations"))
        _formats(title, lambda: _questions_of(attempt()), key)


def _formats(title: str, items: Callable[[], Sequence[Item]], key: str) -> None:
    for kind in FORMATS:
        st.download_button(
            kind.label,
            partial(_questions, kind.write, title, items),
            file_name=file_name(title, kind.suffix),
            mime=kind.mime,
            key=f"{kind.name}-{key}",
            type="tertiary",
            icon=":material/file_save:",
            on_click="ignore",
        )


def _questions(
    write: Callable[..., bytes], title: str, items: Callable[[], Sequence[Item]]
) -> bytes:
    return write(sheet_of(title, [_with_title(item) for item in items()]))


def _with_title(item: Item) -> Item:
    """Name the document by its title: the id of an upload means nothing outside the app."""
    if not item.evidence_document.startswith("u/"):
        return item
    return replace(item, evidence_document=documents.title_of(item.evidence_document))


def _result(write: Callable[[Attempt], bytes], attempt: Callable[[], Attempt]) -> bytes:
    return write(attempt())


def _questions_of(attempt: Attempt) -> list[Item]:
    return [item_of(answer["item"]) for answer in attempt.result["answers"]]
