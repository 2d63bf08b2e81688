"""Whatever is said, answered or made up by a model: a run ends, and only a person approves."""

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from agent.adapters.llm.embedded import EmbeddedLlm
from agent.errors import InvalidReply
from agent.facade import GraphAgent
from agent.ports import CoachRules, Llm, ModelChoice, Reporter
from agent.questions import Reply
from agent.store.records import Turn
from tests.fakes import MODEL, RULES, open_fake_agent
from tests.workflows.coach.hostile import HostileLlm, reply_to
from tests.workflows.coach.talk import Learner

LOOPS = 4
MOST_REPLIES = 12
SAID = (
    "I want to learn machine learning, 6 hours a week, by June",
    "我想学习 Python",
    "Quiero aprender bases de datos",
    "find me other courses",
    "show me the plan",
    "adjust milestone 2, shorter",
    "I finished milestone 1",
    "I missed two weeks",
    "quiz me on milestone 1",
    "when is milestone 2 due?",
    "同意",
    "I want to learn pottery",
)
texts = st.one_of(
    st.sampled_from(SAID),
    st.text(min_size=1, max_size=80).filter(str.strip),
    st.tuples(st.sampled_from(SAID), st.sampled_from(SAID)).map(". ".join),
)


@pytest.fixture(scope="module", params=["rules", "hostile"])
def agents(
    request: pytest.FixtureRequest,
) -> Iterator[tuple[GraphAgent, ModelChoice, random.Random]]:
    """One agent for all examples, and what its model's answers depend on."""
    seeds = random.Random()

    def opened(choice: ModelChoice, report: Reporter) -> Llm:
        return EmbeddedLlm(report) if choice == RULES else HostileLlm(seeds.randrange(10**6))

    with tempfile.TemporaryDirectory() as folder:
        agent = open_fake_agent(Path(folder), llm=opened, coach_rules=CoachRules(loops=LOOPS))
        yield agent, RULES if request.param == "rules" else MODEL, seeds
        agent.close()


def is_within_the_limit(turn: Turn) -> bool:
    """At the limit there is nothing but the question how to go on, or the end."""
    told = [entry.data for entry in turn.entries if entry.kind == "coach_call"]
    return all(c["loop"] < c["most"] or c["agent"] == "end" or c["task"] == "limit" for c in told)


@pytest.mark.timeout(400)
@settings(
    max_examples=40,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(said=st.lists(texts, min_size=1, max_size=3), seed=st.integers(0, 10**6))
def test_every_run_ends_in_completion_a_question_or_the_limit(
    agents: tuple[GraphAgent, ModelChoice, random.Random], said: list[str], seed: int
) -> None:
    agent, model, seeds = agents
    seeds.seed(seed)
    learner, chance = Learner(agent, model=model), random.Random(seed)
    approvals = 0
    before = len(agent.ports.plans.all("local"))
    for text in said:
        turn = learner.ask(text)
        for _ in range(MOST_REPLIES):
            turn = ended(learner, turn)
            if not learner.waits:
                break
            try:
                reply = reply_to(learner.question, chance)
                turn = learner._answer(reply)
                approvals += learner_approved(reply)
            except InvalidReply:
                assert learner.waits, "an answer that does not fit leaves the question open"
            assert is_within_the_limit(turn)
        turn = ended(learner, turn)
        if learner.waits:
            turn = ended(learner, learner.cancel())
        assert turn.status == "done"
        assert learner.state["is_complete"] is True
    assert len(agent.ports.plans.all("local")) - before <= approvals


def learner_approved(reply: Reply) -> bool:
    return reply.decision == "approve"


def ended(learner: Learner, turn: Turn) -> Turn:
    """A model that fails leaves the user the ways out; here the rules go on."""
    if turn.status == "failed":
        assert turn.error
        assert turn.error["kind"] == "model", turn.error
        by_model, learner.model = learner.model, RULES
        turn = learner.go_on()
        learner.model = by_model
    assert turn.status in ("done", "waiting"), (turn.status, turn.error)
    return turn
