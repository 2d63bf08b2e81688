"""Unpacking gives no more than was asked for, however much there is."""

import gzip
import zlib
from collections.abc import Callable

import pytest

from agent.adapters.search.unpacking import Broken, unpacking

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
