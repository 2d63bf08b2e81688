"""Who draws for a run: what was chosen, whose key it is, and the card when it fails."""

import io

import pytest
from PIL import Image
from pydantic import SecretStr

from agent import Settings
from agent.adapters.images import OrCard, open_images
from agent.errors import Stopped
from agent.ports import ImageBrief, ModelChoice
from tests.adapters.images.test_images import png
from tests.servers.gemini_server import Draws, gemini_server
from tests.servers.scripted import Fails
from tests.servers.vendors import NO_ENVIRONMENT, Watcher

KEY = "AIza-secret-of-the-test"
BRIEF = ImageBrief(title="Home staging tips", alt="A bright room", prompt="A bright room")


def typed(key: str = KEY, url: str = "") -> ModelChoice:
    return ModelChoice("gemini", "gemini-3.8-flash", SecretStr(key) if key else None, url)


@pytest.mark.parametrize(
    "choice",
    [ModelChoice(), ModelChoice("mistral", key=SecretStr("m")), typed(key=""), typed(key="a b")],
    ids=["rules", "who draws nothing", "without a key", "with what is no key"],
)
def test_without_a_model_that_draws_it_is_the_card(choice: ModelChoice) -> None:
    made = open_images(choice, Watcher(), settings=NO_ENVIRONMENT).make(BRIEF)
    assert made.is_card
    assert made.notice == ""


def test_a_typed_key_draws_at_the_typed_address() -> None:
    with gemini_server([Draws(image=png(16, 9))]) as server:
        images = open_images(typed(url=server.url), Watcher(), settings=NO_ENVIRONMENT)
        made = images.make(BRIEF)
    assert isinstance(images, OrCard)
    assert KEY not in repr(vars(images)) + repr(vars(images._first))
    assert (made.is_card, made.width, made.height) == (False, 16, 9)
    assert made.model == "gemini-3.1-flash-image"
    assert server.headers[0]["x-goog-api-key"] == KEY


def test_a_key_of_the_environment_is_not_sent_to_a_typed_address() -> None:
    with gemini_server([]) as server:
        given = Settings.model_construct(gemini_api_key=SecretStr(KEY))
        images = open_images(typed(key="", url=server.url), Watcher(), settings=given)
        assert images.make(BRIEF).is_card
    assert server.requests == []


def test_what_fails_becomes_a_card_that_says_why() -> None:
    with gemini_server([Fails("key")]) as server:
        images = open_images(typed(url=server.url), Watcher(), settings=NO_ENVIRONMENT)
        made = images.make(BRIEF)
    assert made.is_card
    assert made.notice.startswith("Gemini did not accept the API key.")
    assert KEY not in made.notice + repr(images)
    with Image.open(io.BytesIO(made.png)) as opened:
        assert opened.size == (1080, 1080)


def test_a_stop_is_no_failure() -> None:
    watcher = Watcher(stopped=True)
    with gemini_server([]) as server, pytest.raises(Stopped):
        open_images(typed(url=server.url), watcher, settings=NO_ENVIRONMENT).make(BRIEF)
    assert server.requests == []
