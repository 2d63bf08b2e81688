"""Exact tokens of a message, and the words that say what it is about."""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

from langchain_core.messages import HumanMessage

from agent.engine.conversation import conversation_of, message_of
from agent.engine.messages import text_of
from agent.language.text import ASKING_WORDS, STOP_WORDS, fold, keywords, runs
from agent.workflows.tickets.contracts import Understood

FOLDER = Path(__file__).parents[2] / "data" / "tickets"

_KEY = re.compile(r"(?<![A-Za-z0-9-])([A-Za-z][A-Za-z0-9]{1,9})-(\d{1,7})(?![A-Za-z0-9-])")
_QUOTED = re.compile(r"[\"“”«»《》「」]([^\"“”«»《》「」]{3,120})[\"“”«»《》「」]")
_NUMBER = re.compile(r"(?<![\w-])(\d{4,12})(?![\w-])")
_PARTICLES = re.compile("[在了吗呢么的是有们]+")


@cache
def read_data(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def is_named(value: str, text: str) -> bool:
    """Whether a text holds it in whole words, which Chinese has not."""
    words = f" {' '.join(runs(text))} "
    return f" {' '.join(runs(value))} " in words or (not value.isascii() and value in text)


def usual_for(issue_type: str) -> dict[str, Any]:
    """What is usual for issues of a type, whatever the tracker calls it."""
    kinds = read_data("checklists")
    known = (kind for kind in kinds.values() if issue_type.casefold() in kind["names"])
    return next(known, kinds["story"])


def type_named(text: str, issue_types: Sequence[str]) -> str:
    """The tracker's type that a text calls by any of its kind's names, else empty."""
    kinds = (kind["names"] for kind in read_data("checklists").values())
    names = next((names for names in kinds if any(is_named(n, text) for n in names)), ())
    return next((each for each in issue_types if each.casefold() in names), "")


def keys_in(text: str) -> list[str]:
    """Every issue key, each once, in capitals; words such as UTF-8 are none."""
    no_keys = read_data("words")["no_keys"]
    found = (m[0].upper() for m in _KEY.finditer(text) if m[1].casefold() not in no_keys)
    return list(dict.fromkeys(found))


def key_in(text: str) -> str:
    return next(iter(keys_in(text)), "")


def is_key_alone(text: str) -> bool:
    return bool(key_in(text)) and not re.search(r"\w", without_keys(text))


def without_keys(text: str) -> str:
    return _KEY.sub(" ", text)


def split_at_key(text: str) -> tuple[str, str]:
    """What comes before an issue's key and a colon, and what after them, if anything does."""
    found = re.search(rf"{_KEY.pattern}\s*[:：]", text)
    return (text[: found.start()], text[found.end() :].strip()) if found else (text, "")


def asked_now(state: Mapping[str, Any]) -> str:
    """The message, and what of it is done now where it wants several things."""
    message, part = message_of(state), Understood.of(state).part
    said = f"{message}\n\nOnly this of it is done now: {part}" if part else message
    answer = state.get("answer")
    return f"{said}\n\nAsked “{state.get('asked')}”, the user said: {answer}" if answer else said


def done_in(state: Mapping[str, Any]) -> list[str]:
    """What was said to this message already, where it wants several things."""
    said = takewhile(lambda m: not isinstance(m, HumanMessage), reversed(state["messages"]))
    return [text_of(message) for message in said][::-1]


def conversation_so_far(state: Mapping[str, Any]) -> list[str]:
    """What was said before, and what was done by this message already."""
    done = (f"assistant, to this message: {text}" for text in done_in(state))
    return [*conversation_of(state), *done]


def page_in(text: str) -> str:
    """The title that is quoted, or the number of a page, where no issue is named."""
    found = _QUOTED.search(text) or (None if key_in(text) else _NUMBER.search(text))
    return found[1].strip() if found else ""


def subject_of(text: str) -> list[str]:
    """The words that say what a question is about; none for "which issues are open?"."""
    told = read_data("words")
    no_subject = STOP_WORDS | ASKING_WORDS | frozenset(map(fold, told["manner"]))
    return [
        word
        for word in keywords(re.sub(told["manner_han"], " ", without_keys(text)))
        if word not in no_subject and not _PARTICLES.fullmatch(word)
    ]
