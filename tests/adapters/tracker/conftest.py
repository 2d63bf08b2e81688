"""Every tracker: to have another one tried, add its name and a fixture `<name>_tracker`."""

from contextlib import closing

import pytest

from agent.adapters.tracker import EmbeddedTracker
from agent.adapters.tracker.jira import open_jira
from agent.store import Ledger
from tests.fakes_tickets import FakeTracker
from tests.servers.atlassian import cloud_tracker, settings_for
from tests.servers.jira_server import jira_server

TRACKERS = ["fake", "embedded", "jira", "jira_rest", "jira_cloud"]


@pytest.fixture(params=TRACKERS)
def tracker(request):
    return request.getfixturevalue(f"{request.param}_tracker")


@pytest.fixture
def fake_tracker():
    return FakeTracker()


@pytest.fixture
def embedded_tracker(tmp_path):
    with closing(Ledger(tmp_path)) as ledger:
        yield EmbeddedTracker(ledger.db, project="PROJ")


@pytest.fixture(scope="module")
def jira():
    with jira_server(lag=0.05) as server:
        yield server


@pytest.fixture(scope="module")
def jira_tracker(jira):
    """Its tool server takes seconds to start: one for all tests of a module."""
    with closing(open_jira(settings_for(jira=jira))) as tracker:
        yield tracker


@pytest.fixture(scope="module")
def jira_rest_tracker():
    """Over its own interface, as no tool server is set up."""
    with jira_server(lag=0.05) as server:
        settings = settings_for(jira=server, interlude_atlassian_command="")
        with closing(open_jira(settings)) as tracker:
            yield tracker


@pytest.fixture(scope="module")
def jira_cloud_tracker():
    with jira_server(lag=0.05, is_cloud=True) as server, closing(cloud_tracker(server)) as tracker:
        yield tracker
