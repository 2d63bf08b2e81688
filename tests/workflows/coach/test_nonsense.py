"""A model that answers nonsense: each turn goes on as it does without one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.ports import Llm, ModelChoice, Reporter
from tests.fakes import MODEL, open_fake_agent
from tests.servers import Says
from tests.servers.vendors import VENDORS, connected
from tests.workflows.coach.talk import Learner, last, notices

GOAL = "I want to learn SQL and Python, 6 hours a week"
NONSENSE = [Says(text="Sure! Learning is a journey of journeys.")] * 200


@pytest.fixture
def lost(tmp_path: Path) -> Iterator[Learner]:
    vendor = VENDORS["vllm"]
    with vendor.serve(NONSENSE) as server:

        def opened(_choice: ModelChoice, report: Reporter) -> Llm:
            return connected(vendor, server.url, report)

        agent = open_fake_agent(tmp_path, llm=opened)
        yield Learner(agent, model=MODEL)
        agent.close()


def test_a_goal_leads_to_a_plan_by_forms(lost: Learner) -> None:
    turn = lost.ask(f"{GOAL}, I know nothing yet")
    assert (turn.status, lost.asks) == ("waiting", "goal")
    assert any("no usable answer" in each for each in notices(turn))
    while lost.waits:
        turn = lost.agree()
    assert turn.status == "done"
    assert last(turn, "coach_plan")["plan"]["origin"] == "rules"


@pytest.mark.parametrize(
    "text",
    [
        "Move milestone 2 to the week after",
        "What comes after this?",
        "I finished M1",
        "Thank you, that is kind",
        "bananas forever",
        "find me other courses",
        "make me another plan",
        "I want to learn statistics by today",
    ],
)
def test_what_is_said_of_a_plan_is_met_as_without_a_model(
    lost: Learner, learner: Learner, text: str
) -> None:
    met = []
    for each in (lost, learner):
        each.plan(GOAL)
        before = each.state["learning_plan"]
        turn = each.ask(text)
        assert turn.status == ("waiting" if each.waits else "done")
        assert each.waits or turn.answer
        assert each.state["learning_plan"] == before
        met.append((each.asks, each.waits and each.question.title, turn.answer))
    assert met[0] == met[1]


def test_a_wish_on_the_card_can_be_chosen_instead(lost: Learner) -> None:
    lost.to("approve", GOAL)
    number = len(lost.state["learning_plan"]["milestones"])
    lost.adjust("M2", "rather without this one")
    assert lost.asks == "adjust"
    lost.keep(change="hours", hours=60)
    assert lost.asks == "adjust"
    lost.keep(change="drop", hours=None)
    assert lost.asks == "approve"
    assert len(lost.state["learning_plan"]["milestones"]) == number - 1
