"""What each platform takes. Its hard limits block; all else is advice, and wishes outrank it."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import get_args

from agent.content_checks.findings import Draft, Finding, Kind, Level, Measure, Part
from agent.content_checks.phrases import (
    CALL_TO_ACTION,
    CONCLUSION,
    PICTURE_OF,
    STRATEGY_SECTIONS,
    WORN_HOOK,
)
from agent.content_checks.reading import Paragraph, Reading, Section
from agent.ports.images import Ratio

META = (150, 160)
LINKEDIN_LENGTH = 3_000
LINKEDIN_WORDS = (150, 250)
LINKEDIN_HASHTAGS = (3, 5)
LINKEDIN_FOLD = 210
LINKEDIN_PARAGRAPH = 60
INSTAGRAM_LENGTH = 2_200
INSTAGRAM_WORDS = 150
INSTAGRAM_HASHTAGS = (3, 30)
INSTAGRAM_FOLD = 125
ALT_LENGTH = 200
PILLARS = (3, 5)
OFF_TARGET = 0.2
"""How far a blog post may be from the words it was asked to have."""

_MARKDOWN = (
    ("a heading", re.compile(r"^ {0,3}#{1,6}[ \t]+\S[^\n]{0,80}", re.MULTILINE)),
    ("bold type", re.compile(r"(\*\*|__)(?=\S)[^\n]{1,200}?(?<=\S)\1")),
    ("a link", re.compile(r"!?\[[^\[\]\n]{1,200}\]\([^()\n]{1,300}\)")),
    ("code", re.compile(r"```[^\n]*|`[^`\n]{1,200}`")),
    ("a list", re.compile(r"^[ \t]*\*[ \t]+\S[^\n]{0,80}", re.MULTILINE)),
    ("a table", re.compile(r"^[ \t]*\|[^\n]{0,200}\|[ \t]*$", re.MULTILINE)),
    ("a quotation", re.compile(r"^>[ \t]+\S[^\n]{0,80}", re.MULTILINE)),
    ("italic type", re.compile(r"(?<![\w*])\*(?=[^\s*])[^*\n]{1,200}?(?<=[^\s*])\*(?![\w*])")),
)
_TABLE_ROW = re.compile(r"^[ \t]*\|[^\n]*\|[ \t]*$", re.MULTILINE)
_TABLE_RULE = re.compile(r"^[ \t|:-]+$")
_PERCENT = re.compile(r"(?<![\d.,])(\d{1,3})(?:[.,]\d+)?\s?[%％]")


def check(draft: Draft, measure: Measure, reading: Reading) -> Iterator[Finding]:
    if not draft.text.strip():
        yield _missing("text", "There is no text yet.", level="blocks")
        return
    yield from _BY_KIND[draft.kind](draft, measure, reading)


# Blog


def _blog(draft: Draft, measure: Measure, reading: Reading) -> Iterator[Finding]:
    yield from _title(reading)
    yield from _meta(draft)
    sections = reading.sections(2)
    yield from _introduction(reading, sections)
    if len(sections) < 2:
        yield _missing("sections", f"A post needs two H2 sections or more, not {len(sections)}.")
    yield from _ending(reading, sections)
    yield from _length(measure, reading)


def _title(reading: Reading) -> Iterator[Finding]:
    titles = [heading for heading in reading.headings if heading.level == 1]
    if not titles:
        yield _missing("title", "The post has no H1 title. Begin with “# ” and the title.")
    for extra in titles[1:]:
        yield _at(reading, "title", "A post has one H1 title only. Make this one an H2.",
                  start=extra.start, end=extra.end)  # fmt: skip


def _meta(draft: Draft) -> Iterator[Finding]:
    meta = draft.meta_description.strip()
    if not meta:
        yield _missing(
            "meta_description", "The meta description is missing.", part="meta_description"
        )
        return
    least, most = META
    length = width(meta)
    if not least <= length <= most:
        change = f"add {least - length}" if length < least else f"take out {length - most}"
        yield Finding(
            group="platform",
            check="meta_description",
            level="advises",
            sentence=f"The meta description has {length} characters, not {least} to {most}:"
            f" {change}.",
            part="meta_description",
            quote=draft.meta_description,
            start=0,
            end=len(draft.meta_description),
        )


def width(text: str) -> int:
    """Characters as search results count room: a Chinese one takes two."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _introduction(reading: Reading, sections: list[Section]) -> Iterator[Finding]:
    first = sections[0].heading.start if sections else len(reading.text)
    titles = [heading.end for heading in reading.headings if heading.level == 1]
    begin = titles[0] if titles and titles[0] < first else 0
    words = reading.count_between(begin, first)
    if sections and words < 25:
        said = f"has {words} words" if words else "is missing"
        yield _missing("introduction", f"The introduction {said}. Open with a few sentences.")


def _ending(reading: Reading, sections: list[Section]) -> Iterator[Finding]:
    if sections:
        last = sections[-1]
        begin, end, title = last.heading.end, last.end, last.heading.title
    else:
        begin, end, title = len(reading.text) * 3 // 4, len(reading.text), ""
    closing = reading.text[begin:end]
    acts = CALL_TO_ACTION.search(reading.prose, begin, end) or CALL_TO_ACTION.search(title)
    concludes = CONCLUSION.search(title) or CONCLUSION.search(closing)
    if not reading.count_between(begin, end):
        yield _missing("conclusion", "The post ends with an empty section. Write a conclusion.")
    elif not (concludes or acts):
        yield _missing("conclusion", "The post has no conclusion. Close with what to remember.")
    if not acts:
        yield _missing(
            "call_to_action", "The last section asks for nothing. Close with a call to action."
        )


def _length(measure: Measure, reading: Reading) -> Iterator[Finding]:
    words, wanted = reading.word_count, measure.words
    off = abs(words - wanted) / wanted
    if off > OFF_TARGET:
        more = "fewer" if words < wanted else "more"
        yield _missing(
            "word_target", f"{words} words are {off:.0%} {more} than the {wanted:,} aimed at."
        )


# LinkedIn


def _linkedin(draft: Draft, measure: Measure, reading: Reading) -> Iterator[Finding]:
    yield from _too_long(reading, LINKEDIN_LENGTH, "LinkedIn")
    yield from _words(measure, reading, LINKEDIN_WORDS)
    yield from _hashtags(measure, reading, LINKEDIN_HASHTAGS)
    for what, pattern in _MARKDOWN:
        for found in pattern.finditer(draft.text):
            yield _at(reading, "markdown", f"LinkedIn shows Markdown as typed: this is {what}.",
                      start=found.start(), end=found.end())  # fmt: skip
    paragraphs = _told(reading)
    if not paragraphs:
        yield _missing("hook", "The post has no opening line.")
        return
    yield from _hook(reading, paragraphs[0], LINKEDIN_FOLD)
    for paragraph in paragraphs:
        count = reading.count_between(paragraph.start, paragraph.end)
        if count > LINKEDIN_PARAGRAPH:
            yield _at(reading, "long_paragraph",
                      f"This paragraph has {count} words; up to {LINKEDIN_PARAGRAPH} read well.",
                      start=paragraph.start, end=paragraph.end)  # fmt: skip
    if not CALL_TO_ACTION.search(reading.prose, len(draft.text) // 2):
        yield _missing("call_to_action", "The post asks for nothing at its end.")


def _words(measure: Measure, reading: Reading, usual: tuple[int, int]) -> Iterator[Finding]:
    """Against the length that was asked for, else against what usually reads well."""
    if measure.wished_words:
        yield from _length(measure.model_copy(update={"words": measure.wished_words}), reading)
    elif not usual[0] <= reading.word_count <= usual[1]:
        words = reading.word_count
        yield _missing("words", f"{words} words; {usual[0]} to {usual[1]} usually read well.")


def _told(reading: Reading) -> list[Paragraph]:
    """The paragraphs that are more than hashtags."""
    return [p for p in reading.paragraphs if reading.spoken[p.start : p.end].strip()]


def _hook(reading: Reading, first: Paragraph, fold: int) -> Iterator[Finding]:
    end = first.start + len(reading.text[first.start : first.end].split("\n", 1)[0])
    line = reading.text[first.start : end]
    if len(line) > fold:
        sentence = f"The opening has {len(line)} characters; it is folded after {fold}."
        yield _at(reading, "hook", sentence, start=first.start, end=end)
    elif WORN_HOOK.search(line):
        yield _at(reading, "worn_hook", "Many posts open like this. Begin with the point itself.",
                  start=first.start, end=end)  # fmt: skip


# Instagram


def _instagram(draft: Draft, measure: Measure, reading: Reading) -> Iterator[Finding]:
    yield from _too_long(reading, INSTAGRAM_LENGTH, "Instagram")
    yield from _words(measure, reading, (1, INSTAGRAM_WORDS))
    yield from _hashtags(measure, reading, INSTAGRAM_HASHTAGS, refused_after=INSTAGRAM_HASHTAGS[1])
    yield from _alt(draft)
    if draft.ratio and draft.ratio != "1:1":
        yield _wrong_ratio(draft, "An Instagram post here has a square image: choose 1:1.")
    if not (paragraphs := _told(reading)):
        yield _missing("caption", "There are hashtags and no caption.")
    else:
        yield from _hook(reading, paragraphs[0], INSTAGRAM_FOLD)


def _hashtags(
    measure: Measure, reading: Reading, usual: tuple[int, int], *, refused_after: int | None = None
) -> Iterator[Finding]:
    wished = measure.wished_hashtags
    least, most = usual if wished is None else (wished, wished)
    tags = reading.hashtags
    if len(tags) < least:
        yield _missing("hashtags", f"{len(tags)} hashtags; {least} are usual or were asked for.")
    for number, tag in enumerate(tags[most:], start=most + 1):
        is_refused = refused_after is not None and number > refused_after
        level: Level = "blocks" if is_refused else "advises"
        yield _at(reading, "hashtags", f"This is more than {most} hashtags.",
                  start=tag.start, end=tag.end, level=level)  # fmt: skip
    seen: set[str] = set()
    for tag in tags:
        name = reading.text[tag.start : tag.end].casefold()
        if name in seen:
            yield _at(reading, "repeated_hashtag", "This hashtag stands here already.",
                      start=tag.start, end=tag.end)  # fmt: skip
        seen.add(name)


def _too_long(reading: Reading, most: int, where: str) -> Iterator[Finding]:
    length = len(reading.text.encode("utf-16-le")) // 2
    if length > most:
        at = len(reading.text.encode("utf-16-le")[: most * 2].decode("utf-16-le", "ignore"))
        yield _at(reading, "length", f"{where} takes {most:,} characters; this has {length:,}.",
                  start=at, end=len(reading.text), level="blocks")  # fmt: skip


# Image


def _image(draft: Draft, _: Measure, reading: Reading) -> Iterator[Finding]:
    known = get_args(Ratio)
    if draft.ratio not in known:
        yield _wrong_ratio(draft, f"The ratio is none of {', '.join(known)}.")
    yield from _alt(draft)
    if reading.word_count < 6:
        yield _at(reading, "prompt", "The prompt says little. Name subject, place, light and mood.",
                  start=0, end=len(draft.text))  # fmt: skip
    if draft.alt.strip() and draft.alt.strip() == draft.text.strip():
        yield _of_alt(draft, "The alternative text repeats the prompt. Say what is to be seen.")


def _alt(draft: Draft) -> Iterator[Finding]:
    alt = draft.alt.strip()
    if not alt:
        yield _missing(
            "alt", "The alternative text is missing: what does the image show?", part="alt"
        )
    elif len(alt) > ALT_LENGTH:
        yield _of_alt(draft, f"{len(alt)} characters are long for an alternative text.")
    elif PICTURE_OF.match(alt):
        yield _of_alt(draft, "Readers are told that it is an image. Begin with what it shows.")


def _of_alt(draft: Draft, sentence: str) -> Finding:
    return Finding(
        group="platform", check="alt_wording", level="advises", sentence=sentence, part="alt",
        quote=draft.alt, start=0, end=len(draft.alt),
    )  # fmt: skip


def _wrong_ratio(draft: Draft, sentence: str) -> Finding:
    return Finding(
        group="platform", check="ratio", level="advises", sentence=sentence, part="ratio",
        quote=draft.ratio, start=0, end=len(draft.ratio),
    )  # fmt: skip


# Strategy


def _strategy(_draft: Draft, _: Measure, reading: Reading) -> Iterator[Finding]:
    found = {name: _section(reading, pattern) for name, pattern in STRATEGY_SECTIONS.items()}
    for name, section in found.items():
        if section is None:
            yield _missing(
                f"{name.lower()}_section", f"The strategy has no section on {_said(name)}."
            )
        elif not reading.text[section.heading.end : section.end].strip("# \t\n"):
            yield _at(reading, f"{name.lower()}_section", f"The section on {_said(name)} is empty.",
                      start=section.heading.start, end=section.heading.end)  # fmt: skip
    if pillars := found["pillars"]:
        yield from _pillars(reading, pillars)
    if calendar := found["calendar"]:
        yield from _calendar(reading, calendar)
    if mix := found["mix"]:
        yield from _mix(reading, mix)


def _said(name: str) -> str:
    return {"audience": "the audience", "pillars": "content pillars", "mix": "the content mix",
            "calendar": "the calendar", "roadmap": "the roadmap"}.get(name, name)  # fmt: skip


def _section(reading: Reading, pattern: re.Pattern[str]) -> Section | None:
    sections = (section for level in (2, 3) for section in reading.sections(level))
    return next((section for section in sections if pattern.search(section.heading.title)), None)


def _pillars(reading: Reading, section: Section) -> Iterator[Finding]:
    level, begin, end = section.heading.level, section.heading.end, section.end
    inner = [h for h in reading.headings if begin < h.start < end and h.level == level + 1]
    items = [p for p in reading.paragraphs if p.kind == "item" and begin < p.start < end]
    rows = _rows(reading.text[begin:end])
    count = len(inner) or len(items) or rows
    least, most = PILLARS
    if not least <= count <= most:
        yield _at(reading, "pillars", f"There are {count} pillars, not {least} to {most}.",
                  start=section.heading.start, end=section.heading.end)  # fmt: skip


def _calendar(reading: Reading, section: Section) -> Iterator[Finding]:
    if _rows(reading.text[section.heading.end : section.end]) < 2:
        yield _at(reading, "calendar", "The calendar is to be a table with at least two entries.",
                  start=section.heading.start, end=section.heading.end)  # fmt: skip


def _rows(text: str) -> int:
    """Rows of tables, without their heads."""
    rows = [found[0] for found in _TABLE_ROW.finditer(text)]
    rules = sum(1 for row in rows if _TABLE_RULE.match(row) and "-" in row)
    return max(0, len(rows) - 2 * rules)


def _mix(reading: Reading, section: Section) -> Iterator[Finding]:
    shares = list(_PERCENT.finditer(reading.text, section.heading.end, section.end))
    total = sum(int(found[1]) for found in shares)
    if len(shares) > 1 and not 99 <= total <= 101:
        yield _at(reading, "mix", f"The parts of the mix add up to {total} %, not to 100 %.",
                  start=shares[0].start(), end=shares[-1].end())  # fmt: skip


# Others


def _other(*_: object) -> Iterator[Finding]:
    return iter(())


_BY_KIND: dict[Kind, Callable[[Draft, Measure, Reading], Iterator[Finding]]] = {
    "blog": _blog,
    "linkedin": _linkedin,
    "instagram": _instagram,
    "image": _image,
    "strategy": _strategy,
    "research": _other,
    "general": _other,
}


def _missing(
    check: str, sentence: str, *, level: Level = "advises", part: Part = "text"
) -> Finding:
    return Finding(group="platform", check=check, level=level, sentence=sentence, part=part)


def _at(
    reading: Reading, check: str, sentence: str, *, start: int, end: int, level: Level = "advises"
) -> Finding:
    return Finding(
        group="platform", check=check, level=level, sentence=sentence,
        quote=reading.text[start:end], start=start, end=end,
    )  # fmt: skip
