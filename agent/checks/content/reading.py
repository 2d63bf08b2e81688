"""A draft read once for all checks: headings, links, hashtags and words with their places."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from agent.language.text import FENCE, HAN, Language, blank, fold, language_of

HAN_PER_WORD = 1.6
"""Chinese has no spaces; so many characters say about as much as one English word."""

_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(\S[^\n]*?)[ \t]*#*[ \t]*$", re.MULTILINE)
_LINK = re.compile(r"(!?)\[([^\[\]\n]{0,300})\]\(([^()\n]{0,500})\)")
_URL = re.compile(r"\b(?:https?://|www\.)[^\s<>()\[\]\"'，。、]+")
_CODE = re.compile(r"`[^`\n]{1,300}`")
_COMMENT = re.compile(r"<!--.{0,1000}?-->|</?[a-zA-Z][^<>\n]{0,200}>", re.DOTALL)
_TABLE = re.compile(r"^[ \t]*\|[^\n]*$", re.MULTILINE)
_RULE = re.compile(r"^[ \t]*(?:[-*_][ \t]*){3,}$", re.MULTILINE)
HASHTAG = re.compile(r"(?<![\w#&/])[#＃](?=\w*[^\W\d_])(\w{1,100})")
_WORD = re.compile(f"[{HAN}]|(?:(?![{HAN}])[^\\W_])+(?:['’-](?:(?![{HAN}])[^\\W_])+)*")
_IS_HAN = re.compile(f"[{HAN}]")


class Span(NamedTuple):
    start: int
    end: int


class Word(NamedTuple):
    """`folded` is in lower case and without accents."""

    folded: str
    start: int
    end: int


class Heading(NamedTuple):
    level: int
    title: str
    start: int
    end: int


class Link(NamedTuple):
    text: str
    address: str
    is_image: bool
    start: int
    end: int


class Section(NamedTuple):
    """A heading and the text under it, up to the next heading of the same or a higher level."""

    heading: Heading
    end: int


class Reading:
    """Every place points into `text`."""

    def __init__(self, text: str, language: Language | None = None) -> None:
        self.text = text
        self.language: Language = language or language_of(text)

    @cached_property
    def _bare(self) -> str:
        """The text with code, comments and addresses blanked out; of the same length."""
        bare = blank(self.text, FENCE, _COMMENT, _CODE)
        return blank(_LINK.sub(_link_text, bare), _URL)

    @cached_property
    def prose(self) -> str:
        """The text with blanks for headings, tables, code and addresses, at the same length."""
        return blank(self._bare, _HEADING, _TABLE, _RULE)

    @cached_property
    def spoken(self) -> str:
        """The text with blanks for code, addresses and hashtags, at the same length."""
        return blank(self._bare, HASHTAG)

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        fenced = blank(self.text, FENCE)
        return tuple(
            Heading(len(found[1]), found[2], found.start(2), found.end(2))
            for found in _HEADING.finditer(fenced)
        )

    def sections(self, level: int) -> list[Section]:
        ends = [*(h.start for h in self.headings if h.level <= level), len(self.text)][1:]
        ranked = [heading for heading in self.headings if heading.level <= level]
        both = zip(ranked, ends, strict=False)
        return [Section(heading, end) for heading, end in both if heading.level == level]

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """Written as Markdown or out, in their order."""
        marked = [
            Link(
                text=found[2],
                address=next(iter(found[3].split()), "").strip("<>"),
                is_image=bool(found[1]),
                start=found.start(),
                end=found.end(),
            )
            for found in _LINK.finditer(self.text)
        ]
        bare = [
            Link("", address, is_image=False, start=found.start(), end=found.start() + len(address))
            for found in _URL.finditer(self.text)
            if not any(link.start <= found.start() < link.end for link in marked)
            for address in [found[0].rstrip(".,;:!?")]
        ]
        return tuple(sorted((*marked, *bare), key=lambda link: link.start))

    @cached_property
    def hashtags(self) -> tuple[Span, ...]:
        return tuple(Span(*found.span()) for found in HASHTAG.finditer(self._bare))

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """All words, of headings too; each Han character is one."""
        return tuple(_words_in(self.spoken))

    @cached_property
    def word_count(self) -> int:
        return count(self.words)


def count(words: Sequence[Word]) -> int:
    han = sum(1 for word in words if _IS_HAN.match(word.folded))
    return len(words) - han + round(han / HAN_PER_WORD)


def words_of(text: str) -> list[Word]:
    return list(_words_in(text))


def _words_in(text: str) -> Iterator[Word]:
    for found in _WORD.finditer(text):
        yield Word(fold(found[0]), found.start(), found.end())


def _link_text(found: re.Match[str]) -> str:
    """A link as it is read: its text in its place, the rest blank. Of an image nothing is read."""
    if found[1]:
        return " " * len(found[0])
    before = found.start(2) - found.start()
    return " " * before + found[2] + " " * (len(found[0]) - before - len(found[2]))
