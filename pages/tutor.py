"""The Tutor."""

import streamlit as st

from ui import chat, documents, quiz_setup, review, session, subjects

ports, user = session.agent().ports, session.agent().user


def tools() -> None:
    if not subjects.titles():
        st.info("No subject is loaded yet. Make one in the library.", icon=":material/info:")
        return
    subjects.follow(session.thread())
    subject = subjects.pick(width=240)
    review.offer(subject)
    quiz_setup.offer(subject)
    status = ports.library.status()
    if status.embedder and status.done < status.total:
        st.caption(
            f":material/sync: Reading the documents, {status.done} of {status.total} passages."
            " Until then they are searched by words.",
        )
    if reading := sum(map(documents.is_moving, ports.intake.uploads(user, subject))):
        noun = "document is" if reading == 1 else "documents are"
        st.caption(f":material/sync: {reading} of your {noun} still being read.")


def inputs() -> dict[str, str]:
    return {"asignatura": subject} if (subject := subjects.picked()) else {}


chat.draw("tutor", tools=tools, inputs=inputs)
