"""“This question is wrong”: for any answered question, with undo and the reviewer's verdict."""

from functools import partial
from typing import Any

import streamlit as st

from agent import AgentError
from agent.language.catalogs import N_
from ui import safe, session
from ui.language import _

Plain = dict[str, Any]

REVIEWED = {
    "put back": N_("A reviewer found nothing wrong with it; your result stays without it."),
    "edited": N_("A reviewer has corrected it."),
    "retired": N_("A reviewer has retired it."),
}


def draw(quiz: str, item: str, *, void: Plain | None, key: str) -> None:
    """The button with its reason, or what came of it."""
    if void is None:
        _offer(quiz, item, key)
    else:
        _contested(quiz, item, void, key)


def _offer(quiz: str, item: str, key: str) -> None:
    with st.popover(
        _("This question is wrong"), icon=":material/flag:", type="tertiary", key=f"flag-{key}"
    ):
        st.text_area(
            _("What is wrong with it?"),
            key=f"why-{key}",
            max_chars=500,
            height=80,
            placeholder=_("For example: two answers are right"),
        )
        st.caption(_("It does not count, and no quiz asks it again until it has been reviewed."))
        st.button(
            _("Take it out"),
            type="primary",
            icon=":material/flag:",
            key=f"contest-{key}",
            on_click=partial(_contest, quiz, item, f"why-{key}"),
        )


def _contested(quiz: str, item: str, void: Plain, key: str) -> None:
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
        st.badge(_("Contested, does not count"), icon=":material/flag:", color="orange")
        if void["reason"]:
            st.caption(f"“{safe.plain(void['reason'])}”", width="content")
        if void["status"] in ("open", "put back"):
            st.button(
                _("Undo"),
                icon=":material/undo:",
                type="tertiary",
                key=f"uncontest-{key}",
                help=_("Count this question again"),
                on_click=partial(_undo, quiz, item),
            )
    if said := REVIEWED.get(void["status"]):
        st.caption(_(said))


def _contest(quiz: str, item: str, reason: str) -> None:
    agent = session.agent()
    try:
        agent.ports.contests.contest(
            agent.user, quiz=quiz, item=item, reason=st.session_state.get(reason, "")
        )
    except AgentError as error:
        st.session_state["refused"] = (error.message, error.hint, "")


def _undo(quiz: str, item: str) -> None:
    agent = session.agent()
    try:
        agent.ports.contests.undo(agent.user, quiz=quiz, item=item)
    except AgentError as error:
        st.session_state["refused"] = (error.message, error.hint, "")
