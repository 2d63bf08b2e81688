"""A data folder, a script, an agent on them and its user."""

import tempfile
from pathlib import Path

import pytest

from tests.core.children import Zygote
from tests.fakes import Script, open_fake_agent

MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of its own is made in it


@pytest.fixture(scope="session")
def folders():
    """New empty folders, in memory where there is such a place.

    Processes are killed here, but no power is cut, so no test needs a disk.
    """
    where = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=where, ignore_cleanup_errors=True) as root:
        yield lambda: Path(tempfile.mkdtemp(dir=root))


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
