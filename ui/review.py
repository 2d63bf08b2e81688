"""The page Review, drawn: what is due, how well each topic is known, past quizzes, the bank."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from itertools import groupby
from typing import Any

import streamlit as st

from agent import NotFound
from agent.checks import scoring
from agent.checks.mastery import STANDARD
from agent.language.catalogs import N_, catalog
from agent.language.text import topic_name
from agent.ports import Attempt, Due, Mastery
from ui import bank, exports, navigation, quiz_setup, safe, session, subjects
from ui.ages import day, short_day
from ui.language import _, ngettext
from ui.views import shares

Plain = dict[str, Any]
TABS = {
    "Due today": N_("Due today"),
    "Progress": N_("Progress"),
    "Quizzes": N_("Quizzes"),
    "Questions": N_("Questions"),
}
MOST_LISTED = 10
MOST_DAYS = 5
PAGE = 10


def draw() -> None:
    st.title(_("Review"))
    st.caption(_("Spaced practice of what you missed."))
    titles = subjects.titles()
    if not titles:
        st.info(_("There is no subject yet. Create one in the Library."), icon=":material/info:")
        return
    drawers = dict(zip(TABS, (_due, _progress, _quizzes, bank.draw), strict=True))
    labels = {name: _(label) for name, label in TABS.items()}
    tabs = st.tabs(list(labels.values()), key="review-tab", on_change="rerun")
    for tab, name in zip(tabs, TABS, strict=True):
        if tab.open:
            with tab:
                _refused()
                _draw_tab(drawers[name], titles)


def _draw_tab(draw_it: Any, titles: dict[str, str]) -> None:
    """Draw a tab: due questions for all subjects, the other tabs for a chosen one."""
    if draw_it is _due:
        _due(titles)
    else:
        subject = subjects.pick(width=360, usual=_last_practised())
        draw_it(subject, titles[subject])


def _last_practised() -> str:
    agent = session.agent()
    return next((attempt.subject for attempt in agent.ports.attempts.all(agent.user)), "")


def _refused() -> None:
    """Draw the error of a button."""
    message, hint, _inputs = st.session_state.pop("refused", ("", "", ""))
    if message:
        st.warning(f"{safe.markdown(message)} {safe.markdown(hint)}", icon=":material/info:")


def _empty(said: str, hint: str) -> None:
    with st.container(border=True, gap="small"):
        st.markdown(f"**{said}**")
        st.caption(hint)
        _offer_quiz(is_main=True)


def _offer_quiz(*, is_main: bool) -> None:
    if st.button(
        _("Set up a quiz"),
        icon=":material/tune:",
        key="quiz-open",
        type="primary" if is_main else "secondary",
    ):
        quiz_setup.open_in_tutor()


# Due


def start_review(subject: str, count: int, *, is_early: bool = False) -> None:
    """Ask for a quiz of what is due, or due next, in a conversation of its own."""
    words = catalog(subjects.language(subject))
    if is_early:
        text = words.gettext("Practise what is due next")
    else:
        text = words.ngettext(
            "Review the question that is due", "Review the {count} questions that are due", count
        ).format(count=count)
    session.send(text, review=True, asignatura=subject)
    st.switch_page(navigation.page_above("review"), query_params={})


def offer(subject: str) -> None:
    """A button where something of the subject is due."""
    agent = session.agent()
    due = len(agent.ports.reviews.due(agent.user, subject))
    if due and st.button(
        _("{count} due today").format(count=due),
        icon=":material/event_repeat:",
        key="due-today",
        help=_("Questions that you missed, to practise again"),
    ):
        start_review(subject, due)


def due_by_subject() -> dict[str, int]:
    agent = session.agent()
    return _count(agent.ports.reviews.due(agent.user))


def _count(due: Sequence[Due]) -> dict[str, int]:
    return dict(Counter(each.subject for each in due))


def _due(titles: dict[str, str]) -> None:
    agent = session.agent()
    due = agent.ports.reviews.due(agent.user)
    later = agent.ports.reviews.scheduled(agent.user)[len(due) :]
    by_subject = sorted(due, key=lambda each: each.subject)
    for subject, found in groupby(by_subject, key=lambda each: each.subject):
        _due_of(subject, titles.get(subject, subject), list(found))
    if due:
        _coming_up(later)
    elif later:
        _nothing_due(later, titles)
    else:
        _empty(
            _("Nothing to review yet."),
            _("Questions that you miss in a quiz come back here, just before you forget them."),
        )


def _due_of(subject: str, title: str, due: list[Due]) -> None:
    with st.container(
        horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"
    ):
        with st.container(width="stretch", gap=None):
            st.markdown(f"##### {safe.plain(title)}")
            st.caption(
                ngettext(
                    "{count} question is due today.", "{count} questions are due today.", len(due)
                )
            )
        if st.button(
            _("Start"),
            type="primary",
            icon=":material/play_arrow:",
            key=f"review-start-{subject}",
        ):
            start_review(subject, len(due))
    for each in due[:MOST_LISTED]:
        _card(each)
    if len(due) > MOST_LISTED:
        st.caption(_("And {count} more.").format(count=len(due) - MOST_LISTED))


def _nothing_due(later: Sequence[Due], titles: dict[str, str]) -> None:
    """Draw when the next question is due, and what to do until then."""
    with st.container(border=True, gap="small"):
        st.markdown("**" + _("Nothing is due today.") + "**")
        said = _("The next review is on {day}. You can practise ahead, or take a new quiz.")
        st.caption(said.format(day=short_day(later[0].due)))
        with st.container(horizontal=True, gap="small"):
            for subject, number in _count(later).items():
                title = safe.plain(titles.get(subject, subject))
                if st.button(
                    _("Practise {subject}").format(subject=title),
                    type="primary",
                    icon=":material/play_arrow:",
                    key=f"review-early-{subject}",
                ):
                    start_review(subject, number, is_early=True)
            _offer_quiz(is_main=False)
    _coming_up(later)


def _coming_up(later: Sequence[Due]) -> None:
    """Draw how much is due on the next days."""
    days = Counter(short_day(each.due) for each in later)
    listed = " · ".join(
        _("{count} on {day}").format(count=count, day=when)
        for when, count in list(days.items())[:MOST_DAYS]
    )
    if listed:
        st.caption(":material/event: " + _("Coming up: {days}").format(days=listed))


def _card(due: Due) -> None:
    with st.container(border=True, gap="xxsmall"):
        st.markdown(safe.markdown(due.item["question_text"]))
        missed = ngettext("missed once", "missed {count} times", due.lapses)
        last = _("last asked {day}").format(day=short_day(due.last))
        st.caption(f"{safe.plain(topic_name(due.item['topic']))} · {missed} · {last}")


# Progress


def _progress(subject: str, _title: str) -> None:
    agent = session.agent()
    known = agent.ports.progress.mastery(agent.user, subject)
    if not known:
        _empty(
            _("No topic has been answered yet."),
            _("Take a quiz, and this page shows how well you know each topic."),
        )
        return
    weak = [each for each in known if each.is_weak]
    counted = _("Of the topics you have answered, {count} of {all} are known.")
    st.markdown(
        f"**{counted.format(count=len(known) - len(weak), all=len(known))}**",
        help=STANDARD.in_words(),
    )
    if weak and st.button(
        _("New quiz on weak topics"), type="primary", icon=":material/target:", key="weak-start"
    ):
        words = catalog(subjects.language(subject))
        text = words.gettext("Give me a quiz of 5 questions on my weak topics")
        session.send(text, focus="weak", asignatura=subject)
        st.switch_page(navigation.page_above("review"), query_params={})
    for each in known:
        _topic(each)


def _topic(each: Mastery) -> None:
    with st.container(border=True, gap="xsmall"):
        with st.container(
            horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"
        ):
            st.markdown(f"**{safe.plain(topic_name(each.topic))}**", width="content")
            if each.is_weak:
                st.badge(_("to practise"), icon=":material/target:", color="orange")
            else:
                st.badge(_("known"), icon=":material/check:", color="green")
        right, last = sum(a.right for a in each.evidence), len(each.evidence)
        st.progress(right / last)
        said = ngettext(
            "{right} of {count} answer correct",
            "{right} of the last {count} answers correct",
            last,
            right=right,
        )
        st.caption(f"{said} · {short_day(each.updated)}")


# Past quizzes


def _quizzes(subject: str, title: str) -> None:
    agent = session.agent()
    attempts = agent.ports.attempts.all(agent.user, subject)
    if not attempts:
        _empty(
            _("No quiz has been finished yet."),
            _("Take one with the Tutor; the results are kept here."),
        )
        return
    _course_of(attempts)
    shown = st.session_state.get("quizzes-shown", PAGE)
    for attempt in attempts[:shown]:
        _attempt(attempt, title)
    if len(attempts) > shown and st.button(_("Show more"), icon=":material/history:"):
        st.session_state["quizzes-shown"] = shown + PAGE
        st.rerun()


def _course_of(attempts: list[Attempt]) -> None:
    scored = [a for a in reversed(attempts) if a.total]
    if len(scored) < 2:
        return
    figures = [shares.percent(a.score, a.total) for a in scored[-MOST_LISTED:]]
    st.metric(_("Correct in the last quiz"), f"{figures[-1]} %", chart_data=figures)
    listed = ", ".join(map(str, figures))
    st.caption(_("Correct answers in percent, oldest first: {figures}").format(figures=listed))


def _attempt(attempt: Attempt, title: str) -> None:
    with st.container(
        border=True,
        horizontal=True,
        vertical_alignment="center",
        horizontal_alignment="distribute",
        key=f"attempt-row-{attempt.id}",
    ):
        with st.container(gap="xxsmall", width="stretch"):
            score = _("{count} of {all}").format(count=attempt.score, all=attempt.total)
            st.markdown(f"**{safe.plain(_topic_of(attempt))}** · {score}")
            st.caption(_about(attempt))
        with st.container(horizontal=True, gap="xsmall", width="content"):
            if st.button(_("Open"), key=f"attempt-{attempt.id}"):
                _open(attempt)
            exports.draw_result(
                f"{title} {attempt.topic}", partial(_same, attempt), key=f"attempt-{attempt.id}"
            )


def _topic_of(attempt: Attempt) -> str:
    """The topics asked for, else those of the questions."""
    if attempt.topic:
        return topic_name(attempt.topic)
    topics = [shares.name_of(share) for share in attempt.result.get("by_topic", [])]
    more = " " + _("and {count} more").format(count=len(topics) - 2) if len(topics) > 2 else ""
    return ", ".join(topics[:2]) + more or _("No topic")


def _same(attempt: Attempt) -> Attempt:
    return attempt


def _open(attempt: Attempt) -> None:
    try:
        session.agent().thread(attempt.thread)
    except NotFound as error:
        st.warning(f"{error.message} {error.hint}", icon=":material/search_off:")
    else:
        st.switch_page(navigation.page_above("review"), query_params={"thread": attempt.thread})


def _about(attempt: Attempt) -> str:
    moment = datetime.fromisoformat(attempt.created).astimezone()
    seconds, _answered = scoring.seconds_spent(attempt.result)
    before = attempt.result.get("before")
    contested = _("{count} of {all} before a contest")
    parts = [
        f"{day(attempt.created)} {moment:%H:%M}",
        shares.duration(seconds) if seconds else "",
        _("ended early") if attempt.result["over"] == "ended" else "",
        contested.format(count=before["score"], all=before["total"]) if before else "",
    ]
    return " · ".join(filter(None, parts))
