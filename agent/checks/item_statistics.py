"""Statistics of a question over the answers of all users, none of whom is named."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import StatisticsError, correlation

from agent.checks.scoring import counts, is_right
from agent.ports import Attempt

ENOUGH = 10
"""Answers below which discrimination would be chance."""


@dataclass(frozen=True)
class ItemStatistics:
    item: str
    answers: int
    right: int
    discrimination: float | None
    """Correlation of the item with the rest of its quizzes, -1 to 1; None with too few answers."""

    @property
    def facility(self) -> float:
        """The share of right answers."""
        return self.right / self.answers if self.answers else 0.0


def item_statistics(attempts: Iterable[Attempt]) -> dict[str, ItemStatistics]:
    """The statistics of every item that was answered; contested answers are left out."""
    seen: dict[str, list[tuple[bool, float | None]]] = {}
    for attempt in attempts:
        answers = [answer for answer in attempt.result["answers"] if counts(answer)]
        score = sum(map(is_right, answers))
        for answer in answers:
            others = len(answers) - 1
            rest = (score - is_right(answer)) / others if others else None
            seen.setdefault(answer["item"]["id"], []).append((is_right(answer), rest))
    return {item: _of(item, pairs) for item, pairs in seen.items()}


def _of(item: str, pairs: Sequence[tuple[bool, float | None]]) -> ItemStatistics:
    return ItemStatistics(
        item=item,
        answers=len(pairs),
        right=sum(right for right, _ in pairs),
        discrimination=_discrimination(pairs),
    )


def _discrimination(pairs: Sequence[tuple[bool, float | None]]) -> float | None:
    """The correlation of the item with the rest of the quiz (point-biserial, corrected)."""
    known = [(float(right), rest) for right, rest in pairs if rest is not None]
    if len(known) < ENOUGH:
        return None
    try:
        return correlation([right for right, _ in known], [rest for _, rest in known])
    except StatisticsError:  # all answers alike
        return None
