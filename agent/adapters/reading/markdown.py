"""Reads Markdown, unchanged."""

import re

from agent.adapters.reading.decoding import decoded
from agent.adapters.reading.result import Limits, Reading, Tell, counted

_FRONT = re.compile(r"\A---[ \t]*\n(.{0,4000}?)\n---[ \t]*\n", re.DOTALL)
_FIELD = re.compile(
    r"^(title|author|date|lang(?:uage)?)[ \t]*:[ \t]*(.+)$", re.MULTILINE | re.IGNORECASE
)
_TITLE = re.compile(r"^#[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
_IMAGE = re.compile(r"!\[[^\[\]\n]{0,500}\]\([^()\n]{0,2000}\)")


def read(data: bytes, *, limits: Limits, tell: Tell) -> Reading:  # noqa: ARG001 - as all readers
    found = decoded(data)
    text = found.text
    fields: dict[str, str] = {}
    if front := _FRONT.match(text):
        fields = {key.lower(): value.strip("\"' ") for key, value in _FIELD.findall(front[1])}
        text = text[front.end() :]
    title = _TITLE.search(text)
    notes = [found.note] if found.note else []
    if pictures := len(_IMAGE.findall(text)):
        notes.append(f"{counted(pictures, 'picture')} not read.")
    tell(1, 1)
    return Reading(
        text,
        title=fields.get("title") or (title[1].strip() if title else ""),
        author=fields.get("author", ""),
        date=fields.get("date", ""),
        language=fields.get("language") or fields.get("lang", ""),
        notes=tuple(notes),
    )
