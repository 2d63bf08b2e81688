"""What code can tell of an answer's citations; remarks stand beside it and change nothing."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from agent.cited.citations import citing_sentences, remove_marks, without_marks
from agent.cited.ranking import share_words
from agent.ports import Likeness
from agent.text import cap_runs, content_words, runs

Plain = dict[str, Any]
Alike = Callable[[Sequence[tuple[str, str]]], list[Likeness]]
"""How alike sentences and passages are in meaning; nothing where there is no embedder."""

FAR = 0.05
"""Below, a sentence is about as near to its passages as unrelated questions are. Set on the half
of `tests/data/faithful.json` that is marked for it."""
SOME_WORDS = 0.25
"""A sentence that shares so many of its words with its passages is not looked at further."""
LONG_QUOTE = 5
"""Words; a shorter text in quotation marks may be a term or a title."""

_QUOTE = re.compile(r"“([^“”\n]+)”|«([^«»\n]+)»|\"([^\"\n]+)\"|「([^「」\n]+)」")
_EMPHASIS = re.compile(r"[*_#>~`]+")


@dataclass(frozen=True)
class Remark:
    """A sentence of the answer, the marks it bears, and what is not in their passages."""

    text: str
    marks: tuple[str, ...]
    what: str = ""
    similarity: float | None = None

    @property
    def data(self) -> Plain:
        named = ", ".join(f"[{mark}]" for mark in self.marks)
        return {
            "text": self.text,
            "marks": list(self.marks),
            "verdict": "unsupported",
            "reason": f"{self.what} not found in {named}".lstrip(),
            "similarity": self.similarity,
        }


@dataclass(frozen=True)
class CheckedAnswer:
    text: str
    """The answer without marks that name nothing."""
    removed: tuple[str, ...]
    remarks: tuple[Remark, ...]
    cited: int = 0
    """Sentences that bear marks."""

    @property
    def data(self) -> Plain:
        """As the page shows it."""
        supported = self.cited - len({remark.text for remark in self.remarks})
        sentences = [remark.data for remark in self.remarks]
        return {"sentences": sentences, "cited": self.cited, "supported": supported}


def check_answer(text: str, passages: Sequence[Plain], alike: Alike) -> CheckedAnswer:
    """Take marks that name nothing out, and remark what is not found in its passages."""
    evidence = {p["mark"]: f"{p['title']}. {p['heading']}.\n\n{p['text']}" for p in passages}
    cleaned, removed = remove_marks(text, evidence)
    citing = citing_sentences(cap_runs(cleaned))
    read = [(Remark(*cited), "\n\n".join(evidence[mark] for mark in cited[1])) for cited in citing]
    misquoting = [
        Remark(cited.text, cited.marks, "quote")
        for cited, passage in read
        if _misquotes(cited.text, passage)
    ]
    return CheckedAnswer(cleaned, removed, (*misquoting, *_far(read, alike)), len(citing))


def _misquotes(said: str, passage: str) -> bool:
    """Whether a longer text in quotation marks is not in the passage."""
    there = "".join(runs(passage))
    quotes = ["".join(groups) for groups in _QUOTE.findall(said)]
    return any(
        "".join(runs(without_marks(part))) not in there
        for quote in quotes
        if len(content_words(quote)) >= LONG_QUOTE
        for part in re.split(r"…|\.\.\.|\[", quote)
    )


def _far(read: Sequence[tuple[Remark, str]], alike: Alike) -> list[Remark]:
    """Sentences that share hardly a word with their passages and are far from them in meaning."""
    asked = [
        (cited, bare, passage)
        for cited, passage in read
        if content_words(bare := _EMPHASIS.sub(" ", without_marks(cited.text)).strip())
        and share_words(bare, passage) < SOME_WORDS
    ]
    found = alike([(bare, passage) for _, bare, passage in asked]) if asked else []
    return [
        Remark(cited.text, cited.marks, similarity=likeness.similarity)
        for (cited, _, _), likeness in zip(asked, found, strict=False)
        if likeness.strength < FAR
    ]
