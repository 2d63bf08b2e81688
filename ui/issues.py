"""The page Issues, drawn: the issues of the tracker and the pages of the wiki."""

import re
import time
from collections.abc import Callable
from typing import Any, cast

import streamlit as st

from agent import NotFound
from agent.ports import Issue, KeptTracker, KeptWiki, Page, Scored, Tracker, Wiki
from ui import navigation, safe, session, work_item
from ui.ages import age

Plain = dict[str, Any]

TABS = ("Issues", "Pages")
PAGE = 25
FRESH_SECONDS = 60.0
"""A tracker far away is not asked again for so long, however often the page is drawn."""
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
    st.title("Issues")
    st.caption("What Tickets works on: the issues of the tracker and the pages of the wiki.")
    ports = session.agent().ports
    tabs = st.tabs(TABS, key="issues-tab", on_change="rerun")
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
            "Refresh", icon=":material/refresh:", type="tertiary", key="refresh"
        ):
            st.session_state.pop(HELD, None)


# Issues


def _issues(tracker: Tracker | None) -> None:
    if tracker is None:
        _not_set_up(
            "No issue tracker is set up here.", "INTERLUDE_TRACKER", "JIRA_URL to your Jira"
        )
        return
    _place(tracker, tracker.project)
    with session.explained():
        wanted, with_closed = _search(tracker)
        found = _held(
            f"issues {with_closed} {wanted}",
            tracker,
            lambda: _found(tracker, wanted, with_closed=with_closed),
        )
        if found:
            _rows(tracker, found)
        elif wanted:
            st.caption("No issue has these words.")
        else:
            _empty()


def _search(tracker: Tracker) -> tuple[str, bool]:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        wanted = st.text_input(
            "Search issues",
            key="issues-search",
            placeholder="Search, or a key such as PROJ-1",
            label_visibility="collapsed",
            width=360,
        )
        with_closed = tracker.is_embedded and st.toggle("Show closed", key="issues-closed")
    return wanted.strip(), with_closed


def _found(tracker: Tracker, wanted: str, *, with_closed: bool) -> list[Issue]:
    if _KEY.fullmatch(wanted):
        try:
            return [tracker.issue(wanted.upper())]
        except NotFound:
            return []
    if with_closed:
        words = wanted.casefold().split()
        return [i for i in cast("KeptTracker", tracker).issues() if _has(i, words)]
    return tracker.search(wanted, count=100) if wanted else tracker.open_issues()


def _has(issue: Issue, words: list[str]) -> bool:
    text = f"{issue.key} {issue.summary} {issue.description}".casefold()
    return all(word in text for word in words)


def _empty() -> None:
    with st.container(border=True, gap="small"):
        st.markdown("**No issue yet.**")
        st.caption("Describe one in Tickets, in your own words: you see a draft before it is made.")
        st.page_link(
            navigation.page_of("tickets"),
            label="Open Tickets",
            icon=":material/confirmation_number:",
        )


def _rows(tracker: Tracker, found: list[Issue]) -> None:
    agent = session.agent()
    scores = agent.ports.scores.latest(agent.user)
    shown = st.session_state.get("issues-shown", PAGE)
    tools = st.container()
    picked = [issue.key for issue in found[:shown] if _row(issue, scores.get(issue.key))]
    if len(found) > shown and st.button(
        f"Show {min(PAGE, len(found) - shown)} more", icon=":material/expand_more:", key="more"
    ):
        st.session_state["issues-shown"] = shown + PAGE
        st.rerun()
    with tools:
        _batch(tracker, picked)


def _batch(tracker: Tracker, picked: list[str]) -> None:
    """In its place above the rows, by what is ticked in them."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if picked:
            noun = "issue" if len(picked) == 1 else "issues"
            if st.button(
                f"Score {len(picked)} {noun}",
                type="primary",
                icon=":material/speed:",
                key="score-picked",
            ):
                _start(f"Score {', '.join(picked)}", picked)
        if st.button("Score all open", icon=":material/speed:", key="score-all"):
            _start(f"Score all open issues of {tracker.project}", [])
        if not picked:
            st.caption("Or tick some. Nothing in the tracker is changed.", width="content")


def _start(text: str, issues: list[str]) -> None:
    work_item.start(text, act="batch", issues=issues)


def _row(issue: Issue, score: Scored | None) -> bool:
    """Whether it is ticked."""
    with st.container(
        horizontal=True, wrap=False, gap="small", border=True, key=f"row-{issue.key}"
    ):
        ticked = st.checkbox(
            f"Pick {safe.plain(issue.key)}",
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
            st.caption(f"{safe.plain(' · '.join(told))} · {score_in_words(score)}")
    return ticked


def score_in_words(score: Scored | None) -> str:
    if score is None:
        return "not scored yet"
    colour = "green" if score.overall >= 75 else "orange" if score.overall >= 50 else "red"
    return f":{colour}-badge[{score.overall:.0f} of 100]"


# Pages


def _pages(wiki: Wiki | None) -> None:
    if wiki is None:
        _not_set_up(
            "No wiki is set up here.", "INTERLUDE_WIKI", "CONFLUENCE_URL to your Confluence"
        )
        return
    _place(wiki, wiki.space)
    with session.explained():
        wanted = st.text_input(
            "Search pages",
            key="pages-search",
            placeholder="A title, words, or an issue's key",
            label_visibility="collapsed",
            width=360,
        ).strip()
        if not wanted and not wiki.is_embedded:
            st.caption("Search to find pages of this space.")
            return
        for page in (found := _held(f"pages {wanted}", wiki, lambda: _found_pages(wiki, wanted))):
            _page_row(page)
        if not found and wanted:
            st.caption("No page has these words.")
        elif not found:
            st.markdown("**No page yet.**")
            st.caption("When an issue has a score, Tickets offers to write its page.")


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
        changed = f" · changed {age(page.updated)}" if page.updated else ""
        st.caption(f"Version {page.version}{changed}")


# Asking the other side


def _held(what: str, source: Tracker | Wiki, read: Callable[[], list[Any]]) -> list[Any]:
    """What was read a moment ago, where reading takes a network."""
    if source.is_embedded:
        return read()
    held: dict[str, tuple[float, list[Any]]] = st.session_state.setdefault(HELD, {})
    at, found = held.get(what, (float("-inf"), []))
    if time.monotonic() - at > FRESH_SECONDS:
        if len(held) >= MOST_HELD:
            held.clear()
        with st.spinner(f"Asking {safe.plain(source.name)} …"):
            found = read()
        held[what] = (time.monotonic(), found)
    return found


def _not_set_up(sentence: str, setting: str, other: str) -> None:
    st.info(
        f"{sentence} Set {safe.plain(setting)} to embedded, or {safe.plain(other)}.",
        icon=":material/info:",
    )
