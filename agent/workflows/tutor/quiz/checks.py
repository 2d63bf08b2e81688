"""What makes a quiz item false or unusable, as far as rules can see it.

Every item passes here before it is shown, wherever it comes from.
"""

from collections.abc import Iterator, Sequence

from agent.language.text import content_words, plain, runs, sentences
from agent.ports import Item
from agent.workflows.tutor.state import Plain

FEWEST, MOST = 3, 6
"""Options."""
SHORTEST = 6
"""Characters of a question, and of a sentence as evidence."""


def find_flaws(item: Item, source: str | None) -> Iterator[str]:
    """What is wrong with an item: its question, evidence, key, required terms or options.

    `source` is the text that its evidence must stand in, None when that is unknown.
    """
    evidence = spaced(item.evidence)
    if len(item.question_text.strip()) < SHORTEST:
        yield "stem"
    is_quoted = any(evidence in spaced(text) for text in (source or "", plain(source or "")))
    if source is not None and (not is_quoted or len(evidence) < SHORTEST):
        yield "evidence"
    if item.kind == "free":
        words = " ".join(runs(item.key))
        if not words:
            yield "key"
        if any(not any(" ".join(runs(w)) in words for w in group) for group in item.terms):
            yield "terms"
        return
    if [name for name, _ in item.options].count(item.key) != 1:
        yield "key"
    distinct = {spaced(text).casefold() for _, text in item.options} - {""}
    if not FEWEST <= len(distinct) == len(item.options) <= MOST:
        yield "options"


def passage_of(evidence: str, passages: Sequence[Plain]) -> Plain:
    """The passage that holds the evidence; empty where none does."""
    quoted = spaced(evidence)
    return next((each for each in passages if quoted in spaced(each["text"])), {})


def explanation_for(item: Item, given: str) -> str:
    """The explanation; for a wrong answer without what it says of a third option alone."""
    own = {letter: set(content_words(text)) for letter, text in item.options}
    if given == item.key:
        return item.explanation
    said = {each: set(content_words(each)) for each in sentences(item.explanation, item.language)}
    named = {each: {letter for letter in own if own[letter] <= said[each]} for each in said}
    kept = [each for each in said if not named[each] or named[each] & {given, item.key}]
    return item.explanation if len(kept) == len(said) else " ".join(kept)


def spaced(text: str) -> str:
    return " ".join(text.split())


def share_evidence(one: Item, other: Item) -> bool:
    """Whether both are about the same sentence."""
    return bool(one.evidence) and spaced(one.evidence) == spaced(other.evidence)


def key_text(item: Item) -> str:
    """The right answer in words."""
    return item.key if item.kind == "free" else dict(item.options).get(item.key, "")
