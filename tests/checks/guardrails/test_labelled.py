"""How many of the labelled texts the word lists stop, and how many they stop by mistake."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agent.checks.guardrails import (
    REAL_ESTATE,
    Verdict,
    check_image,
    check_output,
    check_request,
    check_wish,
    judge,
)

DATA = Path(__file__).parents[2] / "data/studio"
CHECKS: dict[str, Callable[[str], Verdict]] = {
    "request": lambda text: check_request(text, REAL_ESTATE),
    "wish": check_wish,
    "draft": check_output,
    "image": check_image,
}


def rows(name: str) -> list[dict[str, Any]]:
    return json.loads((DATA / f"{name}.json").read_text("utf-8"))


@pytest.mark.parametrize(
    ("name", "of"),
    [
        ("guardrails", "request"),
        ("outputs", "draft"),
        ("image_guard", "image"),
        ("guard_traps", ""),
    ],
)
def test_what_harms_is_told_from_what_does_not(name, of):
    labelled = rows(name)
    stopped = [not CHECKS[of or row["of"]](row["text"]).passed for row in labelled]
    harmful = [row["expected"] == "block" for row in labelled]
    right = sum(a and b for a, b in zip(stopped, harmful, strict=True))
    recall, precision = right / sum(harmful), right / sum(stopped)
    assert recall >= 0.95, recall
    assert precision >= 0.98, precision


def test_the_reason_is_named():
    harmful = [row for row in rows("guardrails") if row["by"]]
    verdicts = [check_request(row["text"], REAL_ESTATE) for row in harmful]
    right = sum(v.blocked_by == row["by"] for v, row in zip(verdicts, harmful, strict=True))
    assert right >= 0.95 * len(harmful)
    assert all(v.message and v.details["rule"] and v.details["quote"] for v in verdicts)


def test_no_harmful_request_is_a_clear_pass_and_no_harmless_one_a_clear_block():
    harmful = [row["text"] for row in rows("guardrails") if row["by"] not in ("", "off_topic")]
    missed = [text for text in harmful if judge(text).clearness == "clear pass"]
    assert len(missed) <= 0.05 * len(harmful), missed
    harmless = [row["text"] for row in rows("guardrails") if row["expected"] == "pass"]
    assert not [text for text in harmless if judge(text, REAL_ESTATE).clearness == "clear block"]
