"""The one renderer of questions: Question -> widget -> Reply.

Buttons act in their callbacks. A callback also runs when the question was
answered in another tab meanwhile and its card is not drawn any more, so that
the second answer is reported as too late.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import assert_never

import streamlit as st

from agent import Approval, Asked, Choice, Form, FreeText, Question, Reply
from agent.language.catalogs import N_, catalog
from ui import approvals, fields, records, safe, unsent
from ui.ages import until

Send = Callable[[Reply], None]

MADE = {
    "rules": N_("Made by rules from your documents"),
    "generated": N_("Written by the model from your documents, and checked"),
}


def draw(
    asked: Asked,
    *,
    send: Send,
    cancel: Callable[[], None],
    again: Callable[[], None],
    begin: Callable[[], None] = lambda: None,
) -> None:
    """One card, which `begin` starts to draw.

    `send` gets the reply, from a button only; text alone never decides.
    """
    question = asked.question
    with st.container(border=True, key=f"card-{question.id}"):
        begin()
        _head(question)
        if question.is_expired:
            _expired(question, cancel=cancel, again=again)
            return
        unsent.restore(question)
        match question:
            case Choice():
                _choice(question, send, cancel)
            case Approval():
                approvals.draw(question, send, cancel)
            case Form():
                _form(question, send, cancel)
            case FreeText():
                _free_text(question, send, cancel)
            case _:
                assert_never(question)
        unsent.keep(question)


def _head(question: Question) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"**{safe.plain(question.title)}**", width="content")
        if difficulty := question.context.get("difficulty"):
            st.badge(safe.plain(question.gettext(str(difficulty))), color="blue")
        if question.context.get("exam") and question.expires:
            if not question.is_expired:
                _clock_of_exam(question.expires, question.language)
        elif question.expires:
            said = question.gettext("expires {when}")
            when = until(question.expires, question.language)
            st.caption(said.format(when=when), width="content")
    if made := MADE.get(question.context.get("origin", "")):
        st.caption(question.gettext(made))
    if (progress := question.context.get("progress")) is not None:
        st.progress(float(progress))
    if question.body:
        st.markdown(safe.markdown(question.body))
    if question.how:
        st.caption(safe.plain(question.how))
    if objective := question.context.get("objective"):
        named = question.gettext("Objective: {objective}").format(objective=objective)
        st.caption(safe.plain(named))


CLOCK_SECONDS = 5


@st.fragment(run_every=CLOCK_SECONDS)
def _clock_of_exam(end: str, language: str) -> None:
    """The time that is left. The server decides by its own clock; this only shows it."""
    left = (datetime.fromisoformat(end) - datetime.now(UTC)).total_seconds()
    if left < 0:
        # The whole card is another now.
        st.rerun()
    minutes, seconds = divmod(int(left), 60)
    _ = catalog(language).gettext
    text = _("{minutes} min {seconds} s left") if minutes < 10 else _("{minutes} minutes left")
    left_now = text.format(minutes=minutes, seconds=f"{seconds:02}")
    st.caption(f":material/timer: {left_now}", width="content")


def _choice(question: Choice, send: Send, cancel: Callable[[], None]) -> None:
    if question.context.get("as_buttons"):
        _choice_of_buttons(question, send, cancel)
        return
    ids = [option.id for option in question.options]
    labels = {option.id: records.label_of(option, question) for option in question.options}
    captions = [safe.plain(option.caption) for option in question.options]
    st.radio(
        question.gettext("Your answer"),
        ids,
        index=None,
        format_func=lambda key: labels[key],
        captions=captions if any(captions) else None,
        key=f"choice-{question.id}",
        label_visibility="collapsed",
        width="stretch",
    )
    if question.confidence:
        sure = question.gettext("How sure are you?")
        st.segmented_control(sure, [1, 2, 3], key=f"confidence-{question.id}")
    fields.draw_note(question)
    _answer_buttons(question, partial(_send_choice, question, send), cancel)


def _answer_buttons(
    question: Choice | FreeText, answer: Callable[..., None], cancel: Callable[[], None]
) -> None:
    with st.container(horizontal=True, gap="small"):
        st.button(
            question.gettext("Answer"),
            type="primary",
            icon=":material/check:",
            key=f"answer-{question.id}",
            shortcut="Mod+Enter",
            on_click=answer,
        )
        for other in question.others:
            st.button(
                safe.plain(other.label),
                type="tertiary",
                key=f"{other.id}-{question.id}",
                on_click=partial(answer, option=other.id),
            )
        fields.draw_cancel(question, cancel)


def _choice_of_buttons(question: Choice, send: Send, cancel: Callable[[], None]) -> None:
    """For a few options that say all in a word or two: one press, the first one the usual."""
    fields.draw_note(question)
    with st.container(horizontal=True, gap="small"):
        for place, option in enumerate(question.options):
            st.button(
                safe.plain(option.label),
                type="secondary" if place else "primary",
                key=f"{option.id}-{question.id}",
                help=safe.plain(option.caption) or None,
                on_click=partial(_send_choice, question, send, option=option.id),
            )
        fields.draw_cancel(question, cancel)


def _send_choice(question: Choice, send: Send, option: str = "") -> None:
    send(
        Reply(
            option=option or fields.given("choice", question) or "",
            confidence=fields.given("confidence", question),
            comment=fields.given("comment", question) or "",
        )
    )


def _form(question: Form, send: Send, cancel: Callable[[], None]) -> None:
    fields.draw(question)
    if question.unused:
        badges = " ".join(f":orange-badge[{safe.label(word)}]" for word in question.unused)
        st.markdown(":small[" + question.gettext("Not used:") + f"] {badges}")
    with st.container(horizontal=True, gap="small"):
        st.button(
            safe.plain(question.send) or question.gettext("Answer"),
            type="primary",
            icon=":material/check:",
            key=f"answer-{question.id}",
            shortcut="Mod+Enter",
            on_click=partial(_send_form, question, send),
        )
        for other in question.others:
            st.button(
                safe.plain(other.label),
                icon=":material/add:",
                key=f"{other.id}-{question.id}",
                on_click=partial(_send_form, question, send, option=other.id),
            )
        fields.draw_cancel(question, cancel)


def _send_form(question: Form, send: Send, *, option: str = "") -> None:
    send(Reply(option=option, values=fields.values(question)))


def _free_text(question: FreeText, send: Send, cancel: Callable[[], None]) -> None:
    st.text_area(
        question.gettext("Your answer"),
        key=f"text-{question.id}",
        placeholder=question.placeholder,
        max_chars=question.longest,
        label_visibility="collapsed",
    )
    _answer_buttons(question, partial(_send_text, question, send), cancel)


def _send_text(question: FreeText, send: Send, option: str = "") -> None:
    send(Reply(option=option, text="" if option else fields.given("text", question) or ""))


def _expired(question: Question, *, cancel: Callable[[], None], again: Callable[[], None]) -> None:
    _ = question.gettext
    said = question.context.get("expired", _("This question has expired; nothing was decided."))
    st.warning(safe.plain(str(said)), icon=":material/timer_off:")
    with st.container(horizontal=True, gap="small"):
        st.button(
            safe.plain(str(question.context.get("again", _("Ask again")))),
            type="primary",
            icon=":material/refresh:",
            key=f"again-{question.id}",
            on_click=again,
        )
        # Where there is one way on only, there is nothing to cancel any more.
        if "again" not in question.context:
            fields.draw_cancel(question, cancel)
