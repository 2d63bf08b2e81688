"""The maturity of an issue: scores by rules, what a model said beside them, and what follows."""

import math
from collections.abc import Mapping, Sequence

from agent.errors import AgentError
from agent.ports.work_items import CRITERIA, Criterion
from agent.workflows.tickets.contracts import CriterionScore, IssueText, Point
from agent.workflows.tickets.maturity.criteria import RULES, Mark
from agent.workflows.tickets.maturity.reading import Reading
from agent.workflows.tickets.maturity.saying import why


def by_rules(issue: IssueText) -> list[CriterionScore]:
    """Eight scores whose points add up to them, each with the words that earned or lost it."""
    reading = Reading.of(issue)
    return [_scored(criterion, rule(reading), reading) for criterion, rule in RULES.items()]


def _scored(criterion: Criterion, marks: list[Mark], reading: Reading) -> CriterionScore:
    points = [
        Point(
            points=mark.points,
            why=why(mark.why, reading.language, word=mark.word),
            quote=mark.quote,
            missing=mark.missing,
        )
        for mark in marks
    ]
    return CriterionScore(criterion=criterion, score=total(marks), points=points)


def total(marks: Sequence[Mark]) -> int:
    return max(0, min(100, sum(mark.points for mark in marks)))


def checked_weights(weights: Mapping[str, float]) -> dict[Criterion, float]:
    """A weight for each criterion: what is not named counts 1."""
    if unknown := sorted(set(weights) - set(CRITERIA)):
        raise AgentError(
            f"There is no maturity criterion “{unknown[0]}”.",
            hint=f"Weigh one of these: {', '.join(CRITERIA)}.",
        )
    for name, value in weights.items():
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or not math.isfinite(value)
        ):
            raise AgentError(f"The weight of “{name}” is no number.", hint="Write 0, 1 or 2.5.")
        if value < 0:
            raise AgentError(
                f"The weight of “{name}” is below 0.",
                hint="Set it to 0 to leave the criterion out.",
            )
    full = {criterion: float(weights.get(criterion, 1)) for criterion in CRITERIA}
    if not any(full.values()):
        raise AgentError("All weights are 0.", hint="Give at least one criterion a weight above 0.")
    return full


def mean(scores: Mapping[Criterion, float], weights: Mapping[Criterion, float]) -> float:
    weighed = sum(scores[criterion] * weight for criterion, weight in weights.items())
    return round(weighed / sum(weights.values()), 2)
