"""Figures, quotations and personal data in a draft: a labelled set, and how they are marked."""

import pytest

from agent.checks.content import Draft, Measure, check_draft
from tests.checks.content.drafts import found, quotes

# A text, what is claimed, and the figures in it that no claim has.
LABELLED: list[tuple[str, str, list[str]]] = [
    ("Prices rose 12%.", "An increase of 12 percent was seen.", []),
    ("It costs 1.2 million dollars.", "$1,200,000", []),
    ("花费3.5万元", "CNY 35,000", []),
    ("Between 5 and 10 % more", "5–10%", []),
    ("€5-10k for the kitchen", "€5,000 to €10,000", []),
    ("842 euros, 232 más", "610 euros antes, 842 ahora", []),
    ("Von 10 bis 14 Uhr", "from 10 to 2", []),
    ("A 3D tour on 5G, open 24/7, at 10:30 or 5 pm.", "", []),
    ("COVID-19, B2B and A4", "", []),
    ("See https://example.org/2024/12 or `x = 99`, #top10", "", []),
    ("```\n42 + 1\n```", "", []),
    ("13. Paint\n14. Clean", "", []),
    ("步骤:1. 打开页面。2. 等 45 秒。3. 关闭", "45 秒", []),
    ("Steps: 1) sign in 2) wait 90 days", "", ["90"]),
    ("It fell from 60. It rose to 61.", "", ["60", "61"]),
    ("Ask three neighbours and 4 agents.", "", []),
    ("五个房间，星期五，三三两两", "", []),
    ("1 200 000 €", "1.2 million", []),
    ("Prices rose 13%.", "Prices rose 12%.", ["13%"]),
    ("30% of homes", "30 homes", ["30%"]),
    ("$3 million", "$3 thousand", ["3 million"]),
    ("In 2024 we sold 40 flats.", "In 2024 we sold flats.", ["40"]),
    ("Subió un 7 por ciento", "Subió un 8 por ciento", ["7 por ciento"]),
    ("3.5万元", "3.5元", ["3.5万元"]),
]


def test_figures_in_no_claim_are_told_from_those_in_one():
    right = missed = wrong = 0
    for text, claim, expected in LABELLED:
        marked = quotes(text, Measure(claims=(claim,)), group="figures")
        right += len(set(marked) & set(expected))
        missed += len(set(expected) - set(marked))
        wrong += len(set(marked) - set(expected))
    assert right / (right + missed) >= 0.95
    assert right / (right + wrong) >= 0.9


def test_a_figure_in_no_claim_is_a_remark():
    piece = Draft(kind="blog", text="# Flats\n\n40% sold", meta_description="Sells 45% faster")
    marked = found(piece, group="figures")
    assert {(f.part, f.quote, f.level) for f in marked} == {
        ("text", "40%", "advises"),
        ("meta_description", "45%", "advises"),
    }


def test_a_quotation_in_no_claim_is_a_remark():
    said = "“nobody ever came to see it before we staged it”"
    text = f"She said “we sold the flat within a week” and {said}."
    marked = quotes(text, Measure(claims=("We sold the flat within a week!",)), group="figures")
    assert marked == [said]


def test_a_turn_of_speech_in_quotation_marks_is_no_quotation():
    text = "Forget “location, location, location” and the “perfect time to buy”."
    assert quotes(text, Measure(), group="figures") == []


def test_the_dates_and_counts_of_a_plan_need_no_claim():
    text = "# Plan\n\nFrom 7 January to 15 March 2027, 24 posts. 93 % of buyers never sold before."
    draft = Draft(kind="strategy", text=text)
    report = check_draft(draft, Measure())
    assert [f.quote for f in report.findings if f.group == "figures"] == ["93 %"]


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
