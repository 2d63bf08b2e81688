"""What OpenAI-compatible servers answer with 400, checked on a request."""

import re
from typing import Any

Plain = dict[str, Any]

_KEYS = {
    "system": {"role", "content", "name"},
    "developer": {"role", "content", "name"},
    "user": {"role", "content", "name"},
    "assistant": {"role", "content", "name", "tool_calls", "refusal"},
    "tool": {"role", "content", "tool_call_id"},
}
_BLOCKS = {"text": {"type", "text"}, "image_url": {"type", "image_url"}}
_FIELDS = {
    "model", "messages", "stream", "stream_options", "temperature", "tools", "tool_choice",
    "response_format", "max_completion_tokens", "max_tokens", "store", "n", "top_p", "stop",
}  # fmt: skip
_NAME = re.compile(r"^[a-zA-Z0-9_-]{1,64}$")


def refusal(body: Plain, *, deepseek: bool = False) -> str:
    """The reason of a 400, or nothing."""
    if unknown := body.keys() - _FIELDS:
        return f"Unrecognized request argument supplied: {min(unknown)}"
    messages = body.get("messages", [])
    return (
        next(filter(None, (_message(m, deepseek) for m in messages)), "")
        or _sequence(messages)
        or _tools(body.get("tools", []))
        or _format(body, deepseek)
    )


def _message(message: Plain, deepseek: bool) -> str:
    role = message.get("role")
    known = _KEYS.get(str(role))
    if known is None:
        return f"Invalid role {role}"
    known = known | {"reasoning_content"} if deepseek and role == "assistant" else known
    if unknown := message.keys() - known:
        return f"Unknown parameter: 'messages.{min(unknown)}'."
    calls = message.get("tool_calls")
    if calls is not None and not calls:
        return "[] is too short - 'messages.tool_calls'"
    if message.get("content") is None and not calls:
        return "Invalid value for 'content': expected a string, got null."
    if deepseek and calls and not isinstance(message.get("reasoning_content"), str):
        return "The reasoning_content in the thinking mode must be passed back to the API."
    return _content(message.get("content")) or _calls(calls or [])


def _content(content: Any) -> str:
    for block in content if isinstance(content, list) else []:
        if block.get("type") not in _BLOCKS:
            return f"Invalid value: '{block.get('type')}'. Supported values are: 'text', ..."
        if block.keys() - _BLOCKS[block["type"]]:
            return f"Unknown parameter in a content block: {sorted(block)}"
    return ""


def _calls(calls: list[Plain]) -> str:
    for call in calls:
        if call.keys() != {"id", "type", "function"} or not call["id"]:
            return f"Invalid tool call: {sorted(call)}"
        if not isinstance(call["function"]["arguments"], str):
            return "Invalid type for tool_calls.function.arguments: expected a string"
    return ""


def _sequence(messages: list[Plain]) -> str:
    open_ids: list[str] = []
    for message in messages:
        if message["role"] == "tool":
            if message["tool_call_id"] not in open_ids:
                return "A message of a tool must be a response to one with 'tool_calls'."
            open_ids.remove(message["tool_call_id"])
            continue
        if open_ids:
            return "An assistant message with 'tool_calls' must be followed by tool messages."
        open_ids = [call["id"] for call in message.get("tool_calls") or []]
    return "tool_calls without tool messages at the end" if open_ids else ""


def _tools(tools: list[Plain]) -> str:
    for tool in tools:
        function = tool.get("function", {})
        if tool.get("type") != "function" or not _NAME.match(function.get("name", "")):
            return "Invalid tool"
        if function.get("parameters", {}).get("type") != "object":
            return f"Invalid schema for function '{function['name']}': not an object"
    return ""


def _format(body: Plain, deepseek: bool) -> str:
    wanted = body.get("response_format")
    match (wanted or {}).get("type"):
        case "json_schema" if deepseek:
            return "This response_format type is unavailable now"
        case "json_schema":
            held = wanted["json_schema"]
            good = _NAME.match(held.get("name", "")) and "schema" in held
            return "" if good else "Missing required parameter: 'response_format.json_schema'"
        case "json_object" if "json" not in str(body["messages"]).lower():
            return "Prompt must contain the word 'json' to use 'response_format' json_object."
    return ""


def responses_refusal(body: Plain) -> str:
    """The same for the Responses API."""
    open_ids: set[str] = set()
    for item in body.get("input", []):
        match item.get("type"):
            case "function_call":
                open_ids.add(item["call_id"])
            case "function_call_output" if item["call_id"] not in open_ids:
                return f"No tool call found for function call output with call_id {item['call_id']}"
            case "function_call_output":
                open_ids.discard(item["call_id"])
            case "message":
                if open_ids:
                    return f"No tool output found for function call {min(open_ids)}"
            case other:
                return f"Item of type '{other}' was not found: items are not persisted."
    if open_ids:
        return f"No tool output found for function call {min(open_ids)}"
    if "temperature" in body:
        return "Unsupported parameter: 'temperature' is not supported with this model."
    if any(tool.get("strict") is not False for tool in body.get("tools", [])):
        return "Invalid schema for function: 'required' is required to include every key."
    return "" if body.get("store") is False else "this test stores nothing at the vendor"
