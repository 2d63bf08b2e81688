"""What code can tell of an answer's citations; remarks stand beside it and change nothing."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agent.checks.citations.answers import share_words
from agent.checks.citations.marks import citing_sentences, remove_marks, without_marks
from agent.events import Artifact, Notice, Plain
from agent.language.catalogs import N_
from agent.language.text import cap_runs, content_words, runs
from agent.ports import Context, Likeness

Alike = Callable[[Sequence[tuple[str, str]]], list[Likeness]]
"""How alike sentences and passages are in meaning; nothing where there is no embedder."""

FAR = 0.05
"""Below, a sentence is about as near to its passages as unrelated questions are. Set on the half
of `tests/data/faithful.json` that is marked for it."""
SOME_WORDS = 0.25
"""A sentence that shares so many of its words with its passages is not looked at further."""
FEW_WORDS = 2
"""So short a sentence, or item of a list, means nothing without what is around it."""
LONG_QUOTE = 5
"""Words; a shorter text in quotation marks may be a term or a title."""
LIKE_A_QUOTE = 0.6
"""Of its words in the passage; with fewer it is an example or speech, and no quotation of it."""

_QUOTE = re.compile(r"“([^“”\n]+)”|«([^«»\n]+)»|\"([^\"\n]+)\"|「([^「」\n]+)」")
_LEFT_OUT = re.compile(r"…|\.\.\.|\[")
_EMPHASIS = re.compile(r"[*_#>~`]+")


@dataclass(frozen=True)
class CheckedAnswer:
    """The text without marks that name nothing, these marks, and how many sentences bear marks."""

    text: str
    removed: tuple[str, ...]
    remarks: tuple[Plain, ...]
    cited: int

    def show(self, context: Context) -> None:
        """Say which marks were removed, and remark what was not found."""
        if self.removed:
            named = ", ".join(f"[{mark}]" for mark in self.removed)
            text = N_("Removed from the answer because no source matches: {marks}")
            context.report.emit(Notice(text, values={"marks": named}))
        if self.remarks:
            supported = self.cited - len({remark["text"] for remark in self.remarks})
            data = {"sentences": [*self.remarks], "cited": self.cited, "supported": supported}
            context.report.emit(Artifact("support", "support", data))


def remark(
    text: str, marks: Sequence[str], what: str = "", similarity: float | None = None
) -> Plain:
    """That what a sentence says is not found in the passages that it cites."""
    reason = f"{what} not found in {', '.join(f'[{mark}]' for mark in marks)}".lstrip()
    told = {"text": text, "marks": list(marks), "verdict": "unsupported", "reason": reason}
    return {**told, "similarity": similarity}


def check_answer(text: str, passages: Sequence[Plain], alike: Alike) -> CheckedAnswer:
    """Take marks that name nothing out, and remark what is not found in its passages."""
    evidence = {p["mark"]: f"{p['title']}. {p['heading']}.\n\n{p['text']}" for p in passages}
    cleaned, removed = remove_marks(text, evidence)
    citing = citing_sentences(cap_runs(cleaned))
    remarks, doubtful = [], []
    for said, marks in citing:
        there = "\n\n".join(evidence[mark] for mark in marks)
        if _misquotes(said, there):
            remarks.append(remark(said, marks, "quote"))
        bare = _EMPHASIS.sub(" ", without_marks(said)).strip()
        # No passage could hold a sentence that asks, or leads on to a list.
        asks = bare.rstrip(" .。").endswith((":", "：", "?", "？"))
        states = len(content_words(bare)) > FEW_WORDS and not asks
        if states and share_words(bare, there) < SOME_WORDS:
            doubtful.append((said, marks, (bare, there)))
    found = alike([pair for *_, pair in doubtful]) if doubtful else []
    remarks += [
        remark(said, marks, similarity=likeness.similarity)
        for (said, marks, _), likeness in zip(doubtful, found, strict=False)
        if likeness.strength < FAR
    ]
    return CheckedAnswer(cleaned, removed, tuple(remarks), len(citing))


def _misquotes(said: str, passage: str) -> bool:
    """Whether a longer text in quotation marks is not in the passage."""
    there = "".join(runs(passage))
    quotes = ["".join(groups) for groups in _QUOTE.findall(said)]
    told = [
        quote
        for quote in quotes
        if len(content_words(quote)) >= LONG_QUOTE and share_words(quote, passage) >= LIKE_A_QUOTE
    ]
    parts = [without_marks(part) for quote in told for part in _LEFT_OUT.split(quote)]
    return any("".join(runs(part)) not in there for part in parts)
