"""Conversations of all workflows, in the sidebar: found, opened, renamed, exported, deleted."""

from datetime import UTC, datetime
from functools import partial
from typing import Any, Literal

import streamlit as st

from agent import Thread, known_workflows
from agent.exchange.conversations import STATUSES
from ui import navigation, safe, session
from ui.ages import clock, month
from ui.language import _

SHOWN = 20
EXPORTS: tuple[tuple[Literal["md", "html", "json"], str], ...] = (
    ("md", "Markdown"),
    ("html", "HTML"),
    ("json", "JSON"),
)
STATUS_ICONS = {
    "running": ":material/progress_activity:",
    "waiting": ":material/hourglass_top:",
    "done": ":material/check_circle:",
    "failed": ":material/error:",
    "stopped": ":material/stop_circle:",
    "cut_off": ":material/power_off:",
    "new": ":material/chat_bubble:",
}


def icon_of(thread: Thread) -> str:
    """The icon of its status; what was cancelled does not look like what was done."""
    is_cancelled = thread.status == "done" and thread.is_cancelled
    return ":material/cancel:" if is_cancelled else STATUS_ICONS[thread.status]


def status_of(thread: Thread) -> str:
    is_cancelled = thread.status == "done" and thread.is_cancelled
    return _("Cancelled") if is_cancelled else _(STATUSES[thread.status])


def draw(workflow: str) -> None:
    """The list. A new conversation is one of `workflow`."""
    st.session_state.pop("status-slot", None)
    with st.container(
        horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"
    ):
        st.markdown("**" + _("Conversations") + "**")
        if st.button(_("New"), icon=":material/add:", type="tertiary", key="thread-new"):
            st.switch_page(navigation.page_of(workflow), query_params={})
    search = st.text_input(
        _("Search conversations"),
        key="thread-search",
        placeholder=_("Search titles, messages, answers"),
        icon=":material/search:",
        label_visibility="collapsed",
    )
    _undo()
    limit = SHOWN if not st.session_state.get("threads-all") else 10 * SHOWN
    found = session.agent().threads(search=search or None, limit=limit + 1)
    if not found:
        st.caption(_("Nothing found.") if search else _("No conversations yet."))
    with st.container(key="sidebar-threads", gap="xxsmall"):
        group = ""
        for thread in found[:limit]:
            if (name := _group(thread)) != group:
                group = name
                st.caption(group)
            _row(thread)
        if len(found) > limit:
            st.button(_("Show more"), key="thread-more", type="tertiary", on_click=_show_more)


def _show_more() -> None:
    st.session_state["threads-all"] = True


def _row(thread: Thread) -> None:
    is_open = thread.id == session.thread()
    icon, status = icon_of(thread), status_of(thread)
    with st.container(horizontal=True, gap="xxsmall", wrap=False, vertical_alignment="center"):
        if is_open:
            slot = st.empty()
            slot.markdown(icon, width="content")
            st.session_state["status-slot"] = slot
        workflow = known_workflows()[thread.workflow].title
        if st.button(
            safe.plain(thread.title),
            icon=None if is_open else icon,
            key=f"thread-{thread.id}",
            help=_("{workflow}, {status}. Last used {when}.").format(
                workflow=workflow, status=status, when=clock(thread.updated)
            ),
            type="secondary" if is_open else "tertiary",
            width="stretch",
        ):
            open_thread(thread)
        # Filled when it is opened: this list is most of what a full run of the page sends.
        with st.popover(
            _("Conversation options"),
            icon=":material/more_horiz:",
            type="tertiary",
            key=f"icon-thread-{thread.id}",
            on_change="rerun",
        ) as menu:
            if menu.open:
                _menu(thread)


def open_thread(thread: Thread) -> None:
    """Go to the conversation, on the page of its workflow."""
    st.switch_page(navigation.page_of(thread.workflow), query_params={"thread": thread.id})


def show_status(thread: Thread) -> None:
    """The open conversation's status, changed from within it without a full rerun."""
    if slot := st.session_state.get("status-slot"):
        slot.markdown(icon_of(thread), width="content")


def _menu(thread: Thread) -> None:
    agent = session.agent()
    title = st.text_input(
        _("Title"),
        value=thread.title,
        key=f"title-{thread.id}",
        max_chars=60,
        help=_("Enter saves it."),
    )
    if title != thread.title:
        agent.update(thread.id, title=title)
        st.rerun()
    pin = _("Unpin") if thread.pinned else _("Pin")
    with st.container(horizontal=True, gap="xsmall"):
        if st.button(pin, icon=":material/keep:", key=f"pin-{thread.id}"):
            agent.update(thread.id, pinned=not thread.pinned)
            st.rerun()
        if st.button(_("Delete"), icon=":material/delete:", key=f"delete-{thread.id}"):
            _delete(thread)
    st.caption(_("Export as"))
    with st.container(horizontal=True, gap="xsmall"):
        for kind, name in EXPORTS:
            st.download_button(
                name,
                data=partial(agent.export, thread.id, kind),
                file_name=f"interlude-{thread.created[:10]}.{kind}",
                key=f"export-{kind}-{thread.id}",
                on_click="ignore",
            )


def _delete(thread: Thread) -> None:
    with session.explained():
        session.agent().delete(thread.id)
        if thread.id == session.thread():
            session.open_thread(None)
        st.session_state["deleted"] = thread
        st.rerun()


def _undo() -> None:
    deleted: Any = st.session_state.get("deleted")
    if deleted is None:
        return
    with st.container(border=True, gap="xsmall"):
        said = _("Deleted “{title}”. It is erased for good after 24 hours.")
        st.caption(safe.plain(said.format(title=deleted.title)))
        with st.container(horizontal=True):
            if st.button(_("Undo"), icon=":material/undo:", key="thread-undo"):
                session.agent().restore(deleted.id)
                del st.session_state["deleted"]
                open_thread(deleted)
            if st.button(_("Dismiss"), type="tertiary", key="thread-undo-dismiss"):
                del st.session_state["deleted"]
                st.rerun()


def _group(thread: Thread) -> str:
    if thread.pinned:
        return _("Pinned")
    age = (datetime.now(UTC).date() - datetime.fromisoformat(thread.updated).date()).days
    if age <= 0:
        return _("Today")
    if age == 1:
        return _("Yesterday")
    return _("This week") if age < 7 else month(thread.updated)
