"""What a visitor sees of citations: sources behind their marks; and other depths."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.serving import Server
from tests.browser.test_models import Model
from tests.browser.visitor import Visitor
from tests.servers import Says, openai_server

pytestmark = pytest.mark.browser

QUESTION = "What is a foreign key?"
RIGHT = (
    "A foreign key is a column, or a set of columns, whose values must either be null or match a"
    " key value that exists in the referenced table [1]."
)


@pytest.fixture(scope="module")
def running_model() -> Iterator[Model]:
    model = Model()
    with openai_server(model, flavour="vllm") as model.server:
        yield model


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, running_model: Model) -> Iterator[Server]:
    with Server(
        tmp_path_factory.mktemp("checked") / "data",
        VLLM_BASE_URL=running_model.server.url,
        VLLM_MODEL="test-model",
    ) as started:
        yield started


@pytest.fixture
def model(running_model: Model) -> Model:
    running_model.next.clear()
    running_model.server.requests.clear()
    return running_model


def with_model(visitor: Visitor) -> Visitor:
    visitor.open_tutor()
    visitor.choose_model("Own server")
    expect(visitor.sidebar).to_contain_text("test-model is set up")
    return visitor


def test_a_question_takes_one_call_and_its_mark_opens_the_source(
    visitor: Visitor, model: Model
) -> None:
    model.next = [Says(f"[level: basic | a definition]\n{RIGHT} So it is [9].")]
    answer = with_model(visitor).ask(QUESTION)
    expect(answer).to_contain_text("match a key value that exists")
    expect(answer).not_to_contain_text("level:")
    expect(answer).to_contain_text("no source matches: [9]")
    assert len(model.server.requests) == 1
    answer.get_by_text("[1]", exact=True).click()
    expect(visitor.page.get_by_test_id("stPopoverBody")).to_contain_text("Foreign keys")
    expect(visitor.panel("Thinking")).to_contain_text("Basic")


def test_simpler_and_deeper_answer_the_last_question_again(visitor: Visitor) -> None:
    visitor.open_tutor()
    first = visitor.ask("What is a foreign key?").inner_text()
    visitor.page.get_by_role("button", name="Go deeper").first.click()
    expect(visitor.last).not_to_have_text(first)
    expect(visitor.last).to_contain_text("foreign key")
