"""Sets how much each maturity criterion counts in a score."""

from collections.abc import Mapping

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from agent import MATURITY_CRITERIA
from agent.language.catalogs import N_
from ui.language import _

LABELS: dict[str, str] = {**MATURITY_CRITERIA}
HEAVIEST, STEP = 10.0, 0.5
NOTHING_COUNTS = N_("Give one criterion a weight above 0. Until then, the usual weights count.")


def offer(set_up: Mapping[str, float]) -> None:
    """A form for them; at first they are as the operator has set them up."""
    with st.popover(
        _("Weights"), icon=":material/balance:", key="weights", on_change="rerun", type="tertiary"
    ) as opened:
        if opened.open:
            _form(_usual(set_up))


def chosen(set_up: Mapping[str, float]) -> dict[str, float] | None:
    """The weights of all criteria, or None where they are the usual ones."""
    usual = _usual(set_up)
    weights = {name: float(st.session_state.get(_key(name), usual[name])) for name in usual}
    return None if weights == usual or not any(weights.values()) else weights


def _usual(set_up: Mapping[str, float]) -> dict[str, float]:
    return {name: float(set_up.get(name, 1)) for name in LABELS}


def _form(usual: dict[str, float]) -> None:
    st.caption(_("How much each criterion counts, from the next score on. 0 leaves it out."))
    names = list(usual)
    # Row by row, so that they keep their order where a phone has one column.
    for pair in zip(names[::2], names[1::2], strict=True):
        for name, place in zip(pair, st.columns(2), strict=True):
            _weight(place, name, usual)
    if not any(st.session_state[_key(name)] for name in usual):
        st.caption(f":material/info: {_(NOTHING_COUNTS)}")
    st.button(
        _("Reset"),
        icon=":material/restart_alt:",
        key="weights-reset",
        on_click=_reset,
        args=(usual,),
    )


def _weight(place: DeltaGenerator, name: str, usual: dict[str, float]) -> None:
    st.session_state.setdefault(_key(name), usual[name])
    place.number_input(
        _(LABELS[name]),
        min_value=0.0,
        max_value=max(HEAVIEST, *usual.values()),
        step=STEP,
        format="%g",
        key=_key(name),
        persist_state="session",
    )


def _reset(usual: dict[str, float]) -> None:
    for name, weight in usual.items():
        st.session_state[_key(name)] = weight


def _key(name: str) -> str:
    return f"weight-{name}"
