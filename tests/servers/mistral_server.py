"""Mistral's chat completions."""

import re
import uuid

from tests.servers.scripted import Vendors, cut, serving

_KEYS = {
    "system": {"role", "content"},
    "user": {"role", "content"},
    "assistant": {"role", "content", "tool_calls", "prefix"},
    "tool": {"role", "content", "name", "tool_call_id"},
}
_BLOCKS = {
    "text": {"type", "text"},
    "thinking": {"type", "thinking", "closed"},
    "image_url": {"type", "image_url"},
    "reference": {"type", "reference_ids"},
}
_FOLLOWS = {
    "system": {"", "system"},
    "user": {"", "system", "user", "assistant"},
    "assistant": {"", "system", "user", "assistant", "tool"},
    "tool": {"assistant", "tool"},
}
_FIELDS = {
    "model", "messages", "stream", "temperature", "top_p", "max_tokens", "tools", "tool_choice",
    "response_format", "random_seed", "safe_prompt", "stop",
}  # fmt: skip
_ID = re.compile(r"^[a-zA-Z0-9]{9}$")


def mistral_server(script):
    return serving(MistralProtocol(), script, root="/v1")


class MistralProtocol(Vendors):
    def kind(self, path, body):
        return "stream" if path == "/v1/chat/completions" and body.get("stream") else ""

    def refusal(self, path, body):
        if unknown := body.keys() - _FIELDS:
            return f"Extra inputs are not permitted: {min(unknown)}"
        messages = body["messages"]
        wrong = next(filter(None, map(_message, messages)), "") or _sequence(messages)
        return wrong or _format(body.get("response_format"))

    def refused(self, message):
        return _error(message, "invalid_request_error", "3230")

    def failure(self, how, key):
        known = {
            "key": (401, f"Unauthorized: {key}"),
            "forbidden": (403, f"Forbidden for {key}"),
            "quota": (429, f"Requests rate limit exceeded for {key}"),
            "unpaid": (402, f"Payment required: {key}"),
            "unavailable": (503, f"Service unavailable: {key}"),
            "too_long": (400, f"Prompt of {key} too large for model with 9 maximum context"),
            "filtered": (400, f"Blocked by the content filter: {key}"),
            "not_found": (404, f"Model not found: {key}"),
            "rejected": (422, f"Input should be a valid list: {key}"),
        }.get(how)
        if known is None:
            return None
        status, message = known
        return status, _error(message, "invalid_request_error", str(status))

    def events(self, reply, body):
        shell = _shell(body)
        yield _chunk(shell, {"role": "assistant", "content": ""})
        for piece in cut(reply.thinking, 3) if reply.thinking else []:
            yield _chunk(shell, {"content": [_thought(piece)]})
        for piece in reply.text_pieces():
            # Once blocks were sent, the text comes as a block as well.
            block = [{"type": "text", "text": piece}]
            yield _chunk(shell, {"content": block if reply.thinking else piece})
        for delta in _call_deltas(reply):
            yield _chunk(shell, delta)
        last = _chunk(shell, {"content": ""}, finish=_finish(reply))
        yield {**last, "usage": _usage(reply)} if reply.usage else last
        yield "[DONE]"


def _message(message):
    role = str(message.get("role"))
    if unknown := message.keys() - _KEYS.get(role, set()):
        return f"Extra inputs are not permitted: messages.{role}.{min(unknown)}"
    for block in message["content"] if isinstance(message["content"], list) else []:
        if block.keys() - _BLOCKS.get(block.get("type"), set()):
            return f"Extra inputs are not permitted: {block.get('type')} {sorted(block)}"
        thoughts = block["thinking"] if block["type"] == "thinking" else []
        if any(part.keys() != {"type", "text"} for part in thoughts):
            return "Extra inputs are not permitted in a thinking chunk"
    if role == "assistant" and bool(message.get("content")) == bool(message.get("tool_calls")):
        return "Assistant message must have either content or tool_calls, but not both."
    return ""


def _sequence(messages):
    before, open_ids = "", list[str]()
    for message in messages:
        role = message["role"]
        if before not in _FOLLOWS[role]:
            return f"Unexpected role '{role}' after role '{before}'"
        if role == "tool":
            if message["tool_call_id"] not in open_ids:
                return "Unexpected tool call id in tool results."
            open_ids.remove(message["tool_call_id"])
        elif open_ids:
            return "Not the same number of function calls and responses"
        for call in message.get("tool_calls") or []:
            if not _ID.match(call.get("id", "")):
                return f"Tool call id was {call.get('id')} but must be a-z, A-Z, 0-9, length 9."
            open_ids.append(call["id"])
        before = role
    if open_ids:
        return "Not the same number of function calls and responses"
    wanted = "Expected last role User or Tool (or Assistant with prefix True) for serving"
    return "" if before in ("user", "tool") else wanted


def _format(wanted):
    if not wanted or wanted["type"] != "json_schema":
        return ""
    held = wanted["json_schema"]
    closed = held["schema"].get("additionalProperties") is False
    return "" if closed or not held.get("strict") else "additionalProperties must be false"


def _error(message, kind, code):
    return {"object": "error", "message": message, "type": kind, "param": None, "code": code}


def _thought(text):
    return {"type": "thinking", "thinking": [{"type": "text", "text": text}]}


def _calls(reply):
    return [
        {
            "id": call.id or uuid.uuid4().hex[:9],
            "function": {"name": call.tool, "arguments": call.text},
            "index": index,
        }
        for index, call in enumerate(reply.calls)
    ]


def _call_deltas(reply):
    for call, whole in zip(reply.calls, _calls(reply), strict=True):
        first, *rest = cut(call.text, call.pieces)
        name = whole["function"]["name"]
        yield {"tool_calls": [{**whole, "function": {"name": name, "arguments": first}}]}
        for piece in rest:
            more = {"index": whole["index"], "id": None}
            yield {"tool_calls": [{**more, "function": {"name": "", "arguments": piece}}]}


def _shell(body):
    return {"id": uuid.uuid4().hex, "object": "chat.completion.chunk", "model": body["model"]}


def _chunk(shell, delta, *, finish=None):
    return {**shell, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def _finish(reply):
    return reply.finish or ("tool_calls" if reply.calls else "stop")


def _usage(reply):
    tokens_in, tokens_out = reply.usage or (0, 0)
    return {
        "prompt_tokens": tokens_in,
        "completion_tokens": tokens_out,
        "total_tokens": tokens_in + tokens_out,
    }
