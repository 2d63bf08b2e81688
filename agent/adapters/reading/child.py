"""Reading a file in a child process, which may die of it without anybody noticing."""

import json
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

import agent
from agent.adapters.reading.result import Limits, Reading, Tell, Unreadable

# The package's own names would load models and graphs, which a reader has no need of: they
# take longer than most files.
_START = """
import runpy, sys, types
package = types.ModuleType("agent")
package.__path__ = [sys.argv.pop(1)]
sys.modules["agent"] = package
runpy.run_module("agent.adapters.reading", run_name="__main__", alter_sys=False)
"""
TICK = 0.5
MOST_OUTPUT = 128 * 2**20
_READING = TypeAdapter(Reading)


def read_in_child(
    path: Path, name: str, *, limits: Limits, tell: Tell, from_web: bool = False
) -> Reading:
    """Raises Unreadable. `tell` is called at least every second, and what it raises ends it all."""
    started = time.monotonic()
    request = json.dumps([str(path), name, asdict(limits), from_web])
    with _child(request) as process:
        page, of = 0, 0
        for line in _lines(process):
            if time.monotonic() - started > limits.seconds:
                raise Unreadable(
                    f"Reading the file took longer than {limits.seconds:.0f} seconds.",
                    hint="Split it, or save it in another format.",
                    retryable=True,
                )
            match line:
                case {"page": [int(page), int(of)]}:
                    pass
                case {"failed": [str(message), str(hint)]}:
                    raise Unreadable(message, hint=hint)
                case {"reading": dict(found)}:
                    return _checked(found)
                case _:
                    pass
            tell(page, of)
        # Time is measured here, and is over before the child's own limit is reached.
        raise Unreadable(
            "Reading the file broke off: it takes too much memory, or its content is damaged.",
            hint="Try again, or save it in another format.",
            retryable=True,
        )


@contextmanager
def _child(request: str) -> Iterator[subprocess.Popen[bytes]]:
    folder = str(Path(agent.__file__).parent)
    process = subprocess.Popen(  # noqa: S603 - our own interpreter and our own code
        [sys.executable, "-IB", "-c", _START, folder, request],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        # Nothing of ours: no key, no proxy.
        env={"PATH": os.defpath, "LANG": "C.UTF-8"},
        start_new_session=True,
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        if process.stdout is not None:
            process.stdout.close()
        process.wait()


def _lines(process: subprocess.Popen[bytes]) -> Iterator[dict[str, Any]]:
    """The child's lines; an empty one whenever it has been silent for a while."""
    if process.stdout is None:
        return
    number, held, total = process.stdout.fileno(), b"", 0
    os.set_blocking(number, False)
    with selectors.DefaultSelector() as selector:
        selector.register(number, selectors.EVENT_READ)
        while True:
            if not selector.select(TICK):
                yield {}
                continue
            part = os.read(number, 2**20)
            total += len(part)
            if not part or total > MOST_OUTPUT:
                return
            *whole, held = (held + part).split(b"\n") if b"\n" in part else [held + part]
            for line in whole:
                yield _parsed(line)


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _checked(found: dict[str, Any]) -> Reading:
    try:
        return _READING.validate_python(found)
    except ValidationError as error:
        raise Unreadable("The file could not be read.", hint="Save it again.") from error
