"""The sentences of passages that answer a question, and why each was taken."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from agent.cited import roles
from agent.text import (
    ASKING_WORDS,
    content_words,
    fold,
    keywords,
    language_of,
    sentences,
    stem,
)

Plain = dict[str, Any]
Depth = Literal["basic", "intermediate", "advanced"]

ENOUGH_COVERAGE = 0.5
"""Of a question's content words, the share that a passage must hold to answer it."""
SENTENCES: dict[Depth, int] = {"basic": 2, "intermediate": 4, "advanced": 5}
LONGEST_PLAIN = 160
"""Characters of a sentence that still belongs into a basic answer."""

_ARTICLE = r"^(?:an?|the|el|la|los|las|un|una) "
_IS = re.compile(r"\b(?:is|are|means?|consists?|es|son|significa)\b|是|指")
# Words that questions are made of; what is asked for is in the others.
_MANNER = (
    "stand need cause reason want one way thing sort bit lot number kind part time test write turn"
    " give make keep find read see model design evaluate analyse find show list name case really"
    " always forget only several many ever actually exactly still understand confused stuck please"
    " help exam exercise homework project question answer topic class lecture last week year"
    " necesito ejercicio hacer quiero tema duda salir tambien justifica elegir"
)
DEFINITION, EXAMPLE, REASON = "defines it", "gives an example", "gives a reason"
PURPOSE, RELATION = "says what it is good for", "relates it to others"
# Matched on folded text: no case, no accents.
_ASKS_WHAT = re.compile(
    r"\bwhat(?:'s|’s| is| are| does .* mean)\b|\bdefin(?:e|ition)\b|\bwas (?:ist|sind)\b"
    r"|\bque (?:es|son|significa)\b|什么是|是什么|什么叫|定义"
)
_ASKS_PURPOSE = re.compile(
    r"\bwhy (?:would|should|do|might) (?:i|we|you|one|any(?:one|body)|some(?:one|body)|people)\b"
    r"|\bwhy (?:use|have|want|bother)\b|\bwhat\b.* for\s*\?"
    r"|\bpara que (?:sirven?|se usan?|quiero)\b"
    r"|\bpor que (?:usar|querria|quiero|necesit\w+|deberia|se usan?|hacen? falta)\b"
    r"|为什么(?:需要|应该|使用|要用|要|用)|有什么用"
)
# Without spaces it would run into the word that is asked about.
_CHINESE_WHY = re.compile("为什么(?:需要|应该|使用|要用|要|用)")
_TRIVIAL = frozenset(stem(word) for word in (*_MANNER.split(), *ASKING_WORDS))


@dataclass(frozen=True)
class Quote:
    """A sentence of a passage, and why it was taken."""

    text: str
    mark: str
    score: float
    reason: str


def quotes(question: str, passages: Sequence[Plain], *, depth: Depth) -> list[Quote]:
    """The sentences that answer best, best first; at most what the depth can take.

    A basic answer is one sentence and an example, an advanced one prefers
    reasons and relations. Where it is asked what something is, that comes first.
    """
    wanted, why = asked_words(question), why_of(question)
    found: dict[str, Quote] = {}
    for rank, passage in enumerate(passages):
        for sentence in sentences(passage["text"], passage["language"]):
            quote = _score(sentence, passage, wanted, rank=rank, depth=depth, why=why)
            if quote.score > 0 and fold(sentence) not in found:
                found[fold(sentence)] = quote
    every = sorted(found.values(), key=lambda quote: -quote.score)
    if asks_what(question) and (definition := next(filter(_is_definition, every), None)):
        every = [definition, *(quote for quote in every if quote is not definition)]
    ranked = _with_example(every) if depth == "basic" else every[: SENTENCES[depth]]
    # A sentence far below the best one is there only because there was room.
    best = max((quote.score for quote in ranked), default=0.0)
    return [quote for quote in ranked if quote.score >= 0.45 * best]


def _is_definition(quote: Quote) -> bool:
    return DEFINITION in quote.reason


def _with_example(every: list[Quote]) -> list[Quote]:
    """The best sentence and an example, rather one from the same passage; else a plain one."""
    plain = [quote for quote in every[1:] if _is_plain(quote.text)]
    examples = [quote for quote in plain if EXAMPLE in quote.reason]
    examples.sort(key=lambda quote: quote.mark != every[0].mark)
    return [*every[:1], *examples, *plain][: SENTENCES["basic"]]


def _is_plain(sentence: str) -> bool:
    return len(sentence) <= LONGEST_PLAIN and not roles.gives_reason(fold(sentence))


def asks_what(question: str) -> bool:
    return _ASKS_WHAT.search(fold(question)) is not None


def why_of(question: str) -> str:
    """What a sentence has to do to answer the question's why: most reasons tell no use."""
    return PURPOSE if _ASKS_PURPOSE.search(fold(question)) else REASON


def asked_words(question: str) -> set[str]:
    """The stems of what is asked for: of the sentence with the question mark, without manner."""
    asked = [part for part in sentences(question, language_of(question)) if part[-1:] in "?？"]
    words = set(content_words(_CHINESE_WHY.sub(" ", asked[-1] if asked else question)))
    return words - _TRIVIAL or words


def _score(
    sentence: str, passage: Plain, wanted: set[str], *, rank: int, depth: Depth, why: str
) -> Quote:
    words = set(content_words(sentence))
    heading = set(content_words(f"{passage['title']} {passage['heading']}"))
    shared = wanted & words
    score = (len(shared) + 0.25 * len(wanted & heading)) / len(wanted)
    said = [word for word in keywords(sentence) if stem(word) in shared]
    reasons = [f"shares {', '.join(said)}"] if said else []
    folded = fold(sentence)
    if defines(folded, wanted):
        score += 0.8
        reasons.append(DEFINITION)
    if wanted <= heading:
        score += 0.3
        reasons.append("stands under that heading")
    if shared or wanted & heading:
        for reason, bonus in _serves(folded, depth, why=why):
            score += bonus
            reasons.append(reason)
    if passage["near"] and not shared:
        score += 0.3 * passage["similarity"]
        reasons.append("near in meaning")
    score *= 1.0 / (1 + 0.25 * rank) if reasons else 0.0
    return Quote(sentence, passage["mark"], round(score, 3), "; ".join(reasons))


def _serves(folded: str, depth: Depth, *, why: str) -> list[tuple[str, float]]:
    """What makes a sentence fit the depth, and how much that counts."""
    if depth == "basic":
        return [(EXAMPLE, 0.4)] if roles.gives_example(folded) else []
    if depth == "intermediate":
        return []
    if why == PURPOSE:
        found = [(PURPOSE, 0.8)] if roles.gives_purpose(folded) else []
    else:
        found = [(REASON, 0.6)] if roles.gives_reason(folded) else []
    return [*found, (RELATION, 0.4)] if roles.relates(folded) else found


def defines(folded: str, wanted: set[str]) -> bool:
    """Whether a folded sentence begins with what was asked for and says what it is."""
    if any(f"({word})" in folded for word in wanted):
        return True
    subject, is_, _rest = _split_at_is(re.sub(_ARTICLE, "", folded))
    words = set(content_words(subject))
    return bool(is_) and bool(words) and words <= wanted and len(words) >= len(wanted) / 2


def _split_at_is(sentence: str) -> tuple[str, str, str]:
    match = _IS.search(sentence)
    if match is None:
        return sentence, "", ""
    return sentence[: match.start()], match.group(0), sentence[match.end() :]


def coverage(question: str, passage: Plain) -> float:
    """The share of what is asked for that stands in the passage or its heading."""
    wanted = asked_words(question)
    text = f"{passage['title']} {passage['heading']} {passage['text']}"
    return len(wanted & set(content_words(text))) / len(wanted) if wanted else 1.0


def covered(question: str, passages: Sequence[Plain]) -> bool:
    """Whether the passages are about what was asked."""
    return any(
        passage["near"] or coverage(question, passage) >= ENOUGH_COVERAGE for passage in passages
    )
