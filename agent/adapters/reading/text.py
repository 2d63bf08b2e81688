"""Plain text."""

from agent.adapters.reading.decoding import decoded
from agent.adapters.reading.result import Limits, Reading, Tell
from agent.adapters.reading.writing import escaped


def read(data: bytes, *, limits: Limits, tell: Tell) -> Reading:  # noqa: ARG001 - as all readers
    found = decoded(data)
    tell(1, 1)
    # Form feeds part the pages of a text that was made for a printer.
    text = escaped(found.text.replace("\f", "\n\n"))
    return Reading(text, notes=(found.note,) if found.note else ())
