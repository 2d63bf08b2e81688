"""The parent's side of `tests/core/driver.py`."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Self

Plain = dict[str, Any]

ROOT = Path(__file__).parents[2]


class Zygote:
    """A warm process that forks a child for each job: starting one costs no imports."""

    def __init__(self, module: str = "tests.core.driver") -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", module],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._results = tempfile.TemporaryDirectory()
        self._result = Path(self._results.name) / "result.json"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._process:
            self._process.stdin.close()  # type: ignore[union-attr]
        self._results.cleanup()

    def begin(self, job: str, **details: Any) -> None:
        self._result.unlink(missing_ok=True)
        self.tell({"job": job, "result": str(self._result), **details})

    def tell(self, line: Plain) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(line) + "\n")
        self._process.stdin.flush()

    def hear(self) -> Plain:
        """The next line of the child or of the zygote itself."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise AssertionError("The driver has died.")
        heard: Plain = json.loads(line)
        return heard

    def end(self) -> Plain:
        """Wait for the child: the signal that killed it, or what it gave back."""
        ended = self.hear()
        if ended["signal"]:
            return ended
        result: Plain = json.loads(self._result.read_text())
        if "error" in result:
            raise AssertionError(result["error"])
        return result

    def do_first(self, job: str, **details: Any) -> Plain:
        """In the warm process itself, which makes it warm; undisturbed, and all points are told."""
        return self.do(job, here=True, kill=("nowhere", 1), **details)

    def do(self, job: str, **details: Any) -> Plain:
        self.begin(job, **details)
        return self.end()
