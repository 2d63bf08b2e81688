"""What the Thinking panel tells of what a turn was understood as, and of what it made."""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from ui import safe, thinking_words
from ui.views import coach, guard, piece, research, support

Plain = dict[str, Any]
Told = Mapping[str, list[Plain]]
"""The artefacts of a turn, by kind."""


def draw_route(route: Plain) -> None:
    did = thinking_words.route(route["route"])
    why = route["why"][:1].upper() + route["why"][1:]
    st.caption(f":material/alt_route: **{did}.** {safe.plain(why)}.")
    if queue := route.get("queue"):
        st.caption(f":material/queue: To make: {', '.join(map(piece.name_of, queue))}")
    if route.get("requires_research"):
        st.caption(":material/travel_explore: Research comes first")


def draw_trace(trace: Plain) -> None:
    with st.expander("What the rules went by", type="compact"):
        _quotes_and_passages(trace)


def _quotes_and_passages(trace: Plain) -> None:
    if trace["chosen"]:
        st.markdown("Sentences quoted, and why:")
    for quote in trace["chosen"]:
        st.caption(f"[{quote['mark']}] {quote['score']:.2f} · {safe.plain(quote['reason'])}")
    if trace["passages"]:
        st.markdown("Passages found:")
    for passage in trace["passages"]:
        near = passage["similarity"]
        meaning = f", meaning {near:.2f}" if near is not None else ""
        terms = ", ".join(passage["terms"]) or "no word in common"
        st.caption(
            f"[{passage['mark']}] **{safe.plain(passage['title'])}**,"
            f" {safe.plain(passage['heading'])}"
            f" · score {passage['score']:.2f}{meaning} · {safe.plain(terms)}"
        )


ORIGINS = {"bank": "from the bank", "generated": "written by the model", "rules": "made by rules"}


def draw_item_checks(data: Plain) -> None:
    """How the quiz came about, without a word of its questions."""
    st.caption(":material/fact_check: What the quiz is made of")
    made = (f"{count} {ORIGINS.get(origin, origin)}" for origin, count in data["origins"].items())
    st.markdown(safe.plain(", ".join(made)) or "No question was good enough.")
    if data["left_out"]:
        st.markdown("Left out, and why:")
    for each in data["left_out"]:
        st.caption(f"{each['count']} · {safe.plain(each['reason'])}")


def _last(draw_one: Callable[[Plain], None]) -> Callable[[list[Plain]], None]:
    return lambda told: draw_one(told[-1])


# In the order in which the panel tells them: before what the steps reasoned, and after it.
UNDERSTOOD = {
    "coach_call": coach.draw_calls,
    "guardrails": _last(guard.draw_passed),
    "route": _last(draw_route),
    "research": _last(research.draw_share),
}
JUDGED = {
    "support": _last(support.draw_table),
    "trace": _last(draw_trace),
    "item_checks": _last(draw_item_checks),
}


def draw(kinds: Mapping[str, Callable[[list[Plain]], None]], told: Told) -> bool:
    """What there is of these kinds; whether there was anything."""
    for kind, draw_one in kinds.items():
        if kind in told:
            draw_one(told[kind])
    return not kinds.keys().isdisjoint(told)
