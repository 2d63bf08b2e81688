"""Estimates how well a user knows a topic, from their last answers to its questions."""

from collections.abc import Sequence
from dataclasses import dataclass

from agent.checks.scoring import counts, is_right
from agent.ports import Answered, Attempts, Mastery


@dataclass(frozen=True)
class Parameters:
    """The parts of the figure. The page shows this in words."""

    window: int = 5
    """The number of last answers that count."""
    oldest: float = 0.5
    newest: float = 1.0
    """Their weights, evenly spaced from the oldest of the window to the newest."""
    caps: tuple[float, ...] = (0.5, 0.8)
    """The most that one answer can show, two answers, and so on."""
    threshold: float = 0.9
    """From here on a topic counts as known."""

    def in_words(self) -> str:
        caps = ", ".join(
            f"{cap:.0%} after {number} {'answer' if number == 1 else 'answers'}"
            for number, cap in enumerate(self.caps, start=1)
        )
        return (
            f"The last {self.window} answers of a topic count, the newest with a weight of"
            f" {self.newest:g} and the oldest with {self.oldest:g}. At most {caps}."
            f" You know a topic once you reach {self.threshold:.0%}."
        )


STANDARD = Parameters()


def mastery_of(right: Sequence[bool], parameters: Parameters = STANDARD) -> float:
    """Compute mastery, from 0 to 1, from the answers to one topic, oldest first."""
    last = right[-parameters.window :]
    if not last:
        return 0.0
    step = (parameters.newest - parameters.oldest) / max(1, parameters.window - 1)
    weights = [parameters.newest - step * age for age in range(len(last))][::-1]
    share = sum(w for w, is_so in zip(weights, last, strict=True) if is_so) / sum(weights)
    if len(right) <= len(parameters.caps):
        share = min(share, parameters.caps[len(right) - 1])
    return share


class AttemptedProgress:
    """The Progress port, worked out of the attempts each time, so that it is never out of date."""

    def __init__(self, attempts: Attempts, parameters: Parameters = STANDARD) -> None:
        self._attempts = attempts
        self._parameters = parameters

    def mastery(self, user: str, subject: str = "") -> list[Mastery]:
        answered: dict[tuple[str, str], list[Answered]] = {}
        for attempt in reversed(self._attempts.all(user, subject)):
            for answer in attempt.result["answers"]:
                if counts(answer):
                    topic = answer["item"].get("topic") or attempt.topic or "other"
                    evidence = Answered(
                        item=answer["item"]["id"],
                        question=answer["item"]["question_text"],
                        right=is_right(answer),
                        quiz=attempt.id,
                        at=attempt.created,
                    )
                    answered.setdefault((attempt.subject, topic), []).append(evidence)
        found = [self._of(subject, topic, all_) for (subject, topic), all_ in answered.items()]
        return sorted(found, key=lambda each: (each.mastery, each.subject, each.topic))

    def _of(self, subject: str, topic: str, answered: list[Answered]) -> Mastery:
        figure = mastery_of([each.right for each in answered], self._parameters)
        return Mastery(
            subject=subject,
            topic=topic,
            mastery=round(figure, 3),
            is_weak=figure < self._parameters.threshold,
            answers=len(answered),
            evidence=tuple(answered[-self._parameters.window :]),
            updated=answered[-1].at,
        )
