"""Issues that may be about the same as a draft."""

import math
from collections import Counter
from collections.abc import Callable, Sequence

from agent.language.text import content_words
from agent.ports import Issue, Likeness
from agent.workflows.tickets.contracts import Similar
from agent.workflows.tickets.description import narrative_of

MOST = 3
ALIKE = 0.25
"""From here on an issue is worth a look."""
LONGEST = 600
"""Characters of an issue's narrative that are compared."""

Compare = Callable[[Sequence[tuple[str, str]]], Sequence[Likeness]]


def similar(draft: str, issues: Sequence[Issue], likeness: Compare) -> list[Similar]:
    """The most similar, best first. `draft` has its summary as the first line.

    Words weigh the more the fewer of the issues have them. Without a comparison of meaning,
    when `likeness` gives nothing, words decide alone.
    """
    if not draft.strip() or not issues:
        return []
    title = draft.strip().split("\n", maxsplit=1)[0]
    texts = [_text(issue) for issue in issues]
    weights = _weights([draft, *texts])
    meanings = likeness([(title, text) for text in texts])
    scored = [
        (_similarity(draft, title, issue, weights, meanings[n] if meanings else None), issue)
        for n, issue in enumerate(issues)
    ]
    scored.sort(key=lambda entry: (-entry[0], entry[1].key))
    return [
        Similar(
            key=issue.key,
            summary=issue.summary,
            status=issue.status,
            link=issue.link,
            similarity=round(score, 2),
        )
        for score, issue in scored[:MOST]
        if score >= ALIKE
    ]


def _text(issue: Issue) -> str:
    return f"{issue.summary}\n{narrative_of(issue.description)[:LONGEST]}"


def _weights(texts: Sequence[str]) -> dict[str, float]:
    seen = Counter(word for text in texts for word in content_words(text))
    return {word: math.log(1 + len(texts) / count) for word, count in seen.items()}


def _similarity(
    draft: str,
    title: str,
    issue: Issue,
    weights: dict[str, float],
    meaning: Likeness | None,
) -> float:
    words = max(
        _overlap(title, issue.summary, weights), _overlap(draft[:LONGEST], _text(issue), weights)
    )
    if meaning is None or not meaning.near:
        return words
    return max(words, (words + max(0.0, min(1.0, meaning.similarity))) / 2)


def _overlap(one: str, other: str, weights: dict[str, float]) -> float:
    """Shared weight of all weight, from 0 to 1."""
    first, second = set(content_words(one)), set(content_words(other))
    both = sum(weights[word] for word in first & second)
    total = sum(weights[w] for w in first) + sum(weights[w] for w in second)
    return 2 * both / total if total else 0.0
