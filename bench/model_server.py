"""A model server whose answers are as long and as fast as the question asks for.

`python -m bench.model_server --port N` speaks OpenAI's protocol (that of the
tests' server). The last user message says what comes back, in words:
"... 60 tokens of prose, 50 a second after 300 ms".
"""

import argparse
import re
import time
from functools import cache
from typing import Any

from agent.adapters.samples import FOLDER
from tests.servers.openai_server import openai_server
from tests.servers.scripted import Says

Plain = dict[str, Any]

_WANTED = re.compile(r"(\d+) tokens of (\w+), (\d+) a second after (\d+) ms, marked (\w+)")
PROSE = FOLDER / "databases" / "docs"
PARAGRAPH = 80


def question(kind: str, tokens: int, *, mark: str, rate: int = 50, ttft: int = 300) -> str:
    """A question whose answer has this many tokens. A rate of 0 is as fast as can be."""
    return f"Please say {tokens} tokens of {kind}, {rate} a second after {ttft} ms, marked {mark}"


def first_word(mark: str) -> str:
    return f"Zebra{mark}"


def last_word(mark: str) -> str:
    return f"Omega{mark}"


@cache
def _words() -> tuple[str, ...]:
    """Real English, since made-up repetition would compress too well."""
    texts = [path.read_text() for path in sorted(PROSE.glob("*.md"))]
    found = re.findall(r"[A-Za-z]+[,.;]?", " ".join(texts))
    assert len(found) > 2000
    return tuple(found)


def answer(kind: str, tokens: int, mark: str) -> tuple[str, ...]:
    """The exact pieces, from `first_word` to `last_word`."""
    pieces = [f"{_words()[at % len(_words())]} " for at in range(tokens)]
    if kind == "prose":
        for at in range(PARAGRAPH, tokens, PARAGRAPH):
            pieces[at - 1] = f"{pieces[at - 1].strip()}.\n\n"
    elif kind == "code":
        # Ten tokens a line in one fence.
        for at in range(9, tokens - 1, 10):
            pieces[at] = f"{pieces[at].strip()}\n"
        pieces[1], pieces[-2] = "```python\n", "\n```\n"
    elif kind == "table":
        # Four cells of three tokens a row, after a head and its line.
        for at in range(5, tokens - 1):
            place = (at - 5) % 12
            left = "| " if place % 3 == 0 else ""
            right = "|\n" if place == 11 else ""
            pieces[at] = f"{left}{pieces[at]}{right}"
        pieces[1:5] = ["\n\n| one ", "| two | three ", "| four |\n", "|---|---|---|---|\n"]
        pieces[-2] = "\n\n"
    else:
        raise ValueError(kind)
    pieces[0] = f"{first_word(mark)}\n\n" if kind == "code" else f"{first_word(mark)} "
    pieces[-1] = last_word(mark)
    return tuple(pieces)


def reply(body: Plain) -> Says:
    asked = [str(m["content"]) for m in body["messages"] if m["role"] == "user"]
    wanted = _WANTED.search(asked[-1])
    if wanted is None:
        return Says(pieces=("Yes.",))
    tokens, rate, ttft = int(wanted[1]), int(wanted[3]), int(wanted[4])
    pieces = answer(wanted[2], tokens, wanted[5])
    return Says(pieces=pieces, rate=rate, ttft=ttft / 1000, usage=(400, tokens))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    args = parser.parse_args()
    with openai_server(reply, flavour="vllm", port=args.port) as server:
        while True:
            time.sleep(5)
            server.requests.clear()
            server.headers.clear()


if __name__ == "__main__":
    main()
