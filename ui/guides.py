"""A subject's teaching guide: read, edited in a form, imported from a page, exported as JSON."""

from functools import partial
from typing import Any

import streamlit as st

from agent import AgentError, NotFound
from agent.exchange.guide_page import read_page
from agent.exchange.teaching_guide import (
    LARGEST_FILE,
    NAMES,
    InvalidGuide,
    checked,
    from_json,
    to_json,
)
from ui import safe, session, subjects
from ui.guide_form import Draft, GuideForm
from ui.guide_view import draw_guide
from ui.language import _, ngettext

Plain = dict[str, Any]


def draw(subject: str) -> None:
    """The guide of a subject, for reading and for changing."""
    with session.explained():
        _draw(subject)


def _draw(subject: str) -> None:
    # Always there, so that what is below does not close when the news goes.
    with st.container():
        _show_news(subject)
    draft = _draft(subject)
    if draft is None:
        _empty(subject)
    elif draft.is_new or st.session_state.get(_editing(subject)):
        _edit(subject, draft)
    else:
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            _tools(subject, draft)
        with st.container(border=True, key=f"guide-page-{subject}"):
            draw_guide(draft.guide)


def _edit(subject: str, draft: Draft) -> None:
    st.button(
        _("Discard the draft") if draft.is_new else _("Cancel"),
        icon=":material/close:",
        key=f"guide-discard-{subject}",
        on_click=_leave,
        args=(subject,),
    )
    if draft.notes:
        st.info("\n\n".join(map(safe.markdown, draft.notes)), icon=":material/info:")
    _form(subject, draft)


def _leave(subject: str) -> None:
    """Back to the stored guide, without what was typed."""
    st.session_state.pop(_key(subject), None)
    st.session_state.pop(_editing(subject), None)


def _editing(subject: str) -> str:
    return f"guide-editing-{subject}"


# The draft


def _draft(subject: str) -> Draft | None:
    """The guide that is edited, else the stored one, else None."""
    held: Draft | None = st.session_state.get(_key(subject))
    stored = _guides().guide(subject)
    if held is not None and (held.is_new or held.guide == stored):
        return held
    return _start(subject, stored) if stored is not None else None


def _start(
    subject: str, guide: Plain, *, is_new: bool = False, notes: list[str] | None = None
) -> Draft:
    number = st.session_state.get("guide-number", 0) + 1
    st.session_state["guide-number"] = number
    draft = Draft(guide, number, is_new=is_new, notes=notes or [])
    st.session_state[_key(subject)] = draft
    return draft


def _key(subject: str) -> str:
    return f"guide-draft-{subject}"


# Above the form


def _empty(subject: str) -> None:
    with st.container(border=True):
        st.markdown("#### :material/menu_book: " + _("No teaching guide yet"))
        st.markdown(
            _(
                "A teaching guide describes a course: what it covers, who teaches it, when the exam"
                " is and how it is graded. With one, the Tutor answers questions such as:"
            )
        )
        asked = (
            _("When is the exam, and how is it graded?"),
            _("Who teaches this, and when are office hours?"),
            _("What should I read first?"),
        )
        st.markdown("\n".join(f"- *{question}*" for question in asked))
        with st.container(horizontal=True, gap="small"):
            st.button(
                _("Write one"),
                type="primary",
                icon=":material/edit:",
                key=f"guide-write-{subject}",
                on_click=_write,
                args=(subject,),
            )
            with st.popover(_("Import one"), icon=":material/upload:"):
                _import(subject)
            _undo_button(subject)
    if example := _example():
        with st.expander(_("See an example"), icon=":material/visibility:"):
            draw_guide(example)


def _example() -> Plain | None:
    """The guide of the first sample that has one."""
    samples = session.agent().ports.samples
    for sample in samples.all():
        try:
            return dict(samples.guide(sample.id))
        except NotFound:
            continue
    return None


def _write(subject: str) -> None:
    _start(subject, {"asignatura": subjects.titles().get(subject, "")}, is_new=True)


def _tools(subject: str, draft: Draft) -> None:
    st.button(
        _("Edit"),
        type="primary",
        icon=":material/edit:",
        key=f"guide-edit-{subject}",
        on_click=st.session_state.__setitem__,
        args=(_editing(subject), True),
    )
    with st.popover(_("Import"), icon=":material/upload:"):
        _import(subject)
    st.download_button(
        _("Download"),
        to_json(draft.guide),
        file_name=f"guide-{subject}.json",
        mime="application/json",
        icon=":material/download:",
        key=f"guide-download-{subject}",
        on_click="ignore",
    )
    _undo_button(subject)
    _sample_button(subject, draft)
    st.button(
        _("Remove"),
        icon=":material/delete:",
        key=f"guide-remove-{subject}",
        on_click=_act,
        args=(
            subject,
            partial(_guides().remove, subject),
            _("The guide is removed. You can undo this."),
        ),
    )


def _undo_button(subject: str) -> None:
    if _guides().can_undo(subject):
        st.button(
            _("Undo the last change"),
            icon=":material/undo:",
            key=f"guide-undo-{subject}",
            help=_("Brings back the version before. Press again to redo."),
            on_click=_act,
            args=(subject, partial(_guides().undo, subject), _("The version before is back.")),
        )


def _sample_button(subject: str, draft: Draft) -> None:
    try:
        sample = session.agent().ports.samples.guide(subject)
    except NotFound:
        return
    if sample != draft.guide:
        st.button(
            _("Restore the sample's guide"),
            icon=":material/restart_alt:",
            key=f"guide-sample-{subject}",
            on_click=_act,
            args=(
                subject,
                partial(_guides().put, subject, sample),
                _("The sample's guide is back. You can undo this."),
            ),
        )


def _act(subject: str, change: Any, said: str) -> None:
    """Change the stored guide, and say what happened."""
    try:
        change()
    except AgentError as error:
        _tell(subject, f"{error.message} {error.hint}", is_bad=True)
        return
    st.session_state.pop(_key(subject), None)
    _tell(subject, said)


def _tell(subject: str, sentence: str, *, is_bad: bool = False) -> None:
    st.session_state[f"guide-news-{subject}"] = (sentence, is_bad)


def _show_news(subject: str) -> None:
    sentence, is_bad = st.session_state.pop(f"guide-news-{subject}", ("", False))
    if sentence and is_bad:
        st.error(safe.markdown(sentence), icon=":material/error:")
    elif sentence:
        st.success(safe.markdown(sentence), icon=":material/check:")


# Importing one


def _import(subject: str) -> None:
    number = st.session_state.get("guide-number", 0)
    with st.container(key=f"guide-import-{subject}"):
        st.caption(
            _(
                "The page of a university (copy all of it, or save it as HTML), or a guide that was"
                " downloaded here. Spanish and English headings are understood. No web page is"
                " opened."
            )
        )
        st.text_area(
            _("Paste text, HTML or JSON"),
            key=f"guide-pasted-{subject}-{number}",
            height=140,
            max_chars=LARGEST_FILE,
        )
        st.file_uploader(
            _("Or choose a file"),
            type=["json", "html", "htm", "txt", "md"],
            key=f"guide-file-{subject}-{number}",
            max_upload_size=4,
        )
        st.button(
            _("Import"),
            icon=":material/find_in_page:",
            key=f"guide-read-{subject}",
            on_click=_read,
            args=(subject, number),
        )


def _read(subject: str, number: int) -> None:
    file = st.session_state.get(f"guide-file-{subject}-{number}")
    pasted = st.session_state.get(f"guide-pasted-{subject}-{number}") or ""
    text = file.getvalue().decode("utf-8", "replace") if file else pasted
    if not text.strip():
        _tell(
            subject, _("There is nothing to import. Paste a guide, or choose a file."), is_bad=True
        )
        return
    try:
        guide, notes = _understood(text)
    except InvalidGuide as error:
        _tell(subject, f"{error.message} {_by_name(error.problems)}", is_bad=True)
        return
    except AgentError as error:
        _tell(subject, f"{error.message} {error.hint}", is_bad=True)
        return
    guide.setdefault("asignatura", subjects.titles().get(subject, ""))
    _start(subject, guide, is_new=True, notes=[*notes, _("Check the fields, then press Save.")])


def _understood(text: str) -> tuple[Plain, list[str]]:
    if text.lstrip("\ufeff \n\r\t")[:1] == "{":
        return from_json(text.lstrip("\ufeff")), [_("The file was read.")]
    reading = read_page(text)
    notes = [_("Found: {fields}.").format(fields=_listed(reading.found))]
    if reading.missing:
        notes.append(_("Not found: {fields}.").format(fields=_listed(reading.missing)))
    if reading.unread:
        notes.append(
            ngettext(
                "{count} line under an unknown heading was left out.",
                "{count} lines under unknown headings were left out.",
                reading.unread,
            )
        )
    return reading.guide, notes


def _by_name(problems: dict[str, str]) -> str:
    named = ((_(NAMES[name]) if name in NAMES else name, said) for name, said in problems.items())
    return " ".join(f"{name}: {said}" for name, said in named)


def _listed(names: list[str]) -> str:
    return ", ".join(_(NAMES[name]).lower() for name in names)


# The form


def _form(subject: str, draft: Draft) -> None:
    form = GuideForm(draft)
    with st.form(f"guide-form-{subject}-{draft.number}", border=False, enter_to_submit=False):
        given = form.draw()
        refused = st.container()
        saved = st.form_submit_button(_("Save"), type="primary", icon=":material/save:")
    if not saved:
        return
    try:
        guide = checked(given)
        _guides().put(subject, guide)
    except InvalidGuide as error:
        form.show(error.problems)
        with refused:
            st.error(
                f"{error.message} "
                + _("Nothing is saved yet, and nothing you wrote is lost. See the fields marked."),
                icon=":material/error:",
            )
    else:
        _leave(subject)
        _tell(subject, _("The guide is saved. The Tutor answers from it now."))
        st.rerun()


def _guides() -> Any:
    return session.agent().ports.guides
