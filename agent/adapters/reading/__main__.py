"""The child process: reads one file and writes what it found to its standard output.

`[path, name, limits, from_web]` as JSON is its argument. Each line of the output is a
JSON object: {"page": [n, of]}, and at the end {"reading": ...} or {"failed": ...}.
"""

import json
import os
import resource
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from agent.adapters.reading.result import Limits, Unreadable

MEGABYTE = 2**20
_FORBIDDEN = (
    "socket.",
    "subprocess.",
    "os.exec",
    "os.fork",
    "os.posix_spawn",
    "os.system",
    "ftplib.",
)


def main() -> None:
    path, name, given, from_web = json.loads(sys.argv[1])
    limits = Limits(**given)
    data = Path(path).read_bytes()
    _confine(limits)
    try:
        from agent.adapters.reading.reader import read  # noqa: PLC0415 - under the limits as well

        tell = lambda n, of: _say({"page": [n, of]})  # noqa: E731
        reading = read(data, name, limits=limits, tell=tell, from_web=from_web)
    except Unreadable as error:
        _say({"failed": [error.message, error.hint]})
    except MemoryError:
        _say({"failed": list(too_large(limits))})
    else:
        _say({"reading": asdict(reading)})


def too_large(limits: Limits) -> tuple[str, str]:
    return (
        f"Reading the file takes more than {limits.memory_bytes // MEGABYTE:,} MB of memory.",
        "Split it, or make its pictures smaller.",
    )


def _say(line: dict[str, Any]) -> None:
    print(json.dumps(line), flush=True)  # noqa: T201 - this is the pipe to the parent


def _confine(limits: Limits) -> None:
    """No more memory or time than allowed, no file written, no connection, no program started."""
    seconds = int(limits.seconds) + 1
    for what, limit in (
        (resource.RLIMIT_AS, limits.memory_bytes),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NOFILE, 64),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (limit, limit))
    # Processes that a user waits for come first.
    os.nice(10)
    sys.addaudithook(_refuse)


def _refuse(event: str, _arguments: tuple[Any, ...]) -> None:
    if event.startswith(_FORBIDDEN):
        raise PermissionError(f"{event} is not for a reader of files")


if __name__ == "__main__":
    main()
