"""Right answers by objective, difficulty or topic: as numbers."""

from typing import Any

import streamlit as st

from agent.language.text import topic_name
from ui import safe
from ui.language import _

Plain = dict[str, Any]


def draw(title: str, shares: list[Plain]) -> None:
    st.caption(title)
    for share in shares:
        whole = share["right"] == share["total"]
        with st.container(horizontal=True, gap="xsmall", vertical_alignment="center", wrap=False):
            st.badge(
                of(share["right"], share["total"]),
                icon=":material/check:" if whole else ":material/replay:",
                color="green" if whole else "orange",
            )
            st.markdown(safe.plain(name_of(share)))


def name_of(share: Plain) -> str:
    return share.get("label") or topic_name(share["name"])


def of(count: float, total: float) -> str:
    return _("{count} of {all}").format(count=count, all=total)


def percent(part: float, whole: float) -> int:
    return round(100 * part / whole) if whole else 0


def duration(seconds: float) -> str:
    minutes, left = divmod(round(seconds), 60)
    if not minutes:
        return f"{left} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {left} s"
