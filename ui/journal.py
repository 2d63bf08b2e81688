"""The journal: who decided and what was done, sealed entry by entry; searched and taken away."""

import json
from datetime import datetime
from typing import Any

import streamlit as st

from agent.language.catalogs import N_
from ui import session
from ui.language import _
from ui.views.table import table

Plain = dict[str, Any]
MOST, LONGEST = 200, 80
SAID = {
    "approval approve": N_("{who} approved"),
    "approval reject": N_("{who} rejected"),
    "approval edit": N_("{who} edited"),
    "effect intended": N_("Interlude began"),
    "effect done": N_("Interlude did"),
    "effect failed": N_("Interlude failed"),
}


def offer() -> None:
    with st.popover(
        _("Journal"),
        icon=":material/history_edu:",
        key="journal",
        on_change="rerun",
        type="tertiary",
    ) as opened:
        if opened.open:
            _journal()


def _journal() -> None:
    st.caption(
        _("What was decided and done, in all your conversations. Nothing here can be changed.")
    )
    wanted = st.text_input(
        _("Search"), key="journal-search", placeholder=_("A stack, a decision, a digest")
    )
    entries = session.agent().journal(containing=wanted)
    if not entries:
        st.caption(_("There are no such decisions or actions."))
        return
    table(
        (_("When"), _("What"), _("About")),
        [
            (_when(e["at"]), _sentence_for(e["what"], e["who"]), _about(e["data"]))
            for e in entries[:MOST]
        ],
    )
    if len(entries) > MOST:
        st.caption(
            _("The newest {most} of {all}; the export has all.").format(most=MOST, all=len(entries))
        )
    st.download_button(
        _("Export as JSON"),
        json.dumps(entries, indent=2, ensure_ascii=False).encode(),
        file_name="journal.json",
        mime="application/json",
        icon=":material/download:",
        key="journal-export",
    )


def _sentence_for(what: str, who: str) -> str:
    """The sentence for an entry; its stored name where there is no sentence."""
    sentence = SAID.get(what)
    if sentence is None:
        return f"{what}, {who}"
    return _(sentence).format(who=_("You") if who == session.agent().user else who)


def _when(at: str) -> str:
    return datetime.fromisoformat(at).strftime("%d %b %H:%M:%S")


def _about(data: Plain) -> str:
    said = [
        str(data[name])[:LONGEST]
        for name in ("kind", "step", "target", "reference")
        if data.get(name)
    ]
    if digest := data.get("digest"):
        said.append(_("digest {digest}").format(digest=str(digest)[:12]))
    return ", ".join(said)
