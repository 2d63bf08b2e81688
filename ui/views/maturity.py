"""How mature an issue is: every point with the words that earned or lost it."""

from datetime import datetime
from functools import partial
from typing import Any

import streamlit as st

from agent import MATURITY_CRITERIA
from ui import safe, session
from ui.views import links
from ui.views.tickets import draw_where

Plain = dict[str, Any]

LEAST_HISTORY = 2
WAITS = "Answer the question below first."


def draw(data: Plain, key: str, live: bool) -> None:
    with st.container(border=True, gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(
                f":material/speed: **Maturity of {safe.plain(data['issue_key'])}**", width="content"
            )
            links.draw(data["summary"], data["link"])
            draw_where(data)
        _overall(data)
        for row in data["scores"]:
            _criterion(row, data["weights"].get(row["criterion"], 1), key)
        good, bad = st.columns(2)
        with good:
            _listed("Strengths", data["strengths"], ":material/thumb_up:")
        with bad:
            _listed("Weaknesses", data["weaknesses"], ":material/thumb_down:")
        _advice(data, key, live)
        draw_history(data["history"])


def _overall(data: Plain) -> None:
    history = data["history"]
    delta = data["overall"] - history[-2]["overall"] if len(history) >= LEAST_HISTORY else None
    with st.container(horizontal=True, gap="large"):
        st.metric(
            "Overall",
            f"{data['overall']:g} of 100",
            delta=None if delta is None else f"{delta:+.1f}",
            delta_color="normal" if delta else "off",
            delta_description=None if delta is None else "since the last score",
            width="content",
        )
        if data["is_model"]:
            st.metric("As the model sees it", f"{data['model_overall']:g} of 100", width="content")
    st.progress(data["overall"] / 100)
    st.caption(
        "The weighted mean of eight scores made by rules."
        + (" What the model thinks stands beside it and counts nothing." * data["is_model"])
    )


# Criteria


def _criterion(row: Plain, weight: float, key: str) -> None:
    parts = [f"**{name_of(row['criterion'])}** {row['score']}"]
    if weight != 1:
        parts.append(f"weight {weight:g}")
    if row["model"] is not None:
        parts.append(f"model {row['model']}")
    if row["disagrees"]:
        parts[-1] += " :orange-badge[:material/warning: disagree]"
    with st.container(gap="xxsmall", key=f"why-{row['criterion']}-{key}"):
        st.progress(row["score"] / 100, text=" · ".join(parts))
        with st.expander(_why(row["points"]), type="compact"):
            if row["reason"]:
                st.markdown(f":material/neurology: {safe.plain(row['reason'])}")
            st.markdown("\n\n".join(_point(point) for point in row["points"]))


def name_of(criterion: str) -> str:
    names: dict[str, str] = {**MATURITY_CRITERIA}
    return safe.plain(names.get(criterion, criterion))


def _why(points: list[Plain]) -> str:
    earned = sum(point["points"] for point in points if point["points"] > 0)
    lost = sum(point["points"] for point in points if point["points"] < 0)
    missing = sum(point["points"] == 0 for point in points)
    said = [
        f"{earned} earned" if earned else "",
        f"{-lost} lost" if lost else "",
        f"{missing} missing" if missing else "",
    ]
    return f"Why: {', '.join(filter(None, said)) or 'nothing to say'}"


def _point(point: Plain) -> str:
    points = point["points"]
    if points:
        sign, colour = f"{points:+d}".replace("-", "−"), "green" if points > 0 else "red"
        lead = f":{colour}-badge[{sign}]"
    else:
        lead = ":gray-badge[missing]"
    quote = f"  \n:material/format_quote: *{safe.plain(point['quote'])}*" if point["quote"] else ""
    return f"{lead} {safe.plain(point['why'])}{quote}"


def _listed(title: str, sentences: list[str], icon: str) -> None:
    if sentences:
        lines = "\n".join(f"- {safe.plain(sentence)}" for sentence in sentences)
        st.markdown(f"{icon} **{title}**\n\n{lines}")


# Recommendations


def _advice(data: Plain, key: str, live: bool) -> None:
    if not data["advice"]:
        return
    st.markdown(":material/lightbulb: **What would make it better**")
    thread = session.thread()
    waits = bool(thread and session.agent().pending(thread))
    for advice in data["advice"]:
        with st.container(horizontal=True, vertical_alignment="center", gap="small", wrap=False):
            asks = f"  \nAsks you: {safe.plain(advice['asks'])}" if advice["asks"] else ""
            st.markdown(
                f"{safe.plain(advice['text'])}  \n:small[{name_of(advice['criterion'])},"
                f" about {advice['gain']:+.1f} points{asks}]",
                width="stretch",
            )
            if not live:
                st.button(
                    "Apply",
                    icon=":material/auto_fix_high:",
                    key=f"apply-{advice['id']}-{key}",
                    help=WAITS if waits else "You see the change before anything is written.",
                    disabled=waits,
                    on_click=partial(_apply, data["issue_key"], advice),
                )


def _apply(issue: str, advice: Plain) -> None:
    session.send(
        f"Apply to {issue}: {advice['text']}",
        picked={"act": "apply", "issue": issue, "advice": advice["id"]},
    )


# History


def draw_history(history: list[Plain]) -> None:
    """Each entry: at, overall. Nothing where there is no course to see."""
    if len(history) < LEAST_HISTORY:
        return
    rows = [
        {"n": n, "Score": entry["overall"], "When": _clock(entry["at"])}
        for n, entry in enumerate(history, start=1)
    ]
    st.markdown(":material/show_chart: **How the score moved**")
    st.vega_lite_chart(
        rows,
        {
            "mark": {"type": "line", "point": {"size": 60}},
            "encoding": {
                "x": {
                    "field": "n",
                    "type": "ordinal",
                    "title": "evaluation",
                    "axis": {"labelAngle": 0},
                },
                "y": {
                    "field": "Score",
                    "type": "quantitative",
                    "scale": {"domain": [0, 100]},
                    "title": None,
                },
                "tooltip": [{"field": "When"}, {"field": "Score", "type": "quantitative"}],
            },
        },
        height=180,
        alt="Scores in order: " + ", ".join(f"{row['Score']:g}" for row in rows),
    )


def _clock(at: str) -> str:
    return datetime.fromisoformat(at).strftime("%d %b %H:%M UTC")
