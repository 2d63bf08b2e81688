"""The record of a card whose parts are each approved or left."""

from agent.questions import Approval, Field, Option, Reply
from ui import records


def test_what_was_left_out_of_several_is_named_and_is_no_edit() -> None:
    question = Approval(
        id="q",
        workflow="tickets",
        step="issue_approval",
        title="Create these?",
        digest="d",
        allowed=("approve", "edit"),
        fields=(Field("0.summary", "Summary", default="One"),),
        parts=(Option("0", "One"), Option("1", "Two")),
    )
    reply = Reply(decision="approve", values={"0": True, "1": False})
    assert "Two" in records.said_in_words(question, reply)
    assert not records._holds_fields(question, reply)
