"""Stop is heeded at once: while waiting, while streaming, while pausing between attempts."""

import threading
import time

import pytest
from langchain_core.messages import HumanMessage
from pydantic import BaseModel

from agent.adapters.llm.retrying import Patience
from agent.engine.messages import text_of
from agent.errors import ProviderError, Stopped
from agent.ports import Llm
from agent.steps import Step
from tests.servers import Calls, Fails, Says
from tests.servers.vendors import VENDORS, Watcher, chat, talking
from tests.waiting import wait_until

QUESTION = HumanMessage("Count.")
EVERY_VENDOR = pytest.mark.parametrize("name", VENDORS)


class Word(BaseModel):
    word: str


STEP = Step("say_word", Word, Word, prompt=lambda given: f"Say {given.word}.")


@EVERY_VENDOR
def test_what_had_arrived_is_kept_and_calls_are_not(name: str) -> None:
    """And the vendor sees the client hang up: it stops producing tokens that are paid for."""
    says = Says(
        thinking="Hm.",
        text="One two three four five. " * 100,
        calls=(Calls("search", {"query": "x"}),),
        rate=100,
    )
    with talking(name, [says], stop_at=3) as (llm, watcher, server):
        message = llm.reply(chat(QUESTION))
        wait_until(lambda: server.hung_up == 1)
    assert text_of(message) == "One two three" == watcher.text.strip()
    assert message.tool_calls == []
    assert message.response_metadata["stopped"] is True
    assert message.response_metadata["provider"] == VENDORS[name].provider
    assert len(watcher.usage) == 1


def seconds_of_reply(llm: Llm, watcher: Watcher) -> float:
    """When stop is pressed a little later."""
    started = time.perf_counter()
    threading.Timer(0.3, lambda: setattr(watcher, "stopped", True)).start()
    message = llm.reply(chat(QUESTION))
    assert text_of(message) == ""
    assert message.response_metadata["stopped"] is True
    return time.perf_counter() - started


@EVERY_VENDOR
def test_a_model_that_thinks_for_long_is_not_waited_for(name: str) -> None:
    with talking(name, [Fails("hang")]) as (llm, watcher, _):
        assert seconds_of_reply(llm, watcher) < 4


def test_a_pause_before_the_next_attempt_is_not_waited_for() -> None:
    patience = Patience(delays=(5.0,))
    with talking("vllm", [Fails("unavailable")], patience=patience) as (llm, watcher, server):
        assert seconds_of_reply(llm, watcher) < 4
        with pytest.raises(Stopped):
            llm.run(STEP, Word(word="x"))
    assert len(server.requests) == 1


def test_a_passing_failure_is_tried_again() -> None:
    script = [Fails("quota"), Fails("unavailable"), Says(text="Yes.")]
    with talking("vllm", script) as (llm, watcher, server):
        assert text_of(llm.reply(chat(QUESTION))) == watcher.text == "Yes."
    assert len(server.requests) == 3


@EVERY_VENDOR
def test_the_sdks_do_not_retry_on_their_own(name: str) -> None:
    patience = Patience(delays=())
    with talking(name, [Fails("unavailable")], patience=patience) as (llm, _, server):
        with pytest.raises(ProviderError):
            llm.reply(chat(QUESTION))
    assert len(server.requests) == 1


@EVERY_VENDOR
def test_a_vendor_says_when_to_come_back(name: str) -> None:
    script = [Fails("quota", retry_after="0.4"), Says(text="Yes.")]
    with talking(name, script) as (llm, _, _):
        started = time.perf_counter()
        llm.reply(chat(QUESTION))
        assert time.perf_counter() - started > 0.4
    with talking(name, [Fails("quota", retry_after="600")]) as (llm, _, server):
        with pytest.raises(ProviderError):
            llm.reply(chat(QUESTION))
    assert len(server.requests) == 1
