"""Shows where issues and pages are kept and which bot there is, with a test of each connection."""

from dataclasses import dataclass
from typing import Any, Literal

import streamlit as st

from agent import AgentError
from agent.language.catalogs import N_
from agent.ports import Bot, Connection, Ports, Tracker, Wiki
from ui import safe
from ui.language import _

RESULTS = "connection-results"

Colour = Literal["gray", "green", "red"]


@dataclass(frozen=True)
class Kind:
    """One of the ports, and how to set it up if it is missing."""

    port: Literal["tracker", "wiki", "bot"]
    title: str
    icon: str
    setup: str


KINDS = (
    Kind(
        "tracker",
        N_("Issues"),
        ":material/confirmation_number:",
        N_(
            "Set INTERLUDE_TRACKER to embedded, or JIRA_URL to your Jira, then start the app again."
        ),
    ),
    Kind(
        "wiki",
        N_("Pages"),
        ":material/article:",
        N_(
            "Set INTERLUDE_WIKI to embedded, or CONFLUENCE_URL to your Confluence,"
            " then start the app again."
        ),
    ),
    Kind(
        "bot",
        N_("Bot"),
        ":material/smart_toy:",
        N_(
            "Set COZE_API_TOKEN and COZE_BOT_ID, then start the app again."
            " Until then, questions for it are answered as chat."
        ),
    ),
)
NOT_SET_UP: tuple[str, str, Colour] = (N_("not set up"), ":material/link_off:", "gray")
NOT_TESTED: tuple[str, str, Colour] = (
    N_("not tested"),
    ":material/radio_button_unchecked:",
    "gray",
)
WORKS: tuple[str, str, Colour] = (N_("works"), ":material/check_circle:", "green")
DOES_NOT_WORK: tuple[str, str, Colour] = (N_("does not work"), ":material/error:", "red")


def offer(ports: Ports) -> None:
    with st.popover(
        _("Connections"),
        icon=":material/cable:",
        key="connections",
        on_change="rerun",
        type="tertiary",
    ) as opened:
        if opened.open:
            _rows(ports)


@st.fragment
def _rows(ports: Ports) -> None:
    """Draw a row for each port, in a fragment: a connection test does not redraw the page."""
    for kind in KINDS:
        with st.container(key=f"connection-{kind.port}", border=True, gap="xsmall"):
            _row(kind, getattr(ports, kind.port))


def _row(kind: Kind, port: Tracker | Wiki | Bot | None) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"{kind.icon} **{_(kind.title)}**", width="content")
        status = st.container(width="content")
    if port is None:
        _badge(status, NOT_SET_UP)
        st.caption(_(kind.setup))
        return
    st.markdown(safe.plain(port.name[:1].upper() + port.name[1:]))
    if st.button(_("Test connection"), icon=":material/bolt:", key=f"connection-test-{kind.port}"):
        with st.spinner(_("Asking {name} …").format(name=safe.plain(port.name))):
            _results()[kind.port] = _tested(port)
    found = _results().get(kind.port)
    if found is None:
        _badge(status, NOT_TESTED)
    else:
        _badge(status, WORKS if found.is_ok else DOES_NOT_WORK)
        _say(found)


def _badge(place: Any, status: tuple[str, str, Colour]) -> None:
    word, icon, colour = status
    place.badge(_(word), icon=icon, color=colour)


def _tested(port: Tracker | Wiki | Bot) -> Connection:
    try:
        return port.check()
    except AgentError as error:
        return Connection(is_ok=False, message=error.message, hint=error.hint)


def _say(found: Connection) -> None:
    st.caption(safe.plain(f"{found.message} {found.hint}"))
    if found.missing:
        st.caption(_("Missing: {names}").format(names=safe.plain(", ".join(found.missing))))


def _results() -> dict[str, Connection]:
    results: dict[str, Connection] = st.session_state.setdefault(RESULTS, {})
    return results
