"""The page Tickets as a script, on the tracker and the wiki that come with the app."""

import pytest
from streamlit.testing.v1 import AppTest

from agent.workflows.tickets.graph import WORKFLOW
from ui import session

pytestmark = pytest.mark.timeout(120)

SECONDS = 40
REQUEST = "Create a Jira issue for user authentication"


def page_of(app: AppTest) -> AppTest:
    return app.switch_page("../pages/tickets.py").run(timeout=SECONDS)


def ask(page: AppTest, text: str) -> AppTest:
    return page.chat_input[0].set_value(text).run(timeout=SECONDS)


def draft(page: AppTest) -> AppTest:
    return press(ask(page, REQUEST), "Show the draft")


def press(page: AppTest, label: str) -> AppTest:
    button = next(button for button in page.button if button.label == label)
    return button.click().run(timeout=SECONDS)


def texts(page: AppTest) -> str:
    return "\n".join(element.value for element in [*page.markdown, *page.caption])


def test_an_empty_page_says_what_to_do_first(app: AppTest) -> None:
    page = page_of(app)
    assert set(WORKFLOW.starters) <= {button.label for button in page.button}
    assert not page.exception


def test_from_a_request_to_a_linked_page(app: AppTest) -> None:
    page = draft(page_of(app))
    assert page.chat_input[0].disabled
    page = press(page, "Approve and create")
    assert "PROJ-1" in texts(page)
    page = press(ask(page, "Write the Confluence page for PROJ-1"), "Approve and create")
    assert not page.exception
    assert "/issues?page=" in texts(page)
    agent = session.agent()
    assert [issue.key for issue in agent.ports.tracker.open_issues()] == ["PROJ-1"]


def test_an_edit_is_shown_once_more(app: AppTest) -> None:
    page = draft(page_of(app))
    field = next(field for field in page.text_input if field.label == "Summary")
    field.set_value("Invoices of past orders for the accountant")
    page = press(page, "Approve and create")
    assert not session.agent().ports.tracker.open_issues()
    page = press(page, "Approve and create")
    (issue,) = session.agent().ports.tracker.open_issues()
    assert issue.summary == "Invoices of past orders for the accountant"


def test_a_rejection_needs_its_reason(app: AppTest) -> None:
    page = press(draft(page_of(app)), "Reject")
    assert any("needs a reason" in warning.value for warning in page.warning)


def test_a_weight_set_a_moment_before_the_message_counts(app: AppTest) -> None:
    """A slow page has not been drawn again when the message is sent."""
    app.session_state["weights"] = True
    page = page_of(app)
    page.number_input(key="weight-dependencies").set_value(3)
    page = ask(page, "thanks")
    agent = session.agent()
    (turn,) = agent.history(agent.threads()[0].id)
    assert turn.inputs["weights"]["dependencies"] == 3
