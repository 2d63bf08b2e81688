"""The page Issues: the issues of the tracker and the pages of the wiki."""

import re
import time
from collections.abc import Callable
from typing import Any, cast

import streamlit as st

from agent import NotFound
from agent.language.catalogs import N_
from agent.language.text import fold
from agent.ports import Issue, KeptTracker, KeptWiki, Page, Scored, Tracker, Wiki
from ui import navigation, safe, session, work_item
from ui.ages import age
from ui.language import _, ngettext

Plain = dict[str, Any]

TABS = (N_("Issues"), N_("Pages"))
PAGE = 25
FRESH_SECONDS = 60.0
"""Seconds for which the answer of a remote tracker is reused, however often the page is drawn."""
MOST_HELD = 20
_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_]*-\d+")
HELD = "issues-held"


def draw() -> None:
    if key := st.query_params.get("key"):
        work_item.draw_issue(key)
    elif page := st.query_params.get("page"):
        work_item.draw_page(page)
    else:
        _lists()


def _lists() -> None:
    st.title(_("Issues"))
    st.caption(_("What Tickets works on: the issues of the tracker and the pages of the wiki."))
    ports = session.agent().ports
    tabs = st.tabs(list(map(_, TABS)), key="issues-tab", on_change="rerun")
    with tabs[0]:
        if tabs[0].open:
            _issues(ports.tracker)
    with tabs[1]:
        if tabs[1].open:
            _pages(ports.wiki)


def _place(source: Tracker | Wiki, container: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        name = source.name[:1].upper() + source.name[1:]
        st.markdown(f":material/database: {safe.plain(name)}", width="content")
        st.badge(safe.plain(container), icon=":material/folder:", color="gray")
        if not source.is_embedded and st.button(
            _("Refresh"), icon=":material/refresh:", type="tertiary", key="refresh"
        ):
            st.session_state.pop(HELD, None)


# Issues


def _issues(tracker: Tracker | None) -> None:
    if tracker is None:
        _not_set_up(
            _("No issue tracker is set up."),
            _("Set INTERLUDE_TRACKER to embedded, or JIRA_URL to your Jira."),
        )
        return
    _place(tracker, tracker.project)
    with session.explained():
        wanted, with_closed = _search(tracker)
        found = _reuse(
            f"issues {with_closed} {wanted}",
            tracker,
            lambda: _found(tracker, wanted, with_closed=with_closed),
        )
        if found:
            _rows(tracker, found)
        elif wanted:
            st.caption(_("No issue contains these words."))
        else:
            _empty()


def _search(tracker: Tracker) -> tuple[str, bool]:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        wanted = st.text_input(
            _("Search issues"),
            key="issues-search",
            placeholder=_("Search, or a key such as PROJ-1"),
            label_visibility="collapsed",
            width=360,
        )
        with_closed = tracker.is_embedded and st.toggle(_("Show closed"), key="issues-closed")
    return wanted.strip(), with_closed


def _found(tracker: Tracker, wanted: str, *, with_closed: bool) -> list[Issue]:
    if _KEY.fullmatch(wanted):
        try:
            return [tracker.issue(wanted.upper())]
        except NotFound:
            return []
    found = tracker.search(wanted, count=100) if wanted else tracker.open_issues()
    if tracker.is_embedded:
        words = fold(wanted).split()
        there = [each for each in cast("KeptTracker", tracker).issues() if _has(each, words)]
        fitting = [each for each in there if each.is_open or with_closed]
        keys = {each.key for each in fitting}
        found = fitting + [each for each in found if each.key not in keys]
    return found


def _has(issue: Issue, words: list[str]) -> bool:
    name = issue.assignee.name if issue.assignee else ""
    parts = (issue.key, issue.summary, issue.description, name, *issue.labels, *issue.comments)
    text = fold(" ".join(parts))
    return all(word in text for word in words)


def _empty() -> None:
    with st.container(border=True, gap="small"):
        st.markdown("**" + _("No issue yet.") + "**")
        st.caption(
            _("Describe one in Tickets, in your own words. You see a draft before it is created.")
        )
        st.page_link(
            navigation.page_above("issues"),
            label=_("Open Tickets"),
            icon=":material/confirmation_number:",
        )


def _rows(tracker: Tracker, found: list[Issue]) -> None:
    agent = session.agent()
    scores = agent.ports.scores.latest(agent.user)
    shown = st.session_state.get("issues-shown", PAGE)
    tools = st.container()
    picked = [issue.key for issue in found[:shown] if _row(issue, scores.get(issue.key))]
    if len(found) > shown and st.button(
        _("Show {count} more").format(count=min(PAGE, len(found) - shown)),
        icon=":material/expand_more:",
        key="more",
    ):
        st.session_state["issues-shown"] = shown + PAGE
        st.rerun()
    with tools:
        _batch(tracker, picked)


def _batch(tracker: Tracker, picked: list[str]) -> None:
    """Draw the buttons for ticked rows, in their place above the rows."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if picked and st.button(
            ngettext("Score {count} issue", "Score {count} issues", len(picked)),
            type="primary",
            icon=":material/speed:",
            key="score-picked",
        ):
            _start(_("Score {issues}").format(issues=", ".join(picked)), picked)
        if st.button(_("Score all open"), icon=":material/speed:", key="score-all"):
            _start(_("Score all open issues of {project}").format(project=tracker.project), [])
        if not picked:
            st.caption(_("Or select some. Nothing in the tracker changes."), width="content")


def _start(text: str, issues: list[str]) -> None:
    work_item.start(text, act="batch", issues=issues)


def _row(issue: Issue, score: Scored | None) -> bool:
    """Tell whether it is ticked."""
    with st.container(
        horizontal=True, wrap=False, gap="small", border=True, key=f"row-{issue.key}"
    ):
        ticked = st.checkbox(
            _("Select {key}").format(key=safe.plain(issue.key)),
            key=f"pick-{issue.key}",
            label_visibility="collapsed",
        )
        with st.container(gap="xxsmall"):
            st.page_link(
                navigation.page_of("issues"),
                label=f"**{safe.plain(issue.key)}** {safe.plain(issue.summary)}",
                query_params={"key": issue.key},
            )
            told = filter(None, (issue.issue_type, issue.priority, issue.status))
            plan = "".join(f" · {said}" for said in work_item.plan_of(issue))
            st.caption(f"{safe.plain(' · '.join(told))}{plan} · {score_in_words(score)}")
    return ticked


def score_in_words(score: Scored | None) -> str:
    if score is None:
        return _("not scored yet")
    colour = "green" if score.overall >= 75 else "orange" if score.overall >= 50 else "red"
    said = _("{score:.0f} of 100").format(score=score.overall)
    return f":{colour}-badge[{said}]"


# Pages


def _pages(wiki: Wiki | None) -> None:
    if wiki is None:
        _not_set_up(
            _("No wiki is set up."),
            _("Set INTERLUDE_WIKI to embedded, or CONFLUENCE_URL to your Confluence."),
        )
        return
    _place(wiki, wiki.space)
    with session.explained():
        wanted = st.text_input(
            _("Search pages"),
            key="pages-search",
            placeholder=_("A title, words, or an issue's key"),
            label_visibility="collapsed",
            width=360,
        ).strip()
        if not wanted and not wiki.is_embedded:
            st.caption(_("Search to find pages of this space."))
            return
        for page in (found := _reuse(f"pages {wanted}", wiki, lambda: _found_pages(wiki, wanted))):
            _page_row(page)
        if not found and wanted:
            st.caption(_("No page contains these words."))
        elif not found:
            st.markdown("**" + _("No page yet.") + "**")
            st.caption(_("When an issue has a score, Tickets offers to write its page."))


def _found_pages(wiki: Wiki, wanted: str) -> list[Page]:
    if wanted:
        return wiki.search(wanted, count=50)
    return cast("KeptWiki", wiki).pages(count=100)


def _page_row(page: Page) -> None:
    with st.container(border=True, gap="xxsmall"):
        st.page_link(
            navigation.page_of("issues"),
            label=f"**{safe.plain(page.title)}**",
            icon=":material/article:",
            query_params={"page": page.id},
        )
        facts = [_("Version {number}").format(number=page.version)]
        if page.updated:
            facts.append(_("changed {age}").format(age=age(page.updated)))
        st.caption(" · ".join(facts))


# Reading from the other system


def _reuse(what: str, source: Tracker | Wiki, read: Callable[[], list[Any]]) -> list[Any]:
    """Reuse what was just read where reading takes a network."""
    if source.is_embedded:
        return read()
    held: dict[str, tuple[float, list[Any]]] = st.session_state.setdefault(HELD, {})
    at, found = held.get(what, (float("-inf"), []))
    if time.monotonic() - at > FRESH_SECONDS:
        if len(held) >= MOST_HELD:
            held.clear()
        with st.spinner(_("Asking {name} …").format(name=safe.plain(source.name))):
            found = read()
        held[what] = (time.monotonic(), found)
    return found


def _not_set_up(sentence: str, hint: str) -> None:
    st.info(f"{sentence} {safe.plain(hint)}", icon=":material/info:")
