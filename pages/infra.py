"""Infra."""

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from agent import AgentError
from agent.checks import cfn
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
    _offer_own_template()
    journal.offer("infra")


def _offer_own_template() -> None:
    with st.popover(_("My template"), icon=":material/upload_file:", type="tertiary"):
        file = st.file_uploader(
            _("CloudFormation, as YAML or JSON. It is reviewed, and you approve the change."),
            type=["yaml", "yml", "json", "template"],
            key="infra-template",
        )
        if file:
            st.button(_("Use this template"), on_click=_plan, args=(file,))


def _plan(file: UploadedFile) -> None:
    """Ask for what its form leaves open, in a conversation of its own."""
    # Longer than any that the engine takes: the form says so.
    text = file.getvalue().decode("utf-8", "replace")[: cfn.MOST_CHARACTERS + 1]
    given = {"wish": "create", "kinds": ["template"], "settings": {"template": text}}
    said = _("Deploy my template {name}").format(name=file.name)
    agent, model = session.agent(), session.model()
    try:
        run = agent.ask("infra", None, said, model=model, **inputs(), **given)
    except AgentError as error:
        st.session_state["refused"] = (error.message, error.hint, "")
        return
    session.open_thread(run.thread)


def inputs() -> dict[str, str | bool]:
    return {
        "environment": str(st.session_state.get("infra-environment") or "dev"),
        "dry_run": bool(st.session_state.get("infra-dry-run")),
    }


# Costs seconds and a hundred megabytes, so it starts only on the page that needs it.
session.graph_agent().ports.reviewer.start()
chat.draw("infra", tools=tools, inputs=inputs)
