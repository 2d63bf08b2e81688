"""Posts for LinkedIn and Instagram."""

import pytest

from agent.content_checks.reading import HASHTAG, Reading
from agent.workflows.studio import composing
from agent.workflows.studio.contracts import Details
from tests.workflows.studio.composing.briefs import TOPICS, brief_on, brief_with, drafts_on


def first_line(text: str) -> str:
    return text.split("\n", 1)[0]


def tags(text: str) -> list[str]:
    return [found[0] for found in HASHTAG.finditer(text)]


@pytest.mark.parametrize("topic", TOPICS)
def test_three_openings_of_three_kinds(topic: str) -> None:
    question, statement, contrast = drafts_on(topic, "linkedin")
    brief = brief_on(topic)
    assert brief.research is not None
    texts = [claim.text for claim in brief.research.supported]
    assert first_line(question.text).endswith("?")
    assert first_line(statement.text) in texts
    assert len({first_line(piece.text) for piece in (question, statement, contrast)}) == 3
    assert not first_line(contrast.text).endswith("?")


def test_no_claim_is_told_twice_in_a_post() -> None:
    for piece in drafts_on("open houses", "linkedin"):
        sentences = [piece.text[a:b].strip("→ ") for a, b in Reading(piece.text, "en").sentences]
        assert len(sentences) == len(set(sentences))


def test_the_variants_tell_different_things() -> None:
    question, statement, contrast = drafts_on("home inspections", "linkedin")
    assert question.claims != statement.claims
    assert statement.claims != contrast.claims


def test_the_brands_hashtags_close_the_list() -> None:
    linkedin = tags(drafts_on("open houses", "linkedin")[0].text)
    assert linkedin[0] == "#OpenHouses"
    assert linkedin[-2:] == ["#RealEstate", "#HomeBuying"]
    instagram = tags(drafts_on("open houses", "instagram")[0].text)
    assert instagram[-4:] == ["#RealEstate", "#HomeBuying", "#HomeSelling", "#HarbourAndHearth"]
    assert len({tag.casefold() for tag in instagram}) == len(instagram)


def test_hashtags_hold_no_banned_words() -> None:
    brand = brief_on("open houses").brand
    voice = brand.voice.model_copy(update={"banned": ("open houses", "staging")})
    brief = brief_on("open houses", "instagram", brand=brand.model_copy(update={"voice": voice}))
    found = [tag.casefold() for tag in tags(composing.instagram(brief).text)]
    assert found
    assert not {"#openhouses", "#openhouse", "#staging"} & set(found)


def test_keywords_and_place_become_hashtags() -> None:
    details = Details(keywords=("first viewing",), location="Valencia")
    brief = brief_on("open houses", "instagram", details=details)
    assert {"#FirstViewing", "#Valencia"} <= set(tags(composing.instagram(brief).text))


def test_a_caption_has_a_square_picture_described_for_those_who_do_not_see_it() -> None:
    piece = drafts_on("home staging tips", "instagram")[0]
    assert piece.wish is not None
    assert (piece.ratio, piece.wish.ratio) == ("1:1", "1:1")
    assert "living room" in piece.alt
    assert piece.alt == piece.wish.alt
    assert piece.alt not in piece.text


def test_the_words_asked_for_are_kept_within_the_platforms_limits() -> None:
    for words, least, most in ((50, 150, 200), (240, 210, 250), (900, 200, 250)):
        brief = brief_on("open houses", "linkedin", details=Details(words=words))
        for piece in composing.linkedin(brief):
            assert least <= Reading(piece.text).word_count <= most


def test_a_call_in_another_language_is_not_used() -> None:
    for piece in drafts_on("首次购房", "linkedin"):
        assert "Talk to us" not in piece.text
        assert "Harbour & Hearth Realty" in piece.text


def test_a_call_that_asks_for_nothing_gets_one_that_does() -> None:
    brief = brief_with("Light walls suit most rooms.", kind="linkedin")
    brand = brief.brand.model_copy(update={"call_to_action": "Homes with heart."})
    text = composing.linkedin(brief.model_copy(update={"brand": brand}))[0].text
    end = text[text.index("Homes with heart.") :]
    assert any(asks in end for asks in ("Contact", "Get in touch", "Ask Harbour"))
