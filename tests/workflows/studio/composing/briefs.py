"""Briefs with claims from the sample documents, and how alike two drafts are."""

import json
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from agent.brand import EXAMPLE, BrandProfile
from agent.content_checks import Kind, Voice
from agent.workflows.studio import composing
from agent.workflows.studio.contracts import Brief, Claim, Details, Piece, Research, Source

DATA = Path(__file__).parents[3] / "data" / "studio"
TOPICS = (
    "home staging tips",
    "curb appeal",
    "preparing a home for photographs",
    "open houses",
    "pricing a home",
    "mortgage pre-approval",
    "home inspections",
    "closing and escrow",
    "how to negotiate an offer",
    "leases for tenants",
    "moving house",
    "choosing a neighbourhood",
)
OTHERS = ("home staging para vender", "comprar la primera vivienda", "房屋布置技巧", "首次购房")
KINDS: tuple[Kind, ...] = ("blog", "linkedin", "instagram", "strategy", "image")


@cache
def researches() -> dict[str, Research]:
    """What research by rules found on each topic in the sample documents."""
    rows = json.loads((DATA / "claims.json").read_text(encoding="utf-8"))
    return {row["topic"]: _research(row) for row in rows}


def _research(row: dict[str, Any]) -> Research:
    return Research(
        topic=row["topic"],
        language=row["language"],
        sources=tuple(Source(where="document", **source) for source in row["sources"]),
        claims=tuple(Claim(verdict="supported", **claim) for claim in row["claims"]),
    )


def brief_on(
    topic: str,
    kind: Kind = "blog",
    *,
    brand: BrandProfile = EXAMPLE,
    details: Details | None = None,
    request: str = "",
) -> Brief:
    research = researches()[topic]
    return Brief(
        kind=kind,
        request=request or f"Write a {kind} post about {topic}",
        topic=topic,
        language=research.language,
        details=details or Details(),
        brand=brand,
        research=research,
        today="2026-11-22",
    )


def brief_with(*claims: str, kind: Kind = "blog", topic: str = "home staging") -> Brief:
    """With these sentences as supported claims, and nothing else known."""
    found = tuple(
        Claim(id=f"C{n}", text=text, source="S1", quote=text, verdict="supported")
        for n, text in enumerate(claims, 1)
    )
    source = Source(id="S1", title="Notes", where="document", language="en")
    research = Research(topic=topic, sources=(source,), claims=found)
    return Brief(
        kind=kind,
        request=f"Write a {kind} post about {topic}",
        topic=topic,
        brand=EXAMPLE,
        research=research,
        today="2026-11-22",
    )


def voiced(person: str = "second", *, banned: tuple[str, ...] = ()) -> BrandProfile:
    voice = Voice.model_validate({"person": person, "banned": banned})
    return EXAMPLE.model_copy(update={"voice": voice, "call_to_action": ""})


def drafts(brief: Brief) -> tuple[Piece, ...]:
    """All that is composed of a brief."""
    match brief.kind:
        case "blog":
            return (composing.blog(brief, composing.outline(brief)),)
        case "linkedin":
            return composing.linkedin(brief)
        case "instagram":
            return (composing.instagram(brief),)
        case "strategy":
            return (composing.strategy(brief),)
        case _:
            return (composing.image(brief),)


@cache
def drafts_on(topic: str, kind: Kind) -> tuple[Piece, ...]:
    return drafts(brief_on(topic, kind))


def without_headings(text: str) -> str:
    return "\n".join(line for line in text.split("\n") if not re.match(r"#{1,6} ", line))


def five_grams(text: str) -> frozenset[tuple[str, ...]]:
    """Five words in a row; of Chinese five characters."""
    words = re.findall(r"[\u4e00-\u9fff]|[^\W_\u4e00-\u9fff]+", without_headings(text).lower())
    return frozenset(tuple(words[n : n + 5]) for n in range(len(words) - 4))


def shared(one: str, other: str) -> float:
    """Of the shorter text's sequences, the share that the other has as well."""
    mine, theirs = five_grams(one), five_grams(other)
    return len(mine & theirs) / max(1, min(len(mine), len(theirs)))


def lines_changed(before: str, after: str) -> tuple[list[str], list[str]]:
    """The lines that are gone, and those that are new."""
    old, new = before.split("\n"), after.split("\n")
    return [line for line in old if line not in new], [line for line in new if line not in old]


def is_in_order(text: str, passages: tuple[str, ...]) -> bool:
    places = [text.index(passage) for passage in passages]
    return all(one < other for one, other in pairwise(places))
