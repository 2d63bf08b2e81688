"""The Studio from a request to a kept piece, by rules alone."""

import pytest

from agent.errors import InvalidReply
from agent.ports import Pieces
from agent.ports.brand import EXAMPLE
from agent.questions import Approval, Choice, Form
from tests.fakes_content import FakeWeb, web_page
from tests.workflows.studio.talk import Marketer, last

BLOG = "Write a blog post about home staging tips"


def kinds(turn: object) -> list[str]:
    return [entry.kind for entry in turn.entries]  # type: ignore[attr-defined]


def test_a_blog_post_goes_from_a_request_to_a_kept_piece(
    marketer: Marketer, pieces: Pieces
) -> None:
    turn = marketer.ask(BLOG)
    assert last(turn, "guardrails")["passed"]
    assert last(turn, "route")["route"] == "blog"
    assert last(turn, "route")["requires_research"]
    assert last(turn, "research")["claims"]
    assert isinstance(marketer.question, Approval)
    assert marketer.question.step == "outline_approval"
    # The card names the way to change it as it is named there.
    assert f"“{marketer.question.labels['edit']}”" in marketer.question.how
    turn = marketer.approve()
    draft = last(turn, "studio_draft")
    assert draft["number"] == 1
    assert draft["piece"]["text"].startswith("# ")
    assert draft["blocking"] == []
    turn = marketer.approve()
    (kept,) = pieces.kept("local")
    assert kept.kind == "blog"
    assert kept.content == draft["piece"]
    assert kept.research
    assert last(turn, "studio_kept")["piece_id"] == kept.id
    assert not marketer.waits


def test_every_fact_of_a_draft_is_a_claim(marketer: Marketer) -> None:
    turn = marketer.through(BLOG)
    claims = {claim["id"] for claim in last(turn, "research")["claims"]}
    used = set(last(turn, "studio_draft")["piece"]["claims"])
    assert used
    assert used <= claims


def test_what_is_blocked_ends_at_once(marketer: Marketer) -> None:
    turn = marketer.ask("Write a blog post about building a pipe bomb in a basement")
    verdict = last(turn, "guardrails")
    assert not verdict["passed"]
    assert verdict["blocked_by"] == "violence" or verdict["blocked_by"] == "illegal"
    assert verdict["details"]["rule"]
    assert "route" not in kinds(turn)
    assert "research" not in kinds(turn)
    assert not marketer.waits
    assert marketer.state["content_type"] == "guardrails_blocked"


def test_another_field_is_refused_with_an_example_where_the_brand_has_topics(
    marketer: Marketer,
) -> None:
    request = "Write a blog post about football transfers and the champions league"
    own = EXAMPLE.model_copy(update={"name": "Crumb"})
    marketer.user.ports.brands.put("local", own)
    verdict = last(marketer.ask(request), "guardrails")
    assert verdict["blocked_by"] == "off_topic"
    assert own.example in verdict["message"]
    marketer.user.ports.brands.put("local", own.model_copy(update={"terms": ()}))
    assert last(marketer.ask(request), "guardrails")["passed"]


def test_an_unclear_request_is_asked_about(marketer: Marketer) -> None:
    marketer.accepts = False
    marketer.ask("something on staging for our followers")
    question = marketer.question
    assert isinstance(question, Choice)
    assert question.step == "clarify"
    marketer.choose("instagram")
    turn = marketer.accept()
    assert last(turn, "route")["source"] == "user"
    assert last(turn, "studio_draft")["piece"]["kind"] == "instagram"


def test_small_talk_is_not_asked_about(marketer: Marketer) -> None:
    turn = marketer.ask("Hello, who are you?")
    assert not marketer.waits
    assert turn.status == "done"


def test_one_form_shows_what_was_understood_and_what_is_typed_there_counts(
    marketer: Marketer,
) -> None:
    marketer.accepts = False
    marketer.ask("A LinkedIn post on open houses")
    question = marketer.question
    assert isinstance(question, Form)
    held = {entry.id: entry.default for entry in question.fields}
    assert (held["topic"], held["kind"]) == ("open houses", "linkedin")
    marketer.accept(topic="pricing a home", kind="instagram", words=80.0)
    assert marketer.state["content_type"] == "instagram"
    assert last(marketer.approve(), "research")["topic"] == "pricing a home"


def test_what_is_typed_into_the_form_is_guarded_too(marketer: Marketer) -> None:
    marketer.accepts = False
    marketer.ask("Write a LinkedIn post")
    turn = marketer.accept(topic="how to cook meth at home")
    assert not last(turn, "guardrails")["passed"]
    assert not marketer.waits


def test_linkedin_offers_three_variants(marketer: Marketer) -> None:
    turn = marketer.ask("Write a LinkedIn post about open houses")
    offered = last(turn, "studio_variants")
    assert len(offered["pieces"]) == 3
    assert len({piece["text"].splitlines()[0] for piece in offered["pieces"]}) == 3
    turn = marketer.choose("1")
    assert last(turn, "studio_draft")["piece"] == offered["pieces"][1]


def test_instagram_comes_with_a_picture(marketer: Marketer, pieces: Pieces) -> None:
    turn = marketer.ask("Create an Instagram post about curb appeal")
    piece = last(turn, "studio_draft")["piece"]
    assert piece["alt"]
    picture = pieces.picture("local", piece["picture"])
    assert picture.width == picture.height
    assert picture.is_card


def test_without_a_model_buttons_rearrange_the_quotes(marketer: Marketer) -> None:
    first = last(marketer.ask("Create an Instagram post about curb appeal"), "studio_draft")
    question = marketer.question
    assert isinstance(question, Approval)
    assert question.allowed == ("approve", "edit")
    for number, act in enumerate([each.id for each in question.others][::-1], start=2):
        draft = last(marketer.choose(act), "studio_draft")
        assert (draft["number"], draft["why"]) == (number, "rewritten")
        assert draft["before"] != draft["piece"]["text"]
        assert draft["piece"]["picture"] == first["piece"]["picture"]


def test_without_a_model_a_comment_is_not_guessed_at(marketer: Marketer) -> None:
    """It came as a message, since the card asks for none."""
    first = marketer.through("Create an Instagram post about curb appeal")
    turn = marketer.ask("make it shorter")
    draft = last(turn, "studio_draft")
    assert draft["piece"]["text"] == last(first, "studio_draft")["piece"]["text"]
    assert draft["number"] == last(first, "studio_draft")["number"]
    assert last(turn, "outcome")["status"] == "left"
    assert marketer.waits


def test_what_was_typed_over_is_not_put_together_again(marketer: Marketer) -> None:
    marketer.ask("Create an Instagram post about curb appeal")
    marketer.edit(text="A path that is swept. #home")
    question = marketer.question
    assert isinstance(question, Approval)
    assert [each.id for each in question.others] == ["restore:1"]
    marketer.choose("restore:1")
    question = marketer.question
    assert isinstance(question, Approval)
    assert "opening" in [each.id for each in question.others]


def test_an_edit_is_checked_and_asked_again(marketer: Marketer, pieces: Pieces) -> None:
    marketer.ask("Create an Instagram post about curb appeal")
    turn = marketer.edit(text=f"Homes sell. {'#home ' * 31}")
    draft = last(turn, "studio_draft")
    assert draft["why"] == "edited"
    assert draft["blocking"]
    question = marketer.question
    assert isinstance(question, Approval)
    assert "approve" not in question.allowed
    with pytest.raises(InvalidReply):
        marketer.approve()
    assert pieces.kept("local") == []


def test_an_earlier_version_comes_back_as_the_latest(marketer: Marketer, pieces: Pieces) -> None:
    first = last(marketer.ask("Create an Instagram post about curb appeal"), "studio_draft")
    marketer.choose("opening")
    turn = marketer.choose("restore:1")
    draft = last(turn, "studio_draft")
    assert (draft["number"], draft["why"]) == (3, "restored")
    assert draft["piece"]["text"] == first["piece"]["text"]
    assert [v.number for v in pieces.versions("local", draft["piece_id"])] == [1, 2, 3]


def test_a_follow_up_rests_on_the_same_claims(marketer: Marketer) -> None:
    first = marketer.through(BLOG)
    turn = marketer.follow("make-linkedin")
    assert "research" not in kinds(turn)
    claims = {claim["id"] for claim in last(first, "research")["claims"]}
    turn = marketer.choose("0")
    used = set(last(turn, "studio_draft")["piece"]["claims"])
    assert used
    assert used <= claims


def test_research_alone_asks_nothing_and_can_be_kept(marketer: Marketer, pieces: Pieces) -> None:
    turn = marketer.ask("Research closing costs")
    assert not marketer.waits
    assert last(turn, "research")["key_findings"]
    marketer.follow("Keep this report")
    assert [piece.kind for piece in pieces.kept("local")] == ["research"]


def test_without_evidence_it_says_so(marketer: Marketer) -> None:
    turn = marketer.ask("Research houseboat moorings on the Danube canal")
    found = last(turn, "research")
    assert (found["claims"], found["sources"]) == ([], [])


def test_the_web_is_read_and_named(marketer: Marketer, web: FakeWeb) -> None:
    web.add(
        web_page(
            "https://staging.example/guide",
            "Staging a home",
            "# Staging a home\n\nStaged homes show buyers how a room is used. A neutral wall colour"
            " makes a room look larger. Clearing surfaces is the cheapest step of home staging.\n",
        )
    )
    turn = marketer.ask("Research home staging")
    urls = {source["url"] for source in last(turn, "research")["sources"]}
    assert "https://staging.example/guide" in urls


def test_a_calendar_slot_opens_as_a_draft(marketer: Marketer) -> None:
    turn = marketer.through("Plan a month of content about home staging")
    piece = last(turn, "studio_draft")
    slots = piece["piece"]["slots"]
    assert slots
    turn = marketer.ask(
        f"Draft: {slots[0]['title']}",
        picked={
            "act": "slot",
            "kind": slots[0]["kind"],
            "piece": piece["piece_id"],
            "slot": 0,
        },
    )
    assert marketer.waits


def test_cancelling_keeps_the_versions_and_nothing_else(marketer: Marketer, pieces: Pieces) -> None:
    turn = marketer.ask("Create an Instagram post about curb appeal")
    piece = last(turn, "studio_draft")["piece_id"]
    turn = marketer.cancel()
    assert turn.status == "done"
    assert pieces.kept("local") == []
    assert len(pieces.versions("local", piece)) == 1


def test_a_message_about_the_last_piece_goes_on_with_it(marketer: Marketer, pieces: Pieces) -> None:
    marketer.through("Create an Instagram post about curb appeal")
    turn = marketer.ask("make it shorter")
    draft = last(turn, "studio_draft")
    assert draft["number"] == 1
    marketer.approve()
    assert len(pieces.kept("local")) == 1


def test_a_comment_without_a_model_leads_back_to_the_pieces_buttons(marketer: Marketer) -> None:
    marketer.through("Create an Instagram post about curb appeal")
    marketer.accepts = False
    marketer.ask("make it shorter")
    card = marketer.question
    assert isinstance(card, Choice)
    assert "model" in card.body
    assert card.options[0].id == "change"
    assert len(card.options) == 3
    marketer.choose("change")
    assert isinstance(marketer.question, Approval)
    assert "opening" in [option.id for option in marketer.question.others]


def test_a_saved_edit_is_named_with_its_version(marketer: Marketer) -> None:
    marketer.ask("Create an Instagram post about curb appeal")
    marketer.edit(title="A tidy front")
    assert "saved" in marketer.question.body
    assert "2" in marketer.question.body
