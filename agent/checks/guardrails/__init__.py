"""Blocks forbidden requests and texts. A guardrail that fails blocks too."""

from collections.abc import Callable
from functools import partial

from agent.checks.guardrails import images, safety, topic
from agent.checks.guardrails.injection import fenced, suspicions
from agent.checks.guardrails.judging import (
    BY_MODEL,
    JUDGE_DRAFT,
    JUDGE_REQUEST,
    WHAT_IS_SAFE,
    Draft,
    Judged,
    Judgement,
    Request,
    Unsafe,
    judge,
    request_of,
    verdict_of,
    verdict_of_draft,
    what_is_on_topic,
)
from agent.checks.guardrails.topic import REAL_ESTATE, BrandTopics
from agent.checks.guardrails.verdict import PASSED, BlockedBy, Category, Verdict
from agent.language.catalogs import N_

__all__ = [
    "BY_MODEL",
    "JUDGE_DRAFT",
    "JUDGE_REQUEST",
    "PASSED",
    "REAL_ESTATE",
    "WHAT_IS_SAFE",
    "BlockedBy",
    "BrandTopics",
    "Category",
    "Draft",
    "Judged",
    "Judgement",
    "Request",
    "Unsafe",
    "Verdict",
    "check_image",
    "check_output",
    "check_request",
    "check_wish",
    "fenced",
    "first_block",
    "judge",
    "request_of",
    "suspicions",
    "verdict_of",
    "verdict_of_draft",
    "what_is_on_topic",
]

Check = Callable[[str], Verdict]


def check_request(text: str, topics: BrandTopics | None = None) -> Verdict:
    """Check a request by the word lists alone. Without topics every field is welcome."""
    if topics is None or not topics.terms:
        return check_wish(text)
    return first_block(text, (safety.check, partial(topic.check, topics=topics)))


def check_wish(text: str) -> Verdict:
    """Check a wish beside a request, such as a comment: it need not name the topic."""
    return first_block(text, (safety.check,))


def check_output(text: str) -> Verdict:
    """Check a draft, whole or in part."""
    return first_block(text, (safety.check_draft,))


def check_image(text: str) -> Verdict:
    """Check the description of a picture: what may not be written may not be drawn, and more."""
    return first_block(text, (images.check, safety.check))


def first_block(text: str, checks: tuple[Check, ...]) -> Verdict:
    """The first verdict that blocks; a check that raises blocks too."""
    for check in checks:
        try:
            verdict = check(text)
        except Exception as error:  # noqa: BLE001, whatever went wrong, nothing unchecked passes
            return Verdict(
                passed=False,
                message=N_("The guardrails could not check this, so it was stopped. Try again."),
                blocked_by="failure",
                details={"rule": "guardrail failed", "quote": type(error).__name__},
            )
        if not verdict.passed:
            return verdict
    return PASSED
