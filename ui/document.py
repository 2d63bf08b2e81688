"""One document: its text as the app reads it, its details, its file."""

from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from agent import AgentError, NotFound
from agent.language.catalogs import LANGUAGES, N_
from agent.language.outline import Section, sections
from agent.ports import Document, Upload
from ui import document_questions, documents, safe, session, subjects
from ui.language import _
from ui.views import links

Plain = dict[str, Any]
KINDS = (N_("document"), N_("lecture notes"), N_("handout"), N_("lab sheet"), N_("faq"))
CHOICES = {"": N_("Detect it"), **LANGUAGES}
"""Languages of a document."""
REFUSED = "library-refused"
FOLDER = Path(__file__).parent
WHOLE = 20_000
"""Characters that are drawn at once; a longer text is drawn in parts."""


def draw(id_: str) -> None:
    if st.button(_("All documents"), icon=":material/arrow_back:", key="back", type="tertiary"):
        st.query_params.clear()
        st.rerun()
    agent = session.agent()
    upload = _upload(id_)
    try:
        document = agent.ports.library.document(id_, owner=agent.user)
    except NotFound as error:
        st.warning(f"{error.message} {error.hint}", icon=":material/search_off:")
        return
    st.title(safe.plain(document.title))
    st.caption(safe.plain(" · ".join(_facts(document, upload))))
    if safe.is_address(document.source):
        links.draw(_("Open the source"), document.source)
    if upload:
        _tools(upload)
        for note in upload.notes:
            st.caption(f":material/info: {safe.markdown(note)}")
        if upload.message:
            st.warning(f"{safe.markdown(upload.message)} {safe.markdown(upload.hint)}")
    _text(document)


def _upload(id_: str) -> Upload | None:
    """Return the user's upload; None for shared documents, which were never uploaded."""
    agent = session.agent()
    try:
        return agent.ports.intake.upload(agent.user, id_)
    except NotFound:
        return None


def _facts(document: Document, upload: Upload | None) -> list[str]:
    pages = documents.pages(upload) if upload else ""
    name = upload.name if upload else ""
    source = "" if safe.is_address(document.source) else document.source
    kind = _(document.kind) if document.kind else ""
    told = (kind, document.author, document.date, document.topic, source)
    return [fact for fact in (*told, document.licence, pages, name) if fact]


# What can be done with one's own


def _tools(upload: Upload) -> None:
    agent = session.agent()
    with st.container(horizontal=True, gap="xsmall"):
        document_questions.draw(upload.id, upload.subject, key="open")
        st.download_button(
            _("Download the file"),
            data=partial(agent.ports.intake.original, agent.user, upload.id),
            file_name=safe.text(upload.name),
            icon=":material/download:",
            key="download",
            on_click="ignore",
        )
        # A new key for every change saved closes it.
        saved = st.session_state.get("details-saved", 0)
        with st.popover(_("Edit details"), icon=":material/edit:", key=f"details-{saved}"):
            _edit(upload)
        with st.popover(_("Replace"), icon=":material/swap_horiz:"):
            replace(upload)
        st.button(
            _("Remove"),
            icon=":material/delete:",
            type="tertiary",
            key="remove",
            on_click=_remove,
            args=(upload.id,),
        )


def _edit(upload: Upload) -> None:
    with st.form(f"edit-{upload.id}", border=False):
        given = fields(upload.metadata, key=f"edit-{upload.id}")
        if st.form_submit_button(_("Save"), type="primary", icon=":material/check:"):
            agent = session.agent()
            with session.explained():
                agent.ports.intake.edit(agent.user, upload.id, given)
                st.session_state["details-saved"] = st.session_state.get("details-saved", 0) + 1
                st.rerun()


def fields(known: Plain, *, key: str, of_many: bool = False) -> dict[str, str]:
    """The details of a document as fields, filled with what is known; a title for one only."""
    given: dict[str, str] = {}
    if not of_many:
        given["title"] = st.text_input(_("Title"), known.get("title", ""), key=f"{key}-title")
    with st.container(horizontal=True, gap="small"):
        kind = known.get("kind") or KINDS[0]
        kinds = list(dict.fromkeys((*KINDS, kind)))
        given["kind"] = st.selectbox(
            _("Type"), kinds, index=kinds.index(kind), format_func=_, key=f"{key}-kind"
        )
        language = known.get("language", "")
        given["language"] = st.selectbox(
            _("Language"),
            list(CHOICES),
            index=list(CHOICES).index(language if language in CHOICES else ""),
            format_func=lambda name: _(CHOICES[name]),
            key=f"{key}-language",
        )
    for name, label in (
        ("topic", _("Topic")),
        ("author", _("Author")),
        ("date", _("Date")),
        ("source", _("Source")),
        ("licence", _("Licence")),
    ):
        given[name] = st.text_input(label, known.get(name, ""), key=f"{key}-{name}", max_chars=300)
    return given


def replace(upload: Upload) -> None:
    """Draw the field for a new version."""
    intake = session.agent().ports.intake
    key = f"replace-{upload.id}-{st.session_state.get('library-round', 0)}"
    st.caption(_("The new version takes this one's place when it has been read."))
    st.file_uploader(
        _("New version"),
        type=list(intake.suffixes),
        key=key,
        max_upload_size=max(1, intake.most_bytes // 2**20),
        on_change=_put,
        args=(upload, key),
    )


def _put(upload: Upload, key: str) -> None:
    agent, file = session.agent(), st.session_state[key]
    if file is None:
        return
    refuse()
    try:
        agent.ports.intake.put(
            agent.user, upload.subject, name=file.name, data=file.getvalue(), replaces=upload.id
        )
    except AgentError as error:
        refuse(f"{error.message} {error.hint}")
    st.session_state["library-round"] = st.session_state.get("library-round", 0) + 1
    _leave(upload.subject)


def _remove(upload: str) -> None:
    agent = session.agent()
    agent.ports.intake.remove(agent.user, upload)
    _leave(agent.ports.intake.upload(agent.user, upload).subject)


def refuse(*sentences: str) -> None:
    """Show sentences above the list of documents; without any, remove those shown before."""
    st.session_state[REFUSED] = list(sentences)


def _leave(subject: str) -> None:
    st.query_params.clear()
    subjects.choose(subject)


# The text


def _text(document: Document) -> None:
    found = [s for s in sections(document.text, document.pages) if _body(s)]
    parts, cited = _parts(found), _find_cited(found)
    number = 0
    if len(parts) > 1:
        number = st.selectbox(
            _("Part"),
            range(len(parts)),
            index=next((n for n, part in enumerate(parts) if any(s is cited for s in part)), 0),
            format_func=lambda n: safe.text(_name(parts[n], n)),
            key=f"part-{document.id}",
        )
    for section in parts[number] if parts else []:
        if section is cited:
            with st.container(key="cited-here"):
                st.caption(":material/format_quote: " + _("Cited here"))
                _section(section)
            st.html(FOLDER / "arrive.html", unsafe_allow_javascript=True)
        else:
            _section(section)


def _parts(found: list[Section]) -> list[list[Section]]:
    """Group the sections that are read at once."""
    parts: list[list[Section]] = []
    size = WHOLE
    for section in found:
        length = sum(map(len, section.lines))
        if size + length > WHOLE:
            parts.append([])
            size = 0
        parts[-1].append(section)
        size += length
    return parts


def _find_cited(found: list[Section]) -> Section | None:
    """The section a citation has led to: on a page, under a heading."""
    asked, heading = st.query_params.get("page", ""), st.query_params.get("heading", "")
    page = int(asked) if asked.isdecimal() else 0
    on_page = [s for s in found if page and s.page == page]
    below = [s for s in found if heading and s.heading == heading]
    both = [s for s in on_page if s.heading == heading]
    return next(iter([*both, *below, *on_page]), None)


def _name(part: list[Section], number: int) -> str:
    first, last = part[0], part[-1]
    name = first.heading or _("Part {number}").format(number=number + 1)
    if not first.page:
        return name
    pages = str(first.page) if last.page == first.page else f"{first.page}-{last.page}"
    return _("{name}, p. {page}").format(name=name, page=pages)


def _section(section: Section) -> None:
    page = " :gray[" + _("p. {page}").format(page=section.page) + "]" if section.page else ""
    if section.heading or page:
        st.markdown(f"#### {safe.plain(section.heading)}{page}")
    st.markdown(safe.markdown(_body(section)))


def _body(section: Section) -> str:
    return "\n".join(section.lines).strip()
