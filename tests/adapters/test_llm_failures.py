"""Every way a vendor can fail, told in our words and without its own."""

import logging
import traceback
from contextlib import contextmanager

import pytest
from langchain_core.messages import HumanMessage

from agent.adapters import llm as llms
from agent.errors import ProviderError
from agent.ports import Timeouts
from tests.servers import Calls, Fails, Says
from tests.servers.vendors import CANARY, NO_ENVIRONMENT, VENDORS, chat, choice, talking

PROBLEMS = {
    "key": ("key", False),
    "forbidden": ("key", False),
    "quota": ("quota", True),
    "unpaid": ("quota", False),
    "unavailable": ("unavailable", True),
    "too_long": ("too_long", False),
    "filtered": ("filtered", False),
    "filtered_late": ("filtered", False),
    "not_found": ("rejected", False),
    "rejected": ("rejected", False),
    "hang": ("timeout", True),
    "stall": ("timeout", True),
    "cut": ("cut", True),
    "unfinished": ("cut", True),
}
# A slower reader than the others: its client counts in whole seconds.
SECONDS = {"stall": 0.6, "hang": 0.4}


@contextmanager
def no_vendor_words(caplog):
    """The error raised inside, after looking at all that a user or a log could see of it."""
    caught = []
    caplog.set_level(logging.DEBUG)
    with pytest.raises(ProviderError) as raised:
        yield caught
    error = raised.value
    caught.append(error)
    told = "".join(traceback.format_exception(error)) + repr(error) + error.message + error.hint
    assert CANARY not in told
    assert CANARY not in caplog.text
    assert error.message.endswith(".")
    assert error.hint.endswith(".")
    assert "{" not in error.message + error.hint


@pytest.mark.parametrize("how", PROBLEMS)
@pytest.mark.parametrize("name", VENDORS)
def test_every_failure_of_every_vendor(name, how, caplog) -> None:
    with talking(name, [Fails(how)] * 3, seconds=SECONDS.get(how, 20)) as (llm, watcher, _):
        with no_vendor_words(caplog) as caught:
            llm.reply(chat(HumanMessage("Hello, as late as it is?")))
    problem, retryable = PROBLEMS[how]
    assert (caught[0].problem, caught[0].retryable) == (problem, retryable)
    assert llm.label.split(" ")[0] in caught[0].message
    assert len(watcher.usage) == 1


@pytest.mark.parametrize(
    ("name", "reply"),
    [
        ("gemini", Fails("filtered")),
        ("openai", Says(refusal=f"No, {CANARY}.")),
        ("openai-responses", Says(refusal=f"No, {CANARY}.")),
    ],
)
def test_a_blocked_prompt_and_a_model_that_declines(name, reply) -> None:
    with talking(name, [reply]) as (llm, _, _), pytest.raises(ProviderError) as raised:
        llm.reply(chat(HumanMessage("Hello?")))
    assert raised.value.problem == "filtered"


@pytest.mark.parametrize("name", VENDORS)
def test_the_test_button_of_the_sidebar(name, caplog) -> None:
    vendor = VENDORS[name]
    calls = Calls("get_weather", {"city": "Madrid"})
    replies = [Says(text="OK"), Says(calls=(calls,)), Says(text='{"colour": "green"}')]
    with vendor.serve([*replies, Fails("key")]) as server:
        tried = choice(vendor, server.url)
        found = llms.test_connection(tried, settings=NO_ENVIRONMENT)
        works = {each.what: each.works for each in found}
        assert works == {"text": True, "tools": True, "schema": True}
        assert vendor.model in found[0].said
        with no_vendor_words(caplog) as caught:
            llms.test_connection(tried, settings=NO_ENVIRONMENT, timeouts=Timeouts(model=5))
        assert server.refusals == []
    assert caught[0].problem == "key"
