"""Whether what an answer cites says what the answer says, sentence by sentence."""

import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from operator import itemgetter
from typing import Any, Literal

from agent.cited.citations import marks_of, without_marks
from agent.cited.contrary import clauses, contradicted
from agent.cited.figures import missing_names, missing_numbers
from agent.ports import Likeness
from agent.text import (
    cap_runs,
    content_words,
    is_han,
    language_of,
    sentence_spans,
    sentences,
    stems,
)

Plain = dict[str, Any]
Verdict = Literal["supported", "unsupported", "uncited", "unchecked"]
Alike = Callable[[Sequence[tuple[str, str]]], list[Likeness]]
"""How alike claims and passages are in meaning; nothing where there is no embedder."""

ENOUGH_WORDS = 0.6
"""Of a sentence's content words, the share that its passages must hold where words decide."""
SOME_WORDS = 0.25
"""Without this share nothing but another language may make a sentence near in meaning."""
ENOUGH_ALONE = 0.45
"""The same where meaning cannot be compared."""
FEWEST_WORDS = 3
"""What is shorter and cites nothing claims nothing."""

_LEADING = re.compile(r"(?:\[G?\d{1,3}(?:\s*[,;，、]\s*G?\d{1,3})*\][\s,;.。，]*)+")
_ONLY_BOLD = re.compile(r"\s*\*\*[^*\n]+\*\*[\s:：.。]*")
_BEFORE_STOP = re.compile(r"\s+([.,;:!?。，；：！？])")
_EMPHASIS = re.compile(r"[*_#>~]+")


@dataclass(frozen=True)
class Claim:
    """A sentence as it is written in the answer, and the marks that stand for it."""

    text: str
    marks: tuple[str, ...]

    @property
    def words(self) -> str:
        """What it says: without marks and emphasis."""
        bare = " ".join(_EMPHASIS.sub(" ", without_marks(self.text)).split())
        return _BEFORE_STOP.sub(r"\1", bare)


@dataclass(frozen=True)
class Judged:
    text: str
    marks: tuple[str, ...]
    verdict: Verdict
    reason: str
    similarity: float | None = None


@dataclass(frozen=True)
class Support:
    sentences: tuple[Judged, ...]

    @property
    def supported(self) -> int:
        return self._count("supported")

    @property
    def cited(self) -> int:
        """Of the sentences that cite, those that could be checked."""
        return self.supported + self._count("unsupported")

    @property
    def share(self) -> float | None:
        return self.supported / self.cited if self.cited else None

    @property
    def told(self) -> str | None:
        if self.share is None:
            return None
        return f"{self.share:.0%}, {self.supported} of {self.cited} cited sentences"

    @property
    def failing(self) -> list[Judged]:
        return [judged for judged in self.sentences if judged.verdict == "unsupported"]

    @property
    def data(self) -> Plain:
        return {
            "supported": self.supported,
            "cited": self.cited,
            "sentences": [asdict(judged) for judged in self.sentences],
        }

    def _count(self, verdict: Verdict) -> int:
        return sum(judged.verdict == verdict for judged in self.sentences)


def judge(answer: str, context: Sequence[Plain], *, alike: Alike) -> Support:
    """Every sentence of the answer, held against the passages whose marks it bears.

    Rules decide first; `alike` is asked for what they leave open.
    """
    evidence = {entry["mark"]: entry for entry in context}
    verdicts = [_by_rules(claim, evidence) for claim in claims(cap_runs(answer))]
    left = [verdict for verdict in verdicts if isinstance(verdict, _Open)]
    found = alike([(each.asked, each.passages) for each in left]) if left else []
    meant = dict(zip(map(id, left), found, strict=False))
    return Support(
        tuple(
            _by_meaning(verdict, meant.get(id(verdict))) if isinstance(verdict, _Open) else verdict
            for verdict in verdicts
        )
    )


# What is claimed


def claims(answer: str) -> list[Claim]:
    """The sentences of an answer that cite, and those that should.

    A mark behind a full stop belongs to the sentence before it. What stands
    under a heading or a colon that cites is cited by it.
    """
    found: list[Claim] = []
    above: tuple[str, ...] = ()
    for text in _sentences_with_marks(answer):
        marks = marks_of(text)
        if _announces(text):
            above = marks
        elif marks:
            above = ()
        claim = Claim(text, marks or above)
        if _claims(claim, is_heading=_ONLY_BOLD.fullmatch(without_marks(text)) is not None):
            found.append(claim)
    return found


def _sentences_with_marks(answer: str) -> list[str]:
    spans: list[tuple[int, int]] = []
    for start, end in sentence_spans(answer, language_of(answer)):
        leading = _LEADING.match(answer, start, end)
        if leading and spans and _bears_none(answer, spans[-1], start):
            spans[-1] = (spans[-1][0], leading.start() + len(leading.group(0).rstrip()))
            rest = leading.end()
        else:
            rest = start
        if answer[rest:end].strip():
            spans.append((rest, end))
    return [answer[start:end] for start, end in spans]


def _bears_none(answer: str, span: tuple[int, int], start: int) -> bool:
    """The sentence before has no mark of its own, and stands in the same paragraph."""
    return not marks_of(answer[slice(*span)]) and "\n\n" not in answer[span[1] : start]


def _announces(text: str) -> bool:
    bare = without_marks(text).rstrip()
    return bare.endswith((":", "：")) or _ONLY_BOLD.fullmatch(bare) is not None


def _claims(claim: Claim, *, is_heading: bool) -> bool:
    if is_heading:
        return False
    if claim.marks:
        return bool(content_words(claim.words))
    asks = claim.words.endswith(("?", "？", ":", "："))
    return not asks and len(content_words(claim.words)) >= FEWEST_WORDS


# What stands in the passages


@dataclass(frozen=True)
class _Open:
    """What words do not decide: whether the passages mean this part of the claim."""

    claim: Claim
    asked: str
    passages: str
    share: float
    same_language: bool


def _by_rules(claim: Claim, evidence: dict[str, Plain]) -> Judged | _Open:
    if not claim.marks:
        return _judged(claim, "uncited", "cites nothing")
    unknown = [mark for mark in claim.marks if mark not in evidence]
    if unknown:
        return _judged(claim, "unsupported", f"{_listed(unknown)} is no passage")
    cited, marks = [evidence[mark] for mark in claim.marks], _listed(claim.marks)
    body = "\n\n".join(entry["text"] for entry in cited)
    text = "\n\n".join([*(f"{e['title']}. {e['heading']}" for e in cited), body])
    if missing := missing_numbers(claim.words, text):
        return _judged(claim, "unsupported", f"{missing[0]} is not in {marks}")
    share, (weakest, weak_share) = _share(claim.words, text), _weakest(claim.words, text)
    same_language = share >= ENOUGH_WORDS or _same_language(claim, evidence)
    if same_language:
        if missing := missing_names(claim.words, text):
            return _judged(claim, "unsupported", f"{missing[0]} is not in {marks}")
        if contradicted(claim.words, _sources(claim, evidence)):
            return _judged(claim, "unsupported", f"{marks} says the opposite")
    if share >= ENOUGH_WORDS and weak_share >= SOME_WORDS:
        return _judged(claim, "supported", f"{share:.0%} of its words are in {marks}")
    if share >= ENOUGH_WORDS:
        return _Open(claim, weakest, body, weak_share, same_language)
    return _Open(claim, claim.words, body, share, same_language)


def _by_meaning(left: _Open, found: Likeness | None) -> Judged:
    claim, marks = left.claim, _listed(left.claim.marks)
    if found is None and not left.same_language:
        return _judged(claim, "unchecked", f"{marks} is in another language")
    if found is None and left.share >= ENOUGH_ALONE:
        return _judged(claim, "supported", f"{left.share:.0%} of its words are in {marks}")
    similarity = found.similarity if found else None
    # Sentences about one thing are near in meaning also when they say different things of it.
    shares_enough = left.share >= SOME_WORDS or not left.same_language
    if found is not None and found.near and shares_enough:
        near = _judged(claim, "supported", f"near in meaning to {marks}")
        return replace(near, similarity=similarity)
    return replace(
        _judged(claim, "unsupported", f"{marks} does not say this"), similarity=similarity
    )


def _judged(claim: Claim, verdict: Verdict, reason: str) -> Judged:
    return Judged(claim.text, claim.marks, verdict, reason)


def _listed(marks: Sequence[str]) -> str:
    return ", ".join(f"[{mark}]" for mark in marks)


def _sources(claim: Claim, evidence: dict[str, Plain]) -> list[str]:
    return [
        sentence
        for mark in claim.marks
        for sentence in sentences(evidence[mark]["text"], _language(evidence[mark]))
    ]


def _same_language(claim: Claim, evidence: dict[str, Plain]) -> bool:
    spoken = language_of(claim.words)
    return any(_language(evidence[mark]) == spoken for mark in claim.marks)


def _language(entry: Plain) -> str:
    return str(entry.get("language") or language_of(entry["text"]))


def _share(said: str, text: str) -> float:
    words = set(content_words(said))
    return len(words & stems(text)) / len(words) if words else 1.0


def _size(said: str) -> float:
    """Content words; Chinese ones come as pairs of characters that overlap."""
    return sum(0.5 if is_han(word) else 1 for word in content_words(said))


def _weakest(said: str, text: str) -> tuple[str, float]:
    """Of the parts that say something, the one that shares least with the passages."""
    parts = [part for part in clauses(said) if _size(part) >= FEWEST_WORDS]
    return min(
        ((part, _share(part, text)) for part in parts), key=itemgetter(1), default=(said, 1.0)
    )
