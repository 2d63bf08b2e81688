"""Every bot: to have another one tried, add its name and a fixture `<name>_scene`."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import pytest

from agent.adapters.bot import open_bot
from agent.errors import ProviderError
from agent.ports.work_items import Bot
from agent.settings import Settings
from tests.fakes_tickets import FakeBot
from tests.servers.coze_server import Coze, coze_server, says

SECONDS = 20


class Scene(Protocol):
    """A bot, and what it says next."""

    bot: Bot

    def will_say(self, *pieces: str) -> None: ...
    def will_break_after(self, *pieces: str) -> None: ...


@dataclass
class FakeScene:
    bot: FakeBot

    def will_say(self, *pieces: str) -> None:
        self.bot.pieces = list(pieces)

    def will_break_after(self, *pieces: str) -> None:
        self.bot.pieces = [*pieces, "never said"]
        self.bot.failing_after = (len(pieces), ProviderError("The line broke.", problem="cut"))


@dataclass
class CozeScene:
    bot: Bot
    server: Coze

    def will_say(self, *pieces: str) -> None:
        self.server.replies.append(says(*pieces))

    def will_break_after(self, *pieces: str) -> None:
        self.server.replies.append(says(*pieces, ending="drop"))


def settings_for(server: Coze, **more: object) -> Settings:
    given: dict[str, object] = {
        "coze_api_token": server.token,
        "coze_bot_id": server.bot,
        "coze_api_base_url": server.url,
        "interlude_bot_seconds": SECONDS,
    }
    return Settings.model_validate({**given, **more})


def bot_at(server: Coze, **more: object) -> Bot:
    bot = open_bot(settings_for(server, **more))
    assert bot is not None
    return bot


@pytest.fixture
def coze() -> Iterator[Coze]:
    with coze_server() as server:
        yield server


@pytest.fixture
def coze_scene(coze: Coze) -> CozeScene:
    return CozeScene(bot_at(coze), coze)


@pytest.fixture
def fake_scene() -> FakeScene:
    return FakeScene(FakeBot())


@pytest.fixture(params=["fake", "coze"])
def scene(request: pytest.FixtureRequest) -> Scene:
    found: Scene = request.getfixturevalue(f"{request.param}_scene")
    return found
