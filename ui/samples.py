"""The sample subjects that come with the app: there, or taken away."""

from collections.abc import Iterator

import streamlit as st

from agent import AgentError
from agent.language.catalogs import LANGUAGES
from agent.ports import Sample
from ui import safe, session
from ui.language import _, ngettext


def draw() -> None:
    """Draw the section on samples, which leaves the users' own files in subjects alone."""
    st.caption(
        _(
            "Try the app with these: small courses with a teaching guide and checked questions"
            " for the Tutor, and documents for Studio. When you remove one, your own files in it"
            " stay, and so does a guide you have changed."
        )
    )
    sentence, is_bad = st.session_state.pop("samples-news", ("", False))
    if sentence:
        (st.error if is_bad else st.success)(safe.markdown(sentence))
    samples = session.agent().ports.samples.all()
    if not samples:
        st.info(_("No samples came with this installation."), icon=":material/info:")
    for sample in samples:
        _row(sample)


def _row(sample: Sample) -> None:
    with st.container(
        border=True,
        horizontal=True,
        vertical_alignment="center",
        horizontal_alignment="distribute",
        key=f"sample-{sample.id}",
    ):
        with st.container(gap="xxsmall", width="content"):
            st.markdown(f"**{safe.plain(sample.title)}**")
            state = (
                ":material/check_circle: " + _("In the library")
                if sample.is_loaded
                else ":material/visibility_off: " + _("Removed")
            )
            st.caption(" · ".join((state, *_contents(sample))))
        st.button(
            _("Remove") if sample.is_loaded else _("Restore"),
            icon=":material/delete:" if sample.is_loaded else ":material/restore:",
            key=f"sample-button-{sample.id}",
            on_click=_change,
            args=(sample,),
        )
        if sample.is_loaded and not _is_whole(sample):
            st.button(
                _("Restore what is missing"),
                icon=":material/restore:",
                key=f"sample-whole-{sample.id}",
                on_click=_change,
                args=(sample,),
                kwargs={"restore": True},
            )


def _contents(sample: Sample) -> Iterator[str]:
    yield ", ".join(_(LANGUAGES[language]) for language in sample.languages)
    yield ngettext("{count} document", "{count} documents", sample.documents)
    if sample.is_course:
        yield ngettext("{count} question", "{count} questions", sample.items)


def _is_whole(sample: Sample) -> bool:
    shared = [d for d in session.agent().ports.library.documents(sample.id) if not d.owner]
    return len(shared) >= sample.documents


def _change(sample: Sample, *, restore: bool = False) -> None:
    samples = session.agent().ports.samples
    back = restore or not sample.is_loaded
    try:
        (samples.restore if back else samples.remove)(sample.id)
    except AgentError as error:
        st.session_state["samples-news"] = (f"{error.message} {error.hint}", True)
    else:
        said = _("“{title}” is back.")
        if not back:
            said = _("“{title}” is removed. You can restore it here at any time.")
        st.session_state["samples-news"] = (said.format(title=sample.title), False)
