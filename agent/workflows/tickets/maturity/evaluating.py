"""The whole evaluation: scores, strengths, weaknesses and advice, by a model or by rules."""

from collections.abc import Mapping

from agent.language.text import language_of
from agent.ports.work_items import Criterion
from agent.workflows.tickets.contracts import (
    Advice,
    CriterionScore,
    Evaluation,
    IssueText,
    Language,
    Point,
)
from agent.workflows.tickets.maturity.advice import advise
from agent.workflows.tickets.maturity.judging import Judged
from agent.workflows.tickets.maturity.saying import sentence, title
from agent.workflows.tickets.maturity.scoring import by_rules, checked_weights, mean

MOST_STRENGTHS = 4
MOST_WEAKNESSES = 6
STRONG = 70
"""From here on a criterion is a strength, and below it a weakness: never both."""
LEAST_MISSING = 8


def evaluate(
    issue: IssueText, weights: Mapping[str, float], judged: Judged | None = None
) -> Evaluation:
    """`overall` is the model's where it has judged, and else the rules', twice the same.

    The rules' scores stand beside the model's: they tell what can be counted.
    """
    full = checked_weights(weights)
    language = language_of(f"{issue.summary}\n{issue.description}")
    scores = _beside(by_rules(issue), judged)
    ranked = sorted(scores, key=lambda each: full[each.criterion] * (each.value - 100))
    overall = mean({each.criterion: each.value for each in scores}, full)
    return Evaluation(
        issue_key=issue.key,
        overall=overall,
        model_overall=overall if judged else None,
        rules_overall=mean({each.criterion: each.score for each in scores}, full),
        scores=scores,
        weights={str(name): weight for name, weight in full.items()},
        strengths=_strengths([s for s in reversed(ranked) if full[s.criterion]], language),
        weaknesses=_weaknesses([s for s in ranked if full[s.criterion]], language),
        advice=_advised(judged, full) if judged else advise(scores, full, language),
    )


def _beside(scores: list[CriterionScore], judged: Judged | None) -> list[CriterionScore]:
    said = {each.criterion: each for each in judged.scores} if judged else {}
    return [
        each.model_copy(update={"model": found.score, "reason": found.reason})
        if (found := said.get(each.criterion))
        else each
        for each in scores
    ]


def _advised(judged: Judged, weights: Mapping[Criterion, float]) -> list[Advice]:
    """The model's advice, with what it brings to the whole."""
    whole = sum(weights.values())
    return [
        Advice(
            id=f"advice-{number}",
            criterion=each.criterion,
            text=each.text,
            gain=round(each.gain * weights[each.criterion] / whole, 2),
            field=each.field,
            asks=each.asks,
        )
        for number, each in enumerate(judged.advice)
    ]


def _strengths(best: list[CriterionScore], language: Language) -> list[str]:
    """Of the best criteria the words that earned most."""
    good = [each for each in best if each.value >= STRONG]
    told = [_told(each, _earner(each), language) for each in good]
    return [text for text in told if text][:MOST_STRENGTHS]


def _weaknesses(worst: list[CriterionScore], language: Language) -> list[str]:
    """What costs most."""
    lacking = [each for each in worst if each.value < STRONG]
    told = [_told(each, _loser(each), language) for each in lacking]
    return [text for text in told if text][:MOST_WEAKNESSES]


def _told(score: CriterionScore, point: Point | None, language: Language) -> str:
    if score.reason:
        colon = "：" if language == "zh" else ": "
        return f"{title(score.criterion, language)}{colon}{score.reason}"
    return sentence(score.criterion, point.why, point.quote, language) if point else ""


def _earner(score: CriterionScore) -> Point | None:
    quoting = [point for point in score.points if point.points > 0 and point.quote]
    return max(quoting, key=lambda point: point.points, default=None)


def _loser(score: CriterionScore) -> Point | None:
    """Words that cost points tell more than what is merely missing."""
    if costly := [point for point in score.points if point.points < 0]:
        return min(costly, key=lambda point: point.points)
    lacking = [point for point in score.points if point.missing >= LEAST_MISSING]
    return max(lacking, key=lambda point: point.missing, default=None)
