"""The page Review, drawn: what is due, how well each topic is known, past quizzes, the bank."""

from collections import Counter
from datetime import datetime
from functools import partial
from typing import Any

import streamlit as st

from agent import NotFound
from agent.checks import scoring
from agent.checks.mastery import STANDARD
from agent.language.text import topic_name
from agent.ports import Attempt, Due, Mastery
from ui import bank, exports, navigation, quiz_setup, safe, session, subjects
from ui.views import shares

Plain = dict[str, Any]
TABS = ("Due", "Progress", "Quizzes", "Questions")
MOST_LISTED = 10
PAGE = 10


def draw() -> None:
    st.title("Review")
    st.caption("Spaced practice of what you missed.")
    titles = subjects.titles()
    if not titles:
        st.info("No subject is loaded yet. Make one in the library.", icon=":material/info:")
        return
    subject = subjects.pick(width=360)
    drawers = dict(zip(TABS, (_due, _progress, _quizzes, bank.draw), strict=True))
    for tab, name in zip(st.tabs(TABS, key="review-tab", on_change="rerun"), TABS, strict=True):
        if tab.open:
            with tab:
                _refused()
                drawers[name](subject, titles[subject])


def _refused() -> None:
    """What a button could not do."""
    message, hint, _ = st.session_state.pop("refused", ("", "", ""))
    if message:
        st.warning(f"{safe.markdown(message)} {safe.markdown(hint)}", icon=":material/info:")


def _empty(said: str, hint: str) -> None:
    with st.container(border=True, gap="small"):
        st.markdown(f"**{said}**")
        st.caption(hint)
        if st.button("Set up a quiz", icon=":material/tune:", key="quiz-open"):
            quiz_setup.open_in_tutor()


# What the buttons send, in the subject's language: the conversation goes on in it

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "one": "Review the question that is due",
        "many": "Review the {} questions that are due",
        "weak": "Give me a quiz of 5 questions on my weak topics",
    },
    "es": {
        "one": "Repasa la pregunta pendiente",
        "many": "Repasa las {} preguntas pendientes",
        "weak": "Hazme un test de 5 preguntas sobre mis temas flojos",
    },
    "zh": {
        "one": "复习到期的 1 道题",
        "many": "复习到期的 {} 道题",
        "weak": "给我出 5 道我薄弱主题的题",
    },
}


def _words(subject: str) -> dict[str, str]:
    return WORDS.get(subjects.language(subject), WORDS["en"])


# Due


def start_review(subject: str, count: int) -> None:
    """A quiz of what is due, in a conversation of its own."""
    text = _words(subject)["one" if count == 1 else "many"].format(count)
    session.send(text, review=True, asignatura=subject)
    st.switch_page(navigation.page_of("tutor"), query_params={})


def offer(subject: str) -> None:
    """A button where something of the subject is due."""
    agent = session.agent()
    due = len(agent.ports.reviews.due(agent.user, subject))
    if due and st.button(
        f"{due} due today",
        icon=":material/event_repeat:",
        key="due-today",
        help="Questions that you missed, to be asked again",
    ):
        start_review(subject, due)


def due_by_subject() -> dict[str, int]:
    agent = session.agent()
    return dict(Counter(due.subject for due in agent.ports.reviews.due(agent.user)))


def _due(subject: str, _title: str) -> None:
    agent = session.agent()
    due = agent.ports.reviews.due(agent.user, subject)
    later = agent.ports.reviews.scheduled(agent.user, subject)[len(due) :]
    if due:
        noun = "question is" if len(due) == 1 else "questions are"
        st.markdown(f"**{len(due)} {noun} due today.**")
        if st.button("Start", type="primary", icon=":material/play_arrow:", key="review-start"):
            start_review(subject, len(due))
        for each in due[:MOST_LISTED]:
            _card(each)
        if len(due) > MOST_LISTED:
            st.caption(f"And {len(due) - MOST_LISTED} more.")
    elif later:
        st.markdown("**Nothing is due today.**")
    else:
        _empty(
            "Nothing to review yet.",
            "A question that you miss in a quiz comes here, and is asked again in time.",
        )
    if later:
        days = Counter(day_of(each.due) for each in later)
        said = ", ".join(f"{count} on {day}" for day, count in list(days.items())[:5])
        st.caption(f":material/event: Coming up: {said}")


def _card(due: Due) -> None:
    with st.container(border=True, gap="xxsmall"):
        st.markdown(safe.markdown(due.item["question_text"]))
        missed = "once" if due.lapses == 1 else f"{due.lapses} times"
        topic = safe.plain(topic_name(due.item["topic"]))
        st.caption(f"{topic} · missed {missed} · last asked {day_of(due.last)}")


def day_of(moment: str) -> str:
    return datetime.fromisoformat(moment).astimezone().strftime("%d %b")


# Progress


def _progress(subject: str, _title: str) -> None:
    agent = session.agent()
    known = agent.ports.progress.mastery(agent.user, subject)
    if not known:
        _empty(
            "No topic has been answered yet.",
            "Take a quiz, and this page shows how well you know each topic.",
        )
        return
    weak = [each for each in known if each.is_weak]
    st.markdown(f"**{len(known) - len(weak)} of {len(known)} topics known.**")
    if weak and st.button(
        "New quiz on weak topics", type="primary", icon=":material/target:", key="weak-start"
    ):
        session.send(_words(subject)["weak"], focus="weak", asignatura=subject)
        st.switch_page(navigation.page_of("tutor"), query_params={})
    for each in known:
        _topic(each)
    st.caption(f":material/info: {STANDARD.in_words()}")


def _topic(each: Mastery) -> None:
    with st.container(border=True, gap="xsmall"):
        with st.container(
            horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"
        ):
            st.markdown(f"**{safe.plain(topic_name(each.topic))}**", width="content")
            if each.is_weak:
                st.badge(f"{each.mastery:.0%}, weak", icon=":material/target:", color="orange")
            else:
                st.badge(f"{each.mastery:.0%}, known", icon=":material/check:", color="green")
        st.progress(each.mastery)
        noun = "answer" if each.answers == 1 else "answers"
        last = " ".join("✓" if a.right else "✗" for a in each.evidence)
        right = sum(a.right for a in each.evidence)
        st.caption(
            f"{each.answers} {noun}, the last on {day_of(each.updated)}"
            f" · of the last {len(each.evidence)}, {right} right: {last}"
        )


# Past quizzes


def _quizzes(subject: str, title: str) -> None:
    agent = session.agent()
    attempts = agent.ports.attempts.all(agent.user, subject)
    if not attempts:
        _empty("No quiz has been finished yet.", "The Tutor asks you, and keeps how it went.")
        return
    _course_of(attempts)
    shown = st.session_state.get("quizzes-shown", PAGE)
    for attempt in attempts[:shown]:
        _attempt(attempt, title)
    if len(attempts) > shown and st.button("Show more", icon=":material/history:"):
        st.session_state["quizzes-shown"] = shown + PAGE
        st.rerun()


def _course_of(attempts: list[Attempt]) -> None:
    scored = [a for a in reversed(attempts) if a.total]
    if len(scored) < 2:
        return
    rows = [
        {"Quiz": number, "Right %": shares.percent(a.score, a.total)}
        for number, a in enumerate(scored, start=1)
    ]
    said = ", ".join(str(row["Right %"]) for row in rows[-MOST_LISTED:])
    st.line_chart(rows, x="Quiz", y="Right %", height=180, alt=f"Right answers in percent: {said}")
    st.caption(f"Right answers in percent, oldest first: {said}")


def _attempt(attempt: Attempt, title: str) -> None:
    with st.container(
        border=True,
        horizontal=True,
        vertical_alignment="center",
        horizontal_alignment="distribute",
    ):
        with st.container(gap="xxsmall", width="content"):
            st.markdown(
                f"**{safe.plain(_topic_of(attempt))}** · {attempt.score} of {attempt.total}"
            )
            st.caption(_about(attempt))
        with st.container(horizontal=True, gap="xsmall", width="content"):
            if st.button("Open", key=f"attempt-{attempt.id}", icon=":material/open_in_new:"):
                _open(attempt)
            exports.draw_result(
                f"{title} {attempt.topic}", partial(_same, attempt), key=f"attempt-{attempt.id}"
            )


def _topic_of(attempt: Attempt) -> str:
    """What was asked for, else what the questions were about."""
    if attempt.topic:
        return topic_name(attempt.topic)
    topics = [shares.name_of(share) for share in attempt.result.get("by_topic", [])]
    more = f" and {len(topics) - 2} more" if len(topics) > 2 else ""
    return ", ".join(topics[:2]) + more or "No topic"


def _same(attempt: Attempt) -> Attempt:
    return attempt


def _open(attempt: Attempt) -> None:
    try:
        session.agent().thread(attempt.thread)
    except NotFound as error:
        st.warning(f"{error.message} {error.hint}", icon=":material/search_off:")
    else:
        st.switch_page(navigation.page_of("tutor"), query_params={"thread": attempt.thread})


def _about(attempt: Attempt) -> str:
    moment = datetime.fromisoformat(attempt.created).astimezone()
    seconds, _ = scoring.seconds_spent(attempt.result)
    before = attempt.result.get("before")
    parts = [
        moment.strftime("%d %b %Y %H:%M"),
        shares.duration(seconds) if seconds else "",
        "ended early" if attempt.result["over"] == "ended" else "",
        f"{before['score']} of {before['total']} before a contest" if before else "",
    ]
    return " · ".join(filter(None, parts))
