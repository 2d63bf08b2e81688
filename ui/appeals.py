"""“This was wrong”: the user's reports on what guardrails stopped, kept for tuning the rules."""

import hashlib
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from typing import Any

import streamlit as st

from agent.exchange.json_items import dumped
from agent.exchange.tables import table
from agent.language.text import shorten
from agent.ports import Appeal
from ui import safe, session
from ui.ages import age
from ui.language import _, ngettext

Plain = dict[str, Any]

COLUMNS = ("at", "blocked_by", "rule", "quote", "text", "comment")
MOST_SHOWN = 20
LONGEST = 300


def offer(verdict: Plain, text: str, *, key: str) -> None:
    """The button with its comment, or the report. `key` is unique per verdict."""
    id_ = hashlib.sha256(f"{key}\n{text}".encode("utf-8", "replace")).hexdigest()[:32]
    agent = session.agent()
    said = next((each for each in agent.ports.appeals.all(agent.user) if each.id == id_), None)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if said:
            st.badge(_("You said this was wrong"), icon=":material/flag:", color="orange")
        with st.popover(
            _("Change") if said else _("This was wrong"),
            icon=":material/edit:" if said else ":material/flag:",
            type="tertiary",
            # With what was recorded comes a popover of its own, which is closed.
            key=f"appeal-{key}-{said.at if said else ''}",
        ):
            _form(Appeal(id_, "", text, verdict, said.comment if said else ""), key)
    if said and said.comment:
        st.caption(f"“{safe.plain(said.comment)}”")


def _form(appeal: Appeal, key: str) -> None:
    with st.form(f"appeal-form-{key}", border=False):
        st.text_area(
            _("What is wrong with it?"),
            appeal.comment,
            key=f"appeal-why-{key}",
            max_chars=500,
            height=80,
            placeholder=_("For example: the word means something else here"),
        )
        st.caption(
            _(
                "It stays stopped. Your report is kept with the request so that the rules can be"
                " improved. You find it under Brand."
            )
        )
        st.form_submit_button(
            _("Report"),
            type="primary",
            icon=":material/flag:",
            on_click=partial(_record, appeal, f"appeal-why-{key}"),
        )


def _record(appeal: Appeal, comment: str) -> None:
    agent = session.agent()
    now = datetime.now(UTC).isoformat()
    told = st.session_state[comment].strip()
    agent.ports.appeals.put(
        agent.user, Appeal(appeal.id, now, appeal.text, appeal.verdict, comment=told)
    )


# All of them


def draw_list() -> None:
    agent = session.agent()
    found = agent.ports.appeals.all(agent.user)
    if not found:
        st.caption(
            _(
                "Nothing yet. When a guardrail stops something it should not, press “This was"
                " wrong”."
            )
        )
        return
    with st.container(horizontal=True, gap="small"):
        for name, write, mime in (
            ("CSV", write_csv, "text/csv"),
            ("JSON", write_json, "application/json"),
        ):
            st.download_button(
                _("Download {format}").format(format=name),
                partial(write, found),
                file_name=f"appeals.{name.lower()}",
                mime=mime,
                icon=":material/download:",
                key=f"appeals-{name}",
                on_click="ignore",
            )
    for appeal in found[:MOST_SHOWN]:
        _draw(appeal)
    if len(found) > MOST_SHOWN:
        st.caption(
            ngettext(
                "{count:,} more is in the download.",
                "{count:,} more are in the download.",
                len(found) - MOST_SHOWN,
            )
        )


def _draw(appeal: Appeal) -> None:
    with st.container(border=True, gap="xxsmall"):
        st.markdown(safe.plain(shorten(appeal.text, LONGEST)))
        told = (appeal.verdict.get("message", ""), age(appeal.at))
        st.caption(safe.plain(" · ".join(filter(None, told))))
        if appeal.comment:
            st.caption(f":material/comment: {safe.plain(appeal.comment)}")


def write_csv(found: Sequence[Appeal]) -> bytes:
    return table(COLUMNS, map(_row, found))


def write_json(found: Sequence[Appeal]) -> bytes:
    return dumped([asdict(appeal) for appeal in found])


def _row(appeal: Appeal) -> Plain:
    details = appeal.verdict.get("details", {})
    return {
        "at": appeal.at,
        "blocked_by": appeal.verdict.get("blocked_by") or "",
        "rule": details.get("rule", ""),
        "quote": details.get("quote", ""),
        "text": appeal.text,
        "comment": appeal.comment,
    }
