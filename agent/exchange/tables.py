"""Questions as a table, a row each."""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence

from agent.errors import AgentError
from agent.exchange.sheet import (
    LETTERS,
    MOST_OPTIONS,
    Imported,
    NotTaken,
    Reading,
    Sheet,
    choice,
    free,
)
from agent.ports import Item

OPTIONS = tuple(f"option_{letter}" for letter in LETTERS[:MOST_OPTIONS])
COLUMNS = (
    "id", "kind", "topic", "objective", "difficulty", "question", *OPTIONS, "key", "explanation",
    "evidence", "document", "language",
)  # fmt: skip
NEEDED = ("question", "key")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_BETWEEN = "|"
"""Between the answers that count for a free item, in the column of the key."""
_HELD = rf"\{_BETWEEN}"
_PARTING = re.compile(r"(?<!\\)\|")


def write(sheet: Sheet) -> bytes:
    return table(COLUMNS, map(_row, sheet.items))


def table(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> bytes:
    """Write a CSV file with a byte order mark, by which spreadsheets know UTF-8."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_inert(str(row.get(column, ""))) for column in columns])
    return out.getvalue().encode("utf-8-sig")


def _inert(cell: str) -> str:
    """A spreadsheet runs what begins like a formula, so an apostrophe goes before it."""
    return f"'{cell}" if cell.lstrip(" ").startswith(_FORMULA) else cell


def _row(item: Item) -> dict[str, object]:
    row: dict[str, object] = {
        "id": item.id,
        "kind": item.kind,
        "topic": item.topic,
        "objective": item.objective,
        "difficulty": item.difficulty,
        "question": item.question_text,
        "key": item.key,
        "explanation": item.explanation,
        "evidence": item.evidence,
        "document": item.evidence_document,
        "language": item.language,
    }
    for (id_, text), column in zip(item.options, OPTIONS, strict=False):
        row[column] = text
        if id_ == item.key:
            row["key"] = column.removeprefix("option_")
    if item.kind == "free":
        others = item.terms[0] if len(item.terms) == 1 else ()
        answers = dict.fromkeys([item.key, *others])
        row["key"] = _BETWEEN.join(answer.replace(_BETWEEN, _HELD) for answer in answers)
    return row


# Reading


def read(text: str) -> Imported:
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), dialect(text), strict=True))
    except csv.Error as error:
        raise AgentError(
            f"The table cannot be read: {error}.", hint="Save it as CSV again."
        ) from error
    if not rows:
        raise AgentError("The table is empty.", hint="Choose another file.")
    names = [name.strip().lower().replace(" ", "_") for name in rows[0]]
    if missing := [name for name in NEEDED if name not in names]:
        raise AgentError(
            f"The table has no column “{missing[0]}”.",
            hint=f"The first row names the columns: {', '.join(COLUMNS)}.",
        )
    reading = Reading()
    for number, cells in enumerate(rows[1:], start=2):
        if not any(cell.strip() for cell in cells):
            continue
        name = f"Row {number}"
        if len(cells) != len(names):
            reading.refuse(name, f"it has {len(cells)} cells, and the table {len(names)} columns")
            continue
        try:
            row = {name: live(cell) for name, cell in zip(names, cells, strict=True)}
            reading.take(_read_row(row), name)
        except NotTaken as reason:
            reading.refuse(name, reason)
    return reading.done()


def dialect(text: str) -> type[csv.Dialect]:
    """Commas, or the semicolons that spreadsheets write where the comma is a decimal mark."""
    head = text.partition("\n")[0]

    class Table(csv.excel):
        delimiter = ";" if head.count(";") > head.count(",") else ","

    return Table


def live(cell: str) -> str:
    """A cell as it was before `table` took care of it."""
    bare = cell[1:] if cell.startswith("'") else ""
    return bare if bare.lstrip(" ").startswith(_FORMULA) else cell


def _read_row(row: Mapping[str, str]) -> Item:
    names = ("id", "objective", "difficulty", "evidence", "document", "language", "topic")
    more = {name: row.get(name, "").strip() for name in names}
    explanation = row.get("explanation", "")
    key = row["key"].strip()
    filled = [(name, row[name]) for name in OPTIONS if row.get(name, "").strip()]
    if not filled:
        answers = [part.replace(_HELD, _BETWEEN) for part in _PARTING.split(key)]
        return free(row["question"], answers, explanation=explanation, **more)
    letters = [name.removeprefix("option_") for name, _ in filled]
    texts = [" ".join(text.split()) for _, text in filled]
    if key.lower() in letters:
        right = letters.index(key.lower())
    elif key in texts:
        right = texts.index(key)
    else:
        raise NotTaken(f"the key “{key}” is not one of its options")
    return choice(row["question"], texts, right=right, explanation=explanation, **more)
