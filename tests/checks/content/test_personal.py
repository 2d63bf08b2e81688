"""Personal data, and what only looks like it. All numbers are examples published for tests."""

import pytest

from agent.checks.content import Draft, Measure
from tests.checks.content.drafts import found, quotes

PERSONAL = [
    ("Write to ana.lopez+casa@mail.example.org", "email", "ana.lopez+casa@mail.example.org"),
    ("Call +44 20 7946 0018 now", "phone", "+44 20 7946 0018"),
    ("Call (212) 555-2368 now please", "phone", "(212) 555-2368"),
    ("Llama al 612 345 678 y pregunta por el piso", "phone", "612 345 678"),
    ("请拨打 138 0013 8000 联系我们", "phone", "138 0013 8000"),
    ("Card 4111 1111 1111 1111 was used", "card", "4111 1111 1111 1111"),
    ("Card 5500-0000-0000-0004.", "card", "5500-0000-0000-0004"),
    ("Pay to GB82 WEST 1234 5698 7654 32 by Friday", "iban", "GB82 WEST 1234 5698 7654 32"),
    ("IBAN: ES9121000418450200051332", "iban", "ES9121000418450200051332"),
]  # fmt: skip
HARMLESS = [
    "Card 4111 1111 1111 1112 fails its sum",
    "GB82 WEST 1234 5698 7654 33 is off by one",
    "In 2026, 1,500 of 12,000 homes were sold for 250,000 euros",
    "From 2019-2026 and 10-20 %",
    "Follow @interlude and mail@ nobody",
    "0000 0000 0000 0000",
]


@pytest.mark.parametrize(("text", "check", "quote"), PERSONAL)
def test_personal_data_is_remarked_in_its_place_and_is_no_figure(text, check, quote):
    piece = Draft(kind="general", text=text)
    marked = [(f.check, f.quote, f.level) for f in found(piece, group="personal")]
    assert marked == [(check, quote, "advises")]
    assert found(piece, group="figures") == []


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_looks_like_it_passes(text):
    assert quotes(text, group="personal") == []


def test_what_the_brand_publishes_itself_is_its_own():
    own = Measure(own_contacts=("info@example.org", "+44 (0) 20 7946 0018", "+442079460018"))
    text = "Write to Info@example.org or call +44 20 7946 0018."
    assert quotes(text, own, group="personal") == []


def test_alternative_texts_and_descriptions_are_looked_at():
    piece = Draft(kind="image", text="x", alt="a@example.org", meta_description="b@example.org")
    assert {f.part for f in found(piece, group="personal")} == {"alt", "meta_description"}


def test_money_that_could_be_dialled_is_a_figure_all_the_same():
    piece = Draft(kind="general", text="Vendimos por 612 345 678 euros en total", language="es")
    assert [f.check for f in found(piece, group="figures")] == ["unsupported_figure"]
