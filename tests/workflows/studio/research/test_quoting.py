"""A quote stands in its source or it does not, and says the claim or not."""

from typing import Any

import pytest

from agent.ports import Likeness
from agent.workflows.studio.contracts import Source
from agent.workflows.studio.research.quoting import doubt, find
from agent.workflows.studio.research.texts import Part, Text

BODY = """Staged homes sold **11 days** sooner in 2025, the “Home\nReport” says.

Neutral walls – white or beige – make a room look larger."""
TEXT = Text(
    source=Source(id="S1", title="Study", where="web", url="https://a.example/"),
    parts=(Part(heading="Facts", text=BODY),),
)

FOUND = [
    "Neutral walls - white or beige - make a room look larger.",
    'Staged homes sold 11 days sooner in 2025, the "Home Report" says',
    "“Neutral walls – white or beige – make a room look larger”",
]
NOT_FOUND = [
    "Neutral walls make a room look larger.",
    "Staged homes sold 12 days sooner in 2025",
    "the “Home Report” says. Neutral walls – white or beige",
    "",
    "…",
]


@pytest.mark.parametrize("quote", FOUND)
def test_blanks_marks_and_emphasis_may_differ(quote: str) -> None:
    found = find(quote, [TEXT])
    assert found is not None
    assert found.quote in BODY
    assert found.part.heading == "Facts"


def test_what_is_kept_is_the_original() -> None:
    found = find('Staged homes sold 11 days sooner in 2025, the "Home Report" says.', [TEXT])
    assert found is not None
    assert found.quote == "Staged homes sold **11 days** sooner in 2025, the “Home\nReport” says."


@pytest.mark.parametrize("quote", NOT_FOUND)
def test_other_words_are_no_quote(quote: str) -> None:
    assert find(quote, [TEXT]) is None


QUOTE = "Staged homes sold 11 days sooner than others in 2025, as a survey of 1,200 agents found."


def _doubt(claim: str, quote: str = QUOTE, *, alike: Any = lambda _pairs: []) -> str:
    return doubt(claim, quote, language="en", alike=alike)


def test_a_claim_that_says_what_the_quote_says_is_in_no_doubt() -> None:
    assert _doubt("Staged homes sold 11 days sooner than others in 2025.") == ""
    assert _doubt(QUOTE) == ""


def test_a_figure_that_the_quote_does_not_give_is_named() -> None:
    assert _doubt("Staged homes sold 12 days sooner.") == "“12” is not in the quote."
    assert _doubt("Staged homes sold 11% sooner.") == "“11%” is not in the quote."


def test_a_claim_about_something_else_is_doubted() -> None:
    assert "quote" in _doubt("Buyers love gardens with old trees and a pond.")


def test_the_opposite_is_doubted() -> None:
    assert _doubt("Staged homes never sold sooner than others in 2025.")


def test_a_quote_too_short_or_too_long_shows_nothing() -> None:
    assert _doubt("Staged homes sell.", "homes") == "The quote is too short to show it."
    assert "too long" in _doubt("Staged homes sell.", QUOTE * 20)


def test_another_language_is_compared_by_meaning_or_not_at_all() -> None:
    claim = "Homes prepared for sale sell sooner."
    quote = "Las viviendas preparadas para la venta se venden antes que las demás."
    assert "language" in _doubt(claim, quote)
    assert _doubt(claim, quote, alike=lambda pairs: [Likeness(0.9, True) for _ in pairs]) == ""
    assert _doubt(claim, quote, alike=lambda pairs: [Likeness(0.1, False) for _ in pairs])
