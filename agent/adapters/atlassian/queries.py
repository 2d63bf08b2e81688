"""The parts that JQL and CQL share, and dates as the tools write them."""

from datetime import UTC, datetime

from agent.language.text import is_han


def quoted(text: str) -> str:
    """A literal: nothing in it can end it."""
    clean = "".join(char if char.isprintable() else " " for char in text)
    return '"' + clean.replace("\\", "\\\\").replace('"', '\\"') + '"'


def term(word: str) -> str:
    """Quote a word and search by its stem, which finds the words that begin with it."""
    return word if is_han(word) or len(word) < 4 else f"{word}*"


def moment(text: str) -> str:
    """The tools write "2026-11-21 10:00:00 UTC"."""
    try:
        read = datetime.strptime(text, "%Y-%m-%d %H:%M:%S %Z").replace(tzinfo=UTC)
    except ValueError:
        return text
    return read.isoformat()
