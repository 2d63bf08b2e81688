"""What waits for the user, at Home: questions, failures, reviews, milestones."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import groupby, islice

import streamlit as st

from agent import AgentError, Approval, Asked, Thread, known_workflows
from agent.checks.plan_progress import days_late
from agent.language.catalogs import N_
from agent.ports import StoredPlan
from ui import conversations, navigation, review, safe, session, subjects
from ui.ages import age, day
from ui.language import _, ngettext
from ui.views import timeline

UNDER_WAY = ("approved", "in_progress")
MOST_PLANS = 3
SHOWN = 4


@dataclass(frozen=True)
class Waiting:
    """One thing that waits. `about` is what it is called in the list; equal ones are grouped."""

    key: str
    about: str
    detail: str
    open: Callable[[], None]
    dismiss: Callable[[], None] | None = None
    dismissing: str = ""
    action: str = N_("Open")


def find() -> list[Waiting]:
    return list(_found())


def draw(found: list[Waiting]) -> None:
    """Everything found, with a way to it; equal ones are folded together."""
    with st.container(
        horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"
    ):
        st.markdown("##### " + _("Waiting for you"))
        st.caption(str(len(found)), width="content")
    groups = [list(group) for _key, group in groupby(_in_groups(found), key=_about)]
    shows_all = st.session_state.get("inbox-all", False)
    for group in groups if shows_all else groups[:SHOWN]:
        _group(group)
    if len(groups) > SHOWN and not shows_all:
        said = _("Show all {count}").format(count=len(found))
        st.button(said, key="inbox-more", on_click=_show_all)


def _show_all() -> None:
    st.session_state["inbox-all"] = True


def _about(waiting: Waiting) -> str:
    return waiting.about


def _in_groups(found: list[Waiting]) -> list[Waiting]:
    """Equal ones side by side, each group where its first is."""
    places: dict[str, int] = {}
    for each in found:
        places.setdefault(each.about, len(places))
    return sorted(found, key=lambda each: places[each.about])


def _group(group: list[Waiting]) -> None:
    if len(group) == 1:
        _row(group[0], group[0].about)
        return
    with st.expander(f"**{safe.plain(group[0].about)}** · {len(group)}"):
        for each in group:
            _row(each, "")


def _row(waiting: Waiting, about: str) -> None:
    with st.container(
        border=True,
        horizontal=True,
        vertical_alignment="center",
        horizontal_alignment="distribute",
        key=f"waiting-{waiting.key}",
    ):
        with st.container(width="stretch", gap=None):
            if about:
                st.markdown(f"**{safe.plain(about)}**")
            st.caption(safe.plain(waiting.detail))
        with st.container(horizontal=True, width="content", gap="xsmall"):
            if waiting.dismiss and st.button(
                _("Dismiss"), key=f"dismiss-{waiting.key}", help=waiting.dismissing
            ):
                _dismiss(waiting.dismiss)
            if st.button(_(waiting.action), key=f"open-{waiting.key}", type="primary"):
                waiting.open()


def _dismiss(act: Callable[[], None]) -> None:
    try:
        act()
    except AgentError as error:
        st.error(safe.plain(f"{error.message} {error.hint}"), icon=":material/error:")
    else:
        st.rerun()


# What there is


def _found() -> Iterator[Waiting]:
    agent = session.agent()
    threads = {thread.id: thread for thread in agent.threads()}
    for asked in reversed(agent.pending()):
        yield _question(asked, threads.get(asked.thread) or agent.thread(asked.thread))
    for thread in threads.values():
        if thread.status in ("cut_off", "failed"):
            yield _interrupted(thread)
    due = review.due_by_subject()
    titles = subjects.titles() if due else {}
    for subject, count in due.items():
        start = partial(review.start_review, subject, count)
        about = ngettext("{count} question to review", "{count} questions to review", count)
        yield Waiting(
            f"due-{subject}", about, titles.get(subject, subject), start, action=N_("Start")
        )
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
        about,
        " · ".join(filter(None, (*_where(thread, question.created), risk))),
        partial(conversations.open_thread, thread),
        lambda: cancel() and None,
        _("Cancels this question. The conversation stays."),
    )


def _interrupted(thread: Thread) -> Waiting:
    why = _("Cut off, everything is saved") if thread.status == "cut_off" else _("Failed")
    return Waiting(
        thread.id,
        why,
        " · ".join(_where(thread, thread.updated)),
        partial(conversations.open_thread, thread),
        partial(session.agent().stop, thread.id),
        _("Drops this turn. The conversation stays."),
    )


def _where(thread: Thread, since: str) -> tuple[str, str, str]:
    return known_workflows()[thread.workflow].title, thread.title, age(since)


def _is_under_way(stored: StoredPlan) -> bool:
    return stored.status in UNDER_WAY and not all(m["done"] for m in stored.plan["milestones"])


def _milestone(stored: StoredPlan) -> Waiting:
    """What comes next of a plan."""
    left = [each for each in stored.plan["milestones"] if not each["done"]]
    first = min(left, key=lambda milestone: str(milestone["due"]))
    late = days_late(left, timeline.today())
    when = (
        ngettext("{count} day late", "{count} days late", late)
        if late
        else _("due {day}").format(day=day(first["due"]))
    )
    coach = navigation.page_of("coach")
    return Waiting(
        f"plan-{stored.id}",
        _("Next milestone: {title}").format(title=first["title"]),
        f"{known_workflows()['coach'].title} · {when}",
        lambda: st.switch_page(coach, query_params={"thread": stored.thread}),
    )
