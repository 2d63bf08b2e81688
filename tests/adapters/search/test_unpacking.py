"""Unpacking gives no more than was asked for, however much there is."""

import gzip
import zlib
from collections.abc import Callable

import pytest

from agent.adapters.search.unpacking import Broken, Unknown, unpacking

MEGABYTE = 2**20
DATA = b"x" * 50 * MEGABYTE


@pytest.mark.parametrize(
    ("pack", "name"),
    [
        (gzip.compress, "gzip"),
        (zlib.compress, "Deflate "),
        (lambda data: zlib.compress(data, wbits=-15), "deflate"),
        (bytes, ""),
    ],
)
def test_no_more_than_the_limit_is_unpacked(pack: Callable[[bytes], bytes], name: str) -> None:
    assert unpacking(name).take(pack(DATA), 1_000) == b"x" * 1_000


def test_pieces_make_the_whole() -> None:
    packed, unpack = gzip.compress(b"".join(b"%d " % n for n in range(9_999))), unpacking("gzip")
    pieces = [unpack.take(packed[n : n + 100], MEGABYTE) for n in range(0, len(packed), 100)]
    unpack.end()
    assert b"".join(pieces).split()[-1] == b"9998"


@pytest.mark.parametrize(
    "data",
    [b"no gzip", gzip.compress(b"x" * 99)[:-9], b""],
    ids=["no gzip", "cut short", "nothing"],
)
def test_what_is_broken_is_told(data: bytes) -> None:
    unpack = unpacking("gzip")
    with pytest.raises(Broken):  # noqa: PT012 - at either of the two
        unpack.take(data, 9_999)
        unpack.end()


@pytest.mark.parametrize("name", ["br", "zstd", "compress", "gzip, gzip"])
def test_what_was_not_asked_for_is_unknown(name: str) -> None:
    with pytest.raises(Unknown):
        unpacking(name)
