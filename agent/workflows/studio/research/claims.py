"""What the sources say on the topic, as claims: chosen by rules, or given by a model; checked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, Field

from agent.cited import roles
from agent.cited.quotes import defines
from agent.cited.support import Alike
from agent.content_checks.figures import figures
from agent.content_checks.reading import Reading
from agent.guardrails import check_output, fenced
from agent.steps import Step
from agent.text import Language, content_words, fold, sentence_spans
from agent.workflows.studio.contracts import Claim, Plain
from agent.workflows.studio.research import quoting, sentences
from agent.workflows.studio.research.bearing import ENOUGH, Topic
from agent.workflows.studio.research.queries import LANGUAGES
from agent.workflows.studio.research.texts import Part, Text, shortened

MOST, PLENTY, FEW = 44, 16, 8
SAME = 0.6
"""Of two sentences' words, the share in common that makes them one claim."""
MOST_COMPARED = 250
LOOKED_AT, TOLD = 16_000, 6_000
"""Characters of one source that rules look at, and that a model is given."""


class ClaimsFor(Plain):
    topic: str
    language: Language
    texts: tuple[Text, ...]
    request: str = ""
    most: int = 24
    """How many a model is asked for."""


class Said(BaseModel):
    text: str = Field(min_length=1, max_length=400)
    source: str = Field(description="The id of the source, such as S1")
    quote: str = Field(min_length=1, max_length=1_200, description="Copied word for word")


class SaidClaims(BaseModel):
    claims: list[Said] = Field(max_length=MOST)


# By rules


@dataclass(frozen=True)
class _Candidate:
    said: Said
    heading: str
    place: tuple[int, int, int]
    """Source, part and sentence, to put the chosen ones in order."""
    words: frozenset[str]
    bearing: float
    worth: float
    is_beside: bool
    """Of a source on something else, and not the whole topic in a sentence."""
    is_open: bool
    """Of a page of the web, without a word of the topic: it may need what was around it."""


def by_rules(value: ClaimsFor) -> SaidClaims:
    """The sentences that say most on the topic, of every source and under every heading some."""
    topic = Topic(value.topic)
    texts = [shortened(text, LOOKED_AT) for text in value.texts]
    every = sorted(
        _candidates(texts, topic, value.language), key=lambda candidate: -candidate.worth
    )
    named = [candidate for candidate in every if candidate.bearing > ENOUGH]
    # What is near in meaning only may be about something else.
    best = named if len(named) >= FEW else every
    best = _plenty([candidate for candidate in best if not candidate.is_beside]) or best
    best = _plenty([candidate for candidate in best if not candidate.is_open]) or best
    best = best[:MOST_COMPARED]
    chosen = sorted(_spread(best), key=lambda candidate: candidate.place)
    return SaidClaims(claims=[candidate.said for candidate in chosen])


def _plenty(better: list[_Candidate]) -> list[_Candidate]:
    """The better ones alone, where there are enough of them."""
    return better if len(better) >= PLENTY else []


def _candidates(texts: Sequence[Text], topic: Topic, language: Language) -> Iterator[_Candidate]:
    titles = {text.source.id: topic.share(text.source.title) for text in texts}
    common = _common([part for text in texts for part in text.parts])
    for number, text in enumerate(texts):
        for place, part in enumerate(text.parts):
            for at, (quote, said) in enumerate(_sentences(part, language)):
                over = f"{text.source.title}\n{part.heading}"
                bearing = topic.share(f"{over}\n{said}")
                if bearing <= ENOUGH and not part.is_near:
                    continue
                yield _Candidate(
                    said=Said(text=said, source=text.source.id, quote=quote),
                    heading=f"{text.source.id} {part.heading}",
                    place=(number, place, at),
                    words=frozenset(content_words(said)),
                    bearing=bearing,
                    is_beside=not (
                        titles[text.source.id] > ENOUGH or part.is_near or topic.share(said) == 1
                    ),
                    is_open=text.source.where == "web" and not topic.share(said),
                    worth=0.3 * titles[text.source.id]
                    + _worth(said, part, bearing=bearing, topic=topic, common=common),
                )


def _sentences(part: Part, language: Language) -> Iterator[tuple[str, str]]:
    """Each that can be a claim, as it stands there and as it is said."""
    for start, end in sentence_spans(part.text, language):
        if end - start > quoting.LONGEST:
            continue
        quote = part.text[start:end]
        said = sentences.said(quote, language)
        if not sentences.flaw(said, language):
            yield quote, said


def _common(parts: Sequence[Part]) -> dict[str, float]:
    """For each word the share of the parts that hold it: what the sources are about."""
    counts: dict[str, int] = {}
    for part in parts:
        for word in set(content_words(part.text)):
            counts[word] = counts.get(word, 0) + 1
    return {word: count / len(parts) for word, count in counts.items()}


def _worth(
    said: str, part: Part, *, bearing: float, topic: Topic, common: dict[str, float]
) -> float:
    """More where the sentence itself names the topic, speaks of what the sources are about,

    gives a reason or a figure; less where it only orders.
    """
    words = content_words(said)
    central = sum(common.get(word, 0) for word in words) / (len(words) or 1)
    folded = fold(said)
    worth = 0.5 * topic.share(said) + 0.3 * bearing + 0.2 * part.bearing + 0.6 * central
    worth += 0.1 * part.is_near + 0.15 * roles.gives_reason(folded) + 0.1 * roles.relates(folded)
    worth += 0.4 * defines(folded, set(topic.words)) + 0.15 * bool(figures(Reading(said)))
    return worth - 0.1 * roles.gives_example(folded)


def _spread(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """The worthiest one after the other; what was said before, or there before, counts less."""
    chosen: list[_Candidate] = []
    left = {candidate.place: (candidate, 0.0) for candidate in candidates}
    while left and len(chosen) < MOST:
        best, _ = max(left.values(), key=lambda pair: pair[0].worth - pair[1])
        if check_output(best.said.text).passed:
            chosen.append(best)
        left = {
            place: (candidate, less + _less(candidate, best))
            for place, (candidate, less) in left.items()
            if place != best.place and not _is_same(candidate.words, best.words)
        }
    return chosen


def _less(candidate: _Candidate, chosen: _Candidate) -> float:
    same_source = 0.04 * (candidate.said.source == chosen.said.source)
    same_heading = 0.12 * (candidate.heading == chosen.heading)
    return same_source + same_heading + 0.1 * _shared(candidate.words, chosen.words)


def _shared(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / (len(one | other) or 1)


def _is_same(one: frozenset[str], other: frozenset[str]) -> bool:
    fewer = min(len(one), len(other)) or 1
    return _shared(one, other) >= SAME or len(one & other) / fewer >= 0.85


# By a model


def _prompt(value: ClaimsFor) -> str:
    told = "\n\n".join(
        f"Source {text.source.id}:\n{fenced(_told(text), text.source.id)}" for text in value.texts
    )
    return (
        f"Collect what the sources below say on the topic, as at most {value.most} claims in"
        f" {LANGUAGES[value.language]}. Each claim is one declarative sentence that stands by"
        " itself and says no more than its quote does, with its figures as they are. Give the id"
        " of its source, and the quote: one or two sentences of that source, copied character for"
        " character, in the source's language. Take claims from all sources and on different"
        " aspects. No advertising, no calls to action, nothing that a site says of itself, nothing"
        " that you know from elsewhere. When the sources say nothing on the topic, give none."
        f"\n\n{told}\n\nThe topic:\n{fenced(value.topic, 'topic')}"
        f"\n\nThe request that they are for:\n{fenced(value.request, 'request')}"
    )


def _told(text: Text) -> str:
    parts = shortened(text, TOLD).parts
    shown = "\n\n".join(f"## {part.heading}\n{part.text}" for part in parts)
    return f"{text.source.title}\n\n{shown}"


def _flaws(value: ClaimsFor, given: SaidClaims) -> list[str]:
    """Only what a model can mend at once; the quotes are looked up one by one afterwards."""
    known = {text.source.id for text in value.texts}
    strange = sorted({said.source for said in given.claims} - known)
    return [
        f"There is no source {source!r}. Name one of: {', '.join(sorted(known))}."
        for source in strange
    ]


CLAIMS = Step(
    "research_claims",
    ClaimsFor,
    SaidClaims,
    prompt=_prompt,
    without_model=by_rules,
    check=_flaws,
    temperature=0.1,
)


# Checked


def checked(said: SaidClaims, value: ClaimsFor, *, alike: Alike) -> tuple[Claim, ...]:
    """Each with its verdict, whoever gave it; what is said twice is kept once."""
    kept: list[Claim] = []
    seen: list[frozenset[str]] = []
    for each in said.claims:
        words = frozenset(content_words(each.text))
        if any(_is_same(words, other) for other in seen) or not check_output(each.text).passed:
            continue
        seen.append(words)
        kept.append(_judged(each, value, number=len(kept) + 1, alike=alike))
    return tuple(kept)


def _judged(said: Said, value: ClaimsFor, *, number: int, alike: Alike) -> Claim:
    named_first = sorted(value.texts, key=lambda text: text.source.id != said.source)
    found = quoting.find(said.quote, named_first)
    claim = Claim(
        id=f"C{number}",
        text=" ".join(said.text.split()),
        source=found.text.source.id if found else said.source,
        quote=found.quote if found else said.quote,
        heading=found.part.heading if found else "",
        verdict="unsupported",
    )
    if found is None:
        return claim.model_copy(update={"reason": "The quote does not stand in the source."})
    doubt = quoting.doubt(claim.text, claim.quote, language=value.language, alike=alike)
    verdict = "unsupported" if doubt else "supported"
    return claim.model_copy(update={"verdict": verdict, "reason": doubt})
