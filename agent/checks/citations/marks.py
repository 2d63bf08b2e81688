"""Marks such as [2] and [G1] that name passages; those that name none are removed."""

import re
from collections.abc import Collection, Sequence

from agent.events import Artifact, Plain
from agent.language.formulas import replaced
from agent.language.text import FENCE, blank, fold, language_of, sentence_spans, sentences
from agent.ports import Context, Passage

_MARK = re.compile(r"\[\s*(G?\d{1,3})\s*\]")
"""One in its own brackets: [1, 5] is an interval or an array."""
_BEHIND_STOP = re.compile(rf"([.!?。！？])((?:[^\S\n]*{_MARK.pattern})+)")
_PASSAGES = re.compile(r"<\s*(/?\s*passages)\s*>", re.IGNORECASE)
_INLINE_CODE = re.compile(r"(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)")


def read_marks(text: str) -> tuple[str, ...]:
    """The marks in a text, each once; code holds none."""
    return tuple(dict.fromkeys(_MARK.findall(without_code(text))))


def without_code(text: str) -> str:
    """The text at the same length, with blanks in place of its code and formulas."""
    bare = blank(text, FENCE, _INLINE_CODE)
    return replaced(bare, lambda formula: " " * (formula.end - formula.start), str)


def without_marks(text: str) -> str:
    return re.sub(rf"[^\S\n]*{_MARK.pattern}", "", text)


def remove_unknown_marks(text: str, known: Collection[str]) -> tuple[str, tuple[str, ...]]:
    """Remove marks that name no known passage; return the text and these marks."""
    kept, removed, at = "", [], 0
    for found in _MARK.finditer(without_code(text)):
        if found[1] not in known:
            removed.append(found[1])
            kept, at = kept + text[at : found.start()].rstrip(" \t"), found.end()
    return kept + text[at:], tuple(dict.fromkeys(removed))


def cited(text: str, context: Sequence[Plain]) -> list[Plain]:
    """The passages that a text cites; `quoted` are those of their sentences that it repeats."""
    marks, said, found = read_marks(text), fold(text), []
    for entry in (each for each in context if each["mark"] in marks):
        every = sentences(entry["text"], entry.get("language", "en"))
        quoted = [sentence for sentence in every if fold(sentence).rstrip(" .。") in said]
        found.append({**entry, "quoted": quoted})
    return found


def citing_sentences(answer: str) -> list[tuple[str, tuple[str, ...]]]:
    """The sentences that bear marks, also behind their full stop, and the marks."""
    moved = _BEHIND_STOP.sub(r"\2\1", answer)
    found = [answer[slice(*span)] for span in sentence_spans(moved, language_of(answer))]
    return [(sentence, marks) for sentence in found if (marks := read_marks(sentence))]


def entry(passage: Passage, number: int) -> Plain:
    """A passage as it is cited."""
    return {**vars(passage), "kind": "passage", "mark": str(number), "terms": list(passage.terms)}


def listed(entries: Sequence[Plain]) -> str:
    """Write passages for a model."""
    names = (", ".join(dict.fromkeys((each["title"], each["heading"]))) for each in entries)
    pairs = zip(entries, names, strict=True)
    return "\n\n".join(f"[{each['mark']}] {name}\n{each['text']}" for each, name in pairs)


def fenced(entries: Sequence[Plain]) -> str:
    """Fence passages as data inside a message; no passage can end the fence."""
    bare = _PASSAGES.sub(r"‹\1›", listed(entries))
    return f"<passages>\n{bare}\n</passages>"


def show(text: str, passages: Sequence[Plain], context: Context, *, key: str = "citations") -> None:
    """Show the sources of an answer."""
    if sources := cited(text, passages):
        context.report.emit(Artifact("citations", key, {"sources": sources}))
