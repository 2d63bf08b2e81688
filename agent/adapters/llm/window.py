"""A conversation that is longer than the model's window, shortened at named places."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, SystemMessage, ToolMessage

from agent.language.catalogs import N_
from agent.language.text import HAN

_LETTERS_A_TOKEN = 3.5
_A_MESSAGE = 8
_ANSWER = 4
"""A fourth of the window is kept for the answer."""
_LONGEST_ANSWER = 1_500
_SHORTEST = 400
_HAN = re.compile(f"[{HAN}]")
_FOUND = re.compile(r'<(passages|data-\w+)(?: source="S\d+")?>(?P<text>.*?)</\1>', re.DOTALL)
"""The Tutor's passages, and the numbered sources of a piece."""
_LEFT_OUT = "\n[… shortened: the rest does not fit …]\n"


@dataclass(frozen=True)
class Fitted:
    messages: list[AnyMessage]
    places: list[str] = field(default_factory=list)
    """Sentences for what was left out or shortened."""
    needs: int = 0
    """Tokens that it still needs, about."""
    fits: bool = True


def tokens_in(text: str) -> int:
    """About so many, rather more than less."""
    han = len(_HAN.findall(text))
    return han + int((len(text) - han) / _LETTERS_A_TOKEN) + 1


def fit(messages: Sequence[AnyMessage], window: int, *, extra: str = "") -> Fitted:
    """Leaves out the oldest messages first, then shortens what tools and searches found.

    The instructions and the last request stay as they are; `extra` goes with them.
    """
    room = window - min(window // _ANSWER, _LONGEST_ANSWER) - tokens_in(extra)
    kept, places = list(messages), []
    if _leave_out(kept, room):
        places.append(N_("the oldest messages"))
    if _size(kept) > room and (shortened := _shorten(kept, room)):
        places += shortened
    size = _size(kept)
    return Fitted(kept, places, needs=size + window - room, fits=size <= room)


def _size(messages: Sequence[AnyMessage]) -> int:
    return sum(tokens_in(_all_of(message)) + _A_MESSAGE for message in messages)


def _all_of(message: AnyMessage) -> str:
    calls = message.tool_calls if isinstance(message, AIMessage) else []
    return str(message.text) + "".join(str(call["args"]) for call in calls)


def _leave_out(kept: list[AnyMessage], room: int) -> int:
    """Whole turns before the last, in place; how many messages they were."""
    dropped = 0
    while _size(kept) > room:
        talk = [i for i, m in enumerate(kept) if not isinstance(m, SystemMessage)]
        asked = [i for i in talk if isinstance(kept[i], HumanMessage)]
        if len(asked) < 2:
            break
        end = next(i for i in asked if i > talk[0])
        dropped += end - talk[0]
        del kept[talk[0] : end]
    return dropped


def _shorten(kept: list[AnyMessage], room: int) -> list[str]:
    """The longest text that was found to half, again and again, in place; who found it."""
    names: dict[str, None] = {}
    while _size(kept) > room:
        found = [
            (end - start, i, start, end)
            for i, m in enumerate(kept)
            for start, end in _find_shortenable(m)
        ]
        length, place, start, end = max(found, default=(0, 0, 0, 0))
        if length < _SHORTEST:
            break
        message, text = kept[place], str(kept[place].text)
        half = text[start:end].removesuffix(_LEFT_OUT)[: length // 2] + _LEFT_OUT
        content = text[:start] + half + text[end:]
        kept[place] = message.model_copy(update={"content": content})
        names[N_("what tools found") if message.name else N_("the passages found")] = None
    return list(names)


def _find_shortenable(message: AnyMessage) -> list[tuple[int, int]]:
    """Spans of the message with retrieved text, which may be shortened."""
    match message:
        case ToolMessage():
            return [(0, len(message.text))]
        case HumanMessage():
            return [m.span("text") for m in _FOUND.finditer(str(message.text))]
    return []
