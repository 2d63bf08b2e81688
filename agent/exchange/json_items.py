"""Questions as JSON: our own format, in which nothing is lost."""

import json
from dataclasses import asdict
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agent.errors import AgentError
from agent.exchange.sheet import (
    LONGEST_TEXT,
    MOST_OPTIONS,
    Imported,
    NotTaken,
    Reading,
    Sheet,
    choice,
    free,
)
from agent.ports import Item

FORMAT, VERSION = "interlude-questions", 1


class _Entry(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)

    question_text: str = Field(max_length=LONGEST_TEXT)
    key: str = Field(max_length=LONGEST_TEXT)
    options: list[list[str]] = Field(default_factory=list, max_length=MOST_OPTIONS)
    terms: list[list[str]] = Field(default_factory=list, max_length=50)
    id: str = Field(default="", max_length=200)
    topic: str = Field(default="", max_length=200)
    objective: str = Field(default="", max_length=200)
    difficulty: str = Field(default="", max_length=40)
    evidence_document: str = Field(default="", max_length=400)
    evidence: str = Field(default="", max_length=LONGEST_TEXT)
    explanation: str = Field(default="", max_length=LONGEST_TEXT)
    language: str = Field(default="", max_length=20)


def write(sheet: Sheet) -> bytes:
    plain = {
        "format": FORMAT,
        "version": VERSION,
        "title": sheet.title,
        "items": [asdict(item) for item in sheet.items],
    }
    return dumped(plain)


def dumped(plain: Any) -> bytes:
    return (json.dumps(plain, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace")


def read(text: str) -> Imported:
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise AgentError("The file is not JSON.", hint="Export it again.") from error
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        raise AgentError(
            "This JSON holds no questions of Interlude.",
            hint="Other programs' questions come in by GIFT, Moodle XML or CSV.",
        )
    if plain.get("version") != VERSION or not isinstance(plain.get("items"), list):
        raise AgentError(
            "This file comes from another version of Interlude.", hint="Export it again."
        )
    reading = Reading()
    for number, entry in enumerate(plain["items"], start=1):
        name = f"Question {number}"
        try:
            reading.take(_read_entry(entry), name)
        except NotTaken as reason:
            reading.refuse(name, reason)
    return reading.done()


def _read_entry(plain: Any) -> Item:
    try:
        entry = _Entry.model_validate(plain)
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"]) or "it"
        raise NotTaken(f"{where} is missing or has the wrong form") from None
    more = {
        "id": entry.id,
        "topic": entry.topic,
        "objective": entry.objective,
        "difficulty": entry.difficulty,
        "document": entry.evidence_document,
        "evidence": entry.evidence,
        "explanation": entry.explanation,
        "language": entry.language,
    }
    if not entry.options:
        item = free(entry.question_text, [entry.key], **more)
        return Item(**{**vars(item), "terms": tuple(map(tuple, entry.terms)) or item.terms})
    if any(len(option) != 2 for option in entry.options):
        raise NotTaken("each option needs an id and a text")
    ids = [id_ for id_, _ in entry.options]
    if ids.count(entry.key) != 1:
        raise NotTaken(f"the key “{entry.key}” is not one of its options")
    texts = [text for _, text in entry.options]
    return choice(entry.question_text, texts, right=ids.index(entry.key), **more)
