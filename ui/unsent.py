"""What is picked or typed on a card and not sent yet; a reload or another tab brings it back."""

from typing import Any

import streamlit as st

from agent import Question

MOST = 200
"""Cards whose values are kept, the oldest of which give way."""
INPUTS = ("choice-", "confidence-", "text-", "comment-", "field-", "part-")
"""How the keys of a card's inputs begin; what confirms a deletion is typed anew."""


@st.cache_resource(show_spinner=False)
def _kept() -> dict[str, dict[str, Any]]:
    return {}


def restore(question: Question) -> None:
    """Fill inputs that this session has not drawn yet."""
    for key, value in _kept().get(question.id, {}).items():
        st.session_state.setdefault(key, value)


def keep(question: Question) -> None:
    """Remember the card's inputs as they are now."""
    kept = _kept()
    kept[question.id] = {
        str(key): value
        for key, value in st.session_state.items()
        if str(key).startswith(INPUTS) and str(key).endswith(question.id)
    }
    if len(kept) > MOST:
        # Another session may have removed it meanwhile.
        kept.pop(next(iter(kept)), None)
