"""The Thinking panel: how a turn was understood, and how its result was judged."""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from agent.language.catalogs import N_
from ui import safe, thinking_words
from ui.language import _
from ui.views import coach, guard, piece, research, support

Plain = dict[str, Any]
Told = Mapping[str, list[Plain]]
"""The artefacts of a turn, by kind."""


def draw_route(route: Plain) -> None:
    did = thinking_words.route(route["route"])
    why = route["why"]
    why = _(why) if why else ""
    why = why[:1].upper() + why[1:]
    st.caption(f":material/alt_route: **{did}** · {safe.plain(why)}")
    if queue := route.get("queue"):
        st.caption(
            ":material/queue: "
            + _("To make: {kinds}").format(kinds=", ".join(map(piece.name_of, queue)))
        )
    if route.get("requires_research"):
        st.caption(":material/travel_explore: " + _("Research comes first"))


def draw_trace(trace: Plain) -> None:
    with st.expander(_("What the rules used"), type="compact"):
        _quotes_and_passages(trace)


def _quotes_and_passages(trace: Plain) -> None:
    if trace["chosen"]:
        st.markdown(_("Sentences quoted, and why:"))
    for quote in trace["chosen"]:
        st.caption(f"[{quote['mark']}] {quote['score']:.2f} · {safe.plain(quote['reason'])}")
    if trace["passages"]:
        st.markdown(_("Passages found:"))
    for passage in trace["passages"]:
        near = passage["similarity"]
        facts = [
            _("score {score:.2f}").format(score=passage["score"]),
            "" if near is None else _("similarity {similarity:.2f}").format(similarity=near),
            safe.plain(", ".join(passage["terms"]) or _("no word in common")),
        ]
        place = f"**{safe.plain(passage['title'])}**, {safe.plain(passage['heading'])}"
        st.caption(f"[{passage['mark']}] {place} · {' · '.join(filter(None, facts))}")


ORIGINS = {
    "bank": N_("{count} from the bank"),
    "generated": N_("{count} written by the model"),
    "rules": N_("{count} made by rules"),
}


def _origin(origin: str, count: int) -> str:
    known = ORIGINS.get(origin)
    return _(known).format(count=count) if known else f"{count} {origin}"


def draw_item_checks(data: Plain) -> None:
    """Draw how the quiz was made, without a word of its questions."""
    st.caption(":material/fact_check: " + _("What the quiz is made of"))
    made = (_origin(origin, count) for origin, count in data["origins"].items())
    st.markdown(safe.plain(", ".join(made)) or _("No question was good enough."))
    if left_out := data.get("left_out"):
        st.markdown(_("Left out, and why:"))
    for each in left_out or ():
        st.caption(f"{each['count']} · {safe.plain(each['reason'])}")


def _last(draw_one: Callable[[Plain], None]) -> Callable[[list[Plain]], None]:
    return lambda told: draw_one(told[-1])


# In the order of the panel: before the reasoning of the steps, and after it.
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
    """Draw what there is of these kinds; return whether there was anything."""
    for kind, draw_one in kinds.items():
        if kind in told:
            draw_one(told[kind])
    return not kinds.keys().isdisjoint(told)
