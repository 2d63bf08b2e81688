"""The brand that Studio writes for: its topics, its voice, its looks, as a form."""

from functools import partial
from typing import Any, get_args

import streamlit as st

from agent.checks.content import Person, ReadingLevel, Voice
from agent.ports.brand import EXAMPLE, BrandProfile, complaints, settled
from ui import appeals, safe, session, subjects

Plain = dict[str, Any]

PERSONS: dict[Person, str] = {
    "any": "Any",
    "first_singular": "I",
    "first_plural": "We",
    "second": "You",
    "third": "Neither: they, it",
}
LEVELS: dict[ReadingLevel, str] = {
    "any": "Any",
    "plain": "Plain: short words, short sentences",
    "general": "General: as a newspaper",
    "expert": "Expert: for people of the field",
}
COLOURS = (
    ("Leading colour", "#0f766e", "The ground of designed cards."),
    ("Second colour", "#f59e0b", "The accents on them."),
)
ROUND, BEFORE, SAVED = "brand-round", "brand-before", "brand-saved"
SAID = "The brand is saved."
WITHOUT_SAMPLE = f"{SAID} The example's subject was taken off: it is about another field."


def offer() -> None:
    if st.button(
        "Brand",
        icon=":material/palette:",
        key="brand",
        type="tertiary",
        help="Whom Studio writes for: topics, voice, looks",
    ):
        # What was typed and not saved the last time is gone.
        _next_round()
        st.session_state.pop(BEFORE, None)
        _dialog()
    if said := st.session_state.pop(SAVED, ""):
        st.toast(said, icon=":material/check_circle:")


@st.dialog("Brand", icon=":material/palette:", width="medium")
def _dialog() -> None:
    draw()


def draw() -> None:
    profile, stopped = st.tabs(["Profile", "Stopped wrongly"])
    with profile:
        _profile()
    with stopped:
        st.caption("Requests and drafts that a guardrail stopped, and you said it was wrong.")
        appeals.draw_list()


def _profile() -> None:
    agent = session.agent()
    brands = agent.ports.brands
    current = brands.profile(agent.user)
    st.caption("Yours alone, and the same in all conversations. What is written next follows it.")
    with st.form(f"brand-form-{_round()}", border=False, enter_to_submit=False):
        made = _fields(current)
        is_saved = st.form_submit_button("Save", type="primary", icon=":material/save:")
    if is_saved:
        if wrong := complaints(made):
            said = "\n".join(f"- {safe.plain(sentence)}" for sentence in wrong)
            st.error(f"Nothing is saved yet.\n\n{said}", icon=":material/error:")
        else:
            profile = settled(BrandProfile.model_validate(made.model_dump()), before=current)
            brands.put(agent.user, profile)
            # Said by the run that closes the dialog: what this one says goes with it.
            st.session_state[SAVED] = SAID if profile.subjects == made.subjects else WITHOUT_SAMPLE
            st.rerun()
    before: BrandProfile | None = st.session_state.get(BEFORE)
    if before:
        _undo(before)
    else:
        st.button(
            "Use the example",
            icon=":material/restart_alt:",
            type="tertiary",
            key="brand-reset",
            on_click=partial(_reset, current),
        )


def _reset(current: BrandProfile) -> None:
    agent = session.agent()
    agent.ports.brands.put(agent.user, EXAMPLE)
    st.session_state[BEFORE] = current
    _next_round()


def _restore(before: BrandProfile) -> None:
    agent = session.agent()
    agent.ports.brands.put(agent.user, before)
    st.session_state.pop(BEFORE, None)
    _next_round()


def _undo(before: BrandProfile) -> None:
    with st.container(border=True, horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(
            f"This is the example, in place of “{safe.plain(before.name)}”.", width="content"
        )
        st.button(
            "Undo",
            icon=":material/undo:",
            key="brand-undo",
            on_click=partial(_restore, before),
        )


# The fields


def _fields(current: BrandProfile) -> BrandProfile:
    """As they are filled in, right or wrong."""
    name = _line("Name", current.name, "name", most=80)
    return BrandProfile.model_construct(
        name=name,
        **_topics(current),
        voice=_voice(current.voice),
        **_publishing(current),
        colours=_colours(current.colours),
        subjects=_subjects(current.subjects),
    )


def _topics(current: BrandProfile) -> Plain:
    st.markdown("**Topics**")
    return {
        "terms": _lines(
            "Topic terms",
            current.terms,
            "terms",
            height=140,
            help="One a line. A request that speaks of another field, and of none of these, is"
            " refused.",
        ),
        "elsewhere": _lines(
            "Phrases that mean something else",
            current.elsewhere,
            "elsewhere",
            help="One a line: they hold a topic term without being about your field, as White"
            " House does for a seller of houses.",
        ),
        "example": _line(
            "Example of a request",
            current.example,
            "example",
            help="Shown with the refusal of a request that is off topic.",
        ),
    }


def _voice(current: Voice) -> Voice:
    st.markdown("**Voice**")
    left, right = st.columns(2)
    with left:
        person = st.selectbox(
            "Speaks as",
            get_args(Person),
            get_args(Person).index(current.person),
            format_func=PERSONS.__getitem__,
            key=_key("person"),
            help="Drafts that sound different get a remark.",
        )
    with right:
        level = st.selectbox(
            "Reading level",
            get_args(ReadingLevel),
            get_args(ReadingLevel).index(current.reading_level),
            format_func=LEVELS.__getitem__,
            key=_key("level"),
            help="How hard a draft may be to read.",
        )
    banned = _lines(
        "Banned words and phrases",
        current.banned,
        "banned",
        help="One a line. The checks name each place that uses one.",
    )
    sample = _area(
        "Sample text",
        current.sample,
        "sample",
        help="A few sentences as your brand writes them. A model imitates their tone.",
    )
    return Voice(person=person, reading_level=level, banned=banned, sample=sample)


def _publishing(current: BrandProfile) -> Plain:
    st.markdown("**Publishing**")
    tags = _lines(
        "Usual hashtags",
        tuple(f"#{tag}" for tag in current.hashtags),
        "hashtags",
        help="One a line. Posts take the first of them.",
    )
    return {
        "hashtags": tuple(tag.lstrip("#").strip() for tag in tags),
        "audience": _line(
            "Audience", current.audience, "audience", help="Whom you write for, in a few words."
        ),
        "call_to_action": _line(
            "Call to action",
            current.call_to_action,
            "call",
            help="How a piece ends: what readers are asked to do.",
        ),
        "contacts": _lines(
            "Contacts you publish",
            current.contacts,
            "contacts",
            help="One a line: e-mail addresses and phone numbers. All others in a draft are"
            " flagged as personal data.",
        ),
    }


def _colours(current: tuple[str, ...]) -> tuple[str, ...]:
    st.markdown("**Looks**")
    with st.container(horizontal=True, gap="medium"):
        chosen = tuple(
            st.color_picker(
                label,
                current[n] if n < len(current) else usual,
                key=_key(f"colour-{n}"),
                help=said,
            )
            for n, (label, usual, said) in enumerate(COLOURS)
        )
    return (*chosen, *current[len(COLOURS) :])


def _subjects(current: tuple[str, ...]) -> tuple[str, ...]:
    st.markdown("**Research**")
    known = subjects.titles()
    gone = [each for each in current if each not in known]
    return tuple(
        st.multiselect(
            "Subjects of the library that research reads",
            [*known, *gone],
            list(current),
            format_func=lambda each: safe.text(known.get(each, f"{each} (not here)")),
            key=_key("subjects"),
            help="Its documents come before the web, and are all there is without it.",
        )
    )


def _line(label: str, value: str, name: str, *, most: int = 300, help: str = "") -> str:  # noqa: A002
    said = st.text_input(label, value, key=_key(name), max_chars=most, help=help or None)
    return (said or "").strip()


def _lines(
    label: str,
    values: tuple[str, ...],
    name: str,
    *,
    help: str,  # noqa: A002 - Streamlit's name
    height: int = 100,
) -> tuple[str, ...]:
    """Each once, without empty lines."""
    said = _area(label, "\n".join(values), name, help=help, height=height)
    return tuple(dict.fromkeys(line.strip() for line in said.splitlines() if line.strip()))


def _area(label: str, value: str, name: str, *, help: str, height: int = 100) -> str:  # noqa: A002
    said = st.text_area(label, value, key=_key(name), max_chars=10_000, height=height, help=help)
    return (said or "").strip()


def _key(name: str) -> str:
    return f"brand-{name}-{_round()}"


def _round() -> int:
    return int(st.session_state.get(ROUND, 0))


def _next_round() -> None:
    """Reset all fields to the values of the profile, by new widget keys."""
    st.session_state[ROUND] = _round() + 1
