"""An operator over a cloud and reviewers in memory."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.facade import GraphAgent
from tests.fakes import Script, open_fake_agent
from tests.fakes_cloud import FakeCloud
from tests.workflows.infra.policy import PolicyOnly
from tests.workflows.infra.talk import Operator


@pytest.fixture
def cloud() -> FakeCloud:
    return FakeCloud()


@pytest.fixture
def script() -> Iterator[Script]:
    script = Script()
    yield script
    script.finish()


@pytest.fixture
def agent(tmp_path: Path, cloud: FakeCloud, script: Script) -> Iterator[GraphAgent]:
    agent = open_fake_agent(tmp_path, cloud=cloud, reviewer=PolicyOnly(), script=script)
    yield agent
    agent.close()


@pytest.fixture
def operator(agent: GraphAgent) -> Operator:
    return Operator(agent)
