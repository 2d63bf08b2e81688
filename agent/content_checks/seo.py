"""Whether a post is found: title, meta description, headings, the use of keywords, and links."""

from collections.abc import Iterator
from itertools import pairwise

from agent.content_checks.findings import Draft, Finding, Measure, Part
from agent.content_checks.phrases import EMPTY_LINK
from agent.content_checks.platform import width
from agent.content_checks.reading import Reading, Span, Word, words_of
from agent.text import stem

TITLE = (30, 60)
STUFFED = 0.03
FEW_HEADINGS = 300
"""Words for which one H2 is expected."""
OPENING = 100


def check(draft: Draft, measure: Measure, reading: Reading) -> Iterator[Finding]:
    yield from _title(reading)
    for keyword in measure.keywords:
        if keyword.strip():
            yield from _keyword(keyword, draft, reading)
    yield from _headings(reading)
    yield from _links(reading)


def _title(reading: Reading) -> Iterator[Finding]:
    title = next((heading for heading in reading.headings if heading.level == 1), None)
    if title is None:
        return
    least, most = TITLE
    length = width(title.title)
    if not least <= length <= most:
        fault = "says little" if length < least else "is cut in search results"
        yield _at(reading, "title_length",
                  f"A title of {length} characters {fault}; {least} to {most} are best.",
                  start=title.start, end=title.end)  # fmt: skip


def _keyword(keyword: str, draft: Draft, reading: Reading) -> Iterator[Finding]:
    places = occurrences(keyword, reading)
    if not places:
        yield _missing("keyword_absent", f"“{keyword}” does not occur in the post.")
        return
    by_level = {level: [h for h in reading.headings if h.level == level] for level in (1, 2)}
    if not any(_inside(places, h.start, h.end) for h in by_level[1]):
        yield _missing("keyword_in_title", f"“{keyword}” is not in the title.")
    if by_level[2] and not any(_inside(places, h.start, h.end) for h in by_level[2]):
        yield _missing("keyword_in_heading", f"“{keyword}” is in none of the H2 headings.")
    meta = Reading(draft.meta_description, reading.language)
    if draft.meta_description.strip() and not occurrences(keyword, meta):
        yield _missing(
            "keyword_in_meta",
            f"“{keyword}” is not in the meta description.",
            part="meta_description",
        )
    prose = [place for place in places if reading.prose[place.start] != " "]
    opening = reading.words[min(OPENING, len(reading.words) - 1)].end
    if not any(place.start <= opening for place in prose):
        yield _missing("keyword_late", f"“{keyword}” does not occur in the first {OPENING} words.")
    yield from _stuffing(keyword, places, reading)


def _stuffing(keyword: str, places: list[Span], reading: Reading) -> Iterator[Finding]:
    size = max(1, len(words_of(keyword)))
    share = len(places) * size / max(1, len(reading.words))
    if share > STUFFED and len(places) > 5:
        last = places[-1]
        yield _at(reading, "keyword_stuffing",
                  f"“{keyword}” stands here {len(places)} times, {share:.1%} of all words.",
                  start=last.start, end=last.end)  # fmt: skip


def occurrences(keyword: str, reading: Reading) -> list[Span]:
    """Where the keyword stands, its words in any of their forms, one after the other."""
    wanted = [_root(word) for word in words_of(keyword)]
    if not wanted:
        return []
    words = reading.words
    roots = _roots(reading)
    starts = (n for n, root in enumerate(roots) if root == wanted[0])
    ends = ((n, n + len(wanted)) for n in starts)
    return [
        Span(words[first].start, words[end - 1].end)
        for first, end in ends
        if roots[first:end] == wanted and _is_joined(reading, words[first:end])
    ]


def _roots(reading: Reading) -> list[str]:
    return [_root(word) for word in reading.words]


def _root(word: Word) -> str:
    return stem(word.folded)


def _is_joined(reading: Reading, words: tuple[Word, ...]) -> bool:
    gaps = (reading.text[one.end : other.start] for one, other in pairwise(words))
    return all(len(gap) <= 3 and "\n\n" not in gap and "." not in gap for gap in gaps)


def _inside(places: list[Span], start: int, end: int) -> bool:
    return any(start <= place.start < end for place in places)


def _headings(reading: Reading) -> Iterator[Finding]:
    count = sum(1 for heading in reading.headings if heading.level == 2)
    wanted = reading.word_count // FEW_HEADINGS
    if count < wanted:
        yield _missing(
            "few_headings",
            f"{count} H2 headings for {reading.word_count} words; {wanted} help to skim.",
        )


def _links(reading: Reading) -> Iterator[Finding]:
    links = [link for link in reading.links if not link.is_image]
    if not links and reading.word_count > FEW_HEADINGS:
        yield _missing("no_links", "There is no link. Link a source, and a page of your own.")
    for link in links:
        if link.address.casefold().startswith("http://"):
            yield _at(reading, "insecure_link", "This link is not encrypted. Use https.",
                      start=link.start, end=link.end)  # fmt: skip
        if reading.text[link.start] == "[" and EMPTY_LINK.match(link.text):
            yield _at(reading, "link_text", "The text of the link does not say where it leads.",
                      start=link.start, end=link.end)  # fmt: skip
    for link in reading.links:
        if link.is_image and not link.text.strip():
            yield _at(reading, "image_alt", "This image has no alternative text.",
                      start=link.start, end=link.end)  # fmt: skip


def _missing(check: str, sentence: str, *, part: Part = "text") -> Finding:
    return Finding(group="seo", check=check, level="advises", sentence=sentence, part=part)


def _at(reading: Reading, check: str, sentence: str, *, start: int, end: int) -> Finding:
    return Finding(
        group="seo", check=check, level="advises", sentence=sentence,
        quote=reading.text[start:end], start=start, end=end,
    )  # fmt: skip
