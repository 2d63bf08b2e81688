"""The hashtags of a post without a model."""

import re
from collections.abc import Iterator
from itertools import groupby

from agent.checks.content.platform import width
from agent.language.text import STOP_WORDS, fold, stems
from agent.workflows.studio.content.contracts import Brief

MOST, LONGEST = 5, 28
"""Hashtags of a post, and characters of one."""


def hashtags(brief: Brief, text: str) -> str:
    """The user's own, then the terms of the topic that the text has."""
    details, said, tags = brief.details, stems(text), dict[str, str]()
    most = MOST if details.hashtags is None else details.hashtags
    terms = [*brief.brand.hashtags[:2], *details.keywords, details.location]
    terms += [t for t in _terms_of(brief.topic) if t == brief.topic or stems(t) <= said]
    for term in terms:
        words = re.findall(r"\w+", term)
        name = "".join(word[:1].upper() + word[1:] for word in words)
        is_usable = 1 < width(name) <= LONGEST and not name.isdecimal()
        if is_usable and len(tags) < most and not any(fold(name) in tag for tag in tags):
            tags[fold(name)] = f"#{name}"
    return " ".join(tags.values())


def _terms_of(topic: str) -> Iterator[str]:
    """The words between its stop words, first together and then each."""
    words = re.findall(r"[\w-]+", topic)
    for is_little, run in groupby(words, lambda word: fold(word) in STOP_WORDS):
        term = list(run)
        yield from [] if is_little else [" ".join(term), *term]
