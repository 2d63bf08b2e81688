"""Rules of safety, read from `agent/data/guardrails`."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from agent.checks.guardrails.disguise import apart, masked

DATA = Path(__file__).resolve().parents[2] / "data" / "guardrails"
GAP = r"(?:[^\s.!?。！？]{1,30}[\s,]+){0,4}?"
"""Up to four words of the same sentence."""
_HAN = re.compile("[\u3400-\u9fff]")
_BEGIN = r"(?<!\w)"
_ENDS = ".!?。！？\n"
_END = re.compile(f"[{_ENDS}]")
_FRAGMENT = re.compile("<<([A-Z_]+)>>")
_KIND = re.compile(r"(words|whole|masked|apart|spread)((?: \w+)*): ")


class Rule(NamedTuple):
    """A pattern on text as `undisguised` gives it.

    A rule that `spares_warnings` holds what is wanted against what is warned of: "anti-money
    laundering checks" names the crime and asks for the opposite. One that holds `always` holds in
    a draft too, whatever the sentence is about.
    """

    name: str
    pattern: re.Pattern[str]
    spares_warnings: bool = False
    always: bool = False


@cache
def data_of(name: str) -> Mapping[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text("utf-8"))


def rules_of(name: str, part: str = "rules") -> tuple[Rule, ...]:
    data = data_of(name)
    return tuple(
        Rule(
            each["name"],
            re.compile(_joined(patterns(each["patterns"], data.get("fragments", {})))),
            each.get("spares_warnings", False),
            each.get("always", False),
        )
        for each in data[part]
    )


def pattern_of(name: str, *parts: str) -> re.Pattern[str]:
    """Any of the lists of a file."""
    data = data_of(name)
    return re.compile("|".join(patterns([each for part in parts for each in data[part]])))


def patterns(listed: Iterable[str], fragments: Mapping[str, str] | None = None) -> list[str]:
    """Regular expressions from lists of words and from others, which may be broken into lines."""
    known = {"GAP": GAP, **(fragments or {})}
    return [pattern for each in listed for pattern in _patterns(each, known)]


def _patterns(listed: str, fragments: Mapping[str, str]) -> list[str]:
    kind = _KIND.match(listed.strip())
    if not kind:
        return [_expanded(_unbroken(listed), fragments)]
    said = listed.strip()[kind.end() :]
    match kind[1]:
        case "whole":
            return [rf"(?<!\w)(?:{_unbroken(said)})(?!\w)"]
        case "words":
            every = "|".join(word.replace("_", r"[\s-]+") for word in said.split())
            return [rf"(?<!\w)(?:{every})(?!\w)"]
        case "masked":
            return [masked(word, *kind[2].split()) for word in said.split()]
        case "apart":
            return [apart(word) for word in said.split()]
    # Stars and blanks between the characters hide nothing.
    return [r"[\s*._-]{0,2}".join(word) for word in said.split()]


def _unbroken(text: str) -> str:
    return re.sub(r"(?:\A|\n)\s*", "", text)


def _expanded(text: str, fragments: Mapping[str, str]) -> str:
    while _FRAGMENT.search(text):
        text = _FRAGMENT.sub(lambda found: _unbroken(fragments[found[1]]), text)
    return text


def _joined(every: list[str]) -> str:
    # What begins a word is looked for at the beginnings of words only, and what has Chinese in it
    # at Chinese characters only, with one of which it has to begin: that is most of the time.
    at_words = [pattern.removeprefix(_BEGIN) for pattern in every if pattern.startswith(_BEGIN)]
    anywhere = [pattern for pattern in every if not pattern.startswith(_BEGIN)]
    if in_han := [pattern for pattern in anywhere if _HAN.search(pattern)]:
        anywhere = [pattern for pattern in anywhere if pattern not in in_han]
        anywhere.append(f"(?={_HAN.pattern})(?:{'|'.join(in_han)})")
    if at_words:
        anywhere.append(f"{_BEGIN}(?:{'|'.join(at_words)})")
    return "|".join(anywhere)


def sentence_around(text: str, at: int) -> tuple[str, int]:
    """The sentence that a place is in, and where in it the place is."""
    start = max(text.rfind(mark, 0, at) for mark in _ENDS) + 1
    end = _END.search(text, at)
    return text[start : end.start() if end else len(text)], at - start
