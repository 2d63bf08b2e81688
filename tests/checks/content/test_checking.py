"""The whole: places, order, scores, any text at all, and its time."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.checks.content import Draft, Finding, Measure, Report, Voice, check_draft
from agent.checks.content.findings import scored
from tests.checks.content.drafts import LINKEDIN, draft

KINDS = ("research", "blog", "linkedin", "instagram", "image", "strategy", "general")
STRICT = Measure(
    claims=("12 %", "marzo de 2026"),
    voice=Voice(person="third", reading_level="plain", banned=("cheap", "便宜"), sample="A. B. C."),
    own_contacts=("a@example.org",),
)
_SCRAPS = [
    "# ", "## ", "\n\n", "- ", "1. ", "| a | b |\n", "```", "`", "**", "[a](", "](http://b.c) ",
    "![]", "#tag ", "12 %", "€1.200", "百分之", "三成", "二十", "2026年", "3 March ", "two hundred",
    "y cinco", "a@b.co ", "4111 1111 1111 1111", "GB82 WEST 1234", "+44 20 7946 0018", "!", "…",
    "“", "”", "\u200b", "\ufeff", "\r\n", "\t", "İ", "ß", "ﬁ", "é", "👩‍👩‍👧",
    "\ud7a3", "١٢", "²", "Ⅻ",
    "½", "我", "you ",
]  # fmt: skip
SCRAPS = st.sampled_from(_SCRAPS)
TEXTS = st.one_of(st.text(max_size=300), st.lists(SCRAPS, max_size=40).map("".join))


def part_of(piece: Draft, finding: Finding) -> str:
    return str(getattr(piece, finding.part))


def assert_sound(piece: Draft, report: Report) -> None:
    for finding in report.findings:
        text = part_of(piece, finding)
        assert 0 <= finding.start <= finding.end <= len(text)
        assert text[finding.start : finding.end] == finding.quote
        assert finding.sentence
        assert finding.sentence[-1] in ".?"
    assert all(0 <= score.points <= 100 and score.explained for score in report.scores)


@given(text=TEXTS, meta=TEXTS, alt=TEXTS, kind=st.sampled_from(KINDS))
def test_no_text_breaks_a_check_and_every_place_is_right(text, meta, alt, kind):
    piece = Draft.model_validate(
        {"kind": kind, "text": text, "meta_description": meta, "alt": alt, "ratio": "1:1"}
    )
    assert_sound(piece, check_draft(piece, STRICT))


HOSTILE = {
    "brackets": "[" * 20_000,
    "pipes": "|" * 20_000,
    "spaces": " " * 20_000 + "x",
    "digits": "1" * 20_000,
    "addresses": "a.a@" * 5_000,
    "thousands": "mil " * 5_000,
    "lines": "\n" * 20_000 + "x",
    "items": "- " * 10_000 + "x",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_text_takes_long(name):
    begun = time.perf_counter()
    check_draft(Draft(kind="blog", text=HOSTILE[name]), STRICT)
    assert time.perf_counter() - begun < 60, "quadratic or worse"


def test_what_blocks_comes_first_and_then_the_order_of_the_text():
    report = check_draft(draft("linkedin", f"I paid 17 % {LINKEDIN}" + " word" * 500))
    levels = [finding.level for finding in report.findings]
    assert levels == sorted(levels, key=lambda level: level != "blocks")
    assert len(report.blocking) == 1


def test_scores_are_explained_by_their_sum():
    def one(check: str, **more: object) -> Finding:
        given = {"group": "seo", "check": check, "level": "advises", "sentence": "S.", **more}
        return Finding.model_validate(given)

    score = scored("seo", [one("a_b"), one("a_b"), one("c", level="blocks")])
    assert score.points == 100 - (8 + 3) - 25
    assert score.explained == "100 − 11 − 25"
    assert scored("seo", [one(f"n{n}", level="blocks") for n in range(9)]).points == 0


def test_only_what_has_findings_has_a_score():
    assert check_draft(draft("linkedin")).scores == ()
    scores = check_draft(draft("linkedin", f"I paid 17 % {LINKEDIN}")).scores
    assert [score.group for score in scores] == ["figures"]
