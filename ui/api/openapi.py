"""The OpenAPI document of the table of operations."""

import re
from collections.abc import Iterator, Sequence
from http import HTTPStatus
from typing import Any, get_args

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import models_json_schema

from agent.events import Event
from ui.api import answers
from ui.api.following import name_of
from ui.api.requests import IdempotencyKey
from ui.api.table import Operation

Plain = dict[str, Any]

_REF = "#/components/schemas/{model}"
_ALWAYS = (401, 403, 500, 503)
_WITH_BODY = (400, 408, 409, 413, 415, 422)
_STREAM = {
    "schema": {
        "type": "object",
        "description": "Each of the server-sent events; `data` is JSON, and the last is done.",
        "properties": {
            "id": {"type": "string"},
            "event": {"enum": [*(name_of(kind) for kind in get_args(Event)), "answer"]},
            "data": {"type": "string"},
        },
        "required": ["event", "data"],
    }
}


def document(operations: Sequence[Operation], *, has_tokens: bool) -> Plain:
    paths: dict[str, Plain] = {}
    for operation in operations:
        for path in (operation.path, *operation.also):
            described = _operation(operation, is_older=path != operation.path)
            paths.setdefault(path, {})[operation.method.lower()] = described
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Interlude",
            "version": "1",
            "description": "The conversations, questions and answers of Interlude, for programs.",
        },
        "paths": paths,
        "components": {
            "schemas": _schemas(operations),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"token": []}] if has_tokens else [{}, {"token": []}],
    }


def _schemas(operations: Sequence[Operation]) -> Plain:
    sent = {each.body for each in operations if each.body}
    received = {each.answer for each in operations if each.answer} | {answers.ProblemOut}
    models: list[Any] = [
        *((model, "validation") for model in sorted(sent, key=_name)),
        *((model, "serialization") for model in sorted(received, key=_name)),
    ]
    _, schemas = models_json_schema(models, ref_template=_REF)
    defined: Plain = schemas["$defs"]
    return defined


def _name(model: type[BaseModel]) -> str:
    return model.__name__


def _operation(operation: Operation, *, is_older: bool) -> Plain:
    described: Plain = {
        "operationId": operation.act.__name__ + ("_as_before" if is_older else ""),
        "summary": operation.summary,
        "parameters": [
            *_path_parameters(operation),
            *_query_parameters(operation),
            *_header_parameters(operation),
        ],
        "responses": {str(status): answer for status, answer in _responses(operation)},
    }
    if operation.body:
        content = {"application/json": {"schema": _ref(operation.body)}}
        described["requestBody"] = {"required": True, "content": content}
    return described


def _path_parameters(operation: Operation) -> Iterator[Plain]:
    for name in re.findall(r"{(\w+)}", operation.path):
        yield {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def _query_parameters(operation: Operation) -> Iterator[Plain]:
    if operation.query is None:
        return
    for name, schema in operation.query.model_json_schema()["properties"].items():
        kinds = [kind for kind in schema.pop("anyOf", [schema]) if kind.get("type") != "null"]
        yield {
            "name": name,
            "in": "query",
            "required": False,
            "description": schema.pop("description", ""),
            "schema": {**kinds[0]},
        }


def _header_parameters(operation: Operation) -> Iterator[Plain]:
    if operation.only_stream:
        yield _header("Last-Event-ID", {"type": "string"})
    if operation.keyed:
        schema = TypeAdapter(IdempotencyKey).json_schema()
        yield {"description": schema.pop("description"), **_header("Idempotency-Key", schema)}


def _header(name: str, schema: Plain) -> Plain:
    return {"name": name, "in": "header", "required": False, "schema": schema}


def _responses(operation: Operation) -> Iterator[tuple[int, Plain]]:
    if operation.only_stream:
        yield 200, {"description": "The events.", "content": {"text/event-stream": _STREAM}}
        yield 204, {"description": "You have seen the end."}
    elif operation.answer is None:
        yield operation.status, {"description": "Done."}
    else:
        yield from _successes(operation)
    for status in sorted(_refusals(operation)):
        problem = {"application/problem+json": {"schema": _ref(answers.ProblemOut)}}
        yield status, {"description": HTTPStatus(status).phrase, "content": problem}


def _successes(operation: Operation) -> Iterator[tuple[int, Plain]]:
    content: Plain = {"application/json": {"schema": _ref(operation.answer)}}
    if not operation.is_run:
        yield operation.status, {"description": "The answer.", "content": content}
        return
    yield 202, {"description": "It is still running: see the thread's events.", "content": content}
    both = {**content, "text/event-stream": _STREAM}
    yield 200, {"description": "The answer, or its events.", "content": both}


def _refusals(operation: Operation) -> set[int]:
    found = {*_ALWAYS, *operation.refusals}
    if operation.body:
        found |= {*_WITH_BODY}
    if operation.query:
        found.add(422)
    if "{" in operation.path:
        found.add(404)
    if operation.is_run:
        found.add(502)
    return found


def _ref(model: type[BaseModel] | None) -> Plain:
    return {"$ref": _REF.format(model=_name(model))} if model else {}
