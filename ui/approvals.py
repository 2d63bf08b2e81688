"""The card of an approval: its risks, its parts, its decisions, and the edit of its fields."""

from collections.abc import Callable
from functools import partial
from typing import Literal

import streamlit as st

from agent import Approval, Reply, known_workflows, questions
from agent.language.catalogs import N_, catalog
from ui import fields, safe

Send = Callable[[Reply], None]

DECISIONS: tuple[
    tuple[questions.Decision, str, str, Literal["primary", "secondary", "tertiary"]], ...
] = (
    ("approve", N_("Approve"), ":material/check:", "primary"),
    ("reject", N_("Reject"), ":material/rate_review:", "secondary"),
)


def draw(question: Approval, send: Send, cancel: Callable[[], None]) -> None:
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
        fields.draw_note(question)
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
        fields.draw_cancel(question, cancel)
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
        said = _("Approve continues with your changes.")
    if "reject" not in question.allowed:
        return said
    reject = question.labels.get("reject", _("Reject"))
    without = _("“{reject}” leaves them out.").format(reject=reject)
    return safe.plain(f"{said} {without}")


def _draw_risks(question: Approval) -> None:
    """Draw the risks: as warnings where it can be approved, else folded."""
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
            help=_("Continues with your changes.")
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


def _is_changed(question: Approval) -> bool:
    """Tell whether the fields hold an edit."""
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
