"""Files that came with a message: they go to the library, and the message waits for them."""

from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

import streamlit as st

from agent import AgentError, known_workflows
from agent.ports import Upload
from ui import document_questions, documents, safe, session, subjects
from ui.language import _, browser_language, ngettext

HELD = "attached"
LONGEST_TITLE = 80
REFRESH_SECONDS = 1.0
NEAR = 0.15
"""How near in meaning the name of a file is to that of the subject that it fits."""


def hold(workflow: str, *, text: str, files: Sequence[Any]) -> None:
    """Keep both until it is said which subject the files belong to; for callbacks."""
    st.session_state[HELD] = {"workflow": workflow, "files": files, "text": text}


def take(workflow: str, subject: str, *, text: str, files: Sequence[Any]) -> None:
    """Add the files to the subject and keep the message; for callbacks."""
    agent = session.agent()
    uploads, refused = [], []
    for file in files:
        try:
            put = agent.ports.intake.put(agent.user, subject, name=file.name, data=file.getvalue())
            uploads.append(put.id)
        except AgentError as error:
            refused.append(f"{error.message} {error.hint}")
    st.session_state[HELD] = {
        "workflow": workflow,
        "uploads": uploads,
        "refused": refused,
        "text": text,
        "names": [file.name for file in files],
    }


def put_away() -> None:
    """Drop the report on files that have been read, as the next message is sent."""
    held = st.session_state.get(HELD)
    if not held or "files" in held or held["text"]:
        return
    if not any(map(documents.is_moving, _uploads(held))):
        del st.session_state[HELD]


def draw(workflow: str, subject: str) -> None:
    """Ask where they go, then show their progress until the message goes to the outbox."""
    held = st.session_state.get(HELD)
    if held and held["workflow"] == workflow and "files" in held:
        _place(held, subject)
    elif held and held["workflow"] == workflow:
        moving = any(map(documents.is_moving, _uploads(held)))
        st.fragment(_progress, run_every=REFRESH_SECONDS if moving else None)(held)


def _place(held: dict[str, Any], subject: str) -> None:
    agent, names = session.agent(), ", ".join(file.name for file in held["files"])
    title = PurePath(held["files"][0].name).stem.replace("_", " ").replace("-", " ").strip()
    new = (title[:1].upper() + title[1:])[:LONGEST_TITLE] or names
    known = subjects.titles().get(subject, subject)
    with st.container(border=True, key="card-attached", gap="xsmall"):
        asked = _("Which subject does {files} belong to?").format(files=names)
        st.markdown(f"**{safe.plain(asked)}**")
        with st.container(horizontal=True, gap="xsmall"):
            add = safe.plain(_("Add to {subject}").format(subject=known))
            make = safe.plain(_("New subject: {title}").format(title=new))
            ways = {"attached-known": add, "attached-new": make}
            first = "attached-known" if _is_near(new, subject, known) else "attached-new"
            pressed = [
                key
                for key in sorted(ways, key=lambda key: key != first)
                if st.button(ways[key], key=key, type="primary" if key == first else "secondary")
            ]
            st.button(_("Dismiss"), type="tertiary", key="attached-drop", on_click=_leave)
        with session.explained():
            if "attached-new" in pressed:
                made = agent.ports.library.add_subject(agent.user, new, language=browser_language())
                subject = made.id
                subjects.choose(subject)
            if pressed:
                take(held["workflow"], subject, text=held["text"], files=held["files"])
                st.rerun()


def _is_near(title: str, subject: str, known: str) -> bool:
    """Whether a file is likely to belong to the subject: it is the user's own, or named alike."""
    ports = session.agent().ports
    is_own = all(sample.id != subject for sample in ports.samples.all())
    return is_own or max(ports.library.strengths(title, [known]), default=0) >= NEAR


def _uploads(held: dict[str, Any]) -> list[Upload]:
    """Uploads that still exist."""
    agent = session.agent()
    known = {upload.id: upload for upload in agent.ports.intake.uploads(agent.user)}
    return [known[id_] for id_ in held["uploads"] if id_ in known]


def _progress(held: dict[str, Any]) -> None:
    uploads = _uploads(held)
    moving = any(map(documents.is_moving, uploads))
    with st.container(border=True, key="attached", gap="xsmall"):
        for sentence in held["refused"]:
            st.caption(f":material/info: {safe.markdown(sentence)}")
        for upload in uploads:
            documents.draw_status(upload)
        if held["text"]:
            _waiting(held, is_over=not moving)
        elif not moving:
            _over(uploads, can_ask=_can_ask(held))
    if not moving and held["text"] and _is_worth_asking(uploads, held):
        # "This file" alone would not tell which one is meant.
        titles = ", ".join([upload.metadata["title"] for upload in uploads] or held["names"])
        about = f" ({titles})" if _can_ask(held) else ""
        st.session_state["outbox"] = held["text"] + about
        held["text"] = ""
        st.rerun()


def _can_ask(held: dict[str, Any]) -> bool:
    return known_workflows()[held["workflow"]].answers_documents


def _is_worth_asking(uploads: list[Upload], held: dict[str, Any]) -> bool:
    """Something is there to ask, were it only what had been there before."""
    return bool(held["refused"]) or any(upload.status == "ready" for upload in uploads)


def _waiting(held: dict[str, Any], *, is_over: bool) -> None:
    said = safe.plain(held["text"])
    if not is_over:
        st.caption(
            _("Your message is sent when the files have been read: “{message}”").format(
                message=said
            )
        )
        return
    st.caption(
        _("Your message was not sent, because no file could be read: “{message}”").format(
            message=said
        )
    )
    with st.container(horizontal=True, gap="xsmall"):
        st.button(_("Send it anyway"), icon=":material/send:", key="attached-ask", on_click=_ask)
        st.button(_("Dismiss"), type="tertiary", key="attached-leave", on_click=_leave)


def _over(uploads: list[Upload], *, can_ask: bool) -> None:
    ready = sum(upload.status == "ready" for upload in uploads)
    if ready and ready < len(uploads):
        st.caption(_("What could be read is in the library now. Ask about it."))
    elif ready:
        st.caption(
            ngettext(
                "The file is in the library now. Ask about it.",
                "The files are in the library now. Ask about them.",
                ready,
            )
        )
    with st.container(horizontal=True, gap="xsmall"):
        for upload in uploads:
            if can_ask and upload.status == "ready":
                key = f"attached-{upload.id}"
                document_questions.draw(upload.id, upload.subject, key=key)
        st.button(_("Dismiss"), type="tertiary", key="attached-dismiss", on_click=_leave)


def _ask() -> None:
    st.session_state["outbox"] = st.session_state.pop(HELD)["text"]


def _leave() -> None:
    st.session_state.pop(HELD, None)
