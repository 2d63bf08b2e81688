"""Which figures a text holds, and which of them no claim bears."""

import pytest

from agent.content_checks import Draft, Measure
from agent.content_checks.figures import figures
from agent.content_checks.reading import Reading
from tests.content_checks.drafts import found, quotes

FIGURES = {
    "Prices rose 12% to €1,200 in March 2026.": ["12%", "€1,200", "March 2026"],
    "It sold for $2.5 million after 30 days.": ["$2.5 million", "30"],
    "Thirty-five of two hundred and fifty homes": ["Thirty-five", "two hundred and fifty"],
    "A third of buyers, two-thirds of sellers, half of all": [
        "A third of", "two-thirds", "half of"],
    "On 3 March, 2026-03-12 and April 5th, 2025": ["3 March", "2026-03-12", "April 5th, 2025"],
    "Between 5 and 10 percent, €5–10k": ["5", "10 percent", "€5", "10k"],
    "Un 12,5 % más, 1.200 € al mes": ["12,5 %", "1.200 €"],
    "Treinta y cinco pisos, la mitad por dos mil euros en marzo de 2026": [
        "Treinta y cinco", "la mitad", "dos mil euros", "marzo de 2026"],
    "三成买家在2026年3月12日前付了3.5万元，上涨百分之十二": [
        "三成", "2026年3月12日", "3.5万元", "百分之十二"],
    "二十三套房，三分之二已售": ["二十三", "三分之二"],
    "1. First\n2. Second\n\nIt took 90 days.": ["90"],
    "# 3 rooms\n\nThey measure 80 m²": ["3", "80 m²"],
}  # fmt: skip
NO_FIGURES = [
    "The 3D tour on 5G, open 24/7, at 10:30 or 5 pm.",
    "COVID-19, B2B and A4",
    "See https://example.org/2024/12 or `x = 99`, #top10",
    "One of them, and another one. Hundreds of homes.",
    "Una casa, uno de ellos. Cientos de pisos.",
    "一些人十分满意，千万别急，万一下雨，第三天，星期五，三三两两",
    "```\n42 + 1\n```",
]


@pytest.mark.parametrize(("text", "expected"), FIGURES.items())
def test_figures_are_found_where_they_stand(text: str, expected: list[str]) -> None:
    assert [text[f.start : f.end] for f in figures(Reading(text))] == expected


@pytest.mark.parametrize("text", NO_FIGURES)
def test_names_idioms_and_addresses_are_no_figures(text: str) -> None:
    assert figures(Reading(text)) == []


BORNE = [
    ("Prices rose 12%.", "An increase of 12 percent was seen."),
    ("Twelve percent more", "12%"),
    ("Un doce por ciento más que en 2025", "Prices rose 12% in 2025."),
    ("上涨百分之十二", "Prices rose 12%."),
    ("It costs €1,200.", "Cuesta 1.200 euros."),
    ("It costs 1.2 million dollars.", "$1,200,000"),
    ("花费3.5万元", "CNY 35,000"),
    ("In 2026 it rose.", "On 3 March 2026 it rose."),
    ("In March 2026 it rose.", "2026-03-12"),
    ("On 12 March 2026", "2026年3月12日"),
    ("A third of buyers", "33 % of buyers"),
    ("Half of buyers", "50% of buyers"),
    ("Between 5 and 10 % more", "5–10%"),
    ("Some 250 homes", "two hundred and fifty homes"),
    ("twenty-five homes", "25 homes"),
    ("In 2026 and 12% more", "12% more in 2026"),
    ("ochenta y tres viviendas", "83 homes"),
    ("二百五十套", "250 homes"),
    ("€5-10k for the kitchen", "€5,000 to €10,000"),
    ("80 m²", "80 square metres"),
]
NOT_BORNE = [
    ("Prices rose 13%.", "Prices rose 12%.", "13%"),
    ("30% of homes", "30 homes", "30%"),
    ("30 homes", "30% of homes", "30"),
    ("It costs $1,200.", "It costs €1,200.", "$1,200"),
    ("In April 2026", "In March 2026", "April 2026"),
    ("On 3 March 2026", "In March 2026", "3 March 2026"),
    ("Seventeen agents agree.", "Sixteen agents agree.", "Seventeen"),
    ("It rose to 1,250.", "It rose to 1,200.", "1,250"),
    ("三成买家", "四成买家", "三成"),
    ("La mitad de los compradores", "El 40 % de los compradores", "La mitad"),
    ("$3 million", "$3 thousand", "$3 million"),
]


@pytest.mark.parametrize(("text", "claim"), BORNE)
def test_a_figure_of_a_claim_is_borne_however_it_is_written(text: str, claim: str) -> None:
    assert quotes(text, Measure(claims=(claim,)), group="figures") == []


@pytest.mark.parametrize(("text", "claim", "figure"), NOT_BORNE)
def test_a_figure_in_no_claim_is_named(text: str, claim: str, figure: str) -> None:
    piece = Draft(kind="general", text=text)
    wrong = found(piece, Measure(claims=(claim,)), group="figures")
    assert [(f.quote, f.level) for f in wrong] == [(figure, "advises")]


def test_small_bare_numbers_are_advice() -> None:
    piece = Draft(kind="general", text="Ask three neighbours and 4 agents.")
    wrong = found(piece, group="figures")
    assert [(f.quote, f.level) for f in wrong] == [("three", "advises"), ("4", "advises")]


def test_figures_of_the_meta_description_count_too() -> None:
    piece = Draft(kind="blog", text="# Flats", meta_description="Sells 40% faster")
    wrong = found(piece, group="figures")
    assert [(f.part, f.quote) for f in wrong] == [("meta_description", "40%")]


LIST = "# {} tips for sellers\n\n" + "".join(f"## Tip {name}\n\nDo it.\n\n" for name in "abc")


@pytest.mark.parametrize("count", ["3", "Three"])
def test_what_the_text_itself_counts_needs_no_claim(count: str) -> None:
    piece = Draft(kind="blog", text=LIST.format(count))
    assert found(piece, group="figures") == []


def test_a_count_that_the_text_does_not_keep_is_named() -> None:
    piece = Draft(kind="blog", text=LIST.format("17"))
    wrong = found(piece, group="figures")
    assert [(f.check, f.quote, f.level) for f in wrong] == [("own_count", "17", "advises")]
