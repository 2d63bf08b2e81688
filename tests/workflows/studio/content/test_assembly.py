"""Without a model a piece is put together from quotes, and buttons put it together otherwise."""

from typing import Any

import pytest

from agent.workflows.studio.artifacts import report_on
from agent.workflows.studio.content import assembly
from agent.workflows.studio.content.contracts import Brief, Claim, Details, Piece, Research, Source
from tests.workflows.studio import desk

SAID: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "en": ("home staging", "Staging study", ("Kitchen", "Light", "Costs")),
    "es": ("preparar la vivienda", "Estudio de viviendas", ("Cocina", "Luz", "Costes")),
    "zh": ("房屋布置", "房屋布置研究", ("厨房", "采光", "费用")),
}
SENTENCES = {
    "en": "Fact {n}: a tidy {under} sells {n} days sooner.",
    "es": "Dato {n}: con {under} en orden se vende {n} días antes.",
    "zh": "第{n}点：整洁的{under}能让房子早{n}天卖出。",
}
KINDS = ("blog", "linkedin", "instagram", "strategy")


def brief(kind: Any, language: Any = "en", **more: Any) -> Brief:
    topic, title, headings = SAID[language]
    claims = tuple(
        Claim(
            id=f"C{n}",
            text=(said := SENTENCES[language].format(n=n, under=headings[n % 3])),
            source="S1",
            quote=said,
            heading=headings[n % 3],
            verdict="supported",
        )
        for n in range(1, 13)
    )
    source = Source(id="S1", title=title, where="web", url="https://study.example/s")
    research = Research(topic=topic, language=language, sources=(source,), claims=claims)
    given = {"topic": topic, "research": research, **more}
    return desk.brief(kind, language=language, **given)


def made(of: Brief) -> Piece:
    return assembly.pieces(of)[0]


@pytest.mark.parametrize("language", ["en", "es", "zh"])
@pytest.mark.parametrize("kind", KINDS)
def test_it_quotes_under_the_sources_headings_and_says_so(kind: str, language: str) -> None:
    of = brief(kind, language)
    piece = made(of)
    claims = {claim.id: claim for claim in of.research.supported}
    assert piece.claims
    assert all(claims[id_].quote in piece.text for id_ in piece.claims)
    assert all(heading in piece.text for heading in SAID[language][2])
    assert "https://study.example/s" in piece.text
    assert assembly.ASSEMBLED in piece.notes
    assert (piece.origin, piece.language) == ("rules", language)
    assert report_on(piece, of).blocking == ()


@pytest.mark.parametrize("kind", ["blog", "linkedin", "instagram"])
def test_the_strongest_claim_comes_first(kind: str) -> None:
    piece = made(brief(kind))
    assert piece.claims[0] == "C1"


@pytest.mark.parametrize("words", [60, 150])
@pytest.mark.parametrize("kind", ["blog", "linkedin", "instagram"])
def test_no_more_is_quoted_than_the_length_has_words_for(kind: str, words: int) -> None:
    of = brief(kind, details=Details(words=words))
    claims = {claim.id: claim for claim in of.research.supported}
    quoted = " ".join(claims[id_].quote for id_ in made(of).claims)
    assert 0 < len(quoted.split()) <= words


@pytest.mark.parametrize("language", ["en", "es", "zh"])
@pytest.mark.parametrize("kind", ["linkedin", "instagram"])
def test_hashtags_are_a_few_key_terms(kind: str, language: str) -> None:
    tags = [word for word in made(brief(kind, language)).text.split() if word.startswith("#")]
    assert 1 <= len(tags) <= 5
    assert len(set(tags)) == len(tags)


def test_as_many_hashtags_as_were_asked_for() -> None:
    assert "#" not in made(brief("instagram", details=Details(hashtags=0))).text
    assert made(brief("instagram", details=Details(hashtags=2))).text.count("#") == 2


@pytest.mark.parametrize("kind", KINDS)
def test_the_forms_fields_stand_as_they_were_typed(kind: str) -> None:
    details = Details(location="Old harbour", price="9 €")
    piece = made(brief(kind, details=details))
    assert "Old harbour" in piece.text
    assert "9 €" in piece.text


def test_variants_begin_with_other_quotes() -> None:
    variants = assembly.pieces(brief("linkedin"))
    assert len({piece.text.splitlines()[0] for piece in variants}) == len(variants) == 3


def test_a_section_without_a_quote_is_remarked_on() -> None:
    of = brief("blog")
    outline = assembly.outlined(of)
    own = outline.sections[0].model_copy(update={"heading": "Pets", "claims": ()})
    changed = outline.model_copy(update={"sections": (own, *outline.sections)})
    (piece,) = assembly.pieces(of, changed)
    checks = [finding.check for finding in report_on(piece, of).findings]
    assert "empty_section" in checks


def test_a_plan_has_a_calendar_whose_entries_open() -> None:
    piece = made(brief("strategy", "es"))
    assert len(piece.slots) >= 8
    assert {slot.kind for slot in piece.slots} == {"blog", "linkedin", "instagram"}
    assert all(slot.day in piece.text for slot in piece.slots)


def test_a_picture_shows_the_topic_and_what_the_form_says() -> None:
    of = brief("image", request="In 9:16", details=Details(features=("terrace",)))
    wish = assembly.picture(of)
    assert "home staging" in wish.prompt
    assert "terrace" in wish.prompt
    assert wish.ratio == "9:16"


# Buttons


@pytest.mark.parametrize("kind", KINDS)
def test_each_button_changes_the_piece_and_it_stays_one_of_quotes(kind: str) -> None:
    of = brief(kind, details=Details(words=60))
    piece = made(of)
    acts = assembly.acts_on(piece, of)
    # A plan has a pillar for each source, and here there is one.
    every = {"drop_last", "opening", "order", "quote"}
    assert set(acts) == ({"quote"} if kind == "strategy" else every)
    claims = {claim.id: claim for claim in of.research.supported}
    for act in acts:
        after = assembly.rearrange(piece, of, act)
        assert after.text != piece.text
        assert after.claims
        assert all(claims[id_].quote in after.text for id_ in after.claims)
        assert (after.wish, after.title) == (piece.wish, piece.title)


def test_every_quote_can_open() -> None:
    of = brief("linkedin", details=Details(words=60))
    piece = made(of)
    seen = set()
    for _ in piece.claims:
        seen.add(piece.claims[0])
        piece = assembly.rearrange(piece, of, "opening")
    assert seen == set(piece.claims)


def test_in_any_order_the_section_nearest_to_the_topic_stays() -> None:
    of = brief("blog")
    piece = made(of)
    assert piece.layout
    nearest = piece.layout.sections[0]
    piece = assembly.rearrange(piece, of, "order")
    while "drop_last" in assembly.acts_on(piece, of):
        piece = assembly.rearrange(piece, of, "drop_last")
    assert piece.layout
    assert piece.layout.sections == (nearest,)


def test_a_text_without_a_layout_has_no_buttons() -> None:
    of = brief("blog")
    assert assembly.acts_on(made(of).model_copy(update={"layout": None}), of) == ()


def test_a_plan_has_no_title_twice_and_says_what_the_facts_do_not_carry() -> None:
    piece = made(brief("strategy", details=Details(weeks=12)))
    titles = [slot.title for slot in piece.slots]
    assert len(set(titles)) == len(titles) == 12
    assert piece.slots[-1].week > 10
    assert any("12" in note for note in piece.notes[1:])


def test_what_was_chosen_here_is_not_remarked_on() -> None:
    of = brief("linkedin").model_copy(update={"topic": "how to make a home look tidy and bright"})
    piece = made(of)
    report = report_on(piece.model_copy(update={"text": "One line.\n\n#Home"}), of)
    assert not [each for each in report.findings if each.check.startswith("hashtag")]


def test_hashtags_are_of_the_topic_where_headings_are_sentences() -> None:
    of = brief("instagram", topic="moths and tidy kitchens in the city")
    claims = tuple(c.model_copy(update={"heading": "Why it is so"}) for c in of.research.claims)
    of = of.model_copy(update={"research": of.research.model_copy(update={"claims": claims})})
    tags = [word for word in made(of).text.split() if word.startswith("#")]
    assert "#Tidy" in tags or "#TidyKitchens" in tags
    assert "#Moths" not in tags


def test_words_of_the_topic_that_no_quote_has_are_named() -> None:
    said = "\n".join(made(brief("linkedin", topic="tidy homes with moths")).notes)
    assert "moths" in said
    assert "tidy" not in said


@pytest.mark.parametrize("kind", ["linkedin", "instagram"])
def test_a_post_of_own_facts_names_its_topic(kind: str) -> None:
    of = brief(kind, topic="coffee subscription", research=Research(topic="coffee subscription"))
    text = made(of.model_copy(update={"notes": ("The first bag costs 5 euros",)})).text
    assert text.startswith("Coffee subscription\n")
    assert "The first bag costs 5 euros" in text
