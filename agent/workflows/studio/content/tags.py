"""The hashtags of a post without a model."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from agent.checks.content.platform import width
from agent.language.text import STOP_WORDS, fold, is_han, keywords, plain, stems
from agent.workflows.studio.content.contracts import Brief

FEWEST, MOST = 3, 5
LONGEST, MOST_IN_TAG, MOST_IN_TERM = 28, 4, 2
"""Characters and words of a hashtag; a longer heading is mostly half a sentence."""


def hashtags(brief: Brief, quotes: Sequence[str], text: str) -> str:
    """The user's own, then the terms of the topic that the text has, then those of the quotes."""
    details, tags = brief.details, dict[str, str]()
    least, most = (FEWEST, MOST) if details.hashtags is None else (details.hashtags,) * 2
    said = stems(text)
    own = [*brief.brand.hashtags[:2], *details.keywords, details.location]
    own += [brief.topic] if is_term(brief.topic, MOST_IN_TAG) else []
    own += [term for term in _terms_of(brief.topic) if stems(term) <= said]
    _add(tags, own, most)
    _add(tags, _usual_in(quotes), least)
    return " ".join(tags.values())


def _add(tags: dict[str, str], terms: Iterable[str], most: int) -> None:
    """Add each that no tag holds yet, up to so many tags."""
    for term in terms:
        words = re.findall(r"\w+", term)
        name = "".join(word[:1].upper() + word[1:] for word in words)
        is_usable = 1 < width(name) <= LONGEST and not name.isdecimal()
        if is_usable and len(tags) < most and not any(fold(name) in tag for tag in tags):
            tags[fold(name)] = f"#{name}"


def _terms_of(topic: str) -> Iterator[str]:
    """The words between its stop words, together where they are few."""
    words = re.findall(r"[\w-]+", topic)
    for is_little, run in groupby(words, lambda word: fold(word) in STOP_WORDS):
        term = list(run)
        if not is_little:
            yield from [" ".join(term)] if len(term) <= MOST_IN_TERM else term


def _usual_in(quotes: Iterable[str]) -> list[str]:
    """The words that most of the quotes share."""
    said = (dict.fromkeys(re.findall(r"\w+", plain(quote).lower())) for quote in quotes)
    counted = Counter(word for words in said for word in words if fold(word) not in STOP_WORDS)
    return [word for word, _count in counted.most_common() if is_term(word, 1)]


def is_term(text: str, most: int) -> bool:
    """A few words without a stop word or a comma: "Curb appeal", and no piece of a sentence."""
    is_bare = text.replace(" ", "").replace("-", "").isalnum()
    size, most = (len(text) - 1, 2 * most) if is_han(text) else (len(text.split()), most)
    return is_bare and size <= most and len(keywords(text)) >= size
