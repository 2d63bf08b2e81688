"""A server that speaks the Model Context Protocol over its standard streams, kept running.

It starts when it is first used, and again when it died. One call at a time:
the server runs most of its tools one after the other anyhow, and so a call
that comes late can be ended by ending the process, with nothing sent later.
"""

import asyncio
import contextlib
import os
import threading
from collections.abc import Coroutine, Mapping, Sequence
from concurrent.futures import CancelledError, Future
from pathlib import Path
from typing import Any, Literal, TextIO

from langchain_core.tools import BaseTool
from langchain_mcp_adapters.tools import load_mcp_tools
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

Plain = dict[str, Any]

START_SECONDS = 60.0
PING_SECONDS = 5.0
CLOSE_SECONDS = 10.0


Ended = Literal["busy", "start", "late", "lost"]


class NoAnswer(Exception):
    """A call without an answer. "busy" and "start" mean that nothing was sent."""

    def __init__(self, how: Ended) -> None:
        super().__init__(how)
        self.how = how


class SaidNo(Exception):
    """A tool said that it failed, in words of its own."""

    def __init__(self, text: str) -> None:
        super().__init__(text[:300])
        self.text = text


class NotOffered(Exception):
    """The server has no such tool."""


class ToolServer:
    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        *,
        tools: frozenset[str],
        seconds: float,
        start_seconds: float = START_SECONDS,
        folder: Path | None = None,
    ) -> None:
        """`tools` are the only ones that can be called; a secret travels in `environment` only.

        `folder` is where it works, if not here.
        """
        self.tools = tools
        self.seconds = seconds
        self._start_seconds = start_seconds
        self._environment = dict(environment)
        self._server = StdioServerParameters(
            command=command[0], args=list(command[1:]), env=self._environment, cwd=folder
        )
        self._turn = threading.Lock()
        self._process: _Process | None = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self.tools)} tools)"

    def ask(self, tool: str, arguments: Plain) -> str:
        """What the tool answers. Raises SaidNo with its words, NotOffered or NoAnswer."""
        if tool not in self.tools:
            raise ValueError(f"{tool} is not among the tools that may be used.")
        if not self._turn.acquire(timeout=self.seconds):
            raise NoAnswer("busy")
        try:
            process = self._running()
            if tool not in process.tools:
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
        if self._process and not self._process.answers():
            self._drop()
        if self._process is None:
            process = _Process(self._server, self._start_seconds)
            try:
                process.start()
            except NoAnswer:
                process.stop()
                raise
            self._process = process
        return self._process

    def _drop(self) -> None:
        process, self._process = self._process, None
        if process:
            process.stop()


class _Process:
    """One run of the server, held open by one task of a loop in a thread of its own."""

    def __init__(self, server: StdioServerParameters, start_seconds: float) -> None:
        self.tools: dict[str, BaseTool] = {}
        self._server = server
        self._start_seconds = start_seconds
        self._thread = threading.Thread(target=self._run, name="tool-server", daemon=True)
        self._ready: Future[None] = Future()
        self._ending = asyncio.Event()

    def start(self) -> None:
        self._thread.start()
        try:
            # One that is too slow is told when its process has ended.
            self._ready.result(self._start_seconds + CLOSE_SECONDS)
        except Exception as error:
            raise NoAnswer("start") from error

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
            self._loop.call_soon_threadsafe(self._ending.set)
        self._thread.join(CLOSE_SECONDS)

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
            with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
                asyncio.run(self._hold(nowhere))
        except Exception as error:  # noqa: BLE001 -- told to who waits; after that, a ping tells
            if not self._ready.done():
                self._ready.set_exception(error)

    async def _hold(self, nowhere: TextIO) -> None:
        self._loop = asyncio.get_running_loop()
        # The adapters' own client would give the server our standard error, which
        # it fills with traces, and would expand "${...}" inside a token.
        async with (
            stdio_client(self._server, errlog=nowhere) as (read, write),
            ClientSession(read, write) as self._session,
        ):
            async with asyncio.timeout(self._start_seconds):
                await self._session.initialize()
                self.tools = {tool.name: tool for tool in await load_mcp_tools(self._session)}
            self._ready.set_result(None)
            await self._ending.wait()
