"""A workflow's page: header, welcome, history, and the moving part below.

History is drawn once per full run of the page. Everything that moves is in one
fragment (`ui.surface`), so that a message costs the same in a long conversation.
"""

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from agent import NotFound, known_workflows
from agent.language.catalogs import N_
from ui import navigation, panels, safe, session, surface, turns
from ui.language import _

Plain = dict[str, Any]
PAGE_TURNS = 20


def nothing() -> None:
    """Draw nothing."""


def draw(
    workflow: str,
    *,
    tools: Callable[[], None] = nothing,
    inputs: Callable[[], Plain] = dict,
    pane: panels.Pane | None = None,
    begin: Callable[[], None] = nothing,
) -> None:
    """Draw a workflow's page. `tools` draws the controls beside its title.

    `inputs` gives the state keys that go with a message: what the tools hold as it is sent, for
    they may have been changed since they were drawn. `pane` draws the workflow's own panel,
    `begin` what there is to go on with before a conversation.
    """
    thread = _thread(workflow)
    with st.container(key="chat"):
        _header(workflow, thread, tools)
        # Always in its place: what a script leaves out stays on the screen while an answer streams.
        welcome = st.empty()
    greeting = session.agent().welcome(workflow, **inputs())
    if thread is None:
        with welcome.container():
            _welcome(workflow, greeting.starters)
            begin()
    # Each in a place of its own, however much is in it: what moves down the page while an
    # answer streams would leave its old picture behind.
    with st.container(key="history"):
        drawn = _history(thread) if thread else 0
    _stop_bar(thread)
    surface.draw(workflow, thread, drawn, inputs, greeting.placeholder, pane)


def _thread(workflow: str) -> str | None:
    """The thread of the URL; one of another workflow leads to its own page."""
    thread = session.thread()
    if thread is None:
        return None
    try:
        found = session.agent().thread(thread)
    except NotFound as error:
        st.error(f"{error.message} {error.hint}", icon=":material/search_off:")
        session.open_thread(None)
        return None
    if found.workflow != workflow:
        st.switch_page(navigation.page_of(found.workflow), query_params={"thread": thread})
    session.see(thread)
    return thread


def _header(workflow: str, thread: str | None, tools: Callable[[], None]) -> None:
    name = _own_title(thread) if thread else ""
    with st.container(
        horizontal=True, vertical_alignment="center", horizontal_alignment="distribute", gap="small"
    ):
        st.markdown(f"### {safe.plain(name or known_workflows()[workflow].title)}", width="content")
        with st.container(
            horizontal=True, width="content", vertical_alignment="center", key="header-tools"
        ):
            tools()
            if not thread:
                return
            with st.container(key="panels-button", width="content"):
                label = _(known_workflows()[workflow].pane or N_("Details"))
                if st.button(label, icon=":material/side_navigation:", key="panels-show"):
                    st.session_state["panels-open"] = True


def _own_title(thread: str) -> str:
    """The conversation's title, where it is not the message that stands right below it."""
    agent = session.agent()
    title, first = agent.thread(thread).title, agent.history(thread, before=2, limit=1)
    is_repeated = first and " ".join(first[0].text.split()).startswith(title.rstrip("… "))
    return "" if is_repeated else title


def _welcome(workflow: str, starters: Sequence[str]) -> None:
    summary = _(known_workflows()[workflow].summary)
    begin = _("Try one of these, or write below.")
    st.caption(f"{summary} {begin}")
    for number, starter in enumerate(map(_, starters)):
        st.button(
            safe.plain(starter),
            icon=":material/arrow_forward:",
            key=f"starter-{number}",
            on_click=session.send,
            args=(starter,),
        )


def _history(thread: str) -> int:
    """The turns that are finished; returns the number of the last one drawn."""
    limit = st.session_state.get(f"older-{thread}", PAGE_TURNS)
    found = session.agent().history(thread, limit=limit + 1)
    if len(found) > limit:
        found = found[1:]
        if st.button(
            _("Show earlier messages"), icon=":material/history:", key="older", type="tertiary"
        ):
            st.session_state[f"older-{thread}"] = limit + PAGE_TURNS
            st.rerun()
    # The last turn stays with what moves: it may still run, wait or fail.
    for turn in found[:-1]:
        turns.draw(turn)
    return found[-2].n if len(found) > 1 else 0


def _stop_bar(thread: str | None) -> None:
    """Outside the fragment: only a press out here interrupts a script that follows a run.

    The stylesheet shows it while a live answer is on the page.
    """
    with st.container(key="stop-bar"):
        st.button(
            _("Stop"),
            icon=":material/stop_circle:",
            key="stop",
            on_click=_stop,
            args=(thread,),
            shortcut="Escape",
        )


def _stop(thread: str | None) -> None:
    run = session.agent().run(thread) if thread else None
    if run is not None and not run.done:
        session.agent().stop(run.thread)
