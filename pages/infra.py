"""Infra."""

import streamlit as st

from agent.language.catalogs import N_
from ui import chat, journal, session
from ui.language import _

ENVIRONMENTS = {"dev": N_("dev"), "tst": N_("test"), "prd": N_("prod")}


def tools() -> None:
    st.segmented_control(
        _("Environment"),
        tuple(ENVIRONMENTS),
        format_func=lambda name: _(ENVIRONMENTS[name]),
        default="dev",
        required=True,
        key="infra-environment",
        label_visibility="collapsed",
        persist_state="session",
        help=_("Where a change goes. Production always asks for its plan."),
    )
    st.toggle(
        _("Dry run"),
        key="infra-dry-run",
        persist_state="session",
        help=_("Plan, write, review and show the exact change, but execute nothing."),
    )
    journal.offer()


def inputs() -> dict[str, str | bool]:
    return {
        "environment": str(st.session_state.get("infra-environment") or "dev"),
        "dry_run": bool(st.session_state.get("infra-dry-run")),
    }


# Seconds and a hundred megabytes: only where somebody is about to need them.
session.graph_agent().ports.reviewer.start()
chat.draw("infra", tools=tools, inputs=inputs)
