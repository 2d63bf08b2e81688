"""Unpacks compressed answers piece by piece, and never beyond a limit."""

import zlib
from typing import Protocol

ACCEPTED = "gzip, deflate"
_AUTOMATIC = zlib.MAX_WBITS | 32
_BARE = -zlib.MAX_WBITS


class Unknown(Exception):
    """A packing that was not asked for."""


class Broken(Exception):
    """It cannot be unpacked."""


class Unpacking(Protocol):
    def take(self, piece: bytes, most: int) -> bytes:
        """Unpack a piece, to at most `most` bytes. Raises Broken."""
        ...

    def end(self) -> None:
        """Raises Broken when the end is missing."""
        ...


class _Plain:
    def take(self, piece: bytes, most: int) -> bytes:
        return piece[:most]

    def end(self) -> None:
        return


class _Zlib:
    def __init__(self) -> None:
        self._unpack = zlib.decompressobj(_AUTOMATIC)
        self._is_first = True

    def take(self, piece: bytes, most: int) -> bytes:
        try:
            unpacked = self._unpack.decompress(piece, most)
        except zlib.error as error:
            if not self._is_first:
                raise Broken from error
            unpacked = self._bare(piece, most)
        self._is_first = False
        return unpacked

    def end(self) -> None:
        if not self._unpack.eof:
            raise Broken

    def _bare(self, piece: bytes, most: int) -> bytes:
        """Some servers leave out the head."""
        self._unpack = zlib.decompressobj(_BARE)
        try:
            return self._unpack.decompress(piece, most)
        except zlib.error as error:
            raise Broken from error


def unpacking(encoding: str) -> Unpacking:
    """Raises Unknown."""
    match encoding.strip().lower():
        case "" | "identity":
            return _Plain()
        case "gzip" | "x-gzip" | "deflate":
            return _Zlib()
    raise Unknown
