"""The connections of a page: what there is, what is missing, and a test that says what it found."""

from types import SimpleNamespace
from typing import Any

from streamlit.testing.v1 import AppTest

from agent import AgentError
from agent.ports import Connection
from tests.fakes_tickets import FakeBot, FakeTracker, FakeWiki


def page(*, is_open: bool = True, **ports: Any) -> AppTest:
    app = AppTest.from_file("connections_page.py")
    app.session_state["ports"] = SimpleNamespace(
        **{"tracker": None, "wiki": None, "bot": None, **ports}
    )
    app.session_state["set_up"] = {}
    app.session_state["connections"] = is_open
    app.run()
    assert not app.exception
    return app


def texts(app: AppTest) -> str:
    return "\n".join(element.value for element in [*app.markdown, *app.caption])


def press(app: AppTest, port: str) -> AppTest:
    app.button(key=f"connection-test-{port}").click().run()
    assert not app.exception
    return app


def test_closed_it_asks_nobody_and_draws_nothing() -> None:
    bot = FakeBot()
    bot.raising["check"] = AgentError("It was asked.")
    app = page(is_open=False, bot=bot)
    assert not app.button
    assert "It was asked." not in texts(app)


def test_what_there_is_is_named_and_not_yet_tested() -> None:
    app = page(tracker=FakeTracker(is_embedded=True), wiki=FakeWiki(), bot=FakeBot())
    said = texts(app)
    assert "The built-in tracker" in said
    assert "Confluence at wiki.example" in said
    assert said.count("not tested") == 3
    assert said.count("built in") == 0
    assert [button.label for button in app.button] == ["Test connection"] * 3


def test_what_is_missing_says_how_to_set_it_up() -> None:
    said = texts(page())
    assert said.count("not set up") == 3
    for setting in ("INTERLUDE_TRACKER", "JIRA_URL", "CONFLUENCE_URL", "COZE_BOT_ID"):
        assert setting in said
    assert not page().button


def test_a_test_says_what_it_found_and_of_that_one_only() -> None:
    tracker = FakeTracker()
    tracker.connection = Connection(is_ok=True, message="Jira answers.")
    app = press(page(tracker=tracker, bot=FakeBot()), "tracker")
    said = texts(app)
    assert "works" in said
    assert "Jira answers." in said
    assert said.count("not tested") == 1


def test_a_failed_test_says_what_is_wrong_what_helps_and_what_is_missing() -> None:
    wiki = FakeWiki()
    wiki.connection = Connection(
        is_ok=False, message="It is *old*.", hint="Update it.", missing=("page_create",)
    )
    said = texts(press(page(wiki=wiki), "wiki"))
    assert "does not work" in said
    assert r"It is \*old\*. Update it." in said
    assert r"Missing: page\_create" in said
