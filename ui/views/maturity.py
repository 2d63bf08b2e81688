"""How mature an issue is: every point with the words that earned or lost it."""

from functools import partial
from typing import Any

import streamlit as st

from agent import MATURITY_CRITERIA
from ui import safe, session
from ui.ages import clock
from ui.views import links
from ui.views.tickets import draw_where

Plain = dict[str, Any]

LEAST_HISTORY = 2
MOST_GAPS = 3
MOST_ADVICE = 3
WAITS = "Answer the question below first."


def draw(data: Plain, key: str, live: bool) -> None:
    with st.container(border=True, gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(
                f":material/speed: **Maturity of {safe.plain(data['issue_key'])}**", width="content"
            )
            links.draw(data["summary"], data["link"])
            if not data["is_embedded"]:
                draw_where(data)
        _overall(data)
        gaps, others = by_cost(data)
        for row in gaps:
            _criterion(row, _weight(row, data))
        with st.expander(f"The other {len(others)} criteria, in all their points", type="compact"):
            for row in others:
                _criterion(row, _weight(row, data))
            _said(data)
        _advice(data, key, live)
        draw_history(data["history"])


def _overall(data: Plain) -> None:
    history = data["history"]
    delta = None
    if len(history) >= LEAST_HISTORY:
        # Of what is shown: whole numbers that do not add up would look wrong.
        delta = round(data["overall"]) - round(history[-2]["overall"])
    with st.container(horizontal=True, gap="large"):
        st.metric(
            "Overall",
            f"{data['overall']:.0f} of 100",
            delta=None if delta is None else f"{delta:+d}",
            delta_color="normal" if delta else "off",
            delta_description=None if delta is None else "since the last score",
            width="content",
        )
        if data["is_model"] and (counted := data.get("rules_overall")) is not None:
            st.metric("Counted by rules", f"{counted:.0f} of 100", width="content")
    st.progress(data["overall"] / 100)
    who = "judged by the model" if data["is_model"] else "made by rules"
    st.caption(f"The weighted mean of eight scores {who}.")


# Criteria


def by_cost(data: Plain) -> tuple[list[Plain], list[Plain]]:
    """The criteria that cost the most points, the worst first, and the others as they stand."""
    costs = [(100 - _value(row)) * _weight(row, data) for row in data["scores"]]
    order = sorted(range(len(costs)), key=lambda n: -costs[n])
    worst = [n for n in order[:MOST_GAPS] if costs[n]]
    rows = data["scores"]
    return [rows[n] for n in worst], [row for n, row in enumerate(rows) if n not in worst]


def _weight(row: Plain, data: Plain) -> float:
    return float(data["weights"].get(row["criterion"], 1))


def _value(row: Plain) -> int:
    """What counts; scores of an earlier version are those of the rules."""
    return int(row.get("value", row["score"]))


def _criterion(row: Plain, weight: float) -> None:
    parts = [f"**{name_of(row['criterion'])}** {_value(row)}"]
    if weight != 1:
        parts.append(f"weight {weight:g}")
    if row["model"] is not None:
        parts.append(f"rules {row['score']}")
    if row["disagrees"]:
        parts[-1] += " :orange-badge[:material/warning: disagree]"
    with st.container(gap="xxsmall"):
        st.progress(_value(row) / 100, text=" · ".join(parts))
        if row["reason"]:
            st.markdown(f":small[{safe.plain(row['reason'])}]")
        with st.expander(_why(row["points"]), type="compact"):
            st.markdown("\n\n".join(_point(point) for point in row["points"]))


def name_of(criterion: str) -> str:
    names: dict[str, str] = {**MATURITY_CRITERIA}
    return safe.plain(names.get(criterion, criterion))


def _why(points: list[Plain]) -> str:
    earned = sum(point["points"] for point in points if point["points"] > 0)
    lost = sum(point["points"] for point in points if point["points"] < 0)
    missing = sum(point["points"] == 0 for point in points)
    moved = [f"+{earned}" if earned else "", f"−{-lost}" if lost else ""]
    things = "1 thing missing" if missing == 1 else f"{missing} things missing"
    said = [", ".join(filter(None, moved)), things if missing else ""]
    return f"Why: {'; '.join(filter(None, said)) or 'nothing to say'}"


def _point(point: Plain) -> str:
    points = point["points"]
    if points:
        sign, colour = f"{points:+d}".replace("-", "−"), "green" if points > 0 else "red"
        lead = f":{colour}-badge[{sign}]"
    else:
        lead = ":gray-badge[missing]"
    quote = f"  \n:material/format_quote: *{safe.plain(point['quote'])}*" if point["quote"] else ""
    return f"{lead} {safe.plain(point['why'])}{quote}"


def _said(data: Plain) -> None:
    """Side by side where there are both."""
    lists = [
        ("Strengths", data["strengths"], ":material/thumb_up:"),
        ("Weaknesses", data["weaknesses"], ":material/thumb_down:"),
    ]
    told = [each for each in lists if each[1]]
    if not told:
        return
    for place, each in zip(st.columns(len(told)), told, strict=True):
        with place:
            _listed(*each)


def _listed(title: str, sentences: list[str], icon: str) -> None:
    lines = "\n".join(f"- {safe.plain(sentence)}" for sentence in sentences)
    st.markdown(f"{icon} **{title}**\n\n{lines}")


# Recommendations


def _advice(data: Plain, key: str, live: bool) -> None:
    if not data["advice"]:
        return
    st.markdown(":material/lightbulb: **What would make it better**")
    thread = session.thread()
    waits = bool(thread and session.agent().pending(thread))
    draw = partial(_advised, data["issue_key"], key=key, live=live, waits=waits)
    for advice in data["advice"][:MOST_ADVICE]:
        draw(advice)
    if rest := data["advice"][MOST_ADVICE:]:
        with st.expander(f"{len(rest)} more", type="compact"):
            for advice in rest:
                draw(advice)


def _advised(issue: str, advice: Plain, *, key: str, live: bool, waits: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", wrap=False):
        asks = f"  \nAsks you: {safe.plain(advice['asks'])}" if advice["asks"] else ""
        st.markdown(
            f"{safe.plain(advice['text'])}  \n:small[{name_of(advice['criterion'])},"
            f" about {advice['gain']:+.0f} points{asks}]",
            width="stretch",
        )
        if not live:
            st.button(
                "Apply",
                icon=":material/auto_fix_high:",
                key=f"apply-{advice['id']}-{key}",
                help=WAITS if waits else "You see the change before anything is written.",
                disabled=waits,
                on_click=partial(_apply, issue, advice),
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
        {"n": n, "Score": round(entry["overall"]), "When": clock(entry["at"])}
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
