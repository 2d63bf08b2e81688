"""One sandbox for all tests of this folder: starting it takes seconds."""

import pytest

from agent.adapters.cloud import CloudFormation, Profile, Profiles, Sandbox


@pytest.fixture(scope="session")
def sandbox(tmp_path_factory):
    started = Sandbox(tmp_path_factory.mktemp("cloud") / "sandbox")
    yield started
    started.close()


@pytest.fixture(scope="session")
def cloud(sandbox):
    profiles = {"dev": Profile(prefix="dev-"), "prd": Profile(prefix="prd-")}
    return CloudFormation(Profiles(profiles, sandbox=sandbox, seconds=30))
