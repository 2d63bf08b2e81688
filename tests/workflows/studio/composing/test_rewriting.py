"""Drafts changed as a comment asks, without a model."""

import time

import pytest

from agent.content_checks import Kind
from agent.content_checks.reading import HASHTAG, Reading
from agent.workflows.studio import composing
from agent.workflows.studio.composing.comments import (
    Drop,
    Length,
    Mention,
    Opening,
    Register,
    Replace,
    Scene,
    Tags,
    Title,
    Wish,
    Without,
    understood,
)
from agent.workflows.studio.composing.surgery import outside, put_after, without_spans
from agent.workflows.studio.contracts import Details, Piece
from agent.workflows.studio.measuring import report_on
from tests.workflows.studio.composing.briefs import (
    brief_on,
    brief_with,
    drafts,
    drafts_on,
    lines_changed,
)


def rewritten(
    comment: str, kind: Kind = "blog", topic: str = "home inspections", at: int = 0
) -> tuple[Piece, Piece]:
    """Before and after."""
    brief = brief_on(topic, kind)
    piece = drafts_on(topic, kind)[at]
    return piece, composing.rewrite(brief, piece, comment, composing.outline(brief))


def words(piece: Piece) -> int:
    return Reading(piece.text, piece.language).word_count


# What a comment asks for


@pytest.mark.parametrize(
    ("comment", "wishes"),
    [
        ("shorter, please", [Length(is_shorter=True)]),
        ("Make it a bit longer.", [Length(is_shorter=False)]),
        ("cut it to 120 words", [Length(is_shorter=True, words=120)]),
        ("400 words", [Length(is_shorter=None, words=400)]),
        ("at least 400 words", [Length(is_shorter=False, words=400)]),
        ("Drop the second paragraph", [Drop("paragraph", number=2)]),
        ("remove paragraph 3", [Drop("paragraph", number=3)]),
        ("delete the last section", [Drop("section", number=-1)]),
        ("remove the paragraph about costs", [Drop("paragraph", about="costs")]),
        ("replace “house” with “home”", [Replace("house", "home")]),
        ("use buyer instead of client", [Replace("client", "buyer")]),
        ("without emojis", [Without("emojis")]),
        ("don't mention the neighbours", [Without("neighbours")]),
        ("mention the garden", [Mention("garden")]),
        ("another hook", [Opening()]),
        ("start with a question", [Opening("question")]),
        ("another title", [Title()]),
        ("change the title to “Ready to sell”", [Title("Ready to sell")]),
        ("fewer hashtags", [Tags(is_more=False)]),
        ("more hashtags", [Tags(is_more=True)]),
        ("25 hashtags", [Tags(is_more=None, number=25)]),
        ("more formal", [Register("formal")]),
        ("in plainer words", [Register("plain")]),
        ("another scene", [Scene()]),
        ("shorter and without the boiler", [Length(is_shorter=True), Without("boiler")]),
        ("más corto", [Length(is_shorter=True)]),
        ("quita el segundo párrafo", [Drop("paragraph", number=2)]),
        ("cambia casa por vivienda", [Replace("casa", "vivienda")]),
        ("otro título", [Title()]),
        ("短一点", [Length(is_shorter=True)]),
        ("去掉第二段", [Drop("paragraph", number=2)]),
        ("把房子改成住宅", [Replace("房子", "住宅")]),
        ("换个标题", [Title()]),
        ("删掉最后一段", [Drop("paragraph", number=-1)]),
    ],
)
def test_a_comment_is_understood(comment: str, wishes: list[Wish]) -> None:
    asked = understood(comment)
    assert list(asked.wishes) == wishes
    assert asked.rest == ()


@pytest.mark.parametrize(
    "comment", ["translate it into French", "make it sing", "The second idea is weak", "更有诗意"]
)
def test_what_rules_cannot_do_is_said_and_nothing_changes(comment: str) -> None:
    before, after = rewritten(comment)
    assert after.text == before.text
    assert "Not followed" in " ".join(after.notes)
    assert "shorter or longer" in " ".join(after.notes)


def test_what_can_be_done_is_done_beside_what_cannot() -> None:
    before, after = rewritten("another title; more poetry")
    assert after.title != before.title
    assert "“more poetry”" in " ".join(after.notes)


def test_a_long_comment_takes_no_time() -> None:
    began = time.perf_counter()
    understood("replace the add without " * 200 + "“" * 500)
    assert time.perf_counter() - began < 2


# Length


def test_shorter_takes_out_the_weakest_claims_and_nothing_else() -> None:
    before, after = rewritten("shorter")
    brief = brief_on("home inspections")
    assert words(after) <= words(before) * 0.8
    assert after.words == words(after)
    assert set(after.claims) < set(before.claims)
    assert report_on(after, brief).blocking == ()
    assert brief.research is not None
    rest = before.text
    for claim in brief.research.claims:
        if claim.id not in after.claims:
            rest = rest.replace(claim.text, "")
    kept = {line.strip() for line in rest.split("\n")}
    assert all(
        " ".join(line.split()) in {" ".join(k.split()) for k in kept}
        for line in after.text.split("\n")
    )


def test_a_post_never_gets_shorter_than_its_platform_wants() -> None:
    _, after = rewritten("cut it to 60 words", "linkedin")
    assert words(after) >= 150
    assert "150 words or more" in " ".join(after.notes)


def test_longer_takes_the_claims_that_are_left() -> None:
    brief = brief_on("home inspections", details=Details(words=300))
    (before,) = drafts(brief)
    after = composing.rewrite(brief, before, "longer", composing.outline(brief))
    assert set(before.claims) < set(after.claims)
    assert words(after) >= words(before) * 1.2
    assert after.words == words(after)
    for paragraph in before.text.split("\n\n"):
        if paragraph.startswith("#"):
            assert paragraph in after.text


def test_longer_without_claims_left_says_so() -> None:
    before, after = rewritten("longer")
    assert after.text == before.text
    assert "No fact is left" in " ".join(after.notes)


def test_an_added_claim_is_a_line_of_its_own_in_a_list() -> None:
    before, after = rewritten("longer", "linkedin", at=1)
    gone, new = lines_changed(before.text, after.text)
    assert gone == []
    assert new
    assert all(line.startswith("→ ") for line in new)


# Leaving out


def test_one_paragraph_goes_and_the_rest_stays_byte_for_byte() -> None:
    before, after = rewritten("drop the second paragraph", "linkedin", at=0)
    blocks = before.text.split("\n\n")
    assert after.text == "\n\n".join([blocks[0], *blocks[2:]])


def test_a_section_goes_with_its_heading_and_its_claims() -> None:
    before, after = rewritten("remove the section on mistakes", topic="open houses")
    gone, new = lines_changed(before.text, after.text)
    assert [line for line in gone if line.startswith("## ")] == ["## Common mistakes"]
    assert [line for line in new if line.startswith("#")] == []
    assert len(after.claims) < len(before.claims)


def test_a_paragraph_that_is_not_there_is_said() -> None:
    before, after = rewritten("drop the section on taxes in Norway")
    assert after.text == before.text
    assert "No section about “taxes in Norway”" in " ".join(after.notes)


def test_sentences_with_a_word_go_with_their_claims() -> None:
    before, after = rewritten("without the roof")
    assert "roof" in before.text
    assert "roof" not in after.text
    assert len(after.claims) < len(before.claims)


def test_a_row_of_the_calendar_goes_with_its_slot() -> None:
    before = drafts_on("home staging tips", "strategy")[0]
    title = before.slots[-1].title
    after = composing.rewrite(
        brief_on("home staging tips", "strategy"), before, f"without “{title}”", None
    )
    assert title not in [slot.title for slot in after.slots]
    assert len(after.slots) == len(before.slots) - 1


def test_emojis_and_exclamation_marks_go() -> None:
    brief = brief_with("Light walls suit most rooms.", kind="linkedin")
    piece = drafts(brief)[0].model_copy(update={"text": "New! ✨ Light 🏡 walls!!\n\nMore."})
    assert composing.rewrite(brief, piece, "without emojis").text == "New! Light walls!!\n\nMore."
    assert composing.rewrite(brief, piece, "no exclamation marks").text == (
        "New. ✨ Light 🏡 walls.\n\nMore."
    )


# Words, openings, titles, hashtags


def test_words_are_replaced_wherever_they_stand() -> None:
    before, after = rewritten("replace inspector with surveyor")
    assert "inspector" in before.text.lower()
    assert not [w for w in Reading(after.text).words if w.folded == "inspector"]
    assert "Surveyor" in after.text or "surveyor" in after.text
    assert after.claims == before.claims
    assert 150 <= len(after.meta_description) <= 160


def test_only_whole_words_are_replaced() -> None:
    brief = brief_with("Light walls suit most rooms.", kind="linkedin")
    piece = drafts(brief)[0].model_copy(update={"text": "Cars and a car in Carthage. Car!"})
    after = composing.rewrite(brief, piece, "replace car with bus")
    assert after.text == "Cars and a bus in Carthage. Bus!"


def test_another_hook_changes_the_first_paragraph_only() -> None:
    before, after = rewritten("another hook", "linkedin", at=1)
    old, new = before.text.split("\n\n"), after.text.split("\n\n")
    assert old[0] != new[0]
    assert old[1:] == new[1:]
    assert after.title == new[0]
    assert rewritten("start with a question", "linkedin", at=1)[1].text.split("\n")[0].endswith("?")


def test_another_opening_of_a_blog_keeps_its_claim() -> None:
    before, after = rewritten("a different opening")
    assert after.text != before.text
    assert after.claims == before.claims


@pytest.mark.parametrize(
    ("kind", "comment", "count"),
    [
        ("linkedin", "fewer hashtags", 4),
        ("linkedin", "3 hashtags", 3),
        ("linkedin", "12 hashtags", 5),
    ],
)
def test_hashtags_change_in_number_within_the_limits(kind: Kind, comment: str, count: int) -> None:
    before, after = rewritten(comment, kind)
    assert len(list(HASHTAG.finditer(after.text))) == count
    assert report_on(after, brief_on("home inspections", kind)).blocking == ()
    assert before.text.split("\n#")[0] == after.text.split("\n#")[0]


def test_a_mention_takes_a_claim_or_says_that_there_is_none() -> None:
    brief = brief_on("home inspections", details=Details(words=200))
    (before,) = drafts(brief)
    assert brief.research is not None
    unused = [c for c in brief.research.claims if c.id not in before.claims]
    word = next(w for w in unused[0].text.rstrip(".").split() if len(w) > 8 and w.isalpha())
    after = composing.rewrite(brief, before, f"mention “{word}”")
    assert len(after.claims) > len(before.claims)
    _, none = rewritten("mention the moon landing")
    assert "No fact found mentions “moon landing”" in " ".join(none.notes)


def test_more_formal_touches_no_claim() -> None:
    claim = "The agent's rule is that you don't rush."
    brief = brief_with(claim, kind="linkedin")
    piece = drafts(brief)[0].model_copy(update={"text": f"It's simple!\n\n{claim} Don't wait."})
    after = composing.rewrite(brief, piece, "more formal")
    assert after.text == f"It is simple.\n\n{claim} Do not wait."


def test_plainer_words_keep_the_claims() -> None:
    brief = brief_with("Buyers purchase approximately when they are ready.", kind="linkedin")
    piece = drafts(brief)[0]
    after = composing.rewrite(brief, piece, "plainer")
    assert "Buyers buy about when they are ready." in after.text
    assert after.claims == piece.claims


@pytest.mark.parametrize(
    ("comment", "wishes"),
    [
        ("mention radon and make it shorter", [Mention("radon"), Length(is_shorter=True)]),
        ("menciona el garaje y hazlo más corto", [Mention("garaje"), Length(is_shorter=True)]),
        ("补充车库，再短一点", [Mention("车库"), Length(is_shorter=True)]),
        ("without radon and shorter", [Without("radon"), Length(is_shorter=True)]),
    ],
)
def test_one_wish_ends_where_the_next_begins(comment: str, wishes: list[Wish]) -> None:
    asked = understood(comment)
    assert list(asked.wishes) == wishes
    assert asked.rest == ()


@pytest.mark.parametrize("comment", ["mention the roof, shorter", "shorter, mention the roof"])
def test_what_is_to_be_mentioned_is_not_cut_again(comment: str) -> None:
    facts = (
        "The roof has its own inspector.",
        "A check of the cellar takes one hour.",
        "The boiler is looked at in every home.",
        "Wiring is tested with care and with patience.",
    )
    brief = brief_with(*facts, topic="home inspections")
    piece = drafts(brief)[0]
    bare = piece.model_copy(update={"text": piece.text.replace(facts[0], "")})
    after = composing.rewrite(brief, bare, comment, None)
    assert facts[0] in after.text
    assert after.text.count("\n") <= bare.text.count("\n") + 2
    assert any(fact in bare.text and fact not in after.text for fact in facts[1:])


@pytest.mark.parametrize(
    ("comment", "said"),
    [
        ("with a bicycle in front", "with a bicycle in front"),
        ("con una bicicleta", "with una bicicleta"),
        ("add a red and white door", "with a red and white door"),
    ],
)
def test_a_picture_takes_what_it_is_to_show(comment: str, said: str) -> None:
    _, after = rewritten(comment, "image")
    assert said in after.text
    assert after.notes == ()


def test_a_picture_lacks_no_facts() -> None:
    brief = brief_with(kind="image")
    after = composing.rewrite(brief, drafts(brief)[0], "with a dog", None)
    assert after.notes == ()


def test_what_a_picture_cannot_take_is_told_with_what_it_can() -> None:
    _, after = rewritten("brighter, with a dog", "image")
    assert after.text.endswith("with a dog.")
    assert "“brighter”" in after.notes[0]
    assert "ratio" in after.notes[0]
    assert "hashtags" not in after.notes[0]


def test_a_picture_is_changed_in_words() -> None:
    brief = brief_on("home staging tips", "image")
    piece = composing.image(brief)
    assert composing.rewrite(brief, piece, "another scene").text != piece.text
    assert composing.rewrite(brief, piece, "without plants").text.endswith("; no plants.")
    assert "with a cat" in composing.rewrite(brief, piece, "add a cat").text


# The knife


def test_a_sentence_goes_with_the_space_beside_it() -> None:
    text = "# T\n\nOne. Two. Three.\n\n- Four.\n- Five."
    assert without_spans(text, [(10, 14)]) == "# T\n\nOne. Three.\n\n- Four.\n- Five."
    assert without_spans(text, [(5, 9)]) == "# T\n\nTwo. Three.\n\n- Four.\n- Five."
    assert without_spans(text, [(25, 30)]) == "# T\n\nOne. Two. Three.\n\n- Five."
    assert without_spans("# T\n\n## A\n\nOne.\n\n## B\n\nTwo.", [(11, 15)]) == "# T\n\n## B\n\nTwo."


def test_a_sentence_is_put_behind_another() -> None:
    assert put_after("A one. B two.", "A one.", "C.", gap=" ") == "A one. C. B two."
    assert put_after("→ A.\n\n→ B.", "A.", "C.", gap=" ") == "→ A.\n\n→ C.\n\n→ B."
    assert put_after("- A.\n- B.", "B.", "C.", gap=" ") == "- A.\n- B.\n- C."


def test_what_is_kept_is_not_changed() -> None:
    assert outside("a b a c", ["b a"], str.upper) == "A b a C"
