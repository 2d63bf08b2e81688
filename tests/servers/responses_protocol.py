"""The shapes of OpenAI's Responses API."""

import json
import uuid
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tests.servers.scripted import Calls, Says, cut

Plain = dict[str, Any]


def events(reply: Says, body: Plain) -> Iterator[Plain | str]:
    for number, event in enumerate(_events(reply, body)):
        yield {**event, "sequence_number": number}


def _events(reply: Says, body: Plain) -> Iterator[Plain]:
    done: list[Plain] = []
    yield {"type": "response.created", "response": {**_shell(body), "status": "in_progress"}}
    if reply.thinking:
        item = {"type": "reasoning", "id": "rs_1", "summary": []}
        yield _item("added", 0, item)
        for piece in cut(reply.thinking, 3):
            at = {"item_id": "rs_1", "output_index": 0, "summary_index": 0}
            yield {"type": "response.reasoning_summary_text.delta", **at, "delta": piece}
        done.append(item)
        yield _item("done", 0, item)
    if reply.refusal:
        refused = {"type": "response.refusal.done", "refusal": reply.refusal, "item_id": "msg_1"}
        yield {**refused, "output_index": len(done), "content_index": 0}
    if reply.text_pieces():
        yield from _text(reply, len(done))
        done.append(_message("msg_1", "".join(reply.text_pieces())))
    for number, each in enumerate(reply.calls):
        call = replace(each, id=each.id or f"call_{uuid.uuid4().hex[:24]}")
        yield from _called(call, f"fc_{number}", len(done))
        done.append(_call(call, f"fc_{number}", call.text))
    response = {**_shell(body), **_end(reply), "output": done}
    yield {"type": f"response.{response['status']}", "response": response}


def _text(reply: Says, index: int) -> Iterator[Plain]:
    yield _item("added", index, _message("msg_1", ""))
    for piece in reply.text_pieces():
        at = {"item_id": "msg_1", "output_index": index, "content_index": 0, "logprobs": []}
        yield {"type": "response.output_text.delta", **at, "delta": piece}
    yield _item("done", index, _message("msg_1", "".join(reply.text_pieces())))


def _called(call: Calls, item_id: str, index: int) -> Iterator[Plain]:
    opened = _call(call, item_id, "")
    yield _item("added", index, opened)
    for piece in cut(call.text, call.pieces):
        at = {"item_id": item_id, "output_index": index}
        yield {"type": "response.function_call_arguments.delta", **at, "delta": piece}
    yield _item("done", index, {**opened, "arguments": call.text})


def _item(what: str, index: int, item: Plain) -> Plain:
    return {"type": f"response.output_item.{what}", "output_index": index, "item": item}


def _message(item_id: str, text: str) -> Plain:
    content = [{"type": "output_text", "text": text, "annotations": []}]
    about = {"type": "message", "role": "assistant", "status": "completed"}
    return {**about, "id": item_id, "content": content}


def _call(call: Calls, item_id: str, arguments: str) -> Plain:
    return {
        "type": "function_call",
        "id": item_id,
        "call_id": call.id or f"call_{uuid.uuid4().hex[:24]}",
        "name": call.tool,
        "arguments": arguments,
        "status": "completed",
    }


def _shell(body: Plain) -> Plain:
    return {
        "id": f"resp_{uuid.uuid4().hex}",
        "object": "response",
        "created_at": 1,
        "model": body["model"],
        "output": [],
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": json.loads(json.dumps(body.get("tools", []))),
    }


def _end(reply: Says) -> Plain:
    tokens_in, tokens_out = reply.usage or (0, 0)
    usage = {
        "input_tokens": tokens_in,
        "output_tokens": tokens_out,
        "total_tokens": tokens_in + tokens_out,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens_details": {"reasoning_tokens": 0},
    }
    if not reply.finish:
        return {"status": "completed", "usage": usage}
    return {"status": "incomplete", "incomplete_details": {"reason": reply.finish}, "usage": usage}
