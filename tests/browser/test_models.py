"""A model of one's own: chosen in the sidebar, slow, stopped, failing, left again."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.serving import Server
from tests.browser.visitor import Visitor
from tests.servers import Fails, Says, openai_server
from tests.servers.scripted import Plain, Reply
from tests.servers.scripted import Server as ModelServer

pytestmark = pytest.mark.browser

CANARY = "sk-canary-7f3a9c51d2e84b60"
LONG = " ".join(f"word{number}" for number in range(60)) + " end."
GREETING = "Tell me something."
CITING = (
    "A foreign key is a column, or a set of columns, whose values must either be null or match a"
    " key value that exists in the referenced table [1]."
)


class Model:
    """A vLLM whose next replies a test decides; it greets when nothing is decided."""

    def __init__(self) -> None:
        self.next: list[Reply] = []
        self.server: ModelServer

    def __call__(self, body: Plain) -> Reply:
        return self.next.pop(0) if self.next else Says("Hello from the model.")


@pytest.fixture(scope="module")
def running_model() -> Iterator[Model]:
    model = Model()
    with openai_server(model, flavour="vllm") as model.server:
        yield model


@pytest.fixture
def model(running_model: Model) -> Model:
    """It has heard nothing yet."""
    running_model.next.clear()
    running_model.server.requests.clear()
    running_model.server.headers.clear()
    return running_model


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, running_model: Model) -> Iterator[Server]:
    """An operator has set the model up, so that visitors can talk to it at once."""
    data = tmp_path_factory.mktemp("models") / "data"
    with Server(
        data,
        INTERLUDE_PROVIDER="vllm",
        VLLM_BASE_URL=running_model.server.url,
        VLLM_MODEL="test-model",
    ) as started:
        yield started


@pytest.fixture
def talking(visitor: Visitor, model: Model) -> Visitor:
    """In the Tutor, with the operator's model."""
    visitor.open_tutor()
    expect(visitor.sidebar).to_contain_text("test-model, not tried yet")
    return visitor


def type_model(visitor: Visitor, url: str) -> None:
    """Open the form, fill it and have the model tested."""
    visitor.model_settings()
    visitor.fill_model(name="my-model", url=url, key=CANARY)
    visitor.popover.get_by_test_id("stBaseButton-primary").click()


def close_form(visitor: Visitor) -> None:
    visitor.page.keyboard.press("Escape")
    expect(visitor.popover).to_have_count(0)


def test_a_model_is_typed_tested_and_used_and_its_key_stays_in_the_session(
    visitor: Visitor, new_visitor: NewVisitor, server: Server, model: Model
) -> None:
    visitor.open_tutor().model_settings()
    visitor.fill_model(name="", url="127.0.0.1:9")
    expect(visitor.popover).to_contain_text("No server answers at this address.")
    expect(visitor.popover.get_by_label("Model name")).to_be_visible()
    close_form(visitor)
    type_model(visitor, model.server.url)
    expect(visitor.popover).to_contain_text(re.compile(r"answered with my-model in \d+ ms\."))
    close_form(visitor)

    # The settings go along to other pages and back.
    visitor.sidebar.get_by_role("link", name="Home").click()
    expect(visitor.main.locator(".st-key-home-tutor")).to_be_visible()
    expect(visitor.sidebar).to_contain_text("my-model works")
    visitor.sidebar.get_by_role("link", name="Tutor").click()
    expect(visitor.ask(GREETING)).to_contain_text("Hello from the model.")
    expect(visitor.last).to_contain_text("my-model")
    assert {sent["authorization"] for sent in model.server.headers} == {f"Bearer {CANARY}"}

    # A vendor that repeats the key in its error, as some do.
    model.next = [Fails("key")]
    visitor.send("Once more.")
    expect(visitor.card).to_be_visible()
    _see_no_key(visitor, new_visitor(server, locale="es-ES"))


def _see_no_key(visitor: Visitor, other: Visitor) -> None:
    assert CANARY not in visitor.page.url
    other.open_thread(visitor.thread)
    expect(other.said.first).to_contain_text(GREETING)
    other.model_settings()
    expect(other.popover.get_by_label("Clave de API", exact=True)).to_have_value("")
    other.page.keyboard.press("Escape")
    for name in ("Razonamiento", "Estado"):
        assert CANARY not in other.panel(name).inner_html()
    for each in (other, visitor):
        assert CANARY not in each.page.content()
    assert CANARY not in visitor.server.log
    folder = visitor.server.data
    kept = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    assert GREETING.encode() in kept
    assert CANARY.encode() not in kept


def test_stop_keeps_what_was_said_and_the_conversation_goes_on(
    talking: Visitor, model: Model
) -> None:
    model.next = [Says(LONG, rate=10)]
    talking.send(GREETING)
    expect(talking.last).to_contain_text("word3")
    talking.button("Stop").click()
    expect(talking.answers).to_have_count(1)
    expect(talking.last).to_contain_text("Stopped here.")
    expect(talking.last).to_contain_text("word0 word1 word2 word3")
    expect(talking.last).not_to_contain_text("end.")
    expect(talking.button("Stop")).to_have_count(0)

    asked = len(model.server.requests)
    talking.choose_model("Built-in (no AI model)")
    expect(talking.ask("What is a foreign key?")).to_contain_text("A foreign key is")
    assert len(model.server.requests) == asked


def test_a_reload_and_a_second_tab_follow_the_answer_that_is_being_written(
    talking: Visitor, new_visitor: NewVisitor, model: Model, server: Server
) -> None:
    model.next = [Says(LONG, rate=12)]
    talking.send(GREETING)
    expect(talking.last).to_contain_text("word3")
    other = new_visitor(server)
    other.page.goto(f"{server.url}/tutor?thread={talking.thread}")
    talking.page.reload()
    for visitor in (other, talking):
        expect(visitor.last).to_contain_text("word8")
        expect(visitor.answers).to_have_count(1)
        expect(visitor.last).to_contain_text(LONG)
    assert len(model.server.requests) == 1


def test_a_mark_in_the_text_opens_its_source(talking: Visitor, model: Model) -> None:
    model.next = [Says(f"[level: basic | a definition]\n{CITING} So it is [99].")]
    answer = talking.ask("What is a foreign key?")
    expect(answer).to_contain_text("match a key value that exists")
    expect(answer).not_to_contain_text("level:")
    expect(answer).to_contain_text("no source matches: [99]")
    assert len(model.server.requests) == 1
    answer.get_by_text("[1]", exact=True).click()
    expect(talking.page.get_by_test_id("stPopoverBody")).to_contain_text("Foreign keys")
