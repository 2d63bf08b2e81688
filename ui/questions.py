"""The one renderer of questions: Question -> widget -> Reply.

Buttons act in their callbacks. A callback also runs when the question was
answered in another tab meanwhile and its card is not drawn any more, so that
whoever comes second is told.
"""

import difflib
from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import partial
from typing import Any, Literal, assert_never

import streamlit as st

from agent import (
    Approval,
    Asked,
    Choice,
    Field,
    Form,
    FreeText,
    Question,
    Reply,
    known_workflows,
    questions,
)
from ui import safe
from ui.ages import clock, day

Plain = dict[str, Any]
Send = Callable[[Reply], None]

DECISIONS: tuple[
    tuple[questions.Decision, str, str, Literal["primary", "secondary", "tertiary"]], ...
] = (
    ("approve", "Approve", ":material/check:", "primary"),
    ("reject", "Reject", ":material/close:", "secondary"),
)


MADE = {
    "rules": "Made by rules from your documents",
    "generated": "Written by the model from your documents, and checked",
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
                _clock_of_exam(question.expires)
        elif question.expires:
            st.caption(f"expires {clock(question.expires)}", width="content")
    if made := MADE.get(question.context.get("origin", "")):
        st.caption(made)
    if objective := question.context.get("objective"):
        st.caption(f"Objective: {safe.plain(str(objective))}")
    if (progress := question.context.get("progress")) is not None:
        st.progress(float(progress))
    if question.body:
        st.markdown(safe.markdown(question.body))
    if question.how:
        st.caption(safe.plain(question.how))


CLOCK_SECONDS = 5
SHORT = 160
"""Characters that are compared in one line."""
MOST_SHOWN = 6
"""Options that are all in sight; more are a list to choose from."""


@st.fragment(run_every=CLOCK_SECONDS)
def _clock_of_exam(end: str) -> None:
    """The time that is left. The server decides by its own clock; this only shows it."""
    left = (datetime.fromisoformat(end) - datetime.now(UTC)).total_seconds()
    if left < 0:
        # The whole card is another now.
        st.rerun()
    minutes, seconds = divmod(int(left), 60)
    text = f"{minutes} min {seconds:02} s left" if minutes < 10 else f"{minutes} minutes left"
    st.caption(f":material/timer: {text}", width="content")


def _choice(question: Choice, send: Send, cancel: Callable[[], None]) -> None:
    ids = [option.id for option in question.options]
    labels = {option.id: safe.label(option.label) for option in question.options}
    captions = [safe.plain(option.caption) for option in question.options]
    st.radio(
        "Your answer",
        ids,
        index=None,
        format_func=lambda key: labels[key],
        captions=captions if any(captions) else None,
        key=f"choice-{question.id}",
        label_visibility="collapsed",
        width="stretch",
    )
    if question.confidence:
        st.segmented_control("How sure are you?", [1, 2, 3], key=f"confidence-{question.id}")
    _note(question)
    with st.container(horizontal=True, gap="small"):
        st.button(
            "Answer",
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


def _send_choice(question: Choice, send: Send, option: str = "") -> None:
    send(
        Reply(
            option=option or _given("choice", question) or "",
            confidence=_given("confidence", question),
            comment=_given("comment", question) or "",
        )
    )


def _given(name: str, question: Question) -> Any:
    """What the card's widget holds when its button is pressed."""
    return st.session_state.get(f"{name}-{question.id}")


def _approval(question: Approval, send: Send, cancel: Callable[[], None]) -> None:
    _draw_risks(question)
    _draw_folded(question)
    if question.must_type:
        st.text_input(
            f"Type {safe.plain(question.must_type)} to approve", key=f"typed-{question.id}"
        )
    if "edit" not in question.allowed:
        _draw_fields(question)
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
                    safe.plain(question.labels.get(decision, label)),
                    type=look,
                    icon=icon,
                    key=f"{decision}-{question.id}",
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


def _what_becomes_of_changes(question: Approval) -> str:
    said = "Approve shows your changes once more first."
    if "reject" not in question.allowed:
        return said
    reject = safe.plain(question.labels.get("reject", "Reject"))
    return f"{said} “{reject}” leaves them out."


def _draw_risks(question: Approval) -> None:
    """What keeps it from being approved stands in what is asked about: here it is folded."""
    if "approve" in question.allowed:
        for risk in question.risks:
            st.warning(safe.markdown(risk), icon=":material/warning:")
    elif question.risks:
        count = len(question.risks)
        said = "1 check blocks approval" if count == 1 else f"{count} checks block approval"
        with st.expander(f"{said}: see the draft", icon=":material/block:"):
            st.markdown("\n".join(f"- {safe.plain(risk)}" for risk in question.risks))


def _draw_folded(question: Approval) -> None:
    folded = dict(question.folded)
    if known_workflows()[question.workflow].acts:
        # Approval is by it, so that it can always be compared.
        folded[questions.TECHNICAL] = [
            *folded.get(questions.TECHNICAL, []),
            f"Digest: {question.digest}",
        ]
    for heading, lines in folded.items():
        with st.expander(safe.plain(heading), type="compact", key=f"fold-{heading}-{question.id}"):
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
    noun = "field" if len(question.fields) == 1 else "fields"
    label = safe.plain(question.labels.get("edit", f"Edit the {noun}"))
    with st.expander(label, icon=":material/edit:", key=f"fields-{question.id}"):
        _draw_fields(question)
        st.button(
            "Edit",
            icon=":material/preview:",
            key=f"edit-{question.id}",
            on_click=partial(_send_decision, question, send, "edit"),
            help="Shows it with your changes, and asks again.",
        )


def _send_other(question: Approval, send: Send, option: str) -> None:
    send(
        Reply(
            option=option,
            values=_values(question) if _is_changed(question) else {},
            comment=_given("comment", question) or "",
        )
    )


def _send_decision(question: Approval, send: Send, decision: questions.Decision) -> None:
    is_changed = _is_changed(question)
    if decision == "approve" and is_changed:
        # What was approved must have been seen as it is sent: changes are shown once more first.
        decision = "edit"
    send(
        Reply(
            decision=decision,
            # What is not taken over is kept with the record, so that nothing typed is lost.
            values=_values(question) if decision == question.filled_with or is_changed else {},
            typed=_given("typed", question) or "" if decision == "approve" else "",
            comment=_given("comment", question) or "",
        )
    )


def _form(question: Form, send: Send, cancel: Callable[[], None]) -> None:
    _draw_fields(question)
    _note(question)
    with st.container(horizontal=True, gap="small"):
        st.button(
            "Answer",
            type="primary",
            icon=":material/check:",
            key=f"answer-{question.id}",
            shortcut="Mod+Enter",
            on_click=partial(_send_form, question, send),
        )
        _cancel(question, cancel)


def _send_form(question: Form, send: Send) -> None:
    send(Reply(values=_values(question), comment=_given("comment", question) or ""))


def _free_text(question: FreeText, send: Send, cancel: Callable[[], None]) -> None:
    st.text_area(
        "Your answer",
        key=f"text-{question.id}",
        placeholder=question.placeholder,
        max_chars=question.longest,
        label_visibility="collapsed",
    )
    with st.container(horizontal=True, gap="small"):
        st.button(
            "Answer",
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
    send(Reply(option=option, text="" if option else _given("text", question) or ""))


def _draw_fields(question: Form | Approval) -> None:
    for entry in question.fields:
        _input(entry, f"field-{entry.id}-{question.id}")


def _is_changed(question: Approval) -> bool:
    """Whether the fields hold an edit."""
    values = _values(question)
    return "edit" in question.allowed and any(
        (values[entry.id] or "") != (entry.default or "")
        for entry in question.fields
        if f"field-{entry.id}-{question.id}" in st.session_state
    )


def _values(question: Form | Approval) -> Plain:
    values = {entry.id: _given(f"field-{entry.id}", question) for entry in question.fields}
    return {key: v.isoformat() if isinstance(v, date) else v for key, v in values.items()}


def _input(entry: Field, key: str) -> None:
    label = safe.plain(entry.label) + ("" if entry.required else " (optional)")
    help_ = safe.plain(entry.help) or None
    match entry.kind:
        case "text":
            st.text_input(label, value=str(entry.default or ""), key=key, help=help_)
        case "longtext":
            st.text_area(
                label, value=str(entry.default or ""), key=key, help=help_, height="content"
            )
        case "number":
            start = float(entry.default) if entry.default is not None else None
            st.number_input(label, value=start, step=1.0, format="%g", key=key, help=help_)
        case "date":
            start_day = str(entry.default) if entry.default else None
            st.date_input(label, value=start_day, key=key, help=help_)
        case "flag":
            st.toggle(label, value=bool(entry.default), key=key, help=help_)
        case "choice":
            labels = {option.id: safe.plain(option.label) for option in entry.options}
            ids = list(labels)
            at = ids.index(str(entry.default)) if entry.default in ids else None
            if len(ids) > MOST_SHOWN:
                st.selectbox(label, ids, index=at, format_func=labels.get, key=key, help=help_)
            else:
                st.radio(
                    label,
                    ids,
                    index=at,
                    format_func=labels.get,
                    key=key,
                    help=help_,
                    horizontal=True,
                )
        case _:
            assert_never(entry.kind)


def _reason(question: Approval) -> None:
    st.text_input(
        "Comment",
        key=f"comment-{question.id}",
        placeholder=safe.text(question.comment),
        label_visibility="collapsed",
    )


def _note(question: Question) -> None:
    with st.popover(
        "Note", icon=":material/edit_note:", type="tertiary", key=f"note-{question.id}"
    ):
        st.text_input(
            "Note to keep with this answer",
            key=f"comment-{question.id}",
            help="It is kept with the record. It decides nothing.",
        )


def _cancel(question: Question, cancel: Callable[[], None]) -> None:
    st.button(
        "Cancel",
        type="tertiary",
        icon=":material/close:",
        key=f"cancel-{question.id}",
        on_click=cancel,
    )


def _expired(question: Question, *, cancel: Callable[[], None], again: Callable[[], None]) -> None:
    said = question.context.get("expired", "This question has expired; nothing was decided.")
    st.warning(safe.plain(str(said)), icon=":material/timer_off:")
    with st.container(horizontal=True, gap="small"):
        st.button(
            safe.plain(str(question.context.get("again", "Ask again"))),
            type="primary",
            icon=":material/refresh:",
            key=f"again-{question.id}",
            on_click=again,
        )
        # Where there is one way on only, there is nothing to cancel any more.
        if "again" not in question.context:
            _cancel(question, cancel)


def draw_record(data: Plain) -> None:
    """An answered question as it stays in the conversation: what, who, when."""
    if "status" not in data:
        return
    plain = {k: v for k, v in data.items() if k not in ("reply", "status", "who", "at")}
    question = questions.from_json(plain)
    reply = Reply(**data["reply"])
    who = "You" if data["who"] == "local" else safe.plain(data["who"])
    said = safe.label(said_in_words(question, reply))
    with st.container(border=True, gap="xxsmall"):
        st.caption(f":material/quiz: {safe.plain(question.title)}")
        st.markdown(safe.markdown(question.body) if question.body else "")
        st.caption(f":material/person: {who}: **{said}** at {clock(data['at'])}")
        if isinstance(question, Approval) and "edit" in question.allowed and reply.values:
            _edited(question, reply)
        if reply.comment:
            st.caption(f"Note: {safe.plain(reply.comment)}")


def _edited(question: Approval, reply: Reply) -> None:
    """What was changed in the fields: in a line, or by its changed lines."""
    pairs = [(entry, entry.default, reply.values.get(entry.id)) for entry in question.fields]
    changed = [(entry, *pair) for entry, *pair in pairs if (pair[0] or "") != (pair[1] or "")]
    if not changed:
        return
    is_taken = reply.decision == "edit"
    said = "What was edited" if is_taken else "Your changes in the fields were not taken over"
    with st.expander(said, icon=":material/edit:"):
        for entry, before, after in changed:
            _change(entry, before, after)


def _change(entry: Field, before: Any, after: Any) -> None:
    name, old, new = safe.plain(entry.label), _written(entry, before), _written(entry, after)
    if len(old) + len(new) <= SHORT and "\n" not in old + new:
        st.caption(f"{name}: {safe.plain(old)} → **{safe.plain(new)}**")
        return
    st.caption(name)
    lines = [str(value or "").splitlines() for value in (before, after)]
    told = list(difflib.unified_diff(*lines, n=0, lineterm=""))[2:]
    shown = "\n".join(line for line in told if not line.startswith("@@"))
    st.code(safe.text(shown), language="diff", wrap_lines=True)


def _written(entry: Field, value: Any) -> str:
    match value:
        case None | "":
            return "no date" if entry.kind == "date" else "nothing"
        case str() if entry.kind == "date":
            return day(value)
        case bool():
            return "on" if value else "off"
        case float() if value.is_integer():
            return str(int(value))
        case _:
            labels = {option.id: option.label for option in entry.options}
            return labels.get(str(value), str(value))


def said_in_words(question: Question, reply: Reply) -> str:
    """The reply as one line, for records and exports."""
    if reply.cancelled:
        return "Cancelled"
    if reply.expired:
        return "No answer, time was up" if question.context.get("exam") else "Asked again"
    match question:
        case Choice():
            labels = {o.id: o.label for o in (*question.options, *question.others)}
            return labels.get(reply.option, reply.option)
        case Approval():
            if not reply.decision:
                labels = {option.id: option.label for option in question.others}
                return labels.get(reply.option, reply.option)
            said = {"approve": "Approved", "reject": "Rejected", "edit": "Edited"}
            return question.labels.get(reply.decision, said[reply.decision])
        case Form():
            given = ((entry, reply.values.get(entry.id)) for entry in question.fields)
            # Questions as labels: what comes after them is their answer.
            return "; ".join(f"{e.label.strip('¿?？')}: {_written(e, value)}" for e, value in given)
        case FreeText():
            labels = {option.id: option.label for option in question.others}
            return labels.get(reply.option, reply.text)
        case _:
            assert_never(question)
