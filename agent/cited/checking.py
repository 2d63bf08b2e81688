"""What code can tell of an answer's citations; remarks stand beside it and change nothing."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from agent.cited.citations import citing_sentences, remove_marks, without_marks
from agent.ports import Likeness
from agent.text import cap_runs, content_words, runs, stems

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
    """A sentence of the answer, the marks it bears, and what to look at."""

    text: str
    marks: tuple[str, ...]
    is_quote: bool = False
    """A text in quotation marks that is not in the passages word for word."""
    similarity: float | None = None

    @property
    def reason(self) -> str:
        named = ", ".join(f"[{mark}]" for mark in self.marks)
        return f"quote not found in {named}" if self.is_quote else f"not found in {named}"


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
        left = [
            {
                "text": remark.text,
                "marks": list(remark.marks),
                "verdict": "unsupported",
                "reason": remark.reason,
                "similarity": remark.similarity,
            }
            for remark in self.remarks
        ]
        supported = self.cited - len({remark.text for remark in self.remarks})
        return {"sentences": left, "cited": self.cited, "supported": supported}


def check_answer(text: str, passages: Sequence[Plain], alike: Alike) -> CheckedAnswer:
    """Take marks that name nothing out, and remark what is not found in its passages."""
    evidence = {entry["mark"]: entry for entry in passages}
    cleaned, removed = remove_marks(text, evidence)
    citing = citing_sentences(cap_runs(cleaned))
    read = [
        (said, marks, "\n\n".join(_read(evidence[mark]) for mark in marks))
        for said, marks in citing
    ]
    quotes = [
        Remark(said, marks, is_quote=True) for said, marks, read_ in read if _misquotes(said, read_)
    ]
    return CheckedAnswer(cleaned, removed, (*quotes, *_far(read, alike)), len(citing))


def _read(entry: Plain) -> str:
    return f"{entry['title']}. {entry['heading']}.\n\n{entry['text']}"


def _misquotes(said: str, passage: str) -> bool:
    """Whether a longer text in quotation marks is not in the passage."""
    there = "".join(runs(passage))
    quotes = ["".join(groups) for groups in _QUOTE.findall(said)]
    return any(
        len(content_words(quote)) >= LONG_QUOTE
        and any(part not in there for part in map(_squeezed, re.split(r"…|\.\.\.|\[", quote)))
        for quote in quotes
    )


def _squeezed(text: str) -> str:
    return "".join(runs(without_marks(text)))


def _far(read: Sequence[tuple[str, tuple[str, ...], str]], alike: Alike) -> list[Remark]:
    """Sentences that share hardly a word with their passages and are far from them in meaning."""
    asked = [
        (said, marks, bare, passage)
        for said, marks, passage in read
        if (bare := _EMPHASIS.sub(" ", without_marks(said)).strip())
        and _share(bare, passage) < SOME_WORDS
    ]
    found = alike([(bare, passage) for _, _, bare, passage in asked]) if asked else []
    return [
        Remark(said, marks, similarity=likeness.similarity)
        for (said, marks, _, _), likeness in zip(asked, found, strict=False)
        if likeness.strength < FAR
    ]


def _share(said: str, passage: str) -> float:
    words = set(content_words(said))
    return len(words & stems(passage)) / len(words) if words else 1.0
