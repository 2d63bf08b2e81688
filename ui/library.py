"""The library: choose a subject, add documents, see how far they are."""

from collections.abc import Callable

import streamlit as st

from agent import AgentError
from agent.language.catalogs import LANGUAGES
from agent.ports import Document, Upload
from ui import document, document_questions, documents, guides, safe, samples, session, subjects
from ui.language import _

MEGABYTE = 2**20
REFRESH_SECONDS = 1.0


def draw() -> None:
    if open_one := st.query_params.get("document"):
        document.draw(open_one)
        return
    st.title(_("Library"))
    st.caption(_("Your documents by subject. Files stay on this machine, and answers quote them."))
    subject = _choose_subject()
    if subject is None:
        _first_subject()
        st.markdown("#### :material/school: " + _("Or take a sample"))
        samples.draw()
        return
    drawers = {
        _("Documents"): _documents,
        _("Guide"): guides.draw,
        _("Samples"): lambda _subject: samples.draw(),
    }
    for tab, draw_tab in zip(st.tabs(list(drawers)), drawers.values(), strict=True):
        with tab:
            draw_tab(subject)


# The subject


def _choose_subject() -> str | None:
    if not subjects.titles():
        return None
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        subject = subjects.pick(width=320)
        # A key of its own for every subject made: with the next one it is closed and empty.
        made = st.session_state.get("new-subject-made", 0)
        with st.popover(_("New subject"), icon=":material/add:", key=f"new-subject-popover-{made}"):
            _new_subject()
    return subject


def _first_subject() -> None:
    with st.container(border=True):
        st.markdown("#### :material/library_add: " + _("Start with a subject"))
        st.caption(_("Documents belong to a subject, such as a course that you take or teach."))
        _new_subject()


def _new_subject() -> None:
    with st.form("new-subject", border=False, enter_to_submit=True):
        st.text_input(_("Name"), key="new-subject-title", max_chars=120)
        st.selectbox(
            _("Language"),
            list(LANGUAGES),
            format_func=lambda name: _(LANGUAGES[name]),
            key="new-subject-language",
            help=_("The language that most of its documents are written in."),
        )
        st.form_submit_button(_("Create"), type="primary", icon=":material/add:", on_click=_create)
    if sentence := st.session_state.pop("new-subject-refused", ""):
        st.error(safe.markdown(sentence))


def _create() -> None:
    agent = session.agent()
    title, language = (
        st.session_state["new-subject-title"],
        st.session_state["new-subject-language"],
    )
    try:
        made = agent.ports.library.add_subject(agent.user, title, language=language)
    except AgentError as error:
        st.session_state["new-subject-refused"] = f"{error.message} {error.hint}"
    else:
        st.session_state["new-subject-made"] = st.session_state.get("new-subject-made", 0) + 1
        st.session_state["new-subject-title"] = ""
        subjects.choose(made.id)


# The documents


def _documents(subject: str) -> None:
    _add(subject)
    _refused()
    _list(subject)
    _shared(subject)


def _add(subject: str) -> None:
    intake = session.agent().ports.intake
    # A key of its own for every round: what was taken must not be offered again.
    key = f"library-files-{subject}-{st.session_state.get('library-round', 0)}"
    st.file_uploader(
        _("Add documents"),
        type=list(intake.suffixes),
        accept_multiple_files=True,
        key=key,
        max_upload_size=max(1, intake.most_bytes // MEGABYTE),
        on_change=_take,
        args=(subject, key),
        help=_("PDF, Word, PowerPoint, web pages and text, up to {megabytes} MB each.").format(
            megabytes=intake.most_bytes // MEGABYTE
        ),
    )
    with st.expander(_("Details for the files you add next"), icon=":material/label:"):
        st.caption(_("What you leave empty is taken from each file if it is there."))
        st.session_state["library-details"] = document.fields(
            {}, key=f"add-{subject}", of_many=True
        )


def _take(subject: str, key: str) -> None:
    agent = session.agent()
    refused = []
    for file in st.session_state[key] or []:
        try:
            agent.ports.intake.put(
                agent.user,
                subject,
                name=file.name,
                data=file.getvalue(),
                metadata=st.session_state.get("library-details"),
            )
        except AgentError as error:
            refused.append(f"{error.message} {error.hint}")
    st.session_state["library-round"] = st.session_state.get("library-round", 0) + 1
    document.refuse(*refused)


def _refused() -> None:
    """Draw the refusals until they are dismissed: the page redraws itself while files are read."""
    refused = st.session_state.get(document.REFUSED, [])
    for sentence in refused:
        st.warning(safe.markdown(sentence), icon=":material/info:")
    if refused:
        st.button(_("Dismiss"), type="tertiary", key="refused-dismiss", on_click=document.refuse)


def _list(subject: str) -> None:
    """The user's own; looked at again and again as long as one is being read."""
    agent = session.agent()
    uploads = agent.ports.intake.uploads(agent.user, subject)
    moving = any(map(documents.is_moving, uploads))
    st.fragment(_own, run_every=REFRESH_SECONDS if moving else None)(subject, was_moving=moving)


def _own(subject: str, *, was_moving: bool) -> None:
    agent = session.agent()
    uploads = agent.ports.intake.uploads(agent.user, subject)
    removed = agent.ports.intake.uploads(agent.user, subject, removed=True)
    st.markdown("#### " + _("Yours"))
    if not uploads:
        st.caption(
            _(
                "Nothing yet. Drop a PDF, Word, PowerPoint, HTML, Markdown or text file above,"
                " then ask the Tutor about it."
            )
        )
    for upload in uploads:
        _row(upload)
    if removed:
        _removed(removed)
    if any(map(documents.is_moving, uploads)) != was_moving:
        # The whole page decides whether this is looked at again and again.
        st.rerun()


def _row(upload: Upload) -> None:
    with st.container(border=True, key=f"document-{_key(upload)}", gap="xsmall"):
        with st.container(
            horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"
        ):
            with st.container(width="stretch", gap="xxsmall"):
                documents.draw_title(upload)
            with st.container(horizontal=True, gap="xsmall", width="content"):
                _buttons(upload)
        documents.draw_details(upload)


def _buttons(upload: Upload) -> None:
    key = _key(upload)
    if upload.status == "ready":
        document_questions.draw(upload.id, upload.subject, key=key)
    if upload.status == "ready" and st.button(
        _("Open"), icon=":material/article:", key=f"open-{key}"
    ):
        st.query_params["document"] = upload.id
        st.rerun()
    if upload.status == "failed" and upload.is_final:
        _replace(upload)
    if upload.status == "failed":
        st.button(
            _("Try again"),
            icon=":material/refresh:",
            type="tertiary" if upload.is_final else "secondary",
            key=f"again-{key}",
            on_click=_act,
            args=(session.agent().ports.intake.retry, upload.id),
        )
    st.button(
        _("Remove"),
        icon=":material/delete:",
        type="tertiary",
        key=f"remove-{key}",
        on_click=_act,
        args=(session.agent().ports.intake.remove, upload.id),
    )


def _replace(upload: Upload) -> None:
    with st.popover(_("Replace"), icon=":material/swap_horiz:", key=f"replace-{_key(upload)}"):
        document.replace(upload)


def _act(act: Callable[[str, str], None], upload: str) -> None:
    document.refuse()
    try:
        act(session.agent().user, upload)
    except AgentError as error:
        document.refuse(f"{error.message} {error.hint}")


def _removed(uploads: list[Upload]) -> None:
    with st.container(key="removed-documents", gap="xsmall"):
        st.caption(_("Removed. The files are deleted for good after 24 hours."))
        for upload in uploads:
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                st.caption(f":material/delete: {safe.plain(upload.metadata['title'])}")
                st.button(
                    _("Undo"),
                    icon=":material/undo:",
                    type="tertiary",
                    key=f"restore-{_key(upload)}",
                    on_click=_act,
                    args=(session.agent().ports.intake.restore, upload.id),
                )


def _shared(subject: str) -> None:
    """Draw the documents that all users share."""
    shared = [d for d in session.agent().ports.library.documents(subject) if not d.owner]
    if not shared:
        return
    st.markdown("#### " + _("For everyone"))
    for one in shared:
        _shared_row(one)


def _shared_row(one: Document) -> None:
    with st.container(
        horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"
    ):
        with st.container(width="stretch", gap="xxsmall"):
            st.markdown(safe.plain(one.title))
            source = "" if safe.is_address(one.source) else one.source
            st.caption(
                safe.plain(
                    " · ".join(filter(None, (one.kind and _(one.kind), source, one.licence)))
                )
            )
        if st.button(_("Open"), key=f"open-shared-{one.id}", icon=":material/article:"):
            st.query_params["document"] = one.id
            st.rerun()


def _key(upload: Upload) -> str:
    return upload.id.replace("/", "-")
