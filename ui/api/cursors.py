"""A position in the list of threads, as a text that a client sends back unchanged."""

import base64
import json

from pydantic import TypeAdapter, ValidationError

from agent import Place, Thread
from ui.api.problems import Problem

_PLACE = TypeAdapter(tuple[bool, str, str])


def cursor_at(thread: Thread) -> str:
    place = json.dumps([thread.pinned, thread.updated, thread.id]).encode()
    return base64.urlsafe_b64encode(place).decode().rstrip("=")


def place_of(cursor: str) -> Place:
    """Raises Problem for what `cursor_at` has not made."""
    try:
        text = base64.urlsafe_b64decode(cursor.encode() + b"==")
        place = Place(*_PLACE.validate_json(text, strict=True))
    except (ValueError, ValidationError):
        raise Problem(
            422,
            "no-such-cursor",
            "This is not a valid cursor.",
            hint="Take `next` of the page before, or leave it out for the first page.",
        ) from None
    return place
