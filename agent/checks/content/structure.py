"""Finds leftovers in a text: placeholders, empty sections, repeated sentences."""

import re
from collections.abc import Iterator

from agent.checks.content.findings import Draft, Finding, Measure
from agent.checks.content.reading import Reading, count, words_of

PLACEHOLDER = re.compile(
    r"lorem ipsum|(?-i:\bTODO\b)|\bTBD\b|\bTKTK\b"
    r"|\[(?:insert|your|company|name|add|link|date|city|brand|placeholder"
    r"|inserta[r]?|tu|nombre|a[nñ]ade|enlace|fecha|ciudad|marca|插入|公司|你的|链接|名称)"
    r"[^\]\n]{0,60}\](?!\()|\{\{[^{}\n]{0,60}\}\}|\bX{2,}(?:\s?%|\b)|<(?:insert|your)[^>\n]{0,40}>"
    r"|（此处[^）\n]{0,30}）|【(?:插入|待补|填写)[^】\n]{0,30}】",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^\s.!?。！？#>*-][^.!?。！？\n]*[.!?。！？]?")
_REPEATED = 8
"""Words that a sentence needs to count as said twice."""


def check(_draft: Draft, measure: Measure, reading: Reading) -> Iterator[Finding]:
    _ = measure.gettext
    for found in PLACEHOLDER.finditer(reading.text):
        yield _at(reading, "placeholder", _("This placeholder was not filled in."), *found.span())
    for number, heading in enumerate(reading.headings):
        if heading.level > 1 and _is_empty(reading, number):
            sentence = _("There is no text under this heading.")
            yield _at(reading, "empty_section", sentence, heading.start, heading.end)
    seen: set[tuple[str, ...]] = set()
    for found in _SENTENCE.finditer(reading.prose):
        words = tuple(word.folded for word in words_of(found[0]))
        if count(words_of(found[0])) >= _REPEATED and words in seen:
            said = _("This sentence appears twice.")
            yield _at(reading, "repeated_sentence", said, *found.span())
        seen.add(words)


def _is_empty(reading: Reading, number: int) -> bool:
    """No text before the next heading, which is not one below it."""
    heading = reading.headings[number]
    following = reading.headings[number + 1] if number + 1 < len(reading.headings) else None
    if following and following.level > heading.level:
        return False
    end = following.start if following else len(reading.text)
    return not reading.text[heading.end : end].strip("# \t\n")


def _at(reading: Reading, check: str, sentence: str, start: int, end: int) -> Finding:
    return Finding(
        group="structure", check=check, level="advises", sentence=sentence,
        quote=reading.text[start:end], start=start, end=end,
    )  # fmt: skip
