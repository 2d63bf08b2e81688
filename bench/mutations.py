"""Mechanisms that keep a pause: each mutation changes one line, and these cells then fail."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Mutation:
    mechanism: str
    file: str
    line: str
    instead: str
    fails: tuple[str, ...]
    also: tuple[str, str, str] | None = None
    """A second line, where two mechanisms each suffice alone: its file, the line, what instead."""

    @property
    def lines(self) -> list[tuple[str, str, str]]:
        return [(self.file, self.line, self.instead), *([self.also] if self.also else [])]


MUTATIONS = (
    Mutation(
        "a question is decided once, by compare-and-set",
        "agent/store/questions.py",
        "where id = ? and status = 'pending'\"",
        "where id = ? and '' <> 'pending'\"",
        ("tabs", "clicks"),
        also=("agent/facade.py", 'if asked.status != "pending":', "if False:"),
    ),
    Mutation(
        "a message is refused while a question waits",
        "agent/facade.py",
        'if thread.status == "waiting":',
        'if thread.status == "never":',
        ("typing",),
    ),
    Mutation(
        "an expired question takes no answer",
        "agent/facade.py",
        "if asked.question.is_expired:",
        "if False:",
        ("expiry",),
    ),
    Mutation(
        "an answer belongs to its conversation",
        "agent/facade.py",
        "if thread not in (None, asked.thread) or not",
        "if not",
        ("order",),
    ),
    Mutation(
        "Stop leaves a question alone",
        "agent/facade.py",
        ' and found.status in ("cut_off", "failed"):',
        ":",
        ("stop",),
    ),
    Mutation(
        "runs that a dead process left are found",
        "agent/engine/recovery.py",
        "for cut_off in self.ledger.leases.cut_off(live=live):",
        "for cut_off in ():",
        ("kill",),
    ),
)
MUTATED = "tickets"
"""The workflow in which mutations are tried."""


def try_mutation(mutation: Mutation) -> dict[str, str]:
    """Return the result of its cells in a copy of the code with the line changed."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as at:
        for folder in ("agent", "bench"):
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / folder, Path(at) / folder, ignore=ignored)
        for name, line, instead in mutation.lines:
            file = Path(at) / name
            code = file.read_text(encoding="utf-8")
            if code.count(line) != 1:
                raise RuntimeError(f"{name} does not hold once: {line}")
            file.write_text(code.replace(line, instead), encoding="utf-8")
        command = [sys.executable, "-m", "bench.pauses", "cells", *mutation.fails]
        done = subprocess.run(
            command, cwd=at, env={**os.environ, "PYTHONPATH": at}, capture_output=True, text=True,
            check=True,
        )  # fmt: skip
    result: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    return result
