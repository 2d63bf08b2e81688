"""A data folder, a script, an agent on them and its user."""

import pytest

from tests.core.children import Zygote
from tests.fakes import Script, open_fake_agent


@pytest.fixture(scope="session")
def folders(tmp_path_factory):
    """New empty folders."""
    return lambda: tmp_path_factory.mktemp("data")


@pytest.fixture(scope="session")
def zygotes():
    """Two warm processes for children that are killed, or compete with this one."""
    with Zygote() as one, Zygote() as other:
        yield one, other


@pytest.fixture
def folder(folders):
    return folders()


@pytest.fixture
def script():
    """What the scripted model will say; the test fails when it was not all and only that."""
    script = Script()
    yield script
    script.finish()


@pytest.fixture
def agent(folder, script):
    agent = open_fake_agent(folder, script=script)
    yield agent
    agent.close()


@pytest.fixture
def user(agent):
    return agent.for_user("local")
