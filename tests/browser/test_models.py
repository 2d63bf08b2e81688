"""A model of one's own: chosen in the sidebar, slow, stopped, failing, left again."""

import re
from collections.abc import Iterator
from pathlib import Path

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
    expect(visitor.sidebar).to_contain_text("test-model is set up")
    return visitor


@pytest.fixture
def connected(visitor: Visitor, model: Model) -> Visitor:
    """In the Tutor, with address and key typed."""
    visitor.open_tutor()
    visitor.model_settings()
    visitor.fill_model(name="my-model", url=model.server.url, key=CANARY)
    visitor.popover.get_by_test_id("stBaseButton-primary").click()
    expect(visitor.popover).to_contain_text(re.compile(r"answered with my-model in \d+ ms\."))
    visitor.page.keyboard.press("Escape")
    expect(visitor.popover).to_have_count(0)
    expect(visitor.sidebar).to_contain_text("my-model works.")
    return visitor


def test_an_address_is_asked_for_and_a_wrong_one_is_said(
    new_visitor: NewVisitor, tmp_path: Path
) -> None:
    with Server(tmp_path / "data") as server:
        visitor = new_visitor(server).open_tutor()
        visitor.choose_model("Own server")
        expect(visitor.sidebar).to_contain_text("Own server needs the address of a server.")
        visitor.model_settings()
        visitor.fill_model(name="test-model", url="http://127.0.0.1:9/v1")
        visitor.popover.get_by_test_id("stBaseButton-primary").click()
        said = visitor.popover.get_by_test_id("stAlert")
        expect(said).to_contain_text("Own server could not be reached.")
        visitor.page.close()


def test_the_model_answers_and_gets_the_typed_key(connected: Visitor, model: Model) -> None:
    expect(connected.ask(GREETING)).to_contain_text("Hello from the model.")
    expect(connected.last).to_contain_text("my-model")
    assert {sent["authorization"] for sent in model.server.headers} == {f"Bearer {CANARY}"}


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
    expect(talking.ask("And now?")).to_contain_text("Hello from the model.")


def test_a_reload_finds_the_answer_that_is_being_written(talking: Visitor, model: Model) -> None:
    model.next = [Says(LONG, rate=12)]
    talking.send(GREETING)
    expect(talking.last).to_contain_text("word3")
    talking.page.reload()
    expect(talking.last).to_contain_text("word8")
    expect(talking.answers).to_have_count(1)
    expect(talking.last).to_contain_text(LONG)
    assert len(model.server.requests) == 1


def test_a_second_tab_watches_the_same_answer(
    talking: Visitor, new_visitor: NewVisitor, model: Model, server: Server
) -> None:
    model.next = [Says(LONG, rate=15)]
    talking.send(GREETING)
    expect(talking.last).to_contain_text("word3")
    other = new_visitor(server)
    other.page.goto(f"{server.url}/tutor?thread={talking.thread}")
    for visitor in (other, talking):
        expect(visitor.answers).to_have_count(1)
        expect(visitor.last).to_contain_text(LONG)
    assert len(model.server.requests) == 1


def test_the_built_in_rules_take_over_in_the_same_conversation(
    talking: Visitor, model: Model
) -> None:
    talking.ask(GREETING)
    asked = len(model.server.requests)
    talking.choose_model("Built-in (no AI model)")
    answer = talking.ask("What is a foreign key?")
    expect(answer).to_contain_text("A foreign key is")
    expect(talking.said.nth(1)).to_contain_text("Hello from the model.")
    assert len(model.server.requests) == asked


def test_the_settings_of_the_model_stay_when_the_page_changes(connected: Visitor) -> None:
    connected.sidebar.get_by_role("link", name="Home").click()
    expect(connected.page.get_by_role("heading", name="What should we work on?")).to_be_visible()
    expect(connected.sidebar).to_contain_text("my-model works.")
    connected.sidebar.get_by_role("link", name="Tutor").click()
    expect(connected.input).to_be_enabled()
    expect(connected.ask(GREETING)).to_contain_text("my-model")


def test_a_failure_says_what_happened_and_a_retry_works(talking: Visitor, model: Model) -> None:
    model.next = [Fails("quota")] * 3
    talking.send(GREETING)
    expect(talking.card).to_contain_text("its rate limit or quota is used up")
    expect(talking.card).to_contain_text("choose another model")
    talking.card.get_by_role("button", name="Try again").click()
    expect(talking.answers).to_have_count(1)
    expect(talking.last).to_contain_text("Hello from the model.")
    expect(talking.card).to_have_count(0)
    expect(talking.said).to_have_count(2)


def test_a_failed_turn_can_go_on_by_rules(talking: Visitor, model: Model) -> None:
    model.next = [Fails("key")]
    talking.send("What is a foreign key?")
    expect(talking.card).to_contain_text("did not accept the API key")
    talking.card.get_by_role("button", name="Continue without AI").click()
    expect(talking.answers).to_have_count(1)
    expect(talking.last).to_contain_text("A foreign key is")


def test_a_failed_turn_can_be_left(talking: Visitor, model: Model) -> None:
    model.next = [Fails("too_long")]
    talking.send(GREETING)
    expect(talking.card).to_contain_text("too long")
    talking.card.get_by_role("button", name="Dismiss").click()
    expect(talking.card).to_have_count(0)
    expect(talking.ask("And now?")).to_contain_text("Hello from the model.")


def test_the_key_stays_in_the_session_that_typed_it(
    connected: Visitor, new_visitor: NewVisitor, server: Server, model: Model
) -> None:
    connected.ask(GREETING)
    # A vendor that repeats the key in its error, as some do.
    model.next = [Fails("key")]
    connected.send("Once more.")
    expect(connected.card).to_be_visible()
    assert CANARY not in connected.page.url
    other = new_visitor(server, locale="es-ES").open_thread(connected.thread)
    expect(other.said.first).to_contain_text(GREETING)
    other.model_settings()
    expect(other.popover.get_by_label("Clave de API", exact=True)).to_have_value("")
    other.page.keyboard.press("Escape")
    for name in ("Razonamiento", "Estado"):
        assert CANARY not in other.panel(name).inner_html()
    for visitor in (other, connected):
        assert CANARY not in visitor.page.content()
    assert CANARY not in server.log
    kept = b"".join(path.read_bytes() for path in server.data.rglob("*") if path.is_file())
    assert GREETING.encode() in kept
    assert CANARY.encode() not in kept
