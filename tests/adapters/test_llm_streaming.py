"""Answers as they stream: text, thinking and calls apart, counted, and kept for the vendor."""

from enum import Enum
from typing import Any, Literal

import pytest
from langchain_core.messages import HumanMessage, ToolMessage
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from pydantic import BaseModel, Field

from agent.engine.messages import text_of
from agent.errors import StepFailed
from agent.events import Thinking, Token
from agent.ports import Timeouts
from agent.steps import ToolSpec
from tests.servers import Calls, Says
from tests.servers.vendors import SEARCH, VENDORS, chat, talking

QUESTION = HumanMessage("What is a key?")
LONGEST = Timeouts().characters
EVERY_VENDOR = pytest.mark.parametrize("name", VENDORS)


@EVERY_VENDOR
def test_thinking_text_and_a_call_whose_arguments_come_in_pieces(name: str) -> None:
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
def test_tags_of_thought_are_parsed_while_they_stream(name: str) -> None:
    call = Calls("search", {"query": "<thinking>"})
    says = Says(pieces=TAGGED, thinking="Native.", calls=(call,))
    with talking(name, [says]) as (llm, watcher, _):
        message = llm.reply(chat(QUESTION))
    assert watcher.text == text_of(message) == "A key is."
    assert watcher.thinking == "Native.Keys?"
    assert message.tool_calls[0]["args"] == {"query": "<thinking>"}


@EVERY_VENDOR
def test_usage_and_cost(name: str) -> None:
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
def test_every_vendor_takes_rich_schemas(name: str) -> None:
    arguments = {"query": "x", "depth": "long", "ranges": [{"first": 1}], "pages": None}
    tool = ToolSpec("find_pages", "Finds pages.", Fancy)
    says = Says(calls=(Calls("find_pages", arguments),))
    with talking(name, [says]) as (llm, _, server):
        message = llm.reply(chat(QUESTION, tools=(tool, SEARCH)))
    assert server.refusals == []
    assert message.tool_calls[0]["args"] == arguments


def broken(name: str) -> Any:
    if name == "gemini":  # its arguments are JSON already; it says that a call went wrong
        return Says(finish="MALFORMED_FUNCTION_CALL")
    return Says(text="I look.", calls=(Calls("search", raw='{"query": "ke'),))


@EVERY_VENDOR
def test_a_broken_call_is_made_again(name: str) -> None:
    whole = Says(calls=(Calls("search", {"query": "key"}),))
    with talking(name, [broken(name), whole]) as (llm, watcher, server):
        message = llm.reply(chat(QUESTION))
    assert server.refusals == []
    assert message.tool_calls[0]["args"] == {"query": "key"}
    assert "arguments that are not a valid JSON object" in str(server.requests[1])
    assert len(watcher.usage) == 2


@EVERY_VENDOR
def test_a_call_that_stays_broken_and_an_empty_answer_are_given_up(name: str) -> None:
    for script in ([broken(name)] * 2, [Says(thinking="Hm.")]):
        with talking(name, script) as (llm, _, server), pytest.raises(StepFailed) as raised:
            llm.reply(chat(QUESTION))
        assert raised.value.message.endswith(".")
        assert raised.value.hint
        assert server.left == 0


LENGTH = {"gemini": "MAX_TOKENS", "openai-responses": "max_output_tokens"}


@EVERY_VENDOR
def test_an_answer_at_the_models_limit_says_so(name: str) -> None:
    says = Says(text="One two", finish=LENGTH.get(name, "length"))
    with talking(name, [says]) as (llm, watcher, _):
        assert text_of(llm.reply(chat(QUESTION))) == "One two"
    assert len(watcher.notices) == 1


@EVERY_VENDOR
def test_an_answer_that_does_not_end_is_ended(name: str) -> None:
    says = Says(pieces=("word " * 2000,) * 40)
    with talking(name, [says]) as (llm, watcher, _):
        message = llm.reply(chat(QUESTION))
    assert watcher.text.strip() == text_of(message)
    assert LONGEST - 10 < len(text_of(message)) <= LONGEST
    assert len(watcher.notices) == 1
    assert not message.tool_calls
