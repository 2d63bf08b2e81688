"""Request bodies: JSON within limits, checked against a model."""

import asyncio
import json
import math
from collections.abc import Mapping
from typing import Any, NoReturn, TypeVar

from pydantic import BaseModel, ValidationError
from starlette.requests import Request

from ui.api.problems import Problem

LONGEST_BODY = 256 * 1024
DEEPEST_JSON = 16
BODY_SECONDS = 15.0

Model = TypeVar("Model", bound=BaseModel)


async def read_json(request: Request) -> Any:
    """Raises Problem for what is no JSON, too long, too deep or too slow."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Problem(
            415,
            "not-json",
            "A request body is JSON here.",
            hint="Send the header Content-Type: application/json, and at least {}.",
        )
    return _parsed(await _read(request))


async def _read(request: Request) -> bytes:
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > LONGEST_BODY:
                    raise Problem(
                        413,
                        "too-long",
                        f"A request body has at most {LONGEST_BODY // 1024} KB.",
                        hint="Send less at once.",
                        headers={"connection": "close"},
                    )
    except TimeoutError:
        raise Problem(
            408, "too-slow", "The request body did not arrive in time.", hint="Try again."
        ) from None
    return bytes(body)


def _parsed(body: bytes) -> Any:
    try:
        value = json.loads(body.decode(), parse_constant=_refuse, parse_float=_finite)
        _check_depth(value)
        # Half a character, written as an escape: no file and no other program could take it.
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise Problem(
            400,
            "bad-json",
            "The request body is not JSON that can be read.",
            hint=f"It must be UTF-8, nested at most {DEEPEST_JSON} deep, with finite numbers.",
        ) from error
    return value


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("a number without an end")
    return number


def _check_depth(value: Any) -> None:
    level = [value]
    for _ in range(DEEPEST_JSON):
        inner: list[Any] = []
        for each in level:
            if isinstance(each, dict):
                inner.extend(each.values())
            elif isinstance(each, list):
                inner.extend(each)
        level = inner
    if level:
        raise ValueError("nested too deep")


def checked(model: type[Model], value: Any, *, where: str) -> Model:
    """Raise Problem that names each place and never its value, which may be a secret."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        errors = errors_of(error, where=where)
        raise Problem(
            422,
            "invalid",
            f"The request does not fit: {len(errors)} problem{'s'[: len(errors) != 1]}.",
            hint="The member `errors` says what and where; /api/openapi.json says what fits.",
            errors=errors,
        ) from None


def errors_of(error: ValidationError, *, where: str) -> list[dict[str, str]]:
    found = error.errors(include_url=False, include_context=False, include_input=False)
    return [{"pointer": _pointer(where, each), "detail": _detail(each["msg"])} for each in found]


def _detail(message: str) -> str:
    return message.removeprefix("Value error, ")


def _pointer(where: str, error: Mapping[str, Any]) -> str:
    return "/".join([where, *(str(part) for part in error["loc"])])
