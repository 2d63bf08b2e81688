"""An issue read sentence by sentence: where each stands, and what can be counted in it.

The words that count stand in `data/tickets/maturity.json`, in English, Spanish and Chinese. All
but names and code are looked for in folded text: lower case, no accents, one width.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from agent.language.text import (
    HAN,
    STOP_WORDS,
    Language,
    fold,
    is_han,
    keywords,
    language_of,
    split_paragraph,
    stem,
)
from agent.workflows.tickets.contracts import IssueText
from agent.workflows.tickets.words import read_data

_HEADING = re.compile(r"^\s{0,3}(?P<depth>#{1,6}|h[1-6]\.)\s+(?P<name>.+?)\s*#*\s*$")
_BOLD = re.compile(r"^\s*(\*\*|__|\*)(?P<name>[^*_\n]{2,60})\1\s*[:：]?\s*$")
_LABEL = re.compile(
    r"^\s*(?:[-*]\s+)?(?:\*\*|__)?(?P<name>[^\W\d][^:：*_.!?。\n]{1,40})(?:\*\*|__)?\s*[:：](?:\*\*|__)?\s*(?P<rest>.*)$"
)
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_BULLET = re.compile(r"^\s*(?:>\s*)?(?:[-*+•]|\d{1,3}[.)、])\s+(?:\[[ xX]\]\s+)?")
_ROW = re.compile(r"^\s*\|.*\|\s*$")
_RULE = re.compile(r"^[\s|:_*-]*$")
_ENDED = re.compile(r"[.!?。！？；;:：]['\")\]”»]*\s*$")
_SHORT = re.compile(rf"^\s*(?:[{HAN}]{{2,8}}|[^\W\d{HAN}][^\d{HAN}.,:;!?|`]{{1,40}})\s*$")
_LABELLED = 7  # deeper than any heading
_SOFT_WRAP = 60  # characters; a shorter line was ended on purpose
_MARKS = re.compile(r"^[\s>#|]+|[\s|]+$")
_TELLS = 2.0
_LONGEST = 32_000


@dataclass(frozen=True)
class Sentence:
    """A sentence, part of a list item, or a scenario of the issue."""

    text: str
    """Word for word."""
    section: str
    is_item: bool
    about: frozenset[str]
    """The stems that are of this issue: no stop words, no words of every ticket."""
    new: float
    """How much of `about` no sentence before it had."""
    is_repeat: bool
    """Says what one before it said, or no more than the summary."""

    @cached_property
    def signs(self) -> frozenset[str]:
        """What can be counted in it: cues by their names, where it stands, what it tells."""
        found = {name for name in cues() if is_said(name, self.text)}
        is_so = {f"in:{self.section}": True, "repeat": self.is_repeat, "item": self.is_item}
        found |= {name for name, holds in is_so.items() if holds}
        found |= {
            f"aside:{name}"
            for name, told in read_data("maturity")["aside"].items()
            if self.section in told
        }
        if self.section in ("invest", "questions"):
            # What its author thinks of the issue, or still asks, is no evidence for it.
            is_open = "in:questions" in found and "placeholder" not in found
            return frozenset((found & {"placeholder"}) | ({"open"} if is_open else set()))
        if found & {"figure", "named"}:
            found = found - {"vague"} | {"concrete"}
        found |= self._told(found)
        rules = read_data("maturity")["follows"]
        return frozenset(found | {rule["sign"] for rule in rules if fits(found, rule)})

    def _told(self, found: set[str]) -> set[str]:
        """Whether it tells of this issue what its summary does not, or names a thing at least."""
        if found & {"repeat", "placeholder"}:
            return set()
        empty = len(cue("vague").findall(_folded(self.text))) if "vague" in found else 0
        tells = {"tells"} if weight(self.about) >= _TELLS * (1 + empty) else set[str]()
        return tells | ({"names"} if self.about and not empty else set())

    @property
    def vague(self) -> str:
        """The first word that cannot be checked."""
        folded = _folded(self.text)
        found = cue("vague").search(folded) if "vague" in self.signs else None
        if not found:
            return ""
        is_same = len(folded) == len(self.text)
        return self.text[found.start() : found.end()] if is_same else found.group(0)


def fits(signs: set[str] | frozenset[str], rule: Mapping[str, str]) -> bool:
    """Whether there is each sign of `all`, one of `one` if it names any, and none of `no`."""
    every, one, no = (set(rule.get(name, "").split()) for name in ("all", "one", "no"))
    return signs >= every and not signs & no and (not one or bool(signs & one))


@dataclass(frozen=True)
class Reading:
    issue: IssueText
    language: Language
    summary: Sentence
    sentences: tuple[Sentence, ...]
    """Of the description, in order."""
    story: dict[str, str]
    """Role, want and why word for word, `why` empty when none is given; empty without a story."""


def read(issue: IssueText) -> Reading:
    description = issue.description[:_LONGEST]
    language = language_of(f"{issue.summary}\n{description}")
    titled = about(issue.summary)
    summary = Sentence(
        issue.summary, "summary", is_item=False, about=titled, new=weight(titled), is_repeat=False
    )
    seen: set[str] = set(titled)
    before: list[frozenset[str]] = []
    sentences = []
    story = cue(f"story_{language}").search(description)
    for start, end, under, is_item in spans(description, language):
        text = description[start:end]
        own, stems = about(text), frozenset(map(stem, keywords(text)))
        is_known = bool(own) and weight(own - titled) < 1 and not is_said("figure", text)
        is_repeat = is_known or any(_alike(stems, other) for other in before)
        section = "story" if story and story.start() <= start < story.end() else under
        new = weight(own - seen)
        sentences.append(Sentence(text, section, is_item, own, new, is_repeat))
        seen |= own
        before.append(stems)
    told = story.groupdict() if story else {}
    parts = {name: (part or "").strip(" \t\n*_,，") for name, part in told.items()}
    return Reading(issue, language, summary, tuple(sentences), parts)


def weight(words: Iterable[str]) -> float:
    """About how many words: pairs of Han characters overlap, so each counts half."""
    return sum(0.5 if is_han(unit) else 1.0 for unit in words)


def about(text: str) -> frozenset[str]:
    bare = cue("template_han").sub(" ", text)
    units = {stem(unit) for unit in keywords(bare) if unit not in STOP_WORDS}
    return frozenset(units - _template())


def _alike(some: frozenset[str], other: frozenset[str]) -> bool:
    return len(some) > 1 and len(some & other) >= 0.8 * len(some | other)


# Words that count


@cache
def cues() -> tuple[str, ...]:
    data = read_data("maturity")
    whole_texts = ("story_en", "story_es", "story_zh", "given", "then")
    return (*data["cues"], *(name for name in data["patterns"] if name not in whole_texts))


@cache
def cue(name: str) -> re.Pattern[str]:
    """Finds what is said by any of the words of this name, or by its pattern."""
    data = read_data("maturity")
    if name == "template_han":
        return re.compile("|".join(sorted(_words(data[name]), key=len, reverse=True)))
    if name in data["patterns"]:
        return re.compile(data["patterns"][name], re.IGNORECASE if name.startswith("story") else 0)
    held = data["cues"][name]
    # No \b: there is no word boundary between a Latin and a Han character.
    whole = rf"(?<![a-z0-9])(?:{'|'.join(_words(held['latin']))})(?![a-z0-9])"
    return re.compile("|".join([whole.replace("_", r"\s+"), *_words(held["han"])]))


def is_said(name: str, text: str) -> bool:
    return bool(cue(name).search(text if name in ("named", "code") else _folded(text)))


def _words(lines: list[str]) -> list[str]:
    return " ".join(lines).split()


def _folded(text: str) -> str:
    return fold(text.replace("’", "'"))


@cache
def _template() -> frozenset[str]:
    """Stems that are said in every ticket of the world: they tell nothing of this one."""
    return frozenset(map(stem, _words(read_data("maturity")["template"])))


def kind_of(heading: str) -> str:
    """Return the kind of section that a heading names; "" if it is not a usual one."""
    name = fold(heading).strip(" :：*_")
    return next((kind for kind, pattern in _kinds().items() if pattern.search(name)), "")


@cache
def _kinds() -> dict[str, re.Pattern[str]]:
    """Headings by what is under them; the first that is found in a heading names it."""
    return {kind: re.compile(each) for kind, each in read_data("maturity")["sections"].items()}


# Where sentences stand


def spans(text: str, language: str) -> Iterator[tuple[int, int, str, bool]]:
    """Start, end, kind of section, and whether it is a list's entry, of each sentence."""
    for start, end, section, is_item in _chunks(text):
        at = start
        for part in split_paragraph(text[start:end].replace("\n", " "), language):
            bare = _MARKS.sub("", part)
            if bare.strip():
                lead = part.index(bare)
                yield at + lead, at + lead + len(bare), section, is_item
            at += len(part)


def _chunks(text: str) -> list[tuple[int, int, str, bool]]:
    """Paragraphs, list entries, table rows and scenarios; code is left out."""
    chunks: list[tuple[int, int, str, bool]] = []
    section, depth, in_code, is_open, is_list = "", 0, False, False, False
    for start, line in _lines(text):
        is_fence = bool(_FENCE.match(line))
        in_code = in_code != is_fence
        heading = None if in_code else _heading(line, is_first=not is_open)
        # A heading of no usual name belongs to what it stands under.
        if heading and (kind_of(heading[0]) or heading[1] <= depth):
            section, depth, is_list = kind_of(heading[0]), heading[1], False
        if heading or is_fence or in_code or _RULE.match(line):
            is_open = False
            continue
        if is_open and _goes_on(text[chunks[-1][0] : chunks[-1][1]], line):
            chunks[-1] = (chunks[-1][0], start + len(line), *chunks[-1][2:])
            continue
        marker = _BULLET.match(line)
        # An entry of a list belongs to what the list stands under, whatever it begins with.
        kind, lead = ("", 0) if section and marker else _label(line)
        begin = _BULLET.match(line[lead:])
        at = start + lead + (begin.end() if begin else 0)
        is_item = bool(marker or begin)
        if depth == _LABELLED and is_list and not (is_item or kind):
            # The list under a mere label is over where its entries are.
            section = ""
        is_list = is_list or is_item or bool(kind)
        if at < start + len(line):
            chunks.append((at, start + len(line), kind or section, is_item))
            is_open = True
    return chunks


def _lines(text: str) -> Iterator[tuple[int, str]]:
    at = 0
    for line in text.splitlines(keepends=True):
        yield at, line.rstrip()
        at += len(line)


def placed(text: str, kind: str) -> int:
    """Return where the section of this kind ends; 0 if there is no such section."""
    is_in, end = False, 0
    for start, line in _lines(text):
        if heading := _heading(line, is_first=False):
            is_in = kind_of(heading[0]) == kind
        if is_in:
            end = start + len(line)
    return end


def _heading(line: str, *, is_first: bool) -> tuple[str, int] | None:
    """A heading's name and how deep it stands, also of one that is bold only or a mere label."""
    if found := _HEADING.match(line):
        mark = found["depth"]
        return found["name"], len(mark) if "#" in mark else int(mark[1])
    if found := _BOLD.match(line):
        return found["name"], _LABELLED
    kind, lead = _label(line)
    is_bare = is_first and _SHORT.match(line) and len(line.split()) <= 3 and kind_of(line)
    return (line, _LABELLED) if is_bare or (kind and lead >= len(line)) else None


def _label(line: str) -> tuple[str, int]:
    """Of "Dependencies: none": the kind of section, and where the text beside it begins."""
    found = _LABEL.match(line)
    # "No dependencies: ..." is a sentence.
    if not found or len(found["name"].split()) > 4 or is_said("independent", found["name"]):
        return "", 0
    kind = kind_of(found["name"])
    return (kind, found.start("rest")) if kind else ("", 0)


def _goes_on(before: str, line: str) -> bool:
    """Whether a line continues the text above it."""
    if cue("given").match(fold(before)) and cue("then").match(fold(_BULLET.sub("", line))):
        return True
    if _BULLET.match(line) or _ROW.match(line):
        return False
    last = before.rsplit("\n", 1)[-1]
    return line.strip()[:1].islower() or (not _ENDED.search(last) and len(last) >= _SOFT_WRAP)
