"""What counts as an answer, kind by kind; and that questions survive being stored."""

import json
import math
from dataclasses import replace
from typing import Any

import pytest

from agent.errors import InvalidReply
from agent.questions import (
    Approval,
    Choice,
    Field,
    Form,
    FreeText,
    Option,
    Question,
    Reply,
    check,
    digest,
    from_json,
    to_json,
)

YES, NO, LATER = Option("yes", "Yes"), Option("no", "No"), Option("later", "Later")

Plain = dict[str, Any]


def common(**more: Any) -> Plain:
    return {"id": "q", "workflow": "w", "step": "s", "title": "T", "created": "2027-01-31", **more}


CHOICE = Choice(**common(), options=(YES, NO), others=(LATER,))
SURE = replace(CHOICE, confidence=True)
APPROVAL = Approval(**common(), digest="abc", risks=("It costs money.",))
EDITABLE = replace(APPROVAL, allowed=("approve", "edit", "reject"), fields=(Field("name", "Name"),))
ADJUSTABLE = replace(APPROVAL, fields=(Field("part", "Part"),))
TYPED = replace(APPROVAL, must_type="delete prod")
FORM = Form(
    **common(),
    fields=(
        Field("text", "Text"),
        Field("long", "Long", kind="longtext", required=False),
        Field("number", "Number", kind="number", required=False),
        Field("date", "Date", kind="date", required=False),
        Field("pick", "Pick", kind="choice", required=False, options=(YES, NO)),
        Field("flag", "Flag", kind="flag", required=False),
    ),
)
NEEDED = Form(**common(), fields=(Field("flag", "Flag", kind="flag"), Field("n", "N", "number")))
TEXT = FreeText(**common(), longest=10)
ALL = {
    "choice": CHOICE,
    "sure": SURE,
    "approval": APPROVAL,
    "approval_or_other": replace(APPROVAL, others=(Option("use:PROJ-3", "Use PROJ-3 instead"),)),
    "editable": EDITABLE,
    "adjustable": ADJUSTABLE,
    "typed": TYPED,
    "form": FORM,
    "needed": NEEDED,
    "text": TEXT,
}

GOOD: list[tuple[str, Reply]] = [
    ("choice", Reply(option="yes")),
    ("choice", Reply(option="no", comment="with a word")),
    ("sure", Reply(option="yes", confidence=3)),
    ("sure", Reply(option="later")),
    ("approval", Reply(decision="approve")),
    ("approval_or_other", Reply(option="use:PROJ-3")),
    ("approval", Reply(decision="reject", comment="Not today.")),
    ("editable", Reply(decision="edit", values={"name": "Other"})),
    ("typed", Reply(decision="approve", typed=" delete prod\n")),
    ("adjustable", Reply(decision="approve")),
    ("adjustable", Reply(decision="reject", comment="Shorter.", values={"part": "M2"})),
    ("form", Reply(values={"text": "x", "long": "", "number": None})),
    ("form", Reply(values={"text": "x", "number": 1, "date": "2027-01-31", "flag": False})),
    ("needed", Reply(values={"flag": False, "n": 0})),
    ("text", Reply(text="ten chars.")),
]

BAD: list[tuple[str, Reply, str]] = [
    ("choice", Reply(), "Nothing was chosen"),
    ("choice", Reply(option="maybe"), "Nothing was chosen"),
    ("choice", Reply(text="yes"), "Nothing was chosen"),
    ("choice", Reply(cancelled=True), "Nothing was chosen"),
    ("sure", Reply(option="yes"), "how sure"),
    ("sure", Reply(option="yes", confidence=4), "how sure"),
    ("approval_or_other", Reply(option="use:PROJ-4"), "no such button"),
    ("approval", Reply(comment="I approve"), "No decision"),
    ("approval", Reply(option="approve"), "No decision"),
    ("approval", Reply(decision="edit", values={"name": "Other"}), "No decision"),
    ("adjustable", Reply(decision="reject", comment="Shorter."), "Part is empty"),
    ("approval", Reply(decision="reject", comment="  "), "needs a reason"),
    ("editable", Reply(decision="edit", values={}), "Name is empty"),
    ("editable", Reply(decision="edit", values={"name": "x", "bytes": "y"}), "Unknown field"),
    ("typed", Reply(decision="approve", typed="Delete prod"), "does not match"),
    ("typed", Reply(decision="approve", comment="delete prod"), "does not match"),
    ("form", Reply(values={"text": ""}), "Text is empty"),
    ("form", Reply(values={"text": 5}), "not a text"),
    ("form", Reply(values={"text": "x", "other": 1}), "Unknown field"),
    ("form", Reply(values={"text": "x", "number": "7"}), "not a number"),
    ("form", Reply(values={"text": "x", "number": True}), "not a number"),
    ("form", Reply(values={"text": "x", "number": math.inf}), "not a number"),
    ("form", Reply(values={"text": "x", "date": "2027-02-30"}), "not a date"),
    ("form", Reply(values={"text": "x", "pick": "maybe"}), "no such option"),
    ("form", Reply(values={"text": "x", "flag": "yes"}), "on or off"),
    ("needed", Reply(values={"n": 1}), "Flag is empty"),
    ("text", Reply(text=" \n"), "is empty"),
    ("text", Reply(text="eleven char"), "longer than 10"),
    ("text", Reply(comment="words"), "is empty"),
]


@pytest.mark.parametrize(("kind", "reply"), GOOD)
def test_what_fits(kind, reply):
    assert check(ALL[kind], reply) == reply


def test_fields_of_an_edit_that_are_not_sent_stay_as_proposed_and_empty_ones_are_emptied():
    fields = (Field("name", "Name", default="Ana"), Field("day", "Day", "date", required=False))
    card = replace(EDITABLE, fields=(*fields, replace(fields[1], id="end", default="2027-01-31")))
    sent = check(card, Reply(decision="edit", values={"day": "2027-01-30", "end": ""}))
    assert sent.values == {"name": "Ana", "day": "2027-01-30", "end": ""}


@pytest.mark.parametrize(("kind", "reply", "why"), BAD)
def test_what_does_not_fit(kind, reply, why):
    with pytest.raises(InvalidReply, match=why) as refusal:
        check(ALL[kind], reply)
    assert refusal.value.hint


@pytest.mark.parametrize("question", ALL.values(), ids=ALL.keys())
def test_a_question_survives_storage_and_its_digest_covers_all_that_is_asked(question):
    stored = from_json(json.loads(json.dumps(to_json(question))))
    assert stored == question
    assert digest(stored) == digest(question)
    changes: list[Plain] = [
        {"title": "U"},
        {"body": "More."},
        {"context": {"a": 1}},
        {"expires": "2027-02-01"},
        {"step": "t"},
    ]
    kinds: dict[type[Question], list[Plain]] = {
        Choice: [{"options": (YES,)}, {"options": (NO, YES)}, {"others": ()}],
        Approval: [{"digest": "abd"}, {"risks": ()}, {"allowed": ("approve",)}, {"must_type": "x"}],
        Form: [{"fields": ()}],
        FreeText: [{"longest": 11}],
    }
    for change in (*changes, *kinds[type(question)]):
        assert digest(replace(question, **change)) != digest(question), change
