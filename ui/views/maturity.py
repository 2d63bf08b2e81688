"""The maturity of an issue: every point with the words that earned or lost it."""

from functools import partial
from typing import Any

import streamlit as st

from agent import MATURITY_CRITERIA
from ui import safe, session
from ui.ages import clock
from ui.language import _, ngettext
from ui.views import links
from ui.views.tickets import draw_where

Plain = dict[str, Any]

LEAST_HISTORY = 2
MOST_GAPS = 3
MOST_ADVICE = 3


def draw(data: Plain, key: str, live: bool) -> None:
    with st.container(border=True, gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(
                ":material/speed: **"
                + _("Maturity of {issue}").format(issue=safe.plain(data["issue_key"]))
                + "**",
                width="content",
            )
            links.draw(data["summary"], data["link"])
            if not data["is_embedded"]:
                draw_where(data)
        _overall(data)
        gaps, others = by_cost(data)
        for row in gaps:
            _criterion(row, _weight(row, data))
        said = ngettext(
            "{count} other criterion",
            "{count} other criteria",
            len(others),
        )
        with st.expander(said, type="compact"):
            for row in others:
                _criterion(row, _weight(row, data))
            _draw_lists(data)
        _advice(data, key, live)
        draw_history(data["history"])


def _overall(data: Plain) -> None:
    history = data["history"]
    delta = None
    if len(history) >= LEAST_HISTORY:
        # Rounded first, so that the numbers shown add up.
        delta = round(data["overall"]) - round(history[-2]["overall"])
    with st.container(horizontal=True, gap="large"):
        st.metric(
            _("Overall"),
            _of_hundred(data["overall"]),
            delta=None if delta is None else f"{delta:+d}",
            delta_color="normal" if delta else "off",
            delta_description=None if delta is None else _("since the last score"),
            width="content",
        )
        if data["is_model"] and (counted := data.get("rules_overall")) is not None:
            st.metric(_("Counted by rules"), _of_hundred(counted), width="content")
    st.progress(data["overall"] / 100)
    by_model = _("The weighted mean of these scores, judged by the model.")
    by_rules = _("The weighted mean of these scores, made by rules.")
    st.caption(by_model if data["is_model"] else by_rules)


def _of_hundred(score: float) -> str:
    return _("{score:.0f} of 100").format(score=score)


# Criteria


def by_cost(data: Plain) -> tuple[list[Plain], list[Plain]]:
    """Split the criteria: those that cost the most points, the worst first, and the others."""
    costs = [(100 - _value(row)) * _weight(row, data) for row in data["scores"]]
    order = sorted(range(len(costs)), key=lambda n: -costs[n])
    worst = [n for n in order[:MOST_GAPS] if costs[n]]
    rows = data["scores"]
    return [rows[n] for n in worst], [row for n, row in enumerate(rows) if n not in worst]


def _weight(row: Plain, data: Plain) -> float:
    return float(data["weights"].get(row["criterion"], 1))


def _value(row: Plain) -> int:
    """The score that counts; scores of an earlier version are those of the rules."""
    return int(row.get("value", row["score"]))


def _criterion(row: Plain, weight: float) -> None:
    parts = [f"**{name_of(row['criterion'])}** {_value(row)}"]
    if weight != 1:
        parts.append(_("weight {weight:g}").format(weight=weight))
    if row["model"] is not None:
        parts.append(_("rules {score}").format(score=row["score"]))
    if row["disagrees"]:
        parts[-1] += " :orange-badge[:material/warning: " + _("disagree") + "]"
    with st.container(gap="xxsmall"):
        st.progress(_value(row) / 100, text=" · ".join(parts))
        if row["reason"]:
            st.markdown(f":small[{safe.plain(row['reason'])}]")
        with st.expander(_why(row["points"]), type="compact"):
            st.markdown("\n\n".join(_point(point) for point in row["points"]))


def name_of(criterion: str) -> str:
    names: dict[str, str] = {**MATURITY_CRITERIA}
    return _(names[criterion]) if criterion in names else safe.plain(criterion)


def _why(points: list[Plain]) -> str:
    earned = sum(point["points"] for point in points if point["points"] > 0)
    lost = sum(point["points"] for point in points if point["points"] < 0)
    missing = sum(point["points"] == 0 for point in points)
    moved = [f"+{earned}" if earned else "", f"−{-lost}" if lost else ""]
    things = ngettext("{count} thing missing", "{count} things missing", missing)
    said = [", ".join(filter(None, moved)), things if missing else ""]
    return _("Why: {reasons}").format(reasons="; ".join(filter(None, said)) or "–")


def _point(point: Plain) -> str:
    points = point["points"]
    if points:
        sign, colour = f"{points:+d}".replace("-", "−"), "green" if points > 0 else "red"
        lead = f":{colour}-badge[{sign}]"
    else:
        lead = ":gray-badge[" + _("missing") + "]"
    quote = f"  \n:material/format_quote: *{safe.plain(point['quote'])}*" if point["quote"] else ""
    return f"{lead} {safe.plain(point['why'])}{quote}"


def _draw_lists(data: Plain) -> None:
    """Side by side where there are both."""
    lists = [
        (_("Strengths"), data["strengths"], ":material/thumb_up:"),
        (_("Weaknesses"), data["weaknesses"], ":material/thumb_down:"),
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
    st.markdown(":material/lightbulb: **" + _("What would make it better") + "**")
    draw = partial(_advised, data["issue_key"], key=key, live=live)
    for advice in data["advice"][:MOST_ADVICE]:
        draw(advice)
    if rest := data["advice"][MOST_ADVICE:]:
        with st.expander(_("{count} more").format(count=len(rest)), type="compact"):
            for advice in rest:
                draw(advice)


def _advised(issue: str, advice: Plain, *, key: str, live: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", wrap=False):
        gain = _("about {gain:+.0f} points").format(gain=advice["gain"])
        asks = _("Asks you: {question}").format(question=safe.plain(advice["asks"]))
        st.markdown(
            f"{safe.plain(advice['text'])}  \n:small[{name_of(advice['criterion'])}, {gain}"
            + (f"  \n{asks}]" if advice["asks"] else "]"),
            width="stretch",
        )
        if not live:
            st.button(
                _("Apply"),
                icon=":material/auto_fix_high:",
                key=f"apply-{advice['id']}-{key}",
                help=_("You see the change before anything is written."),
                on_click=partial(_apply, issue, advice),
            )


def _apply(issue: str, advice: Plain) -> None:
    session.send(
        _("Apply to {issue}: {advice}").format(issue=issue, advice=advice["text"]),
        picked={"act": "apply", "issue": issue, "advice": advice["id"]},
    )


# History


def draw_history(history: list[Plain]) -> None:
    """Draw the scores over time, each with `at` and `overall`; nothing for a single one."""
    if len(history) < LEAST_HISTORY:
        return
    score, when = _("Score"), _("When")
    rows = [
        {"n": n, score: round(entry["overall"]), when: clock(entry["at"])}
        for n, entry in enumerate(history, start=1)
    ]
    st.markdown(":material/show_chart: **" + _("How the score moved") + "**")
    st.vega_lite_chart(
        rows,
        {
            "mark": {"type": "line", "point": {"size": 60}},
            "encoding": {
                "x": {
                    "field": "n",
                    "type": "ordinal",
                    "title": _("evaluation"),
                    "axis": {"labelAngle": 0},
                },
                "y": {
                    "field": score,
                    "type": "quantitative",
                    "scale": {"domain": [0, 100]},
                    "title": None,
                },
                "tooltip": [{"field": when}, {"field": score, "type": "quantitative"}],
            },
        },
        height=180,
        alt=_("Scores in order: {scores}").format(
            scores=", ".join(f"{row[score]:g}" for row in rows)
        ),
    )
