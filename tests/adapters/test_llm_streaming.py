"""Answers as they stream: their parts told apart, counted, stopped at once, and watched."""

import threading
import time
from enum import Enum
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from pydantic import BaseModel, Field

from agent.adapters.llm import EMBEDDED, open_llm
from agent.adapters.llm.retrying import Patience
from agent.adapters.llm.streamed_text import LONGEST_HAN, StreamedText
from agent.engine.messages import text_of
from agent.errors import AgentError, ProviderError, StepFailed, Stopped
from agent.events import Thinking, Token
from agent.ports import ModelChoice, Timeouts
from agent.steps import Chat, Step, ToolSpec
from tests.servers import Calls, Fails, Says
from tests.servers.vendors import NO_ENVIRONMENT, SEARCH, VENDORS, Watcher, chat, talking
from tests.waiting import wait_until

QUESTION = HumanMessage("What is a key?")
LONGEST = Timeouts().characters
EVERY_VENDOR = pytest.mark.parametrize("name", VENDORS)


@EVERY_VENDOR
def test_thinking_text_and_a_call_whose_arguments_come_in_pieces(name) -> None:
    """The message is stored in a checkpoint and its signatures are wanted again afterwards."""
    call = Calls("search", {"query": f"“{name}” and a {{ brace", "limit": 3}, pieces=7)
    says = Says(thinking="They ask for keys.", text="I look it up.", calls=(call,))
    with talking(name, [says, Says(text="Done.")]) as (llm, watcher, server):
        message = llm.reply(chat(QUESTION))
        kinds = [type(event) for event in watcher.events]
        assert kinds == sorted(kinds, key=[Thinking, Token].index)
        assert kinds.count(Token) > 1
        assert watcher.text == text_of(message) == "I look it up."
        assert watcher.thinking == message.additional_kwargs["thinking"] == "They ask for keys."
        (asked,) = message.tool_calls
        assert (asked["name"], asked["args"]) == ("search", call.arguments)
        serializer = JsonPlusSerializer(allowed_msgpack_modules=None)
        stored = serializer.loads_typed(serializer.dumps_typed(message))
        assert stored == message
        llm.reply(chat(QUESTION, stored, ToolMessage("x", tool_call_id=asked["id"])))
    assert server.refusals == []


TAGGED = ("<thi", "nking>Keys", "?</think", "ing>\n\n<ans", "wer>A ke", "y is.</", "answer>")


@EVERY_VENDOR
def test_tags_of_thought_are_parsed_while_they_stream(name) -> None:
    call = Calls("search", {"query": "<thinking>"})
    says = Says(pieces=TAGGED, thinking="Native.", calls=(call,))
    with talking(name, [says]) as (llm, watcher, _):
        message = llm.reply(chat(QUESTION))
    assert watcher.text == text_of(message) == "A key is."
    assert watcher.thinking == "Native.Keys?"
    assert message.tool_calls[0]["args"] == {"query": "<thinking>"}


@EVERY_VENDOR
def test_usage_and_cost(name) -> None:
    script = [Says(text="Yes.", usage=(1000, 500)), Says(text="Yes.", usage=None)]
    with talking(name, script) as (llm, watcher, _):
        for _ in script:
            llm.reply(chat(QUESTION))
    counted, uncounted = watcher.usage
    prices = {"mistral": (0.15, 0.6), "openai": (0.4, 1.6), "openai-responses": (1.0, 5.0)}
    price = prices.get(name)
    assert (counted.tokens_in, counted.tokens_out) == (1000, 500)
    wanted = None if price is None else (1000 * price[0] + 500 * price[1]) / 1e6
    assert counted.usd == (None if wanted is None else pytest.approx(wanted))
    assert counted.model == llm.label
    assert counted.seconds > 0
    assert uncounted.tokens_in == 0


class Depth(Enum):
    short = "short"
    long = "long"


class Range(BaseModel):
    first: int = Field(ge=0)
    last: int | None = None


class Fancy(BaseModel):
    """Arguments with everything in them."""

    query: str = Field(description="What to look for.", max_length=80)
    depth: Depth = Depth.short
    kind: Literal["book", "page"] = "book"
    ranges: list[Range] = []
    pages: Range | None = None


@EVERY_VENDOR
def test_every_vendor_takes_rich_schemas(name) -> None:
    arguments = {"query": "x", "depth": "long", "ranges": [{"first": 1}], "pages": None}
    tool = ToolSpec("find_pages", "Finds pages.", Fancy)
    says = Says(calls=(Calls("find_pages", arguments),))
    with talking(name, [says]) as (llm, _, server):
        message = llm.reply(chat(QUESTION, tools=(tool, SEARCH)))
    assert server.refusals == []
    assert message.tool_calls[0]["args"] == arguments


def broken(name):
    if name == "gemini":  # its arguments are JSON already; it says that a call went wrong
        return Says(finish="MALFORMED_FUNCTION_CALL")
    return Says(text="I look.", calls=(Calls("search", raw='{"query": "ke'),))


@EVERY_VENDOR
def test_a_broken_call_is_made_again(name) -> None:
    whole = Says(calls=(Calls("search", {"query": "key"}),))
    with talking(name, [broken(name), whole]) as (llm, watcher, server):
        message = llm.reply(chat(QUESTION))
    assert server.refusals == []
    assert message.tool_calls[0]["args"] == {"query": "key"}
    assert "arguments that are not a valid JSON object" in str(server.requests[1])
    assert len(watcher.usage) == 2


@EVERY_VENDOR
def test_a_call_that_stays_broken_and_an_empty_answer_are_given_up(name) -> None:
    for script in ([broken(name)] * 2, [Says(thinking="Hm.")]):
        with talking(name, script) as (llm, _, server), pytest.raises(StepFailed) as raised:
            llm.reply(chat(QUESTION))
        assert raised.value.message.endswith(".")
        assert raised.value.hint
        assert server.left == 0


LENGTH = {"gemini": "MAX_TOKENS", "openai-responses": "max_output_tokens"}


@EVERY_VENDOR
def test_an_answer_at_the_models_limit_says_so(name) -> None:
    says = Says(text="One two", finish=LENGTH.get(name, "length"))
    with talking(name, [says]) as (llm, watcher, _):
        assert text_of(llm.reply(chat(QUESTION))) == "One two"
    assert len(watcher.notices) == 1


@EVERY_VENDOR
def test_an_answer_that_does_not_end_is_ended(name) -> None:
    says = Says(pieces=("word " * 2000,) * 40)
    with talking(name, [says]) as (llm, watcher, _):
        message = llm.reply(chat(QUESTION))
    assert watcher.text.strip() == text_of(message)
    assert LONGEST - 10 < len(text_of(message)) <= LONGEST
    assert len(watcher.notices) == 1
    assert not message.tool_calls


class Word(BaseModel):
    word: str


STEP = Step("say_word", Word, Word, prompt=lambda given: f"Say {given.word}.")


@EVERY_VENDOR
def test_what_had_arrived_is_kept_and_calls_are_not(name) -> None:
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


def seconds_of_reply(llm, watcher):
    """When stop is pressed a little later."""
    started = time.perf_counter()
    threading.Timer(0.3, lambda: setattr(watcher, "stopped", True)).start()
    message = llm.reply(chat(QUESTION))
    assert text_of(message) == ""
    assert message.response_metadata["stopped"] is True
    return time.perf_counter() - started


@EVERY_VENDOR
def test_a_model_that_thinks_for_long_is_not_waited_for(name) -> None:
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
def test_the_sdks_do_not_retry_on_their_own(name) -> None:
    patience = Patience(delays=())
    with talking(name, [Fails("unavailable")], patience=patience) as (llm, _, server):
        with pytest.raises(ProviderError):
            llm.reply(chat(QUESTION))
    assert len(server.requests) == 1


@EVERY_VENDOR
def test_a_vendor_says_when_to_come_back(name) -> None:
    script = [Fails("quota", retry_after="0.4"), Says(text="Yes.")]
    with talking(name, script) as (llm, _, _):
        started = time.perf_counter()
        llm.reply(chat(QUESTION))
        assert time.perf_counter() - started > 0.4
    with talking(name, [Fails("quota", retry_after="600")]) as (llm, _, server):
        with pytest.raises(ProviderError):
            llm.reply(chat(QUESTION))
    assert len(server.requests) == 1


class Objection(AgentError):
    pass


def objects_to(word, seen):
    def watch(text) -> None:
        seen.append(text)
        if word in text.split():
            raise Objection(f"{word} was said.")

    return watch


@EVERY_VENDOR
def test_what_the_watcher_raises_ends_the_reply_and_the_connection(name) -> None:
    says = Says(text="The glass is foul and it goes on " + "and on " * 300, rate=100)
    watch = objects_to("foul", [])
    with talking(name, [says]) as (llm, watcher, server):
        with pytest.raises(Objection):
            llm.reply(chat(QUESTION, tools=(), watch=watch))
        wait_until(lambda: server.hung_up == 1)
        assert len(server.requests) == 1, "nothing is tried again"
    assert watcher.text.strip() == "The glass is"
    assert len(watcher.usage) == 1


@EVERY_VENDOR
def test_words_are_watched_whole_however_they_arrive(name) -> None:
    """Half of "assessment" is another word."""
    says = Says(pieces=("The ass", "essment of a cl", "ass A off", "ice. ", "D", "one"))
    seen = []
    with talking(name, [says]) as (llm, watcher, _):
        message = llm.reply(chat(QUESTION, tools=(), watch=objects_to("ass", seen)))
    whole = "The assessment of a class A office. Done"
    assert watcher.text == text_of(message) == whole == seen[-1]
    assert seen == sorted(seen, key=len)
    assert "The assessment of a cl" not in seen


def test_rules_are_watched_alike() -> None:
    watcher = Watcher()
    llm = open_llm(ModelChoice(EMBEDDED), watcher, settings=NO_ENVIRONMENT)
    text = "one two three four " * 5 + "foul " + "more " * 9
    asked = Chat(
        "", [QUESTION], lambda _: AIMessage(text), watch=objects_to("foul", []), to="document"
    )
    with pytest.raises(Objection):
        llm.reply(asked)
    assert "foul" not in watcher.text
    assert watcher.text.startswith("one two three four")
    assert {event.to for event in watcher.events if isinstance(event, Token)} == {"document"}


def test_half_a_word_is_held_back_until_it_ends_and_chinese_not_for_ever() -> None:
    def told_of(*pieces):
        telling = StreamedText(Watcher(), watch=lambda _: None)
        for piece in pieces:
            telling.say(piece)
        return telling.told

    assert told_of("Half a wo") == "Half a "
    assert told_of("Half a wo", "rd\nand") == "Half a word\n"
    assert told_of("房" * (LONGEST_HAN - 1)) == ""
    assert told_of("房" * LONGEST_HAN + "Lond") == "房" * LONGEST_HAN


def test_what_is_held_back_comes_with_what_clears_it() -> None:
    watcher = Watcher()
    telling = StreamedText(watcher, watch=lambda text: text.count("(") == text.count(")"))
    told = []
    for piece in ("One (two ", "three ", "four) five ", "(six"):
        telling.say(piece)
        told.append(watcher.text)
    telling.end()
    assert told == ["", "", "One (two three four) five ", "One (two three four) five "]
    assert telling.told == watcher.text == told[-1], "and what nothing clears is never told"


@given(st.lists(st.text(max_size=30), max_size=20))
def test_nothing_is_lost_or_told_before_it_is_watched(pieces) -> None:
    watcher, seen = Watcher(), [""]
    telling = StreamedText(watcher, watch=seen.append)
    for piece in pieces:
        telling.say(piece)
        assert watcher.text == telling.told == seen[-1]
    telling.end()
    assert watcher.text == "".join(pieces)
