"""A product owner over a tracker, a wiki and a bot in memory."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.facade import GraphAgent
from agent.ports import TicketRules
from tests.fakes import MODEL, MemoryLibrary, Script, open_fake_agent
from tests.fakes_tickets import FakeBot, FakeTracker, FakeWiki
from tests.workflows.tickets.talk import Owner


@pytest.fixture
def tracker() -> FakeTracker:
    return FakeTracker()


@pytest.fixture
def wiki() -> FakeWiki:
    return FakeWiki()


@pytest.fixture
def bot() -> FakeBot:
    return FakeBot()


@pytest.fixture
def library() -> MemoryLibrary:
    return MemoryLibrary()


@pytest.fixture
def script() -> Iterator[Script]:
    script = Script()
    yield script
    script.finish()


@pytest.fixture
def agent(
    tmp_path: Path,
    tracker: FakeTracker,
    wiki: FakeWiki,
    bot: FakeBot,
    library: MemoryLibrary,
    script: Script,
) -> Iterator[GraphAgent]:
    agent = open_fake_agent(
        tmp_path,
        script=script,
        library=library,
        tracker=tracker,
        wiki=wiki,
        bot=bot,
        # What may have been made is not looked for by the clock in tests.
        ticket_rules=TicketRules(search_minutes=0),
    )
    yield agent
    agent.close()


@pytest.fixture
def owner(agent: GraphAgent) -> Owner:
    return Owner(agent)


@pytest.fixture
def modelled(agent: GraphAgent) -> Owner:
    return Owner(agent, model=MODEL)
