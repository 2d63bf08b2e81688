"""What a language brings to a draft by rules: wording with gaps, which states no fact."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Aspect = Literal["what", "why", "how", "costs", "mistakes", "next"]
ASPECTS: tuple[Aspect, ...] = ("what", "why", "how", "costs", "mistakes", "next")
"""In the order in which a reader wants them."""

Some = tuple[str, ...]


def caseless(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


@dataclass(frozen=True)
class Reading:
    """How sentences are told from one another."""

    aspects: Mapping[Aspect, re.Pattern[str]]
    defines: re.Pattern[str]
    """Begins a sentence that says what its `subject` is."""
    contrast: re.Pattern[str]
    leans: re.Pattern[str]
    """Begins a sentence that needs the one before it."""
    orders: re.Pattern[str]
    """Begins a sentence that tells the reader what to do."""
    frames: re.Pattern[str]
    """Headings of sources that say nothing of what stands under them."""


@dataclass(frozen=True)
class Blog:
    titles: Some
    """Of a label, which may be a whole question."""
    headings: Mapping[Aspect, Some]
    openings: Some
    """Of a post that no fact opens, or that needs a longer introduction."""
    overviews: Some
    glances: Some
    endings: Some
    closings: Some
    sources: str
    metas: Some
    meta_ends: Some
    meta_fill: str


@dataclass(frozen=True)
class Social:
    questions: Some
    statements: Some
    contrasts: Some
    contexts: Some
    """What may follow the opening where a post is short."""
    bridges: Some
    asks: Some
    captions: Some
    saves: Some
    suffixes: Some
    """What goes behind a topic to make another hashtag of it."""


@dataclass(frozen=True)
class Strategy:
    title: str
    sections: Mapping[str, str]
    summary: Some
    audience: Some
    nobody: str
    audience_questions: Some
    pillars: Mapping[Aspect, Some]
    """Of a plan without enough facts for its pillars."""
    pillar_uses: Some
    mix: Some
    channels: Mapping[str, Some]
    columns: Some
    days: Some
    kinds: Mapping[str, str]
    slots: Some
    """For a theme that has had its entry already."""
    kpis: Mapping[str, Some]
    kpi_rhythm: Some
    phases: tuple[Some, ...]


@dataclass(frozen=True)
class Images:
    scenes: tuple[tuple[re.Pattern[str], Some], ...]
    elsewhere: Some
    lights: Some
    framings: Some
    prompts: Some
    ratio: Mapping[str, str]
    styles: Mapping[str, str]
    default_style: str
    bounds: Some
    alt: str
    features: str
    place: str


@dataclass(frozen=True)
class General:
    found: Some
    onward: Some
    help: str
    help_on: str
    nothing: str


@dataclass(frozen=True)
class Phrases:
    stop: str
    gap: str
    """Between sentences."""
    comma: str
    last: str
    """Before the last of a list."""
    colon: str
    second_colon: str
    """What stands in its place behind a name that has one."""
    labels: Mapping[str, str]
    """Of the Details form."""
    you: re.Pattern[str]
    """Shows that the reader is spoken to."""
    calls: Some
    reading: Reading
    blog: Blog
    social: Social
    strategy: Strategy
    images: Images
    general: General
