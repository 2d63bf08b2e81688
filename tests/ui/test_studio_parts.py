"""Brand, details and appeals: what their forms keep and give."""

import csv
import io
import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from agent.ports import Appeal, Ports
from agent.ports.brand import EXAMPLE, NO_BRAND
from ui import appeals, session

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def page(app: AppTest) -> AppTest:
    """Over the data folder that `app` has opened, with its popovers open and the example chosen."""
    assert not app.exception
    ports().brands.put("local", EXAMPLE)
    made = AppTest.from_file("studio_parts_page.py", default_timeout=40)
    made.session_state["details"] = True
    return run(made)


def run(page: AppTest) -> AppTest:
    page.run()
    assert not page.exception
    return page


def ports() -> Ports:
    return session.agent().ports


def field(page: AppTest, kind: str, label: str) -> Any:
    return next(each for each in page.get(kind) if each.label == label)


def press(page: AppTest, label: str) -> AppTest:
    next(button for button in page.button if button.label == label).click()
    return run(page)


def errors(page: AppTest) -> str:
    return "\n".join(error.value for error in page.error)


# The brand


def test_saved_unchanged_it_stays_the_same(page: AppTest) -> None:
    press(page, "Save")
    assert ports().brands.profile("local") == EXAMPLE


def test_every_field_is_kept(page: AppTest) -> None:
    subject = ports().library.add_subject("local", "Tea", language="en").id
    run(page)
    for kind, label, value in (
        ("text_input", "Name", "Tea & Co"),
        ("text_area", "Topic terms", "tea\n\n  茶 \ntea"),
        ("text_area", "Phrases that are off topic", "tea party"),
        ("text_input", "Example of a request", "Write a post about green tea"),
        ("selectbox", "Speaks as", "first_plural"),
        ("selectbox", "Reading level", "plain"),
        ("text_area", "Banned words and phrases", "detox"),
        ("text_area", "Sample text", "We like tea."),
        ("text_area", "Usual hashtags", "#Tea\nGreenTea"),
        ("text_input", "Audience", "People who drink tea"),
        ("text_input", "Call to action", "Come in."),
        ("text_area", "Contacts you publish", "hello@tea.example"),
        ("multiselect", "Subjects of the library that research reads", [subject]),
    ):
        field(page, kind, label).set_value(value)
    page.color_picker[0].set_value("#112233")
    press(page, "Save")
    kept = ports().brands.profile("local")
    assert kept.model_dump() == {
        "name": "Tea & Co",
        "terms": ("tea", "茶"),
        "elsewhere": ("tea party",),
        "example": "Write a post about green tea",
        "voice": {
            "person": "first_plural",
            "reading_level": "plain",
            "banned": ("detox",),
            "sample": "We like tea.",
        },
        "audience": "People who drink tea",
        "hashtags": ("Tea", "GreenTea"),
        "call_to_action": "Come in.",
        "contacts": ("hello@tea.example",),
        "colours": ("#112233", *EXAMPLE.colours[1:]),
        "subjects": (subject,),
    }
    assert ports().brands.profile("somebody else") == NO_BRAND


@pytest.mark.parametrize(
    ("kind", "label", "value", "said"),
    [
        ("text_input", "Name", "  ", "needs a name"),
        ("text_area", "Usual hashtags", "#Real Estate", r"“\#Real Estate” is no hashtag"),
        ("text_input", "Example of a request", "A recipe with flour and sugar", "the example"),
        ("text_area", "Sample text", "Your Dream Home waits.", "“dream home”, which is banned"),
    ],
)
def test_what_is_wrong_is_said_and_not_kept(
    page: AppTest, kind: str, label: str, value: str, said: str
) -> None:
    field(page, kind, label).set_value(value)
    press(page, "Save")
    assert "Nothing is saved yet." in errors(page)
    assert said in errors(page)
    assert ports().brands.profile("local") == EXAMPLE


def test_back_to_the_example_can_be_undone(page: AppTest) -> None:
    mine = EXAMPLE.model_copy(update={"name": "Tea & Co"})
    ports().brands.put("local", mine)
    press(run(page), "Use the example")
    assert ports().brands.profile("local") == EXAMPLE
    assert field(page, "text_input", "Name").value == EXAMPLE.name
    press(page, "Undo")
    assert ports().brands.profile("local") == mine
    assert field(page, "text_input", "Name").value == "Tea & Co"
    assert "Undo" not in [button.label for button in page.button]


# Details


def given(page: AppTest) -> Any:
    return page.session_state["given"]


def test_what_is_filled_in_is_given_and_counted(page: AppTest) -> None:
    for name, value in (
        ("property_type", " Two-bedroom flat "),
        ("location", "Bilbao"),
        ("price", "320,000 €"),
        ("features", "Balcony, , lift "),
        ("keywords", ","),
        ("tone", "Warm"),
        ("audience", "Families"),
    ):
        page.text_input(key=f"detail-{name}").set_value(value)
    page.number_input[0].set_value(300)
    run(page)
    assert given(page) == {
        "property_type": "Two-bedroom flat",
        "location": "Bilbao",
        "price": "320,000 €",
        "features": ["Balcony", "lift"],
        "tone": "Warm",
        "audience": "Families",
        "words": 300,
    }
    assert any("7 set" in block.value for block in page.markdown)


def test_details_hold_while_the_form_is_closed_and_until_they_are_cleared(page: AppTest) -> None:
    field(page, "text_input", "Location").set_value("Bilbao")
    page.number_input[0].set_value(300)
    run(page)
    page.session_state["details"] = False
    assert given(run(page)) == {"location": "Bilbao", "words": 300}
    page.session_state["details"] = True
    assert field(run(page), "text_input", "Location").value == "Bilbao"
    press(page, "Clear")
    assert given(page) == {}
    assert field(page, "text_input", "Location").value == ""


# Appeals


def test_an_appeal_is_kept_with_what_was_stopped_and_why(page: AppTest) -> None:
    field(page, "text_area", "What is wrong with it?").set_value("It is a *figure* of speech.")
    press(page, "Report")
    (kept,) = ports().appeals.all("local")
    assert (kept.text, kept.comment) == (
        "Do tall buildings kill the view?",
        "It is a *figure* of speech.",
    )
    assert kept.verdict["details"] == {"rule": "threat", "quote": "kill the view"}
    said = "\n".join(caption.value for caption in page.caption)
    assert r"“It is a \*figure\* of speech.”" in said
    assert "This asks for violence." in said


def test_an_appeal_that_is_made_twice_is_one(page: AppTest) -> None:
    press(page, "Report")
    field(page, "text_area", "What is wrong with it?").set_value("Think again.")
    press(page, "Report")
    assert [appeal.comment for appeal in ports().appeals.all("local")] == ["Think again."]


def test_appeals_can_be_taken_to_whoever_tunes_the_rules() -> None:
    found = [
        Appeal(
            "a1",
            "2026-03-01T09:00:00+00:00",
            "=kill the view",
            {"blocked_by": "violence", "details": {"rule": "threat", "quote": "kill"}},
            "A figure of speech",
        )
    ]
    rows = list(csv.DictReader(io.StringIO(appeals.write_csv(found).decode("utf-8-sig"))))
    assert rows == [
        {
            "at": "2026-03-01T09:00:00+00:00",
            "blocked_by": "violence",
            "rule": "threat",
            "quote": "kill",
            "text": "'=kill the view",
            "comment": "A figure of speech",
        }
    ]
    (plain,) = json.loads(appeals.write_json(found))
    assert (plain["text"], plain["verdict"]["blocked_by"]) == ("=kill the view", "violence")
