"""Home, drawn: the workflows, then the inbox."""

import streamlit as st

from agent import Asked, NotFound, Workflow, known_workflows
from agent.plan_progress import days_late
from agent.ports import StoredPlan
from ui import review, safe, session, sidebar, subjects
from ui.ages import age, day
from ui.views import timeline

UNDER_WAY = ("approved", "in_progress")
MOST_PLANS = 3
CARDS_IN_A_ROW = 3
INBOX = "waiting"


def draw() -> None:
    thread = session.thread()
    # Who has seen it already comes back from it: a new conversation's name may reach the browser
    # before its page does, so that Home has it for a moment, and going back would lead forward.
    if thread and thread != session.seen():
        _lead_on(thread)
    st.title("What should we work on?")
    st.caption("Workflows that stop and ask before anything matters.")
    head = st.container()
    # Row by row: on a phone they stand one below the other, in this order.
    for number, workflow in enumerate(known_workflows().values()):
        if number % CARDS_IN_A_ROW == 0:
            columns = st.columns(CARDS_IN_A_ROW)
        with columns[number % CARDS_IN_A_ROW]:
            _card(workflow)
    if count := _inbox():
        said = "One thing waits for you" if count == 1 else f"{count} things wait for you"
        head.markdown(f":material/hourglass_top: [**{said}**](#{INBOX}), below.")


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
                session.send(starter)
                st.switch_page(sidebar.page_of(workflow.name))
        st.page_link(sidebar.page_of(workflow.name), label="Open", icon=":material/open_in_new:")


def _inbox() -> int:
    """How many things wait that somebody has to do something about."""
    agent = session.agent()
    st.subheader(":material/hourglass_top: Waiting for you", anchor=INBOX)
    waiting = agent.pending()
    cut_off = [t for t in agent.threads() if t.status in ("cut_off", "failed")]
    due = review.due_by_subject()
    plans = [each for each in agent.ports.plans.all(agent.user) if _is_under_way(each)]
    if not waiting and not cut_off and not due and not plans:
        st.caption("Nothing waits. Questions that a workflow asks you will stand here.")
    for asked in waiting:
        _waiting(asked)
    for thread in cut_off:
        word = "was cut off, everything is saved" if thread.status == "cut_off" else "failed"
        _row(f"{thread.title} {word}", thread.workflow, thread.updated, thread.id)

    titles = subjects.titles() if due else {}
    for subject, count in due.items():
        _due(subject, titles.get(subject, subject), count)
    for plan in plans[:MOST_PLANS]:
        _milestone(plan)
    return len(waiting) + len(cut_off) + len(due)


def _is_under_way(stored: StoredPlan) -> bool:
    return stored.status in UNDER_WAY and not all(m["done"] for m in stored.plan["milestones"])


def _milestone(stored: StoredPlan) -> None:
    """What comes next of a plan."""
    left = [each for each in stored.plan["milestones"] if not each["done"]]
    first = min(left, key=lambda milestone: str(milestone["due"]))
    late = days_late(left, timeline.today())
    with st.container(
        border=True,
        horizontal=True,
        vertical_alignment="center",
        horizontal_alignment="distribute",
    ):
        with st.container(horizontal=True, vertical_alignment="center", width="content"):
            st.markdown(f"**Next milestone: {safe.plain(first['title'])}**", width="content")
            st.badge(known_workflows()["coach"].title, color="blue")
            noun = "day" if late == 1 else "days"
            when = f"{late} {noun} late" if late else f"due {day(first['due'])}"
            st.caption(safe.plain(when), width="content")
        if st.button("Open", key=f"plan-{stored.id}"):
            st.switch_page(sidebar.page_of("coach"), query_params={"thread": stored.thread})


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
