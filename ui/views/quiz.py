"""Feedback on an answer, and the result of a quiz."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Literal

import streamlit as st

from agent import Entry
from agent.checks import scoring
from agent.language.catalogs import N_, catalog
from ui import contests, documents, exports, records, safe, session
from ui.language import _, ngettext
from ui.views import citations, readings, shares

Plain = dict[str, Any]

Colour = Literal["green", "red", "gray", "orange"]
OUTCOMES: dict[str, tuple[str, str, Colour]] = {
    "right": (":material/check_circle:", N_("Right"), "green"),
    "wrong": (":material/cancel:", N_("Not quite"), "red"),
    "skipped": (":material/skip_next:", N_("Skipped"), "gray"),
}
UNKNOWN: tuple[str, str, Colour] = (":material/help:", N_("Not decided"), "orange")
ASK = N_("Explain this question: {question}")
CONFIDENCE = {1: N_("a guess"), 2: N_("fairly sure"), 3: N_("sure")}


def draw_feedback(data: Plain, key: str, live: bool) -> None:
    with st.container(border=True, gap="xsmall"):
        _draw_verdict(data)
        readings.draw(data.get("readings", []), data.get("by", ""))
        st.markdown(safe.markdown(data["explanation"]))
        if remark := data.get("remark"):
            st.caption(":material/auto_awesome: " + _("The model adds"))
            st.markdown(safe.markdown(remark))
        if data["evidence"]:
            st.caption(f":material/format_quote: {safe.markdown(data['evidence'])}")
        by = _explained_by(data)
        st.caption(" · ".join(filter(None, [safe.plain(documents.title_of(data["document"])), by])))
        if not live and "item" in data:
            contests.draw(data["quiz"], data["item"], void=data.get("void"), key=key)


def _draw_verdict(data: Plain) -> None:
    icon, word, colour = OUTCOMES.get(data["outcome"], UNKNOWN)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.badge(_(word), icon=icon, color=colour)
        if data["outcome"] != "right":
            right = data["right"].rstrip(".。")
            said = _("The answer is **{right}**.")
            st.markdown(said.format(right=safe.label(right)), width="content")


def repeat_verdict(entries: Sequence[Entry]) -> None:
    """Repeat in the next question how the last was answered: its feedback may be out of sight."""
    last = [entry for entry in entries if entry.kind != "question"][-1:]
    if last and last[0].kind == "feedback":
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.caption(_("Your last answer"), width="content")
            _draw_verdict(last[0].data)


def _explained_by(data: Plain) -> str:
    if data.get("origin") == "rules":
        return _("made by rules from the documents")
    if data.get("by_model"):
        return _("explained by the model")
    if data.get("origin") == "generated":
        return _("written by the model")
    return _("explained by the question's author")


def draw_result(data: Plain, key: str, live: bool) -> None:
    with st.container(border=True):
        if not data["answers"]:
            st.markdown(_("**The quiz was ended before the first answer.** Nothing was scored."))
            return
        _figures(data)
        _draw_contested(data)
        if data["total"]:
            if len(data["by_difficulty"]) > 1:
                shares.draw(_("By difficulty"), _with_level_names(data["by_difficulty"]))
            if len(data["by_objective"]) > 1:
                shares.draw(_("By objective"), data["by_objective"])
            if len(data.get("by_topic", [])) > 1:
                shares.draw(_("By topic"), data["by_topic"])
        if not live:
            _review(data, key)


def _with_level_names(by_difficulty: list[Plain]) -> list[Plain]:
    """The shares with the names of their levels."""
    found = []
    for share in by_difficulty:
        level = share["name"]
        found.append({**share, "label": level and _(level).capitalize()})
    return found


def _figures(data: Plain) -> None:
    total, score = data["total"], data["score"]
    seconds, _away = scoring.seconds_spent(data)
    with st.container(horizontal=True, gap="large", vertical_alignment="center"):
        st.metric(_("Score"), shares.of(score, total), width="content")
        if data["left"]:
            st.metric(_("Left unanswered"), data["left"], width="content")
        if seconds:
            st.metric(_("Time"), shares.duration(seconds), width="content")
    if total:
        st.progress(
            score / total, text=_("{share} % correct").format(share=shares.percent(score, total))
        )


def _draw_contested(data: Plain) -> None:
    if before := data.get("before"):
        count = sum("void" in answer for answer in data["answers"])
        said = ngettext(
            "It was {score} before a contested question was left out.",
            "It was {score} before {count} contested questions were left out.",
            count,
            score=shares.of(before["score"], before["total"]),
        )
        st.caption(f":material/flag: {said}")
    if data["over"] == "ended":
        st.caption(_("You ended the quiz early; only the questions you reached are scored."))
    if data["over"] == "time":
        st.caption(
            ":material/timer_off: " + _("Time was up; unanswered questions count as skipped.")
        )
    if undecided := sum(a["outcome"] not in scoring.COUNTED for a in data["answers"]):
        st.caption(
            ngettext(
                "{count} answer was not decided and does not count.",
                "{count} answers were not decided and do not count.",
                undecided,
            )
        )
    _seconds, away = scoring.seconds_spent(data)
    if away:
        st.caption(_("The time leaves out questions that were open for more than half an hour."))


def _review(data: Plain, key: str) -> None:
    with st.container(horizontal=True, gap="xsmall"):
        exports.draw_result(_name(data), partial(_attempt, data["quiz"]), key=key)
    with st.expander(
        _("Review every question"),
        icon=":material/fact_check:",
        key=f"review-{key}",
        on_change="rerun",
    ) as opened:
        if opened.open:
            for number, answer in enumerate(data["answers"], start=1):
                _reviewed(number, answer, quiz=data["quiz"], key=f"{key}-{number}")


def _name(data: Plain) -> str:
    topic = data["topic"]
    return _("Quiz on {topic}").format(topic=topic) if topic else _("Quiz")


def _attempt(quiz: str) -> Any:
    agent = session.agent()
    return agent.ports.attempts.get(agent.user, quiz)


def _reviewed(number: int, answer: Plain, *, quiz: str, key: str) -> None:
    item = answer["item"]
    texts = {option[0]: option[1] for option in item["options"]}
    icon, word, colour = OUTCOMES.get(answer["outcome"], UNKNOWN)
    with st.container(gap="xxsmall"):
        with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
            st.badge(f"{number} {_(word)}", icon=icon, color=colour)
            if said := _aside(answer):
                st.caption(said, width="content")
        st.markdown(safe.markdown(item["question_text"]))
        if texts:
            records.draw_options(texts, given=answer["given"], right=item["key"])
        else:
            if answer["given"] and answer["outcome"] != "right":
                said = _("You answered: {answer}").format(answer=answer["given"])
                st.caption(safe.plain(said))
            st.markdown(f":material/check: **{safe.label(item['key'])}**")
        readings.draw(answer.get("readings", []), answer.get("by", ""))
        st.markdown(safe.markdown(item["explanation"]))
        if item["evidence"]:
            _evidence(item, key)
        with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
            st.button(
                _("Ask about this"),
                icon=":material/contact_support:",
                type="tertiary",
                key=f"about-{key}",
                on_click=partial(_ask_about, item, quiz),
            )
            if "void" not in answer:
                contests.draw(quiz, item["id"], void=None, key=key)
        # It holds a row of its own.
        if "void" in answer:
            contests.draw(quiz, item["id"], void=answer["void"], key=key)
        st.space("small")


def _aside(answer: Plain) -> str:
    seconds = scoring.seconds_of(answer)
    sure = CONFIDENCE.get(answer.get("confidence") or 0)
    parts = ["" if seconds is None else shares.duration(seconds), _(sure) if sure else ""]
    return " · ".join(filter(None, parts))


def _evidence(item: Plain, key: str) -> None:
    st.caption(f":material/format_quote: {safe.markdown(item['evidence'])}")
    if not item["evidence_document"]:
        return
    with st.popover(
        safe.plain(documents.title_of(item["evidence_document"])),
        icon=":material/description:",
        type="tertiary",
        key=f"passage-{key}",
        on_change="rerun",
    ) as opened:
        if opened.open:
            _passage(item)


def _passage(item: Plain) -> None:
    """Draw the passage that holds the evidence."""
    agent = session.agent()
    quoted = " ".join(item["evidence"].split())
    found = agent.ports.library.search(
        quoted[:400], subject=item["subject"], owner=agent.user, top_k=10
    )
    held = [p for p in found.passages if quoted in " ".join(p.text.split())]
    if not held:
        st.caption(_("This passage is no longer in the library."))
        return
    passage = held[0]
    citations.draw_source(
        {
            "id": passage.id,
            "kind": "passage",
            "title": passage.title,
            "heading": passage.heading,
            "page": passage.page,
            "source": passage.source,
            "text": passage.text,
            "quoted": [item["evidence"]],
            "terms": [],
        }
    )


def _ask_about(item: Plain, quiz: str) -> None:
    """The next message of this conversation."""
    text = " ".join(item["question_text"].split())
    asked = catalog(item.get("language", "en")).gettext(ASK)
    session.send(asked.format(question=text), about={"quiz": quiz, "item": item["id"]})
