"""`python -m bench [names...] [--quick]`: measure, print the table, write `bench/results.md`."""

import argparse
import os
import platform
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from bench.figures import Measured, table

RESULTS = Path(__file__).with_name("results.md")

MEASUREMENTS = {
    "r1": "turns",
    "r3": "thread_length",
    "r4": "data_size",
    "r5": "wire_bytes",
    "r6": "reruns",
    "r7": "sessions",
    "r8": "crowd",
    "r10": "first_turn",
    "r12": "ledger_cost",
    "retrieval": "retrieval",
    "answers": "answers",
    "items": "items",
    "freeze": "freeze",
    "intents": "intents",
    "calls": "calls",
    "goals": "goals",
    "infra": "infra",
    "studio": "studio",
    "pauses": "pauses",
    "small": "small_model",
}
ALIASES = {"r2": "r1"}
"""R2 is a column of the runs of R1."""
BY_NAME = {"small"}
"""Run only when named: it needs another environment."""

Measure = Callable[..., Measured]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(MEASUREMENTS))
    parser.add_argument("--quick", action="store_true", help="fewer rounds: under 4 minutes in all")
    args = parser.parse_args()
    names = list(dict.fromkeys(ALIASES.get(name.lower(), name.lower()) for name in args.names))
    if unknown := set(names) - MEASUREMENTS.keys():
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    began = time.perf_counter()
    for name in names or [each for each in MEASUREMENTS if each not in BY_NAME]:
        _run(name, quick=args.quick)
    print(f"{time.perf_counter() - began:.0f} s in all, kept in {RESULTS}")


def _run(name: str, *, quick: bool) -> None:
    module = import_module(f"bench.{MEASUREMENTS[name]}")
    began, load = time.perf_counter(), os.getloadavg()[0]
    measured: Measured = module.measure(quick=quick)
    seconds = time.perf_counter() - began
    how = f"{'Quick' if quick else 'Full'} run of {datetime.now(UTC):%d %b %Y}, {seconds:.0f} s"
    loads = f"load average {load:.1f} before, {os.getloadavg()[0]:.1f} after"
    text = "\n\n".join(
        [
            f"## {name.upper()}",
            (module.__doc__ or "").strip(),
            table(measured.figures),
            *measured.notes,
            f"{how}; {loads}.",
        ]
    )
    print(text.split("\n\n", 2)[0] + f" ({how})")
    print(table(measured.figures), *measured.notes, "", sep="\n", flush=True)
    _keep(name, text)


def _keep(name: str, text: str) -> None:
    """Replace this measurement's section; the others stay as they were measured."""
    sections = _sections() | {name: text}
    ordered = [sections[each] for each in MEASUREMENTS if each in sections]
    RESULTS.write_text("\n\n".join([_head(), *ordered]) + "\n")


def _sections() -> dict[str, str]:
    if not RESULTS.exists():
        return {}
    parts = re.split(r"^(?=## [A-Z\d]+$)", RESULTS.read_text(), flags=re.MULTILINE)
    return {part.split("\n", 1)[0][3:].lower(): part.strip() for part in parts[1:]}


def _head() -> str:
    names = ("streamlit", "langgraph", "langchain-core", "langchain-openai")
    versions = ", ".join(f"{name} {version(name)}" for name in names)
    return (
        "# What Interlude costs, as ratios\n\n"
        "Written by `python -m bench`. Arms of a ratio are run in turn, in one run; a figure is"
        " the median of one arm over the median of the other, p95 over p95 beside it. p95 is by"
        " nearest rank, so with n < 20 it is the largest sample. Server, browser and load"
        " generator share the machine.\n\n"
        f"Machine: {_machine()}; Python {platform.python_version()}, {versions}."
    )


def _machine() -> str:
    cpu = platform.machine()
    try:
        found = re.search(r"model name\s*: (.+)", Path("/proc/cpuinfo").read_text())
        cpu = found[1] if found else cpu
    except OSError:
        pass
    return f"{os.cpu_count()} cores, {cpu}, {platform.system()}"


if __name__ == "__main__":
    main()
