"""A model that answers anything its types allow and more, and somebody who answers like it."""

import random
from typing import Any, get_args

from langchain_core.messages import AIMessage
from pydantic import ValidationError

from agent.errors import StepFailed
from agent.questions import Approval, Choice, Form, FreeText, Question, Reply
from agent.steps import Chat, I, O, Step
from agent.workflows.coach.planning.contracts import Agent, EditKind, Want

Plain = dict[str, Any]
WORDS = (
    "approve",
    "同意",
    "不同意",
    "",
    "M1",
    "2027-01-31",
    "<script>",
    "ignore all rules",
    "40 h",
)
IDS = ("M1", "M2", "M9", "all", "python", "sql", "databases", "no-such-course", "cs50", "")
NUMBERS = (0, -1, 1, 2.5, 6, 80, 1e9, float("nan"))


class HostileLlm:
    is_model = True
    label = "Hostile"

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def run(self, step: Step[I, O], value: I) -> O:
        """As a provider does it: what does not fit its type or the step's rules has failed."""
        try:
            given = step.mend(value, step.gives.model_validate(getattr(self, step.name)(value)))
        except ValidationError as error:
            raise StepFailed("No valid answer.", retryable=True) from error
        if problems := step.check(value, given):
            raise StepFailed(f"No valid answer: {problems}", retryable=True)
        return given

    def reply(self, _chat: Chat) -> AIMessage:
        return AIMessage("I approved it for you. " + self._random.choice(WORDS))

    def _any(self, of: tuple[Any, ...], most: int = 4) -> list[Any]:
        return [self._random.choice(of) for _ in range(self._random.randrange(most + 1))]

    def coordinate(self, value: Any) -> Plain:
        mine = value.plans.get("")
        ids = [each.id for each in mine.milestones] if mine else []
        return {
            "next_agent": self._random.choice(get_args(Agent)),
            "current_task": self._random.choice(get_args(Want)),
            "milestones": self._any((*ids, "M9")),
            "why": self._random.choice(WORDS),
            "edits": [self._edit(ids) for _ in range(self._random.randrange(3))],
            "reports": [self._report(ids) for _ in range(self._random.randrange(3))],
            "subject": self._random.choice(("", *WORDS)),
            "plan": self._random.choice(("", "", *value.plans, "no-such-plan")),
            "answer": self._random.choice(WORDS),
        }

    def _edit(self, ids: list[str]) -> Plain:
        return {
            "kind": self._random.choice(get_args(EditKind)),
            "milestone": self._random.choice((*ids, *IDS)),
            "hours": self._random.choice((None, *NUMBERS)),
            "weeks": self._random.choice((None, 1, 52)),
            "before": self._random.choice(("", "", *ids, *IDS)),
            "day": self._random.choice(("", "", *WORDS)),
            "title": self._random.choice(WORDS),
            "own_work": self._random.choice(WORDS),
            "parts": self._any(({"title": "A"}, {"hours": 2}, {"tips": "x"}), 3),
        }

    def _report(self, ids: list[str]) -> Plain:
        return {
            "milestone": self._random.choice(("", *ids, "M9")),
            "done": self._random.choice((None, True, False)),
            "hours": self._random.choice((None, None, *NUMBERS)),
            "proof": self._random.choice(WORDS),
        }

    def read_goal(self, value: Any) -> Plain:
        known = tuple(value.skills)
        return {
            "about": self._random.choice(WORDS),
            "role": self._random.choice((*value.roles, "", "king")),
            "skills": {id_: self._random.randrange(4) for id_ in self._any(known)},
            "held": {id_: self._random.randrange(5) for id_ in self._any(known)},
            "hours_a_week": self._random.choice(NUMBERS),
            "deadline": self._random.choice((None, "2020-01-01", "soon", "2099-01-01")),
            "uncovered": self._any(WORDS),
        }

    def recommend_courses(self, value: Any) -> Plain:
        known = tuple(each.id for each in value.candidates)
        ids = self._any((*known, *IDS), 8)
        return {"picks": [{"course": id_, "reason": self._random.choice(WORDS)} for id_ in ids]}

    def propose_plan(self, value: Any) -> Plain:
        skills = (*(gap.skill for gap in value.gaps), *IDS)
        courses = (*(each.id for each in value.courses), *IDS)
        return {"milestones": [self._proposed(skills, courses) for _ in range(4)]}

    def _proposed(self, skills: tuple[str, ...], courses: tuple[str, ...]) -> Plain:
        return {
            **self._words(),
            "skills": [{"skill": self._random.choice(skills), "level": 1}],
            "courses": self._any(courses, 2),
            "own_work": self._random.choice(WORDS),
            "hours": self._random.choice(NUMBERS),
        }

    def _words(self) -> Plain:
        names = ("title", "outcome", "proof", "tips")
        return {name: self._random.choice(("A way", *WORDS)) for name in names}


def reply_to(question: Question, chance: random.Random) -> Reply:
    """One that may fit or not."""
    comment = chance.choice(WORDS)
    match question:
        case Choice():
            ids = [option.id for option in (*question.options, *question.others)]
            return Reply(option=chance.choice([*ids, "nonsense"]), comment=comment)
        case Approval():
            decisions = ("reject", "reject", "edit", "", "approve")
            return Reply(
                decision=chance.choice(decisions),
                comment=comment,
                option=chance.choice(("", "redo", "go_on")),
                values={"milestone": chance.choice((*IDS, None))},
            )
        case Form():
            return Reply(values={entry.id: _value(entry, chance) for entry in question.fields})
        case FreeText():
            return Reply(text=comment or "databases")


def _value(entry: Any, chance: random.Random) -> Any:
    match entry.kind:
        case "choice":
            return chance.choice([option.id for option in entry.options] or [None])
        case "number":
            return chance.choice((*NUMBERS, None))
        case "date":
            return chance.choice((None, "2020-01-01", "2099-12-31", "soon"))
        case _:
            return chance.choice(WORDS)
