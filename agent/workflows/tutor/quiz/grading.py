"""Judging an answer: by its id, by its words, or by a model, twice where it is unsure."""

from dataclasses import dataclass, field

from agent.errors import StepFailed
from agent.ports import Item, Llm
from agent.workflows.tutor.quiz.steps import GRADE, GRADE_AGAIN, FreeAnswer, Verdict
from agent.workflows.tutor.state import Plain


@dataclass(frozen=True)
class Grade:
    """`outcome` is "right", "wrong", "skipped", or "undecided" when two readings differ.

    `readings` are the verdicts on an answer in the user's own words, `by` whose they are.
    """

    outcome: str
    by: str = "key"
    readings: list[Plain] = field(default_factory=list)

    @property
    def note(self) -> Plain:
        """What the result keeps beside the answer."""
        kept: Plain = {"outcome": self.outcome}
        return {**kept, "by": self.by, "readings": self.readings} if self.readings else kept


def grade(item: Item, given: str, *, llm: Llm, language: str) -> Grade:
    """Raises StepFailed or ProviderError when a model was to judge and could not.

    An answer that was not judged is never right.
    """
    if not given:
        return Grade("skipped")
    if item.kind != "free":
        return Grade("right" if given == item.key else "wrong")
    value = FreeAnswer(
        question=item.question_text,
        model_answer=item.key,
        terms=[list(group) for group in item.terms],
        evidence=item.evidence,
        given=given,
        language=language,
    )
    if llm.is_model:
        return _by_model(value, llm)
    return _by_words(value, llm, is_partial_open=item.origin == "rules")


def _by_words(value: FreeAnswer, llm: Llm, *, is_partial_open: bool) -> Grade:
    """Rules see which required words stand there. Where none are required they cannot judge.

    Nor can they when only some stand there and nobody has said what may stand for the others.
    """
    if not value.terms:
        return Grade("undecided", by="rules", readings=[_plain(Verdict(right=False, why=""))])
    verdict = llm.run(GRADE, value)
    outcome = "right" if verdict.right else "wrong"
    if is_partial_open and verdict.found and verdict.missing:
        outcome = "undecided"
    return Grade(outcome, by="rules", readings=[_plain(verdict)])


def _by_model(value: FreeAnswer, llm: Llm) -> Grade:
    verdicts = [llm.run(GRADE, value)]
    if not verdicts[0].is_sure:
        verdicts.append(llm.run(GRADE_AGAIN, value))
    if any(not verdict.why.strip() for verdict in verdicts):
        raise StepFailed(
            "The answer could not be judged: a reading came without a reason.",
            hint="Try again, or continue without AI.",
        )
    found = {verdict.right for verdict in verdicts}
    outcome = "undecided" if len(found) > 1 else "right" if True in found else "wrong"
    return Grade(outcome, by="model", readings=[_plain(verdict) for verdict in verdicts])


def _plain(verdict: Verdict) -> Plain:
    return verdict.model_dump(mode="json")
