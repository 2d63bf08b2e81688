"""Views of the guardrails: of a request or of a text."""

from typing import Any

import streamlit as st

from agent.language.catalogs import N_
from ui import appeals, safe
from ui.language import _

Plain = dict[str, Any]

RULES = {
    "discrimination": N_("Fair housing"),
    "illegal": N_("Nothing unlawful"),
    "violence": N_("No violence or threats"),
    "sexual": N_("No sexual content"),
    "profanity": N_("No swear words"),
    "off_topic": N_("Topics of your brand only"),
    "image_safety": N_("Safe pictures only"),
    "failure": N_("The check itself failed"),
}
MOST_SHOWN = 160


def draw(data: Plain, key: str, live: bool) -> None:
    """Draw nothing when it passed: the panels show that."""
    if data["passed"]:
        return
    with st.container(border=True, gap="small", key=f"card-guard-{key}"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(":material/shield: **" + _("Stopped") + "**", width="content")
            st.badge(name_of(data["blocked_by"]), icon=":material/block:", color="red")
        st.markdown(safe.plain(data["message"]))
        _fired(data["details"])
        if not live:
            appeals.offer({k: v for k, v in data.items() if k != "text"}, data["text"], key=key)


def name_of(blocked_by: str) -> str:
    known = RULES.get(blocked_by)
    return _(known) if known else safe.plain(blocked_by.replace("_", " ").capitalize())


def _fired(details: Plain) -> None:
    """Draw the rule by its name, and the words that triggered it."""
    said = []
    if rule := details.get("rule"):
        said.append(_("Rule: {rule}").format(rule=safe.plain(rule)))
    if quote := details.get("quote", ""):
        shown = quote if len(quote) <= MOST_SHOWN else quote[:MOST_SHOWN] + " …"
        said.append(f":material/format_quote: “{safe.plain(shown)}”")
    if said:
        st.caption(" · ".join(said))


def draw_passed(data: Plain) -> None:
    """A line for the panels."""
    if data["passed"]:
        st.caption(":material/verified_user: " + _("The guardrails found nothing."))
    else:
        st.caption(
            ":material/shield: " + _("Stopped: **{rule}**").format(rule=name_of(data["blocked_by"]))
        )
