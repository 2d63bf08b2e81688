"""Wrong figures beside a right one: written alike, as round, and far enough from it to be wrong."""

import re
from collections.abc import Sequence

from agent.conversation import today
from agent.workflows.tutor.quiz.terms import WORDS, Figure

WRONG = 3
FACTORS = (0.5, 0.75, 1.5, 2.0, 0.25, 3.0, 1.25, 2.5)
YEARS = (-14, -6, 9, -23, 21, -31)
FAR, NEAR = 4.0, 1.15
"""The ratio of two figures that may stand beside each other, at most and at least."""


def wrong_figures(figure: Figure, known: Sequence[str], *, turn: int) -> list[str]:
    """Three others, known ones first; `turn` decides how many are lower. None where too few."""
    key, words = figure.text, WORDS[figure.sentence.language]
    value = value_of(key, words)
    most = 100.0 if figure.unit in ("%", "percent", "per", "por") and value < 100 else float("inf")
    alike = [text for text in known if text.isalpha() == key.isalpha()]
    near = [(value_of(text, words), text) for text in alike if value_of(text, words) < most]
    made = [(n, _written(n, key, words)) for n in _around(value, key) if 0 < n < most]
    chosen: dict[float, str] = {}
    for number, text in [*[each for each in near if _are_apart(each[0], value)][:2], *made]:
        if text and all(_are_apart(number, other) for other in (*chosen, value)):
            chosen[number] = text
    below, above = [n for n in chosen if n < value], [n for n in chosen if n > value]
    low = max(min(turn % (WRONG + 1), len(below)), WRONG - len(above))
    taken = [*below[:low], *above[: WRONG - low]]
    return [chosen[n] for n in taken] if len(taken) == WRONG else []


def value_of(text: str, words: Sequence[str]) -> float:
    if text.lower() in words:
        return float(words.index(text.lower()))
    whole = re.sub(r"[.,](?=\d{3}(?:[.,]|$))", "", text)
    return float(whole.replace(",", "."))


def _is_year(value: float) -> bool:
    return 1400 <= value <= 2100


def _are_apart(one: float, other: float) -> bool:
    if _is_year(one) and _is_year(other):
        return abs(one - other) >= 3
    small, large = sorted((one, other))
    return small > 0 and NEAR < large / small < FAR


def _around(value: float, key: str) -> list[float]:
    if _is_year(value) and key.isdigit():
        return [year for step in YEARS if (year := value + step) <= today().year]
    step = _grain(value, key)
    found = [round(value * factor / step) * step for factor in FACTORS]
    return [n for n in dict.fromkeys(found) if n > 0 and n != value]


def _grain(value: float, key: str) -> float:
    """How round the number is: its neighbours are as round."""
    if decimals := re.search(r"[.,](\d{1,2})$", key):
        return float(10 ** -len(decimals[1]))
    steps = (step for step in (1000, 500, 100, 50, 10, 5) if value % step == 0)
    fine = 2.0 if value % 2 == 0 and value > 8 else 1.0
    return next((float(step) for step in steps if value >= 4 * step), fine)


def _written(value: float, key: str, words: Sequence[str]) -> str:
    """As the key is written: in words, with its separator, with its decimals."""
    if key.isalpha():
        text = words[int(value)] if value in range(len(words)) else ""
        return text.capitalize() if key[:1].isupper() else text
    if decimals := re.search(r"([.,])(\d{1,2})$", key):
        return f"{value:.{len(decimals[2])}f}".replace(".", decimals[1])
    text = f"{int(value):,}" if re.search(r"\d[.,]\d{3}", key) else str(int(value))
    return text.replace(",", ".") if "." in key else text
