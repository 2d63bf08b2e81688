"""The guardrail that goes along: what it objects to is not shown, harmless text comes through."""

import time

import pytest

from agent.adapters.llm.streamed_text import StreamedText
from agent.workflows.studio.nodes.checking import Blocked, Watch
from tests.fakes import RecordingReporter


def shown(text: str, *, size: int = 7) -> str:
    """What a user sees of it, in pieces."""
    report = RecordingReporter()
    telling = StreamedText(report, watch=Watch())
    try:
        for at in range(0, len(text), size):
            telling.say(text[at : at + size])
        telling.end()
    except Blocked:
        return f"{report.text}[stopped]"
    return report.text


@pytest.mark.parametrize("size", [1, 3, 7, 40, 1000])
def test_what_is_blocked_is_not_shown(size: int) -> None:
    text = "A quiet street. I will kill you all here. And more. " * 3
    assert "you all" not in shown(text, size=size)
    assert shown(text, size=size).endswith("[stopped]")
    assert shown(text, size=size).startswith("A quiet street." if size < 40 else "")


def test_a_text_in_doubt_is_shown_and_judged_later() -> None:
    text = "A quiet street. No Black families live here. And more. " * 3
    assert shown(text) == text


def test_a_sentence_that_turns_round_is_shown_whole() -> None:
    """Half of it is what it warns of."""
    text = "Refusing to rent to Black families is unlawful discrimination. Read the law first."
    assert shown(text) == text


def test_what_stands_far_behind_is_still_together_with_its_sentence() -> None:
    far = "and so on, " * 60
    assert shown(f"It is unlawful, {far} to refuse to rent to Black families. Ask us.").endswith(
        "us."
    )


@pytest.mark.parametrize(
    "text",
    [
        "The assessment of a class A office with glass doors passes every basic test.",
        "La evaluación de una casa con cristales.\n\nY un jardín.",
        "先看房。再谈价格，看看厨房和浴室，不要着急。",
        "# Title\n\n| Week | Day |\n|---|---|\n| 1 | Monday |\n",
    ],
)
@pytest.mark.parametrize("size", [1, 5])
def test_harmless_text_comes_through_whole(text: str, size: int) -> None:
    assert shown(text, size=size) == text


def test_watching_a_long_draft_costs_little() -> None:
    """It is not read again from its beginning with every word."""
    text = "You should clear the table before the first viewing, since buyers look there. " * 120
    watch, started = Watch(), time.process_time()
    for at in range(200, len(text), 200):
        watch(text[:at])
    assert time.process_time() - started < 2
