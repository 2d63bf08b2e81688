"""Which workflow a message is for."""

from typing import Any

import pytest

from agent.errors import StepFailed
from agent.intents.workflow import NONE, choose_workflow
from tests.fakes import FakeIntents

KNOWN = {"tutor": "Answers.", "coach": "Plans."}
INTENTS = FakeIntents({"plan": "coach", "hello": NONE}, order=("tutor", "none", "coach"))


class Model:
    """Answers with one workflow, or fails."""

    label = "A model"
    is_model = True

    def __init__(self, said: str) -> None:
        self.said = said

    def run(self, step: Any, value: Any) -> Any:
        assert value.text in step.prompt(value)
        if not self.said:
            raise StepFailed("No usable answer.")
        return step.gives(workflow=self.said)


class Rules:
    label = "Rules"
    is_model = False


@pytest.mark.parametrize(
    ("llm", "text", "ranked", "is_sure"),
    [
        (Rules(), "a plan", ("coach", "tutor"), True),
        (Rules(), "whatever", ("tutor", "coach"), False),
        (Model("coach"), "whatever", ("coach", "tutor"), True),
        (Rules(), "hello", (NONE, "tutor", "coach"), True),
        (Model(NONE), "whatever", (NONE, "tutor", "coach"), True),
        (Model(""), "a plan", ("coach", "tutor"), True),
    ],
)
def test_the_model_decides_else_the_examples_else_nobody(llm, text, ranked, is_sure):
    guess = choose_workflow(text, KNOWN, llm=llm, intents=INTENTS)
    assert (guess.ranked, guess.is_sure) == (ranked, is_sure)
