"""A website as hostile as one can be: redirects, bombs, slow drips, wrong types, cookies."""

import gzip
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

from tests.servers.http import Handler, served

HTML = "text/html; charset=utf-8"


@dataclass(frozen=True)
class Sends:
    """A reply. `pause` is waited before each byte of a drip."""

    body: bytes = b""
    kind: str | None = HTML
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    how: Literal["", "drip", "drip_head", "endless", "hang", "drop"] = ""
    pause: float = 0.05


def page(body, *, head=""):
    text = f"<!doctype html><html lang='en'><head><title>A page</title>{head}</head>"
    return Sends(f"{text}<body>{body}</body></html>".encode())


def leads_to(url):
    return Sends(status=302, headers={"Location": url})


def packed(data):
    return Sends(gzip.compress(data), headers={"Content-Encoding": "gzip"})


@dataclass
class Site:
    """The service. A path that it does not have is 404, as is robots.txt."""

    pages: dict[str, Sends] = field(default_factory=dict)
    url: str = ""
    port: int = 0
    requests: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    sent: dict[str, int] = field(default_factory=dict)
    """Bytes of each body that went out."""
    closing: threading.Event = field(default_factory=threading.Event)
    knows_head: bool = True
    heads: list[str] = field(default_factory=list)
    """Paths that were asked for without their body."""

    @property
    def paths(self):
        """Those that were asked for, but for robots.txt."""
        return [path for path, _ in self.requests if path != "/robots.txt"]


class _Website(Handler):
    protocol_version = "HTTP/1.1"
    site: Site

    def get(self) -> None:
        self.site.requests.append((self.path, self.lower_headers()))
        found = self.site.pages.get(self.path, Sends(b"No such page.", status=404))
        self.close_connection = True
        match found.how:
            case "hang":
                self.site.closing.wait(30)
            case "drop":
                return
            case "drip_head":
                self._drip(b"HTTP/1.1 200 OK\r\nX-Long: " + b"x" * 100_000, found.pause)
            case _:
                self._head(found)
                self._body(found)

    def head(self) -> None:
        self.site.heads.append(self.path)
        found = self.site.pages.get(self.path, Sends(status=404))
        self.close_connection = True
        if found.how == "hang":
            self.site.closing.wait(30)
        elif self.site.knows_head:
            self._head(found)
        else:
            self.send_error(501)

    def _head(self, found) -> None:
        self.send_response(found.status)
        if found.kind is not None:
            self.send_header("Content-Type", found.kind)
        if found.how != "endless":
            self.send_header("Content-Length", str(len(found.body)))
        self.send_header("Set-Cookie", "canary=1; Path=/")
        for name, value in found.headers.items():
            self.send_header(name, value)
        self.end_headers()

    def _body(self, found) -> None:
        match found.how:
            case "drip":
                self._drip(found.body, found.pause)
            case "endless":
                while not self.site.closing.is_set():
                    self._write(found.body)
            case _:
                self._write(found.body)

    def _drip(self, data, pause) -> None:
        for at in range(len(data)):
            if self.site.closing.is_set():
                return
            self._write(data[at : at + 1])
            time.sleep(pause)

    def _write(self, data) -> None:
        self.wfile.write(data)
        self.site.sent[self.path] = self.site.sent.get(self.path, 0) + len(data)


@contextmanager
def website(pages=None, *, tls=None):
    site = Site(pages or {})
    with served(_Website, tls=tls, site=site) as site.url:
        site.port = int(site.url.rpartition(":")[2])
        yield site
        site.closing.set()
