"""What was gathered, in parts by heading, without what reads like an order to a model."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from agent.checks.guardrails import suspicions
from agent.language.outline import sections
from agent.language.text import HAN, content_words, sentence_spans, stems, well_formed
from agent.workflows.studio.content.contracts import Plain, Source

MOST_OF_PAGE = 60_000
"""Characters of a page that are looked at."""
LONGEST_TOLD = 80
"""Characters of what is suspicious that a notice shows."""
OF_ONE, IN_ALL = 6_000, 28_000
"""Characters of one source, and of all together, that claims are taken from."""
LONGEST_SENTENCE = 600

_BLOCKS = re.compile(r"\n[ \t]*\n")
_WORD = re.compile(f"[{HAN}]|[^\\W_]")


class Part(Plain):
    """Untrusted text as it stands in its source, under one heading."""

    heading: str
    text: str


class Text(Plain):
    source: Source
    parts: tuple[Part, ...]


class Sentence(Plain):
    """A sentence of a source, word for word. `id` is as "S1.4"."""

    id: str
    source: str
    heading: str
    text: str


@dataclass(frozen=True)
class Gathered:
    """`notices` tell what could not be searched or read, `related` what else was found."""

    texts: tuple[Text, ...] = ()
    notices: tuple[str, ...] = ()
    related: tuple[str, ...] = ()


def read(source: Source, parts: Iterable[Part]) -> Text:
    """Return the text as it may be used; the source's notices say what was left out."""
    kept: list[Part] = []
    found: list[str] = []
    for part in parts:
        blocks = _BLOCKS.split(well_formed(part.text))
        fine = [block for block in blocks if not _is_suspicious(block, found)]
        heading = "" if _is_suspicious(part.heading, found) else part.heading
        if any(_WORD.search(block) for block in fine):
            kept.append(part.model_copy(update={"heading": heading, "text": "\n\n".join(fine)}))
    title = source.title
    if _is_suspicious(title, found):
        title = source.url or source.document
    notices = (*source.notices, *_told(found))
    return Text(
        source=source.model_copy(update={"title": title, "notices": notices}), parts=tuple(kept)
    )


def _is_suspicious(text: str, found: list[str]) -> bool:
    """Whether it is left out; what it says goes into `found`."""
    quotes = [one.quote or one.rule for one in suspicions(text)]
    found += quotes[:1]
    return bool(quotes)


def _told(found: Sequence[str]) -> list[str]:
    if not found:
        return []
    first = " ".join(found[0].split())[:LONGEST_TOLD]
    return [f"Left out, since it reads like an order to a model ({len(found)}): “{first}”"]


def parts_of(markdown: str) -> list[Part]:
    """The sections of a page."""
    found = sections(markdown[:MOST_OF_PAGE])
    return [Part(heading=each.heading, text="\n".join(each.lines)) for each in found]


def share_of(wanted: str, text: str) -> float:
    """Of the words of `wanted`, the share that stands in the text."""
    words = content_words(wanted)
    there = stems(text)
    return sum(word in there for word in words) / (len(words) or 1)


def numbered(texts: Sequence[Text], topic: str) -> tuple[Sentence, ...]:
    """The sentences of the parts that say most on the topic, in their order."""
    most = min(OF_ONE, IN_ALL // (len(texts) or 1))
    return tuple(sentence for text in texts for sentence in _sentences(text, topic, most))


def _sentences(text: Text, topic: str, most: int) -> Iterator[Sentence]:
    number = 0
    for part in _shortened(text.parts, topic, most):
        for start, end in sentence_spans(part.text, text.source.language[:2] or "en"):
            if end - start <= LONGEST_SENTENCE:
                number += 1
                yield Sentence(
                    id=f"{text.source.id}.{number}",
                    source=text.source.id,
                    heading=part.heading,
                    text=part.text[start:end],
                )


def _shortened(parts: Sequence[Part], topic: str, most: int) -> list[Part]:
    share = [share_of(topic, f"{part.heading}\n{part.text}") for part in parts]
    kept: dict[int, Part] = {}
    for place in sorted(range(len(parts)), key=lambda place: -share[place]):
        if most > 0:
            kept[place] = parts[place].model_copy(update={"text": parts[place].text[:most]})
            most -= len(parts[place].text)
    return [kept[place] for place in sorted(kept)]
