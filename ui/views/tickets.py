"""Issues as a conversation shows them: the draft, what was created or found, several scored."""

from typing import Any, Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from agent import questions
from agent.exchange import tables
from agent.exchange.field_names import field_name
from agent.language.catalogs import N_
from ui import safe
from ui.language import _, ngettext
from ui.views import changes, links
from ui.views.table import marked_table

Plain = dict[str, Any]
Colour = Literal["red", "orange", "green", "blue", "gray"]

MARK = N_(
    "Sent along, so that it can be found again if the connection breaks and is never created twice."
)
MADE = {
    "model": (":material/neurology:", N_("Written by the model")),
    "rules": (":material/rule:", N_("Made by rules")),
    "edited": (":material/person:", N_("Written by the model, changed by you")),
}
HOLDS = {
    True: (":material/check:", N_("yes")),
    False: (":material/close:", N_("no")),
    None: (":material/help:", N_("open")),
}
PRIORITY_COLOURS: dict[str, Colour] = {"highest": "red", "high": "orange"}
COLUMNS = (N_("Key"), N_("Maturity"), N_("Summary"), N_("Problem"), N_("Link"))


# The draft


def draw_draft(data: Plain, key: str, live: bool) -> None:
    """Every field that is sent, as it is sent."""
    content, backlog = data["content"], data["backlog"]
    with st.container(border=True, gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(":material/edit_note: **" + _("Draft") + "**", width="content")
            badges(content["issue_type"], content["priority"])
            draw_where(data)
        st.markdown(f"#### {safe.plain(content['summary'])}", anchors=False)
        _sent_along(content, data["origin"])
        if data["changes"]:
            names = ", ".join(field_name(change["field"], _) for change in data["changes"])
            with st.expander(
                _("Changed: {names}").format(names=safe.plain(names)),
                icon=":material/difference:",
                expanded=True,
            ):
                changes.draw(data["changes"])
        draw_text(content["description"], key)
        for name, value in content["fields"].items():
            st.markdown(f"**{safe.plain(name)}** {safe.plain(_in_words(value))}")
        _invest(backlog["invest"])
        _left_open(backlog)


def draw_drafts(data: Plain, key: str, live: bool) -> None:
    """Several of one message, each whole."""
    for number, draft in enumerate(data["drafts"]):
        draw_draft(draft, f"{key}-{number}", live)


def badges(issue_type: str, priority: str, status: str = "") -> None:
    if issue_type:
        st.badge(safe.plain(issue_type), color="blue")
    if priority:
        colour = PRIORITY_COLOURS.get(priority.casefold(), "gray")
        st.badge(safe.plain(priority), icon=":material/flag:", color=colour)
    if status:
        st.badge(safe.plain(status), color="gray")


def draw_where(data: Plain) -> None:
    """Draw the place, so that the built-in tracker is not mistaken for a team's own."""
    if data["is_embedded"]:
        st.badge(_("built in"), icon=":material/home_storage:", color="violet")
    else:
        st.caption(safe.plain(data["where"]), width="content")


def draw_text(markdown: str, key: str) -> None:
    """A description or a page; its headings are those of a card, not of the app."""
    with st.container(key=f"paper-{key}"):
        if markdown.strip():
            st.markdown(safe.markdown(markdown), anchors=False)
        else:
            st.caption(_("No description."))


def _sent_along(content: Plain, origin: str) -> None:
    icon, made = MADE[origin]
    labels = ", ".join(content["labels"]) or _("no labels")
    with st.container(horizontal=True, gap="small"):
        st.caption(f"{icon} {_(made)}", width="content")
        st.caption(f":material/folder: {safe.plain(content['project'])}", width="content")
        st.caption(f":material/label: {safe.plain(labels)}", width="content")
        if due := content.get("due"):
            st.caption(f":material/event: {safe.plain(due)}", width="content")
        if assignee := content.get("assignee"):
            st.caption(f":material/person: {safe.plain(assignee)}", width="content")
        for link in content.get("links", ()):
            st.caption(f":material/link: {safe.plain(' '.join(link))}", width="content")
    draw_mark(content["mark"])


def draw_mark(mark: str) -> None:
    """Draw the mark by which it is found again, if there is one."""
    if mark:
        with st.expander(_(questions.TECHNICAL), type="compact"):
            st.caption(f":material/fingerprint: {safe.plain(mark)}  \n{_(MARK)}")


def _in_words(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _invest(notes: list[Plain]) -> None:
    if not notes:
        return
    held = sum(note["holds"] is True for note in notes)
    rows = []
    for note in notes:
        icon, word = HOLDS[note["holds"]]
        rows.append((safe.plain(note["letter"]), f"{icon} {_(word)}", safe.plain(note["note"])))
    said = _("INVEST: {held} of {all} met").format(held=held, all=len(notes))
    with st.expander(said, icon=":material/checklist:"):
        marked_table(("", _("Met"), _("Why")), rows)


def _left_open(backlog: Plain) -> None:
    questions_left, assumptions = len(backlog["open_questions"]), len(backlog["assumptions"])
    said = []
    if questions_left:
        said.append(ngettext("{count} open question", "{count} open questions", questions_left))
    if assumptions:
        said.append(ngettext("{count} assumption", "{count} assumptions", assumptions))
    if said:
        look = _("Look at these in the description first: {parts}.")
        st.caption(":material/help: " + look.format(parts=_(", ").join(said)))


# Created, changed, found


def draw_created(data: Plain, key: str, live: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(
            ":material/check_circle: **"
            + _("{issue} is created").format(issue=safe.plain(data["key"]))
            + "**",
            width="content",
        )
        links.draw(data["summary"], data["link"])
        draw_where(data)


def draw_change(data: Plain, key: str, live: bool) -> None:
    advice = data["advice"]
    with st.container(border=True, gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(
                ":material/auto_fix_high: **"
                + _("Change of {issue}").format(issue=safe.plain(data["issue"]))
                + "**",
                width="content",
            )
            if advice:
                st.badge(_("about {gain:+.0f} points").format(gain=advice["gain"]), color="green")
            links.draw(_("Current"), data["link"])
        if advice:
            st.markdown(safe.plain(advice["text"]))
        changes.draw(data["changes"])


def draw_found(data: Plain, key: str, live: bool) -> None:
    if issue := data["issue"]:
        _found_issue(issue, key)
    if page := data["page"]:
        _found_page(page, key)


def _found_issue(issue: Plain, key: str) -> None:
    with st.container(border=True, gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(
                f":material/confirmation_number: **{safe.plain(issue['key'])}**", width="content"
            )
            badges(issue["issue_type"], issue["priority"], issue["status"])
            draw_where(issue)
        st.markdown(f"#### {safe.plain(issue['summary'])}", anchors=False)
        if issue["labels"]:
            st.caption(f":material/label: {safe.plain(', '.join(issue['labels']))}")
        # Turns of older releases do not tell these.
        _plan(issue.get("assignee"), issue.get("due"), issue.get("relations", []))
        draw_text(issue["description"], f"issue-{key}")
        for nth, comment in enumerate(issue.get("comments", [])):
            with st.container(border=True):
                draw_text(comment, f"comment-{key}-{nth}")
        with st.container(horizontal=True, gap="small"):
            links.draw(_("Open {issue}").format(issue=issue["key"]), issue["link"])
            for title, address in issue["links"]:
                links.draw(title, address, icon=":material/article:")


def _plan(assignee: str | None, due: str | None, relations: list[list[str]]) -> None:
    who = assignee or _("unassigned")
    told = [f":material/person: {safe.plain(who)}"]
    told += [f":material/event: {safe.plain(due)}"] if due else []
    told += [f":material/link: {safe.plain(' '.join(each))}" for each in relations]
    with st.container(horizontal=True, gap="small"):
        for each in told:
            st.caption(each, width="content")


def _found_page(page: Plain, key: str) -> None:
    with st.container(border=True, gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(":material/article: **" + _("Page") + "**", width="content")
            st.badge(safe.plain(page["space"]), color="gray")
            st.badge(_("version {number}").format(number=page["version"]), color="gray")
            draw_where(page)
        st.markdown(f"#### {safe.plain(page['title'])}", anchors=False)
        draw_text(page["text"], f"page-{key}")
        links.draw(_("Open the page"), page["link"])


# Several


def draw_progress(place: DeltaGenerator, data: Plain) -> None:
    done, total = data["done"], data["total"]
    last = data["rows"][-1] if data["rows"] and not data["is_over"] else None
    said = _("Scored {count} of {all}").format(count=done, all=total)
    if last:
        said = _("Scored {count} of {all}, last {issue}").format(
            count=done, all=total, issue=safe.plain(last["key"])
        )
    place.progress(done / total if total else 1.0, text=said)


def draw_batch(data: Plain, key: str, live: bool) -> None:
    rows = data["rows"]
    with st.container(border=True, gap="small"):
        st.markdown(f":material/speed: **{_counted(data)}**")
        if not data["total"]:
            st.caption(_("There is nothing to score: no issue is open."))
        if not rows:
            return
        failed = sum(row["score"] is None for row in rows)
        said = [_("The lowest first.")]
        if failed:
            said.append(
                ngettext("{count} could not be scored.", "{count} could not be scored.", failed)
            )
        st.caption(" ".join(said))
        chosen = st.dataframe(
            [_row(row) for row in rows],
            column_order=list(map(_, COLUMNS[: 4 if failed else 3])),
            column_config={
                _("Key"): st.column_config.TextColumn(width="small"),
                _("Maturity"): st.column_config.ProgressColumn(
                    min_value=0, max_value=100, format="%.0f", width="small"
                ),
            },
            hide_index=True,
            key=f"batch-{key}",
            on_select="rerun" if not live else "ignore",
            selection_mode="single-row",
            alt=ngettext(
                "Maturity of {count} issue",
                "Maturity of {count} issues, the lowest first",
                len(rows),
            ),
        )
        if not live:
            _below_batch(rows, chosen["selection"]["rows"], key)


def _below_batch(rows: list[Plain], chosen: list[int], key: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if chosen and rows[chosen[0]]["link"]:
            row = rows[chosen[0]]
            links.draw(_("Open {issue}").format(issue=row["key"]), row["link"])
        st.download_button(
            _("Download as CSV"),
            csv_of(rows),
            file_name="maturity.csv",
            mime="text/csv",
            icon=":material/download:",
            key=f"csv-{key}",
            type="tertiary",
            on_click="ignore",
        )
    st.caption(_("Select a row to open its issue."))


def csv_of(rows: list[Plain]) -> bytes:
    return tables.table(list(map(_, COLUMNS)), map(_row, rows))


def _counted(data: Plain) -> str:
    done, total = data["done"], data["total"]
    if done < total:
        return ngettext(
            "Stopped: {done} of {count} issue scored",
            "Stopped: {done} of {count} issues scored",
            total,
            done=done,
        )
    return ngettext("{count} issue scored", "{count} issues scored", total)


def _row(row: Plain) -> Plain:
    told = (row["key"], row["score"], row["summary"], row["problem"], row["link"])
    cells = [safe.text(cell) if isinstance(cell, str) else cell for cell in told]
    return dict(zip(map(_, COLUMNS), cells, strict=True))
