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
    texts = [f"{i.summary}\n{narrative_of(i.description)[:LONGEST]}" for i in issues]
    seen = Counter(word for text in (draft, *texts) for word in content_words(text))
    weights = {word: math.log(1 + (len(texts) + 1) / count) for word, count in seen.items()}
    meanings = likeness([(title, text) for text in texts])
    scored: list[tuple[float, Issue]] = []
    for number, (issue, text) in enumerate(zip(issues, texts, strict=True)):
        pairs = ((title, issue.summary), (draft[:LONGEST], text))
        score = max(_overlap(one, other, weights) for one, other in pairs)
        if meanings and (meaning := meanings[number]).near:
            score = max(score, (score + max(0.0, min(1.0, meaning.similarity))) / 2)
        scored.append((score, issue))
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


def _overlap(one: str, other: str, weights: dict[str, float]) -> float:
    """Shared weight of all weight, from 0 to 1."""
    first, second = set(content_words(one)), set(content_words(other))
    both = sum(weights[word] for word in first & second)
    total = sum(weights[w] for w in first) + sum(weights[w] for w in second)
    return 2 * both / total if total else 0.0
