"""A local HTTP server in a thread, for as long as a test needs it."""

import ssl
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_: object) -> None: ...

    def do_GET(self) -> None:
        self.get()

    def do_HEAD(self) -> None:
        self.head()

    def do_POST(self) -> None:
        self.post()

    def do_PUT(self) -> None:
        self.post()

    def get(self) -> None:
        self.send(405)

    def head(self) -> None:
        self.get()

    def post(self) -> None:
        self.get()

    def send(self, status: int, body: bytes = b"", **headers: str) -> None:
        """Send a whole answer; an underscore in the name of a header stands for a dash."""
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def body(self) -> bytes:
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def lower_headers(self) -> dict[str, str]:
        return {name.lower(): value for name, value in self.headers.items()}


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exc_info()[1], OSError):  # a client may leave
            super().handle_error(request, client_address)


@contextmanager
def served(
    handler: type[Handler], *, tls: ssl.SSLContext | None = None, **attributes: Any
) -> Iterator[str]:
    """Yield the address; the handlers have the attributes."""
    server = Server(("127.0.0.1", 0), type("Handler", (handler,), attributes))
    if tls:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"{'https' if tls else 'http'}://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
