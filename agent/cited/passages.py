"""Passages as an answer cites them: each under a mark of its own."""

import re
from collections.abc import Sequence
from typing import Any

from agent.ports import Passage

Plain = dict[str, Any]

_FENCE = re.compile(r"<\s*(/?\s*passages)\s*>", re.IGNORECASE)


def entry(passage: Passage, number: int) -> Plain:
    return {
        "kind": "passage",
        "mark": str(number),
        "id": passage.id,
        "title": passage.title,
        "heading": passage.heading,
        "text": passage.text,
        "source": passage.source,
        "page": passage.page,
        "topic": passage.topic,
        "language": passage.language,
        "score": round(passage.score, 4),
        "similarity": None if passage.similarity is None else round(passage.similarity, 3),
        "near": passage.near,
        "terms": list(passage.terms),
    }


def listed(entries: Sequence[Plain]) -> str:
    """As a model reads them."""
    return "\n\n".join(f"[{e['mark']}] {e['title']}, {e['heading']}\n{e['text']}" for e in entries)


def fenced(entries: Sequence[Plain]) -> str:
    """As data inside a message; no passage can end the fence."""
    return fence(listed(entries))


def fence(text: str) -> str:
    bare = _FENCE.sub(r"‹\1›", text)
    return f"<passages>\n{bare}\n</passages>"
