"""Freeze: how long others wait while one text is read, and which patterns are slow.

Regular expressions hold the interpreter's lock, so that one search stops all
users. Messages are posted to a server while a second client asks for `/health`;
what is read or drawn by one function is measured as that function's time. Then
every pattern that `agent` and `ui` compile is searched for in repeated pieces,
of n and 2n characters, capped as rules get them, in a child that is ended when
it takes too long.
"""

import importlib
import json
import multiprocessing
import pkgutil
import re
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

from agent.adapters.tracker.jira_markup import from_jira
from agent.exchange.wiki_markup import storage
from agent.language.text import cap_gaps
from agent.workflows.studio.content.written import unmarked
from bench.figures import Figure, Measured
from bench.servers import app_server, folder
from ui import safe

GOAL_MS = 250
MESSAGES = {
    "Studio, 19,990 brackets": ("studio", "(" * 19_990),
    "Tutor, 19,990 blanks": ("tutor", f"x{' ' * 19_990}x"),
}
SIZE = 5_000
PATIENCE = 10.0
"""Seconds for all searches of one pattern."""
SHOWN = 8
PIECES = (
    *("(", "[", "{", " ", "\n", "`", "a", "1", "-", "*", ",", ".", "中", "a ", "1 ", "a, ", "- "),
    *("\n- ", "[x](", "A b ", "and ", "2 hours a day ", f"{' ' * 24}a", f"{'(' * 24}a"),
)
Found = tuple[float, float, str, str]
"""Seconds at n and at 2n, the pattern's beginning, and the piece."""


def measure(*, quick: bool) -> Measured:
    figures = [*_messages(), *_texts()]
    worst = sorted(_scanned(PIECES[:8] if quick else PIECES), reverse=True)
    figures += [
        Figure(
            f"pattern `{pattern[:40]!r}`".replace("|", "¦"),
            at_n * 1000,
            unit=" ms",
            shown=f"{at_2n * 1000:.0f} ms at {2 * SIZE}, of {piece[:12]!r}",
        )
        for at_n, at_2n, pattern, piece in worst[:SHOWN]
    ]
    return Measured(figures)


def _messages() -> Iterator[Figure]:
    with folder() as data, app_server(data) as (url, _):
        _send(url, "tutor", "Hello")
        for name, (workflow, text) in MESSAGES.items():
            longest = _longest_wait(url, partial(_send, url, workflow, text))
            yield Figure(f"others wait: {name}", longest * 1000, unit=" ms", most=GOAL_MS)


def _send(url: str, workflow: str, text: str) -> None:
    body = {"id": str(time.time_ns()), "workflow": workflow, "query": text, "wait": 30}
    request = urllib.request.Request(  # noqa: S310 - a server of ours
        f"{url}/api/chat", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=300) as reply:  # noqa: S310 - as above
        reply.read()


def _longest_wait(url: str, work: Callable[[], None]) -> float:
    working = threading.Thread(target=work)
    working.start()
    longest = 0.0
    while working.is_alive():
        began = time.perf_counter()
        with urllib.request.urlopen(f"{url}/health", timeout=300):  # noqa: S310 - as above
            longest = max(longest, time.perf_counter() - began)
        time.sleep(0.005)
    return longest


def _texts() -> Iterator[Figure]:
    word = "abcdefgh" * 3_000
    cases: dict[str, tuple[Callable[[str], Any], str]] = {
        "shown: [x](aaaa…, 60 KB": (safe.markdown, f"[x]({'a' * 60_000}"),
        "shown: ``` and blanks, 20 KB": (safe.markdown, f"```{' ' * 20_000}"),
        "shown: backticks 1…199": (safe.markdown, " ".join("`" * n for n in range(1, 200))),
        "written: ``` and blanks, 20 KB": (unmarked, f"```{' ' * 20_000}"),
        "Jira {{{…, 24 KB": (from_jira, "{" * 24_000),
        "Jira [[[…, 24 KB": (from_jira, "[" * 24_000),
        "wiki page, one word, 24 KB": (storage, word),
    }
    for name, (work, text) in cases.items():
        began = time.perf_counter()
        work(text)
        taken = (time.perf_counter() - began) * 1000
        yield Figure(f"one call: {name}", taken, unit=" ms", most=GOAL_MS)


# Every pattern


def _scanned(pieces: Sequence[str]) -> Iterator[Found]:
    patterns = _patterns()
    context = multiprocessing.get_context("fork")
    place = 0
    while place < len(patterns):
        here, there = context.Pipe(duplex=False)
        child = context.Process(target=_search, args=(patterns[place:], pieces, there))
        child.start()
        there.close()
        done, has_ended = 0, False
        while not has_ended and here.poll(PATIENCE):
            try:
                found = here.recv()
            except EOFError:
                has_ended = True
            else:
                done += 1
                yield found
        if not has_ended:
            child.kill()
            yield (PATIENCE, PATIENCE, patterns[place + done].pattern, "given up")
            done += 1
        child.join()
        place += max(done, 1)


def _search(patterns: list[re.Pattern[str]], pieces: Sequence[str], told: Connection) -> None:
    for pattern in patterns:
        slowest = max((_seconds(pattern, piece, SIZE), piece) for piece in pieces)
        told.send(
            (slowest[0], _seconds(pattern, slowest[1], 2 * SIZE), pattern.pattern, slowest[1])
        )
    told.close()


def _seconds(pattern: re.Pattern[str], piece: str, size: int) -> float:
    text = cap_gaps(f"x{piece * (size // len(piece))}x")
    began = time.perf_counter()
    for _ in pattern.finditer(text):
        pass
    return time.perf_counter() - began


def _patterns() -> list[re.Pattern[str]]:
    """All that the modules hold by name, or in a tuple, a list or a dictionary."""
    found: dict[tuple[str, int], re.Pattern[str]] = {}
    for module in _modules():
        for value in vars(module).values():
            for pattern in _in(value, depth=3):
                found[pattern.pattern, pattern.flags] = pattern
    return list(found.values())


def _modules() -> Iterator[Any]:
    for name in ("agent", "ui"):
        package = importlib.import_module(name)
        for each in pkgutil.walk_packages(package.__path__, f"{name}."):
            # These act when they are imported.
            if each.name != "ui.shell" and not each.name.endswith("__main__"):
                yield importlib.import_module(each.name)


def _in(value: Any, *, depth: int) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern):
        if isinstance(value.pattern, str):
            yield value
    elif depth and isinstance(value, tuple | list | frozenset | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _in(each, depth=depth - 1)
