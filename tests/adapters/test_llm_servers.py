"""The local servers are as strict as the vendors, in both ways of answering."""

import json
import subprocess
import sys
import time
import urllib.error
import urllib.request
from typing import Any

import pytest
from langchain_core.messages import HumanMessage

from agent.adapters.llm import providers
from agent.messages import native_pieces, text_of
from agent.ports import Timeouts
from tests.servers import Calls, Says, gemini_server, mistral_server, openai_server
from tests.servers.openai_server import everlasting
from tests.servers.samples import least
from tests.servers.vendors import VENDORS, choice

Plain = dict[str, Any]
USER = {"role": "user", "content": "Hi"}


def asking(*ids: str, **more: Any) -> Plain:
    calls = [
        {"id": each, "type": "function", "function": {"name": "f", "arguments": "{}"}}
        for each in ids
    ]
    return {"role": "assistant", "content": "", "tool_calls": calls, **more}


def answering(call: str) -> Plain:
    return {"role": "tool", "tool_call_id": call, "content": "x"}


OPENAI_REFUSES = {
    "a result without a call": [USER, answering("1")],
    "a call without a result": [USER, asking("1"), USER],
    "a call at the end": [USER, asking("1")],
    "half the results": [USER, asking("1", "2"), answering("1"), USER],
    "a block of thought": [{"role": "assistant", "content": [{"type": "thinking"}]}],
    "a signature": [{"role": "user", "content": [{"type": "text", "text": "x", "extras": {}}]}],
    "reasoning": [USER, {"role": "assistant", "content": "x", "reasoning_content": "hm"}],
    "an answer of nothing": [USER, {"role": "assistant", "content": None}],
}
ID, OTHER = "abcdefgh1", "abcdefgh2"
MISTRAL_REFUSES = {
    "a long id": [USER, asking("call_12345"), answering("call_12345")],
    "a user after a tool": [USER, asking(ID), answering(ID), USER],
    "half the results": [USER, asking(ID, OTHER), answering(ID)],
    "a result without a call": [USER, answering(ID)],
    "text beside calls": [USER, asking(ID, content="I look."), answering(ID)],
    "the assistant last": [USER, {"role": "assistant", "content": "x"}],
    "a late system message": [USER, {"role": "system", "content": "x"}, USER],
    "a foreign block": [{"role": "user", "content": [{"type": "reasoning"}]}],
    "foreign fields": [USER, {"role": "assistant", "content": "x", "thinking": "x"}, USER],
}


def gemini(*turns: tuple[str, Plain]) -> list[Plain]:
    return [{"role": role, "parts": [part]} for role, part in turns]


PROMPT = ("user", {"text": "Hi"})
CALL = ("model", {"functionCall": {"name": "f", "args": {}}})
SIGNED = ("model", {**CALL[1], "thoughtSignature": "skip_thought_signature_validator"})
RESULT = ("user", {"functionResponse": {"name": "f", "response": {}}})
GEMINI_REFUSES = {
    "no signature": gemini(PROMPT, CALL, RESULT),
    "a foreign signature": gemini(
        PROMPT, ("model", {**CALL[1], "thoughtSignature": "Zm9yZWlnbg=="}), RESULT
    ),
    "a call without a result": gemini(PROMPT, SIGNED, PROMPT),
    "a result without a call": gemini(PROMPT, RESULT),
    "a call at the beginning": gemini(SIGNED, RESULT),
    "the model last": gemini(PROMPT, ("model", {"text": "x"})),
    "a foreign part": gemini(("user", {"type": "text", "text": "x"})),
    "an empty turn": [{"role": "user", "parts": []}],
}


def posted(url: str, body: Plain) -> tuple[int, Plain]:
    data = json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=10) as response:  # noqa: S310
            return response.status, json.loads(response.read())
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.loads(error.read())


@pytest.mark.parametrize("case", OPENAI_REFUSES)
def test_what_openai_refuses(case: str) -> None:
    with openai_server([]) as server:
        body = {"model": "m", "messages": OPENAI_REFUSES[case]}
        assert posted(f"{server.url}/chat/completions", body)[0] == 400
        assert len(server.refusals) == 1


@pytest.mark.parametrize("case", MISTRAL_REFUSES)
def test_what_mistral_refuses(case: str) -> None:
    with mistral_server([]) as server:
        body = {"model": "m", "messages": MISTRAL_REFUSES[case]}
        assert posted(f"{server.url}/chat/completions", body)[0] == 400
        assert len(server.refusals) == 1


@pytest.mark.parametrize("case", GEMINI_REFUSES)
def test_what_gemini_refuses(case: str) -> None:
    with gemini_server([]) as server:
        url = f"{server.url}/v1beta/models/m:generateContent"
        assert posted(url, {"contents": GEMINI_REFUSES[case]})[0] == 400
        assert len(server.refusals) == 1


def test_what_deepseek_refuses() -> None:
    with openai_server([Says(text="Yes.")], flavour="deepseek") as server:
        url = f"{server.url}/chat/completions"
        talk = [USER, asking("1"), answering("1")]
        assert posted(url, {"model": "m", "messages": talk})[0] == 400
        talk[1]["reasoning_content"] = ""
        assert posted(url, {"model": "m", "messages": talk})[0] == 200
        schema = {"type": "json_schema", "json_schema": {"name": "x", "schema": {}}}
        body = {"model": "m", "messages": [USER], "response_format": schema}
        assert posted(url, body)[0] == 400


@pytest.mark.parametrize("name", VENDORS)
def test_the_unstreamed_answer_is_the_same(name: str) -> None:
    """Ours always stream; whoever uses a client of his own may not."""
    vendor = VENDORS[name]
    says = Says(text="Yes.", calls=(Calls("f", {"a": 1}),), thinking="Hm.")
    with vendor.serve([says]) as server:
        client = providers()[vendor.provider].connect(choice(vendor, server.url), Timeouts())
        message = client.invoke([HumanMessage("Hi")])
    assert text_of(message) == "Yes."
    assert message.tool_calls[0]["args"] == {"a": 1}
    assert message.usage_metadata["output_tokens"] == 7
    if name in ("gemini", "mistral"):
        assert ("thinking", "Hm.") in native_pieces(message)


def test_a_script_counts_what_was_left() -> None:
    with openai_server([Says(text="1"), Says(text="2")]) as server:
        status, body = posted(f"{server.url}/chat/completions", {"model": "m", "messages": [USER]})
        assert (status, body["choices"][0]["message"]["content"]) == (200, "1")
    assert server.left == 1


SCHEMA = {
    "type": "object",
    "required": ["title", "kind", "marks", "maybe", "inner"],
    "properties": {
        "title": {"type": "string", "minLength": 30},
        "kind": {"enum": ["a", "b"]},
        "marks": {"type": "array", "minItems": 2, "items": {"type": "integer", "minimum": 3}},
        "maybe": {"anyOf": [{"type": "boolean"}, {"type": "null"}]},
        "inner": {"$ref": "#/$defs/Inner"},
        "optional": {"type": "string"},
    },
    "$defs": {"Inner": {"type": "object", "properties": {}}},
}


def test_the_least_that_fits_a_schema() -> None:
    sample = least(SCHEMA)
    assert len(sample.pop("title")) >= 30
    assert sample == {"kind": "a", "marks": [3, 3], "maybe": False, "inner": {}}
    with openai_server(everlasting(5, rate=0, ttft=0)) as server:
        wanted = {"type": "json_schema", "json_schema": {"name": "x", "schema": SCHEMA}}
        body = {"model": "m", "messages": [USER], "response_format": wanted}
        _, answer = posted(f"{server.url}/chat/completions", body)
        assert json.loads(answer["choices"][0]["message"]["content"]) == least(SCHEMA)


def test_the_server_as_a_process() -> None:
    command = "-m tests.servers.openai_server --port 0 --tokens 20 --rate 200 --ttft 0.2"
    process = subprocess.Popen(
        [sys.executable, *command.split()], stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout
        url = process.stdout.readline().strip()
        body = {"model": "m", "messages": [USER], "stream": True}
        request = urllib.request.Request(  # noqa: S310
            f"{url}/chat/completions", json.dumps(body).encode()
        )
        started = time.perf_counter()
        with urllib.request.urlopen(request, timeout=10) as response:  # noqa: S310
            lines = [line for line in response if line.strip()]
        assert time.perf_counter() - started > 0.25
        process.terminate()
    assert sum(b"word" in line for line in lines) == 20
    assert lines[-1].strip() == b"data: [DONE]"
