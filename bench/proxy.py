"""A TCP proxy that counts what passes, as it is on the wire, websockets apart from files."""

import selectors
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass
class Counted:
    url: str
    socket: int = 0
    """Bytes towards the browser on its websocket."""
    files: int = 0
    """Bytes on other connections: scripts and fonts that the page loads on first use."""

    def clear(self) -> None:
        self.socket = self.files = 0


@contextmanager
def counting(url: str) -> Iterator[Counted]:
    """An address that leads to `url`; what comes from there is counted."""
    target = urlsplit(url)
    listener = socket.create_server(("127.0.0.1", 0))
    counted = Counted(f"http://127.0.0.1:{listener.getsockname()[1]}")

    def accept() -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            server = socket.create_connection((target.hostname, target.port))
            threading.Thread(target=_relay, args=(client, server, counted), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield counted
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()


def _relay(client: socket.socket, server: socket.socket, counted: Counted) -> None:
    for end in (client, server):
        end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    with client, server, selectors.DefaultSelector() as ready:
        ready.register(client, selectors.EVENT_READ, server)
        ready.register(server, selectors.EVENT_READ, client)
        is_socket = False
        while True:
            for key, _ in ready.select():
                source: socket.socket = key.fileobj  # type: ignore[assignment]
                try:
                    data = source.recv(1 << 16)
                    key.data.sendall(data)
                except OSError:
                    return
                if not data:
                    return
                if source is client:
                    is_socket = is_socket or data.startswith(b"GET /_stcore/stream")
                elif is_socket:
                    counted.socket += len(data)
                else:
                    counted.files += len(data)
