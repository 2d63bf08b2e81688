"""The whole evaluation: both layers of scores, strengths, weaknesses and advice."""

from collections.abc import Mapping

from agent.workflows.tickets.contracts import Criterion, CriterionScore, Evaluation, IssueText
from agent.workflows.tickets.maturity.advice import advise
from agent.workflows.tickets.maturity.criteria import Mark
from agent.workflows.tickets.maturity.judging import Judged
from agent.workflows.tickets.maturity.reading import Reading
from agent.workflows.tickets.maturity.saying import sentence
from agent.workflows.tickets.maturity.scoring import (
    by_rules,
    checked_weights,
    marks_of,
    mean,
    total,
)

MOST_STRENGTHS = 4
MOST_WEAKNESSES = 6
STRONG = 60
_TOLD = 100


def evaluate(
    issue: IssueText, weights: Mapping[str, float], judged: Judged | None = None
) -> Evaluation:
    """`overall` is by rules alone, so twice the same; a model's scores stand beside it."""
    full = checked_weights(weights)
    scores = by_rules(issue)
    if judged:
        scores = _beside(scores, judged)
    model = {each.criterion: float(each.model) for each in scores if each.model is not None}
    return Evaluation(
        issue_key=issue.key,
        overall=mean({each.criterion: each.score for each in scores}, full),
        model_overall=mean(model, full) if len(model) == len(full) else None,
        scores=scores,
        weights={str(name): weight for name, weight in full.items()},
        strengths=_strengths(issue, full),
        weaknesses=_weaknesses(issue, full),
        advice=advise(issue, full),
    )


def _beside(scores: list[CriterionScore], judged: Judged) -> list[CriterionScore]:
    said = {each.criterion: each for each in judged.scores}
    return [
        each.model_copy(
            update={"model": said[each.criterion].score, "reason": said[each.criterion].reason}
        )
        if each.criterion in said
        else each
        for each in scores
    ]


def _strengths(issue: IssueText, weights: Mapping[Criterion, float]) -> list[str]:
    """Of the best criteria the words that earned most."""
    language = Reading.of(issue).language
    scored = _ranked(issue, weights)
    good = [(c, marks) for c, marks in reversed(scored) if total(marks) >= STRONG]
    best = [
        (c, max(_quoting(marks), key=lambda m: m.points)) for c, marks in good if _quoting(marks)
    ]
    return [sentence(c, mark, language) for c, mark in best[:MOST_STRENGTHS]]


def _weaknesses(issue: IssueText, weights: Mapping[Criterion, float]) -> list[str]:
    """What costs most, of each criterion that has not nearly all."""
    language = Reading.of(issue).language
    worst = [(c, max(_losses(m), key=_loss)) for c, m in _ranked(issue, weights) if _losses(m)]
    return [sentence(c, mark, language) for c, mark in worst[:MOST_WEAKNESSES]]


def _ranked(
    issue: IssueText, weights: Mapping[Criterion, float]
) -> list[tuple[Criterion, list[Mark]]]:
    """The criteria that count, those first that cost most."""
    counted = [(c, marks) for c, marks in marks_of(issue).items() if weights[c]]
    return sorted(counted, key=lambda pair: weights[pair[0]] * (total(pair[1]) - 100))


def _quoting(marks: list[Mark]) -> list[Mark]:
    return [mark for mark in marks if mark.points > 0 and mark.quote]


def _losses(marks: list[Mark]) -> list[Mark]:
    return [mark for mark in marks if _loss(mark) >= 8] if total(marks) < 100 else []


def _loss(mark: Mark) -> int:
    # Words that cost points tell more than what is merely missing.
    return _TOLD - mark.points if mark.points < 0 else mark.missing
