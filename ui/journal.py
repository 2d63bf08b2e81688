"""The journal: who decided and what was done, sealed entry by entry; searched and taken away."""

import json
from datetime import datetime
from typing import Any

import streamlit as st

from ui import session
from ui.views.table import table

Plain = dict[str, Any]
MOST, LONGEST = 200, 80


def offer() -> None:
    with st.popover(
        "Journal", icon=":material/history_edu:", key="journal", on_change="rerun", type="tertiary"
    ) as opened:
        if opened.open:
            _journal()


def _journal() -> None:
    st.caption("What was decided and done, in all your conversations. Nothing here can be changed.")
    wanted = st.text_input(
        "Search", key="journal-search", placeholder="A stack, a decision, a digest"
    )
    entries = session.agent().journal(containing=wanted)
    if not entries:
        st.caption("Nothing of the kind was decided or done.")
        return
    table(
        ("When", "What", "About"),
        [(_when(e["at"]), f"{e['what']} by {e['who']}", _about(e["data"])) for e in entries[:MOST]],
    )
    if len(entries) > MOST:
        st.caption(f"The newest {MOST} of {len(entries)}; the export has all.")
    st.download_button(
        "Export as JSON",
        json.dumps(entries, indent=2, ensure_ascii=False).encode(),
        file_name="journal.json",
        mime="application/json",
        icon=":material/download:",
        key="journal-export",
    )


def _when(at: str) -> str:
    return datetime.fromisoformat(at).strftime("%d %b %H:%M:%S")


def _about(data: Plain) -> str:
    said = [
        str(data[name])[:LONGEST]
        for name in ("kind", "step", "target", "reference")
        if data.get(name)
    ]
    if digest := data.get("digest"):
        said.append(f"digest {str(digest)[:12]}")
    return ", ".join(said)
