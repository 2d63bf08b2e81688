"""One renderer per kind of artefact."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from ui import safe
from ui.views import citations, quiz

Plain = dict[str, Any]
Draw = Callable[[Plain, str, bool], None]

# Kinds that the panels show, not the conversation.
QUIET = frozenset({"difficulty", "trace", "route"})
RENDERERS: dict[str, Draw] = {
    "citations": citations.draw,
    "feedback": quiz.draw_feedback,
    "quiz_result": quiz.draw_result,
}


def draw(kind: str, data: Plain, *, key: str, live: bool = False) -> None:
    """Draw an artefact; `live` ones are replaced at the end of the run and carry no buttons."""
    if kind in QUIET:
        return
    renderer = RENDERERS.get(kind)
    if renderer is None:
        with st.expander(safe.plain(kind.replace("_", " ").capitalize())):
            st.json(data)
    else:
        renderer(data, key, live)
