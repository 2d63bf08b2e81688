"""Tavily, over its REST interface: https://docs.tavily.com/documentation/api-reference."""

import asyncio
from typing import Any

import httpx
from pydantic import BaseModel, ValidationError

from agent.adapters.failures import SEARCH
from agent.adapters.search.results import asked, hits
from agent.errors import AgentError, ProviderError
from agent.ports.content import Hit
from agent.ports.work_items import Connection

BASE_URL = "https://api.tavily.com"
MOST_RESULTS = 20
MOST_BYTES = 4 * 2**20

Plain = dict[str, Any]


class _Result(BaseModel):
    title: str = ""
    url: str = ""
    content: str | None = ""
    published_date: str | None = ""


class _Results(BaseModel):
    results: list[_Result]


class _Count(BaseModel):
    usage: int | None = None
    limit: int | None = None


class _Usage(BaseModel):
    key: _Count = _Count()


class Tavily:
    """The WebSearch port. The key travels in a header, and follows no redirect."""

    name = "Tavily"
    is_set_up = True

    def __init__(self, key: str, *, seconds: float, base_url: str = BASE_URL) -> None:
        self._key = key
        self._seconds = seconds
        self._base_url = base_url.rstrip("/")

    def check(self) -> Connection:
        """Asks for the use so far, which is free; a search is not."""
        try:
            used = _Usage.model_validate_json(self._send("GET", "/usage")).key
        except ValidationError:
            used = _Count()
        except AgentError as error:
            return Connection(is_ok=False, message=error.message, hint=error.hint)
        told = "" if used.usage is None else f" {used.usage:,} credits are used"
        of = "" if not told or used.limit is None else f" of {used.limit:,}"
        return Connection(is_ok=True, message=f"Tavily answers.{told}{of}{'.' if told else ''}")

    def search(self, query: str, *, count: int = 8, language: str = "") -> list[Hit]:  # noqa: ARG002
        """Tavily goes by the language of the query."""
        body = {
            "query": asked(query),
            "max_results": max(1, min(count, MOST_RESULTS)),
            "search_depth": "basic",
        }
        try:
            found = _Results.model_validate_json(self._send("POST", "/search", body=body))
        except ValidationError as error:
            raise self._failure("garbled") from error
        return hits(
            (Hit(r.title, r.url, r.content or "", r.published_date or "") for r in found.results),
            count=count,
        )

    def _send(self, method: str, path: str, *, body: Plain | None = None) -> bytes:
        if not self._key.isascii() or not self._key.isprintable():
            raise self._failure("key")
        try:
            return asyncio.run(self._answer(method, path, body))
        except TimeoutError as error:
            raise self._failure("late") from error
        except httpx.HTTPError as error:
            raise self._failure("unreachable") from error

    async def _answer(self, method: str, path: str, body: Plain | None) -> bytes:
        headers = {"Authorization": f"Bearer {self._key}", "Accept": "application/json"}
        # The whole answer has a time limit; there is none between two chunks.
        async with (
            asyncio.timeout(self._seconds),
            httpx.AsyncClient(timeout=None, follow_redirects=False, headers=headers) as client,  # noqa: S113
            client.stream(method, self._base_url + path, json=body) as response,
        ):
            data = b""
            async for piece in response.aiter_bytes():
                data += piece
                if len(data) > MOST_BYTES:
                    raise self._failure("garbled")
            if response.status_code != httpx.codes.OK:
                raise self._refusal(response)
            return data

    def _refusal(self, response: httpx.Response) -> ProviderError:
        problem = SEARCH.find(status=response.status_code) or "garbled"
        wait = response.headers.get("retry-after", "")
        is_asked = problem == "throttled" and wait.isdecimal()
        return self._failure(problem, wait=float(wait) if is_asked else 0)

    def _failure(self, problem: str, *, wait: float = 0) -> ProviderError:
        return SEARCH.failure(problem, about=self.name, wait=wait)
