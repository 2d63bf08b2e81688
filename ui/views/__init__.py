"""One renderer per kind of artefact."""

from collections.abc import Callable
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from agent import kind_of
from ui import safe
from ui.views import (
    citations,
    coach,
    generic,
    guard,
    infra,
    maturity,
    outcome,
    pictures,
    plan,
    quiz,
    quiz_link,
    research,
    studio,
    support,
    tickets,
    wiki,
)

Plain = dict[str, Any]
Draw = Callable[[Plain, str, bool], None]

RENDERERS: dict[str, Draw] = {
    "citations": citations.draw,
    "coach_goal": coach.draw_goal,
    "coach_gaps": coach.draw_gaps,
    "coach_courses": coach.draw_courses,
    "coach_plan": plan.draw_plan,
    "coach_progress": plan.draw_progress,
    "coach_quiz": quiz_link.draw_quiz,
    "guardrails": guard.draw,
    "research": research.draw,
    "route": studio.draw_route,
    "studio_outline": studio.draw_outline,
    "studio_variants": studio.draw_variants,
    "studio_draft": studio.draw_draft,
    "studio_kept": studio.draw_kept,
    "studio_picture": pictures.draw,
    "replaced": support.draw_replaced,
    "support": support.draw,
    "feedback": quiz.draw_feedback,
    "quiz_result": quiz.draw_result,
    "outcome": outcome.draw,
    "infra_plan": infra.draw_plan,
    "infra_code": infra.draw_code,
    "infra_review": infra.draw_review,
    "infra_change": infra.draw_change,
    "infra_deployment": infra.draw_deployment,
    "infra_facts": infra.draw_facts,
    "infra_files": infra.draw_files,
    "ticket_draft": tickets.draw_draft,
    "ticket_drafts": tickets.draw_drafts,
    "ticket_created": tickets.draw_created,
    "ticket_change": tickets.draw_change,
    "ticket_found": tickets.draw_found,
    "ticket_batch": tickets.draw_batch,
    "maturity": maturity.draw,
    "wiki_page": wiki.draw_page,
    "wiki_done": wiki.draw_done,
}
# Kinds that change during a run: one element that is drawn again in the same place.
PROGRESS: dict[str, Callable[[DeltaGenerator, Plain], None]] = {
    "infra_deployment": infra.draw_progress,
    "ticket_batch": tickets.draw_progress,
}


def is_quiet(kind: str, data: Plain) -> bool:
    """Tell whether the panels show it and the conversation does not."""
    quiet = kind_of(kind).is_quiet
    return quiet(data) if callable(quiet) else quiet


def draw(kind: str, data: Plain, *, key: str, live: bool = False) -> None:
    """Draw an artefact; `live` ones are replaced at the end of the run and carry no buttons."""
    if is_quiet(kind, data):
        return
    renderer = RENDERERS.get(kind)
    if renderer:
        renderer(data, key, live)
    elif view := kind_of(kind).view:
        generic.VIEWS[view](data)
    else:
        with st.expander(safe.plain(kind.replace("_", " ").capitalize())):
            st.json(data)
