"""Whoever makes pictures: to have another one tried, add its name and a fixture `<name>_images`."""

import io
from dataclasses import replace

import pytest
from PIL import Image
from pydantic import SecretStr

from agent.adapters.images import CardImages, GeminiImages
from agent.errors import AgentError
from agent.ports import RATIOS, ImageBrief
from tests.fakes_images import FakeImages
from tests.servers.gemini_server import Draws, gemini_server
from tests.servers.vendors import Watcher

MAKERS = ["fake", "card", "gemini"]
BRIEF = ImageBrief(title="Home staging tips", alt=" A bright room ", colours=("#0f766e",))


def png(width=8, height=4):
    kept = io.BytesIO()
    Image.new("RGB", (width, height), "teal").save(kept, "PNG")
    return kept.getvalue()


@pytest.fixture(params=MAKERS)
def images(request):
    return request.getfixturevalue(f"{request.param}_images")


@pytest.fixture
def fake_images():
    return FakeImages()


@pytest.fixture
def card_images():
    return CardImages()


@pytest.fixture
def gemini_images():
    with gemini_server(lambda _: Draws(text="Here it is.", image=png())) as server:
        yield GeminiImages(SecretStr("key"), report=Watcher(), base_url=server.url, timeout=10)


@pytest.mark.parametrize("ratio", RATIOS)
def test_a_picture_is_a_png_that_says_its_size_its_words_and_its_maker(images, ratio) -> None:
    made = images.make(replace(BRIEF, ratio=ratio))
    with Image.open(io.BytesIO(made.png)) as opened:
        assert opened.format == "PNG"
        assert opened.size == (made.width, made.height)
    # On a card the words that stand on it are to be seen.
    assert made.alt == ("Home staging tips" if made.is_card else "A bright room")
    assert made.is_card is (images.name == "card")
    assert bool(made.model) is not made.is_card
    assert bool(made.svg) is made.is_card


def test_without_an_alternative_text_none_is_made(images) -> None:
    with pytest.raises(AgentError) as caught:
        images.make(ImageBrief(title="Home", alt="  "))
    assert caught.value.hint
