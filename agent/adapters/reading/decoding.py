"""Bytes of a text in the encoding that fits them best."""

import codecs
import re
from dataclasses import dataclass

from agent.adapters.reading.result import Unreadable

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROL = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_HAN = re.compile("[\u4e00-\u9fff]")
_NOT_ASCII = re.compile("[^\x00-\x7f]")
MOST_CONTROL = 0.02
SAMPLE = 20_000


@dataclass(frozen=True)
class Decoded:
    """`note` says when the encoding had to be guessed."""

    text: str
    note: str = ""


def decoded(data: bytes) -> Decoded:
    """Raises Unreadable for what is no text."""
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return Decoded(_refuse_binary(_strict(data, encoding) or ""))
    if (text := _strict(data, "utf-8")) is not None:
        return Decoded(_refuse_binary(text))
    chinese = _strict(data, "gb18030")
    if chinese is not None and _is_chinese(chinese):
        return Decoded(_refuse_binary(chinese), "It is no UTF-8, so it was read as GB 18030.")
    latin = data.decode("cp1252", errors="replace")
    return Decoded(_refuse_binary(latin), "It is no UTF-8, so it was read as Windows 1252.")


def _strict(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _is_chinese(text: str) -> bool:
    foreign = _NOT_ASCII.findall(text[:SAMPLE])
    return sum(bool(_HAN.match(c)) for c in foreign) > 0.7 * len(foreign)


def _refuse_binary(text: str) -> str:
    sample = text[:SAMPLE]
    strange = len(_CONTROL.findall(sample)) + sample.count("\ufffd")
    if not sample or strange > MOST_CONTROL * len(sample):
        raise Unreadable(
            "The file contains no text that can be read.",
            hint="PDF, DOCX, PPTX, HTML, Markdown and plain text can be read.",
        )
    return _CONTROL.sub(" ", text).replace("\r\n", "\n").replace("\r", "\n")
