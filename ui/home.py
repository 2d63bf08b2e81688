"""Home, drawn: the workflows, then the inbox."""

from datetime import UTC, datetime

import streamlit as st

from agent import Asked, NotFound, Workflow, known_workflows
from ui import review, safe, session, sidebar, subjects


def draw() -> None:
    if thread := session.thread():
        _lead_on(thread)
    st.title("What should we work on?")
    st.caption("Workflows that stop and ask before anything matters.")
    cards = st.columns(max(2, min(3, len(known_workflows()))))
    for number, workflow in enumerate(known_workflows().values()):
        with cards[number % len(cards)]:
            _card(workflow)
    _inbox()


def _lead_on(thread: str) -> None:
    """A link to a conversation that has lost its page."""
    try:
        found = session.agent().thread(thread)
    except NotFound as error:
        st.warning(f"{error.message} {error.hint}", icon=":material/search_off:")
    else:
        st.switch_page(sidebar.page_of(found.workflow), query_params={"thread": thread})


def _card(workflow: Workflow) -> None:
    with st.container(border=True, key=f"home-{workflow.name}"):
        st.markdown(f"### {workflow.icon} {safe.plain(workflow.title)}")
        st.caption(safe.plain(workflow.summary))
        for number, starter in enumerate(workflow.starters[:3]):
            if st.button(
                safe.plain(starter),
                icon=":material/arrow_forward:",
                type="tertiary",
                key=f"home-{workflow.name}-{number}",
            ):
                st.session_state["outbox"] = starter
                st.switch_page(sidebar.page_of(workflow.name))
        st.page_link(sidebar.page_of(workflow.name), label="Open", icon=":material/open_in_new:")


def _inbox() -> None:
    agent = session.agent()
    st.markdown("### :material/hourglass_top: Waiting for you")
    waiting = agent.pending()
    cut_off = [t for t in agent.threads() if t.status in ("cut_off", "failed")]
    due = review.due_by_subject()
    if not waiting and not cut_off and not due:
        st.caption("Nothing waits. Questions that a workflow asks you will stand here.")
    for asked in waiting:
        _waiting(asked)
    for thread in cut_off:
        word = "was cut off, everything is saved" if thread.status == "cut_off" else "failed"
        _row(f"{thread.title} {word}", thread.workflow, thread.updated, thread.id)

    titles = subjects.titles() if due else {}
    for subject, count in due.items():
        _due(subject, titles.get(subject, subject), count)


def _due(subject: str, title: str, count: int) -> None:
    with st.container(
        border=True,
        horizontal=True,
        vertical_alignment="center",
        horizontal_alignment="distribute",
    ):
        with st.container(horizontal=True, vertical_alignment="center", width="content"):
            noun = "question is" if count == 1 else "questions are"
            st.markdown(f"**{count} {noun} due for review**", width="content")
            st.badge(safe.plain(title), icon=":material/event_repeat:", color="blue")
        if st.button("Start", key=f"due-{subject}", icon=":material/play_arrow:"):
            review.start_review(subject, count)


def _waiting(asked: Asked) -> None:
    question = asked.question
    title = str(question.context.get("inbox") or question.title)
    _row(title, question.workflow, question.created, asked.thread)


def _row(title: str, workflow: str, since: str, thread: str) -> None:
    with st.container(
        border=True,
        horizontal=True,
        vertical_alignment="center",
        horizontal_alignment="distribute",
    ):
        with st.container(horizontal=True, vertical_alignment="center", width="content"):
            st.markdown(f"**{safe.plain(title)}**", width="content")
            st.badge(known_workflows()[workflow].title, color="blue")
            st.caption(age(since), width="content")
        if st.button("Open", key=f"open-{thread}"):
            st.switch_page(sidebar.page_of(workflow), query_params={"thread": thread})


def age(since: str) -> str:
    minutes = int((datetime.now(UTC) - datetime.fromisoformat(since)).total_seconds() // 60)
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{minutes} min"
    return f"{minutes // 60} h" if minutes < 48 * 60 else f"{minutes // 1440} days"
