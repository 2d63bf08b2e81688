"""Cards: from the widgets to the reply, and nothing decided but by a button."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import date
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from agent import Approval, Choice, Field, Form, FreeText, Question, Reply
from agent.questions import Option, check, from_json, to_json
from agent.store.records import Asked

COMMON: dict[str, Any] = {"id": "q1", "workflow": "tutor", "step": "s", "title": "A *title*"}
PAST = "2020-01-01T00:00:00+00:00"


@pytest.fixture(autouse=True)
def _nothing_unsent() -> Iterator[None]:
    yield
    st.cache_resource.clear()


def card(question: Question) -> AppTest:
    app = AppTest.from_file("card_page.py", default_timeout=20)
    app.session_state["asked"] = Asked(question, "thread", "turn", "interrupt", "pending")
    app.session_state["pressed"] = []
    return app.run()


def press(app: AppTest, label: str) -> list[Any]:
    app = next(button for button in app.button if button.label == label).click().run()
    assert not app.exception
    pressed: list[Any] = app.session_state["pressed"]
    return pressed


def field(app: AppTest, label: str) -> Any:
    return next(entry for entry in app.text_input if entry.label == label)


def choice(**more: Any) -> Choice:
    options = (Option("a", "First `code`"), Option("b", "Second", "why"))
    return Choice(**COMMON, options=options, others=(Option("skip", "Skip"),), **more)


def test_the_chosen_option_is_sent_with_sureness_and_note() -> None:
    app = card(choice(confidence=True))
    app.radio[0].set_value("b")
    app.segmented_control[0].set_value(2)
    app.text_input[0].set_value("my note")
    assert press(app, "Answer") == [("send", Reply(option="b", confidence=2, comment="my note"))]


def test_choosing_alone_sends_nothing() -> None:
    app = card(choice())
    app.radio[0].set_value("a").run()
    app.text_input[0].set_value("a").run()
    assert app.session_state["pressed"] == []


def test_cancel_cancels() -> None:
    assert press(card(choice()), "Cancel") == [("cancel",)]


def test_a_press_on_a_card_that_is_gone_still_reaches_the_facade() -> None:
    """It was answered in another tab: the facade says so, but only when it is asked."""
    app = card(choice())
    app.radio[0].set_value("b")
    app.session_state["answered"] = True
    assert press(app, "Answer") == [("send", Reply(option="b"))]


def test_an_expired_question_can_be_asked_again_or_cancelled() -> None:
    app = card(choice(expires=PAST))
    assert "expired" in app.warning[0].value
    assert [button.label for button in app.button] == ["Ask again", "Cancel"]
    assert press(app, "Ask again") == [("again",)]


def approval(**more: Any) -> Approval:
    return Approval(**{**COMMON, **more}, digest="0123456789abcdef")


def test_an_approval_shows_risks_and_folds_what_names_its_bytes() -> None:
    folded = {"Technical details": ["ARN: arn:a"], "2 notes": ["*one*", "two"]}
    app = card(approval(workflow="infra", risks=("It *deletes* a bucket.",), folded=folded))
    assert app.warning[0].value == "It *deletes* a bucket."
    assert [(each.label, each.caption[0].value) for each in app.expander] == [
        ("Technical details", (r"- ARN\: arn\:a" "\n" r"- Digest\: 0123456789abcdef")),
        ("2 notes", "- \\*one\\*\n- two"),
    ]


def test_what_blocks_is_told_in_one_line() -> None:
    app = card(approval(workflow="studio", risks=("Too short.", "No tag."), allowed=("reject",)))
    assert [each.label for each in app.expander] == ["2 checks block approval: see the draft"]
    assert not app.warning
    assert not any("Digest" in caption.value for caption in app.caption)


def test_approving_sends_what_was_typed() -> None:
    app = card(approval(must_type="prod"))
    app.text_input[0].set_value("prod")
    expected = Reply(decision="approve", typed="prod")
    assert press(app, "Approve") == [("send", expected)]


def test_rejecting_sends_the_comment() -> None:
    app = card(approval())
    app.text_input[0].set_value("not now")
    assert press(app, "Reject") == [("send", Reply(decision="reject", comment="not now"))]


def test_what_goes_with_a_rejection_stands_above_its_comment() -> None:
    """A button may have a name of its own, and what was filled in does not change an approval."""
    named = {"approve": "Genehmigen", "reject": "Anpassen"}
    said = "Was anders sein soll"
    app = card(approval(fields=(Field("part", "Part"),), labels=named, comment=said))
    field(app, "Part").set_value("M2")
    assert field(app, "Comment").placeholder == said
    field(app, "Comment").set_value("shorter")
    sent = Reply(decision="reject", comment="shorter", values={"part": "M2"})
    assert press(app, "Anpassen") == [("send", sent)]
    approved = Reply(decision="approve", comment="shorter")
    assert press(app, "Genehmigen")[-1] == ("send", approved)


def test_editing_sends_the_fields_and_only_then() -> None:
    app = card(approval(allowed=("approve", "edit"), fields=(Field("x", "X", default="old"),)))
    assert [button.label for button in app.button if button.label == "Reject"] == []
    field(app, "X").set_value("new")
    assert press(app, "Edit") == [("send", Reply(decision="edit", values={"x": "new"}))]
    field(app, "X").set_value("old")
    assert press(app, "Approve")[-1] == ("send", Reply(decision="approve"))


def test_what_was_changed_is_shown_once_more_before_it_is_approved() -> None:
    app = card(approval(allowed=("approve", "edit"), fields=(Field("x", "X", default="old"),)))
    said = "Approve shows your changes once more first."
    assert not any(said in caption.value for caption in app.caption)
    field(app, "X").set_value("new").run()
    assert any(said in caption.value for caption in app.caption)
    assert press(app, "Approve") == [("send", Reply(decision="edit", values={"x": "new"}))]


def test_changes_that_a_rejection_leaves_out_are_told_before_and_kept_with_it() -> None:
    ways = (Option("other", "Another way"),)
    question = approval(
        allowed=("approve", "edit", "reject"),
        labels={"reject": "Ask for another"},
        fields=(Field("x", "X", default="old"),),
        others=ways,
    )
    app = card(question)
    field(app, "X").set_value("new").run()
    assert any("“Ask for another” leaves them out." in each.value for each in app.caption)
    field(app, "Comment").set_value("no")
    rejected = Reply(decision="reject", comment="no", values={"x": "new"})
    assert press(app, "Ask for another") == [("send", rejected)]
    assert check(question, rejected) == rejected
    assert press(app, "Another way")[-1][1].values == {"x": "new"}


def test_an_approval_has_other_ways_on() -> None:
    app = card(approval(others=(Option("use:PROJ-3", "Use PROJ-3 instead", "Sign in"),)))
    assert "Sign in" in [caption.value for caption in app.caption]
    assert press(app, "Use PROJ-3 instead") == [("send", Reply(option="use:PROJ-3"))]


FIELDS = (
    Field("name", "Name"),
    Field("why", "Why", "longtext", required=False),
    Field("many", "How many", "number", default=2),
    Field("day", "Day", "date", default="2027-01-14"),
    Field("flag", "Flag", "flag"),
    Field("size", "Size", "choice", options=(Option("s", "Small"), Option("l", "Large"))),
)


def test_a_form_starts_with_its_defaults() -> None:
    values = press(card(Form(**COMMON, fields=FIELDS)), "Answer")[0][1].values
    assert values == {
        "name": "",
        "why": "",
        "many": 2.0,
        "day": "2027-01-14",
        "flag": False,
        "size": None,
    }


def test_a_form_sends_what_was_filled_in() -> None:
    app = card(Form(**COMMON, fields=FIELDS))
    app.text_input[0].set_value("Ada")
    app.text_area[0].set_value("Because.")
    app.number_input[0].set_value(5)
    app.toggle[0].set_value(True)
    app.radio[0].set_value("l")
    assert "Why (optional)" in [area.label for area in app.text_area]
    [(_, reply)] = press(app, "Answer")
    assert reply.values == {
        "name": "Ada",
        "why": "Because.",
        "many": 5.0,
        "day": "2027-01-14",
        "flag": True,
        "size": "l",
    }


def test_what_was_not_sent_is_there_after_a_reload() -> None:
    form = Form(**COMMON, fields=FIELDS)
    app = card(form)
    app.text_input[0].set_value("Ada")
    app.number_input[0].set_value(5)
    app.date_input[0].set_value(date(2027, 2, 1))
    app.toggle[0].set_value(True)
    app.radio[0].set_value("l")
    sent = press(app, "Answer")
    assert press(card(form), "Answer") == sent


def test_an_option_that_was_picked_and_not_sent_is_there_after_a_reload() -> None:
    card(choice()).radio[0].set_value("b").run()
    again = card(choice())
    assert again.radio[0].value == "b"
    assert press(again, "Answer") == [("send", Reply(option="b"))]


def test_free_text_is_sent_as_it_is() -> None:
    app = card(FreeText(**COMMON, longest=50))
    app.text_area[0].set_value(" two\nlines ")
    assert press(app, "Answer") == [("send", Reply(text=" two\nlines "))]


@pytest.mark.parametrize("question", [choice(), approval(), Form(**COMMON, fields=FIELDS)])
def test_every_card_survives_its_json(question: Question) -> None:
    """A card is drawn from the ledger's payload, never from an object that was kept."""
    assert not card(from_json(to_json(question))).exception


def test_an_exam_shows_its_clock_and_when_it_is_over_only_the_way_to_the_result() -> None:
    exam = {"exam": True, "expired": "Time is up.", "again": "See the result"}
    open_ = card(choice(context=exam, expires="2999-01-01T00:00:00+00:00"))
    assert any("left" in caption.value for caption in open_.caption)
    over = card(choice(context=exam, expires=PAST))
    assert over.warning[0].value == "Time is up."
    assert [button.label for button in over.button] == ["See the result"]
    assert press(over, "See the result") == [("again",)]


def record_page(data, right) -> None:
    from ui import records  # noqa: PLC0415 - the body is a script of its own

    records.draw_record(data, right=right)


def record(question: Question, reply: Reply, right: str = "") -> AppTest:
    decided = {"reply": asdict(reply), "status": "answered", "who": "local", "at": PAST}
    data = {**to_json(question), **decided}
    page = AppTest.from_function(record_page, kwargs={"data": data, "right": right}).run()
    assert not page.exception
    return page


def test_a_quizs_record_keeps_all_options_with_the_chosen_and_the_right_one_marked() -> None:
    def lines(right: str) -> list[str]:
        return record(choice(), Reply(option="a"), right).markdown[-1].value.split("\n")

    chosen, other = lines("Second")
    assert all(word in chosen for word in ("First", "your answer", "cancel"))
    assert all(word in other for word in ("Second", "the right answer", "check_circle"))
    assert not any("right" in line for line in lines(""))


def test_a_record_shows_what_was_edited_and_nothing_else() -> None:
    """Short values side by side, long ones by their changed lines."""
    text = "First line\nSecond line\nThird line"
    fields = (
        Field("name", "Name", "text", default="old *name*"),
        Field("size", "Size", "number", default=3),
        Field("kind", "Kind", "choice", default="a", options=(Option("a", "A"), Option("b", "B"))),
        Field("text", "Text", "longtext", default=text),
    )
    question = Approval(**COMMON, digest="d", allowed=("approve", "edit"), fields=fields)
    values = {"name": "new", "size": 3, "kind": "b", "text": text.replace("Second", "Other")}
    page = record(question, Reply(decision="edit", values=values))
    assert [caption.value for caption in page.expander[0].caption] == [
        r"Name: old \*name\* → **new**",
        "Kind: A → **B**",
        "Text",
    ]
    assert [code.value for code in page.expander[0].code] == ["-Second line\n+Other line"]
    assert not record(question, Reply(decision="approve")).expander


def test_a_record_shows_what_was_typed_and_not_taken_over() -> None:
    question = Approval(
        **COMMON,
        digest="d",
        allowed=("approve", "edit", "reject"),
        fields=(Field("name", "Name", default="old"),),
    )
    [fold] = record(question, Reply(decision="reject", values={"name": "new"})).expander
    assert fold.label == "Your changes in the fields were not applied"
    assert [caption.value for caption in fold.caption] == ["Name: old → **new**"]
    assert not record(question, Reply(decision="reject")).expander
