"""What a model understands of a request, and what is made of it without asking again."""

from typing import Any

import pytest

from agent.content_routing import ContentType
from agent.graph_agent import GraphAgent
from agent.workflows.studio.understanding import ROUTE, RequestFor, Understood, decisions
from tests.fakes import MODEL, Gives, Script
from tests.workflows.studio.talk import Marketer, last
from tests.workflows.studio.test_writing import posts

REQUEST = "Research how energy efficiency affects the price of a house"
SAID: dict[str, Any] = {
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
        Gives("research_claims", {"claims": []}),
        Gives("linkedin", posts()),
    )
    turn = marketer.ask(REQUEST)
    script.finish()
    assert last(turn, "research")["topic"] == SAID["topic"]
    assert last(turn, "research")["queries"] == ["home staging"]
    claims, brief = script.values[1], script.values[2]
    assert claims.request == brief.request == REQUEST
    details = brief.details
    assert (details.audience, details.tone) == ("landlords", "funny")
    assert (details.words, details.hashtags) == (100, 2)


def test_the_users_own_news_is_not_researched(agent: GraphAgent, script: Script) -> None:
    marketer = Marketer(agent, model=MODEL)
    script.add(Gives("route", {**SAID, "requires_research": False}), Gives("linkedin", posts()))
    turn = marketer.ask("LinkedIn post: we just hired Ana Ruiz, she starts Monday")
    script.finish()
    assert not last(turn, "research")


@pytest.mark.parametrize(
    ("given", "queries", "researches"),
    [
        (["Ana Ruiz agent", "how to welcome a colleague"], ["how to welcome a colleague"], True),
        (["ana ruiz"], [], False),
    ],
)
def test_no_search_engine_is_told_a_private_persons_name(
    given: list[str], queries: list[str], researches: bool
) -> None:
    found = mended(queries=given, private_person="Ana Ruiz")
    assert (found.queries, found.requires_research) == (queries, researches)


def test_a_post_that_has_a_picture_needs_no_second_one() -> None:
    found = mended(content_type="instagram", also=["image", "instagram", "blog", "blog"])
    assert found.also == [ContentType.BLOG]


def test_further_pieces_are_made_in_their_order() -> None:
    found = decisions(mended(also=["blog", "image"]))
    assert [each.content_type for each in found] == ["linkedin", "blog", "image"]
    assert [each.requires_research for each in found] == [True, True, False]


def test_a_near_runner_up_is_asked_about(agent: GraphAgent, script: Script) -> None:
    marketer = Marketer(agent, model=MODEL)
    script.add(Gives("route", {**SAID, "runner_up": "blog"}))
    marketer.ask("Write about energy")
    assert [option.id for option in marketer.question.options][:2] == ["linkedin", "blog"]
