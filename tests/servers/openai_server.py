"""OpenAI's Chat Completions, as OpenAI, vLLM and DeepSeek speak it, and its Responses API."""

import time
import uuid
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Literal

from tests.servers import responses_protocol
from tests.servers.openai_strict import refusal, responses_refusal
from tests.servers.scripted import Failure, Plain, Says, Script, Server, Vendors, cut, serving

Flavour = Literal["openai", "vllm", "deepseek"]
_REASONING = {"openai": "reasoning_content", "vllm": "reasoning", "deepseek": "reasoning_content"}


def openai_server(
    script: Script, *, flavour: Flavour = "openai", port: int = 0
) -> AbstractContextManager[Server]:
    return serving(OpenAIProtocol(flavour), script, root="/v1", port=port)


class OpenAIProtocol(Vendors):
    def __init__(self, flavour: Flavour) -> None:
        self.flavour = flavour

    def kind(self, path: str, body: Plain) -> Literal["stream", ""]:
        is_known = path in ("/v1/chat/completions", "/v1/responses")
        return "stream" if is_known and body.get("stream") else ""

    def refusal(self, path: str, body: Plain) -> str:
        if path.endswith("/responses"):
            return responses_refusal(body)
        return refusal(body, deepseek=self.flavour == "deepseek")

    def refused(self, message: str) -> Plain:
        return {"error": {"message": message, "type": "invalid_request_error", "code": None}}

    def failure(self, how: Failure, key: str) -> tuple[int, Plain] | None:
        known = {
            "key": (401, "invalid_api_key", f"Incorrect API key provided: {key}."),
            "forbidden": (403, "model_not_allowed", f"Key {key} may not use this model."),
            "quota": (429, "rate_limit_exceeded", f"Rate limit reached for {key}."),
            "unpaid": (429, "insufficient_quota", f"You exceeded your current quota, {key}."),
            "unavailable": (503, "server_error", f"The engine is overloaded for {key}."),
            "too_long": (400, "context_length_exceeded", f"The context length is 8192, {key}."),
            "filtered": (400, "content_filter", f"Content policy: {key} was blocked."),
            "not_found": (404, "model_not_found", f"The model does not exist for {key}."),
            "no_tools": (400, "invalid_request", "This model does not support tools."),
            "rejected": (400, "invalid_value", f"Invalid value: {key}."),
        }.get(how)
        if known is None:
            return None
        status, code, message = known
        return status, {"error": {"message": message, "type": code, "param": None, "code": code}}

    def events(self, reply: Says, body: Plain) -> Iterator[Plain | str]:
        if "input" in body:
            yield from responses_protocol.events(reply, body)
            return
        shell = {**_shell(body), "object": "chat.completion.chunk"}
        yield _chunk(shell, {"role": "assistant", "content": ""})
        for thought in cut(reply.thinking, 3) if reply.thinking else []:
            yield _chunk(shell, {_REASONING[self.flavour]: thought})
        for piece in reply.text_pieces():
            yield _chunk(shell, {"content": piece})
        if reply.refusal:
            yield _chunk(shell, {"refusal": reply.refusal})
        for delta in _call_deltas(reply):
            yield _chunk(shell, delta)
        yield _chunk(shell, {}, finish=_finish(reply))
        if reply.usage and body.get("stream_options", {}).get("include_usage"):
            yield {**shell, "choices": [], "usage": _usage(reply)}
        yield "[DONE]"


def _shell(body: Plain) -> Plain:
    return {"id": f"chatcmpl-{uuid.uuid4().hex}", "created": int(time.time()), **_model(body)}


def _model(body: Plain) -> Plain:
    return {"model": body["model"], "system_fingerprint": "fp_test"}


def _chunk(shell: Plain, delta: Plain, *, finish: str | None = None) -> Plain:
    return {**shell, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def _call_deltas(reply: Says) -> Iterator[Plain]:
    for index, call in enumerate(reply.calls):
        opening: Plain = {"name": call.tool, "arguments": ""}
        head = {"index": index, "id": call.id or _call_id(), "type": "function"}
        yield {"tool_calls": [{**head, "function": opening}]}
        for piece in cut(call.text, call.pieces):
            yield {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}


def _finish(reply: Says) -> str:
    return reply.finish or ("tool_calls" if reply.calls else "stop")


def _usage(reply: Says) -> Plain:
    tokens_in, tokens_out = reply.usage or (0, 0)
    return {
        "prompt_tokens": tokens_in,
        "completion_tokens": tokens_out,
        "total_tokens": tokens_in + tokens_out,
    }


def _call_id() -> str:
    return f"call_{uuid.uuid4().hex[:24]}"
