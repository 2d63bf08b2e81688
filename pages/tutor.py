"""The Tutor."""

import streamlit as st

from ui import chat, session

ports = session.agent().ports
subjects = {
    subject.id: (ports.guides.guide(subject.id) or {}).get("asignatura") or subject.title
    for subject in ports.library.subjects()
}


def inputs() -> dict[str, str]:
    if not subjects:
        st.info("No subject is loaded yet.", icon=":material/info:")
        return {}
    subject = st.selectbox(
        "Subject",
        list(subjects),
        format_func=lambda key: subjects[key],
        key="tutor-subject",
        persist_state="session",
        label_visibility="collapsed",
        width=240,
    )
    status = ports.library.status()
    if status.embedder and status.done < status.total:
        st.caption(
            f":material/sync: Reading the documents, {status.done} of {status.total} passages."
            " Until then they are searched by words.",
        )
    return {"asignatura": subject}


chat.draw("tutor", inputs=inputs)
