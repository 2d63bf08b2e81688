"""One renderer per kind of artefact."""

from collections.abc import Callable
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui import safe
from ui.views import citations, infra, maturity, quiz, support, tickets, wiki

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
    "ticket_draft": tickets.draw_draft,
    "ticket_created": tickets.draw_created,
    "ticket_change": tickets.draw_change,
    "ticket_found": tickets.draw_found,
    "ticket_batch": tickets.draw_batch,
    "maturity": maturity.draw,
    "wiki_page": wiki.draw_page,
    "wiki_done": wiki.draw_done,
}
# Kinds that a later one of the same turn takes the place of, and what an earlier one is called.
EARLIER = {
    "ticket_draft": "An earlier draft",
    "ticket_change": "An earlier version of the change",
    "wiki_page": "An earlier preview",
}
# Kinds that change while a run goes on, as one element that is drawn over and over in one place.
PROGRESS: dict[str, Callable[[DeltaGenerator, Plain], None]] = {
    "infra_deployment": infra.draw_progress,
    "ticket_batch": tickets.draw_progress,
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
