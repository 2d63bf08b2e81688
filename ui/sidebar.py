"""The sidebar: pages, the model, and the threads of this workflow."""

from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Literal

import streamlit as st
from pydantic import SecretStr

from agent import AgentError, ModelChoice, Offer, Thread, known_workflows
from ui import safe, session
from ui.ages import clock

ROOT = Path(__file__).parent
EXPORTS: tuple[tuple[Literal["md", "html", "json"], str], ...] = (
    ("md", "Markdown"),
    ("html", "HTML"),
    ("json", "JSON"),
)
OTHERS = {
    "library": ("Library", ":material/library_books:"),
    "review": ("Review", ":material/event_repeat:"),
    "issues": ("Issues", ":material/view_kanban:"),
    "pieces": ("Pieces", ":material/newsstand:"),
    "courses": ("Courses", ":material/menu_book:"),
}
# Workflow and the page of what it has made.
BESIDE = {"tickets": "issues", "studio": "pieces", "coach": "courses"}
STATUS_ICONS = {
    "running": (":material/progress_activity:", "running"),
    "waiting": (":material/hourglass_top:", "waits for you"),
    "done": (":material/check_circle:", "done"),
    "failed": (":material/error:", "failed"),
    "stopped": (":material/stop_circle:", "stopped"),
    "cut_off": (":material/power_off:", "cut off"),
    "new": (":material/chat_bubble:", "new"),
}


def frame() -> None:
    st.set_page_config(
        page_title="Interlude",
        page_icon=str(ROOT / "icon.png"),
        layout="wide",
        initial_sidebar_state="auto",
    )


def pages() -> dict[str, list[Any]]:
    home = st.Page("../pages/home.py", title="Home", icon=":material/home:", default=True)
    flows = []
    for name in known_workflows():
        flows.append(page_of(name))
        if name in BESIDE:
            flows.append(page_of(BESIDE[name]))
    return {"": [home, page_of("library"), page_of("review")], "Workflows": flows}


def page_of(name: str) -> Any:
    """The page at this address.

    A new object each time: a run leaves its mark in it, and other tabs run at the same time.
    """
    if workflow := known_workflows().get(name):
        title, icon = workflow.title, workflow.icon
    else:
        title, icon = OTHERS[name]
    return st.Page(f"../pages/{name}.py", title=title, icon=icon, url_path=name)


def draw(page: Any) -> None:
    with st.sidebar:
        _model()
        if page.url_path in known_workflows():
            _threads(page.url_path)
        if session.settings().interlude_shared:
            st.caption(
                ":material/groups: Shared without sign-in: everybody who reaches this server"
                " sees these conversations."
            )
        for script in ("keys.html", "window.html"):
            st.html(ROOT / script, unsafe_allow_javascript=True)


# The model


def _model() -> None:
    models = session.agent().models
    offered = models.offered()
    names = list(offered)
    with st.container(key="sidebar-model", gap="xsmall"):
        st.markdown("**Model**")
        with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall", wrap=False):
            provider = st.selectbox(
                "Provider",
                names,
                index=names.index(session.model().provider),
                format_func=lambda name: offered[name].label,
                key="provider",
                persist_state="session",
                label_visibility="collapsed",
            )
            with st.popover("Model settings", icon=":material/tune:", key="icon-model"):
                _model_form(provider, offered[provider])
        _status(offered[provider])


def _model_form(provider: str, offer: Offer) -> None:
    st.markdown(f"**{offer.label}**")
    if not offer.is_model:
        st.caption("Answers by rules from your documents. No key, no network, nothing to set.")
        session.choose_model(ModelChoice())
        return
    suggested = offer.models[0] if offer.models else ""
    name = st.text_input(
        "Model name", value=suggested, key=f"model-name-{provider}", persist_state="session"
    )
    key = st.text_input(
        "API key",
        type="password",
        key=f"model-key-{provider}",
        persist_state="session",
        placeholder="from the server's settings" if offer.has_key else "kept in this tab only",
        help="Stays in this session's memory. It is never stored, logged or exported.",
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
    if st.button("Test", icon=":material/bolt:", key=f"model-test-{provider}", type="primary"):
        _test()


def _base_url(provider: str, offer: Offer) -> str:
    if not offer.needs_url and not st.toggle(
        "Own base URL", key=f"model-own-url-{provider}", persist_state="session"
    ):
        return ""
    return st.text_input(
        "Base URL",
        key=f"model-url-{provider}",
        persist_state="session",
        placeholder=offer.base_url or "http://127.0.0.1:8000/v1",
        help="A key from the server's settings is never sent to an address typed here.",
    ).strip()


def _temperature(provider: str) -> float | None:
    """None leaves each step at its own."""
    with st.expander("Advanced"):
        if not st.toggle(
            "Set the temperature", key=f"model-warm-{provider}", persist_state="session"
        ):
            return None
        return st.slider(
            "Temperature",
            min_value=0.0,
            max_value=1.5,
            value=0.3,
            step=0.1,
            key=f"model-temp-{provider}",
            persist_state="session",
        )


def _test() -> None:
    try:
        with st.spinner("Asking the model for one word"):
            said = session.agent().models.test(session.model())
    except AgentError as error:
        st.error(safe.plain(f"{error.message} {error.hint}"), icon=":material/error:")
    else:
        st.success(safe.plain(said), icon=":material/check_circle:")


def _status(offer: Offer) -> None:
    if not offer.is_model:
        st.caption(
            ":material/check_circle: Ready. Answers come from rules, not from a language model."
        )
    elif missing := session.agent().models.missing(session.model()):
        st.caption(f":material/key: {missing}")
    else:
        st.caption(f":material/check_circle: Ready to use {safe.plain(session.model().model)}.")


# The threads


def _threads(workflow: str) -> None:
    agent = session.agent()
    with st.container(
        horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"
    ):
        st.markdown("**Threads**")
        if st.button("New", icon=":material/add:", type="tertiary", key="thread-new"):
            session.open_thread(None)
            st.rerun()
    st.session_state.pop("status-slot", None)
    found = agent.threads(workflow)
    search = ""
    if len(found) > 1:
        search = st.text_input(
            "Search threads",
            key="thread-search",
            placeholder="Search threads",
            label_visibility="collapsed",
        )
        if search:
            found = agent.threads(workflow, search)
    _undo(workflow)
    if not found:
        st.caption("Nothing found." if search else "Your conversations will stand here.")
    with st.container(key="sidebar-threads", gap="xxsmall"):
        group = ""
        for thread in found[:60]:
            if (name := _group(thread)) != group:
                group = name
                st.caption(group)
            _thread(thread)


def _thread(thread: Thread) -> None:
    if thread.id != session.thread():
        # One element a row: this list is most of what a full run of the page sends.
        _open_button(thread, type="tertiary", icon=STATUS_ICONS[thread.status][0])
        return
    with st.container(horizontal=True, gap="xxsmall", wrap=False, vertical_alignment="center"):
        slot = st.empty()
        slot.markdown(STATUS_ICONS[thread.status][0], width="content")
        st.session_state["status-slot"] = slot
        _open_button(thread, type="secondary", icon=None)
        with st.popover(
            "Thread options",
            icon=":material/more_horiz:",
            type="tertiary",
            key=f"icon-thread-{thread.id}",
        ):
            _thread_menu(thread)


def _open_button(thread: Thread, *, type: Any, icon: str | None) -> None:  # noqa: A002
    status = STATUS_ICONS[thread.status][1]
    if st.button(
        safe.plain(thread.title),
        icon=icon,
        key=f"thread-{thread.id}",
        help=f"{status.capitalize()}. Last used {clock(thread.updated)}.",
        type=type,
        width="stretch",
    ):
        session.open_thread(thread.id)
        st.rerun()


def show_status(status: str) -> None:
    """The open thread's status, changed from within the conversation without a full rerun."""
    if slot := st.session_state.get("status-slot"):
        icon, _word = STATUS_ICONS[status]
        slot.markdown(icon, width="content")


def _thread_menu(thread: Thread) -> None:
    agent = session.agent()
    title = st.text_input("Title", value=thread.title, key=f"title-{thread.id}", max_chars=60)
    if title != thread.title:
        agent.update(thread.id, title=title)
        st.rerun()
    pin = "Unpin" if thread.pinned else "Pin"
    if st.button(pin, icon=":material/keep:", key=f"pin-{thread.id}", width="stretch"):
        agent.update(thread.id, pinned=not thread.pinned)
        st.rerun()
    for kind, name in EXPORTS:
        st.download_button(
            f"Export {name}",
            data=partial(agent.export, thread.id, kind),
            file_name=f"interlude-{thread.created[:10]}.{kind}",
            icon=":material/download:",
            key=f"export-{kind}-{thread.id}",
            width="stretch",
            on_click="ignore",
        )
    if st.button("Delete", icon=":material/delete:", key=f"delete-{thread.id}", width="stretch"):
        try:
            agent.delete(thread.id)
        except AgentError as error:
            st.error(f"{safe.markdown(error.message)} {safe.markdown(error.hint)}")
            return
        session.open_thread(None)
        st.session_state["deleted"] = (thread.id, thread.workflow, thread.title)
        st.rerun()


def _undo(workflow: str) -> None:
    thread_id, of, title = st.session_state.get("deleted", ("", "", ""))
    if of != workflow:
        return
    with st.container(border=True, gap="xsmall"):
        st.caption(f"Deleted “{safe.plain(title)}”. It is erased for good after 24 hours.")
        with st.container(horizontal=True):
            if st.button("Undo", icon=":material/undo:", key="thread-undo"):
                session.agent().restore(thread_id)
                del st.session_state["deleted"]
                session.open_thread(thread_id)
                st.rerun()
            if st.button("Dismiss", type="tertiary", key="thread-undo-dismiss"):
                del st.session_state["deleted"]
                st.rerun()


def _group(thread: Thread) -> str:
    if thread.pinned:
        return "Pinned"
    age = (datetime.now(UTC).date() - datetime.fromisoformat(thread.updated).date()).days
    if age <= 0:
        return "Today"
    if age == 1:
        return "Yesterday"
    return "This week" if age < 7 else datetime.fromisoformat(thread.updated).strftime("%B %Y")
