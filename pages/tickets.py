"""Tickets."""

from typing import Any

import streamlit as st

from ui import chat, connections, navigation, session, weights
from ui.language import _

ports = session.agent().ports


def tools() -> None:
    st.page_link(navigation.page_of("issues"), label=_("Issues"), icon=":material/view_kanban:")
    connections.offer(ports)
    weights.offer(ports.ticket_rules.weights)


def inputs() -> dict[str, Any]:
    chosen = weights.chosen(ports.ticket_rules.weights)
    return {} if chosen is None else {"weights": chosen}


chat.draw("tickets", tools=tools, inputs=inputs)
