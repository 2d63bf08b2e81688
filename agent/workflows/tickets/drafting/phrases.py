"""What a language has to say in a draft by rules, with gaps for the request's own things."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Topic:
    """What experience adds where a verb and its object are of a kind.

    A text with an empty gap is left out.
    """

    words: re.Pattern[str]
    criteria: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()


def topic(words: str, *texts: str) -> Topic:
    """The texts that end in a question mark are questions."""
    asked = tuple(text for text in texts if text.endswith(("?", "？")))
    told = tuple(text for text in texts if text not in asked)
    return Topic(re.compile(words, re.IGNORECASE), told, asked)


@dataclass(frozen=True)
class Phrases:
    types: Mapping[str, str]
    """How the kinds are called in a sentence."""
    topics: tuple[Topic, ...]
    bug: Topic
    fallback: Topic
    """What may be said of any story, when there is too little else."""
    task: Topic
    """The same of any task."""
    system: str
    """How an application is called that the request does not name."""
    which_system: str
    waits: str
    waits_for_nothing: str
    open_means: str
    fixed_means: str
    valued: str
    for_role: str
    for_nobody: str
    measured: str
    unmeasured: str
    vague: str
    bug_notes: Mapping[str, str]
    """What is said instead of a bug, by letter."""
    few: str
    many: str
    unsized: str
    tested: str
    untested: str
    gain: str
    who: str
    more: str
    priority_default: str
    priority_told: str
    type_told: str
    derived: str
    left_out: str
    not_understood: str
    dependencies: re.Pattern[str]
    vague_words: re.Pattern[str]
    urgencies: tuple[tuple[str, re.Pattern[str]], ...]
    """Levels, from "highest" to "lowest", and the words that tell them."""
    quotes: tuple[str, str] = ("“", "”")
    comma: str = ", "


class Gaps(dict[str, str]):
    """The request's things by their names; `filled` is empty when one is not there."""

    def filled(self, text: str) -> str:
        needed = set(re.findall(r"\{(\w+)\}", text))
        if any(not self.get(name) for name in needed):
            return ""
        filled = text.format_map(self)
        return filled[:1].upper() + filled[1:]

    def all_filled(self, texts: tuple[str, ...]) -> Iterator[str]:
        return filter(None, map(self.filled, texts))
