"""How far an upload is, said in the same way wherever it is shown."""

import streamlit as st

from agent import NotFound
from agent.ports import Upload
from ui import safe, session

STATUS = {
    "waiting": (":material/schedule:", "Waiting to be read"),
    "reading": (":material/sync:", "Being read"),
    "ready": (":material/check_circle:", "Ready"),
    "failed": (":material/error:", "Could not be read"),
}


def title_of(document: str) -> str:
    """By its id; an imported question may name a source that is not here."""
    agent = session.agent()
    try:
        return agent.ports.library.document(document, owner=agent.user).title
    except NotFound:
        return document.rsplit("/", 1)[-1].replace("-", " ").capitalize()


def is_moving(upload: Upload) -> bool:
    return upload.status in ("waiting", "reading")


def draw_status(upload: Upload) -> None:
    draw_title(upload)
    draw_details(upload)


def draw_title(upload: Upload) -> None:
    icon, word = STATUS[upload.status]
    st.markdown(f"**{safe.plain(upload.metadata['title'])}**")
    st.caption(f"{icon} {word}{_facts(upload)} · {safe.plain(upload.name)}")


def draw_details(upload: Upload) -> None:
    """The progress, what went wrong, what was not read."""
    if upload.status == "reading":
        share = upload.done / upload.total if upload.total else 0.0
        text = f"Page {upload.done:,} of {upload.total:,}" if upload.total else "Opening it"
        st.progress(min(1.0, share), text=text)
    if upload.message:
        sentence = f"{safe.markdown(upload.message)} {safe.markdown(upload.hint)}"
        if upload.status == "failed":
            st.error(sentence, icon=":material/error:")
        else:
            st.warning(sentence, icon=":material/info:")
    if upload.notes and upload.status == "ready":
        st.caption(f":material/info: {safe.markdown(' '.join(upload.notes))}")


def _facts(upload: Upload) -> str:
    if upload.status != "ready":
        return ""
    pages = f", {counted(upload.pages, 'page')}" if upload.pages else ""
    return f"{pages}, {counted(upload.passages, 'passage')}"


def counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
