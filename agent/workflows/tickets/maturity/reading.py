"""An issue read sentence by sentence: where each stands, and what it tells that no other does."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

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
from agent.workflows.tickets.maturity.cues import Story, cue, story_in, template, template_han
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
_ALL_BOLD = re.compile(r"(\*{1,3}|_{1,3})(?P<inner>[^*_]+)\1")
_TELLS = 2.0
_LONGEST = 32_000


@dataclass(frozen=True)
class Sentence:
    """A sentence, a list item's part or a scenario, as it stands in the issue."""

    text: str
    """Word for word."""
    start: int
    """Where in the description; -1 for the summary."""
    section: str
    is_item: bool
    about: frozenset[str]
    """The stems that are of this issue: no stop words, no words of every ticket."""
    new: float
    """How much of `about` no sentence before it had."""
    is_repeat: bool
    """Says what one before it said, or no more than the summary."""

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def is_judgement(self) -> bool:
        """What its author thinks of the issue, or still asks, is no evidence for it."""
        return self.section in {"invest", "questions"}

    @cached_property
    def folded(self) -> str:
        return _folded(self.text)

    @cached_property
    def has_figure(self) -> bool:
        return _has(self.folded, cue("figure"))

    @cached_property
    def is_concrete(self) -> bool:
        """Has a figure, a quoted text, a key, a name or code in it."""
        return self.has_figure or _has(self.text, cue("named"))

    @cached_property
    def is_placeholder(self) -> bool:
        return _has(self.folded, cue("placeholder"))

    @cached_property
    def vague(self) -> str:
        """The first word that cannot be checked, unless a figure or name makes it concrete."""
        found = None if self.is_concrete or self.is_judgement else cue("vague").search(self.folded)
        if not found:
            return ""
        same_length = len(self.folded) == len(self.text)
        return self.text[found.start() : found.end()] if same_length else found.group(0)

    @cached_property
    def tells(self) -> bool:
        """Whether it says something about this issue that its summary does not."""
        if self.is_repeat or self.is_placeholder or self.is_judgement:
            return False
        empty = len(cue("vague").findall(self.folded)) if self.vague else 0
        return weight(self.about) >= _TELLS * (1 + empty)

    @cached_property
    def names(self) -> bool:
        """Whether it names a thing: enough where a heading says what for."""
        if self.is_repeat or self.is_placeholder or self.is_judgement:
            return False
        return bool(self.about) and not self.vague

    def has(self, cue: re.Pattern[str]) -> bool:
        return not self.is_judgement and _has(self.folded, cue)


@dataclass(frozen=True)
class Reading:
    issue: IssueText
    language: Language
    summary: Sentence
    sentences: tuple[Sentence, ...]
    """Of the description, in order."""
    story: Story | None

    @classmethod
    def of(cls, issue: IssueText) -> "Reading":
        return _read(issue.model_dump_json())

    @property
    def telling(self) -> list[Sentence]:
        return [sentence for sentence in self.sentences if sentence.tells]


def weight(about: frozenset[str]) -> float:
    """About how many words: pairs of Han characters overlap, so each counts half."""
    return sum(0.5 if is_han(unit) else 1.0 for unit in about)


# An advice is tried out on the same sentences but one.
_REMEMBERED = 5_000


@lru_cache(maxsize=_REMEMBERED)
def _folded(text: str) -> str:
    return fold(text.replace("’", "'"))


@lru_cache(maxsize=10 * _REMEMBERED)
def _has(folded: str, cue: re.Pattern[str]) -> bool:
    return bool(cue.search(folded))


@lru_cache(maxsize=64)
def _read(issue_json: str) -> Reading:
    issue = IssueText.model_validate_json(issue_json)
    description = issue.description[:_LONGEST]
    language = language_of(f"{issue.summary}\n{description}")
    titled = about(issue.summary)
    summary = Sentence(issue.summary, -1, "summary", False, titled, weight(titled), False)  # noqa: FBT003
    seen: set[str] = set(titled)
    before: list[frozenset[str]] = []
    sentences = []
    story = story_in(description, language)
    for start, end, under, is_item in spans(description, language):
        section = "story" if story and story.start <= start < story.end else under
        text = description[start:end]
        subject, stems = about(text), _stems(text)
        is_repeat = any(_alike(stems, other) for other in before) or (
            bool(subject)
            and weight(subject - titled) < 1
            and not cue("figure").search(_folded(text))
        )
        new = weight(frozenset(subject - seen))
        sentences.append(Sentence(text, start, section, is_item, subject, new, is_repeat))
        seen |= subject
        before.append(stems)
    return Reading(issue, language, summary, tuple(sentences), story)


@lru_cache(maxsize=_REMEMBERED)
def about(text: str) -> frozenset[str]:
    bare = template_han().sub(" ", text)
    units = {stem(unit) for unit in keywords(bare) if unit not in STOP_WORDS}
    return frozenset(units - template())


@lru_cache(maxsize=_REMEMBERED)
def _stems(text: str) -> frozenset[str]:
    return frozenset(map(stem, keywords(text)))


def _alike(some: frozenset[str], other: frozenset[str]) -> bool:
    return len(some) > 1 and len(some & other) >= 0.8 * len(some | other)


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
            if bold := _ALL_BOLD.fullmatch(bare):
                bare = bold["inner"].strip()
            if bare.strip():
                lead = part.index(bare)
                yield at + lead, at + lead + len(bare), section, is_item
            at += len(part)


@dataclass
class _Chunk:
    start: int
    end: int
    section: str
    is_item: bool


@dataclass
class _Place:
    """Under which heading a line stands."""

    section: str = ""
    depth: int = 0
    has_items: bool = False

    def enter(self, name: str, depth: int) -> None:
        kind = kind_of(name)
        # A heading of no usual name belongs to what it stands under.
        if kind or depth <= self.depth:
            self.section, self.depth, self.has_items = kind, depth, False

    def pass_by(self, *, is_item: bool) -> None:
        """The list under a mere label is over where its entries are."""
        if self.depth == _LABELLED and self.has_items and not is_item:
            self.section = ""
        self.has_items = self.has_items or is_item


def _chunks(text: str) -> list[tuple[int, int, str, bool]]:
    """Return paragraphs, list entries, table rows and scenarios; other code is left out."""
    chunks: list[_Chunk] = []
    place, in_code, is_open = _Place(), False, False
    for start, line in _lines(text):
        if _FENCE.match(line):
            in_code, is_open = not in_code, False
            continue
        heading = None if in_code else _heading(line, is_first=not is_open)
        if heading:
            place.enter(*heading)
        if heading or _RULE.match(line) or (in_code and not _scenario(line)):
            is_open = False
            continue
        if is_open and _goes_on(text[chunks[-1].start : chunks[-1].end], line):
            chunks[-1].end = start + len(line)
            continue
        kind, lead = _label(line)
        if place.section and _BULLET.match(line):
            # An entry of a list belongs to what the list stands under, whatever it begins with.
            kind, lead = "", 0
        marker = _BULLET.match(line[lead:])
        begin = start + lead + (marker.end() if marker else 0)
        is_item = bool(marker or _ROW.match(line) or _BULLET.match(line))
        place.pass_by(is_item=is_item or bool(kind))
        chunks.append(_Chunk(begin, start + len(line), kind or place.section, is_item))
        is_open = True
    return [(c.start, c.end, c.section, c.is_item) for c in chunks if c.end > c.start]


def _lines(text: str) -> Iterator[tuple[int, str]]:
    at = 0
    for line in text.splitlines(keepends=True):
        yield at, line.rstrip()
        at += len(line)


def placed(text: str, kind: str) -> int:
    """Return where the section of this kind ends; 0 if there is no such section."""
    is_in, end = False, 0
    for start, line in _lines(text):
        heading = _heading(line, is_first=False)
        if heading:
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
    if kind and lead >= len(line):
        return line, _LABELLED
    is_bare = is_first and _SHORT.match(line) and len(line.split()) <= 3 and kind_of(line)
    return (line, _LABELLED) if is_bare else None


def _label(line: str) -> tuple[str, int]:
    """Of "Dependencies: none": the kind of section, and where the text beside it begins."""
    found = _LABEL.match(line)
    if not found or len(found["name"].split()) > 4 or len(keywords(found["name"])) > 8:
        return "", 0
    # "No dependencies: ..." is a sentence.
    kind = "" if cue("independent").search(fold(found["name"])) else kind_of(found["name"])
    return (kind, found.start("rest")) if kind else ("", 0)


def _scenario(line: str) -> bool:
    return bool(cue("given").match(fold(line)) or cue("then").match(fold(line)))


def _goes_on(before: str, line: str) -> bool:
    """Whether a line continues the text above it."""
    if cue("given").match(fold(before)) and cue("then").match(fold(_BULLET.sub("", line))):
        return True
    if _BULLET.match(line) or _ROW.match(line):
        return False
    last = before.rsplit("\n", 1)[-1]
    if line.strip()[:1].islower():
        return True
    return not _ENDED.search(last) and len(last) >= _SOFT_WRAP
