"""Questions to begin with on a document: what it is about, its sections, a quiz."""

import streamlit as st

from agent.language.catalogs import N_, catalog
from agent.language.outline import sections
from agent.ports import Document
from ui import navigation, safe, session, subjects
from ui.language import _
from ui.views import quiz_link

ABOUT = N_("What is “{title}” about?")
ON_SECTION = N_("What does “{title}” say about “{heading}”?")
MOST_SECTIONS, LONGEST_HEADING = 3, 80


def questions_on(document: Document) -> list[str]:
    """Suggest questions, in the language of the document."""
    _ = catalog(document.language).gettext
    headings = dict.fromkeys(
        section.heading
        for section in sections(document.text)
        if any(line.strip() for line in section.lines)
        and 0 < len(section.heading) <= LONGEST_HEADING
        and section.heading != document.title
    )
    told = [_(ON_SECTION).format(title=document.title, heading=each) for each in headings]
    return [_(ABOUT).format(title=document.title), *told[:MOST_SECTIONS]]


def draw(id_: str, subject: str, *, key: str) -> None:
    """Open to a choice of questions; each goes to the Tutor, into a new conversation."""
    with st.popover(
        _("Ask about it"), icon=":material/contact_support:", key=f"ask-{key}", on_change="rerun"
    ) as opened:
        if not opened.open:
            return
        agent = session.agent()
        document = agent.ports.library.document(id_, owner=agent.user)
        for number, question in enumerate(questions_on(document)):
            if st.button(safe.label(question), key=f"ask-{number}-{key}", type="tertiary"):
                _send(question, subject)
        asked = quiz_link.asked(document.title, document.language)
        if st.button(_("Quiz me"), icon=":material/quiz:", key=f"ask-quiz-{key}"):
            _send(asked, subject)


def _send(text: str, subject: str) -> None:
    subjects.choose(subject)
    session.send(text, asignatura=subject)
    st.switch_page(navigation.page_above("library"), query_params={})
