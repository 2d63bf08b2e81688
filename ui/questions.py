"""The one renderer of questions: Question -> widget -> Reply.

Buttons act in their callbacks. A callback also runs when the question was
answered in another tab meanwhile and its card is not drawn any more, so that
the second answer is reported as too late.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Literal, assert_never

import streamlit as st

from agent import (
    Approval,
    Asked,
    Choice,
    Form,
    FreeText,
    Question,
    Reply,
    known_workflows,
    questions,
)
from agent.language.catalogs import N_, catalog
from ui import fields, safe
from ui.ages import clock

Send = Callable[[Reply], None]

DECISIONS: tuple[
    tuple[questions.Decision, str, str, Literal["primary", "secondary", "tertiary"]], ...
] = (
    ("approve", N_("Approve"), ":material/check:", "primary"),
    ("reject", N_("Reject"), ":material/rate_review:", "secondary"),
)


MADE = {
    "rules": N_("Made by rules from your documents"),
    "generated": N_("Written by the model from your documents, and checked"),
}


def draw(
    asked: Asked, *, send: Send, cancel: Callable[[], None], again: Callable[[], None]
) -> None:
    """One card. `send` gets the reply, from a button only; text alone never decides."""
    question = asked.question
    with st.container(border=True, key=f"card-{question.id}"):
        _head(question)
        if question.is_expired:
            _expired(question, cancel=cancel, again=again)
            return
        match question:
            case Choice():
                _choice(question, send, cancel)
            case Approval():
                _approval(question, send, cancel)
            case Form():
                _form(question, send, cancel)
            case FreeText():
                _free_text(question, send, cancel)
            case _:
                assert_never(question)


def _head(question: Question) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"**{safe.plain(question.title)}**", width="content")
        if difficulty := question.context.get("difficulty"):
            st.badge(safe.plain(str(difficulty)), color="blue")
        if question.context.get("exam") and question.expires:
            if not question.is_expired:
                _clock_of_exam(question.expires, question.language)
        elif question.expires:
            until = clock(question.expires, question.language)
            st.caption(question.gettext("expires {when}").format(when=until), width="content")
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
    labels = {option.id: safe.label(option.label) for option in question.options}
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
    _note(question)
    with st.container(horizontal=True, gap="small"):
        st.button(
            question.gettext("Answer"),
            type="primary",
            icon=":material/check:",
            key=f"answer-{question.id}",
            shortcut="Mod+Enter",
            on_click=partial(_send_choice, question, send),
        )
        for other in question.others:
            st.button(
                safe.plain(other.label),
                type="tertiary",
                key=f"{other.id}-{question.id}",
                on_click=partial(_send_choice, question, send, option=other.id),
            )
        _cancel(question, cancel)


def _choice_of_buttons(question: Choice, send: Send, cancel: Callable[[], None]) -> None:
    """For a few options that say all in a word or two: one press, the first one the usual."""
    _note(question)
    with st.container(horizontal=True, gap="small"):
        for place, option in enumerate(question.options):
            st.button(
                safe.plain(option.label),
                type="secondary" if place else "primary",
                key=f"{option.id}-{question.id}",
                help=safe.plain(option.caption) or None,
                on_click=partial(_send_choice, question, send, option=option.id),
            )
        _cancel(question, cancel)


def _send_choice(question: Choice, send: Send, option: str = "") -> None:
    send(
        Reply(
            option=option or fields.given("choice", question) or "",
            confidence=fields.given("confidence", question),
            comment=fields.given("comment", question) or "",
        )
    )


def _approval(question: Approval, send: Send, cancel: Callable[[], None]) -> None:
    _draw_risks(question)
    _draw_folded(question)
    for part in question.parts:
        help_ = safe.plain(part.caption) or None
        st.checkbox(safe.label(part.label), value=True, key=_part(question, part), help=help_)
    if question.must_type:
        label = question.gettext("Type {text} to approve").format(text=question.must_type)
        st.text_input(safe.plain(label), key=f"typed-{question.id}")
    if "edit" not in question.allowed:
        fields.draw(question)
    if "reject" in question.allowed:
        _reason(question)
    else:
        _note(question)
    if _is_changed(question):
        st.caption(f":material/edit: {_what_becomes_of_changes(question)}")
    with st.container(horizontal=True, gap="small"):
        for decision, label, icon, look in DECISIONS:
            # What is kept from being approved still shows where it would be, and why it is not.
            is_off = decision == "approve" and decision not in question.allowed
            if decision in question.allowed or (is_off and question.risks):
                st.button(
                    safe.plain(question.labels.get(decision, question.gettext(label))),
                    type=look,
                    icon=_icon(question, decision, icon),
                    key=_key(question, decision),
                    on_click=partial(_send_decision, question, send, decision),
                    disabled=is_off and not _is_changed(question),
                    help=safe.plain(question.risks[0]) if is_off else None,
                )
        _cancel(question, cancel)
    with st.container(gap="xxsmall"):
        for other in question.others:
            _other(question, other, send)
    if "edit" in question.allowed:
        _edit(question, send)


def _icon(question: Approval, decision: questions.Decision, usual: str) -> str:
    if _destroys(question, decision):
        return ":material/delete:"
    # A button of another name than "Reject" asks for a change.
    return ":material/tune:" if decision == "reject" and question.labels.get(decision) else usual


def _part(question: Approval, part: questions.Option) -> str:
    return f"part-{part.id}-{question.id}"


def _key(question: Approval, decision: questions.Decision) -> str:
    """The style sheet knows buttons that destroy something by their keys."""
    return f"{'destroy' if _destroys(question, decision) else decision}-{question.id}"


def _destroys(question: Approval, decision: questions.Decision) -> bool:
    return question.is_destructive and decision == "approve"


def _what_becomes_of_changes(question: Approval) -> str:
    _ = question.gettext
    said = _("Approve shows your changes once more first.")
    if question.edit_decides:
        said = _("Approve goes on with your changes.")
    if "reject" not in question.allowed:
        return said
    reject = question.labels.get("reject", _("Reject"))
    without = _("“{reject}” leaves them out.").format(reject=reject)
    return safe.plain(f"{said} {without}")


def _draw_risks(question: Approval) -> None:
    """What keeps it from being approved stands in what is asked about: here it is folded."""
    if "approve" in question.allowed:
        for risk in question.risks:
            show = st.error if question.is_destructive else st.warning
            show(safe.markdown(risk), icon=":material/warning:")
    elif question.risks:
        said = catalog(question.language).ngettext(
            "{count} check blocks approval: see the draft",
            "{count} checks block approval: see the draft",
            len(question.risks),
        )
        with st.expander(said.format(count=len(question.risks)), icon=":material/block:"):
            st.markdown("\n".join(f"- {safe.plain(risk)}" for risk in question.risks))


def _draw_folded(question: Approval) -> None:
    folded = dict(question.folded)
    if known_workflows()[question.workflow].acts:
        # Approval is by it, so that it can always be compared.
        folded[questions.TECHNICAL] = [
            *folded.get(questions.TECHNICAL, []),
            question.gettext("Digest: {digest}").format(digest=question.digest),
        ]
    for heading, lines in folded.items():
        said = safe.plain(question.gettext(heading))
        with st.expander(said, type="compact", key=f"fold-{heading}-{question.id}"):
            st.caption("\n".join(f"- {safe.plain(line)}" for line in lines))


def _other(question: Approval, other: questions.Option, send: Send) -> None:
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.button(
            safe.plain(other.label),
            icon=":material/arrow_forward:",
            type="tertiary",
            key=f"{other.id}-{question.id}",
            on_click=partial(_send_other, question, send, other.id),
        )
        if other.caption:
            st.caption(safe.plain(other.caption), width="content")


def _edit(question: Approval, send: Send) -> None:
    """Below the buttons: however long the fields are, these stay where they were."""
    _ = question.gettext
    usual = _("Edit the field") if len(question.fields) == 1 else _("Edit the fields")
    label = question.labels.get("edit", usual)
    with st.expander(safe.plain(label), icon=":material/edit:", key=f"fields-{question.id}"):
        fields.draw(question)
        st.button(
            _("Edit"),
            icon=":material/preview:",
            key=f"edit-{question.id}",
            on_click=partial(_send_decision, question, send, "edit"),
            help=_("Goes on with your changes.")
            if question.edit_decides
            else _("Shows it with your changes, and asks again."),
        )


def _send_other(question: Approval, send: Send, option: str) -> None:
    send(
        Reply(
            option=option,
            values=fields.values(question) if _is_changed(question) else {},
            comment=fields.given("comment", question) or "",
        )
    )


def _send_decision(question: Approval, send: Send, decision: questions.Decision) -> None:
    is_changed, values = _is_changed(question), {}
    if decision == "approve" and is_changed:
        # What was approved must have been seen as it is sent: changes are shown once more first.
        decision = "edit"
    if decision == question.filled_with or is_changed:
        # What is not taken over is kept with the record, so that nothing typed is lost.
        values = fields.values(question)
    elif decision == "approve":
        values = {
            part.id: st.session_state.get(_part(question, part), True) for part in question.parts
        }
    send(
        Reply(
            decision=decision,
            values=values,
            typed=fields.given("typed", question) or "" if decision == "approve" else "",
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
        _cancel(question, cancel)


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
    with st.container(horizontal=True, gap="small"):
        st.button(
            question.gettext("Answer"),
            type="primary",
            icon=":material/check:",
            key=f"answer-{question.id}",
            shortcut="Mod+Enter",
            on_click=partial(_send_text, question, send),
        )
        for other in question.others:
            st.button(
                safe.plain(other.label),
                type="tertiary",
                key=f"{other.id}-{question.id}",
                on_click=partial(_send_text, question, send, option=other.id),
            )
        _cancel(question, cancel)


def _send_text(question: FreeText, send: Send, option: str = "") -> None:
    send(Reply(option=option, text="" if option else fields.given("text", question) or ""))


def _is_changed(question: Approval) -> bool:
    """Whether the fields hold an edit."""
    values = fields.values(question)
    return "edit" in question.allowed and any(
        (values[entry.id] or "") != (entry.default or "")
        for entry in question.fields
        if fields.key_of(entry, question) in st.session_state
    )


def _reason(question: Approval) -> None:
    st.text_input(
        question.gettext("Comment"),
        key=f"comment-{question.id}",
        placeholder=safe.text(question.gettext(question.comment)),
        label_visibility="collapsed",
    )


def _note(question: Question) -> None:
    _ = question.gettext
    with st.popover(
        _("Note"), icon=":material/edit_note:", type="tertiary", key=f"note-{question.id}"
    ):
        st.text_input(
            _("Note to keep with this answer"),
            key=f"comment-{question.id}",
            help=_("It is kept with the record and decides nothing."),
        )


def _cancel(question: Question, cancel: Callable[[], None]) -> None:
    st.button(
        safe.plain(str(question.context.get("cancel", question.gettext("Cancel")))),
        type="tertiary",
        icon=":material/close:",
        key=f"cancel-{question.id}",
        on_click=cancel,
    )


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
            _cancel(question, cancel)
