"""Ollama's own endpoints, as far as they tell of a model, beside OpenAI's list of models."""

import json
from contextlib import contextmanager
from typing import Any

from tests.servers.http import Handler, served


def answers(window, *, tools):
    return {
        "/v1/models": {"object": "list", "data": [{"id": "llama3.2:1b"}, {"id": "nomic-embed"}]},
        "/api/version": {"version": "0.12.6"},
        "/api/ps": {"models": [{"name": "llama3.2:1b", "context_length": window}]},
        "/api/show": {
            "model_info": {"llama.context_length": 131072},
            "capabilities": ["completion", *(["tools"] if tools else [])],
        },
    }


class _Ollama(Handler):
    known: dict[str, Any]

    def get(self) -> None:
        self.body()
        status = 200 if self.path in self.known else 404
        self.send(status, json.dumps(self.known.get(self.path, {})).encode())


@contextmanager
def ollama_server(*, window=4096, tools=True):
    """Yield its port."""
    with served(_Ollama, known=answers(window, tools=tools)) as url:
        yield int(url.rpartition(":")[2])
