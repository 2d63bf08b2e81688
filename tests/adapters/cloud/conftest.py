"""One sandbox for all tests of this folder: starting it takes seconds."""

from collections.abc import Iterator

import pytest

from agent.adapters.cloud import CloudFormation, Profile, Profiles, Sandbox


@pytest.fixture(scope="session")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandbox]:
    started = Sandbox(tmp_path_factory.mktemp("cloud") / "sandbox")
    yield started
    started.close()


@pytest.fixture(scope="session")
def cloud(sandbox: Sandbox) -> CloudFormation:
    profiles = {"dev": Profile(prefix="dev-"), "prd": Profile(prefix="prd-")}
    return CloudFormation(Profiles(profiles, sandbox=sandbox, seconds=30))
