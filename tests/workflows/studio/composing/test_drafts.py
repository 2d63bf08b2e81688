"""What holds for every draft, whatever its topic and kind."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import combinations

import pytest

from agent.content_checks import Kind
from agent.content_checks.figures import figures
from agent.content_checks.platform import width
from agent.content_checks.reading import HASHTAG, Reading
from agent.text import Language
from agent.workflows.studio.composing.languages import PHRASES
from agent.workflows.studio.contracts import Brief, Piece
from agent.workflows.studio.measuring import report_on
from tests.workflows.studio.composing.briefs import (
    KINDS,
    OTHERS,
    TOPICS,
    brief_on,
    brief_with,
    drafts,
    drafts_on,
    researches,
    shared,
    voiced,
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("topic", [*TOPICS, *OTHERS])
def test_no_check_blocks_a_draft(topic: str, kind: Kind) -> None:
    brief = brief_on(topic, kind)
    for piece in drafts_on(topic, kind):
        report = report_on(piece, brief)
        assert [finding.sentence for finding in report.blocking] == []


@pytest.mark.parametrize("kind", KINDS)
def test_drafts_on_different_topics_differ(kind: Kind) -> None:
    pieces = [[piece.text for piece in drafts_on(topic, kind)] for topic in TOPICS]
    worst = max(
        shared(one, other)
        for ours, theirs in combinations(pieces, 2)
        for one in ours
        for other in theirs
    )
    assert worst <= 0.2


def without_claims_of(other: Piece, piece: Piece, topic: str) -> str:
    """The text without the claims that the other tells as well, on whatever topic."""
    text = piece.text
    for claim in researches()[topic].claims:
        if claim.text in other.text:
            text = text.replace(claim.text, "")
    return text


@pytest.mark.parametrize("kind", KINDS)
def test_but_for_the_claims_that_two_topics_share_all_drafts_differ(kind: Kind) -> None:
    topics = [topic for topic, found in researches().items() if found.language == "en"]
    assert len(topics) > len(TOPICS)
    for one, other in combinations(topics, 2):
        for mine in drafts_on(one, kind):
            for theirs in drafts_on(other, kind):
                assert shared(without_claims_of(theirs, mine, one), theirs.text) <= 0.2


def test_drafts_of_the_same_brief_are_the_same() -> None:
    for kind in KINDS:
        brief = brief_on("open houses", kind)
        assert drafts(brief) == drafts(brief)


# Every factual sentence traces to a claim


def wordings(language: Language) -> Iterator[str]:
    yield from _texts(PHRASES[language])


def _texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case tuple() | list():
            for each in value:
                yield from _texts(each)
        case dict():
            for each in value.values():
                yield from _texts(each)
        case _ if is_dataclass(value):
            for field in fields(value):
                yield from _texts(getattr(value, field.name))


def sentences_of_wordings(language: Language) -> re.Pattern[str]:
    """Any sentence of the frame, its gaps filled with anything short."""
    parts = set()
    for text in wordings(language):
        split = Reading(text, language).sentences
        parts |= {text, *(text[start:end] for start, end in split)}
    told = [part for part in parts if width(re.sub(r"\{\w+\}", "", part).strip(" :：。")) > 5]
    shapes = (re.sub(r"\\\{\w+\\\}", ".{1,400}", re.escape(part)) for part in told)
    return re.compile("|".join(shapes), re.IGNORECASE)


def untraced(piece: Piece, brief: Brief) -> list[str]:
    """Sentences that are neither a claim of the piece nor the frame's."""
    claims = {claim.id: claim.text for claim in brief.research.supported} if brief.research else {}
    known = [claims[claim] for claim in piece.claims]
    frame = sentences_of_wordings(brief.language)
    text = HASHTAG.sub("", piece.text).replace(brief.brand.call_to_action, "")
    for claim in known:
        text = text.replace(claim, "")
    reading = Reading(text, brief.language)
    left = [text[start:end].strip("→• -*") for start, end in reading.sentences]
    return [sentence for sentence in left if sentence and not frame.fullmatch(sentence)]


@pytest.mark.parametrize("kind", ["blog", "linkedin", "instagram"])
@pytest.mark.parametrize("topic", [*TOPICS, *OTHERS])
def test_every_sentence_is_a_claim_or_frame(topic: str, kind: Kind) -> None:
    brief = brief_on(topic, kind)
    for piece in drafts_on(topic, kind):
        assert piece.claims
        assert untraced(piece, brief) == []


def test_a_sentence_from_nowhere_would_be_found() -> None:
    brief = brief_on("open houses")
    (piece,) = drafts(brief)
    forged = piece.model_copy(update={"text": piece.text + "\nMost homes sell within a week.\n"})
    assert untraced(forged, brief) == ["Most homes sell within a week."]


@pytest.mark.parametrize("language", ["en", "es", "zh"])
def test_the_frame_has_no_figures(language: Language) -> None:
    ratios = {"1:1", "16:9", "9:16", "4:3", "3:4"}
    gapless = [re.sub(r"\{\w+\}", "x", text) for text in wordings(language)]
    found = [text for text in gapless if figures(Reading(text, language)) and text not in ratios]
    assert found == [text for text in found if "3D" in text]


def test_claims_are_told_as_they_stand_there() -> None:
    brief = brief_on("home inspections")
    (piece,) = drafts(brief)
    assert brief.research is not None
    texts = {claim.id: claim.text for claim in brief.research.claims}
    assert all(piece.text.count(texts[claim]) == 1 for claim in piece.claims)


# What may be said


def test_unsupported_claims_are_never_told() -> None:
    brief = brief_with("Staged homes look larger.", "Staged homes sell twice as fast.")
    assert brief.research is not None
    first, second = brief.research.claims
    doubted = second.model_copy(update={"verdict": "unsupported"})
    research = brief.research.model_copy(update={"claims": (first, doubted)})
    for kind in KINDS:
        for piece in drafts(brief.model_copy(update={"research": research, "kind": kind})):
            assert "twice" not in piece.text


def test_claims_in_another_language_are_left_out_and_told() -> None:
    brief = brief_on("home staging para vender").model_copy(
        update={"language": "en", "topic": "home staging"}
    )
    (piece,) = drafts(brief)
    assert piece.claims == ()
    assert "another language" in " ".join(piece.notes)


def test_what_the_brand_does_not_say_is_not_said() -> None:
    brief = brief_on("home inspections", brand=voiced(banned=("inspector", "plain")))
    for kind in KINDS:
        for piece in drafts(brief.model_copy(update={"kind": kind})):
            assert not re.search(r"\b(?:inspector|plain)\b", piece.text, re.IGNORECASE)
    (piece,) = drafts(brief)
    assert "the brand does not use" in " ".join(piece.notes)


def test_a_banned_word_in_the_topic_is_left_out() -> None:
    brief = brief_with("Light walls suit most rooms.", topic="dream home colours")
    for kind in KINDS:
        kept = brief.model_copy(update={"kind": kind})
        for piece in drafts(kept):
            banned = [f for f in report_on(piece, kept).findings if f.check == "banned_word"]
            assert banned == []


@pytest.mark.parametrize("person", ["third", "first_plural", "first_singular", "any"])
def test_the_frame_keeps_to_the_brands_person(person: str) -> None:
    claims = ("Light walls suit most rooms.", "A tidy hall shows the way.", "Rugs hide old floors.")
    for kind in KINDS:
        brief = brief_with(*claims, kind=kind).model_copy(update={"brand": voiced(person)})
        for piece in drafts(brief):
            wrong = [f.quote for f in report_on(piece, brief).findings if f.check == "person"]
            assert wrong == []


# Without enough to say


@pytest.mark.parametrize("kind", KINDS)
def test_without_claims_no_fact_is_stated_and_it_is_said(kind: Kind) -> None:
    brief = brief_with(kind=kind)
    for piece in drafts(brief):
        assert piece.claims == ()
        if kind != "image":
            assert "Nothing was found" in " ".join(piece.notes)
        if kind in ("blog", "linkedin", "instagram"):
            assert untraced(piece, brief) == []


def test_with_few_claims_a_post_is_shorter_and_says_so() -> None:
    claims = ("Light walls suit most rooms.", "A tidy hall shows the way.", "Rugs hide old floors.")
    brief = brief_with(*claims)
    (piece,) = drafts(brief)
    words = Reading(piece.text, "en").word_count
    assert words < 150
    assert piece.words == words
    assert "padding" in " ".join(piece.notes)
    assert report_on(piece, brief).blocking == ()
    post = drafts(brief.model_copy(update={"kind": "linkedin"}))[0]
    assert "too few for 150 words" in " ".join(post.notes)


def test_without_research_there_is_a_draft_all_the_same() -> None:
    for kind in KINDS:
        brief = brief_with(kind=kind).model_copy(update={"research": None})
        assert all(piece.text.strip() for piece in drafts(brief))
