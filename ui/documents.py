"""The state of an upload, described in the same way wherever it is shown."""

import streamlit as st

from agent import NotFound
from agent.language.catalogs import N_
from agent.ports import Upload
from ui import safe, session
from ui.language import _, ngettext

STATUS = {
    "waiting": (":material/schedule:", N_("Waiting to be read")),
    "reading": (":material/sync:", N_("Being read")),
    "ready": (":material/check_circle:", N_("Ready")),
    "failed": (":material/error:", N_("Could not be read")),
}


def title_of(document: str) -> str:
    """The document's title, by id; an imported question may name a source that is not here."""
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
    facts = (_(word), *_facts(upload))
    st.caption(f"{icon} {', '.join(facts)} · {safe.plain(upload.name)}")


def draw_details(upload: Upload) -> None:
    """Draw the progress, what went wrong, what was not read."""
    if upload.status == "reading":
        share = upload.done / upload.total if upload.total else 0.0
        text = _("Opening it")
        if upload.total:
            text = _("Page {done:,} of {total:,}").format(done=upload.done, total=upload.total)
        st.progress(min(1.0, share), text=text)
    if upload.message:
        sentence = f"{safe.markdown(upload.message)} {safe.markdown(upload.hint)}"
        if upload.status == "failed":
            st.error(sentence, icon=":material/error:")
        else:
            st.warning(sentence, icon=":material/info:")
    if upload.notes and upload.status == "ready":
        st.caption(f":material/info: {safe.markdown(' '.join(upload.notes))}")


def _facts(upload: Upload) -> list[str]:
    if upload.status != "ready":
        return []
    passages = ngettext("{count:,} passage", "{count:,} passages", upload.passages)
    return [fact for fact in (pages(upload), passages) if fact]


def pages(upload: Upload) -> str:
    """Empty for a file without pages."""
    return ngettext("{count:,} page", "{count:,} pages", upload.pages) if upload.pages else ""
