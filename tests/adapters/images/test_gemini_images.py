"""Pictures by Gemini: what is sent, whose key it is, and the card when it fails."""

import io
import traceback
from threading import Thread

import pytest
from PIL import Image
from pydantic import SecretStr

from agent import Settings
from agent.adapters.images import GeminiImages, OrCard, open_images
from agent.adapters.images.gemini import prompt_of
from agent.adapters.llm.retrying import Patience
from agent.errors import ProviderError, Stopped
from agent.ports import ImageBrief, ModelChoice
from tests.adapters.images.test_images import png
from tests.servers.gemini_server import Draws, gemini_server
from tests.servers.scripted import Fails, Says
from tests.servers.vendors import NO_ENVIRONMENT, Watcher
from tests.waiting import wait_until

KEY = "AIza-secret-of-the-test"
ONCE = Patience(delays=())
BRIEF = ImageBrief(
    title="Home staging", alt="A bright room", prompt="A bright room at dawn", style="watercolour",
    ratio="16:9", colours=("#0f766e", "#e8b872"),
)  # fmt: skip


def maker(url, watcher=None, **more):
    report = watcher or Watcher()
    return GeminiImages(
        SecretStr(KEY), report=report, base_url=url, **{"patience": ONCE, "timeout": 10, **more}
    )


def made(*replies, **more):
    with gemini_server(list(replies)) as server:
        return maker(server.url, **more).make(BRIEF).png


def problem_of(reply, **more):
    with pytest.raises(ProviderError) as caught:
        made(reply, **more)
    error = caught.value
    assert error.message.endswith(".")
    assert error.hint
    assert KEY not in "".join(traceback.format_exception(error)) + error.hint
    return error


def test_what_is_asked_for_is_sent() -> None:
    with gemini_server([Draws(image=png())]) as server:
        maker(server.url).make(BRIEF)
    config = server.requests[0]["generationConfig"]
    assert config["responseModalities"] == ["TEXT", "IMAGE"]
    assert config["imageConfig"] == {"aspectRatio": "16:9"}
    sent = server.requests[0]["contents"][0]["parts"][0]["text"]
    assert sent == prompt_of(BRIEF)
    assert all(word in sent for word in ("A bright room at dawn", "watercolour", "#0f766e"))
    assert server.headers[0]["x-goog-api-key"] == KEY
    assert KEY not in str(server.requests)


@pytest.mark.parametrize("form", ["JPEG", "WEBP", "PNG"])
def test_whatever_it_sends_becomes_a_png(form) -> None:
    kept = io.BytesIO()
    Image.new("RGB", (16, 9), "teal").save(kept, form)
    sent = made(Draws(image=kept.getvalue(), mime_type=f"image/{form.lower()}"))
    with Image.open(io.BytesIO(sent)) as image:
        assert (image.format, image.size) == ("PNG", (16, 9))


FAULTS = {
    "words only": (Says(text="I cannot draw that."), "rejected"),
    "nothing": (Says(finish="NO_IMAGE"), "rejected"),
    "a withheld image": (Says(finish="IMAGE_SAFETY"), "filtered"),
    "a refused prompt": (Draws(blocked="PROHIBITED_CONTENT"), "filtered"),
    "no image at all": (Draws(image=b"GIF89a not a picture"), "cut"),
    "half an image": (Draws(image=png(400, 400)[:200]), "cut"),
    "a picture too large to unpack": (Draws(image=png(8_000, 6_000)), "cut"),
    "a wrong key": (Fails("key"), "key"),
    "no quota": (Fails("quota"), "quota"),
    "too much to do": (Fails("unavailable"), "unavailable"),
    "an unknown model": (Fails("not_found"), "rejected"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_goes_wrong_is_a_sentence(name) -> None:
    reply, problem = FAULTS[name]
    assert problem_of(reply).problem == problem


def test_an_answer_that_never_comes_ends_in_time() -> None:
    assert problem_of(Fails("hang"), timeout=0.3).problem == "timeout"


def test_what_passes_by_itself_is_tried_again() -> None:
    patient = Patience(delays=(0.01,))
    assert made(Fails("unavailable"), Draws(image=png()), patience=patient)


def test_a_stop_does_not_wait_for_the_picture() -> None:
    watcher = Watcher()
    with gemini_server([Fails("hang")]) as server:
        Thread(target=stop_once_asked, args=(server, watcher)).start()
        with pytest.raises(Stopped):
            maker(server.url, watcher, timeout=60).make(BRIEF)


def stop_once_asked(server, watcher) -> None:
    # Sooner, and the request would reach the server of the test that comes next.
    wait_until(lambda: bool(server.requests))
    watcher.stopped = True


CARD = ImageBrief(title="Home staging tips", alt="A bright room", prompt="A bright room")


def typed(key=KEY, url=""):
    return ModelChoice("gemini", "gemini-3.8-flash", SecretStr(key) if key else None, url)


@pytest.mark.parametrize(
    "choice",
    [ModelChoice(), ModelChoice("mistral", key=SecretStr("m")), typed(key=""), typed(key="a b")],
    ids=["rules", "who draws nothing", "without a key", "with what is no key"],
)
def test_without_a_model_that_draws_it_is_the_card(choice) -> None:
    made = open_images(choice, Watcher(), settings=NO_ENVIRONMENT).make(CARD)
    assert made.is_card
    assert made.notice == ""


def test_a_typed_key_draws_at_the_typed_address() -> None:
    with gemini_server([Draws(image=png(16, 9))]) as server:
        images = open_images(typed(url=server.url), Watcher(), settings=NO_ENVIRONMENT)
        made = images.make(CARD)
    assert isinstance(images, OrCard)
    assert KEY not in repr(vars(images)) + repr(vars(images._first))
    assert (made.is_card, made.width, made.height) == (False, 16, 9)
    assert made.model == "gemini-3.1-flash-image"
    assert server.headers[0]["x-goog-api-key"] == KEY


def test_a_key_of_the_environment_is_not_sent_to_a_typed_address() -> None:
    with gemini_server([]) as server:
        given = Settings.model_construct(gemini_api_key=SecretStr(KEY))
        images = open_images(typed(key="", url=server.url), Watcher(), settings=given)
        assert images.make(CARD).is_card
    assert server.requests == []


def test_what_fails_becomes_a_card_that_says_why() -> None:
    with gemini_server([Fails("key")]) as server:
        images = open_images(typed(url=server.url), Watcher(), settings=NO_ENVIRONMENT)
        made = images.make(CARD)
    assert made.is_card
    assert made.notice.startswith("Gemini did not accept the API key.")
    assert KEY not in made.notice + repr(images)
    with Image.open(io.BytesIO(made.png)) as opened:
        assert opened.size == (1080, 1080)


def test_a_stop_is_no_failure() -> None:
    watcher = Watcher(stopped=True)
    with gemini_server([]) as server, pytest.raises(Stopped):
        open_images(typed(url=server.url), watcher, settings=NO_ENVIRONMENT).make(CARD)
    assert server.requests == []
