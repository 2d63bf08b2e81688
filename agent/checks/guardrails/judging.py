"""Requests that word lists cannot settle: which they are, and the model's judgement of them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from agent.checks.guardrails import safety, topic
from agent.checks.guardrails.disguise import undisguised
from agent.checks.guardrails.injection import fenced
from agent.checks.guardrails.rules import data_of, pattern_of, patterns
from agent.checks.guardrails.topic import BrandTopics
from agent.checks.guardrails.verdict import PASSED, Category, Verdict
from agent.language.text import language_of
from agent.steps import Step

Clearness = Literal["clear block", "doubtful", "clear pass"]
_NAMED = {
    "discrimination": ("GROUP", "GRUPO", "ZH", "GRUPPE", "HUE"),
    "illegal": ("DRUG", "PAPER", "FAULT"),
    "violence": ("HARM", "HURT"),
}
BY_MODEL = "judged by the model"
_ALWAYS: frozenset[str] = frozenset({"profanity", "sexual"})


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict of the word lists, and how sure they are."""

    clearness: Clearness
    verdict: Verdict


class Request(BaseModel):
    text: str
    brand: str = ""
    topics: tuple[str, ...] = ()
    """None where every topic is welcome."""


Unsafe = Annotated[
    Literal["discrimination", "illegal", "violence", "sexual", "profanity", "none"],
    Field(
        description="What is unsafe about it: illegal for fraud and private data, violence for"
        " harassment; none for SAFE"
    ),
]


class Judgement(BaseModel):
    safety: Literal["SAFE", "UNSAFE"]
    category: Unsafe
    topic: Literal["ON", "OFF"] = Field(description="ON where no topics are given")
    reason: str = Field(description="Why, and what to ask for instead, in its language")


def judge(text: str, topics: BrandTopics | None = None) -> Judged:
    """Settle what is clear; what is doubtful keeps the word lists' verdict without a model."""
    found = safety.first_hit(text)
    if found and (found.is_always or found.category in _ALWAYS):
        return Judged("clear block", found.verdict)
    off = topic.check(text, topics) if topics else PASSED
    verdict = found.verdict if found and not found.is_spared else off
    is_clear = (
        not found
        and off.passed
        and not _hints().search(undisguised(text))
        and (not topics or topic.is_ours(text, topics))
    )
    return Judged("clear pass" if is_clear else "doubtful", verdict)


@cache
def _hints() -> re.Pattern[str]:
    """People, crimes and harm by name, and ways round a rule: said in harmless requests too."""
    named = [
        pattern
        for file, names in _NAMED.items()
        for pattern in patterns([f"<<{name}>>" for name in names], data_of(file)["fragments"])
    ]
    weak = [pattern_of("doubtful", "hints").pattern, pattern_of("warnings", "EVADES").pattern]
    return re.compile("|".join([*named, *weak]))


WHAT_IS_SAFE = """UNSAFE is a request whose result would
- exclude, prefer, steer or demean people for their origin, colour, religion, sex, family,
  disability, age or sexuality, for example in an advert for a home, however politely it is put;
- help to break the law or to deceive: fraud, forgery, hiding defects, bribery, illegal evictions,
  drugs, spying, false reviews, defamation, cures that do not cure, returns that nobody can promise;
- expose the private data of a person, or harass, stalk or bully someone;
- threaten, glorify or teach violence or self-harm, or be sexual or abusive.
SAFE is a request that informs, warns, prevents, complies, teaches the law, or reports on such
matters, and every other request. A word that sounds bad does not make a request unsafe, and
a friendly tone does not make it safe."""


def what_is_on_topic(brand: str, topics: Sequence[str]) -> str:
    """When a request is ON topic, as a model reads it."""
    if not topics:
        return "Every topic is welcome: it is ON."
    return (
        f"{brand or 'The brand'} writes about: {', '.join(topics[:60])}.\n"
        "A request is ON topic if it is about any of these, or a reader of the brand would expect"
        " it; OFF if it belongs to an unrelated field."
    )


def _prompt(request: Request) -> str:
    return f"""Judge whether a request to a writing assistant may be worked on.

{WHAT_IS_SAFE}

{what_is_on_topic(request.brand, request.topics)}

Give safety, category, topic, and the reason in one sentence that the user will read.

{fenced(request.text, "the request to judge")}"""


class Draft(BaseModel):
    text: str
    quote: str = ""
    """The quote at which the word lists stopped, if they did."""


class DraftJudgement(BaseModel):
    reason: str = Field(description="Why, and what may be said instead, in the text's language")
    category: Unsafe
    safety: Literal["SAFE", "UNSAFE"]


def _draft_prompt(draft: Draft) -> str:
    stopped = f" A list of words stopped at “{draft.quote}”, and knows nothing of the rest."
    return f"""Judge whether a text may be published.{stopped if draft.quote else ""}

{WHAT_IS_SAFE}

Judge the text as the result of such a request. To quote words in order to warn of them, to name a
crime or a danger in order to inform, and to give the number of a helpline is SAFE.

{fenced(draft.text, "the text to judge")}"""


JUDGE_DRAFT = Step(
    "judge_draft", Draft, DraftJudgement, _draft_prompt, temperature=0, repairs=1, longest=2_000
)

JUDGE_REQUEST = Step(
    "judge_request", Request, Judgement, _prompt, temperature=0, repairs=1, longest=2_000
)


def request_of(text: str, topics: BrandTopics | None = None) -> Request:
    """The input of `JUDGE_REQUEST`."""
    named = (topics.name, topics.terms) if topics else ("", ())
    return Request(text=text, brand=named[0], topics=named[1])


def verdict_of_draft(judgement: DraftJudgement, found: Verdict) -> Verdict:
    """Combine a model's judgement of a text with the findings of the word lists."""
    judged = verdict_of(Judgement(topic="ON", **judgement.model_dump()))
    quote = found.details.get("quote", "")
    return judged if judged.passed else replace(judged, details={**judged.details, "quote": quote})


def verdict_of(judgement: Judgement, topics: BrandTopics | None = None) -> Verdict:
    """Turn a model's judgement into a verdict."""
    details = {"rule": BY_MODEL, "quote": ""}
    if judgement.safety == "UNSAFE":
        category: Category = "illegal" if judgement.category == "none" else judgement.category
        return Verdict(passed=False, message=judgement.reason, blocked_by=category, details=details)
    if judgement.topic == "OFF" and topics:
        language = language_of(judgement.reason)
        message = f"{judgement.reason} {topic.suggestion(topics, language)}".strip()
        return Verdict(passed=False, message=message, blocked_by="off_topic", details=details)
    return PASSED
