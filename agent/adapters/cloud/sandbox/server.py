"""The engine behind a door: only with the key of its profile, and saved after each change."""

import asyncio
import logging
import os
import secrets
import shutil
import sys
import threading
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from hypercorn.asyncio import serve
from hypercorn.config import Config
from ministack import app as engine  # type: ignore[import-untyped]
from ministack.core import persistence  # type: ignore[import-untyped]
from ministack.services import cloudformation  # type: ignore[import-untyped]

from agent.adapters.cloud.sandbox import (
    databases,
    names,
    numbers,
    outputs,
    properties,
    protection,
)
from agent.adapters.cloud.sandbox.launcher import HEALTH, HOST

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Scope]]
Send = Callable[[Scope], Awaitable[None]]

log = logging.getLogger("interlude.sandbox")

SAVE_SECONDS = 0.5
LONGEST_UNSAVED = 10.0
RETRY_SECONDS = 2.0
_BEGINNING = 200
_READS = ("Describe", "Get", "List", "Head", "Validate", "Detect", "Query", "Scan", "BatchGet")
_INTERRUPTED = "The sandbox was stopped while this was running."
_AFTER = {"CREATE": "CREATE_FAILED", "UPDATE": "UPDATE_FAILED", "DELETE": "DELETE_FAILED"}


class Heard:
    """Passes a request on and remembers how its body began."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self.began_with = b""

    async def receive(self) -> Scope:
        message = await self._receive()
        self.began_with = self.began_with or message.get("body", b"")[:_BEGINNING]
        return message


class Server:
    def __init__(self, folder: Path, *, port: int, key: str) -> None:
        properties.extend()
        databases.extend()
        names.extend()
        protection.extend()
        numbers.extend()
        outputs.extend()
        self.token = secrets.token_hex(16)
        self.endpoint = f"http://{HOST}:{port}"
        self._host = f"{HOST}:{port}".encode()
        self._credential = f"Credential={key}/".encode()
        self._state = folder / "state"
        self._changed = asyncio.Event()
        _settle(self._state)

    def serve(self, *, until_stdin_ends: bool) -> None:
        asyncio.run(self._serve(until_stdin_ends=until_stdin_ends))

    async def _serve(self, *, until_stdin_ends: bool) -> None:
        ended = asyncio.Event()
        if until_stdin_ends:
            loop = asyncio.get_running_loop()
            threading.Thread(target=_wait_for_stdin, args=(loop, ended), daemon=True).start()
        config = Config()
        config.bind = [self._host.decode()]
        config.keep_alive_timeout = 75
        config.graceful_timeout = 3
        config.loglevel = "WARNING"
        saving = asyncio.create_task(self._keep_saved())
        trigger = ended.wait if until_stdin_ends else None
        await serve(self._answer, config, shutdown_trigger=trigger)  # type: ignore[arg-type]
        saving.cancel()
        self._save()

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        match scope["type"]:
            case "lifespan":
                await engine.app(scope, receive, _after_start(send))
            case "http" if scope["path"] == HEALTH:
                await _plain(send, 200, self.token.encode())
            case "http" if self._may_enter(scope):
                heard = Heard(receive)
                await engine.app(scope, heard.receive, send)
                if not _is_read(scope, heard.began_with):
                    self._changed.set()
            case "http":
                await _plain(send, 403, b"Use the profile of this sandbox.")
            case _:
                return

    def _may_enter(self, scope: Scope) -> bool:
        """No page that a browser shows on this machine can know the key."""
        headers = dict(scope["headers"])
        signed = headers.get(b"authorization", b"")
        return bool(headers.get(b"host") == self._host and self._credential in signed)

    async def _keep_saved(self) -> None:
        while True:
            await self._changed.wait()
            for _ in range(int(LONGEST_UNSAVED / SAVE_SECONDS)):
                await asyncio.sleep(SAVE_SECONDS)
                if not _is_working():
                    break
            self._changed.clear()
            try:
                self._save()
            except Exception:
                # Such as a full disk. What changed is saved with the next attempt.
                log.exception("the sandbox could not be saved")
                self._changed.set()
                await asyncio.sleep(RETRY_SECONDS)

    def _save(self) -> None:
        """All services or none: a folder that is complete takes the place of the last one."""
        new, old = self._state.with_name("state.new"), self._state.with_name("state.old")
        shutil.rmtree(new, ignore_errors=True)
        if self._state.is_dir():
            shutil.copytree(self._state, new)
        persistence.STATE_DIR = str(new)
        persistence.save_all(engine._build_persistence_save_dict())  # noqa: SLF001
        persistence.STATE_DIR = str(self._state)
        shutil.rmtree(old, ignore_errors=True)
        if self._state.is_dir():
            self._state.rename(old)
        if new.is_dir():
            new.rename(self._state)


def _settle(state: Path) -> None:
    """Restore the last complete state, where the last process died between two renames."""
    old = state.with_name("state.old")
    if not state.is_dir() and old.is_dir():
        old.rename(state)


def _after_start(send: Send) -> Send:
    async def told(message: Scope) -> None:
        if message["type"] == "lifespan.startup.complete":
            _give_up_interrupted()
        await send(message)

    return told


def _give_up_interrupted() -> None:
    """Mark operations of an ended process as failed, since nothing continues them."""
    for stack in cloudformation._stacks._data.values():  # noqa: SLF001
        status = stack.get("StackStatus", "")
        if status.endswith("_IN_PROGRESS") and status != "REVIEW_IN_PROGRESS":
            failed = "ROLLBACK_FAILED" if status.startswith("ROLLBACK") else ""
            failed = failed or ("UPDATE_ROLLBACK_FAILED" if "UPDATE_ROLLBACK" in status else "")
            stack["StackStatus"] = failed or _AFTER.get(status.partition("_")[0], "UPDATE_FAILED")
            stack["StackStatusReason"] = _INTERRUPTED
    for change_set in cloudformation._change_sets._data.values():  # noqa: SLF001
        if change_set.get("ExecutionStatus") == "EXECUTE_IN_PROGRESS":
            change_set["ExecutionStatus"] = "EXECUTE_FAILED"
            change_set["StatusReason"] = _INTERRUPTED


def _is_working() -> bool:
    statuses = (stack.get("StackStatus", "") for stack in cloudformation._stacks._data.values())  # noqa: SLF001
    return any(s.endswith("_IN_PROGRESS") and s != "REVIEW_IN_PROGRESS" for s in statuses)


def _is_read(scope: Scope, body: bytes) -> bool:
    """Only what is plainly a read; where it is unclear, nothing is lost by saving."""
    if scope["method"] in {"GET", "HEAD"}:
        return True
    target = dict(scope["headers"]).get(b"x-amz-target", b"").decode("latin-1")
    action = parse_qs(body.decode("latin-1")).get("Action", [target.rpartition(".")[2]])
    return bool(action[0].startswith(_READS))


async def _plain(send: Send, status: int, body: bytes) -> None:
    headers = [(b"content-type", b"text/plain"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _wait_for_stdin(loop: asyncio.AbstractEventLoop, ended: asyncio.Event) -> None:
    """The other end is held by the process that started this one, and closes when it dies."""
    while os.read(sys.stdin.fileno(), 1024):
        pass
    loop.call_soon_threadsafe(ended.set)
