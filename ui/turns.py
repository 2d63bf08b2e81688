"""A finished turn: what the user wrote, the answer in its language, what can be done with it."""

import streamlit as st

from agent import Turn, known_workflows
from agent.language.conversation import spoken
from ui import actions, events
from ui.language import _, speaking


def draw(turn: Turn) -> None:
    events.draw_question_of(turn)
    draw_answer(turn)


def draw_answer(turn: Turn) -> None:
    is_over = turn.status in ("done", "stopped")
    if not is_over and not any(map(events.is_visible, turn.entries)):
        return
    with st.chat_message("assistant", avatar=avatar(turn)):
        with speaking(spoken(turn)):
            events.draw_entries(turn.entries, turn=turn.id)
        if turn.status == "stopped" and not any(e.data.get("partial") for e in turn.entries):
            st.caption(":material/stop_circle: " + _("You stopped this turn."))
        if turn.status == "stopped":
            actions.offer_again(turn)
        if is_over:
            actions.draw(turn)


def avatar(turn: Turn) -> str:
    return known_workflows()[turn.workflow].icon
