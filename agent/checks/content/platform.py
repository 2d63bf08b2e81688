"""Checks a draft against its platform. Hard limits block; all else is a remark, wishes win."""

import re
import tomllib
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from agent.checks.content.findings import Draft, Finding, Level, Measure, Part
from agent.checks.content.reading import Reading
from agent.ports.images import Ratio

_FILE = Path(__file__).resolve().parents[2] / "data" / "checks" / "platforms.toml"
LIMITS: dict[str, dict[str, Any]] = tomllib.loads(_FILE.read_text("utf-8"))
META: tuple[int, int] = tuple(LIMITS["search"]["meta_description"])
LINKEDIN_FOLD: int = LIMITS["linkedin"]["fold"]
INSTAGRAM_FOLD: int = LIMITS["instagram"]["fold"]
ALT_LENGTH = 200
OFF_TARGET = 0.2
"""The share by which a text may be longer than it was asked to be."""
TOO_SHORT = 0.6
"""The share of the asked length that is long enough, where that was no limit."""
_NAMES = {"linkedin": "LinkedIn", "instagram": "Instagram"}
_MARKDOWN = re.compile(
    r"^ {0,3}#{1,6}[ \t]+\S[^\n]{0,80}|(?:\*\*|__)(?=\S)[^\n]{1,200}?(?<=\S)(?:\*\*|__)"
    r"|!?\[[^\[\]\n]{1,200}\]\([^()\n]{1,300}\)|```[^\n]*|`[^`\n]{1,200}`"
    r"|^[ \t]*\*[ \t]+\S[^\n]{0,80}"
    r"|^[ \t]*\|[^\n]{0,200}\|[ \t]*$|^>[ \t]+\S[^\n]{0,80}"
    r"|(?<![\w*])\*(?=[^\s*])[^*\n]{1,200}?(?<=[^\s*])\*(?![\w*])",
    re.MULTILINE,
)


def check(draft: Draft, measure: Measure, reading: Reading) -> Iterator[Finding]:
    _ = measure.gettext
    if not draft.text.strip():
        yield _missing("text", _("There is no text yet."), level="blocks")
        return
    match draft.kind:
        case "blog":
            yield from _blog(draft, measure, reading)
        case "linkedin" | "instagram":
            yield from _post(draft, measure, reading)
        case "image":
            if draft.ratio not in get_args(Ratio):
                said = _("The ratio must be one of {ratios}.")
                yield _ratio(draft, said.format(ratios=", ".join(get_args(Ratio))))
    if draft.kind in ("image", "instagram"):
        yield from _alt(draft, measure)


def width(text: str) -> int:
    """Characters as search results count room: a Chinese one takes two."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _blog(draft: Draft, measure: Measure, reading: Reading) -> Iterator[Finding]:
    _ = measure.gettext
    titles = [heading for heading in reading.headings if heading.level == 1]
    if not titles:
        yield _missing("title", _("The post has no title."))
    for extra in titles[1:]:
        yield _at(reading, "title", _("This is a second title."), extra.start, extra.end)
    length, (least, most) = width(draft.meta_description.strip()), META
    if length and not least <= length <= most:
        said = _(
            "The description for search results has {count} characters, not {least} to {most}."
        ).format(count=length, least=least, most=most)
        yield _missing("meta_description", said, part="meta_description").model_copy(
            update={"quote": draft.meta_description, "end": len(draft.meta_description)}
        )
    yield from _words(measure, reading)


def _post(draft: Draft, measure: Measure, reading: Reading) -> Iterator[Finding]:
    limits, name = LIMITS[draft.kind], _NAMES[draft.kind]
    _, units = measure.gettext, reading.text.encode("utf-16-le")
    if len(units) > (most := limits["length"]) * 2:
        at = len(units[: most * 2].decode("utf-16-le", "ignore"))
        said = _("{platform} allows {most} characters; this has {count}.").format(
            platform=name, most=measure.number(most), count=measure.number(len(units) // 2)
        )
        yield _at(reading, "length", said, at, len(reading.text), "blocks")
    yield from _words(measure, reading, limits["usual_words"])
    yield from _hashtags(measure, reading, limits, name)
    for found in _MARKDOWN.finditer(draft.text):
        said = _("{platform} shows Markdown as typed.").format(platform=name)
        yield _at(reading, "markdown", said, *found.span())
    if draft.kind == "instagram" and draft.ratio and draft.ratio != "1:1":
        yield _ratio(draft, _("Instagram posts here have a square image: choose 1:1."))


def _words(
    measure: Measure, reading: Reading, usual: tuple[int, int] | None = None
) -> Iterator[Finding]:
    """Against the length that was asked for, else against what usually reads well."""
    _, number = measure.gettext, measure.number
    words, wished = reading.word_count, measure.wished_words
    # A length in Chinese counts characters.
    asked = len(reading.words) if reading.language == "zh" else words
    least = 0 if measure.is_words_limit else TOO_SHORT * (wished or 0)
    if wished and not least <= asked <= (1 + OFF_TARGET) * wished:
        said = _("Length: {count}. You asked for {wished}.")
        yield _missing("word_target", said.format(count=number(asked), wished=number(wished)))
    elif not wished and usual:
        least = 0.9 * usual[0] if measure.has_facts else 0
        if not least <= asked <= 1.1 * usual[1]:
            said = _("{count} words; {least} to {most} usually read well.")
            told = said.format(count=number(asked), least=usual[0], most=usual[1])
            yield _missing("words", told)


def _hashtags(
    measure: Measure, reading: Reading, limits: dict[str, Any], name: str
) -> Iterator[Finding]:
    _, ngettext = measure.gettext, measure.ngettext
    tags, refused = reading.hashtags, limits.get("hashtags", len(reading.hashtags))
    wished, is_limit = measure.wished_hashtags, measure.is_hashtags_limit
    least, most = limits["usual_hashtags"]
    if wished is not None and (len(tags) > wished or (len(tags) < wished and not is_limit)):
        said = ngettext(
            "{count} hashtag; asked for: {wished}.",
            "{count} hashtags; asked for: {wished}.",
            len(tags),
        )
        yield _missing("hashtag_wish", said.format(count=len(tags), wished=wished))
    elif wished is None and not least <= len(tags) <= most:
        said = ngettext(
            "{count} hashtag; {least} to {most} are usual on {platform}.",
            "Hashtags: {count}. On {platform}, {least} to {most} are usual.",
            len(tags),
        )
        told = said.format(count=len(tags), least=least, most=most, platform=name)
        yield _missing("hashtag_number", told)
    for start, end in tags[refused:]:
        said = _("{platform} allows {most} hashtags; this is one too many.")
        told = said.format(platform=name, most=refused)
        yield _at(reading, "hashtags", told, start, end, "blocks")


def _alt(draft: Draft, measure: Measure) -> Iterator[Finding]:
    _, alt = measure.gettext, draft.alt.strip()
    if not alt:
        said = _("Say what the image shows, for people who cannot see it.")
        yield _missing("alt", said, part="alt")
    elif len(alt) > ALT_LENGTH:
        said = _("{count} characters are long for an alternative text.").format(count=len(alt))
        yield _missing("alt_wording", said, part="alt").model_copy(
            update={"quote": draft.alt, "end": len(draft.alt)}
        )


def _ratio(draft: Draft, sentence: str) -> Finding:
    return _missing("ratio", sentence, part="ratio").model_copy(
        update={"quote": draft.ratio, "end": len(draft.ratio)}
    )


def _missing(
    check: str, sentence: str, *, level: Level = "advises", part: Part = "text"
) -> Finding:
    return Finding(group="platform", check=check, level=level, sentence=sentence, part=part)


def _at(
    reading: Reading, check: str, sentence: str, start: int, end: int, level: Level = "advises"
) -> Finding:
    return Finding(
        group="platform", check=check, level=level, sentence=sentence,
        quote=reading.text[start:end], start=start, end=end,
    )  # fmt: skip
