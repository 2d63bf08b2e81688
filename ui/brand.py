"""The form of the brand that Studio writes for: topics, voice, looks."""

from functools import partial
from typing import Any, get_args

import streamlit as st

from agent.checks.content import Person, ReadingLevel, Voice
from agent.language.catalogs import N_
from agent.ports.brand import EXAMPLE, BrandProfile, complaints, settled
from ui import appeals, safe, session, subjects
from ui.language import _

Plain = dict[str, Any]

PERSONS: dict[Person, str] = {
    "any": N_("Any"),
    "first_singular": N_("I"),
    "first_plural": N_("We"),
    "second": N_("You"),
    "third": N_("Neither: they, it"),
}
LEVELS: dict[ReadingLevel, str] = {
    "any": N_("Any"),
    "plain": N_("Plain: short words, short sentences"),
    "general": N_("General: as a newspaper"),
    "expert": N_("Expert: for people in the field"),
}
COLOURS = (
    (N_("Main colour"), "#0f766e", N_("The background of designed cards.")),
    (N_("Second colour"), "#f59e0b", N_("The accents on designed cards.")),
)
ROUND, BEFORE, SAVED = "brand-round", "brand-before", "brand-saved"
SAID = N_("The brand is saved.")
WITHOUT_SAMPLE = N_(
    "The brand is saved. The example's subject was removed: it is about another field."
)


def offer() -> None:
    if st.button(
        _("Brand"),
        icon=":material/palette:",
        key="brand",
        type="tertiary",
        help=_("Who Studio writes for: topics, voice, looks"),
    ):
        # What was typed and not saved the last time is gone.
        _next_round()
        st.session_state.pop(BEFORE, None)
        st.dialog(_("Brand"), icon=":material/palette:", width="medium")(draw)()
    if said := st.session_state.pop(SAVED, ""):
        st.toast(_(said), icon=":material/check_circle:")


def draw() -> None:
    profile, stopped = st.tabs([_("Profile"), _("Reported stops")])
    with profile:
        _profile()
    with stopped:
        st.caption(_("Requests and drafts that a guardrail stopped and that you reported as fine."))
        appeals.draw_list()


def _profile() -> None:
    agent = session.agent()
    brands = agent.ports.brands
    current = brands.profile(agent.user)
    st.caption(_("Only yours, and the same in all conversations. New texts follow it."))
    with st.form(f"brand-form-{_round()}", border=False, enter_to_submit=False):
        made = _fields(current)
        is_saved = st.form_submit_button(_("Save"), type="primary", icon=":material/save:")
    if is_saved:
        if wrong := complaints(made):
            said = "\n".join(f"- {safe.plain(sentence)}" for sentence in wrong)
            st.error(_("Nothing is saved yet.") + f"\n\n{said}", icon=":material/error:")
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
            _("Use the example"),
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
            _("This is the example, in place of “{name}”.").format(name=safe.plain(before.name)),
            width="content",
        )
        st.button(
            _("Undo"),
            icon=":material/undo:",
            key="brand-undo",
            on_click=partial(_restore, before),
        )


# The fields


def _fields(current: BrandProfile) -> BrandProfile:
    """Draw the fields and return their values, valid or not."""
    name = _line(_("Name"), current.name, "name", most=80)
    return BrandProfile.model_construct(
        name=name,
        **_topics(current),
        voice=_voice(current.voice),
        **_publishing(current),
        colours=_colours(current.colours),
        subjects=_subjects(current.subjects),
    )


def _topics(current: BrandProfile) -> Plain:
    st.markdown("**" + _("Topics") + "**")
    return {
        "terms": _lines(
            _("Topic terms"),
            current.terms,
            "terms",
            height=140,
            help=_(
                "One per line. A request about another field that mentions none of these is"
                " refused."
            ),
        ),
        "elsewhere": _lines(
            _("Phrases that are off topic"),
            current.elsewhere,
            "elsewhere",
            help=_(
                "One per line: phrases that contain a topic term but are not about your field,"
                " such as “White House” for an estate agent."
            ),
        ),
        "example": _line(
            _("Example of a request"),
            current.example,
            "example",
            help=_("Shown when a request is refused as off topic."),
        ),
    }


def _voice(current: Voice) -> Voice:
    st.markdown("**" + _("Voice") + "**")
    left, right = st.columns(2)
    with left:
        person = st.selectbox(
            _("Speaks as"),
            get_args(Person),
            get_args(Person).index(current.person),
            format_func=lambda name: _(PERSONS[name]),
            key=_key("person"),
            help=_("Drafts that sound different get a remark."),
        )
    with right:
        level = st.selectbox(
            _("Reading level"),
            get_args(ReadingLevel),
            get_args(ReadingLevel).index(current.reading_level),
            format_func=lambda name: _(LEVELS[name]),
            key=_key("level"),
            help=_("How hard a draft may be to read."),
        )
    banned = _lines(
        _("Banned words and phrases"),
        current.banned,
        "banned",
        help=_("One per line. The checks point out each place that uses one."),
    )
    sample = _area(
        _("Sample text"),
        current.sample,
        "sample",
        help=_("A few sentences as your brand writes them. A model imitates their tone."),
    )
    return Voice(person=person, reading_level=level, banned=banned, sample=sample)


def _publishing(current: BrandProfile) -> Plain:
    st.markdown("**" + _("Publishing") + "**")
    tags = _lines(
        _("Usual hashtags"),
        tuple(f"#{tag}" for tag in current.hashtags),
        "hashtags",
        help=_("One per line. Posts use the first of them."),
    )
    return {
        "hashtags": tuple(tag.lstrip("#").strip() for tag in tags),
        "audience": _line(
            _("Audience"),
            current.audience,
            "audience",
            help=_("Who you write for, in a few words."),
        ),
        "call_to_action": _line(
            _("Call to action"),
            current.call_to_action,
            "call",
            help=_("How a piece ends: what you ask readers to do."),
        ),
        "contacts": _lines(
            _("Contacts you publish"),
            current.contacts,
            "contacts",
            help=_(
                "One per line: e-mail addresses and phone numbers. All others in a draft are"
                " flagged as personal data."
            ),
        ),
    }


def _colours(current: tuple[str, ...]) -> tuple[str, ...]:
    st.markdown("**" + _("Looks") + "**")
    with st.container(horizontal=True, gap="medium"):
        chosen = tuple(
            st.color_picker(
                _(label),
                current[n] if n < len(current) else usual,
                key=_key(f"colour-{n}"),
                help=_(said),
            )
            for n, (label, usual, said) in enumerate(COLOURS)
        )
    return (*chosen, *current[len(COLOURS) :])


def _subjects(current: tuple[str, ...]) -> tuple[str, ...]:
    st.markdown("**" + _("Research") + "**")
    known = subjects.titles()
    gone = [each for each in current if each not in known]
    return tuple(
        st.multiselect(
            _("Subjects of the library that research reads"),
            [*known, *gone],
            list(current),
            format_func=lambda each: safe.text(
                known.get(each) or _("{subject} (not here)").format(subject=each)
            ),
            key=_key("subjects"),
            help=_(
                "Their documents come before the web; without the web, research reads only them."
            ),
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
