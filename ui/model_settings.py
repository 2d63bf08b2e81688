"""Choosing a model, in the sidebar."""

import streamlit as st
from pydantic import SecretStr

from agent import AgentError, ModelChoice, Offer
from ui import safe, session
from ui.language import _


def draw() -> None:
    models = session.agent().models
    offered = models.offered()
    names = list(offered)
    labels = {name: _(offer.label) for name, offer in offered.items()}
    with st.container(key="sidebar-model", gap="xsmall"):
        st.markdown("**" + _("Model") + "**")
        with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall", wrap=False):
            provider = st.selectbox(
                _("Provider"),
                names,
                index=names.index(session.model().provider),
                format_func=labels.__getitem__,
                key="provider",
                persist_state="session",
                label_visibility="collapsed",
            )
            with st.popover(_("Model settings"), icon=":material/tune:", key="icon-model"):
                _model_form(provider, offered[provider])
        _status(offered[provider])


def _model_form(provider: str, offer: Offer) -> None:
    st.markdown(f"**{_(offer.label)}**")
    if not offer.is_model:
        st.caption(_("Built-in answers quote your documents. No key and no network needed."))
        session.choose_model(ModelChoice())
        return
    suggested = offer.models[0] if offer.models else ""
    name = st.text_input(
        _("Model name"), value=suggested, key=f"model-name-{provider}", persist_state="session"
    )
    key = st.text_input(
        _("API key"),
        type="password",
        key=f"model-key-{provider}",
        persist_state="session",
        placeholder=_("from the server's settings")
        if offer.has_key
        else _("kept in this tab only"),
        help=_("Stays in this session's memory. It is never stored, logged or exported."),
        autocomplete="off",
    )
    session.choose_model(
        ModelChoice(
            provider=provider,
            model=name.strip(),
            key=SecretStr(key) if key else None,
            base_url=_base_url(provider, offer),
            temperature=_temperature(provider),
        )
    )
    if st.button(_("Test"), icon=":material/bolt:", key=f"model-test-{provider}", type="primary"):
        _test()


def _base_url(provider: str, offer: Offer) -> str:
    if not offer.needs_url and not st.toggle(
        _("Own base URL"), key=f"model-own-url-{provider}", persist_state="session"
    ):
        return ""
    return st.text_input(
        _("Base URL"),
        key=f"model-url-{provider}",
        persist_state="session",
        placeholder=offer.base_url or "http://127.0.0.1:8000/v1",
        help=_("A key from the server's settings is never sent to an address typed here."),
    ).strip()


def _temperature(provider: str) -> float | None:
    """None leaves each step at its own."""
    with st.expander(_("More settings")):
        if not st.toggle(
            _("Set the temperature"), key=f"model-warm-{provider}", persist_state="session"
        ):
            return None
        return st.slider(
            _("Temperature"),
            min_value=0.0,
            max_value=1.5,
            value=0.3,
            step=0.1,
            key=f"model-temp-{provider}",
            persist_state="session",
        )


def _test() -> None:
    try:
        with st.spinner(_("Asking the model for one word")):
            said = session.agent().models.test(session.model())
    except AgentError as error:
        st.error(safe.plain(f"{error.message} {error.hint}"), icon=":material/error:")
    else:
        st.success(safe.plain(said), icon=":material/check_circle:")


def _status(offer: Offer) -> None:
    if not offer.is_model:
        st.caption(":material/check_circle: " + _("No AI model connected. Built-in answers only."))
    elif missing := session.agent().models.missing(session.model()):
        st.caption(f":material/key: {missing}")
    else:
        said = _("Ready to use {model}.").format(model=session.model().model)
        st.caption(f":material/check_circle: {safe.plain(said)}")
