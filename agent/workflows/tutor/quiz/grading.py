"""Judging an answer: by its id, by its words, or by a model, twice where it is unsure."""

from dataclasses import dataclass, field

from agent.errors import StepFailed
from agent.ports import Item, Llm
from agent.workflows.tutor.quiz.steps import GRADE, GRADE_AGAIN, to_answer
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
        return {**vars(self)} if self.readings else {"outcome": self.outcome}


def grade(item: Item, given: str, *, llm: Llm, language: str) -> Grade:
    """Raises StepFailed or ProviderError when a model was to judge and could not.

    An answer that was not judged is never right. Rules see which required words are present; they
    leave the grade open if no words are required, or if the item was made by rules, so that it
    lists no other words for its term. Figures have none.
    """
    if not given:
        return Grade("skipped")
    if item.kind != "free":
        return Grade("right" if given == item.key else "wrong")
    value = to_answer(item, given, language=language)
    verdicts = [llm.run(GRADE, value)]
    first = verdicts[0]
    is_term = item.origin == "rules" and not item.key.isdigit()
    is_open = not item.terms or (is_term and first.missing)
    if llm.is_model:
        if not first.is_sure:
            verdicts.append(llm.run(GRADE_AGAIN, value))
        if any(not verdict.why.strip() for verdict in verdicts):
            raise StepFailed(
                "The answer could not be judged: a reading came without a reason.",
                hint="Try again, or continue without AI.",
            )
        is_open = len({verdict.right for verdict in verdicts}) > 1
    decided = "right" if first.right else "wrong"
    readings = [verdict.model_dump(mode="json") for verdict in verdicts]
    by = "model" if llm.is_model else "rules"
    return Grade("undecided" if is_open else decided, by, readings)
