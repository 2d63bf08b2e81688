"""A learner, the courses that come with the app, no network and no model."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.facade import GraphAgent
from tests.fakes import MODEL, Script, open_fake_agent
from tests.fakes_coach import FakeCourses
from tests.workflows.coach.talk import Learner


@pytest.fixture
def courses() -> FakeCourses:
    return FakeCourses()


@pytest.fixture
def script() -> Iterator[Script]:
    script = Script()
    yield script
    script.finish()


@pytest.fixture
def agent(tmp_path: Path, courses: FakeCourses, script: Script) -> Iterator[GraphAgent]:
    agent = open_fake_agent(tmp_path, script=script, courses=courses)
    yield agent
    agent.close()


@pytest.fixture
def learner(agent: GraphAgent) -> Learner:
    return Learner(agent)


@pytest.fixture
def modelled(agent: GraphAgent) -> Learner:
    return Learner(agent, model=MODEL)
