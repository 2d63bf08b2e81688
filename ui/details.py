"""Details for Studio that go with every request of a conversation."""

from dataclasses import dataclass
from typing import Any

import streamlit as st

from agent.language.catalogs import N_
from agent.ports.brand import EXAMPLE
from ui import session
from ui.language import _

Plain = dict[str, Any]

FEWEST_WORDS, MOST_WORDS, STEP = 50, 5000, 50


@dataclass(frozen=True)
class Text:
    name: str
    label: str
    placeholder: str
    is_list: bool = False


TEXTS = (
    Text("audience", N_("Audience"), N_("People who work from home")),
    Text("tone", N_("Tone"), N_("Warm and factual")),
    Text("property_type", N_("Product or property"), N_("Coffee subscription")),
    Text("location", N_("Location"), N_("Bilbao")),
    Text("price", N_("Price"), N_("12 € a month")),
    Text("features", N_("Features"), N_("Fresh beans, free delivery"), is_list=True),
    Text("keywords", N_("Keywords"), N_("coffee at home, fresh coffee"), is_list=True),
)
OF_HOMES = ("location", "price")
"""Asked for only where the brand is the sample realtor, or where they are filled in."""
OF_THREAD = "details-of-thread"
"""In the session: the conversation whose details the form holds."""


def follow(thread: str | None) -> None:
    """Opening a conversation fills the form as it went with the last message there."""
    if thread == st.session_state.get(OF_THREAD):
        return
    st.session_state[OF_THREAD] = thread
    turns = session.agent().history(thread, limit=1) if thread else []
    _fill((turns[-1].inputs.get("context") or {}) if turns else {})


def offer() -> None:
    # With a label that changes it would close after every field.
    with st.popover(
        _("Details"),
        icon=":material/tune:",
        key="details",
        on_change="rerun",
        type="tertiary",
    ) as opened:
        if opened.open:
            _form()
    if count := len(given()):
        st.badge(
            _("{count} set").format(count=count),
            color="gray",
            help=_("Sent with every message."),
        )


def given() -> Plain:
    """The values set, as the Studio's `context`."""
    found: Plain = {}
    for text in TEXTS:
        said = st.session_state.get(_key(text.name), "").strip()
        parts = [part for each in said.split(",") if (part := each.strip())]
        if value := parts if text.is_list else said:
            found[text.name] = value
    if words := st.session_state.get(_key("words")):
        found["words"] = words
    return found


def _form() -> None:
    st.caption(_("Sent with every message of this conversation. All are optional."))
    # Row by row, so that they keep their order where a phone has one column.
    shown = [*filter(_is_shown, TEXTS), None]
    for at in range(0, len(shown), 2):
        for text, place in zip(shown[at : at + 2], st.columns(2), strict=False):
            with place:
                _text(text) if text else _words()
    st.button(
        _("Clear"),
        icon=":material/backspace:",
        key="details-clear",
        on_click=_fill,
        args=({},),
        disabled=not given(),
    )


def _is_shown(text: Text) -> bool:
    agent = session.agent()
    is_realtor = agent.ports.brands.profile(agent.user) == EXAMPLE
    return is_realtor or text.name not in OF_HOMES or text.name in given()


def _text(text: Text) -> None:
    st.text_input(
        _(text.label),
        key=_key(text.name),
        placeholder=_(text.placeholder),
        max_chars=300,
        help=_("Separated by commas.") if text.is_list else None,
        persist_state="session",
    )


def _words() -> None:
    st.number_input(
        _("Words"),
        min_value=FEWEST_WORDS,
        max_value=MOST_WORDS,
        value=None,
        step=STEP,
        key=_key("words"),
        placeholder=_("As usual"),
        persist_state="session",
    )


def _fill(given: Plain) -> None:
    for text in TEXTS:
        value = given.get(text.name) or ""
        st.session_state[_key(text.name)] = ", ".join(value) if text.is_list else value
    st.session_state[_key("words")] = given.get("words")


def _key(name: str) -> str:
    return f"detail-{name}"
