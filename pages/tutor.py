"""The Tutor."""

import streamlit as st

from ui import chat, documents, quiz_setup, review, session, subjects
from ui.language import _, ngettext

ports, user = session.agent().ports, session.agent().user


def tools() -> None:
    if not subjects.titles():
        st.info(_("No subject is loaded yet. Create one in the Library."), icon=":material/info:")
        return
    subjects.follow(session.thread())
    subject = subjects.pick(width=240)
    review.offer(subject)
    quiz_setup.offer(subject)
    status = ports.library.status()
    if status.embedder and status.done < status.total:
        st.caption(
            ":material/sync: "
            + _(
                "Reading the documents: {done} of {total} passages. Until then, search goes by"
                " words."
            ).format(done=status.done, total=status.total),
        )
    if reading := sum(map(documents.is_moving, ports.intake.uploads(user, subject))):
        said = ngettext(
            "{count} of your documents is still being read.",
            "{count} of your documents are still being read.",
            reading,
        )
        st.caption(f":material/sync: {said}")


def inputs() -> dict[str, str]:
    return {"asignatura": subject} if (subject := subjects.picked()) else {}


chat.draw("tutor", tools=tools, inputs=inputs)
