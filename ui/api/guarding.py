"""Routes that let known callers in only, and read JSON within limits."""

import asyncio
import math
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from pydantic import TypeAdapter

from ui.api.callers import caller_of
from ui.api.problems import Problem, unexpected
from ui.headers import Receive, Scope, Send

LONGEST_BODY = 256 * 1024
DEEPEST_JSON = 16
BODY_SECONDS = 15.0

_JSON = TypeAdapter(Any)


class Guarded(APIRoute):
    """Identifies the caller before the body is read, and hides what an unexpected error says."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().handle(scope, receive, send)
        except Exception as error:
            raise unexpected(error) from error

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def guarded(request: Request) -> Response:
            tokens = request.app.state.tokens()
            request.state.caller = caller_of(request, tokens, route=self.path)
            return await handle(JsonRequest(request.scope, request.receive))

        return guarded


class JsonRequest(Request):
    """Raises Problem for a body that is not JSON, too long, too deep or too slow."""

    async def body(self) -> bytes:
        if not hasattr(self, "_body"):
            kind = self.headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                raise Problem(
                    415,
                    "not-json",
                    "A request body is JSON here.",
                    hint="Send the header Content-Type: application/json, and at least {}.",
                )
            self._body = await self._read()
        return self._body

    async def json(self) -> Any:
        return _parsed(await self.body())

    async def _read(self) -> bytes:
        body = bytearray()
        try:
            async with asyncio.timeout(BODY_SECONDS):
                async for chunk in self.stream():
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
        return bytes(body) or b" "  # for FastAPI an empty body is none


def _parsed(body: bytes) -> Any:
    try:
        value = _JSON.validate_json(body)
        _check(value)
    except ValueError as error:
        raise Problem(
            400,
            "bad-json",
            "The request body is not JSON that can be read.",
            hint=f"It must be UTF-8, nested at most {DEEPEST_JSON} deep, with finite numbers.",
        ) from error
    return value


def _check(value: Any, left: int = DEEPEST_JSON) -> None:
    """Raises ValueError for what is nested too deep, and for NaN and infinite numbers."""
    if not left or (isinstance(value, float) and not math.isfinite(value)):
        raise ValueError
    inner = value.values() if isinstance(value, dict) else value
    for each in inner if isinstance(value, dict | list) else ():
        _check(each, left - 1)
