"""Choosing a model, in the sidebar."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar, cast

import streamlit as st
from pydantic import SecretStr

from agent import AgentError, ModelChoice, Offer, Turn
from agent.engine.models import Server
from agent.errors import ProviderError
from agent.language.catalogs import N_
from ui import safe, session
from ui.language import _

T = TypeVar("T")
OWN_SERVER = "vllm"
HEARD_SECONDS = 30
MOST_LISTED = 8
TRIED = "model-tried"
POPOVER = "icon-model"
STATES = {
    "": ("radio_button_unchecked", N_("{model} is set up, not tried yet.")),
    "works": ("check_circle", N_("{model} works.")),
    "key": ("key_off", N_("{model}: the key was refused.")),
    "refused": ("cloud_off", N_("{model} could not be reached.")),
    "timeout": ("cloud_off", N_("{model} could not be reached.")),
    "failed": ("error", N_("{model} did not answer as it should.")),
}
UNLISTED = {
    "key": N_("The server wants a key to list its models."),
    "refused": N_("No server answers at this address."),
    "rejected": N_("The server lists no models; type the name of one."),
}


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
            with st.popover(
                _("Model settings"), icon=":material/tune:", key=POPOVER, on_change="rerun"
            ) as opened:
                if opened.open:
                    _servers(_kept("servers", models.find))
                _model_form(provider, offered, is_open=bool(opened.open))
        _status(offered[provider])


def _servers(found: Sequence[Server]) -> None:
    """Model servers that run on this machine, each with a button that chooses it."""
    for server in found:
        st.button(
            _("Use {server} on this computer").format(server=server.name),
            icon=":material/computer:",
            key=f"model-server-{server.name}",
            on_click=_use,
            args=(server.base_url, server.models[0]),
        )


def _use(base_url: str, model: str) -> None:
    st.session_state["provider"] = OWN_SERVER
    st.session_state[f"model-url-{OWN_SERVER}"] = base_url
    # A key that was typed for another server is not sent to this one.
    st.session_state[f"model-key-{OWN_SERVER}"] = ""
    st.session_state[f"model-name-{OWN_SERVER}"] = model


def _offer_models(offered: dict[str, Offer]) -> None:
    st.caption(_("Built-in answers quote your documents. No key and no network needed."))
    st.caption(_("Connect a model to chat freely and write new text:"))
    with st.container(horizontal=True, gap="xsmall"):
        for name, other in offered.items():
            if other.is_model:
                st.button(
                    _(other.label),
                    key=f"model-connect-{name}",
                    on_click=st.session_state.__setitem__,
                    args=("provider", name),
                )


def _model_form(provider: str, offered: dict[str, Offer], *, is_open: bool) -> None:
    offer = offered[provider]
    st.markdown(f"**{_(offer.label)}**")
    if not offer.is_model:
        _offer_models(offered)
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
    choice = ModelChoice(
        provider=provider,
        model=name.strip(),
        key=SecretStr(key) if key else None,
        base_url=_base_url(provider, offer),
    )
    if is_open:
        _listed(choice)
    trial = st.container()  # Above what opens, so that its outcome is in sight.
    with st.expander(_("More settings")):
        temperature, fallback = _temperature(provider), _fallback(provider, offered)
    session.choose_model(replace(choice, temperature=temperature, fallback=fallback))
    with trial:
        if st.button(
            _("Test"), icon=":material/bolt:", key=f"model-test-{provider}", type="primary"
        ):
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


def _listed(choice: ModelChoice) -> None:
    """What the server of a typed address serves, to choose from."""
    place = f"{choice.base_url} {hash(choice.key)}"
    listing = _kept(place, lambda: session.agent().models.listed(choice))
    name = f"model-name-{choice.provider}"
    if problem := UNLISTED.get(listing.problem):
        st.caption(f":material/info: {_(problem)}")
    for model in listing.models[:MOST_LISTED]:
        if model != choice.model:
            st.button(
                safe.label(model),
                key=f"model-pick-{choice.provider}-{model}",
                type="tertiary",
                on_click=st.session_state.__setitem__,
                args=(name, model),
            )


def _kept(name: str, ask: Callable[[], T]) -> T:
    """What a server said, for some seconds in this session: the page runs again at every click."""
    at, said = st.session_state.get(f"model-heard-{name}", (0.0, None))
    if time.monotonic() - at > HEARD_SECONDS:
        said = ask()
        st.session_state[f"model-heard-{name}"] = time.monotonic(), said
    return cast("T", said)


def _temperature(provider: str) -> float | None:
    """None leaves each step at its own."""
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


def _fallback(provider: str, offered: dict[str, Offer]) -> ModelChoice | None:
    """Another provider that has a key, from the server's settings or typed in this session."""
    keys = {name: st.session_state.get(f"model-key-{name}") for name in offered}
    usable = [
        name
        for name, offer in offered.items()
        if name != provider and offer.is_model and not offer.needs_url
        if offer.has_key or keys[name]
    ]
    if not usable:
        return None
    chosen = st.selectbox(
        _("If this model fails, continue with"),
        ["", *usable],
        format_func=lambda name: _(offered[name].label) if name else _("No other model"),
        key=f"model-fallback-{provider}",
        persist_state="session",
    )
    if not chosen:
        return None
    model = st.session_state.get(f"model-name-{chosen}") or ""
    key = keys[chosen]
    return ModelChoice(chosen, model=model, key=SecretStr(key) if key else None)


def _test() -> None:
    choice = session.model()
    try:
        with st.spinner(_("Trying a text, a tool call and a schema")):
            found = session.agent().models.test(choice)
    except AgentError as error:
        problem = error.problem if isinstance(error, ProviderError) else ""
        st.session_state[TRIED] = choice, problem if problem in STATES else "failed"
        st.error(safe.plain(f"{error.message} {error.hint}"), icon=":material/error:")
        return
    st.session_state[TRIED] = choice, "works"
    for each in found:
        icon = ":material/check_circle:" if each.works else ":material/info:"
        st.markdown(f"{icon} {safe.plain(_(each.said))}")


def remember(turn: Turn) -> None:
    """Keep what a turn that ended tells of the model that was asked in it."""
    error = turn.error or {}
    problem = error.get("problem", "") if error.get("kind") == "model" else ""
    if problem or (turn.calls and not error):
        outcome = problem if problem in STATES else "failed"
        st.session_state[TRIED] = session.model(), outcome if problem else "works"


def _status(offer: Offer) -> None:
    if not offer.is_model:
        st.caption(_("No AI model connected. Built-in answers only."))
        st.button(
            _("Connect a model"),
            icon=":material/add_link:",
            key="model-connect",
            type="tertiary",
            on_click=st.session_state.__setitem__,
            args=(POPOVER, True),
        )
    elif missing := session.agent().models.missing(session.model()):
        st.caption(f":material/key: {missing}")
        offer_settings(key="model-set-up")
    else:
        _tried(session.model())


def offer_settings(*, key: str) -> None:
    """A button that opens the settings of the chosen model, named by what they lack."""
    offer = session.agent().models.offered()[session.model().provider]
    lacks_key = not offer.has_key and session.model().key is None and not offer.needs_url
    label = _("Add your {provider} key") if lacks_key else _("Open the model settings")
    st.button(
        label.format(provider=_(offer.label)),
        icon=":material/tune:",
        key=key,
        on_click=st.session_state.__setitem__,
        args=(POPOVER, True),
    )


def _tried(choice: ModelChoice) -> None:
    """What is known of the model: nothing is called ready before it has answered."""
    tried, outcome = st.session_state.get(TRIED, (None, ""))
    icon, said = STATES[outcome if tried == choice else ""]
    st.caption(f":material/{icon}: {safe.plain(_(said).format(model=choice.model))}")
