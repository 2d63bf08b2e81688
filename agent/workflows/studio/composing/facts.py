"""The claims that a draft may be made of, read for what each of them tells."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.content_checks.figures import figures
from agent.content_checks.reading import Reading, count, words_of
from agent.text import content_words, fold, language_of, plain, stems
from agent.workflows.studio.composing.languages import PHRASES
from agent.workflows.studio.composing.phrases import ASPECTS, Aspect
from agent.workflows.studio.composing.voice import breaks
from agent.workflows.studio.contracts import Brief, Claim

LONGEST_HEADING = 60
COMMON = 0.6
"""The share of claims with which an aspect tells nothing any more."""
BEGINNING = 30
"""Characters of a sentence that tell what it is about."""
_MARKS = re.compile(r"[*_`#|<>\[\]]+")
_NUMBERING = re.compile(r"^\W*(?:(?:step|paso|part|parte)\s*)?\d{1,2}\s*[.:)–—-]\s*", re.IGNORECASE)
_STOPPED = re.compile(r"[.!?…。！？][\"'”’»)」』）]*$")


@dataclass(frozen=True)
class Fact:
    """`text` is what the claim says, as sentences that end; `order` is its place in the research."""

    id: str
    text: str
    source: str
    heading: str
    aspect: Aspect
    order: int
    words: int
    strength: float
    stems: frozenset[str]
    is_order: bool
    """Whether it tells the reader what to do."""
    is_contrast: bool
    defined: frozenset[str]
    """The stems of what it says the meaning of; empty where it does not."""
    opens: int
    """With how many words of the topic it begins; none where it leans on the one before."""


@dataclass(frozen=True)
class Facts:
    used: tuple[Fact, ...]
    notes: tuple[str, ...]
    """What was left out and why, in sentences for the user."""

    def __bool__(self) -> bool:
        return bool(self.used)


def facts_of(brief: Brief) -> Facts:
    """The supported claims in the brief's language which the brand can say."""
    claims = brief.research.supported if brief.research else ()
    foreign = {claim.id for claim in claims if _language(claim, brief) != brief.language}
    banned = {claim.id for claim in claims if "banned_word" in breaks(claim.text, brief)}
    kept = [claim for claim in claims if claim.id not in foreign | banned]
    told = _telling(kept, brief)
    found: list[Fact] = []
    for order, claim in enumerate(kept):
        fact = _fact(claim, brief, order=order, told=told)
        if fact.text and not any(_says_the_same(fact, other) for other in found):
            found.append(fact)
    return Facts(tuple(found), tuple(_notes(len(claims), len(foreign), len(banned - foreign))))


def _notes(every: int, foreign: int, banned: int) -> list[str]:
    notes = []
    if not every:
        notes.append("Nothing was found on this topic, so the text states no facts.")
    if foreign:
        notes.append(
            f"{foreign} of the facts found are in another language. Without a model they cannot be"
            " translated, so they were left out."
        )
    if banned:
        notes.append(f"{banned} of the facts found use words that the brand does not use.")
    return notes


def _language(claim: Claim, brief: Brief) -> str:
    known = (
        {source.id: source.language for source in brief.research.sources} if brief.research else {}
    )
    said = known.get(claim.source, "")[:2]
    # A short sentence tells its language badly, its source tells it well.
    return said if said in PHRASES else language_of(claim.text)


def _telling(claims: Sequence[Claim], brief: Brief) -> tuple[Aspect, ...]:
    """The aspects that tell claims apart: of prices, nearly every sentence is about costs."""
    cues = PHRASES[brief.language].reading.aspects
    most = COMMON * len(claims)
    counts = {a: sum(1 for claim in claims if cues[a].search(claim.text)) for a in ASPECTS}
    return tuple(aspect for aspect in ASPECTS if counts[aspect] <= most) or ASPECTS


def _fact(claim: Claim, brief: Brief, *, order: int, told: tuple[Aspect, ...]) -> Fact:
    text = sentence(claim.text, stop=PHRASES[brief.language].stop)
    known = PHRASES[brief.language].reading
    heading = usable_heading(claim.heading, brief)
    defines, is_order = known.defines.match(text), bool(known.orders.match(text))
    begins_with = stems(text[:BEGINNING]) & frozenset(content_words(brief.topic))
    leans = is_order or known.leans.match(text)
    return Fact(
        id=claim.id,
        text=text,
        source=claim.source,
        heading=heading,
        aspect=_aspect(text, heading, brief, told=told),
        order=order,
        words=count(tuple(words_of(text))),
        strength=_strength(text, brief),
        stems=stems(text),
        is_order=is_order,
        is_contrast=bool(known.contrast.search(text)),
        defined=stems(defines["subject"]) if defines else frozenset(),
        opens=0 if leans else len(begins_with),
    )


def sentence(text: str, *, stop: str) -> str:
    """In plain text, with a capital first and a stop at its end."""
    bare = " ".join(plain(text).split())
    if not bare:
        return ""
    bare = bare[0].upper() + bare[1:]
    return bare if _STOPPED.search(bare) else bare.rstrip(" ,;:，；：") + stop


def usable_heading(heading: str, brief: Brief) -> str:
    """A heading of a source that can stand in a draft, else nothing.

    Of "Rooms › Kitchen" it is the last part.
    """
    last = re.split(r"\s*[›»>/]\s+", heading)[-1]
    bare = " ".join(_MARKS.sub(" ", _NUMBERING.sub("", last)).split()).strip(" .:;,。：")
    is_frame = PHRASES[brief.language].reading.frames.match(bare)
    if not bare or is_frame or len(bare) > LONGEST_HEADING or fold(bare) == fold(brief.topic):
        return ""
    if figures(Reading(bare, brief.language)) or breaks(bare, brief):
        return ""
    return bare[0].upper() + bare[1:]


def _aspect(text: str, heading: str, brief: Brief, *, told: tuple[Aspect, ...]) -> Aspect:
    """What the heading is about, and where it does not tell, the sentence."""
    cues = PHRASES[brief.language].reading.aspects
    for said, among in ((heading, ASPECTS), (text, told)):
        counts = {aspect: len(cues[aspect].findall(said)) for aspect in among}
        if any(counts.values()):
            return max(counts, key=lambda aspect: (counts[aspect], _TELLING.index(aspect)))
    return "how"


_TELLING: tuple[Aspect, ...] = ("what", "how", "next", "why", "costs", "mistakes")
"""The most telling last."""


def _strength(text: str, brief: Brief) -> float:
    """More where it names the topic, gives a figure or a contrast, and is neither long nor short."""
    known = PHRASES[brief.language].reading
    topic = stems(brief.topic)
    said = stems(text)
    words = count(tuple(words_of(text)))
    strength = 2.0 * len(topic & said) / (len(topic) or 1)
    strength += 0.8 * bool(figures(Reading(text, brief.language)))
    strength += 0.4 * bool(known.contrast.search(text))
    strength += 0.4 * bool(known.aspects["why"].search(text))
    strength -= 1.5 * bool(known.leans.match(text)) + 0.5 * bool(breaks(text, brief))
    return strength - 0.05 * max(0, words - 22) - 0.1 * max(0, 8 - words)


def _says_the_same(fact: Fact, other: Fact) -> bool:
    shared = len(fact.stems & other.stems)
    return shared / (len(fact.stems | other.stems) or 1) >= 0.8


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / (min(len(one), len(other)) or 1)


def strongest(facts: Sequence[Fact]) -> list[Fact]:
    return sorted(facts, key=lambda fact: (-fact.strength, fact.order))


def in_order(facts: Sequence[Fact]) -> list[Fact]:
    return sorted(facts, key=lambda fact: fact.order)
