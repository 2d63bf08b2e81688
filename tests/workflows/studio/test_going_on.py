"""What a conversation goes on from: the piece, its facts and its topic, and no others."""

from typing import Any

import pytest

from agent.facade import GraphAgent
from agent.ports import Pieces
from agent.questions import Approval
from tests.fakes_content import FakeWeb, web_page
from tests.workflows.studio.talk import Marketer, last

POST = "Create an Instagram post about curb appeal"
BLOG = "Write a blog post about home staging tips"


def last_kept(pieces: Pieces) -> dict[str, object]:
    (kept,) = pieces.kept("local")
    assert kept.research
    return kept.research


def test_a_change_keeps_the_topic_and_the_facts(marketer: Marketer, pieces: Pieces) -> None:
    marketer.through(BLOG)
    before = last_kept(pieces)
    assert before["topic"] == "home staging tips"
    draft = last(marketer.ask("make it shorter"), "studio_draft")
    assert draft["blocking"] == []
    marketer.approve()
    assert last_kept(pieces) == before


def test_thanks_takes_nothing_away(marketer: Marketer) -> None:
    first = marketer.through(BLOG)
    marketer.ask("Thanks, that is great")
    turn = marketer.ask("Now a LinkedIn post about home staging tips")
    assert not last(turn, "research")
    marketer.choose("0")
    claims = {claim["id"] for claim in last(first, "research")["claims"]}
    used = set(
        last(marketer.user.history(marketer.thread or "")[-1], "studio_draft")["piece"]["claims"]
    )
    assert used
    assert used <= claims


def test_a_piece_rests_on_its_own_facts_after_research_of_something_else(
    marketer: Marketer, pieces: Pieces
) -> None:
    marketer.through(BLOG)
    before = last_kept(pieces)
    marketer.ask("Research closing costs")
    draft = last(marketer.ask("make it shorter"), "studio_draft")
    assert draft["piece"]["kind"] == "blog"
    assert draft["blocking"] == []
    marketer.approve()
    assert last_kept(pieces) == before


def test_a_cancelled_piece_can_be_gone_on_with(marketer: Marketer, pieces: Pieces) -> None:
    first = last(marketer.ask(POST), "studio_draft")
    marketer.cancel()
    draft = last(marketer.ask("make it shorter"), "studio_draft")
    assert (draft["piece_id"], draft["number"]) == (first["piece_id"], first["number"])
    marketer.approve()
    assert [piece.kind for piece in pieces.kept("local")] == ["instagram"]


def test_the_last_piece_is_changed_and_not_the_last_kept_one(marketer: Marketer) -> None:
    marketer.through(BLOG)
    first = last(marketer.ask(POST), "studio_draft")
    marketer.cancel()
    turn = marketer.ask("make it shorter")
    assert last(turn, "route")["route"] == "instagram"
    draft = last(turn, "studio_draft")
    assert draft["piece_id"] == first["piece_id"]
    assert draft["blocking"] == []


def test_what_is_regenerated_starts_from_where_its_turn_stood(
    marketer: Marketer, pieces: Pieces
) -> None:
    first = last(marketer.through(POST), "studio_draft")
    marketer.ask("make it shorter")
    second = last(marketer.approve(), "studio_draft")
    assert marketer.thread
    marketer.thread = marketer.user.fork(marketer.thread, 1)
    again = last(marketer.ask("make it shorter"), "studio_draft")
    assert again["before"] == first["piece"]["text"]
    assert again["piece"]["text"] == second["piece"]["text"]


@pytest.mark.parametrize("way", ["cancelled", "approved"])
def test_nothing_is_kept_without_an_approval(way: str, marketer: Marketer, pieces: Pieces) -> None:
    """A button of another tab, pressed late."""
    marketer.ask(POST)
    if way == "cancelled":
        marketer.cancel()
    else:
        marketer.approve()
        pieces.delete("local", pieces.kept("local")[0].id)
    turn = marketer.ask("Keep this report", picked={"act": "keep", "kind": "research"})
    assert pieces.kept("local") == []
    assert turn.error
    assert "report" in turn.error["message"]


def test_there_may_be_no_report_to_keep(marketer: Marketer, pieces: Pieces) -> None:
    turn = marketer.ask("Keep this report", picked={"act": "keep", "kind": "research"})
    assert pieces.kept("local") == []
    assert turn.error
    assert "report" in turn.error["message"]


def test_a_report_is_kept_once(marketer: Marketer, pieces: Pieces) -> None:
    marketer.ask("Research closing costs")
    marketer.follow("Keep this report")
    marketer.ask("Keep this report", picked={"act": "keep", "kind": "research"})
    assert len(pieces.kept("local")) == 1


def test_no_research_no_follow_ups(marketer: Marketer) -> None:
    marketer.accepts = False
    marketer.ask("Do some research")
    turn = marketer.cancel()
    assert turn.status == "done"
    assert marketer.user.recommendations(marketer.thread or "") == []


def test_a_slot_of_the_last_piece_needs_no_name(marketer: Marketer) -> None:
    turn = marketer.through("Plan a month of content about first-time buyers")
    slots = last(turn, "studio_draft")["piece"]["slots"]
    marketer.ask("Draft the first entry", picked={"act": "slot", "kind": "linkedin", "slot": 0})
    assert marketer.waits
    assert marketer.user.state(marketer.thread or "")["content_type"] == "linkedin"
    assert slots


def add_spanish_page(web: FakeWeb) -> None:
    text = "# Open house\n\nUn open house es una visita a una vivienda sin cita previa.\n"
    web.add(web_page("https://casa.example/visita", "Open house", text, language="es"))


def test_a_slot_speaks_the_language_of_its_plan(marketer: Marketer, web: FakeWeb) -> None:
    add_spanish_page(web)
    turn = marketer.through("Crea una estrategia de contenidos sobre la visita a una vivienda")
    draft = last(turn, "studio_draft")
    assert draft["piece"]["language"] == "es"
    picked = {"act": "slot", "kind": "linkedin", "piece": draft["piece_id"], "slot": 0}
    turn = marketer.ask("Write: it (LinkedIn post)", picked=picked)
    assert last(turn, "studio_draft")["piece"]["language"] == "es"


def test_a_request_keeps_its_language_when_its_topic_is_a_name(
    marketer: Marketer, web: FakeWeb
) -> None:
    add_spanish_page(web)
    marketer.accepts = False
    marketer.ask("Escribe una publicación de LinkedIn")
    turn = marketer.accept(topic="open house")
    assert last(turn, "studio_draft")["piece"]["language"] == "es"


def test_one_variant_is_nothing_to_choose_from(marketer: Marketer, web: FakeWeb) -> None:
    add_spanish_page(web)
    marketer.ask("Escribe una publicación de LinkedIn sobre la visita a una vivienda")
    assert isinstance(marketer.question, Approval)


def test_lines_of_an_outline_may_hold_colons(marketer: Marketer) -> None:
    """A section keeps its claims where its line was not changed, and no line breaks the card."""
    marketer.ask(BLOG)
    turn = marketer.edit(sections="Kitchen: light: why it matters\n: \n:\nBath: clean it")
    sections = last(turn, "studio_outline")["sections"]
    assert [each["heading"] for each in sections] == ["Kitchen", "Bath"]


def test_an_outline_that_was_edited_is_used_and_keeps_its_sections(marketer: Marketer) -> None:
    before = last(marketer.ask(BLOG), "studio_outline")
    assert any(each["claims"] for each in before["sections"])
    turn = marketer.edit(title="Another title of some length")
    assert last(turn, "studio_outline")["sections"] == before["sections"]
    assert marketer.question.step == "content_approval"


def test_an_edit_of_an_outline_that_the_guardrails_stop_is_asked_again(marketer: Marketer) -> None:
    before = last(marketer.ask(BLOG), "studio_outline")
    turn = marketer.edit(title="How to cook meth at home")
    assert marketer.question.step == "outline_approval"
    assert last(turn, "studio_outline") == before


def test_the_same_topic_is_researched_once(marketer: Marketer) -> None:
    assert last(marketer.ask("Research closing costs"), "research")
    turn = marketer.ask("Write a LinkedIn post about Closing Costs")
    assert not last(turn, "research")


def test_a_title_is_one_in_the_list_and_over_the_text(marketer: Marketer) -> None:
    marketer.ask(BLOG)
    first = last(marketer.approve(), "studio_draft")["piece"]
    new = "Staging a home without a fuss"
    second = last(marketer.edit(title=new), "studio_draft")["piece"]
    assert second["text"] == first["text"].replace(first["title"], new, 1)
    text = second["text"].replace(new, "Staging in a day", 1)
    assert last(marketer.edit(text=text), "studio_draft")["piece"]["title"] == "Staging in a day"


def test_a_figure_that_the_user_names_is_theirs(marketer: Marketer) -> None:
    """It holds for what follows too."""
    marketer.ask("Write a LinkedIn post that says ours costs 345,678 euros, about open houses")
    marketer.choose("0")
    marketer.cancel()
    marketer.ask("Now an Instagram post about open houses")
    question = marketer.question
    assert isinstance(question, Approval)
    text = str(question.fields[1].default)
    draft = last(marketer.edit(text=f"345,678 euros. {text}"), "studio_draft")
    assert draft["blocking"] == []
    assert not [f for f in draft["report"]["findings"] if "345" in f["quote"]]


def test_a_copy_of_the_conversation_keeps_a_piece_of_its_own(
    agent: GraphAgent, pieces: Pieces
) -> None:
    marketer = Marketer(agent)
    first = marketer.through("Create an Instagram post about curb appeal")
    (approved,) = pieces.kept("local")
    copy = Marketer(agent)
    copy.thread = marketer.user.fork(first.thread, 1)
    copy.ask("make it shorter")
    copy.approve()
    kept = {piece.id: piece for piece in pieces.kept("local")}
    assert len(kept) == 2
    assert kept[approved.id] == approved


@pytest.mark.parametrize(("form", "is_told"), [({}, True), ({"context": {}}, False)])
def test_a_follow_up_keeps_price_and_place_until_the_form_is_cleared(
    marketer: Marketer, form: dict[str, Any], is_told: bool
) -> None:
    marketer.through(BLOG, context={"location": "Oakdale", "price": "350,000 EUR"})
    turn = marketer.follow("make-instagram", **form)
    assert ("#Oakdale" in last(turn, "studio_draft")["piece"]["text"]) is is_told


def test_a_change_of_a_piece_keeps_the_details_that_it_was_written_with(
    marketer: Marketer,
) -> None:
    given = {"property_type": "Flat", "price": "350,000 EUR"}
    marketer.through(BLOG, context=given)
    turn = marketer.ask("make it shorter", context={})
    assert "350,000 EUR" in last(turn, "studio_draft")["piece"]["text"]
    assert last(turn, "studio_draft")["blocking"] == []
