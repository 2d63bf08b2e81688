"""One renderer per kind of artefact."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from ui import safe
from ui.views import citations, infra, quiz, support

Plain = dict[str, Any]
Draw = Callable[[Plain, str, bool], None]

# Kinds that the panels show, not the conversation.
QUIET = frozenset({"difficulty", "trace", "route", "item_checks"})
RENDERERS: dict[str, Draw] = {
    "citations": citations.draw,
    "replaced": support.draw_replaced,
    "support": support.draw,
    "feedback": quiz.draw_feedback,
    "quiz_result": quiz.draw_result,
    "outcome": infra.draw_outcome,
    "infra_plan": infra.draw_plan,
    "infra_code": infra.draw_code,
    "infra_review": infra.draw_review,
    "infra_change": infra.draw_change,
    "infra_deployment": infra.draw_deployment,
    "infra_facts": infra.draw_facts,
    "infra_files": infra.draw_files,
}
# Kinds that change while a run goes on, as one text that is drawn over and over in one place.
PROGRESS: dict[str, Callable[[Plain], str]] = {"infra_deployment": infra.progress}


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
