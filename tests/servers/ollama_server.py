"""Ollama's own endpoints, as far as they tell of a model, beside OpenAI's list of models."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

Plain = dict[str, Any]


def answers(window: int, *, tools: bool) -> dict[str, Plain]:
    return {
        "/v1/models": {"object": "list", "data": [{"id": "llama3.2:1b"}, {"id": "nomic-embed"}]},
        "/api/version": {"version": "0.12.6"},
        "/api/ps": {"models": [{"name": "llama3.2:1b", "context_length": window}]},
        "/api/show": {
            "model_info": {"llama.context_length": 131072},
            "capabilities": ["completion", *(["tools"] if tools else [])],
        },
    }


@contextmanager
def ollama_server(*, window: int = 4096, tools: bool = True) -> Iterator[int]:
    """Its port."""
    known = answers(window, tools=tools)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = json.dumps(known.get(self.path, {})).encode()
            self.send_response(200 if self.path in known else 404)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.do_GET()

        def log_message(self, *_: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()
