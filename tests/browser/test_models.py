"""A model of one's own: chosen in the sidebar, slow, stopped, failing, left again."""

import re
from collections.abc import Callable, Iterator
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
        self.replies: list[Reply] = []

    def __call__(self, body: Plain) -> Reply:
        return self.replies.pop(0) if self.replies else Says("Hello from the model.")


@pytest.fixture
def model() -> Model:
    return Model()


@pytest.fixture
def model_server(model: Model) -> Iterator[ModelServer]:
    with openai_server(model, flavour="vllm") as started:
        yield started


@pytest.fixture
def connected(new_visitor: NewVisitor, server: Server, model_server: ModelServer) -> Visitor:
    """A visitor of the Tutor who has typed address and key of the model server."""
    visitor = new_visitor(server).open_tutor()
    connect(visitor, model_server)
    return visitor


def connect(visitor: Visitor, model_server: ModelServer) -> None:
    visitor.choose_model("vLLM")
    visitor.model_settings()
    visitor.fill_model(name="test-model", url=model_server.url, key=CANARY)
    visitor.popover.get_by_role("button", name="Test").click()
    expect(visitor.popover.get_by_test_id("stAlert")).to_contain_text(
        re.compile(r"vLLM answered with test-model in \d+ ms\.")
    )
    visitor.page.keyboard.press("Escape")
    expect(visitor.popover).to_have_count(0)
    expect(visitor.sidebar).to_contain_text("Ready to use test-model.")


def test_the_address_is_asked_for_and_a_wrong_one_is_said(
    new_visitor: NewVisitor, server: Server
) -> None:
    visitor = new_visitor(server).open_tutor()
    visitor.choose_model("vLLM")
    expect(visitor.sidebar).to_contain_text("vLLM needs the address of a server.")
    visitor.model_settings()
    visitor.fill_model(name="test-model", url="http://127.0.0.1:9/v1")
    visitor.popover.get_by_role("button", name="Test").click()
    expect(visitor.popover.get_by_test_id("stAlert")).to_contain_text("vLLM could not be reached.")


def test_the_model_answers_and_its_key_is_sent_to_it_alone(
    connected: Visitor, model_server: ModelServer
) -> None:
    expect(connected.ask(GREETING)).to_contain_text("Hello from the model.")
    expect(connected.last).to_contain_text("test-model")
    assert {sent["authorization"] for sent in model_server.headers} == {f"Bearer {CANARY}"}


def test_stop_keeps_what_was_said_and_the_conversation_goes_on(
    connected: Visitor, model: Model
) -> None:
    model.replies = [Says(LONG, rate=10)]
    connected.send(GREETING)
    expect(connected.last).to_contain_text("word3")
    connected.button("Stop").click()
    expect(connected.answers).to_have_count(1)
    expect(connected.last).to_contain_text("Stopped here.")
    expect(connected.last).to_contain_text("word0 word1 word2 word3")
    expect(connected.last).not_to_contain_text("end.")
    expect(connected.button("Stop")).to_have_count(0)
    expect(connected.ask("And now?")).to_contain_text("Hello from the model.")


def test_a_reload_finds_the_answer_that_is_being_written(
    connected: Visitor, model: Model, model_server: ModelServer
) -> None:
    model.replies = [Says(LONG, rate=12)]
    connected.send(GREETING)
    expect(connected.last).to_contain_text("word3")
    asked = len(model_server.requests)
    connected.page.reload()
    expect(connected.last).to_contain_text("word8")
    expect(connected.answers).to_have_count(0)
    expect(connected.answers).to_have_count(1)
    expect(connected.last).to_contain_text(LONG)
    assert len(model_server.requests) == asked


def test_a_second_tab_watches_the_same_answer(
    connected: Visitor, new_visitor: NewVisitor, model: Model, server: Server
) -> None:
    model.replies = [Says(LONG, rate=15)]
    connected.send(GREETING)
    expect(connected.last).to_contain_text("word3")
    other = new_visitor(server)
    other.page.goto(f"{server.url}/tutor?thread={connected.thread}")
    for visitor in (other, connected):
        expect(visitor.answers).to_have_count(1)
        expect(visitor.last).to_contain_text(LONG)


def test_the_built_in_rules_take_over_in_the_same_conversation(
    connected: Visitor, model_server: ModelServer
) -> None:
    connected.ask(GREETING)
    asked = len(model_server.requests)
    connected.choose_model("Built-in (no AI model)")
    answer = connected.ask("What is a foreign key?")
    expect(answer).to_contain_text("A foreign key is")
    expect(answer).to_contain_text("Built-in (no AI model)")
    expect(connected.said.nth(1)).to_contain_text("Hello from the model.")
    assert len(model_server.requests) == asked


def test_the_settings_of_the_model_stay_when_the_page_changes(connected: Visitor) -> None:
    connected.sidebar.get_by_role("link", name="Home").click()
    expect(connected.page.get_by_role("heading", name="What should we work on?")).to_be_visible()
    expect(connected.sidebar).to_contain_text("Ready to use test-model.")
    connected.sidebar.get_by_role("link", name="Tutor").click()
    expect(connected.ask(GREETING)).to_contain_text("Hello from the model.")


def test_a_failure_says_what_happened_and_a_retry_works(connected: Visitor, model: Model) -> None:
    model.replies = [Fails("quota")] * 3
    connected.send(GREETING)
    expect(connected.card).to_contain_text("its rate limit or quota is used up")
    expect(connected.card).to_contain_text("choose another model")
    connected.card.get_by_role("button", name="Try again").click()
    expect(connected.answers).to_have_count(1)
    expect(connected.last).to_contain_text("Hello from the model.")
    expect(connected.card).to_have_count(0)
    expect(connected.said).to_have_count(2)


def test_a_failed_turn_can_go_on_by_rules(connected: Visitor, model: Model) -> None:
    model.replies = [Fails("key")]
    connected.send("What is a foreign key?")
    expect(connected.card).to_contain_text("did not accept the API key")
    connected.card.get_by_role("button", name="Go on by rules").click()
    expect(connected.answers).to_have_count(1)
    expect(connected.last).to_contain_text("A foreign key is")


def test_a_failed_turn_can_be_left(connected: Visitor, model: Model) -> None:
    model.replies = [Fails("too_long")]
    connected.send(GREETING)
    expect(connected.card).to_contain_text("too long")
    connected.card.get_by_role("button", name="Leave it").click()
    expect(connected.card).to_have_count(0)
    expect(connected.ask("And now?")).to_contain_text("Hello from the model.")


def test_the_key_stays_in_the_session_that_typed_it(
    connected: Visitor,
    new_visitor: NewVisitor,
    server: Server,
    model: Model,
    everything: Callable[[Path], bytes],
) -> None:
    connected.ask(GREETING)
    # A vendor that repeats the key in its error, as some do.
    model.replies = [Fails("key")]
    connected.send("Once more.")
    expect(connected.card).to_be_visible()
    assert CANARY not in connected.page.url
    other = new_visitor(server, locale="es-ES").open_thread(connected.thread)
    expect(other.said.first).to_contain_text(GREETING)
    other.choose_model("vLLM")
    other.model_settings()
    expect(other.popover.get_by_label("API key", exact=True)).to_have_value("")
    for name in ("Thinking", "State"):
        assert CANARY not in other.panel(name).inner_html()
    for visitor in (other, connected):
        assert CANARY not in visitor.page.content()
    assert CANARY not in server.log
    assert GREETING.encode() in everything(server.data)
    assert CANARY.encode() not in everything(server.data)


@pytest.fixture
def everything() -> Callable[[Path], bytes]:
    """All bytes under a folder."""
    return lambda folder: b"".join(p.read_bytes() for p in folder.rglob("*") if p.is_file())
