"""What blocks is what a platform refuses; everything else is a remark, and wishes outrank it."""

from datetime import date

import pytest

from agent.checks.content import Draft, Measure, Voice
from agent.checks.content.platform import LIMITS
from tests.checks.content.drafts import BLOG, INSTAGRAM, LINKEDIN, TAGS, draft, found, names

LEVELS: list[tuple[str, Draft, str, str]] = [
    ("over 3,000", draft("linkedin", LINKEDIN + "\n\n" + "word " * 500), "length", "blocks"),
    ("over 2,200", draft("instagram", INSTAGRAM + "z" * 2_200), "length", "blocks"),
    (
        "31 hashtags",
        draft("instagram", INSTAGRAM + "".join(f" #more{n}" for n in range(11))),
        "hashtags",
        "blocks",
    ),
    (
        "no hashtags",
        draft("linkedin", LINKEDIN[: LINKEDIN.index("#")]),
        "hashtag_number",
        "advises",
    ),
    ("a short post", draft("linkedin", LINKEDIN[:500]), "words", "advises"),
    ("a long caption", draft("instagram", "word " * 180 + TAGS), "words", "advises"),
    (
        "bold type",
        draft("linkedin", LINKEDIN.replace("flat", "**flat**", 1)),
        "markdown",
        "advises",
    ),
    ("no title", draft("blog", BLOG.replace("# Home", "Home", 1)), "title", "advises"),
    ("a short description", draft("blog", meta_description="Tips."), "meta_description", "advises"),
    ("no alt text", draft("instagram", alt=" "), "alt", "advises"),
    ("a wide image", draft("instagram", ratio="16:9"), "ratio", "advises"),
    ("a placeholder", draft("blog", BLOG + "\n[insert name]"), "placeholder", "advises"),
    ("an empty section", draft("blog", BLOG + "\n## More\n"), "empty_section", "advises"),
    ("a sentence twice", draft("blog", BLOG + BLOG), "repeated_sentence", "advises"),
]


@pytest.mark.parametrize("kind", ["blog", "linkedin", "image", "strategy", "general"])
def test_an_empty_text_blocks(kind):
    levels = [finding.level for finding in found(draft(kind, "  \n"), group="platform")]
    assert levels[0] == "blocks"


@pytest.mark.parametrize("kind", ["blog", "linkedin", "strategy", "image"])
def test_a_good_draft_has_no_remarks(kind):
    assert found(draft(kind)) == []


@pytest.mark.parametrize(("piece", "check", "level"), [row[1:] for row in LEVELS])
def test_only_what_the_platform_refuses_blocks(piece, check, level):
    levels = {finding.check: finding.level for finding in found(piece)}
    assert levels.get(check) == level
    assert level == "blocks" or "blocks" not in levels.values()


@pytest.mark.parametrize("platform", LIMITS)
def test_limits_name_their_source_and_date(platform):
    assert LIMITS[platform]["source"]
    assert date.fromisoformat(LIMITS[platform]["date"])


@pytest.mark.parametrize(
    ("wish", "check"),
    [
        ({"wished_words": 30}, set()),
        ({"wished_words": 200}, {"word_target"}),
        ({"wished_hashtags": 2}, {"words"}),
        ({"wished_hashtags": 4}, {"words", "hashtag_wish"}),
        ({"wished_hashtags": 4, "is_hashtags_limit": True}, {"words"}),
        ({"wished_hashtags": 1, "is_hashtags_limit": True}, {"words", "hashtag_wish"}),
    ],
)
def test_wishes_outrank_what_is_usual(wish, check):
    tags = "#a #b" if "wished_hashtags" in wish else "#a #b #c"
    piece = draft("linkedin", f"{'A plain word. ' * 10}\n\n{tags}")
    assert names(piece, Measure(**wish), group="platform") == check


def test_a_post_without_facts_may_stay_short():
    piece = draft("linkedin", "A plain word. " * 10)
    assert "words" in names(piece, Measure())
    assert "words" not in names(piece, Measure(has_facts=False))
    assert "word_target" not in names(draft("blog"), Measure()), "none was asked for"


def test_words_that_the_brand_does_not_use_are_remarks():
    marked = found(draft("linkedin"), Measure(voice=Voice(banned=("flat",))), group="tone")
    assert {(f.quote.lower(), f.level) for f in marked} == {("flat", "advises")}


def test_what_is_too_long_is_pointed_at_from_the_limit_on():
    piece = draft("linkedin", "😀" * 1_500 + "tail")
    finding = next(f for f in found(piece) if f.check == "length")
    assert finding.quote == "tail"


def test_chinese_characters_take_two_places_in_search_results():
    assert "meta_description" not in names(draft("blog", meta_description="房" * 78))
    assert "meta_description" in names(draft("blog", meta_description="房" * 150))
