"""The examples' vectors as they are shipped, so that a start need not make them.

    python -m agent.intents.vectors

A row of bytes and a scale for each text, by the text's digest. They are those
of one embedder; another one makes its own, once, after the start.
"""

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from agent.ports.documents import Embedder

FILE = Path(__file__).parents[1] / "data" / "intents" / "vectors.npz"
LEVELS = 127


def vectors_of(texts: Sequence[str], embedder: Embedder) -> np.ndarray:
    """Return a unit vector for each text: the shipped one, or else a new one."""
    shipped = read_vectors(embedder.model)
    rows: dict[int, np.ndarray] = {}
    missing = []
    for text in dict.fromkeys(texts):
        if (digest := digest_of(text)) in shipped:
            rows[digest] = shipped[digest]
        else:
            missing.append(text)
    rows |= zip(map(digest_of, missing), embedder.embed(missing), strict=True)
    return np.stack([rows[digest_of(text)] for text in texts])


@cache
def read_vectors(model: str) -> dict[int, np.ndarray]:
    """The shipped vectors by digest; none where they are another embedder's."""
    if not FILE.exists():
        return {}
    with np.load(FILE) as file:
        if str(file["model"]) != model:
            return {}
        rows = file["rows"].astype(np.float32)
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        return dict(zip(map(int, file["digests"]), rows, strict=True))


def write_vectors(texts: Sequence[str], embedder: Embedder) -> None:
    unique = sorted(set(texts))
    rows = embedder.embed(unique)
    scaled = np.rint(rows / np.abs(rows).max(axis=1, keepdims=True) * LEVELS).astype(np.int8)
    digests = np.array([digest_of(text) for text in unique], dtype=np.uint64)
    np.savez_compressed(FILE, model=embedder.model, digests=digests, rows=scaled)


def digest_of(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


if __name__ == "__main__":
    from agent.adapters.embedder.fusenc import FusencEmbedder
    from agent.intents.examples import NAMES, read_examples

    write_vectors([each.text for name in NAMES for each in read_examples(name)], FusencEmbedder())
