"""Gemini's generateContent and streamGenerateContent, with the thought signatures of Gemini 3."""

import base64
import json
import re
import uuid
from dataclasses import dataclass

from tests.servers.scripted import Says, Vendors, cut, serving

_PATH = re.compile(r"^/v1beta/models/[\w.-]+:(streamGenerateContent|generateContent)$")
_PARTS = {
    "text", "thought", "thoughtSignature", "functionCall", "functionResponse", "inlineData",
}  # fmt: skip
_FIELDS = {
    "contents", "systemInstruction", "generationConfig", "tools", "toolConfig", "safetySettings",
}  # fmt: skip
_CONFIG = {
    "temperature", "topP", "topK", "candidateCount", "maxOutputTokens", "stopSequences",
    "responseMimeType", "responseJsonSchema", "thinkingConfig", "responseModalities",
    "imageConfig",
}  # fmt: skip
_RATIOS = {"1:1", "2:3", "3:2", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9"}
_SCHEMA = {
    "type", "format", "title", "description", "nullable", "enum", "items", "properties",
    "required", "minItems", "maxItems", "minimum", "maximum", "minLength", "maxLength", "pattern",
    "anyOf", "propertyOrdering", "default", "example", "minProperties", "maxProperties",
}  # fmt: skip
TOO_LONG = "The input token count exceeds the maximum number of tokens allowed."
_BYPASS = "skip/thought/signature/validator"  # as it looks when both base64 alphabets are one


@dataclass(frozen=True)
class Draws(Says):
    """A reply with a picture, and the text beside it when there is one; or a refused prompt."""

    image: bytes = b""
    mime_type: str = "image/png"
    blocked: str = ""


def gemini_server(script):
    return serving(GeminiProtocol(), script)


_signed = {}
"""Signatures that a server sent, by the call they came with: all of them are one Gemini."""


class GeminiProtocol(Vendors):
    def kind(self, path, body):
        found = _PATH.match(path)
        if not found:
            return ""
        return "stream" if found[1].startswith("stream") else "whole"

    def key(self, headers):
        return str(headers.get("x-goog-api-key", ""))

    def refusal(self, path, body):
        for known, given in ((_FIELDS, body), (_CONFIG, body.get("generationConfig", {}))):
            if unknown := given.keys() - known:
                return f'Invalid JSON payload received. Unknown name "{min(unknown)}"'
        contents = body["contents"]
        return (
            _drawing(path, body.get("generationConfig", {}))
            or next(filter(None, map(_content, contents)), "")
            or _sequence(contents)
            or _signatures(contents)
            or _tools(body.get("tools", []))
        )

    def refused(self, message):
        return _error(400, "INVALID_ARGUMENT", message)

    def failure(self, how, key):
        known = {
            # Gemini answers a bad key with 400.
            "key": (400, "INVALID_ARGUMENT", f"API key not valid: {key}. API_KEY_INVALID"),
            "forbidden": (403, "PERMISSION_DENIED", f"{key} lacks permission."),
            "quota": (429, "RESOURCE_EXHAUSTED", f"Quota exceeded for {key}."),
            "unpaid": (429, "RESOURCE_EXHAUSTED", f"insufficient_quota of {key}."),
            "unavailable": (503, "UNAVAILABLE", f"The model is overloaded, {key}."),
            "too_long": (400, "INVALID_ARGUMENT", f"{TOO_LONG} {key}"),
            "not_found": (404, "NOT_FOUND", f"models/x is not found, {key}."),
            "rejected": (400, "INVALID_ARGUMENT", f"Request contains an invalid argument: {key}"),
        }.get(how)
        return (known[0], _error(*known)) if known else None

    def whole(self, reply, body):
        if isinstance(reply, Draws) and reply.blocked:
            feedback = {"blockReason": reply.blocked}
            return {"promptFeedback": feedback, "modelVersion": "gemini-3-test"}
        thoughts = [{"text": reply.thinking, "thought": True}] if reply.thinking else []
        texts = [{"text": reply.text}] if reply.text else []
        parts = [*thoughts, *texts, *_pictures(reply), *_calls(reply)]
        return _chunk(parts, reply, finish=reply.finish or "STOP")

    def events(self, reply, body):
        for piece in cut(reply.thinking, 3) if reply.thinking else []:
            yield _chunk([{"text": piece, "thought": True}], reply)
        for piece in reply.text_pieces():
            yield _chunk([{"text": piece}], reply)
        for part in _calls(reply):
            yield _chunk([part], reply)
        # Without calls the signature comes with an empty text at the end.
        signed = [] if reply.calls else [{"text": "", "thoughtSignature": _signature()}]
        yield _chunk(signed, reply, finish=reply.finish or "STOP")

    def filtered(self, body):
        if "late" in json.dumps(body["contents"]):
            yield from self.events(Says(text="I will", finish="SAFETY"), body)
        else:
            feedback = {"blockReason": "PROHIBITED_CONTENT"}
            yield {"promptFeedback": feedback, "modelVersion": "gemini-3-test"}


def _drawing(path, config):
    """Pictures are made by the models for them, and not all of those think."""
    if "IMAGE" in config.get("responseModalities", []) and "-image" not in path:
        return "Model does not support the requested response modalities: image,text"
    if "gemini-2.5-flash-image" in path and "thinkingConfig" in config:
        return "Thinking is not enabled for this model."
    ratio = config.get("imageConfig", {}).get("aspectRatio", "1:1")
    return "" if ratio in _RATIOS else f"Invalid aspect ratio: {ratio}"


def _pictures(reply):
    if not isinstance(reply, Draws) or not reply.image:
        return []
    data = base64.b64encode(reply.image).decode()
    return [{"inlineData": {"mimeType": reply.mime_type, "data": data}}]


def _signatures(contents):
    turn = max((n for n, each in enumerate(contents) if _is_prompt(each)), default=0)
    for place, content in enumerate(contents):
        calls = [part for part in content["parts"] if "functionCall" in part]
        for order, part in enumerate(calls):
            given = part.get("thoughtSignature", "").replace("-", "+").replace("_", "/")
            sent = _signed.get(_named(part), set())
            if given not in {"", _BYPASS, *sent}:
                return "Corrupted thought signature."
            needed = order == 0 and (sent or place > turn)  # parallel calls are signed once
            if needed and not given:
                return "Function call is missing a thought_signature in functionCall parts."
    return ""


def _calls(reply):
    for order, call in enumerate(reply.calls):
        part = {"functionCall": {"name": call.tool, "args": call.arguments}}
        if order == 0:
            part["thoughtSignature"] = _signature()
            _signed.setdefault(_named(part), set()).add(part["thoughtSignature"])
        yield part


def _chunk(parts, reply, *, finish=""):
    candidate = {"content": {"role": "model", "parts": parts}, "index": 0}
    if finish:
        candidate["finishReason"] = finish
    chunk = {"candidates": [candidate], "modelVersion": "gemini-3-test"}
    if reply.usage:
        tokens_in, tokens_out = reply.usage
        usage = {"promptTokenCount": tokens_in, "candidatesTokenCount": tokens_out}
        chunk["usageMetadata"] = {**usage, "totalTokenCount": tokens_in + tokens_out}
    return chunk


def _content(content):
    if content.get("role") not in ("user", "model"):
        return "Please use a valid role: user, model."
    if not content.get("parts"):
        return "Unable to submit request because it must include at least one parts field"
    for part in content["parts"]:
        if unknown := part.keys() - _PARTS:
            return f'Invalid JSON payload received. Unknown name "{min(unknown)}"'
        if part.get("thought") and not part.get("text"):
            return "A thought part must have text."
    return ""


def _sequence(contents):
    open_calls = []
    before = ""
    for content in contents:
        answers = [part["functionResponse"] for part in content["parts"] if _answers(part)]
        if answers and [answer["name"] for answer in answers] != open_calls:
            return "The function response parts do not equal the function call parts."
        if open_calls and not answers:
            return "Please ensure that function call turn is followed by a function response turn."
        open_calls = [
            part["functionCall"]["name"] for part in content["parts"] if "functionCall" in part
        ]
        if open_calls and before != "user":
            return "Please ensure that function call turn comes immediately after a user turn."
        before = content["role"]
    return "" if before == "user" else "The final turn must be a user message."


def _tools(tools):
    for tool in tools:
        for function in tool.get("functionDeclarations", []):
            if wrong := _schema(function.get("parameters", {})):
                return wrong
    return ""


def _schema(schema):
    if unknown := schema.keys() - _SCHEMA:
        return f'Invalid JSON payload received. Unknown name "{min(unknown)}" in a schema'
    inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", [])]
    inner += [schema["items"]] if "items" in schema else []
    return next(filter(None, map(_schema, inner)), "")


def _answers(part):
    return "functionResponse" in part


def _is_prompt(content):
    return content["role"] == "user" and not any(map(_answers, content["parts"]))


def _named(part):
    call = part["functionCall"]
    return json.dumps([call["name"], call.get("args", {})], sort_keys=True)


def _signature():
    return base64.b64encode(uuid.uuid4().bytes).decode()


def _error(code, status, message):
    return {"error": {"code": code, "message": message, "status": status}}
