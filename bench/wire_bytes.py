"""R5: bytes sent to the browser for an answer of 2,000 tokens, over the answer's bytes.

The model streams 50 tokens a second; three answers: prose in paragraphs of 80
tokens, one code block of 200 lines, one table of 166 rows. Counted from the
Enter key until the page is still again, so the last drawing of the turn is in
it: "compressed" is what passes a TCP proxy towards the browser on the
websocket's connection (frames deflated by `enableWebsocketCompression`, with
their headers); "frames" is the payload of the frames as the page sees them,
inflated. Scripts that the page loads on first use are not counted. The three
answers are streamed at once, each in a tab with a proxy of its own.
"""

from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from bench.browser import Visitor, chromium
from bench.figures import Figure, Measured
from bench.model_server import answer, last_word, question
from bench.proxy import Counted, counting
from bench.servers import app_server, folder, model_server

TOKENS = 2000
KINDS = ("prose", "code", "table")
RATE = 50
PATIENCE = 3 * TOKENS / RATE


@dataclass
class Tab:
    kind: str
    visitor: Visitor
    proxy: Counted
    frames: list[int] = field(default_factory=list)
    """Payload sizes, as the page sees them."""

    def start(self, tokens: int) -> None:
        text = question(self.kind, tokens, mark=self.kind, rate=RATE)
        box = self.visitor.page.get_by_test_id("stChatInputTextArea")
        box.fill(text)
        self.visitor.settle()
        self.frames.clear()
        self.proxy.clear()
        box.press("Enter")

    def finish(self) -> None:
        page = self.visitor.page
        page.wait_for_function(
            "(word) => document.body.textContent.includes(word)",
            arg=last_word(self.kind),
            timeout=PATIENCE * 1000,
        )
        self.visitor.settle()
        page.wait_for_timeout(1000)


def measure(*, quick: bool) -> Measured:
    tokens = 600 if quick else TOKENS
    with ExitStack() as stack:
        url = stack.enter_context(model_server())
        app, _ = stack.enter_context(app_server(stack.enter_context(folder()), model_url=url))
        browser = stack.enter_context(chromium())
        tabs = [_tab(stack, browser, app, kind) for kind in KINDS]
        for tab in tabs:
            tab.start(tokens)
        for tab in tabs:
            tab.finish()
        return Measured([figure for tab in tabs for figure in _figures(tab, tokens)])


def _tab(stack: ExitStack, browser: Any, app: str, kind: str) -> Tab:
    proxy = stack.enter_context(counting(app))
    visitor = Visitor(browser, proxy.url)
    tab = Tab(kind, visitor, proxy)

    def listen(socket: Any) -> None:
        socket.on("framereceived", lambda payload: tab.frames.append(len(payload)))

    # Only sockets that open from now on are reported.
    visitor.page.on("websocket", listen)
    visitor.reload()
    return tab


def _figures(tab: Tab, tokens: int) -> list[Figure]:
    size = len("".join(answer(tab.kind, tokens, tab.kind)).encode())
    down, frames = tab.proxy.socket, sum(tab.frames)
    name = f"R5 {tab.kind}, {tokens} tokens"
    return [
        Figure(
            f"{name}: compressed / answer",
            down / size,
            most=3 if tokens == TOKENS else None,
            shown=f"{down / 1000:.0f} KB / {size / 1000:.1f} KB",
        ),
        Figure(
            f"{name}: frames / answer",
            frames / size,
            shown=f"{frames / 1000:.0f} KB in {len(tab.frames)} frames",
        ),
    ]
