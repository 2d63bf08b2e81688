"""Feedback on an answer, and the result of a quiz."""

from typing import Any, Literal

import streamlit as st

from ui import safe

Plain = dict[str, Any]

Colour = Literal["green", "red", "gray"]
OUTCOMES: dict[str, tuple[str, str, Colour]] = {
    "right": (":material/check_circle:", "Right", "green"),
    "wrong": (":material/cancel:", "Not right", "red"),
    "skipped": (":material/skip_next:", "Skipped", "gray"),
}


def draw_feedback(data: Plain, key: str, _live: bool) -> None:
    icon, word, colour = OUTCOMES[data["outcome"]]
    with st.container(border=True, gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.badge(word, icon=icon, color=colour)
            if data["outcome"] != "right":
                st.markdown(f"The answer is **{safe.label(data['right'])}**.", width="content")
        st.markdown(safe.markdown(data["explanation"]))
        st.caption(f":material/format_quote: {safe.markdown(data['evidence'])}")
        by = "explained by the model" if data["by_model"] else "explained by the item's author"
        st.caption(f"{safe.plain(_title(data['document']))} · {by}")


def _title(document: str) -> str:
    return document.rsplit("/", 1)[-1].replace("-", " ").capitalize()


def draw_result(data: Plain, key: str, live: bool) -> None:
    total, score = data["total"], data["score"]
    with st.container(border=True):
        if not total:
            st.markdown("**The quiz was ended before the first answer.** Nothing was scored.")
            return
        percent = round(100 * score / total)
        with st.container(horizontal=True, gap="large", vertical_alignment="center"):
            st.metric("Score", f"{score} of {total}", width="content")
            st.metric("Right", f"{percent} %", width="content")
            if data["left"]:
                st.metric("Left unanswered", data["left"], width="content")
        st.progress(score / total)
        if data["over"] == "ended":
            st.caption("You ended the quiz early; only the questions you reached are scored.")
        _shares("By difficulty", data["by_difficulty"])
        _shares("By objective", data["by_objective"])
        with st.expander("Review every question", icon=":material/fact_check:"):
            for number, answer in enumerate(data["answers"], start=1):
                _review(number, answer)


def _shares(title: str, shares: list[Plain]) -> None:
    st.caption(title)
    for share in shares:
        whole = share["right"] == share["total"]
        with st.container(horizontal=True, gap="xsmall", vertical_alignment="center", wrap=False):
            st.badge(
                f"{share['right']} of {share['total']}",
                icon=":material/check:" if whole else ":material/replay:",
                color="green" if whole else "orange",
            )
            st.markdown(safe.plain(share.get("label") or share["name"].capitalize()))


def _review(number: int, answer: Plain) -> None:
    item = answer["item"]
    texts = {option[0]: option[1] for option in item["options"]}
    icon, word, colour = OUTCOMES[answer["outcome"]]
    with st.container(gap="xxsmall"):
        st.badge(f"{number} {word}", icon=icon, color=colour)
        st.markdown(safe.markdown(item["question_text"]))
        if answer["given"] and answer["outcome"] == "wrong":
            st.caption(f"You answered: {safe.label(texts[answer['given']])}")
        st.markdown(f"**{safe.label(texts[item['key']])}**")
        st.markdown(safe.markdown(item["explanation"]))
        st.caption(
            f":material/format_quote: {safe.markdown(item['evidence'])}"
            f" ({safe.plain(_title(item['evidence_document']))})"
        )
        st.space("small")
