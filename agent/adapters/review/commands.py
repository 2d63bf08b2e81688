"""Running a reviewer as a command of its own, with a time limit and nothing of our secrets."""

import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from agent.adapters.review.reviewed import NoAnswer, NotRun

_KEPT = ("PATH", "LANG", "LC_ALL", "PYTHONPATH", "SYSTEMROOT", "TMPDIR", "VIRTUAL_ENV")
MOST_OUTPUT = 16 * 2**20


def run_json(argv: Sequence[str], *, folder: Path, seconds: float, good: frozenset[int]) -> Any:
    """Return its output. Raises NoAnswer for other exit codes, no output and no time."""
    environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
    environment.update(HOME=str(folder), AWS_EC2_METADATA_DISABLED="true", no_proxy="*")
    with tempfile.TemporaryFile() as out:
        try:
            process = subprocess.Popen(  # noqa: S603 - by argv, of our own making
                argv,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.DEVNULL,
                cwd=folder,
                env=environment,
                start_new_session=True,
            )
        except OSError as error:
            raise NotRun("It is not installed.") from error
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired as error:
            with suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise NoAnswer(f"It took longer than {seconds:.0f} seconds.") from error
        if code not in good:
            raise NoAnswer(f"It ended with code {code}.")
        out.seek(0)
        text = out.read(MOST_OUTPUT)
    try:
        return json.loads(text)
    except ValueError as error:
        raise NoAnswer("What it said cannot be read.") from error
