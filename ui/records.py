"""Answered questions as they stay in the conversation, in the language of their cards."""

import difflib
from collections.abc import Iterator, Mapping
from typing import Any, assert_never

import streamlit as st

from agent import Approval, Choice, Field, Form, FreeText, Question, Reply, questions
from agent.language.text import shorten
from ui import safe
from ui.ages import clock, day
from ui.language import _

Plain = dict[str, Any]
SHORT = 160
"""Characters that are compared in one line."""
LETTERS = "abcdefgh"


def draw_record(data: Plain, *, right: str = "") -> None:
    """An answered question as it stays in the conversation: what, who, when.

    `right` is the label of the option that a quiz has said to be right.
    """
    if "status" not in data:
        return
    plain = {k: v for k, v in data.items() if k not in ("reply", "status", "who", "at")}
    question = questions.from_json(plain)
    _, reply = question.gettext, Reply(**data["reply"])
    who = _("You") if data["who"] == "local" else safe.plain(data["who"])
    said = safe.label(said_in_words(question, reply))
    options = _of_quiz(question)
    with st.container(border=True, gap="xxsmall"):
        st.caption(f":material/quiz: {safe.plain(question.title)}")
        st.markdown(safe.markdown(question.body) if question.body else "")
        if options:
            draw_options(options, given=reply.option, right=right)
            said = reply.option.upper() if reply.option in options else said
        lines = list(_lines(question, reply)) if isinstance(question, Form) else []
        shown = f": **{said}**" if not lines[1:] else ""
        st.caption(f":material/person: {who}{shown} · {clock(data['at'], question.language)}")
        if not shown:
            st.caption("  \n".join(lines))
        if isinstance(question, Approval) and _holds_fields(question, reply):
            _edited(question, reply)
        if reply.comment:
            noted = _("Note: {note}").format(note=reply.comment)
            st.caption(safe.plain(noted))


def _of_quiz(question: Question) -> dict[str, str]:
    """The options of a quiz's question by their letters."""
    labels = {o.id: o.label for o in question.options} if isinstance(question, Choice) else {}
    return labels if LETTERS.startswith("".join(labels)) else {}


def label_of(option: questions.Option, question: Choice) -> str:
    """The option as its card shows it: in a quiz with its letter."""
    label = safe.label(option.label)
    return f"**{option.id.upper()}**\u2002{label}" if _of_quiz(question) else label


def draw_options(options: Mapping[str, str], *, given: str, right: str) -> None:
    """All options of a quiz's question: the one that was chosen, and the right one."""
    lines = []
    for name, label in options.items():
        is_right, is_given = right in (name, label), name == given
        icon = f":material/radio_button_{'checked' if is_given else 'unchecked'}:"
        if is_right or (is_given and right):
            icon = ":green[:material/check_circle:]" if is_right else ":red[:material/cancel:]"
        told = [_("the right answer")] if is_right else []
        told += [_("your answer")] if is_given else []
        aside = f" :small[({', '.join(told)})]" if told else ""
        lines.append(f"{icon} **{name.upper()}**\u2002{safe.label(label)}{aside}")
    st.markdown("  \n".join(lines))


def _holds_fields(question: Approval, reply: Reply) -> bool:
    """Tell whether the values are those of its fields, and not of what was left out."""
    known = {entry.id for entry in question.fields}
    return "edit" in question.allowed and bool(known & reply.values.keys())


def _edited(question: Approval, reply: Reply) -> None:
    """Draw the changes in the fields: in a line, or by changed lines."""
    pairs = [(entry, entry.default, reply.values.get(entry.id)) for entry in question.fields]
    changed = [(entry, *pair) for entry, *pair in pairs if (pair[0] or "") != (pair[1] or "")]
    if not changed:
        return
    _ = question.gettext
    is_taken = reply.decision == "edit"
    said = _("What was edited") if is_taken else _("Your changes in the fields were not applied")
    with st.expander(said, icon=":material/edit:"):
        for entry, before, after in changed:
            _change(question, entry, before, after)


def _change(question: Question, entry: Field, before: Any, after: Any) -> None:
    name = safe.plain(entry.label)
    old, new = (_written(question, entry, value) for value in (before, after))
    if len(old) + len(new) <= SHORT and "\n" not in old + new:
        st.caption(f"{name}: {safe.plain(old)} → **{safe.plain(new)}**")
        return
    st.caption(name)
    lines = [str(value or "").splitlines() for value in (before, after)]
    told = list(difflib.unified_diff(*lines, n=0, lineterm=""))[2:]
    shown = "\n".join(line for line in told if not line.startswith("@@"))
    st.code(safe.text(shown), language="diff", wrap_lines=True)


def _written(question: Question, entry: Field, value: Any) -> str:
    _ = question.gettext
    match value:
        case None | "":
            return _("no date") if entry.kind == "date" else _("nothing")
        case str() if entry.kind == "date":
            return day(value, question.language)
        case bool():
            return _("on") if value else _("off")
        case float() if value.is_integer():
            return str(int(value))
        case _:
            labels = {option.id: option.label for option in entry.options}
            return labels.get(str(value), str(value))


def _is_filled(entry: Field, value: Any) -> bool:
    """Not what was left empty, or off as it came."""
    return value not in (None, "") and not (value is False and not entry.default)


def _filled(question: Form, reply: Reply) -> Iterator[tuple[str, str]]:
    """The names of the fields that were filled in, with what they held."""
    given = ((entry, reply.values.get(entry.id)) for entry in question.fields)
    for entry, value in given:
        if _is_filled(entry, value):
            # Questions as labels: what comes after them is their answer.
            yield entry.label.strip("¿?？"), _written(question, entry, value)


def _lines(question: Form, reply: Reply) -> Iterator[str]:
    """The same, a line each; of a longer text each of its lines, long ones cut."""
    for name, value in _filled(question, reply):
        texts = [safe.label(shorten(line, SHORT)) for line in value.split("\n") if line.strip()]
        yield f"{safe.label(name)}: **{texts[0]}**" if texts else ""
        yield from (f"– **{text}**" for text in texts[1:])


def said_in_words(question: Question, reply: Reply) -> str:
    """The reply as one line, for records and exports."""
    _ = question.gettext
    if reply.cancelled:
        return str(question.context.get("cancel") or _("Cancelled"))
    if reply.expired:
        return _("No answer, time was up") if question.context.get("exam") else _("Asked again")
    match question:
        case Choice():
            labels = {o.id: o.label for o in (*question.options, *question.others)}
            return labels.get(reply.option, reply.option)
        case Approval():
            if not reply.decision:
                labels = {option.id: option.label for option in question.others}
                return labels.get(reply.option, reply.option)
            said = question.labels.get(reply.decision, _(questions.DECIDED[reply.decision]))
            left = [part.label for part in question.parts if not reply.values.get(part.id, True)]
            out = _("left out: {names}").format(names=", ".join(left))
            return f"{said} ({out})" if left and reply.decision == "approve" else said
        case Form():
            said = (f"{name}: {value}" for name, value in _filled(question, reply))
            return "; ".join(said) or _("nothing")
        case FreeText():
            labels = {option.id: option.label for option in question.others}
            return labels.get(reply.option, reply.text)
        case _:
            assert_never(question)
