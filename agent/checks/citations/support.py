"""Checks whether cited passages support an answer; `marks` checks that they exist."""

import re
from collections.abc import Sequence

from agent.checks.citations.answers import share_words
from agent.checks.citations.marks import citing_sentences, without_marks
from agent.events import Artifact, Notice, Plain
from agent.language.catalogs import N_
from agent.language.text import cap_runs, content_words, plain, runs
from agent.ports import Context, Library

FAR = 0.05
"""The similarity of unrelated questions; set on the marked half of `tests/data/faithful.json`."""
FEW_WORDS, LONG_QUOTE = 2, 5
"""So short a sentence means nothing alone; in quotation marks, shorter texts may be terms."""
SOME_WORDS, LIKE_A_QUOTE = 0.25, 0.6
"""Shares of words in the passages: of a sentence that says what they do, of a quotation."""

_QUOTE = re.compile(r"“[^“”\n]+”|«[^«»\n]+»|\"[^\"\n]+\"|「[^「」\n]+」")
_LEFT_OUT = re.compile(r"…|\.\.\.|\[")


def find_unsupported(text: str, passages: Sequence[Plain], library: Library) -> list[Plain]:
    """Remarks on the sentences whose quotes or meaning are not in the passages they cite."""
    evidence = {p["mark"]: f"{p['title']}. {p['heading']}.\n\n{p['text']}" for p in passages}
    remarks, doubtful = [], []
    for said, marks in citing_sentences(cap_runs(text)):
        there = "\n\n".join(evidence.get(mark, "") for mark in marks)
        if _misquotes(said, there):
            remarks.append(remark(said, marks))
        bare = plain(without_marks(said))
        # No passage could hold a sentence that asks, or leads on to a list.
        asks = bare.rstrip(" .。").endswith((":", "：", "?", "？"))
        states = len(content_words(bare)) > FEW_WORDS and not asks
        if states and share_words(bare, there) < SOME_WORDS:
            doubtful.append((said, marks, (bare, there)))
    found = library.likeness([pair for *_, pair in doubtful])
    far = [each for each, like in zip(doubtful, found, strict=False) if like.strength < FAR]
    return [*remarks, *(remark(said, marks) for said, marks, _ in far)]


def remark(text: str, marks: Sequence[str]) -> Plain:
    """Make the remark that a sentence is not found in the passages that it cites."""
    reason = f"not found in {', '.join(f'[{mark}]' for mark in marks)}"
    return {"text": text, "marks": list(marks), "verdict": "unsupported", "reason": reason}


def show_remarks(text: str, remarks: Sequence[Plain], context: Context) -> None:
    """Show which sentences of an answer have remarks, and how many have none."""
    if remarks:
        cited = len(citing_sentences(cap_runs(text)))
        supported = cited - len({remark["text"] for remark in remarks})
        data = {"sentences": [*remarks], "cited": cited, "supported": supported}
        context.report.emit(Artifact("support", "support", data))


def tell_removed(marks: Sequence[str], context: Context) -> None:
    """Show which marks were removed from an answer."""
    if marks:
        text = N_("Removed from the answer because no source matches: {marks}")
        context.report.emit(Notice(text, values={"marks": [f"[{mark}]" for mark in marks]}))


def _misquotes(said: str, passage: str) -> bool:
    """Tell whether a longer text in quotation marks is missing from the passage."""
    there = "".join(runs(passage))
    told = [quote for quote in _QUOTE.findall(said) if len(content_words(quote)) >= LONG_QUOTE]
    told = [quote for quote in told if share_words(quote, passage) >= LIKE_A_QUOTE]
    parts = [without_marks(part) for quote in told for part in _LEFT_OUT.split(quote)]
    return any("".join(runs(part)) not in there for part in parts)
