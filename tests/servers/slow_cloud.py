"""A cloud that takes its time: a relay before one that is done at once."""

import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PASSED_ON = ("Content-Type", "Authorization", "X-Amz-Date", "X-Amz-Target", "User-Agent")


class SlowCloud:
    """While `is_busy` is set, what is complete is still told to be in progress."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.is_busy = threading.Event()
        self.url = ""

    def answer(self, method: str, path: str, headers: dict[str, str], body: bytes) -> bytes:
        request = urllib.request.Request(  # noqa: S310 - ours
            self.endpoint + path, data=body or None, headers=headers, method=method
        )
        with urllib.request.urlopen(request, timeout=30) as reply:  # noqa: S310 - ours
            said: bytes = reply.read()
        if not self.is_busy.is_set():
            return said
        for word in (b"CREATE", b"EXECUTE"):
            said = said.replace(word + b"_COMPLETE<", word + b"_IN_PROGRESS<")
        return said


@contextmanager
def slow_cloud(endpoint: str) -> Iterator[SlowCloud]:
    """Speaks CloudFormation's own protocol, which is all forms and XML."""
    cloud = SlowCloud(endpoint)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {name: self.headers[name] for name in PASSED_ON if name in self.headers}
            status = 200
            try:
                said = cloud.answer(self.command, self.path, headers, body)
            except urllib.error.HTTPError as error:
                status, said = error.code, error.read()
            self.send_response(status)
            self.send_header("Content-Type", "text/xml")
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        do_GET = do_PUT = do_HEAD = do_DELETE = do_POST  # noqa: N815 - the names are its base's

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    cloud.url = f"http://127.0.0.1:{server.server_address[1]}"
    relay = threading.Thread(target=server.serve_forever, daemon=True)
    relay.start()
    try:
        yield cloud
    finally:
        server.shutdown()
        server.server_close()
        relay.join(5)
