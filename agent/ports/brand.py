"""The brand that content is written for: its topics, its voice, its looks."""

import re
from collections.abc import Iterator
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from agent.checks.content import Voice
from agent.checks.guardrails import REAL_ESTATE, BrandTopics, check_request, check_wish

SAMPLE_SUBJECT = "real-estate"
"""The subject of the documents that come with the example."""

COLOUR = r"^#[0-9a-fA-F]{6}$"
HASHTAG = r"^\w+$"
_WORD = re.compile(r"[A-Z]?[^\WA-Z_]+|[A-Z]+(?![a-z])|\d+")


class BrandProfile(BaseModel):
    """As a marketer edits it; none at first, with real estate as an example to choose."""

    model_config = ConfigDict(frozen=True)

    name: str = Field(default="", max_length=80)
    terms: tuple[str, ...] = ()
    """Words and phrases, any of which shows that a request is about the brand's field. Without
    them every topic is welcome."""
    elsewhere: tuple[str, ...] = ()
    """Phrases that hold such a term and mean something else."""
    example: str = ""
    """A request that fits; a refusal shows it."""
    voice: Voice = Voice()
    audience: str = ""
    hashtags: tuple[Annotated[str, Field(pattern=HASHTAG)], ...] = ()
    """Without "#"."""
    call_to_action: str = ""
    contacts: tuple[str, ...] = ()
    """Addresses and numbers that the brand publishes itself."""
    colours: tuple[Annotated[str, Field(pattern=COLOUR)], ...] = ()
    """As "#rrggbb", the leading one first."""
    subjects: tuple[str, ...] = ()
    """Subjects of the library that research reads."""

    @property
    def topics(self) -> BrandTopics:
        return BrandTopics(
            name=self.name, terms=self.terms, example=self.example, elsewhere=self.elsewhere
        )


NO_BRAND = BrandProfile()
EXAMPLE = BrandProfile(
    name="Harbour & Hearth Realty",
    terms=REAL_ESTATE.terms,
    elsewhere=REAL_ESTATE.elsewhere,
    example=REAL_ESTATE.example,
    voice=Voice(
        person="second",
        reading_level="general",
        banned=("dream home", "once in a lifetime", "act now", "guaranteed returns"),
        sample="Selling a home is a series of small decisions. We help you take them one at a time,"
        " with plain words and no pressure.",
    ),
    audience="People who buy, sell or rent a home for the first time",
    hashtags=("RealEstate", "HomeBuying", "HomeSelling", "HarbourAndHearth"),
    call_to_action="Talk to us before you decide: a first conversation costs nothing.",
    contacts=(),
    colours=("#0f766e", "#f59e0b", "#f8fafc"),
    subjects=(SAMPLE_SUBJECT,),
)


def settled(profile: BrandProfile, *, before: BrandProfile) -> BrandProfile:
    """Without the sample's documents, once it has left the last of the example's topics."""
    known = frozenset(EXAMPLE.terms)
    if known.isdisjoint(before.terms) or not known.isdisjoint(profile.terms):
        return profile
    kept = tuple(subject for subject in profile.subjects if subject != SAMPLE_SUBJECT)
    return profile.model_copy(update={"subjects": kept})


def complaints(profile: BrandProfile) -> list[str]:
    """Return what is wrong with an unvalidated profile, in sentences for its author."""
    found = []
    if profile.terms and not profile.name.strip():
        found.append("A brand with topics needs a name.")
    found += [
        f"“#{tag}” is no hashtag: letters, digits and _ only."
        for tag in profile.hashtags
        if not re.fullmatch(HASHTAG, tag)
    ]
    found += [
        f"“{colour}” is no colour such as #0f766e."
        for colour in profile.colours
        if not re.fullmatch(COLOUR, colour)
    ]
    if (
        profile.example
        and profile.terms
        and not check_request(profile.example, profile.topics).passed
    ):
        found.append("The guardrails would stop the example: write one that speaks of the topics.")
    found += [
        f"The sample text uses “{phrase}”, which is banned."
        for phrase in profile.voice.banned
        if phrase.casefold() in profile.voice.sample.casefold()
    ]
    found += [f"The guardrails stop the {part}. {said}" for part, said in _stopped(profile)]
    return found


def _stopped(profile: BrandProfile) -> Iterator[tuple[str, str]]:
    """What goes into every draft, and why it may not. Banned words may be bad ones."""
    parts = {
        "name": profile.name,
        "audience": profile.audience,
        "call to action": profile.call_to_action,
        "sample text": profile.voice.sample,
        "hashtags": "\n".join(" ".join(_WORD.findall(tag)) for tag in profile.hashtags),
    }
    for part, text in parts.items():
        verdict = check_wish(text)
        if not verdict.passed:
            yield part, verdict.message
