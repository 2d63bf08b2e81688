"""Servers of one's own: found, asked what they serve, kept to their window, with a second model."""

import json
import time
from dataclasses import replace

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from agent.adapters import llm as llms
from agent.adapters.llm.servers import learn
from agent.adapters.llm.spoken_calls import without_calls
from agent.adapters.llm.window import fit, tokens_in
from agent.checks.guardrails import fenced
from agent.engine.messages import text_of
from agent.errors import ProviderError
from agent.ports import ModelChoice, Timeouts
from agent.settings import Settings
from tests.servers import Fails, Says
from tests.servers.ollama_server import ollama_server
from tests.servers.openai_server import openai_server
from tests.servers.vendors import AT_ONCE, NO_ENVIRONMENT, VENDORS, Watcher, chat, choice, talking

QUESTION = HumanMessage("What is a key?")
NOWHERE = "http://127.0.0.1:9/v1"


def settings(port, *, shared=False):
    return Settings.model_construct(
        interlude_model_ports={"Ollama": port, "vLLM": 9}, interlude_shared=shared
    )


class TestFinding:
    def test_a_server_on_its_usual_port_is_found_with_its_models(self) -> None:
        with ollama_server() as port:
            began = time.monotonic()
            (found,) = llms.find_servers(settings(port))
            assert time.monotonic() - began < 1
            assert llms.find_servers(settings(port, shared=True)) == [], "others are served here"
        assert (found.name, found.models) == ("Ollama", ("llama3.2:1b",))

    def test_a_closed_port_is_no_server_and_says_so_when_asked(self) -> None:
        gone = ModelChoice("vllm", "m", base_url=NOWHERE)
        assert llms.listed_at(gone, settings=NO_ENVIRONMENT).problem == "refused"

    @pytest.mark.parametrize("tools", [True, False])
    def test_window_and_tools_are_read_where_the_server_tells_them(self, tools) -> None:
        with ollama_server(window=8192, tools=tools) as port:
            known = learn(
                ModelChoice("vllm", "llama3.2:1b", base_url=f"http://127.0.0.1:{port}/v1")
            )
        assert (known.window, known.tools, known.server) == (8192, tools, "Ollama")


class TestTheWindow:
    def test_the_oldest_turns_go_first_and_then_what_was_found(self) -> None:
        old = [HumanMessage("old question"), AIMessage("old answer " * 400)]
        found = ToolMessage("fact " * 2000, tool_call_id="1", name="rag_search")
        fitted = fit([*old, QUESTION, found], 1500)
        assert fitted.fits
        assert fitted.messages[0].text == QUESTION.text
        assert len(fitted.places) == 2
        assert sum(tokens_in(str(message.text)) for message in fitted.messages) < 1500

    def test_numbered_sources_are_shortened_and_the_request_is_not(self) -> None:
        sources = "\n".join(fenced("A fact. " * 900, f"S{number}") for number in (1, 2))
        fitted = fit([HumanMessage(f"{sources}\n{fenced('Write on keys.', 'request')}")], 2000)
        assert fitted.fits
        assert "Write on keys." in fitted.messages[0].text

    def test_what_fits_is_left_alone_and_what_cannot_fit_says_so(self) -> None:
        assert fit([QUESTION], 4096).messages == [QUESTION]
        assert not fit([HumanMessage("word " * 5000)], 1000).fits


class TestModelsWithoutTools:
    def test_a_refusal_of_tools_is_asked_once_more_without_them(self) -> None:
        script = [Fails("no_tools"), Says(text="A key identifies a row."), Says(text="Yes.")]
        with talking("vllm", script) as (llm, watcher, server):
            assert text_of(llm.reply(chat(QUESTION))) == "A key identifies a row."
            assert text_of(llm.reply(chat(QUESTION))) == "Yes."
        assert len(watcher.notices) == 1
        assert ["tools" in body for body in server.requests] == [True, False, False]

    def test_a_call_that_is_written_as_a_block_is_made_and_not_shown(self) -> None:
        block = json.dumps({"name": "search", "arguments": {"query": "keys"}})
        script = [Says(text=f"I look it up.\n```json\n{block}\n```")]
        with talking("vllm", script) as (llm, watcher, _):
            message = llm.reply(chat(QUESTION))
        (call,) = message.tool_calls
        assert (call["name"], call["args"]) == ("search", {"query": "keys"})
        assert "arguments" not in watcher.text
        assert "I look it up." in watcher.text

    @pytest.mark.parametrize(
        "text",
        [
            '```json\n{"name": "Ana", "age": 3}\n```',
            '{"name": "search", "type": "object"}',
            "Call search with {query}.",
        ],
    )
    def test_other_json_stays_text(self, text) -> None:
        assert without_calls(text, ["search"]) == (text, [])


class TestASecondModel:
    def test_it_goes_on_where_the_first_fails_and_is_named(self) -> None:
        with openai_server([Says(text="I am the second.")]) as server:
            second = choice(VENDORS["openai"], server.url)
            first = replace(choice(VENDORS["vllm"], NOWHERE), fallback=second)
            watcher = Watcher()
            llm = llms.open_llm(first, watcher, settings=NO_ENVIRONMENT, patience=AT_ONCE)
            assert text_of(llm.reply(chat(QUESTION))) == "I am the second."
        assert llm.label in watcher.notices[0]

    def test_where_both_fail_the_error_is_a_sentence(self) -> None:
        gone = choice(VENDORS["openai"], NOWHERE)
        first = replace(choice(VENDORS["vllm"], NOWHERE), fallback=gone)
        llm = llms.open_llm(first, Watcher(), settings=NO_ENVIRONMENT, patience=AT_ONCE)
        with pytest.raises(ProviderError):
            llm.reply(chat(QUESTION))


def test_a_slow_stream_ends_at_the_limit_of_the_whole_call() -> None:
    with openai_server([Says(text="word " * 400, rate=20)], flavour="vllm") as server:
        llm = llms.open_llm(
            choice(VENDORS["vllm"], server.url),
            Watcher(),
            settings=NO_ENVIRONMENT,
            timeouts=Timeouts(model=5, call=1),
            patience=AT_ONCE,
        )
        began = time.monotonic()
        message = llm.reply(chat(QUESTION))
        assert time.monotonic() - began < 5
    assert text_of(message).startswith("word")
