"""A plan's milestones in time: the status of each, and a chart of all."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, Literal

import streamlit as st

from agent.checks.plan_progress import end_of
from agent.language.catalogs import N_
from ui import safe
from ui.ages import day
from ui.language import _

Plain = dict[str, Any]
Standing = Literal["done", "late", "next", "later"]
NAMES = (N_("done"), N_("late"), N_("next"), N_("later"))

WORDS: dict[Standing, tuple[str, str]] = {
    "done": (N_("✓ done"), ":material/check_circle:"),
    "late": (N_("! late"), ":material/error:"),
    "next": (N_("→ next"), ":material/play_circle:"),
    "later": (N_("later"), ":material/radio_button_unchecked:"),
}
BADGES: dict[Standing, Literal["green", "red", "blue", "gray"]] = {
    "done": "green",
    "late": "red",
    "next": "blue",
    "later": "gray",
}
ROW = 44
"""Pixels for a milestone: a line of text and its bar below."""
MARGIN = 76
"""For the axis, of two lines, and the word above the rows."""
LONGEST_TITLE = 60
BAR = {"type": "bar", "height": 11, "yOffset": 9, "cornerRadius": 4, "strokeWidth": 1.5}
LOOK = {
    "color": {"field": "ink", "type": "nominal", "scale": None},
    "stroke": {"field": "ink", "type": "nominal", "scale": None},
    "fillOpacity": {"field": "fill", "type": "quantitative", "scale": None},
    "strokeDash": {
        "condition": {"test": "datum.standing === 'late'", "value": [4, 3]},
        "value": [1, 0],
    },
    "description": {"field": "told"},
}
AXIS_LABEL = (
    "(datum.index === 0 || utcmonth(datum.value) === 0)"
    " ? [utcFormat(datum.value, '%d %b'), utcFormat(datum.value, '%Y')]"
    " : utcFormat(datum.value, '%d %b')"
)
"""The year where the axis begins, and at January."""
INKS = {
    "light": {"text": "#13211f", "accent": "#0f766e", "late": "#b91c1c", "quiet": "#586462"},
    "dark": {"text": "#e8f0ee", "accent": "#2dd4bf", "late": "#fca5a5", "quiet": "#9aa8a4"},
}


def today() -> date:
    return datetime.now(UTC).date()


def standings(milestones: Sequence[Plain], now: date) -> dict[str, Standing]:
    """Status by id. The first that is neither done nor late comes next."""
    found: dict[str, Standing] = {}
    for milestone in sorted(milestones, key=lambda each: (each["start"], each["due"])):
        if milestone["done"]:
            found[milestone["id"]] = "done"
        elif milestone["due"] < now.isoformat():
            found[milestone["id"]] = "late"
        else:
            found[milestone["id"]] = "later" if "next" in found.values() else "next"
    return found


def draw(plan: Plain, *, key: str) -> None:
    milestones = plan["milestones"]
    if not milestones:
        return
    now = today()
    rows = _rows(milestones, standings(milestones, now))
    st.vega_lite_chart(
        spec=_spec(rows, now, INKS[_scheme()]),
        key=f"timeline-{key}",
        alt=_("Timeline: {milestones}").format(milestones="; ".join(row["told"] for row in rows)),
    )


def _scheme() -> str:
    return "dark" if st.context.theme.type == "dark" else "light"


def _rows(milestones: Sequence[Plain], known: dict[str, Standing]) -> list[Plain]:
    rows = []
    for n, milestone in enumerate(milestones):
        standing = known[milestone["id"]]
        row = {
            "n": n,
            "start": min(milestone["start"], end_of(milestone)),
            "end": _after(end_of(milestone)),
            "standing": standing,
            "Milestone": _title(milestone),
            "Status": _(WORDS[standing][0]),
            "From": day(milestone["start"]),
            "Due": day(milestone["due"]),
            "Hours": milestone["hours"],
        }
        rows.append({**row, "told": _describe(row)})
    return rows


def _describe(row: Plain) -> str:
    said, standing = _("{milestone}, {status}, {start} to {due}"), row["standing"]
    return said.format(
        milestone=row["Milestone"], status=_(standing), start=row["From"], due=row["Due"]
    )


def _title(milestone: Plain) -> str:
    title = " ".join(safe.text(f"{milestone['id']} {milestone['title']}").split())
    return title if len(title) <= LONGEST_TITLE else title[: LONGEST_TITLE - 1] + "…"


def _after(last: str) -> str:
    """A day lasts until the next."""
    return (date.fromisoformat(last) + timedelta(days=1)).isoformat()


def _spec(rows: Sequence[Plain], now: date, inks: dict[str, str]) -> Plain:
    start = {
        "field": "start",
        "type": "temporal",
        "title": None,
        "scale": {"type": "utc"},
        "axis": {
            "labelExpr": AXIS_LABEL,
            "tickCount": 4,
            "labelColor": inks["quiet"],
            # A grid would run through the names.
            "grid": False,
            "ticks": True,
            "tickColor": inks["quiet"],
        },
    }
    end = {"x2": {"field": "end", "type": "temporal"}}
    return {
        "data": {"values": [{**row, **_look(row["standing"], inks)} for row in rows]},
        "height": ROW * len(rows) + MARGIN,
        "encoding": {
            "y": {"field": "n", "type": "ordinal", "axis": None, "scale": {"padding": 0}},
            "tooltip": [
                {"field": name, "title": _(name)}
                for name in (N_("Milestone"), N_("Status"), N_("From"), N_("Due"), N_("Hours"))
            ],
        },
        "layer": [
            {"mark": BAR, "encoding": {"x": start, **end, **LOOK}},
            _text("Milestone", inks, x=0, align="left", limit={"expr": "width - 60"}),
            _text("Status", inks, x="width", align="right"),
            *_today(now, inks, rows=len(rows), is_late=_is_past_middle(rows, now)),
        ],
    }


def _look(standing: Standing, inks: dict[str, str]) -> Plain:
    ink = inks["late" if standing == "late" else "quiet" if standing == "later" else "accent"]
    fill = {"done": 1.0, "next": 0.45, "late": 0.2, "later": 0.0}[standing]
    return {"ink": ink, "fill": fill}


def _text(field: str, inks: dict[str, str], *, x: int | str, **mark: Any) -> Plain:
    mark = {
        "type": "text",
        "aria": False,
        "yOffset": -9,
        "fontSize": 13,
        "color": inks["text"],
        **mark,
    }
    return {"mark": mark, "encoding": {"text": {"field": field}, "x": {"value": x}}}


def _is_past_middle(rows: Sequence[Plain], now: date) -> bool:
    first, last = (date.fromisoformat(pick) for pick in (rows[0]["start"], rows[-1]["end"]))
    return now - first > last - now


def _today(now: date, inks: dict[str, str], *, rows: int, is_late: bool) -> list[Plain]:
    """A line through the bars that leaves the names free, and its own name above them."""
    data = {"values": [{"day": now.isoformat(), "n": n} for n in range(rows)]}
    x = {"field": "day", "type": "temporal", "scale": {"type": "utc"}}
    line = {
        "type": "tick",
        "aria": False,
        "orient": "vertical",
        "color": inks["text"],
        "size": BAR["height"] + 8,
        "thickness": 2,
        "yOffset": BAR["yOffset"],
    }
    name = {
        "type": "text",
        "aria": False,
        "text": _("today"),
        "fontSize": 12,
        "color": inks["text"],
        "dy": -8,
        "align": "right" if is_late else "left",
    }
    return [
        {"data": data, "mark": line, "encoding": {"x": x}},
        {
            "data": {"values": data["values"][:1]},
            "mark": name,
            "encoding": {"x": x, "y": {"value": 0}},
        },
    ]
