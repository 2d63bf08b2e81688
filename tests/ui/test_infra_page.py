"""The page Infra as a script: with the sandbox and the real reviewers behind it."""

import pytest
from streamlit.testing.v1 import AppTest

from agent.workflows.infra.graph import WORKFLOW
from ui import session

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]

SECONDS = 90
BUCKET = "Create an encrypted S3 bucket for audit logs with versioning and a 90 day lifecycle"


def page_of(app: AppTest) -> AppTest:
    return app.switch_page("../pages/infra.py").run(timeout=SECONDS)


def ask(page: AppTest, text: str) -> AppTest:
    return page.chat_input[0].set_value(text).run(timeout=SECONDS)


def ask_for_a_bucket(page: AppTest) -> AppTest:
    """The form is sent with what the request could not fill in for certain; the review mends it."""
    page = ask(page, BUCKET)
    next(f for f in page.text_input if "Name of the stack" in f.label).set_value("dev-audit-logs")
    for label, value in {"Block public access": "", "Keep earlier versions": "yes"}.items():
        next(f for f in page.radio if label in f.label).set_value(value)
    return press(page, "Plan this")


def press(page: AppTest, label: str) -> AppTest:
    button = next(button for button in page.button if button.label == label)
    return button.click().run(timeout=SECONDS)


def texts(page: AppTest) -> str:
    """What is drawn, without the backslashes that keep it plain."""
    drawn = "\n".join(element.value for element in [*page.markdown, *page.caption])
    return drawn.replace("\\", "")


def test_a_change_is_reviewed_approved_deployed_and_proven(app: AppTest) -> None:
    page = ask_for_a_bucket(page_of(app))
    said = texts(page)
    assert "fixed: 1 error, left: 2 notes" in said
    assert "**1 added, outputs" in said
    assert page.chat_input[0].disabled
    folded = [each for each in page.expander if each.label == "Technical details"]
    told = [caption.value for each in folded for caption in each.caption]
    assert any("arn" in text and "Digest" in text for text in told)
    assert said.count("arn") == "\n".join(told).count("arn")
    assert "Review passed, with 2 notes" in [each.label for each in page.expander]
    page = press(page, "Reject")
    assert any("needs a reason" in warning.value for warning in page.warning)
    page = press(page, "Approve and deploy")
    assert "4 of 4 requirements proven" in texts(page)
    assert not page.exception


def test_a_dry_run_set_a_moment_before_the_message_is_one(app: AppTest) -> None:
    """A slow page has not been drawn again when the message is sent."""
    page = page_of(app)
    assert set(WORKFLOW.starters) <= {button.label for button in page.button}
    page.segmented_control(key="infra-environment").set_value("tst")
    page.toggle(key="infra-dry-run").set_value(True)
    page = ask(page, "thanks")
    assert not page.exception
    agent = session.agent()
    (turn,) = agent.history(agent.threads()[0].id)
    assert turn.inputs == {"environment": "tst", "dry_run": True}
