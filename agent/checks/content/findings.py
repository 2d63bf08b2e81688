"""The input and the findings of content checks."""

from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from agent.language.catalogs import catalog, number
from agent.language.text import Language

Kind = Literal["research", "blog", "linkedin", "instagram", "image", "strategy", "general"]
IN_MARKDOWN = frozenset[Kind]({"blog", "strategy", "research", "general"})
"""Kinds whose text is Markdown; that of the others is shown letter by letter."""
Group = Literal["platform", "structure", "readability", "seo", "tone", "figures", "personal"]
Level = Literal["blocks", "advises"]
Part = Literal["text", "meta_description", "alt", "ratio"]
Person = Literal["any", "first_singular", "first_plural", "second", "third"]
ReadingLevel = Literal["any", "plain", "general", "expert"]

COST: dict[Level, int] = {"blocks": 25, "advises": 8}
AGAIN = 3
"""The cost of each further finding of the same check, up to three of them."""


class Plain(BaseModel):
    model_config = ConfigDict(frozen=True)


class Draft(Plain):
    """A piece as it would be published. The text is the caption with its hashtags for Instagram,

    and the prompt for an image.
    """

    kind: Kind
    text: str
    meta_description: str = ""
    alt: str = ""
    ratio: str = ""
    language: Language | None = None


class Voice(Plain):
    person: Person = "any"
    reading_level: ReadingLevel = "any"
    banned: tuple[str, ...] = ()
    sample: str = ""


class Measure(Plain):
    """The measure of a draft: the request, the facts and the brand.

    `claims` are all texts whose figures may be used, the request and its details among them;
    `own_contacts` are the addresses and numbers that the brand publishes itself.
    """

    wished_words: int | None = None
    """The length that the user asked for; it outranks what is usual."""
    is_words_limit: bool = False
    """They asked for that length at most."""
    has_facts: bool = True
    """There are claims to fill a usual length with; without them a text may stay short."""
    wished_hashtags: int | None = None
    is_hashtags_limit: bool = False
    claims: tuple[str, ...] = ()
    voice: Voice = Voice()
    own_contacts: tuple[str, ...] = ()
    said_in: Language = "en"
    """The language of the remarks."""

    def gettext(self, sentence: str) -> str:
        return catalog(self.said_in).gettext(sentence)

    def ngettext(self, one: str, several: str, count: int) -> str:
        return catalog(self.said_in).ngettext(one, several, count)

    def number(self, value: int) -> str:
        return number(value, self.said_in)


class Finding(Plain):
    """`quote` is `part` from `start` to `end`; it is empty where something is missing."""

    group: Group
    check: str
    level: Level
    sentence: str
    part: Part = "text"
    quote: str = ""
    start: int = 0
    end: int = 0


class Score(Plain):
    group: Group
    points: int = Field(ge=0, le=100)
    explained: str


class Report(Plain):
    findings: tuple[Finding, ...]
    scores: tuple[Score, ...]

    @property
    def blocking(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.level == "blocks")


def scored(group: Group, findings: Iterable[Finding]) -> Score:
    """A hundred less the cost of what was found, and the sum written out."""
    found: dict[str, list[Finding]] = {}
    for finding in findings:
        found.setdefault(finding.check, []).append(finding)
    costs = [COST[each[0].level] + AGAIN * min(3, len(each) - 1) for each in found.values()]
    points = max(0, 100 - sum(costs))
    return Score(group=group, points=points, explained=f"100 − {' − '.join(map(str, costs))}")
