"""The meta description: of the right length, whatever the topic."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from agent.content_checks.platform import META, width
from agent.text import fold
from agent.workflows.studio.composing.frame import Frame, lower
from agent.workflows.studio.composing.voice import breaks

_STOPS = re.compile(r"[,.:;，。：；]")
MOST_TOPIC = 100
"""How wide the topic may be where whole sentences do not fit."""


def meta_description(frame: Frame, headings: Sequence[str]) -> str:
    """Whole sentences where some of them come to the length, else a sentence cut to it."""
    least, most = META
    for text in _candidates(frame, headings):
        fits = least <= width(text) <= most
        if fits and not _repeats(text) and not breaks(text, frame.brief):
            return text
    return _cut(frame)


def _candidates(frame: Frame, headings: Sequence[str]) -> Iterator[str]:
    known = frame.phrases.blog
    names = [lower(heading) for heading in headings]
    ends = frame.every(known.meta_ends, "meta end")
    tails = ["", *ends, *(frame.joined(pair) for pair in combinations(ends, 2))]
    for number in range(min(4, len(names)), 0, -1):
        listed = frame.listed(names[:number])
        for begin in frame.every(known.metas, "meta", headings=listed):
            yield from (frame.joined([begin, tail]) for tail in tails)


def _repeats(text: str) -> bool:
    """Whether it says a part of a sentence twice."""
    parts = [fold(part.strip()) for part in _STOPS.split(text) if part.strip()]
    return len(set(parts)) < len(parts)


def _cut(frame: Frame) -> str:
    """The last words go one by one until it fits."""
    most, stop = META[1], frame.phrases.stop
    topic = _narrow(frame.label, MOST_TOPIC)
    text = f"{frame.leading(topic)}{lower(frame.phrases.blog.meta_fill)}"
    return _narrow(text, most - width(stop)).rstrip(" ,，、.。") + stop


def _narrow(text: str, most: int) -> str:
    """At most so wide, in whole words where there are spaces."""
    if width(text) <= most:
        return text
    kept = text
    while width(kept) > most:
        kept = kept[:-1]
    whole = kept.rsplit(" ", 1)[0]
    return whole if width(whole) > most - 15 else kept
