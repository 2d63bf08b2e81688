"""Which sentences of an answer do not stand in what they cite, and why."""

import re
from collections.abc import Sequence
from typing import Any

import streamlit as st

from ui import safe

Plain = dict[str, Any]

VERDICTS = {
    "supported": (":material/check:", "Supported"),
    "unsupported": (":material/help:", "Not found in its source"),
    "uncited": (":material/remove:", "Cites nothing"),
    "unchecked": (":material/question_mark:", "Not checked"),
}

_BLOCK = re.compile(r"^(?:(?:#{1,6}|[-*+>]|\d{1,3}[.)])\s+)+")
_EMPHASIS = re.compile(r"\*{2,}|(?<!\w)[*_](?=\w)|(?<=[\w.,;:!?)])[*_](?!\w)")


def draw(data: Plain, key: str, live: bool) -> None:
    """Nothing when all is well: the figures stand in the panels."""
    failing = unsupported(data)
    if live or not failing:
        return
    count = len(failing)
    words = "sentence was" if count == 1 else "sentences were"
    with st.expander(f"{count} cited {words} not found in the source", icon=":material/help:"):
        for judged in failing:
            st.markdown(safe.markdown(judged["text"]))
            st.caption(f":material/warning: {safe.plain(judged['reason'])}")


def draw_replaced(data: Plain, key: str, live: bool) -> None:
    if live:
        return
    with st.expander("The first answer, which this one replaces", icon=":material/history:"):
        st.caption(f"The model was asked again, since {safe.plain(data['why'])}.")
        st.markdown(safe.markdown(data["text"]))


def draw_table(data: Plain) -> None:
    """What does not stand in its passages, for the panel; every sentence folded."""
    if data["cited"]:
        st.caption(
            f":material/fact_check: {data['supported']} of {data['cited']} cited sentences"
            " found in their sources"
        )
    left = [judged for judged in data["sentences"] if judged["verdict"] != "supported"]
    _judged(left)
    if len(left) < len(data["sentences"]):
        with st.expander("Sentence by sentence", type="compact"):
            _judged(data["sentences"], is_exact=True)


def _judged(sentences: Sequence[Plain], *, is_exact: bool = False) -> None:
    for judged in sentences:
        icon, word = VERDICTS[judged["verdict"]]
        near = judged["similarity"]
        meaning = f", meaning {near:.2f}" if is_exact and near is not None else ""
        # Where the reason is the verdict itself, once is enough.
        told = "" if judged["reason"].casefold() == word.casefold() else f": {judged['reason']}"
        st.caption(f"{icon} **{word}**{safe.plain(told)}{meaning}  \n{_sentence(judged['text'])}")


def _sentence(text: str) -> str:
    """A sentence of an answer without what makes it bold, a heading or an entry of a list."""
    parts = _BLOCK.sub("", text.strip()).split("`")
    parts[::2] = [_EMPHASIS.sub("", part) for part in parts[::2]]
    return safe.label("`".join(parts))


def unsupported(data: Plain) -> list[Plain]:
    return [judged for judged in data["sentences"] if judged["verdict"] == "unsupported"]


def marked(text: str, data: Plain | None) -> list[tuple[int, str]]:
    """Where in an answer its unsupported sentences end, and the reason for each."""
    found, after = [], 0
    for judged in unsupported(data) if data else []:
        at = text.find(judged["text"], after)
        if at >= 0:
            after = at + len(judged["text"])
            found.append((after, judged["reason"]))
    return found
