"""A server that speaks the Model Context Protocol: a process kept running, or one at an address.

A process starts when it is first used, and again when it died. One call at a time:
the server runs most of its tools one after the other anyhow, and so a call
that comes late can be ended by ending the process, with nothing sent later.
"""

import asyncio
import contextlib
import os
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from concurrent.futures import CancelledError, Future
from functools import partial
from pathlib import Path
from typing import Any, Literal, TextIO

from langchain_core.tools import BaseTool
from langchain_mcp_adapters.tools import load_mcp_tools
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

Plain = dict[str, Any]
Streams = tuple[Any, Any]
Connect = Callable[[], contextlib.AbstractAsyncContextManager[Streams]]

START_SECONDS = 60.0
PING_SECONDS = 5.0
CLOSE_SECONDS = 10.0


Ended = Literal["busy", "start", "starting", "away", "late", "lost"]


class NoAnswer(Exception):
    """A call without an answer: only after "late" and "lost" it may have been sent.

    "away" is a server at an address where none answers.
    """

    def __init__(self, how: Ended) -> None:
        super().__init__(how)
        self.how = how


class SaidNo(Exception):
    """A tool said that it failed, in words of its own."""

    def __init__(self, text: str) -> None:
        super().__init__(text[:300])
        self.text = text


class NotOffered(Exception):
    """The server has no such tool, or one that takes other arguments."""


class ToolServer:
    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        *,
        tools: frozenset[str],
        seconds: float,
        start_seconds: float = START_SECONDS,
        wait_seconds: float = START_SECONDS + CLOSE_SECONDS,
        folder: Path | None = None,
        address: str = "",
    ) -> None:
        """`tools` are the only ones that can be called; a secret travels in `environment` only.

        A call waits `wait_seconds` for a start that may go on for `start_seconds`.
        `folder` is where it works, if not here. With an `address` nothing is started.
        """
        self.tools = tools
        self.seconds = seconds
        self._start_seconds = start_seconds
        self._wait_seconds = wait_seconds
        self._environment = dict(environment)
        self._address = address
        self._connect: Connect = partial(_at_address, address)
        if not address:
            server = StdioServerParameters(
                command=command[0], args=list(command[1:]), env=self._environment, cwd=folder
            )
            self._connect = partial(_as_process, server)
        self._turn = threading.Lock()
        self._process: _Process | None = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self.tools)} tools)"

    def ask(self, tool: str, arguments: Plain) -> str:
        """Call a tool. Raises SaidNo with its words, NotOffered or NoAnswer."""
        if tool not in self.tools:
            raise ValueError(f"{tool} is not among the tools that may be used.")
        if not self._turn.acquire(timeout=self.seconds):
            raise NoAnswer("busy")
        try:
            process = self._running()
            if tool not in process.tools or arguments.keys() - process.tools[tool].args.keys():
                raise NotOffered(tool)
            return self._answer(process, tool=tool, arguments=arguments)
        finally:
            self._turn.release()

    def missing(self) -> tuple[str, ...]:
        """The tools that the server does not offer."""
        if not self._turn.acquire(timeout=self.seconds):
            raise NoAnswer("busy")
        try:
            return tuple(sorted(self.tools - self._running().tools.keys()))
        finally:
            self._turn.release()

    def close(self) -> None:
        """End the process. The next call starts another."""
        with self._turn:
            self._drop()

    def _answer(self, process: "_Process", *, tool: str, arguments: Plain) -> str:
        try:
            return process.call(tool, arguments, seconds=self.seconds)
        except NoAnswer:
            self._drop()
            raise

    def _running(self) -> "_Process":
        """A process that answers."""
        if self._process and self._process.is_ready and not self._process.answers():
            self._drop()
        if self._process is None:
            self._process = _Process(self._connect, self._start_seconds)
        try:
            self._process.wait(self._wait_seconds)
        except NoAnswer as failure:
            if failure.how == "start":
                self._drop()
            if self._address:
                raise NoAnswer("away") from failure
            raise
        return self._process

    def _drop(self) -> None:
        process, self._process = self._process, None
        if process:
            process.stop()


class _Process:
    """One run of the server, held open by one task of a loop in a thread of its own."""

    def __init__(self, connect: Connect, start_seconds: float) -> None:
        self.tools: dict[str, BaseTool] = {}
        self._connect = connect
        self._start_seconds = start_seconds
        # A start that takes too long is reported when its process has ended.
        self._until = time.monotonic() + start_seconds + CLOSE_SECONDS
        self._thread = threading.Thread(target=self._run, name="tool-server", daemon=True)
        self._ready: Future[None] = Future()
        self._ending = asyncio.Event()
        self._thread.start()

    @property
    def is_ready(self) -> bool:
        return self._ready.done()

    def wait(self, seconds: float) -> None:
        """Raises NoAnswer: "starting" where it may still start, else "start"."""
        left = self._until - time.monotonic()
        try:
            self._ready.result(max(0, min(seconds, left)))
        except Exception as error:
            is_over = self.is_ready or left <= seconds
            raise NoAnswer("start" if is_over else "starting") from error

    def answers(self) -> bool:
        try:
            self._wait(self._session.send_ping(), PING_SECONDS)
        except Exception:  # noqa: BLE001 - whatever it is, this process is of no use any more
            return False
        return True

    def call(self, tool: str, arguments: Plain, *, seconds: float) -> str:
        request = {"name": tool, "args": arguments, "id": tool, "type": "tool_call"}
        try:
            message = self._wait(self.tools[tool].ainvoke(request), seconds)
        except TimeoutError as error:
            raise NoAnswer("late") from error
        except Exception as error:
            # What the tool itself says comes as a message: this is the line to it.
            raise NoAnswer("lost") from error
        text = "\n".join(b["text"] for b in message.content if b.get("type") == "text")
        if message.status == "error":
            raise SaidNo(text)
        return text

    def stop(self) -> None:
        with contextlib.suppress(RuntimeError, AttributeError):  # it never began, or has ended
            self._loop.call_soon_threadsafe(self._end)
        self._thread.join(CLOSE_SECONDS)

    def _end(self) -> None:
        self._ending.set()
        with contextlib.suppress(RuntimeError):  # it has started
            self._limit.reschedule(self._loop.time())

    def _wait(self, work: Coroutine[Any, Any, Any], seconds: float) -> Any:
        """The time limit holds even where the loop hangs."""
        try:
            future = asyncio.run_coroutine_threadsafe(work, self._loop)
        except RuntimeError as error:  # the loop is closed
            work.close()
            raise NoAnswer("lost") from error
        try:
            return future.result(seconds)
        except CancelledError as error:
            raise NoAnswer("lost") from error
        finally:
            future.cancel()

    def _run(self) -> None:
        try:
            asyncio.run(self._hold())
        except Exception as error:  # noqa: BLE001 -- told to who waits; after that, a ping tells
            if not self._ready.done():
                self._ready.set_exception(error)

    async def _hold(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._limit = asyncio.timeout(self._start_seconds)
        async with (
            self._connect() as (read, write),
            ClientSession(read, write) as self._session,
        ):
            async with self._limit:
                await self._session.initialize()
                self.tools = {tool.name: tool for tool in await load_mcp_tools(self._session)}
            self._ready.set_result(None)
            await self._ending.wait()


@contextlib.asynccontextmanager
async def _as_process(server: StdioServerParameters) -> AsyncIterator[Streams]:
    # The adapters' own client would give the server our standard error, which
    # it fills with traces, and would expand "${...}" inside a token.
    with _open_nowhere() as nowhere:
        async with stdio_client(server, errlog=nowhere) as streams:
            yield streams


def _open_nowhere() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")


@contextlib.asynccontextmanager
async def _at_address(address: str) -> AsyncIterator[Streams]:
    async with streamable_http_client(address) as (read, write, _):
        yield read, write
