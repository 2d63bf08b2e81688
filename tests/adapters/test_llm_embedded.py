"""The rules behind the same port."""

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from pydantic import BaseModel

from agent.adapters.llm import EMBEDDED, open_llm
from agent.engine.messages import text_of
from agent.errors import StepFailed, Stopped
from agent.events import Token
from agent.ports import Llm, ModelChoice
from agent.steps import Chat, Step
from tests.servers.vendors import NO_ENVIRONMENT, Watcher


class Number(BaseModel):
    number: int


ONE = Number(number=1)


def step(without_model: object, **more: object) -> Step[Number, Number]:
    return Step("double_it", Number, Number, prompt=str, without_model=without_model, **more)  # type: ignore[arg-type]


def rules(watcher: Watcher) -> Llm:
    return open_llm(ModelChoice(EMBEDDED), watcher, settings=NO_ENVIRONMENT)


def reply(message: AIMessage, watcher: Watcher) -> AIMessage:
    return rules(watcher).reply(Chat("", [HumanMessage("?")], lambda _: message))


def test_a_step_is_answered_by_its_rules() -> None:
    watcher = Watcher()
    doubled = step(lambda taken: Number(number=2 * taken.number))
    assert rules(watcher).run(doubled, Number(number=21)) == Number(number=42)
    assert watcher.events == []
    assert (watcher.usage[0].usd, watcher.usage[0].tokens_out) == (0.0, 0)


@pytest.mark.parametrize(
    "failing",
    [
        step(None),
        step(lambda _: ONE, check=lambda _, given: [f"{given.number} is odd."]),
        step(lambda _: {"number": "none"}),
    ],
)
def test_a_step_it_cannot_answer_fails_with_a_way_out(failing: Step[Number, Number]) -> None:
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


def test_stop_keeps_what_was_said() -> None:
    watcher = Watcher(stop_at=1)
    calls = [{"name": "search", "args": {}, "id": "1"}]
    message = reply(AIMessage("one two three four five six " * 5, tool_calls=calls), watcher)
    assert message.response_metadata["stopped"] is True
    assert message.tool_calls == []
    assert 0 < len(text_of(message)) < 40
    with pytest.raises(Stopped):
        rules(watcher).run(step(lambda taken: taken), ONE)
