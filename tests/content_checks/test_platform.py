"""Each limit of each platform, by a draft that keeps all of them but one."""

import pytest

from agent.content_checks import Draft, Measure
from tests.content_checks.drafts import (
    BLOG,
    INSTAGRAM,
    LINKEDIN,
    META,
    STRATEGY,
    TAGS,
    draft,
    found,
    names,
)

KINDS = ["blog", "linkedin", "instagram", "image", "strategy"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_good_draft_has_no_findings_at_all(kind: str) -> None:
    assert found(draft(kind)) == []


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_written_blocks(kind: str) -> None:
    assert [finding.level for finding in found(draft(kind, "  \n"), group="platform")] == ["blocks"]


SPOILT: dict[str, tuple[Draft, str]] = {
    "no title": (draft("blog", BLOG.replace("# Home", "Home", 1)), "title"),
    "two titles": (draft("blog", BLOG.replace("## Begin", "# Begin")), "title"),
    "no meta description": (draft("blog", meta_description=""), "meta_description"),
    "a short one": (draft("blog", meta_description=META[:149]), "meta_description"),
    "a long one": (draft("blog", meta_description=META + " Now."), "meta_description"),
    "one section": (
        draft("blog", BLOG.replace("## Begin", "### Begin").replace("## Home", "### Home")),
        "sections",
    ),
    "no introduction": (
        draft("blog", BLOG[: BLOG.index("Buyers")] + BLOG[BLOG.index("## Begin") :]),
        "introduction",
    ),
    "no conclusion": (
        draft("blog", BLOG.replace("## Conclusion", "## Money").replace("Contact us", "There is")),
        "conclusion",
    ),
    "an empty conclusion": (draft("blog", BLOG[: BLOG.index("Start with")]), "conclusion"),
    "no call to action": (
        draft("blog", BLOG.replace("Contact us for a free visit.", "That is all.")),
        "call_to_action",
    ),
    "too few words": (draft("blog", BLOG[:900]), "word_target"),
    "no hashtags": (draft("linkedin", LINKEDIN[: LINKEDIN.index("#")]), "hashtags"),
    "six hashtags": (draft("linkedin", LINKEDIN + " #a1 #b2 #c3"), "hashtags"),
    "bold type": (draft("linkedin", LINKEDIN.replace("flat", "**flat**", 1)), "markdown"),
    "a heading": (draft("linkedin", f"## Sold\n\n{LINKEDIN}"), "markdown"),
    "a link": (draft("linkedin", LINKEDIN.replace("flat", "[flat](https://a.b)", 1)), "markdown"),
    "a short post": (draft("linkedin", LINKEDIN[:500] + " #a #b #c"), "words"),
    "a long hook": (
        draft("linkedin", LINKEDIN.replace("empty for a year", "empty " + "a year " * 30)),
        "hook",
    ),
    "a block of text": (draft("linkedin", LINKEDIN.replace("\n\n", " ")), "long_paragraph"),
    "over 3,000": (draft("linkedin", LINKEDIN + "\n\n" + "word " * 500), "length"),
    "a long caption": (draft("instagram", "word " * 151 + TAGS), "words"),
    "too few tags": (draft("instagram", INSTAGRAM.replace("#", "")), "hashtags"),
    "too many tags": (
        draft("instagram", INSTAGRAM + "".join(f" #more{n}" for n in range(11))),
        "hashtags",
    ),
    "no alt text": (draft("instagram", alt=" "), "alt"),
    "a wide image": (draft("instagram", ratio="16:9"), "ratio"),
    "over 2,200": (draft("instagram", INSTAGRAM + " #" + "a" * 99 + "z" * 2_000), "length"),
    "tags only": (draft("instagram", TAGS), "caption"),
    "a ratio of none": (draft("image", ratio="2:1"), "ratio"),
    "an image without alt text": (draft("image", alt=""), "alt"),
    "no audience": (draft("strategy", STRATEGY.replace("## Audience", "## Owners")),
                    "audience_section"),
    "an empty section": (
        draft("strategy", STRATEGY.replace("Visits booked through the site.", "")), "kpis_section"),
    "two pillars": (draft("strategy", STRATEGY.replace("- Pricing\n", "")), "pillars"),
    "six pillars": (draft("strategy", STRATEGY.replace("- Pricing", "- A\n- B\n- C\n- D")),
                    "pillars"),
    "a calendar in words": (draft("strategy", STRATEGY.replace("|", ";")), "calendar"),
    "a mix of 90": (draft("strategy", STRATEGY.replace("20 %", "10 %")), "mix"),
}  # fmt: skip


REFUSED = {"over 3,000", "over 2,200", "too many tags"}


@pytest.mark.parametrize("name", SPOILT)
def test_only_what_a_platform_refuses_blocks(name: str) -> None:
    piece, check = SPOILT[name]
    levels = {f.level for f in found(piece, group="platform") if f.check == check}
    assert ("blocks" if name in REFUSED else "advises") in levels
    assert (name in REFUSED) == ("blocks" in levels)


@pytest.mark.parametrize(("kind", "words"), [("linkedin", 100), ("instagram", 300), ("blog", 600)])
def test_the_length_that_was_asked_for_outranks_the_usual_one(kind: str, words: int) -> None:
    text = "word " * (words - 1) + "end."
    checks = {f.check for f in found(draft(kind, text), Measure(words=words, wished_words=words))}
    assert not checks & {"words", "word_target"}
    short = draft(kind, "word " * (words // 2))
    assert "word_target" in names(short, Measure(words=words, wished_words=words))


def test_the_number_of_hashtags_that_was_asked_for_outranks_the_usual_one() -> None:
    wished = Measure(wished_hashtags=1)
    assert "hashtags" not in names(draft("linkedin", "A post. #one"), wished)
    assert "hashtags" in names(draft("linkedin", "A post. #one #two"), wished)


def test_both_ends_of_the_meta_description_are_allowed() -> None:
    for length in (150, 160):
        piece = draft("blog", meta_description=META[:150] + "x" * (length - 150))
        assert "meta_description" not in names(piece)


def test_chinese_characters_take_two_places_in_search_results() -> None:
    fits, long = (draft("blog", meta_description="房" * n) for n in (78, 150))
    assert "meta_description" not in names(fits)
    assert "meta_description" in names(long)


def test_words_far_from_the_target_are_advice() -> None:
    def level(words: int) -> list[str]:
        piece = found(draft("blog"), Measure(words=words), group="platform")
        return [finding.level for finding in piece if finding.check == "word_target"]

    assert (level(290), level(600)) == ([], ["advises"])


def test_wording_of_alternative_texts_is_advice() -> None:
    piece = draft("image", alt="Image of a bright room")
    assert [(f.check, f.level, f.part, f.quote) for f in found(piece)] == [
        ("alt_wording", "advises", "alt", "Image of a bright room")
    ]


def test_what_is_too_long_is_pointed_at_from_the_limit_on() -> None:
    piece = draft("linkedin", "😀" * 1_500 + "tail")
    finding = next(f for f in found(piece) if f.check == "length")
    assert finding.quote == "tail"


SPANISH = """# Consejos de home staging para vender tu piso

Quien visita un piso decide en pocos minutos. Una sala ordenada y con luz parece más grande, y eso
cuenta más que un sofá nuevo. Empieza por lo que se ve primero y deja lo demás para otro día.

## La entrada

Guarda abrigos y bicicletas. Un espejo y una lámpara bastan.

## Conclusión

Lo limpio y lo claro vale más que lo nuevo. Contáctanos para una visita gratuita.
"""
CHINESE = """# 二手房出售前的软装布置技巧与建议大全

买家用眼睛做决定。整洁明亮的客厅看起来更大，这比一张新沙发更重要。先从最先看到的地方开始，其余的可以改天再做，慢慢来就好。

## 玄关

把外套和自行车收起来。一面镜子和一盏灯就足够了。

## 总结

干净明亮比崭新更有价值。欢迎预约免费看房。
"""


@pytest.mark.parametrize(("text", "words"), [(SPANISH, 90), (CHINESE, 80)])
def test_spanish_and_chinese_posts_are_understood(text: str, words: int) -> None:
    found_here = names(draft("blog", text, meta_description=META), Measure(words=words))
    assert found_here & {"introduction", "conclusion", "call_to_action", "sections"} == set()
    cut = text.replace("Contáctanos", "Hay ganas").replace("欢迎预约免费看房。", "")
    assert "call_to_action" in names(draft("blog", cut), Measure(words=words))
