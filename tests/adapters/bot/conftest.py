"""Every bot: to have another one tried, add its name and a fixture `<name>_scene`."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from agent.adapters.bot import open_bot
from agent.errors import ProviderError
from agent.ports.work_items import Bot
from agent.settings import Settings
from tests.fakes_tickets import FakeBot
from tests.servers.coze_server import coze_server, says


@dataclass
class Scene:
    """A bot, and what it says next."""

    bot: Bot
    will_say: Callable[..., None]
    will_break_after: Callable[..., None]


def settings_for(server, **more):
    given = {
        "coze_api_token": server.token,
        "coze_bot_id": server.bot,
        "coze_api_base_url": server.url,
        "interlude_bot_seconds": 20,
    }
    return Settings.model_validate({**given, **more})


def bot_at(server, **more):
    return open_bot(settings_for(server, **more))


@pytest.fixture
def coze():
    with coze_server() as server:
        yield server


@pytest.fixture
def coze_scene(coze):
    def play(ending):
        return lambda *pieces: coze.replies.append(says(*pieces, ending=ending))

    return Scene(bot_at(coze), play("completed"), play("drop"))


@pytest.fixture
def fake_scene():
    bot = FakeBot()

    def say(*pieces) -> None:
        bot.pieces = list(pieces)

    def break_after(*pieces) -> None:
        say(*pieces, "never said")
        bot.failing_after = (len(pieces), ProviderError("The line broke.", problem="cut"))

    return Scene(bot, say, break_after)


@pytest.fixture(params=["fake", "coze"])
def scene(request):
    return request.getfixturevalue(f"{request.param}_scene")
