"""Issues as a conversation shows them: the draft, what was created or found, several scored."""

from typing import Any, Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from agent import questions
from agent.exchange import tables
from ui import safe
from ui.views import changes, links

Plain = dict[str, Any]
Colour = Literal["red", "orange", "green", "blue", "gray"]

MARK = (
    "Travels with the issue, so that it can be found again if the connection breaks,"
    " and is never created twice."
)
HOLDS = {
    True: ":material/check: yes",
    False: ":material/close: no",
    None: ":material/help: open",
}
PRIORITY_COLOURS: dict[str, Colour] = {"highest": "red", "high": "orange"}
COLUMNS = ("Key", "Maturity", "Summary", "Problem", "Link")


# The draft


def draw_draft(data: Plain, key: str, live: bool) -> None:
    """Every field that is sent, as it is sent."""
    content, backlog = data["content"], data["backlog"]
    with st.container(border=True, gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(":material/edit_note: **Draft**", width="content")
            badges(content["issue_type"], content["priority"])
            draw_where(data)
        st.markdown(f"#### {safe.plain(content['summary'])}", anchors=False)
        _sent_along(content, data["origin"])
        if data["changes"]:
            names = ", ".join(change["field"].replace("_", " ") for change in data["changes"])
            with st.expander(
                f"Changed: {safe.plain(names)}", icon=":material/difference:", expanded=True
            ):
                changes.draw(data["changes"])
        draw_text(content["description"], key)
        for name, value in content["fields"].items():
            st.markdown(f"**{safe.plain(name)}** {safe.plain(_in_words(value))}")
        _invest(backlog["invest"])
        _left_open(backlog)
        _similar(data["similar"])


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
    """What is kept in the app itself is never mistaken for a team's own tracker."""
    if data["is_embedded"]:
        st.badge("built in", icon=":material/home_storage:", color="violet")
    else:
        st.caption(safe.plain(data["where"]), width="content")


def draw_text(markdown: str, key: str) -> None:
    """A description or a page; its headings are those of a card, not of the app."""
    with st.container(key=f"paper-{key}"):
        if markdown.strip():
            st.markdown(safe.markdown(markdown), anchors=False)
        else:
            st.caption("No description.")


def _sent_along(content: Plain, origin: str) -> None:
    made = "Written by the model" if origin == "model" else "Made by rules"
    icon = ":material/neurology:" if origin == "model" else ":material/rule:"
    labels = ", ".join(content["labels"]) or "no labels"
    with st.container(horizontal=True, gap="small"):
        st.caption(f"{icon} {made}", width="content")
        st.caption(f":material/folder: {safe.plain(content['project'])}", width="content")
        st.caption(f":material/label: {safe.plain(labels)}", width="content")
        if due := content.get("due"):
            st.caption(f":material/event: {safe.plain(due)}", width="content")
        if assignee := content.get("assignee"):
            st.caption(f":material/person: {safe.plain(assignee)}", width="content")
    with st.expander(questions.TECHNICAL, type="compact"):
        st.caption(f":material/fingerprint: {safe.plain(content['mark'])}  \n{MARK}")


def _in_words(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _invest(notes: list[Plain]) -> None:
    if not notes:
        return
    held = sum(note["holds"] is True for note in notes)
    rows = [
        f"| {safe.plain(note['letter'])} | {HOLDS[note['holds']]} | {safe.plain(note['note'])} |"
        for note in notes
    ]
    with st.expander(f"INVEST: {held} of {len(notes)} hold", icon=":material/checklist:"):
        st.markdown("\n".join(["| | Met | Why |", "| --- | --- | --- |", *rows]))


def _left_open(backlog: Plain) -> None:
    said = [
        f"{len(entries)} {name if len(entries) == 1 else name + 's'}"
        for name, entries in (
            ("open question", backlog["open_questions"]),
            ("assumption", backlog["assumptions"]),
        )
        if entries
    ]
    if said:
        st.caption(f":material/help: {' and '.join(said)} in the description: look at them first.")


def _similar(similar: list[Plain]) -> None:
    if not similar:
        return
    st.markdown("**Open issues like it**")
    for each in similar:
        with st.container(gap="xxsmall"):
            links.draw(f"{each['key']} {each['summary']}", each["link"])
            st.caption(
                f":orange-badge[{each['similarity']:.0%} alike] {safe.plain(each['status'])}"
            )


# Created, changed, found


def draw_created(data: Plain, key: str, live: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(
            f":material/check_circle: **{safe.plain(data['key'])} is created**", width="content"
        )
        links.draw(data["summary"], data["link"])
        draw_where(data)


def draw_change(data: Plain, key: str, live: bool) -> None:
    advice = data["advice"]
    with st.container(border=True, gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(
                f":material/auto_fix_high: **Change of {safe.plain(data['issue'])}**",
                width="content",
            )
            if advice:
                st.badge(f"about {advice['gain']:+.0f} points", color="green")
            links.draw("Current", data["link"])
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
            links.draw(f"Open {issue['key']}", issue["link"])
            for title, address in issue["links"]:
                links.draw(title, address, icon=":material/article:")


def _plan(assignee: str | None, due: str | None, relations: list[list[str]]) -> None:
    told = [f":material/person: {safe.plain(assignee or 'nobody')}"]
    told += [f":material/event: {safe.plain(due)}"] if due else []
    told += [f":material/link: {safe.plain(' '.join(each))}" for each in relations]
    with st.container(horizontal=True, gap="small"):
        for each in told:
            st.caption(each, width="content")


def _found_page(page: Plain, key: str) -> None:
    with st.container(border=True, gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(":material/article: **Page**", width="content")
            st.badge(safe.plain(page["space"]), color="gray")
            st.badge(f"version {page['version']}", color="gray")
            draw_where(page)
        st.markdown(f"#### {safe.plain(page['title'])}", anchors=False)
        draw_text(page["text"], f"page-{key}")
        links.draw("Open the page", page["link"])


# Several


def draw_progress(place: DeltaGenerator, data: Plain) -> None:
    done, total = data["done"], data["total"]
    last = data["rows"][-1] if data["rows"] and not data["is_over"] else None
    said = f"Scored {done} of {total}" + (f", last {safe.plain(last['key'])}" if last else "")
    place.progress(done / total if total else 1.0, text=said)


def draw_batch(data: Plain, key: str, live: bool) -> None:
    rows = data["rows"]
    with st.container(border=True, gap="small"):
        st.markdown(f":material/speed: **{_counted(data)}**")
        if not data["total"]:
            st.caption("There is nothing to score: no issue is open.")
        if not rows:
            return
        failed = sum(row["score"] is None for row in rows)
        st.caption("The lowest first." + (f" {failed} could not be scored." if failed else ""))
        chosen = st.dataframe(
            [_row(row) for row in rows],
            column_order=COLUMNS[: 4 if failed else 3],
            column_config={
                "Key": st.column_config.TextColumn(width="small"),
                "Maturity": st.column_config.ProgressColumn(
                    min_value=0, max_value=100, format="%.0f", width="small"
                ),
            },
            hide_index=True,
            key=f"batch-{key}",
            on_select="rerun" if not live else "ignore",
            selection_mode="single-row",
            alt=f"Maturity of {len(rows)} issues, the lowest first",
        )
        if not live:
            _below_batch(rows, chosen["selection"]["rows"], key)


def _below_batch(rows: list[Plain], chosen: list[int], key: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if chosen and rows[chosen[0]]["link"]:
            row = rows[chosen[0]]
            links.draw(f"Open {row['key']}", row["link"])
        st.download_button(
            "Download as CSV",
            csv_of(rows),
            file_name="maturity.csv",
            mime="text/csv",
            icon=":material/download:",
            key=f"csv-{key}",
            type="tertiary",
            on_click="ignore",
        )
    st.caption("Pick a row to open its issue.")


def csv_of(rows: list[Plain]) -> bytes:
    return tables.table(COLUMNS, map(_row, rows))


def _counted(data: Plain) -> str:
    done, total = data["done"], data["total"]
    noun = "issue" if total == 1 else "issues"
    if done < total:
        return f"Stopped: {done} of {total} {noun} scored"
    return f"{total} {noun} scored"


def _row(row: Plain) -> Plain:
    told = (row["key"], row["score"], row["summary"], row["problem"], row["link"])
    cells = [safe.text(cell) if isinstance(cell, str) else cell for cell in told]
    return dict(zip(COLUMNS, cells, strict=True))
