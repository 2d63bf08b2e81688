"""Wrong figures beside a right one: written alike, and far enough from it to be wrong."""

import re
from collections.abc import Sequence

from agent.workflows.tutor.quiz.terms import WORDS

WRONG = 3
FACTORS = (0.5, 0.75, 1.5, 2.0, 0.25, 3.0, 1.25, 2.5)
FAR, NEAR = 4.0, 0.15
"""A figure of the documents is taken from this far off, by its ratio to the key, at most and least."""
_PART = re.compile(r"\d[\d.,]*|[^\W\d_]+")


def others_for(
    key: str, told: Sequence[str], *, language: str, is_percent: bool, turn: int
) -> list[str]:
    """Three others, `turn` of which decides how many are lower; fewer where none can be found."""
    words = WORDS.get(language, [])
    value = _number(key, words)
    if value is None:
        return _of_ranges(key, words, turn)
    most = 100.0 if is_percent and value < 100 else float("inf")
    held = [(n, text) for text in told if (n := _number(text, words)) and _is_alike(text, key)]
    near = [(n, text) for n, text in held if _is_apart(n, value) and n < most]
    made = [(n, _written(n, key, words)) for n in _around(value, key) if 0 < n < most]
    known: dict[float, str] = {}
    for number, text in [*near[:2], *made]:
        if text and all(_is_apart(number, other) for other in (*known, value)):
            known[number] = text
    below = [n for n in known if n < value]
    above = [n for n in known if n > value]
    low = min(turn % 4, len(below))
    low = max(low, WRONG - len(above))
    chosen = [*below[:low], *above[: WRONG - low]]
    return [known[n] for n in chosen] if len(chosen) == WRONG else []


def _number(text: str, words: Sequence[str]) -> float | None:
    """None for a range, and for what is no number."""
    if text.lower() in words:
        return float(words.index(text.lower()))
    if not re.fullmatch(r"\d[\d.,]*", text):
        return None
    whole = re.sub(r"[.,](?=\d{3}(?:[.,]|$))", "", text)
    return float(whole.replace(",", "."))


def _is_year(value: float, key: str) -> bool:
    return 1400 <= value <= 2100 and key.isdigit()


def _is_alike(text: str, key: str) -> bool:
    return text.isalpha() == key.isalpha()


def _is_apart(one: float, other: float) -> bool:
    if 1400 <= min(one, other) and max(one, other) <= 2100:
        return abs(one - other) >= 3
    small, large = sorted((one, other))
    return small > 0 and 1 + NEAR < large / small < FAR


def _around(value: float, key: str) -> list[float]:
    if _is_year(value, key):
        return [value + step for step in (-14, -6, 9, 21, -31, 33)]
    step = _grain(value, key)
    found = [round(value * factor / step) * step for factor in FACTORS]
    return [n for n in dict.fromkeys(found) if n > 0 and n != value]


def _grain(value: float, key: str) -> float:
    """How round the number is: its neighbours are as round."""
    if decimals := re.search(r"[.,](\d{1,2})$", key):
        return float(10 ** -len(decimals[1]))
    for step in (1000, 500, 100, 50, 10, 5):
        if value % step == 0 and value >= 4 * step:
            return float(step)
    return 2.0 if value % 2 == 0 and value > 8 else 1.0


def _written(value: float, key: str, words: Sequence[str]) -> str:
    """As the key is written: in words, with its separator, with its decimals."""
    if key.isalpha():
        is_word = value == int(value) and int(value) < len(words)
        text = words[int(value)] if is_word else ""
        return text.capitalize() if key[:1].isupper() else text
    if decimals := re.search(r"([.,])(\d{1,2})$", key):
        return f"{value:.{len(decimals[2])}f}".replace(".", decimals[1])
    text = f"{int(value):,}" if re.search(r"\d[.,]\d{3}", key) else str(int(value))
    return text.replace(",", ".") if "." in key else text


# Ranges


def _of_ranges(key: str, words: Sequence[str], turn: int) -> list[str]:
    """The range moved down and up by its own width, or a quarter of it where it is narrow."""
    parts = [part for part in _PART.findall(key) if _number(part, words) is not None]
    if len(parts) != 2:
        return []
    low, high = (_number(part, words) or 0.0 for part in parts)
    if high <= low:
        return []
    step = max(high - low, _grain(low, parts[0]))
    moves = [-2 * step, -step, step, 2 * step, 3 * step, 4 * step]
    made = [(m, _moved(key, parts, (low + m, high + m), words)) for m in moves if low + m > 0]
    below = [text for m, text in reversed(made) if m < 0 and text]
    above = [text for m, text in made if m > 0 and text]
    count = max(min(turn % 4, len(below)), WRONG - len(above))
    chosen = [*below[:count], *above[: WRONG - count]]
    return chosen if len(chosen) == WRONG else []


def _moved(
    key: str, parts: Sequence[str], values: tuple[float, float], words: Sequence[str]
) -> str:
    one, two = (_written(v, part, words) for v, part in zip(values, parts, strict=True))
    first, second = key.index(parts[0]), key.rindex(parts[1])
    between = key[first + len(parts[0]) : second]
    return f"{one}{between}{two}" if one and two else ""
