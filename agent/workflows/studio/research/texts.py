"""What was gathered, in parts by heading, without what reads like an order to a model."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agent.guardrails import suspicions
from agent.outline import sections
from agent.text import HAN, well_formed
from agent.workflows.studio.contracts import Plain, Source
from agent.workflows.studio.research.bearing import Topic

MOST_OF_PAGE = 60_000
"""Characters of a page that are looked at."""
LONGEST_TOLD = 80
"""Characters of what is suspicious that a notice shows."""

_BLOCKS = re.compile(r"\n[ \t]*\n")
_WORD = re.compile(f"[{HAN}]|[^\\W_]")


class Part(Plain):
    """Untrusted text as it stands in its source, under one heading."""

    heading: str
    text: str
    bearing: float = 0
    """Of the topic's words, the share that stands in it and over it."""
    is_near: bool = False
    """Found by its meaning, or of a page that is on the topic as a whole."""


class Text(Plain):
    source: Source
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Gathered:
    """`notices` tell what could not be searched or read, `related` what else was found."""

    texts: tuple[Text, ...] = ()
    notices: tuple[str, ...] = ()
    related: tuple[str, ...] = ()


def read(source: Source, parts: Iterable[Part]) -> Text:
    """The text as it may be used; what was left out is told in the source's notices."""
    kept: list[Part] = []
    found: list[str] = []
    for part in parts:
        blocks = _BLOCKS.split(well_formed(part.text))
        fine = [block for block in blocks if not _is_suspicious(block, found)]
        heading = "" if _is_suspicious(part.heading, found) else part.heading
        if any(_WORD.search(block) for block in fine):
            kept.append(part.model_copy(update={"heading": heading, "text": "\n\n".join(fine)}))
    title = source.title
    if _is_suspicious(title, found):
        title = source.url or source.document
    notices = (*source.notices, *_told(found))
    return Text(
        source=source.model_copy(update={"title": title, "notices": notices}), parts=tuple(kept)
    )


def _is_suspicious(text: str, found: list[str]) -> bool:
    """Whether it is left out; what it says goes into `found`."""
    quotes = [one.quote or one.rule for one in suspicions(text)]
    found += quotes[:1]
    return bool(quotes)


def _told(found: Sequence[str]) -> list[str]:
    if not found:
        return []
    first = " ".join(found[0].split())[:LONGEST_TOLD]
    count = "A passage" if len(found) == 1 else f"{len(found)} passages"
    reads = "reads like an order" if len(found) == 1 else "read like orders"
    was = "was" if len(found) == 1 else "were"
    return [f"{count} that {reads} to a model {was} left out: “{first}”"]


def parts_of(markdown: str) -> list[Part]:
    """The sections of a page."""
    found = sections(markdown[:MOST_OF_PAGE])
    return [Part(heading=each.heading, text="\n".join(each.lines)) for each in found]


def weighed(text: Text, topic: Topic) -> Text:
    """Each part with its bearing; a title and a heading say what stands under them as well."""
    title = text.source.title
    parts = [
        part.model_copy(update={"bearing": topic.share(f"{title}\n{part.heading}\n{part.text}")})
        for part in text.parts
    ]
    return text.model_copy(update={"parts": tuple(parts)})


def shortened(text: Text, most: int) -> Text:
    """The parts that bear most on the topic, in their order; at most so many characters."""
    best = sorted(range(len(text.parts)), key=lambda n: _weight(text.parts[n]), reverse=True)
    kept: dict[int, Part] = {}
    left = most
    for number in best:
        part = text.parts[number]
        if left > 0:
            kept[number] = part.model_copy(update={"text": part.text[:left]})
            left -= len(part.text)
    return text.model_copy(update={"parts": tuple(kept[number] for number in sorted(kept))})


def _weight(part: Part) -> float:
    return part.bearing + 0.1 * part.is_near
