"""The stand-ins themselves: a script that is not followed must not pass for one that was."""

import threading

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from pydantic import BaseModel

from agent.errors import ProviderError, StepFailed, Stopped
from agent.events import Thinking, Token
from agent.steps import Chat, Step
from tests.fakes import MODEL, Breaks, Gives, Pause, RecordingReporter, Says, Script


class Number(BaseModel):
    value: int


def too_big(_taken: BaseModel, given: Number) -> list[str]:
    return ["It is too big."] if given.value > 9 else []


DOUBLE = Step("double", Number, Number, prompt=str, check=too_big)
CHAT = Chat(system="", messages=[HumanMessage("Hi")], rules=lambda _: AIMessage("no"))


def test_a_script_is_said_in_order() -> None:
    """Text as tokens, thinking apart, tool calls with ids, steps as checked values."""
    script = Script(
        Says("One two", thinking="Hm", calls=(("rag_search", {"query": "x"}),)),
        Gives("double", {"value": 4}),
    )
    report = RecordingReporter()
    llm = script.open(MODEL, report)
    message = llm.reply(CHAT)
    assert (message.text, message.tool_calls[0]["name"]) == ("One two", "rag_search")
    assert report.text == "One two"
    assert [e.text for e in report.events if isinstance(e, Thinking)] == ["Hm"]
    assert llm.run(DOUBLE, Number(value=2)) == Number(value=4)
    assert len(report.usage) == 2
    script.finish()


def test_more_than_the_script_is_a_failure() -> None:
    """Also when the code under test has swallowed the error."""
    script = Script()
    with pytest.raises(AssertionError):
        script.open(MODEL, RecordingReporter()).reply(CHAT)
    with pytest.raises(AssertionError, match="beyond the script"):
        script.finish()


def test_an_unsound_answer_fails_the_step() -> None:
    llm = Script(Gives("double", {"value": 40})).open(MODEL, RecordingReporter())
    with pytest.raises(StepFailed, match="too big"):
        llm.run(DOUBLE, Number(value=20))


def test_a_failure_comes_after_its_words() -> None:
    report = RecordingReporter()
    error = ProviderError("Cut.", problem="cut")
    llm = Script(Breaks(error, after="Well then")).open(MODEL, report)
    with pytest.raises(ProviderError) as raised:
        llm.reply(CHAT)
    assert raised.value is error
    assert report.text == "Well then"


def test_a_stop_in_a_pause_keeps_what_was_said() -> None:
    """As the port promises: the text so far, no calls, marked as stopped."""
    report, pause = RecordingReporter(), Pause()
    script = Script(Says("One two three", pause=pause), Gives("double", {"value": 1}))
    llm = script.open(MODEL, report)
    said: list[AIMessage] = []
    speaker = threading.Thread(target=lambda: said.append(llm.reply(CHAT)))
    speaker.start()
    pause.wait_until_reached()
    report.stopped = True
    pause.go_on()
    speaker.join(10)
    assert said[0].text == "One two "
    assert said[0].response_metadata["stopped"] is True
    assert not [e for e in report.events if isinstance(e, Token) and "three" in e.text]
    with pytest.raises(Stopped):
        llm.run(DOUBLE, Number(value=1))
