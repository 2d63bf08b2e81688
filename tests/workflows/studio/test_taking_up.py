"""What a message takes up: the last piece, an idea that was told, an entry of the calendar."""

from typing import Any

import pytest

from agent.facade import GraphAgent
from tests.fakes import MODEL, Gives, Says, Script
from tests.workflows.studio.talk import Marketer, last
from tests.workflows.studio.test_understanding import SAID
from tests.workflows.studio.test_writing import STRATEGY, instagram_post, posts

OWN = {**SAID, "requires_research": False, "variants": 1}
TIPS = "Keep the incident report. Take photographs.\n\n#tips"


@pytest.fixture
def modelled(agent: GraphAgent) -> Marketer:
    return Marketer(agent, model=MODEL)


def asked(marketer: Marketer, script: Script, text: str, *said: str, **route: Any) -> str:
    """What the last of the writers was told."""
    script.add(Gives("route", {**OWN, **route}), *map(Says, said))
    marketer.ask(text)
    return f"{script.chats[-1].system}\n{script.chats[-1].messages[-1].text}"


def test_a_piece_of_another_kind_has_the_last_one_with_its_readers_and_tone(
    modelled: Marketer, script: Script
) -> None:
    tone = {"tone": "dry", "audience": "shops"}
    asked(modelled, script, "A dry LinkedIn post: four tips", posts(TIPS, picture=""), **tone)
    modelled.cancel()
    follows = {"content_type": "instagram", "made_from": "last_piece", "topic": "Four tips"}
    told = asked(modelled, script, "now as instagram", instagram_post(), **follows)
    assert all(each in told for each in (TIPS, "Tone: dry.", "Readers: shops.", "topic: Four tips"))


def test_other_variants_keep_the_length_of_the_first(modelled: Marketer, script: Script) -> None:
    wish = {"words": 60, "words_at_most": True}
    asked(modelled, script, "At most 60 words", posts(TIPS, picture=""), **wish)
    modelled.cancel()
    again = {"made_from": "last_piece", "is_same_topic": True, "own_facts": ["It is for owners."]}
    told = asked(modelled, script, "another one, for owners", posts(TIPS, picture=""), **again)
    assert "at most 60 words" in told
    assert told.index("- It is for owners.") < told.index("- At most 60 words")
    modelled.cancel()
    told = asked(modelled, script, "a new topic", posts(TIPS, picture=""), topic="Roofs")
    assert "60 words" not in told


def test_an_idea_of_an_answer_reaches_the_writer(modelled: Marketer, script: Script) -> None:
    asked(modelled, script, "What should I post?", "1. The noise quiz", content_type="general")
    follows = {"content_type": "instagram", "made_from": "conversation"}
    told = asked(modelled, script, "the first one, for insta", instagram_post(), **follows)
    assert "The noise quiz" in told


def test_an_entry_of_the_calendar_is_ordered_by_its_date(
    modelled: Marketer, script: Script
) -> None:
    asked(modelled, script, "Plan it", STRATEGY, content_type="strategy", audience="sellers")
    modelled.approve()
    for _ in range(2):  # the plan is known after another piece, too
        told = asked(modelled, script, "the one for Tuesday", posts(TIPS, picture=""), entry=2)
        assert "Tuesday: linkedin, Which colour" in script.values[-1].calendar[1]
        assert "topic: Which colour for which room" in told
        assert all(each in told for each in (STRATEGY.split("\n")[0], "Readers: sellers."))
        modelled.approve()


def test_each_piece_of_one_message_has_its_own_length(modelled: Marketer, script: Script) -> None:
    second = {"content_type": "instagram", "words": 30, "hashtags": 2, "made_from": "last_piece"}
    both = {"words": 60, "further": [second]}
    told = asked(modelled, script, "Both", posts(TIPS, picture=""), **both)
    assert "about 60 words" in told
    script.add(Says(instagram_post()))
    draft = last(modelled.approve(), "studio_draft")
    told = script.chats[-1].messages[-1].text
    assert all(each in told for each in ("about 30 words", "- 2 hashtags", TIPS))
    said = [each["sentence"] for each in draft["report"]["findings"]]
    assert not any("60" in each for each in said)


def test_a_kind_that_was_asked_for_is_not_researched_where_nothing_is_to_find(
    modelled: Marketer, script: Script
) -> None:
    modelled.accepts = False
    asked_for = {**OWN, "content_type": "instagram", "confidence": 0.3}
    script.add(Gives("route", asked_for), Says(instagram_post()))
    modelled.ask("smth about our open day")
    turn = modelled.choose("instagram")
    assert not last(turn, "research")
