"""What a visitor sees of checked citations: marks, reasons, a repair; and other depths."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.serving import Server
from tests.browser.test_models import Model
from tests.browser.visitor import Visitor
from tests.servers import Calls, Says, openai_server

pytestmark = pytest.mark.browser

QUESTION = "What is a foreign key?"
SEARCH = Says(calls=(Calls("rag_search", {"query": "foreign key definition"}),))
RIGHT = (
    "A foreign key is a column, or a set of columns, whose values must either be null or match a"
    " key value that exists in the referenced table [1]."
)
WRONG = "Foreign keys were added to SQL in 1989 [1]."


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
    visitor.choose_model("vLLM")
    expect(visitor.sidebar).to_contain_text("Ready to use test-model.")
    return visitor


def test_an_unsupported_sentence_is_marked_with_its_reason(visitor: Visitor, model: Model) -> None:
    model.next = [SEARCH, Says(f"{RIGHT} {WRONG}")]
    answer = with_model(visitor).ask(QUESTION)
    expect(answer.locator(".stMarkdownBadge")).to_contain_text("1989 is not in [1]")
    answer.get_by_text("1 cited sentence does not stand in the passages").click()
    expect(answer.get_by_test_id("stExpanderDetails")).to_contain_text("1989 is not in [1]")
    thinking = visitor.panel("Thinking")
    expect(thinking).to_contain_text("1 of 2 cited sentences supported")
    expect(thinking).to_contain_text("Not supported: 1989 is not in [1]")
    expect(visitor.panel("State")).to_contain_text("50%, 1 of 2 cited sentences")


def test_an_answer_that_mostly_fails_is_written_again(visitor: Visitor, model: Model) -> None:
    model.next = [SEARCH, Says(WRONG), Says(RIGHT)]
    answer = with_model(visitor).ask(QUESTION)
    expect(answer).to_contain_text("match a key value that exists")
    expect(answer.locator(".stMarkdownBadge")).to_have_count(0)
    first = answer.get_by_text("The first answer, which this one replaces")
    expect(answer.get_by_text("were added to SQL in 1989").locator("visible=true")).to_have_count(0)
    first.click()
    expect(answer.get_by_text("were added to SQL in 1989").locator("visible=true")).to_have_count(1)
    told = model.server.requests[-1]["messages"][-1]["content"]
    assert WRONG in told
    assert "1989 is not in [1]" in told


def test_an_answer_by_rules_is_wholly_supported(visitor: Visitor) -> None:
    visitor.open_tutor().ask(QUESTION)
    expect(visitor.panel("State")).to_contain_text("100%")
    expect(visitor.last.locator(".stMarkdownBadge")).to_have_count(0)


def test_simpler_and_deeper_answer_the_last_question_again(visitor: Visitor) -> None:
    visitor.open_tutor()
    first = visitor.ask("How do indexes work?").inner_text()
    deeper = visitor.ask("Deeper, please")
    expect(deeper).to_contain_text("Why")
    texts = {first, deeper.inner_text(), visitor.ask("Simpler, please").inner_text()}
    assert len(texts) == 3
    expect(visitor.last).to_contain_text("index")
