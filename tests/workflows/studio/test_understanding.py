"""What a model understands of a request, and what is made of it without asking again."""

from pathlib import Path
from typing import Any

import pytest

from agent.facade import GraphAgent
from agent.questions import Form
from agent.workflows.studio.artifacts import UNSOURCED
from agent.workflows.studio.nodes.routing import ROUTE, RequestFor, Understood, decisions
from tests.fakes import MODEL, Gives, Says, Script, open_fake_agent
from tests.fakes_content import FakeSearch
from tests.workflows.studio.talk import Marketer, last
from tests.workflows.studio.test_writing import HOOKS, posts

REQUEST = "Research how energy efficiency affects the price of a house"
SAID: dict[str, Any] = {
    "safety": "SAFE",
    "category": "none",
    "content_type": "linkedin",
    "confidence": 0.95,
    "reasoning": "It asks for a LinkedIn post.",
    "requires_research": True,
    "topic": "how energy efficiency affects house prices",
    "language": "en",
}


def understood(**more: Any) -> Understood:
    return Understood.model_validate({**SAID, **more})


def mended(**more: Any) -> Understood:
    return ROUTE.mend(RequestFor(text=REQUEST), understood(**more))


def test_the_request_reaches_every_prompt_with_topic_and_wishes(
    agent: GraphAgent, script: Script
) -> None:
    marketer = Marketer(agent, model=MODEL)
    wishes = {"audience": "landlords", "tone": "funny", "words": 100, "hashtags": 2}
    script.add(
        Gives("route", {**SAID, **wishes, "queries": ["home staging"]}),
        Says("NONE"),
        Says(posts()),
    )
    turn = marketer.ask(REQUEST)
    script.finish()
    assert last(turn, "research")["topic"] == SAID["topic"]
    assert last(turn, "research")["queries"] == ["home staging"]
    assert all(REQUEST in chat.messages[0].content for chat in script.chats)
    notes = last(turn, "studio_variants")["pieces"][0]["notes"]
    assert notes == [UNSOURCED, "Audience: landlords", "Tone: funny"]
    told = script.chats[-1]
    assert "landlords" in told.system
    assert "funny" in told.system
    assert "about 100 words" in told.messages[0].content
    assert "- 2 hashtags" in told.messages[0].content
    marketer.choose("0")
    marketer.cancel()
    script.add(Gives("route", {**SAID, "is_same_topic": True}), Says(posts()))
    assert not last(marketer.ask("Once more, please"), "research")
    assert script.values[-1].researched == SAID["topic"]


def test_the_users_own_news_is_not_researched(agent: GraphAgent, script: Script) -> None:
    marketer = Marketer(agent, model=MODEL)
    script.add(Gives("route", {**SAID, "requires_research": False}), Says(posts()))
    turn = marketer.ask("LinkedIn post: we just hired Ana Ruiz, she starts Monday")
    script.finish()
    assert not last(turn, "research")


@pytest.mark.parametrize("where", ["documents", "web"])
def test_a_search_that_names_a_private_person_is_asked_for_first(
    agent: GraphAgent, script: Script, search: FakeSearch, where: str
) -> None:
    marketer = Marketer(agent, model=MODEL)
    marketer.accepts = False
    named = {"queries": ["Ana Ruiz agent"], "private_person": "Ana Ruiz"}
    script.add(Gives("route", {**SAID, **named}))
    marketer.ask("A LinkedIn post on what Ana Ruiz has done")
    question = marketer.question
    assert isinstance(question, Form)
    assert search.searches == []
    script.add(Says("NONE"), Says(posts()))
    turn = marketer.accept(search=where, queries="welcome a colleague")
    assert last(turn, "research")["queries"] == ["welcome a colleague"]
    assert search.searches == (["welcome a colleague"] if where == "web" else [])


def test_what_is_not_made_here_is_said(agent: GraphAgent, script: Script) -> None:
    left = "One picture per wish: the carousel becomes a post with one."
    script.add(Gives("route", {**SAID, "requires_research": False, "left_out": left}))
    script.add(Says(posts()))
    turn = Marketer(agent, model=MODEL).ask("A carousel of five pictures: we open on Sundays")
    assert last(turn, "notice")["text"] == left


@pytest.mark.parametrize("name", ["", "Crumb"])
def test_a_request_in_doubt_is_judged_again_only_where_the_form_adds_words(
    tmp_path: Path, script: Script, name: str
) -> None:
    agent = open_fake_agent(tmp_path / "fresh", script=script)
    marketer = Marketer(agent, model=MODEL)
    marketer.accepts = False
    topic = "No Black families live here, said the advert"
    script.add(Gives("route", {**SAID, "requires_research": False, "topic": topic}))
    marketer.ask("A LinkedIn post on housing law and an advert")
    verdict = {"safety": "SAFE", "category": "none", "topic": "ON", "reason": ""}
    script.add(*([Gives("judge_request", verdict)] if name else []), Says(posts()))
    marketer.accept(voice="own" if name else "none", voice_name=name)
    script.finish()
    agent.close()


@pytest.mark.parametrize("is_answered", [True, False])
def test_the_voice_is_asked_for_once(tmp_path: Path, script: Script, *, is_answered: bool) -> None:
    agent = open_fake_agent(tmp_path / "fresh", script=script)
    marketer = Marketer(agent, model=MODEL)
    marketer.accepts = False
    own = {**SAID, "requires_research": False}
    script.add(Gives("route", own))
    marketer.ask("LinkedIn post: we open on Sundays now")
    if is_answered:
        script.add(Says(posts()))
        marketer.accept(voice="own", voice_name="Crumb", voice_sentence="We bake.")
        assert "Crumb" in script.chats[-1].system
    marketer.cancel()
    script.add(Gives("route", own), Says(posts()))
    marketer.ask("LinkedIn post: we open on Mondays too")
    assert not isinstance(marketer.question, Form)
    agent.close()


def test_other_variants_know_the_post_that_there_is(agent: GraphAgent, script: Script) -> None:
    marketer = Marketer(agent, model=MODEL)
    script.add(Gives("route", {**SAID, "requires_research": False}), Says(posts()))
    marketer.ask("LinkedIn post: we open on Sundays now")
    marketer.choose("1")
    marketer.cancel()
    same = {"requires_research": False, "is_same_topic": True, "made_from": "last_piece"}
    script.add(Gives("route", {**SAID, **same}), Says(posts()))
    marketer.ask("Other variants, please")
    assert HOOKS[1][:30] in script.chats[-1].messages[0].content


def test_a_post_that_has_a_picture_needs_no_second_one() -> None:
    further = [{"content_type": kind} for kind in ("image", "instagram", "blog", "blog")]
    found = mended(content_type="instagram", further=further)
    assert [each.content_type for each in found.further] == ["blog"]


def test_further_pieces_are_made_in_their_order() -> None:
    further = [{"content_type": kind} for kind in ("blog", "image", "research")]
    found = decisions(mended(further=further))
    assert [each.content_type for each in found] == ["linkedin", "blog", "image", "research"]
    assert [each.requires_research for each in found] == [True, True, False, True]


def test_an_unsure_kind_is_asked_about(agent: GraphAgent, script: Script) -> None:
    marketer = Marketer(agent, model=MODEL)
    script.add(Gives("route", {**SAID, "confidence": 0.5}))
    marketer.accepts = False
    marketer.ask("Write about energy")
    assert next(option.id for option in marketer.question.options) == "linkedin"


def test_a_follow_up_on_the_same_topic_uses_the_same_facts(
    agent: GraphAgent, script: Script
) -> None:
    marketer = Marketer(agent)
    marketer.ask("Research home staging")
    marketer.model = MODEL
    said = {**SAID, "topic": "staging a home, step by step", "is_same_topic": True}
    script.add(Gives("route", said), Says(posts()))
    turn = marketer.ask("Good, now a LinkedIn post about it")
    script.finish()
    assert script.values[0].researched == "home staging"
    assert not last(turn, "research")
    assert last(turn, "studio_variants")
