"""One issue or one page: what it says, how it was scored, what it was before."""

from dataclasses import asdict
from datetime import datetime
from functools import partial
from typing import Any, Literal, cast

import streamlit as st

from agent import AgentError, NotFound
from agent.ports import Issue, KeptTracker, KeptWiki, Page, Tracker
from ui import navigation, safe, session
from ui.views import changes, links
from ui.views.maturity import draw_history
from ui.views.tickets import badges, draw_text, draw_where

Plain = dict[str, Any]
COMPARED = ("summary", "status", "priority", "labels", "description")


def start(
    text: str, *, act: Literal["evaluate", "page", "batch"], issue: str = "", issues: Any = ()
) -> None:
    """A message to Tickets, in a conversation of its own."""
    session.send(text, picked={"act": act, "issue": issue, "issues": list(issues)})
    st.switch_page(navigation.page_of("tickets"), query_params={})


def _back(label: str) -> None:
    if st.button(label, icon=":material/arrow_back:", key="back", type="tertiary"):
        st.query_params.clear()
        st.rerun()


def _missing(error: AgentError) -> None:
    st.warning(
        f"{safe.plain(error.message)} {safe.plain(error.hint)}", icon=":material/search_off:"
    )


# An issue


def draw_issue(key: str) -> None:
    _back("All issues")
    agent = session.agent()
    tracker = agent.ports.tracker
    if tracker is None:
        st.info("No issue tracker is set up here.", icon=":material/info:")
        return
    try:
        with st.spinner(f"Asking {safe.plain(tracker.name)} …", show_time=False):
            issue = tracker.issue(key)
    except NotFound as error:
        _missing(error)
        return
    st.header(safe.plain(issue.summary), anchor=False)
    _facts(issue, tracker)
    _tools(issue)
    with st.container(border=True):
        draw_text(issue.description, f"issue-{issue.key}")
    for title, address in issue.links:
        links.draw(title, address, icon=":material/article:")
    for nth, comment in enumerate(issue.comments):
        with st.container(border=True):
            draw_text(comment, f"comment-{issue.key}-{nth}")
    scores = agent.ports.scores.history(agent.user, issue.key)
    if scores:
        st.metric("Maturity", f"{scores[-1].overall:.0f} of 100", width="content")
        draw_history([{"at": each.at, "overall": each.overall} for each in scores])
    if tracker.is_embedded:
        _versions(cast("KeptTracker", tracker).history(issue.key))


def _facts(issue: Issue, tracker: Tracker) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"**{safe.plain(issue.key)}**", width="content")
        badges(issue.issue_type, issue.priority, "" if tracker.is_embedded else issue.status)
        draw_where({"is_embedded": tracker.is_embedded, "where": tracker.name})
        for label in issue.labels:
            st.badge(safe.plain(label), icon=":material/label:", color="gray")
        if not tracker.is_embedded:
            links.draw("Open it there", issue.link)
    if tracker.is_embedded:
        _status(issue, cast("KeptTracker", tracker))


def _status(issue: Issue, tracker: KeptTracker) -> None:
    key = f"status-{issue.key}-{issue.version}"
    st.segmented_control(
        "Status",
        tracker.statuses,
        default=issue.status,
        required=True,
        key=key,
        on_change=partial(_move, tracker, issue.key, key),
    )


def _move(tracker: KeptTracker, issue: str, key: str) -> None:
    # A control that is gone by now may tell its choice once more.
    if status := st.session_state.get(key):
        tracker.move(issue, status)


def _tools(issue: Issue) -> None:
    agent = session.agent()
    with st.container(horizontal=True, gap="small"):
        if st.button(
            "Score it", icon=":material/speed:", key="score", type="primary", help="Opens Tickets"
        ):
            start(f"Score {issue.key}", act="evaluate", issue=issue.key)
        if agent.ports.wiki and st.button(
            "Write its page", icon=":material/article:", key="write", help="Opens Tickets"
        ):
            start(f"Write the Confluence page for {issue.key}", act="page", issue=issue.key)


def _versions(versions: list[Issue]) -> None:
    """The newest first, each with what it changed."""
    count = len(versions)
    with st.expander(_counted(count), icon=":material/history:", key="versions"):
        if count > 1:
            st.caption(changes.LEGEND)
        for n in range(count - 1, -1, -1):
            st.markdown(f"**Version {versions[n].version}** {clock(versions[n].updated)}")
            if n:
                changes.draw_fields(_changed(versions[n - 1], versions[n]))
            else:
                st.caption("Created.")


def _changed(before: Issue, after: Issue) -> list[Plain]:
    old, new = asdict(before), asdict(after)
    return [
        {"field": name, "before": _said(old[name]), "after": _said(new[name])}
        for name in COMPARED
        if old[name] != new[name]
    ]


def _said(value: Any) -> str:
    return value if isinstance(value, str) else ", ".join(value)


def _counted(count: int) -> str:
    return "1 version" if count == 1 else f"{count} versions"


def clock(at: str) -> str:
    return datetime.fromisoformat(at).strftime("%d %b %Y %H:%M UTC")


# A page


def draw_page(id_: str) -> None:
    _back("All pages")
    wiki = session.agent().ports.wiki
    if wiki is None:
        st.info("No wiki is set up here.", icon=":material/info:")
        return
    try:
        with st.spinner(f"Asking {safe.plain(wiki.name)} …"):
            page = wiki.page(id_)
    except NotFound as error:
        _missing(error)
        return
    st.header(safe.plain(page.title), anchor=False)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.badge(safe.plain(page.space), icon=":material/folder:", color="gray")
        st.badge(f"version {page.version}", icon=":material/history:", color="gray")
        draw_where({"is_embedded": wiki.is_embedded, "where": wiki.name})
        if not wiki.is_embedded:
            links.draw("Open it there", page.link)
    with st.container(border=True):
        draw_text(page.text, f"page-{page.id}")
    if wiki.is_embedded:
        _page_versions(cast("KeptWiki", wiki).history(page.id))


def _page_versions(versions: list[Page]) -> None:
    count = len(versions)
    with st.expander(_counted(count), icon=":material/history:", key="versions"):
        if count > 1:
            st.caption(changes.LEGEND)
        for n in range(count - 1, -1, -1):
            page = versions[n]
            st.markdown(f"**Version {page.version}** {clock(page.updated)}")
            if n:
                before = versions[n - 1]
                changes.draw_fields(
                    [
                        {"field": name, "before": old, "after": new}
                        for name, old, new in (
                            ("title", before.title, page.title),
                            ("text", before.text, page.text),
                        )
                        if old != new
                    ]
                )
            else:
                st.caption("Created.")
