"""Every bot: to have another one tried, add its name and a fixture `<name>_scene`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from agent.adapters.bot import open_bot
from agent.errors import ProviderError
from agent.ports.work_items import Bot
from agent.settings import Settings
from tests.fakes_tickets import FakeBot
from tests.servers.coze_server import Coze, coze_server, says


@dataclass
class Scene:
    """A bot, and what it says next."""

    bot: Bot
    will_say: Callable[..., None]
    will_break_after: Callable[..., None]


def settings_for(server: Coze, **more: object) -> Settings:
    given: dict[str, object] = {
        "coze_api_token": server.token,
        "coze_bot_id": server.bot,
        "coze_api_base_url": server.url,
        "interlude_bot_seconds": 20,
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
def coze_scene(coze: Coze) -> Scene:
    def play(ending: str) -> Callable[..., None]:
        return lambda *pieces: coze.replies.append(says(*pieces, ending=ending))

    return Scene(bot_at(coze), play("completed"), play("drop"))


@pytest.fixture
def fake_scene() -> Scene:
    bot = FakeBot()

    def say(*pieces: str) -> None:
        bot.pieces = list(pieces)

    def break_after(*pieces: str) -> None:
        say(*pieces, "never said")
        bot.failing_after = (len(pieces), ProviderError("The line broke.", problem="cut"))

    return Scene(bot, say, break_after)


@pytest.fixture(params=["fake", "coze"])
def scene(request: pytest.FixtureRequest) -> Scene:
    found: Scene = request.getfixturevalue(f"{request.param}_scene")
    return found
