"""Questions and results in other programs' formats, and from them.

Everything works on whole texts in memory; nothing is fetched, and what is
read is checked to the end before any of it is handed on.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from agent.errors import AgentError
from agent.exchange import anki, gift, json_items, moodle, qti, results, tables
from agent.exchange.sheet import Imported, Sheet, digest_id, item_of
from agent.ports import Attempt, Bank, Item

__all__ = [
    "FORMATS",
    "RESULT_FORMATS",
    "Format",
    "Imported",
    "Plan",
    "Sheet",
    "file_name",
    "item_of",
    "plan",
    "read",
    "sheet_of",
    "suffixes",
]

MOST_BYTES = 5_000_000
MOST_ITEMS = 2_000


@dataclass(frozen=True)
class Format:
    name: str
    label: str
    suffix: str
    mime: str
    write: Callable[[Sheet], bytes]


@dataclass(frozen=True)
class ResultFormat:
    name: str
    label: str
    suffix: str
    mime: str
    write: Callable[[Attempt], bytes]


FORMATS = (
    Format("gift", "GIFT (Moodle and others)", ".gift", "text/plain", gift.write),
    Format("moodle", "Moodle XML", ".xml", "application/xml", moodle.write),
    Format("qti", "QTI 2.1 package", ".zip", "application/zip", qti.write),
    Format("anki", "Anki deck", ".apkg", "application/octet-stream", anki.write),
    Format("csv", "CSV table", ".csv", "text/csv", tables.write),
    Format("json", "JSON", ".json", "application/json", json_items.write),
)
RESULT_FORMATS = (
    ResultFormat("result-csv", "Result as CSV", ".csv", "text/csv", results.write_csv),
    ResultFormat("result-json", "Result as JSON", ".json", "application/json", results.write_json),
)
_READERS: dict[str, Callable[[str], Imported]] = {
    ".gift": gift.read,
    ".txt": gift.read,
    ".xml": moodle.read,
    ".csv": tables.read,
    ".json": json_items.read,
}


def suffixes() -> list[str]:
    """Suffixes of the files that can be read, without the dot."""
    return [suffix.removeprefix(".") for suffix in _READERS]


def file_name(title: str, suffix: str) -> str:
    """A name for a download: letters, digits and dashes."""
    words = "".join(c if c.isalnum() else " " for c in title).split()
    return ("-".join(words).lower()[:60] or "questions") + suffix


def read(name: str, data: bytes, *, subject: str) -> Imported:
    """The questions of a file, and a sentence for each that cannot be taken.

    Raises AgentError when the file as a whole cannot be read.
    """
    reader = _READERS.get(PurePath(name).suffix.lower())
    if reader is None:
        kinds = ", ".join(sorted(_READERS))
        raise AgentError(f"{name} has none of the known endings.", hint=f"Known are {kinds}.")
    if len(data) > MOST_BYTES:
        raise AgentError(
            f"{name} is larger than {MOST_BYTES // 1_000_000} MB.", hint="Split it into parts."
        )
    found = reader(_text(name, data))
    if len(found.items) > MOST_ITEMS:
        raise AgentError(f"{name} holds more than {MOST_ITEMS} questions.", hint="Split it.")
    items = tuple(replace(item, subject=subject) for item in found.items)
    return replace(found, items=items)


def _text(name: str, data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise AgentError(
            f"{name} is not a text in UTF-8.", hint="Save it as UTF-8 and choose it again."
        ) from None
    if "\0" in text:
        raise AgentError(f"{name} is not a text.", hint="Choose another file.")
    return text


@dataclass(frozen=True)
class Plan:
    """A preview of an import into a bank. Nothing has happened yet."""

    new: tuple[Item, ...]
    changed: tuple[Item, ...]
    same: int
    problems: tuple[str, ...]

    @property
    def items(self) -> tuple[Item, ...]:
        return (*self.new, *self.changed)


def plan(found: Imported, bank: Bank) -> Plan:
    """Compare with what is there. An id that another subject uses gets a new one."""
    there = {item.id: item for item in bank.find([item.id for item in found.items])}
    items = [_apart(item, there) for item in found.items]
    ours = {item.id: item for item in bank.find([item.id for item in items])}
    return Plan(
        new=tuple(item for item in items if item.id not in ours),
        changed=tuple(i for i in items if i.id in ours and not _same(i, ours[i.id])),
        same=sum(item.id in ours and _same(item, ours[item.id]) for item in items),
        problems=found.problems,
    )


def _apart(item: Item, there: dict[str, Item]) -> Item:
    known = there.get(item.id)
    if known is None or known.subject == item.subject:
        return item
    return replace(item, id=digest_id(item))


def _same(item: Item, known: Item) -> bool:
    return replace(item, origin=known.origin) == known


def sheet_of(title: str, items: Sequence[Item]) -> Sheet:
    return Sheet(title=title, items=tuple(items))
