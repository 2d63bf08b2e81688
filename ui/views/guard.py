"""What the guardrails say: of a request or of a text."""

from typing import Any

import streamlit as st

from ui import appeals, safe
from ui.language import _

Plain = dict[str, Any]

RULES = {
    "discrimination": "Fair housing",
    "illegal": "Nothing unlawful",
    "violence": "No violence or threats",
    "sexual": "No sexual content",
    "profanity": "No swear words",
    "off_topic": "Topics of your brand only",
    "image_safety": "Safe pictures only",
    "failure": "The check itself failed",
}
MOST_SHOWN = 160


def draw(data: Plain, key: str, live: bool) -> None:
    """Nothing when it passed: that stands in the panels."""
    if data["passed"]:
        return
    with st.container(border=True, gap="small", key=f"card-guard-{key}"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(":material/shield: **" + _("Stopped") + "**", width="content")
            st.badge(name_of(data["blocked_by"]), icon=":material/block:", color="red")
        message = data["message"].partition(" Try something like")[0]
        st.markdown(safe.plain(message))
        _fired(data["details"])
        if not live:
            appeals.offer({k: v for k, v in data.items() if k != "text"}, data["text"], key=key)


def name_of(blocked_by: str) -> str:
    return RULES.get(blocked_by) or safe.plain(blocked_by.replace("_", " ").capitalize())


def _fired(details: Plain) -> None:
    """The rule by its name, and the words it fired on."""
    said = [f"Rule: {safe.plain(details['rule'])}"] if details.get("rule") else []
    if quote := details.get("quote", ""):
        shown = quote if len(quote) <= MOST_SHOWN else quote[:MOST_SHOWN] + " …"
        said.append(f":material/format_quote: “{safe.plain(shown)}”")
    if said:
        st.caption(" · ".join(said))


def draw_passed(data: Plain) -> None:
    """A line for the panels."""
    if data["passed"]:
        st.caption(":material/verified_user: The guardrails let it pass.")
    else:
        st.caption(f":material/shield: Stopped: **{name_of(data['blocked_by'])}**")
