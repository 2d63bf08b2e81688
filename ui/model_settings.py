"""Choosing a model, in the sidebar."""

import time
from collections.abc import Callable, Sequence
from typing import TypeVar, cast

import streamlit as st
from pydantic import SecretStr

from agent import AgentError, ModelChoice, Offer, Turn
from agent.engine.models import Listing, Server
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
WARMTH = 0.3
STATES = {
    "": ("radio_button_unchecked", N_("{model}, not tried yet")),
    "works": ("check_circle", N_("{model} works")),
    "key": ("key_off", N_("{model}: key refused")),
    "refused": ("cloud_off", N_("{model}: not reached")),
    "timeout": ("cloud_off", N_("{model}: not reached")),
    "failed": ("error", N_("{model}: the call failed")),
}
UNHEARD = ("refused", "rejected")
UNLISTED = {
    "key": N_("The server wants a key to list its models."),
    "refused": N_("No server answers at this address."),
    "rejected": N_("The server lists no models; type the name of one."),
}


def draw() -> None:
    """One line that says which model answers; it opens the settings."""
    models = session.agent().models
    offered = models.offered()
    choice = _choice(offered)
    session.choose_model(choice)
    with st.container(
        key="sidebar-model", horizontal=True, wrap=False, vertical_alignment="center", gap="xsmall"
    ):
        status = st.container(width="stretch")
        with st.popover(
            _("Model settings"),
            icon=":material/tune:",
            key=POPOVER,
            type="tertiary",
            on_change="rerun",
        ) as opened:
            if opened.open:
                _servers(_reuse("servers", models.find))
                _settings(choice, offered)
        # Last, for a test in the settings has its say.
        status.button(
            _status(offered[choice.provider], choice),
            key="model-status",
            type="tertiary",
            width="stretch",
            on_click=_open,
        )


def _open() -> None:
    st.session_state[POPOVER] = True


def _status(offer: Offer, choice: ModelChoice) -> str:
    """The line on the model's state: nothing is called ready before it has answered."""
    if not offer.is_model:
        return ":material/add_link: " + _("No AI model, connect one")
    if session.agent().models.missing(choice):
        return ":material/key: " + _("{provider}, not set up yet").format(provider=_(offer.label))
    tried, outcome = st.session_state.get(TRIED, (None, ""))
    icon, said = STATES[outcome if tried == choice else ""]
    return f":material/{icon}: {safe.plain(_(said).format(model=choice.model))}"


def _choice(offered: dict[str, Offer]) -> ModelChoice:
    """The values of the settings, also those that were changed a moment ago."""
    held = st.session_state.get
    provider = held("provider") or session.model().provider
    offer = offered[provider]
    if not offer.is_model:
        return ModelChoice()
    has_url = offer.needs_url or held(f"model-own-url-{provider}")
    url = (held(f"model-url-{provider}") or "").strip() if has_url else ""
    key = held(f"model-key-{provider}")
    warmth = held(f"model-temp-{provider}", WARMTH)
    return ModelChoice(
        provider=provider,
        model=(held(f"model-name-{provider}") or _suggested(offer)).strip(),
        key=SecretStr(key) if key else None,
        base_url=url if not url or "://" in url else f"http://{url}",
        temperature=warmth if held(f"model-warm-{provider}") else None,
        fallback=_fallback(provider, offered),
    )


def _suggested(offer: Offer) -> str:
    return offer.models[0] if offer.models else ""


def _fallback(provider: str, offered: dict[str, Offer]) -> ModelChoice | None:
    held = st.session_state.get
    chosen = held(f"model-fallback-{provider}")
    if not chosen or chosen not in _others(provider, offered):
        return None
    key = held(f"model-key-{chosen}")
    model = held(f"model-name-{chosen}") or ""
    return ModelChoice(chosen, model=model, key=SecretStr(key) if key else None)


def _others(provider: str, offered: dict[str, Offer]) -> list[str]:
    """Providers that have a key, from the server's settings or typed in this session."""
    return [
        name
        for name, offer in offered.items()
        if name != provider and offer.is_model and not offer.needs_url
        if offer.has_key or st.session_state.get(f"model-key-{name}")
    ]


# The settings


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


def _settings(choice: ModelChoice, offered: dict[str, Offer]) -> None:
    provider = choice.provider
    st.selectbox(
        _("Provider"),
        list(offered),
        index=list(offered).index(provider),
        format_func=lambda name: _(offered[name].label),
        key="provider",
        persist_state="session",
    )
    offer = offered[provider]
    if not offer.is_model:
        st.caption(
            _(
                "Built-in answers quote your documents. No key and no network needed."
                " Choose a provider to chat freely and write new text."
            )
        )
        return
    if offer.needs_url:
        _address(provider, offer)
    _key(provider, offer)
    if _is_heard(choice, offer):
        if not _say_missing(choice) and st.button(
            _("Test"), icon=":material/bolt:", key=f"model-test-{provider}", type="primary"
        ):
            _test(choice)
        with st.expander(_("More settings")):
            if not offer.needs_url and st.toggle(
                _("Own base URL"), key=f"model-own-url-{provider}", persist_state="session"
            ):
                _address(provider, offer)
            _temperature(provider)
            _offer_fallback(provider, offered)


def _key(provider: str, offer: Offer) -> None:
    st.text_input(
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


def _address(provider: str, offer: Offer) -> None:
    st.text_input(
        _("Base URL"),
        key=f"model-url-{provider}",
        persist_state="session",
        placeholder=offer.base_url or "http://127.0.0.1:8000/v1",
        help=_("A key from the server's settings is never sent to an address typed here."),
    )


def _is_heard(choice: ModelChoice, offer: Offer) -> bool:
    """Ask for the model's name, of a server of one's own once its address is there."""
    if offer.needs_url and not (choice.base_url or offer.base_url):
        return not _say_missing(choice)
    listing = _listing(choice)
    if problem := UNLISTED.get(listing.problem):
        st.caption(f":material/info: {_(problem)}")
    name = f"model-name-{choice.provider}"
    st.text_input(_("Model name"), value=_suggested(offer), key=name, persist_state="session")
    for model in listing.models[:MOST_LISTED]:
        if model != choice.model:
            st.button(
                safe.label(model),
                key=f"model-pick-{choice.provider}-{model}",
                type="tertiary",
                on_click=st.session_state.__setitem__,
                args=(name, model),
            )
    return True


def _listing(choice: ModelChoice) -> Listing:
    place = f"{choice.base_url} {hash(choice.key)}"
    return _reuse(place, lambda: session.agent().models.listed(choice))


def say_unreached() -> None:
    """Name the cause where the server of the chosen model does not answer."""
    choice = session.model()
    if choice.base_url and _listing(choice).problem == "refused":
        st.caption(f":material/cloud_off: {_(UNLISTED['refused'])} {safe.plain(choice.base_url)}")


def _reuse(name: str, ask: Callable[[], T]) -> T:
    """A server's answer, kept for some seconds: the page runs again at every click."""
    at, said = st.session_state.get(f"model-heard-{name}", (0.0, None))
    if time.monotonic() - at > HEARD_SECONDS:
        said = ask()
        st.session_state[f"model-heard-{name}"] = time.monotonic(), said
    return cast("T", said)


def _temperature(provider: str) -> None:
    """Without it each step has its own."""
    if st.toggle(_("Set the temperature"), key=f"model-warm-{provider}", persist_state="session"):
        st.slider(
            _("Temperature"),
            min_value=0.0,
            max_value=1.5,
            value=WARMTH,
            step=0.1,
            key=f"model-temp-{provider}",
            persist_state="session",
        )


def _offer_fallback(provider: str, offered: dict[str, Offer]) -> None:
    if usable := _others(provider, offered):
        st.selectbox(
            _("If this model fails, continue with"),
            ["", *usable],
            format_func=lambda name: _(offered[name].label) if name else _("No other model"),
            key=f"model-fallback-{provider}",
            persist_state="session",
        )


def _say_missing(choice: ModelChoice) -> bool:
    missing = session.agent().models.missing(choice)
    if missing:
        st.caption(f":material/key: {safe.plain(missing)}")
    return bool(missing)


def _test(choice: ModelChoice) -> None:
    try:
        with st.spinner(_("Trying a text, a tool call and a schema")):
            found = session.agent().models.test(choice)
    except AgentError as error:
        problem = error.problem if isinstance(error, ProviderError) else ""
        st.session_state[TRIED] = choice, problem if problem in STATES else "failed"
        said = f"{error.message} {error.hint}"
        if choice.base_url and session.agent().models.listed(choice).problem in UNHEARD:
            said = _("{address} could not be reached as a model server. Check the address.")
            said = said.format(address=choice.base_url)
        st.error(safe.plain(said), icon=":material/error:")
        return
    st.session_state[TRIED] = choice, "works"
    for each in found:
        icon = ":material/check_circle:" if each.works else ":material/info:"
        st.markdown(f"{icon} {safe.plain(_(each.said))}")


def remember(turn: Turn) -> bool:
    """Keep what a finished turn tells about the model; return whether that is new."""
    error = turn.error or {}
    problem = error.get("problem", "") if error.get("kind") == "model" else ""
    if not problem and (error or not turn.calls):
        return False
    before = st.session_state.get(TRIED)
    outcome = problem if problem in STATES else "failed"
    st.session_state[TRIED] = session.model(), outcome if problem else "works"
    return before != st.session_state[TRIED]


def offer_settings(*, key: str) -> None:
    """A button that opens the settings of the chosen model, named by what they lack."""
    offer = session.agent().models.offered()[session.model().provider]
    lacks_key = not offer.has_key and session.model().key is None and not offer.needs_url
    label = _("Add your {provider} key") if lacks_key else _("Open the model settings")
    st.button(
        label.format(provider=_(offer.label)),
        icon=":material/tune:",
        key=key,
        on_click=_open,
    )
