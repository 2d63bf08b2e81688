"""The journal: who decided and what was done, sealed entry by entry; searched and taken away."""

import json
from collections.abc import Iterator
from typing import Any

import streamlit as st

from agent.language.catalogs import N_
from ui import safe, session
from ui.ages import clock
from ui.language import _
from ui.views.table import table

Plain = dict[str, Any]
MOST, LONGEST = 200, 80
SAID = {
    "approval approve": N_("{who} approved {about}"),
    "approval reject": N_("{who} rejected {about}"),
    "approval edit": N_("{who} edited {about}"),
    "effect intended": N_("Interlude began to change {about}"),
    "effect done": N_("Interlude changed {about}"),
    "effect failed": N_("Interlude could not change {about}"),
}


def offer(workflow: str) -> None:
    with st.popover(
        _("Journal"),
        icon=":material/history_edu:",
        key="journal",
        on_change="rerun",
        type="tertiary",
    ) as opened:
        if opened.open:
            _journal(workflow)


def _journal(workflow: str) -> None:
    st.caption(
        _("What was decided and done, in your conversations here. Nothing here can be changed.")
    )
    wanted = st.text_input(
        _("Search"), key="journal-search", placeholder=_("A stack, a decision, a digest")
    )
    entries = session.agent().journal(containing=wanted, workflow=workflow)
    if not entries:
        st.caption(_("There are no such decisions or actions."))
        return
    shown = entries[:MOST]
    st.markdown("\n".join(f"- {clock(e['at'])} · {_sentence_for(e)}" for e in _outcomes(shown)))
    with st.expander(_("Technical details"), key="journal-details"):
        table(
            (_("When"), _("What"), _("About")),
            [(clock(e["at"]), e["what"], _about(e["data"])) for e in shown],
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


def _outcomes(entries: list[Plain]) -> Iterator[Plain]:
    """Leave out the beginning of what has ended; the newest come first."""
    ended: set[str] = set()
    for entry in entries:
        key = entry["data"].get("key", "")
        if entry["what"] != "effect intended" or key not in ended:
            yield entry
        ended.add(key)


def _sentence_for(entry: Plain) -> str:
    """The sentence for an entry; its stored name where there is no sentence."""
    who = _("You") if entry["who"] == session.agent().user else entry["who"]
    # Of a place such as account/region/stack the last part is the name that people know.
    about = str(entry["data"].get("target") or entry["data"].get("step", "")).split("/")[-1]
    sentence = SAID.get(entry["what"], entry["what"])
    return safe.plain(_(sentence).format(who=who, about=about))


def _about(data: Plain) -> str:
    said = [
        str(data[name])[:LONGEST]
        for name in ("kind", "step", "target", "reference")
        if data.get(name)
    ]
    if digest := data.get("digest"):
        said.append(_("digest {digest}").format(digest=str(digest)[:12]))
    return ", ".join(said)
