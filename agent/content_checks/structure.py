"""How a text is built: headings in order, nothing empty, nothing left over, nothing twice."""

import re
from collections.abc import Iterator

from agent.content_checks.findings import IN_MARKDOWN, Draft, Finding, Level, Measure
from agent.content_checks.phrases import PLACEHOLDER
from agent.content_checks.reading import Heading, Reading
from agent.text import fold

LONGEST_PARAGRAPH = 150
LONGEST_SECTION = 400
_REPEATED = 8
"""Words that a sentence needs to count as said twice."""
_ENDS = re.compile(
    r"[.!?…。！？:：)）\]\"'”’»*_`|」』】]\s*$"
    r"|[\U0001f000-\U0001faff\u2190-\u27bf]\ufe0f?\s*$"
)


def check(draft: Draft, _: Measure, reading: Reading) -> Iterator[Finding]:
    yield from _placeholders(reading)
    yield from _headings(reading)
    if draft.kind in IN_MARKDOWN:
        yield from _paragraphs(reading)
        yield from _sections(reading)
    yield from _repetition(reading)
    yield from _cut_off(reading)


def _placeholders(reading: Reading) -> Iterator[Finding]:
    for found in PLACEHOLDER.finditer(reading.text):
        yield _at(reading, "placeholder", "This was meant to be filled in.",
                  start=found.start(), end=found.end())  # fmt: skip


def _headings(reading: Reading) -> Iterator[Finding]:
    seen: set[str] = set()
    for n, heading in enumerate(reading.headings):
        before = reading.headings[n - 1] if n else None
        if before and heading.level > before.level + 1:
            sentence = f"An H{before.level} is followed by an H{before.level + 1}, not by this."
            yield _on(reading, "skipped_rank", heading, sentence)
        if (title := fold(heading.title)) in seen:
            yield _on(reading, "repeated_heading", heading, "This heading stands here already.")
        seen.add(title)
        if heading.level > 1 and _is_empty(reading, n):
            yield _on(reading, "empty_section", heading, "Nothing stands under this heading.")


def _is_empty(reading: Reading, number: int) -> bool:
    """No text before the next heading, which is not one below it."""
    heading = reading.headings[number]
    following = reading.headings[number + 1] if number + 1 < len(reading.headings) else None
    if following and following.level > heading.level:
        return False
    end = following.start if following else len(reading.text)
    return not reading.text[heading.end : end].strip("# \t\n")


def _paragraphs(reading: Reading) -> Iterator[Finding]:
    for paragraph in reading.paragraphs:
        words = reading.count_between(paragraph.start, paragraph.end)
        if words > LONGEST_PARAGRAPH:
            yield _at(reading, "long_paragraph", f"This paragraph has {words} words. Split it.",
                      start=paragraph.start, end=paragraph.end)  # fmt: skip


def _sections(reading: Reading) -> Iterator[Finding]:
    headings = reading.headings
    for n, heading in enumerate(headings):
        end = headings[n + 1].start if n + 1 < len(headings) else len(reading.text)
        words = reading.count_between(heading.end, end)
        if words > LONGEST_SECTION:
            yield _on(reading, "long_section", heading,
                      f"{words} words follow without a heading. Add one in between.")  # fmt: skip


def _repetition(reading: Reading) -> Iterator[Finding]:
    seen: set[tuple[str, ...]] = set()
    for start, end in reading.sentences:
        said = tuple(re.findall(r"\w+", fold(reading.text[start:end])))
        length = len(said) if reading.language != "zh" else (end - start) / 2
        if length < _REPEATED:
            continue
        if said in seen:
            yield _at(reading, "repeated_sentence", "This sentence stands here already.",
                      start=start, end=end)  # fmt: skip
        seen.add(said)


def _cut_off(reading: Reading) -> Iterator[Finding]:
    if not reading.sentences:
        return
    start, end = reading.sentences[-1]
    is_item = reading.paragraphs[-1].kind == "item"
    has_tags = any(tag.start >= start for tag in reading.hashtags)
    if end - start > 20 and not (is_item or has_tags or _ENDS.search(reading.text[start:end])):
        yield _at(reading, "cut_off", "The text seems to break off here.", start=start, end=end)


def _on(reading: Reading, check: str, heading: Heading, sentence: str) -> Finding:
    return _at(reading, check, sentence, start=heading.start, end=heading.end)


def _at(
    reading: Reading, check: str, sentence: str, *, start: int, end: int, level: Level = "advises"
) -> Finding:
    return Finding(
        group="structure", check=check, level=level, sentence=sentence,
        quote=reading.text[start:end], start=start, end=end,
    )  # fmt: skip
