"""Lists at Home what waits for the user: questions, failures, reviews, milestones."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice

import streamlit as st

from agent import Approval, Asked, Thread, Workflow, known_workflows
from agent.checks.plan_progress import days_late
from agent.language.catalogs import N_
from agent.language.text import shorten
from agent.ports import StoredPlan
from ui import conversations, navigation, review, safe, session, subjects
from ui.ages import age, day
from ui.language import _, ngettext
from ui.views import timeline

UNDER_WAY = ("approved", "in_progress")
MOST_PLANS = 3
SHOWN = 4
LONGEST_LABEL = 90


@dataclass(frozen=True)
class Waiting:
    """One thing that waits: what it belongs to, and what is to be done there."""

    key: str
    workflow: str
    title: str
    detail: str
    open: Callable[[], None]
    dismiss: Callable[[], None] | None = None
    dismissing: str = ""
    action: str = N_("Open")


def draw(found: list[Waiting]) -> None:
    """Everything found, with a way to it; where there is much, folded by workflow."""
    with st.container(
        horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"
    ):
        st.markdown("##### " + _("Waiting for you"))
        _dismiss_all([each.dismiss for each in found if each.dismiss])
    with st.container(gap="xsmall"):
        for name, workflow in known_workflows().items():
            of_it = [each for each in found if each.workflow == name]
            if len(of_it) == 1 or len(found) <= SHOWN:
                for each in of_it:
                    _row(each, workflow.title)
            elif of_it:
                with st.expander(_group(workflow, of_it)):
                    for each in of_it:
                        _row(each, "")


def _group(workflow: Workflow, waiting: list[Waiting]) -> str:
    """The label of a fold: how many wait in the workflow, and which."""
    titles = shorten(", ".join(each.title for each in waiting), LONGEST_LABEL)
    head = f"{workflow.icon} **{workflow.title} · {len(waiting)}**"
    return f"{head} :gray[{safe.plain(titles)}]"


def _dismiss_all(acts: list[Callable[[], None]]) -> None:
    if len(acts) < 2:
        return
    with st.popover(_("Dismiss all"), type="tertiary", key="dismiss-all"):
        st.caption(_("Cancels these questions and drops these turns. The conversations stay."))
        label = _("Dismiss {count}").format(count=len(acts))
        if st.button(label, key="destroy-dismissed", type="primary"):
            _dismiss(*acts)


def _row(waiting: Waiting, workflow: str) -> None:
    with st.container(
        border=True,
        horizontal=True,
        vertical_alignment="center",
        horizontal_alignment="distribute",
        key=f"waiting-{waiting.key}",
    ):
        with st.container(width="stretch", gap=None):
            st.markdown(f"**{safe.plain(waiting.title)}**")
            st.caption(safe.plain(" · ".join(filter(None, (workflow, waiting.detail)))))
        with st.container(horizontal=True, width="content", gap="xsmall"):
            if waiting.dismiss and st.button(
                _("Dismiss"), key=f"dismiss-{waiting.key}", help=waiting.dismissing
            ):
                _dismiss(waiting.dismiss)
            if st.button(_(waiting.action), key=f"open-{waiting.key}", type="primary"):
                waiting.open()


def _dismiss(*acts: Callable[[], None]) -> None:
    with session.explained():
        for act in acts:
            act()
        st.rerun()


# What there is


def find() -> Iterator[Waiting]:
    agent = session.agent()
    threads = {thread.id: thread for thread in agent.threads()}
    for asked in reversed(agent.pending()):
        yield _question(asked, threads.get(asked.thread) or agent.thread(asked.thread))
    for thread in threads.values():
        if thread.status in ("cut_off", "failed"):
            yield _interrupted(thread)
    due = review.due_by_subject()
    titles = subjects.titles() if due else {}
    reviewing = navigation.workflow_of("review")
    for subject, count in due.items():
        start = partial(review.start_review, subject, count)
        about = ngettext("{count} question to review", "{count} questions to review", count)
        title = titles.get(subject, subject)
        yield Waiting(f"due-{subject}", reviewing, title, about, start, action=N_("Start"))
    plans = (each for each in agent.ports.plans.all(agent.user) if _is_under_way(each))
    for plan in islice(plans, MOST_PLANS):
        yield _milestone(plan)


def _question(asked: Asked, thread: Thread) -> Waiting:
    question = asked.question
    about = str(question.context.get("inbox") or question.title)
    risk = question.risks[0] if isinstance(question, Approval) and question.risks else ""
    cancel = partial(session.agent().cancel, question.id, model=session.model())
    return Waiting(
        question.id,
        thread.workflow,
        thread.title,
        " · ".join(filter(None, (about, risk, age(question.created)))),
        partial(conversations.open_thread, thread),
        lambda: list(cancel().events()) and None,
        _("Cancels this question. The conversation stays."),
    )


def _interrupted(thread: Thread) -> Waiting:
    why = _("Cut off, everything is saved") if thread.status == "cut_off" else _("Failed")
    return Waiting(
        thread.id,
        thread.workflow,
        thread.title,
        f"{why} · {age(thread.updated)}",
        partial(conversations.open_thread, thread),
        partial(session.agent().stop, thread.id),
        _("Drops this turn. The conversation stays."),
    )


def _is_under_way(stored: StoredPlan) -> bool:
    return stored.status in UNDER_WAY and not all(m["done"] for m in stored.plan["milestones"])


def _milestone(stored: StoredPlan) -> Waiting:
    """The next milestone of a plan."""
    left = [each for each in stored.plan["milestones"] if not each["done"]]
    first = min(left, key=lambda milestone: str(milestone["due"]))
    late = days_late(left, timeline.today())
    when = (
        ngettext("{count} day late", "{count} days late", late)
        if late
        else _("due {day}").format(day=day(first["due"]))
    )
    return Waiting(
        f"plan-{stored.id}",
        navigation.workflow_of("courses"),
        first["title"],
        _("Next milestone, {when}").format(when=when),
        lambda: st.switch_page(
            navigation.page_above("courses"), query_params={"thread": stored.thread}
        ),
    )
