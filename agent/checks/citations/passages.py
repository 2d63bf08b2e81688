"""Passages as an answer cites them, and what it shows of them."""

import re
from collections.abc import Sequence

from langchain_core.messages import AIMessage

from agent.checks.citations.marks import cited
from agent.engine.messages import text_of
from agent.events import Artifact, Plain
from agent.ports import Context, Passage

_LEFT_OUT = ("subject", "kind", "coverage")
_FENCE = re.compile(r"<\s*(/?\s*passages)\s*>", re.IGNORECASE)


def entry(passage: Passage, number: int) -> Plain:
    kept = {name: value for name, value in vars(passage).items() if name not in _LEFT_OUT}
    return {**kept, "kind": "passage", "mark": str(number), "terms": list(passage.terms)}


def listed(entries: Sequence[Plain]) -> str:
    """As a model reads them."""
    names = (", ".join(dict.fromkeys((each["title"], each["heading"]))) for each in entries)
    pairs = zip(entries, names, strict=True)
    return "\n\n".join(f"[{each['mark']}] {name}\n{each['text']}" for each, name in pairs)


def fenced(entries: Sequence[Plain]) -> str:
    """As data inside a message; no passage can end the fence."""
    bare = _FENCE.sub(r"‹\1›", listed(entries))
    return f"<passages>\n{bare}\n</passages>"


def show(
    message: AIMessage, passages: Sequence[Plain], context: Context, *, key: str = "citations"
) -> None:
    """Show the sources of an answer."""
    if sources := cited(text_of(message), passages):
        context.report.emit(Artifact("citations", key, {"sources": sources}))
