"""Shows which sentences of an answer are not in what they cite, and why."""

import re
from collections.abc import Sequence
from typing import Any

import streamlit as st

from agent.language.catalogs import N_
from ui import safe
from ui.language import _, ngettext

Plain = dict[str, Any]

VERDICTS = {
    "supported": (":material/check:", N_("Supported")),
    "unsupported": (":material/help:", N_("Not found in its source")),
    "uncited": (":material/remove:", N_("Cites nothing")),
    "unchecked": (":material/question_mark:", N_("Not checked")),
}

_BLOCK = re.compile(r"^(?:(?:#{1,6}|[-*+>]|\d{1,3}[.)])\s+)+")
_EMPHASIS = re.compile(r"\*{2,}|(?<!\w)[*_](?=\w)|(?<=[\w.,;:!?)])[*_](?!\w)")


def draw(data: Plain, key: str, live: bool) -> None:
    """Draw nothing when all is well: the panels show the figures."""
    failing = unsupported(data)
    if live or not failing:
        return
    said = ngettext(
        "{count} cited sentence was not found in the source",
        "{count} cited sentences were not found in the source",
        len(failing),
    )
    with st.expander(said, icon=":material/help:"):
        for judged in failing:
            st.markdown(safe.markdown(judged["text"]))
            st.caption(f":material/warning: {safe.plain(judged['reason'])}")


def draw_replaced(data: Plain, key: str, live: bool) -> None:
    if live:
        return
    with st.expander(_("The first answer, which this one replaces"), icon=":material/history:"):
        st.caption(_("The model was asked again: {reason}.").format(reason=safe.plain(data["why"])))
        st.markdown(safe.markdown(data["text"]))


def draw_table(data: Plain) -> None:
    """Draw for the panel what its passages do not say; every sentence is folded."""
    if data["cited"]:
        st.caption(
            ":material/fact_check: "
            + ngettext(
                "{supported} of {count} cited sentence found in its source",
                "{supported} of {count} cited sentences found in their sources",
                data["cited"],
                supported=data["supported"],
            )
        )
    left = [judged for judged in data["sentences"] if judged["verdict"] != "supported"]
    _judged(left)
    if len(left) < len(data["sentences"]):
        with st.expander(_("Sentence by sentence"), type="compact"):
            _judged(data["sentences"], is_exact=True)


def _judged(sentences: Sequence[Plain], *, is_exact: bool = False) -> None:
    for judged in sentences:
        icon, english = VERDICTS[judged["verdict"]]
        word, near = _(english), judged.get("similarity")
        lead = f"{icon} **{word}**"
        # Where the reason is the verdict itself, once is enough.
        if judged["reason"].casefold() not in (word.casefold(), english.casefold()):
            lead += safe.plain(f": {judged['reason']}")
        if is_exact and near is not None:
            lead += ", " + _("similarity {similarity:.2f}").format(similarity=near)
        st.caption(f"{lead}  \n{_sentence(judged['text'])}")


def _sentence(text: str) -> str:
    """A sentence of an answer without what makes it bold, a heading or an entry of a list."""
    parts = _BLOCK.sub("", text.strip()).split("`")
    parts[::2] = [_EMPHASIS.sub("", part) for part in parts[::2]]
    return safe.label("`".join(parts))


def unsupported(data: Plain) -> list[Plain]:
    return [judged for judged in data["sentences"] if judged["verdict"] == "unsupported"]


def marked(text: str, data: Plain | None) -> list[tuple[int, str]]:
    """The ends of an answer's unsupported sentences, and the reason for each."""
    found, after = [], 0
    for judged in unsupported(data) if data else []:
        at = text.find(judged["text"], after)
        if at >= 0:
            after = at + len(judged["text"])
            found.append((after, judged["reason"]))
    return found
