"""Finds the sources' claims on the topic: each a line, with the sentences it rests on."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, groupby, zip_longest
from operator import attrgetter

from langchain_core.messages import AIMessage, HumanMessage

from agent.checks.citations.answers import ENOUGH, rank_sentences, share_words
from agent.checks.content.figures import Known
from agent.checks.content.findings import Plain
from agent.checks.content.support import figures_of
from agent.checks.guardrails import check_output, fenced
from agent.engine.messages import text_of
from agent.language.catalogs import catalog
from agent.language.text import HAN_CHARACTER, content_words, plain
from agent.ports import Context
from agent.steps import Chat
from agent.workflows.studio.content.contracts import Brief, Claim
from agent.workflows.studio.content.gathering import Sentence

MOST_COMPARED = 150
NEAR = 0.48
"""The part of the best score that the best sentence under each heading reaches."""
FEWEST_WORDS, MOST_WORDS = 6, 45
FEWEST_HAN, MOST_HAN = 10, 110


class ClaimsFor(Plain):
    brief: Brief
    sentences: tuple[Sentence, ...]
    most: int = 24


# By a model

_SYSTEM = """You collect facts for a piece of content from numbered sentences of sources. Write one
line for each claim and nothing else, the one that is most useful for the request first:

[S1.4] The claim, in one short sentence.
[S1.4 S1.5] A claim that rests on two sentences of one source.

- A claim says no more than its sentences do, keeps their figures, and is understood by itself.
- Use different sources and different aspects. Say nothing twice.
- Prefer a few useful claims to many: what the piece would not use is left out.
- Sentences that treat the subject but do not answer the request are worth a claim or two; say in
  the claim what they speak of, so that it does not pass for an answer.
- No advertising, nothing that a site says of itself, nothing that you know from elsewhere.
- Write NONE where no sentence treats the subject."""
_LINE = re.compile(r"^[\s*-]*\[?(S\d+\.\d+(?:[\s,;\]\[]+S\d+\.\d+)*)\]?[\s:.-]*(\S.*)$")
_ID = re.compile(r"S\d+\.\d+")


def by_model(
    value: ClaimsFor, context: Context, found: Callable[[tuple[Claim, ...]], None]
) -> tuple[Claim, ...] | None:
    """Report each claim as its line arrives; None without a model or a readable answer."""
    if not (context.llm.is_model and value.sentences):
        return None
    reading = _Reading(value, found)
    chat = Chat(
        _SYSTEM,
        [HumanMessage(prompt(value))],
        lambda _messages: AIMessage("NONE"),
        temperature=0.1,
        watch=reading.hear,
    )
    message = context.llm.reply(chat)
    reading.hear(f"{reading.text or text_of(message)}\n")
    return reading.claims if reading.claims or "NONE" in reading.text.upper() else None


def prompt(value: ClaimsFor) -> str:
    told = "\n\n".join(
        fenced(_list_sentences(list(sentences)), source)
        for source, sentences in groupby(value.sentences, key=lambda each: each.source)
    )
    return (
        f"{told}\n\nThe topic:\n{fenced(value.brief.topic, 'topic')}"
        f"\n\nThe request that the facts are for:\n{fenced(value.brief.request, 'request')}"
        f"\n\nWrite at most {value.most} claims, in {value.brief.spoken}."
    )


def _list_sentences(sentences: Sequence[Sentence]) -> str:
    lines = [sentences[0].title]
    for heading, under in groupby(sentences, key=lambda each: each.heading):
        lines += [f"## {heading}"] if heading else []
        lines += [f"[{each.id}] {' '.join(each.text.split())}" for each in under]
    return "\n".join(lines)


class _Reading:
    """For `Chat.watch`: takes the claims out of the lines, and lets none of them be shown."""

    def __init__(self, value: ClaimsFor, found: Callable[[tuple[Claim, ...]], None]) -> None:
        self._value, self._found = value, found
        self._sentences = {each.id: each for each in value.sentences}
        self.text = ""
        self.claims: tuple[Claim, ...] = ()

    def hear(self, text: str) -> bool:
        self.text = text
        whole = text[: text.rfind("\n") + 1].splitlines()
        claims = kept(filter(None, map(self._claim, whole)), self._value.most)
        if len(claims) > len(self.claims):
            self.claims = claims
            self._found(claims)
        return False

    def _claim(self, line: str) -> Claim | None:
        matched = _LINE.match(line)
        named = [self._sentences.get(id_) for id_ in _ID.findall(matched[1])] if matched else []
        known = [each for each in named if each]
        if matched is None or not known:
            return None
        same = [each for each in known if each.source == known[0].source]
        quote = " ".join(each.text for each in same)
        said = " ".join(matched[2].split())
        return _claim(said, same[0], quote, self._value.brief.language)


def _claim(text: str, sentence: Sentence, quote: str, language: str) -> Claim:
    """A figure that its sentences do not hold makes a claim doubtful."""
    known = Known([figures_of(quote)])
    strange = [
        text[each.start : each.end]
        for each in figures_of(text)
        if not (each.is_small or known.support(each))
    ]
    doubt = catalog(language).gettext("“{figure}” is not in the quote.")
    return Claim(
        id="C0",
        text=text,
        source=sentence.source,
        quote=quote,
        heading=sentence.heading,
        place=int(sentence.id.rpartition(".")[2]),
        verdict="unsupported" if strange else "supported",
        reason=doubt.format(figure=strange[0]) if strange else "",
    )


def kept(claims: Iterable[Claim], most: int) -> tuple[Claim, ...]:
    """Drop repeated claims, and those that may not be published."""
    chosen: dict[str, Claim] = {}
    for claim in claims:
        said = " ".join(content_words(claim.text))
        if said not in chosen and check_output(claim.text).passed:
            chosen[said] = claim.model_copy(update={"id": f"C{len(chosen) + 1}"})
    return tuple(chosen.values())[:most]


# Without a model


def quote_claims(value: ClaimsFor, context: Context) -> tuple[Claim, ...]:
    """The sentences on the topic, word for word, as claims: the best under each heading first."""
    topic, under = value.brief.topic, dict[tuple[str, str], list[Sentence]]()
    # The document that is called like the topic goes before the others.
    for each in sorted(_on_topic(value, context), key=lambda e: -share_words(topic, e.title)):
        under.setdefault((each.source, each.heading), []).append(each)
    spread = filter(None, chain.from_iterable(zip_longest(*under.values())))
    language = value.brief.language
    claims = (_claim(plain(each.text), each, each.text, language) for each in spread)
    return kept(claims, value.most)


def _on_topic(value: ClaimsFor, context: Context) -> Iterator[Sentence]:
    """Select the passages that would answer the topic or hold all of it; the best first."""
    topic, language = value.brief.topic, value.brief.language
    share = {
        each: share_words(topic, f"{each.title}\n{each.heading}\n{each.text}")
        for each in value.sentences
        if is_quotable(each.text)
    }
    likely = set(sorted(share, key=lambda each: -share[each])[:MOST_COMPARED])
    places = groupby(filter(likely.__contains__, share), attrgetter("source", "title", "heading"))
    passages: list[dict[str, str]] = [
        {
            "mark": source,
            "title": title,
            "heading": heading,
            "text": "\n\n".join(each.text for each in own),
            "language": language,
        }
        for (source, title, heading), own in places
    ]
    said = {each.text.strip(): each for each in likely}
    ranked, under = rank_sentences(topic, passages, context.ports.library), set[str]()
    for quote in ranked:
        found = said.get(quote.text)
        is_near = found and found.source + found.heading in under
        least = max(ENOUGH, 0 if is_near else NEAR * ranked[0].score)
        if found and (quote.score >= least or share[found] == 1):
            under.add(found.source + found.heading)
            yield found


def is_quotable(sentence: str) -> bool:
    """A whole statement of usual length, and neither a question nor a call."""
    said = plain(sentence).strip()
    if not said or said[-1] not in ".。" or not (said[0].isupper() or said[0].isalnum()):
        return False
    if characters := len(HAN_CHARACTER.findall(said)):
        return FEWEST_HAN <= characters <= MOST_HAN
    return said[0].lower() != said[0] and FEWEST_WORDS <= len(said.split()) <= MOST_WORDS
