"""A bot of Coze, through version 3 of its chat API."""

import asyncio
import contextlib
import hashlib
import json
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

import httpx
from httpx_sse import EventSource

from agent.adapters.bot.events import Reading
from agent.adapters.bot.failures import failure_of_reply
from agent.adapters.failures import BOT
from agent.errors import NotConfigured, ProviderError, Stopped
from agent.ports.work_items import BotAnswer, Connection
from agent.settings import Settings

T = TypeVar("T")
Plain = dict[str, Any]

CONNECT_SECONDS = 10.0
CHECK_SECONDS = 15.0
POLL_SECONDS = 0.05
MOST_BYTES = 2**20
"""The largest reply that is no stream."""
STREAM = "text/event-stream"
NOT_ALLOWED = 4101
DETAILS = "getMetadata"
"""Coze's name for the permission to read a bot's details."""


def open_coze(settings: Settings) -> "CozeBot":
    """Raises NotConfigured. Nothing is sent before the bot is asked or tested."""
    bot, token = settings.coze_bot_id.strip(), settings.coze_api_token.get_secret_value().strip()
    for name, value in (("COZE_API_TOKEN", token), ("COZE_BOT_ID", bot)):
        if not value:
            raise NotConfigured(
                f"The Coze bot is not set up: {name} is missing.",
                hint=f"Set {name} in the environment or in .env, then start the app again.",
            )
    if not (token.isascii() and token.isprintable()) or " " in token:
        raise NotConfigured(
            "COZE_API_TOKEN holds characters that no token has.",
            hint="Copy it from Coze again, then start the app again.",
        )
    return CozeBot(
        bot,
        token=token,
        base_url=_address(settings.coze_api_base_url.strip()),
        seconds=settings.interlude_bot_seconds,
    )


class CozeBot:
    """Each question is a conversation of its own, in which Coze gets the message and no more."""

    name = "Coze bot"

    def __init__(self, bot: str, *, token: str, base_url: str, seconds: float) -> None:
        """`seconds` limits a whole answer."""
        self._bot = bot
        self._token = token
        self._base_url = base_url
        self._seconds = seconds

    def __repr__(self) -> str:
        return f"CozeBot({self._bot!r})"

    def check(self) -> Connection:
        """Reads the bot's details: to ask it something would cost, and may set off what it does."""
        try:
            reply = _within(CHECK_SECONDS, self._details(), late="unreachable")
            if reply.code == NOT_ALLOWED:
                return Connection(
                    is_ok=False,
                    message="Coze answers, but the token is not allowed to look at this bot.",
                    hint=f"In Coze, give it the permission {DETAILS} in the space of the bot."
                    " To ask the bot takes only the permission to chat, and may work already.",
                    missing=(DETAILS,),
                )
            reply.must_be_fine()
        except ProviderError as error:
            return Connection(is_ok=False, message=error.message, hint=error.hint)
        return Connection(
            is_ok=True, message=f"Coze answers. The bot is {reply.name or self._bot}."
        )

    def ask(
        self,
        text: str,
        *,
        user: str,
        on_text: Callable[[str], None],
        is_stopped: Callable[[], bool],
    ) -> BotAnswer:
        reading, stopped = Reading(on_text), False
        work = self._answer(self._question(text, user), reading, is_stopped)
        try:
            _within(self._seconds, work, late="late", is_stopped=is_stopped)
        except Stopped:
            stopped = True
        if not (reading.text or stopped):
            raise BOT.failure("no_text")
        return BotAnswer(
            text=reading.text,
            conversation=reading.conversation,
            tokens=reading.tokens,
            stopped=stopped,
        )

    def _question(self, text: str, user: str) -> Plain:
        message = {"role": "user", "type": "question", "content": text, "content_type": "text"}
        return {
            "bot_id": self._bot,
            # Coze keeps what a bot remembers apart by user, and need not know who that is.
            "user_id": hashlib.sha256(f"{self._bot}\n{user}".encode()).hexdigest()[:32],
            "stream": True,
            "auto_save_history": True,
            "additional_messages": [message],
        }

    async def _answer(
        self, question: Plain, reading: Reading, is_stopped: Callable[[], bool]
    ) -> None:
        async with self._send("POST", "/v3/chat", body=question) as response:
            kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
            if response.status_code != httpx.codes.OK or kind != STREAM:
                (await _reply(response)).must_be_fine()
                raise BOT.failure("address")
            async for event in EventSource(response).aiter_sse():
                if is_stopped():
                    raise Stopped("Stopped.")
                reading.take(event.event, event.data)
                if reading.is_over:
                    return
        raise BOT.failure("cut")

    async def _details(self) -> "_Reply":
        async with self._send("GET", f"/v1/bots/{quote(self._bot, safe='')}") as response:
            return await _reply(response)

    @contextlib.asynccontextmanager
    async def _send(
        self, method: str, path: str, *, body: Plain | None = None
    ) -> AsyncIterator[httpx.Response]:
        """One request, with errors of the network in our words. The token follows no redirect."""
        headers = {
            "Authorization": f"Bearer {self._token}",
            "Accept": f"{STREAM}, application/json",
        }
        # The caller limits the time of the whole reply; there is no limit between two chunks.
        timeout = httpx.Timeout(None, connect=CONNECT_SECONDS)
        try:
            async with (
                httpx.AsyncClient(timeout=timeout, follow_redirects=False) as client,
                client.stream(
                    method, self._base_url + path, json=body, headers=headers
                ) as response,
            ):
                yield response
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError) as error:
            raise BOT.failure("unreachable") from error
        except httpx.HTTPError as error:
            raise BOT.failure("cut") from error


@dataclass(frozen=True)
class _Reply:
    """A reply that is no stream."""

    status: int
    body: Plain
    retry_after: str

    @property
    def code(self) -> int:
        """Coze's own, which also fails a request with status 200."""
        code = self.body.get("code")
        return code if isinstance(code, int) else 0

    @property
    def name(self) -> str:
        data = self.body.get("data")
        return str(data.get("name") or "") if isinstance(data, dict) else ""

    def must_be_fine(self) -> None:
        if self.status != httpx.codes.OK or self.code or "code" not in self.body:
            raise failure_of_reply(self.status, self.code, retry_after=self.retry_after)


async def _reply(response: httpx.Response) -> _Reply:
    raw = b""
    async for piece in response.aiter_bytes():
        raw += piece
        if len(raw) > MOST_BYTES:
            break
    try:
        body = json.loads(raw)
    except ValueError:
        body = {}
    return _Reply(
        status=response.status_code,
        body=body if isinstance(body, dict) else {},
        retry_after=response.headers.get("retry-after", ""),
    )


def _within(
    seconds: float,
    work: Coroutine[Any, Any, T],
    *,
    late: str,
    is_stopped: Callable[[], bool] = lambda: False,
) -> T:
    """`work`, ended at once when it is stopped or takes longer, wherever it waits."""

    async def watched() -> T:
        deadline = time.monotonic() + seconds
        task = asyncio.create_task(work)
        while not (await asyncio.wait({task}, timeout=POLL_SECONDS))[0]:
            is_late = time.monotonic() > deadline
            if is_late or is_stopped():
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
                raise BOT.failure(late) if is_late else Stopped("Stopped.")
        return task.result()

    return asyncio.run(watched())


def _address(url: str) -> str:
    if not _is_address(url):
        raise NotConfigured(
            "COZE_API_BASE_URL is not a web address that can be used.",
            hint="Set it to https://api.coze.com or https://api.coze.cn, or leave it out.",
        )
    return url.rstrip("/")


def _is_address(url: str) -> bool:
    """Tell whether it is a web address without parts that would change where the token goes."""
    try:
        parts = urlsplit(url)
        has_more = parts.query or parts.fragment or parts.username or parts.password
        return (
            parts.scheme in ("http", "https")
            and parts.port != 0
            and not has_more
            and bool(parts.hostname)
        )
    except ValueError:
        return False
