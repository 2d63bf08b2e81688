"""The journal in sentences."""

from typing import Any

from ui import journal


def entry(what: str, key: str = "", **data: Any) -> dict[str, Any]:
    return {"what": what, "who": "local", "thread": "t", "data": {"key": key, **data}}


def test_the_beginning_of_what_has_ended_is_left_out() -> None:
    told = [
        entry("effect intended", "2"),
        entry("effect done", "1"),
        entry("effect intended", "1"),
        entry("approval approve"),
    ]
    shown = [each["what"] for each in journal._outcomes(told)]
    assert shown == ["effect intended", "effect done", "approval approve"]


def test_a_decision_names_the_stack_and_not_its_address() -> None:
    said = journal._sentence_for(entry("approval approve", target="000/us-east-1/dev-bucket"))
    assert "dev" in said
    assert "us-east-1" not in said
    assert journal._sentence_for(entry("something new", step="deploy_approval")) == "something new"
