"""Which sentences can be a claim, in three languages."""

import pytest

from agent.text import Language
from agent.workflows.studio.research.sentences import flaw, said

FINE: list[tuple[Language, str]] = [
    ("en", "A neutral wall colour makes a room look larger in photographs."),
    ("en", "Staged homes sold 11 days sooner than others in 2025."),
    ("en", "It is common for lenders to ask for two recent payslips."),
    ("en", "A seller who prices too high loses the first weeks, when most buyers look."),
    ("en", "Baking cookies before an open house hides no smell of damp."),
    ("en", "Discount points lower the rate of a loan in exchange for a fee."),
    ("en", "Homes in the US are often sold with the help of two agents."),
    ("en", "Buyers notice those who answer within a day and come back to them."),
    ("en", "A flat costs more to heat when it stands empty."),
    ("en", "Worn carpets look better once they have been cleaned."),
    ("en", "Clear the counters to three objects before a viewing."),
    ("en", "Costs include agency fees, taxes, legal work and repairs."),
    ("en", "Staging a bedroom takes an afternoon and little money."),
    ("en", "A survey of 1,840 owners found that staged homes sold sooner."),
    ("es", "Los compradores se forman una opinión en los primeros minutos de la visita."),
    ("es", "Está comprobado que la luz natural ayuda a vender una vivienda."),
    ("es", "Los préstamos con garantía hipotecaria tienen plazos de veinte a treinta años."),
    ("zh", "首付是购房者用自己的储蓄支付的那一部分房款。"),
    ("zh", "许多布置师建议把大约三分之一的家具搬走。"),
]

NOT: list[tuple[Language, str, str]] = [
    ("en", "Does staging pay for itself in a slow market?", "no whole sentence"),
    ("en", "Staging works wonders in every room of the house!", "no whole sentence"),
    ("en", "Ten ideas for a small garden in front of the house", "no whole sentence"),
    ("en", "and the price of the house rises by a little.", "no whole sentence"),
    ("en", "Light sells.", "length"),
    ("en", "Rooms (such as the kitchen look better with light.", "unbalanced"),
    ("en", "It makes the room look larger than it really is.", "leans on the sentence before"),
    ("en", "They often decide within the first few minutes.", "leans on the sentence before"),
    ("en", "This makes a dark hall look wider and lighter.", "leans on the sentence before"),
    ("en", "If they are old, the pipes should be replaced soon.", "leans on the sentence before"),
    ("en", "For example, a lamp in the corner helps a lot.", "leans on the sentence before"),
    ("en", "Many prefer a room without any family pictures.", "leans on the sentence before"),
    ("en", "Sellers who follow these rules wait less for offers.", "points elsewhere"),
    ("en", "The costs are listed in the table shown below.", "points elsewhere"),
    ("en", "Photographs from that walk reveal crooked shutters.", "points elsewhere"),
    ("en", "At Acme Realty we help sellers with their first home.", "speaks of its author"),
    ("en", "I always begin with the hall and the front door.", "speaks of its author"),
    ("en", "Subscribe for more home staging tips every week.", "advertises"),
    ("en", "Download our checklist before the next viewing.", "speaks of its author"),
    ("en", "Click the button below for a list of prices.", "advertises"),
    ("en", "The award-winning team sells more homes than any other.", "advertises"),
    ("en", "More advice on staging stands on https://acme.example today.", "holds an address"),
    ("en", "By Jane Doe, updated on the third of March 2025.", "credit"),
    ("en", "White bedding, four pillows and two matching lamps.", "no verb"),
    ("en", "Three books, three candles, three bottles of olive oil.", "no verb"),
    ("en", "Adding the cost of the improvements in full.", "no verb"),
    ("en", "Typical cost: $4,500 with power, $2,200 without.", "no verb"),
    ("en", "You have to pack them before the viewing.", "means what stands elsewhere"),
    ("en", "Agents love it for the photographs alone.", "means what stands elsewhere"),
    ("en", "For a $400,000 home that's $4,000 in the end.", "means what stands elsewhere"),
    ("en", "In a slow market it merely gives money away.", "means what stands elsewhere"),
    ("en", "The kitchen came second at 31 percent.", "means what stands elsewhere"),
    ("en", "Prices rose once the survey matched homes by size.", "means what stands elsewhere"),
    ("en", "A buyer in Leeds says she paid too much.", "means what stands elsewhere"),
    ("es", "Esta medida reduce el gasto de calefacción cada mes.", "leans on the sentence before"),
    ("es", "Además, la pintura clara da más luz a la casa.", "leans on the sentence before"),
    ("es", "Nuestros agentes venden más casas que los demás.", "speaks of its author"),
    ("es", "Suscríbete y recibe consejos de home staging cada mes.", "advertises"),
    ("zh", "这样做可以让房间看起来更大一些。", "leans on the sentence before"),
    ("zh", "我们每年帮助许多家庭买到合适的住宅。", "speaks of its author"),
    ("zh", "扫码添加顾问，领取最新的购房资料。", "advertises"),
    ("zh", "首付需要多少钱才够？", "no whole sentence"),
]


@pytest.mark.parametrize(("language", "text"), FINE)
def test_a_fact_that_stands_by_itself_can_be_a_claim(language: Language, text: str) -> None:
    assert flaw(said(text, language), language) == ""


@pytest.mark.parametrize(("language", "text", "why"), NOT)
def test_anything_else_cannot(language: Language, text: str, why: str) -> None:
    assert flaw(said(text, language), language) == why


def test_marks_and_lead_ins_are_not_said() -> None:
    text = "However, **fresh paint** costs little\n and [sells](https://a.example) a room.[3]"
    assert said(text, "en") == "Fresh paint costs little and sells a room."
    assert said("Por último, la cocina se deja vacía.", "es") == "La cocina se deja vacía."


def test_a_sentence_without_an_end_is_too_long_and_costs_no_time() -> None:
    assert flaw(f"A {'very ' * 20_000}long sentence.", "en") == "length"
