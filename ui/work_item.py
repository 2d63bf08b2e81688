"""One issue or one page: its text, its scores, its earlier versions."""

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from typing import Any, Literal, cast

import streamlit as st

from agent import AgentError, NotFound
from agent.ports import Issue, KeptTracker, KeptWiki, Page, Tracker
from ui import navigation, safe, session
from ui.ages import moment
from ui.language import _, ngettext
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
    st.switch_page(navigation.page_above("issues"), query_params={})


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
    _back(_("All issues"))
    agent = session.agent()
    tracker = agent.ports.tracker
    if tracker is None:
        st.info(_("No issue tracker is set up."), icon=":material/info:")
        return
    try:
        with st.spinner(
            _("Asking {name} …").format(name=safe.plain(tracker.name)), show_time=False
        ):
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
        st.metric(
            _("Maturity"), _("{score:.0f} of 100").format(score=scores[-1].overall), width="content"
        )
        draw_history([{"at": each.at, "overall": each.overall} for each in scores])
    if tracker.is_embedded:
        _versions(cast("KeptTracker", tracker).history(issue.key), COMPARED)


def _facts(issue: Issue, tracker: Tracker) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"**{safe.plain(issue.key)}**", width="content")
        badges(issue.issue_type, issue.priority, "" if tracker.is_embedded else issue.status)
        draw_where({"is_embedded": tracker.is_embedded, "where": tracker.name})
        for label in issue.labels:
            st.badge(safe.plain(label), icon=":material/label:", color="gray")
        if not tracker.is_embedded:
            links.draw(_("Open in {name}").format(name=tracker.name), issue.link)
    if tracker.is_embedded:
        _status(issue, cast("KeptTracker", tracker))


def _status(issue: Issue, tracker: KeptTracker) -> None:
    key = f"status-{issue.key}-{issue.version}"
    st.segmented_control(
        _("Status"),
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
            _("Score it"),
            icon=":material/speed:",
            key="score",
            type="primary",
            help=_("Opens Tickets"),
        ):
            start(_("Score {issues}").format(issues=issue.key), act="evaluate", issue=issue.key)
        if agent.ports.wiki and st.button(
            _("Write its page"), icon=":material/article:", key="write", help=_("Opens Tickets")
        ):
            start(
                _("Write the page of {issue}").format(issue=issue.key),
                act="page",
                issue=issue.key,
            )


def _versions(versions: Sequence[Issue | Page], compared: Sequence[str]) -> None:
    """The newest first, each with what it changed."""
    count = len(versions)
    with st.expander(
        ngettext("{count} version", "{count} versions", count),
        icon=":material/history:",
        key="versions",
    ):
        if count > 1:
            st.caption(_(changes.LEGEND))
        for n in range(count - 1, -1, -1):
            _version(versions[n])
            if n:
                changes.draw_fields(_changes_of(versions[n - 1], versions[n], compared))
            else:
                st.caption(_("Created."))


def _changes_of(before: Issue | Page, after: Issue | Page, compared: Sequence[str]) -> list[Plain]:
    old, new = asdict(before), asdict(after)
    return [
        {"field": name, "before": _in_line(old[name]), "after": _in_line(new[name])}
        for name in compared
        if old[name] != new[name]
    ]


def _in_line(value: Any) -> str:
    return value if isinstance(value, str) else ", ".join(value)


def _version(shown: Issue | Page) -> None:
    name = _("Version {number}").format(number=shown.version)
    st.markdown(f"**{name}** {moment(shown.updated)}")


# A page


def draw_page(id_: str) -> None:
    _back(_("All pages"))
    wiki = session.agent().ports.wiki
    if wiki is None:
        st.info(_("No wiki is set up."), icon=":material/info:")
        return
    try:
        with st.spinner(_("Asking {name} …").format(name=safe.plain(wiki.name))):
            page = wiki.page(id_)
    except NotFound as error:
        _missing(error)
        return
    st.header(safe.plain(page.title), anchor=False)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.badge(safe.plain(page.space), icon=":material/folder:", color="gray")
        st.badge(
            _("version {number}").format(number=page.version),
            icon=":material/history:",
            color="gray",
        )
        draw_where({"is_embedded": wiki.is_embedded, "where": wiki.name})
        if not wiki.is_embedded:
            links.draw(_("Open in {name}").format(name=wiki.name), page.link)
    with st.container(border=True):
        draw_text(page.text, f"page-{page.id}")
    if wiki.is_embedded:
        _versions(cast("KeptWiki", wiki).history(page.id), ("title", "text"))
