"""Claims: of a model, read line by line; without one, quotes of what is on the topic."""

import pytest

from agent.workflows.studio.content.claims import (
    ClaimsFor,
    by_model,
    is_quotable,
    prompt,
    quote_claims,
)
from agent.workflows.studio.content.contracts import Claim, Source
from agent.workflows.studio.content.gathering import numbered, read
from tests.fakes import Says
from tests.workflows.studio.content.scene import MOVING, STAGING, Scene, brief


def value(*sources: tuple[str, str]) -> ClaimsFor:
    texts = [
        read(
            Source(id=f"S{n}", title=title, where="document", document=title, language="en"),
            markdown,
        )
        for n, (title, markdown) in enumerate(sources, start=1)
    ]
    of = brief(request="Post for landlords")
    return ClaimsFor(brief=of, sentences=numbered(texts, of.topic))


BOTH = value(("Home staging", STAGING), ("Moving house", MOVING))


def id_of(beginning: str) -> str:
    return next(each.id for each in BOTH.sentences if each.text.strip().startswith(beginning))


def given(*lines: str) -> tuple[tuple[Claim, ...] | None, list[int]]:
    """What a model's lines come to, and how many claims were told each time."""
    told: list[int] = []
    scene = Scene(Says("\n".join(lines)))
    return by_model(BOTH, scene.context, lambda claims: told.append(len(claims))), told


def test_quotes_are_the_sentences_named_word_for_word_and_are_told_as_they_come() -> None:
    paid, rent = id_of("A consultation"), id_of("Rented")
    claims, told = given(
        f"[{paid} {rent}] Staging costs 150 to 400 euros, and furniture is rented.",
        f"- [{id_of('Oversized')}]: Large furniture makes a room look small.",
    )
    assert claims
    assert [claim.id for claim in claims] == ["C1", "C2"]
    assert all(part in STAGING for part in claims[0].quote.split(". "))
    assert {claim.verdict for claim in claims} == {"supported"}
    assert told == [1, 2]


def test_strange_numbers_and_lines_are_left_out_and_strange_figures_marked() -> None:
    claims, _ = given("Here are the claims:", "[S9.9] No.", f"[{id_of('Rented')}] It costs 90 %.")
    assert claims
    assert [(claim.verdict, "90" in claim.reason) for claim in claims] == [("unsupported", True)]


def test_no_claims_is_an_answer_and_prose_is_none() -> None:
    assert given("NONE")[0] == ()
    assert given("I cannot help with that, sorry.")[0] is None


def test_what_is_said_twice_is_kept_once() -> None:
    number = id_of("Rented")
    claims, _ = given(f"[{number}] Furniture is rented.", f"[{number}] Furniture is rented.")
    assert claims
    assert len(claims) == 1


def test_the_prompt_ends_with_the_request_and_bounds_the_claims() -> None:
    told = prompt(BOTH.model_copy(update={"most": 12}))
    assert told.index("Rented furniture") < told.index("Post for landlords")
    assert "12" in told[told.index("Post for landlords") :]


def test_without_a_model_claims_are_quotes_on_the_topic_only() -> None:
    claims = quote_claims(BOTH, Scene().context)
    assert claims
    assert all(claim.quote in STAGING for claim in claims)
    assert not any("?" in claim.text for claim in claims)


@pytest.mark.parametrize(
    ("sentence", "fits"),
    [
        ("A consultation with a stager costs between 150 and 400 euros.", True),
        ("Un asesor de home staging cobra entre 150 y 400 euros.", True),
        ("房屋布置可以帮助买家想象自己住在里面的样子。", True),
        ("It is cheap.", False),
        ("Does staging pay for the seller of a small flat?", False),
        ("and so on to the end of the list of things.", False),
    ],
)
def test_what_can_be_quoted_is_a_whole_statement(sentence: str, fits: bool) -> None:
    assert is_quotable(sentence) is fits


def test_a_figure_may_be_written_in_another_language_and_makes_another_claim() -> None:
    texts = value(
        ("Rents", "## Rents\n\nHomes rated A sold for 6.8% more than others in the city.")
    )
    heard = Scene(
        Says("[S1.1] Las viviendas A se vendieron un 6,8 % más.\n[S1.1] Se vendieron un 7 % más.")
    )
    claims = by_model(texts, heard.context, lambda _claims: None)
    assert claims
    assert [claim.verdict for claim in claims] == ["supported", "unsupported"]
