"""Which models there are, how a choice is filled up, and the rules behind the same port."""

import subprocess
import sys

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from pydantic import BaseModel, SecretStr

from agent.adapters import llm as llms
from agent.adapters.llm import EMBEDDED, open_llm
from agent.engine.messages import text_of
from agent.errors import NotConfigured, StepFailed, Stopped
from agent.events import Token
from agent.ports import ModelChoice
from agent.settings import Settings
from agent.steps import Chat, Step
from tests.servers.vendors import NO_ENVIRONMENT, Watcher

SETTINGS = Settings.model_construct(
    openai_api_key=SecretStr("environment-key"),
    openai_model="gpt-4.1",
    vllm_base_url="http://10.0.0.1:8000/v1",
    vllm_model="served",
    deepseek_api_key=SecretStr("  "),
)


def test_looking_for_providers_imports_no_sdk() -> None:
    script = (
        "import sys, agent\n"
        "from agent.adapters import llm\n"
        "llm.providers()\n"
        "sdks = {'openai', 'langchain_openai', 'langchain_mistralai', 'langchain_google_genai'}\n"
        "sdks |= {'boto3', 'botocore'}\n"
        "sys.exit(', '.join(sdks & set(sys.modules)) or 0)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_choice_is_filled_up_from_the_environment_after_what_was_typed() -> None:
    ready = llms.resolve(ModelChoice("openai"), SETTINGS)
    assert (ready.model, ready.base_url) == ("gpt-4.1", "")
    assert ready.key == SecretStr("environment-key")
    served = llms.resolve(ModelChoice("vllm"), SETTINGS)
    assert (served.model, served.base_url) == ("served", "http://10.0.0.1:8000/v1")
    assert served.key is None
    typed = ModelChoice("openai", " gpt-5 ", SecretStr(" typed-key\n"), temperature=0.5)
    ready = llms.resolve(typed, SETTINGS)
    assert (ready.model, ready.key, ready.temperature) == ("gpt-5", SecretStr("typed-key"), 0.5)


def test_embedded_needs_nothing() -> None:
    assert llms.resolve(ModelChoice(), NO_ENVIRONMENT) == ModelChoice()
    (tried,) = llms.test_connection(ModelChoice(), settings=NO_ENVIRONMENT)
    assert tried.works


def test_a_typed_address_never_gets_the_key_of_the_environment() -> None:
    typed = ModelChoice("openai", base_url="https://elsewhere.example/v1")
    with pytest.raises(NotConfigured) as raised:
        llms.resolve(typed, SETTINGS)
    assert "not sent to a typed address" in raised.value.hint
    served = Settings.model_construct(vllm_api_key=SecretStr("environment-key"))
    ready = llms.resolve(ModelChoice("vllm", "m", base_url="http://elsewhere/v1"), served)
    assert ready.key is None


@pytest.mark.parametrize(
    ("choice", "names"),
    [
        (ModelChoice("openai"), ["OPENAI_API_KEY", "sidebar"]),
        (ModelChoice("deepseek"), ["DEEPSEEK_API_KEY", "sidebar"]),
        (ModelChoice("vllm", "m"), ["VLLM_BASE_URL", "sidebar"]),
        (ModelChoice("vllm", base_url="http://x/v1"), ["VLLM_MODEL", "sidebar"]),
        (ModelChoice("vllm", "m", base_url="ftp://x"), ["VLLM_BASE_URL", "http://"]),
        (ModelChoice("clippy"), ["INTERLUDE_PROVIDER", "gemini", "embedded"]),
        (ModelChoice("openai", key=SecretStr("schlüssel")), ["OPENAI_API_KEY", "Copy it again"]),
        (ModelChoice("openai", key=SecretStr("two\nlines")), ["OPENAI_API_KEY", "Copy it again"]),
    ],
)
def test_what_is_missing_is_named_with_the_way_to_set_it(choice, names) -> None:
    with pytest.raises(NotConfigured) as raised:
        llms.open_llm(choice, Watcher(), settings=NO_ENVIRONMENT)
    assert raised.value.message.endswith(".")
    for name in names:
        assert name in raised.value.hint
    if choice.key:
        assert choice.key.get_secret_value() not in raised.value.message + raised.value.hint


@pytest.mark.parametrize("name", ["gemini", "mistral", "vllm", "openai", "deepseek"])
def test_a_client_never_looks_for_a_key_of_its_own(name, monkeypatch) -> None:
    for variable in ("OPENAI_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY", "MISTRAL_API_KEY"):
        monkeypatch.setenv(variable, "environment-canary")
    choice = ModelChoice(name, "gpt-4.1", base_url="http://127.0.0.1:9/v1")
    if llms.providers()[name].needs_key:
        with pytest.raises(NotConfigured):
            llms.open_llm(choice, Watcher(), settings=Settings())
    else:
        client = llms.providers()[name].connect(choice, llms.Timeouts())
        assert "environment-canary" not in repr(client.openai_api_key.get_secret_value())


class Number(BaseModel):
    number: int


ONE = Number(number=1)


def step(without_model, **more):
    return Step("double_it", Number, Number, prompt=str, without_model=without_model, **more)


def rules(watcher):
    return open_llm(ModelChoice(EMBEDDED), watcher, settings=NO_ENVIRONMENT)


def reply(message, watcher):
    return rules(watcher).reply(Chat("", [HumanMessage("?")], lambda _: message))


@pytest.mark.parametrize(
    "failing",
    [
        step(None),
        step(lambda _: ONE, check=lambda _, given: [f"{given.number} is odd."]),
        step(lambda _: {"number": "none"}),
    ],
)
def test_a_step_it_cannot_answer_fails_with_a_way_out(failing) -> None:
    with pytest.raises(StepFailed) as raised:
        rules(Watcher()).run(failing, ONE)
    assert "double it" in raised.value.message
    assert "sidebar" in raised.value.hint


def test_a_reply_is_streamed_in_pieces() -> None:
    watcher = Watcher()
    text = "A primary key identifies a row. " * 5
    message = reply(AIMessage(text, additional_kwargs={"evidence": ["keys#1"]}), watcher)
    assert watcher.text == text_of(message) == text.strip()
    assert len(watcher.events) > 3
    assert all(isinstance(event, Token) for event in watcher.events)
    assert message.additional_kwargs == {"evidence": ["keys#1"]}
    assert message.response_metadata["provider"] == EMBEDDED
    assert (watcher.usage[0].usd, watcher.usage[0].tokens_out) == (0.0, 0)


def test_stop_keeps_what_was_said() -> None:
    watcher = Watcher(stop_at=1)
    calls = [{"name": "search", "args": {}, "id": "1"}]
    message = reply(AIMessage("one two three four five six " * 5, tool_calls=calls), watcher)
    assert message.response_metadata["stopped"] is True
    assert message.tool_calls == []
    assert 0 < len(text_of(message)) < 40
    with pytest.raises(Stopped):
        rules(watcher).run(step(lambda taken: taken), ONE)
