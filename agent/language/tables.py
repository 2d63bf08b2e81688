"""The rows of Markdown tables, each with the names of its columns."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.language.text import FENCE, blank

_LINE = re.compile(r"[ \t]*\|.*\|[ \t]*$")
_RULE = re.compile(r"[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$")
_CELL = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True)
class Row:
    """`line` is as it is written; `columns` is the line with their names, empty without one."""

    line: str
    columns: str = ""

    def __str__(self) -> str:
        """The cells, each behind its column's name, as a sentence could say them."""
        names = cells(self.columns) if self.columns else []
        named = [*names, *[""] * len(cells(self.line))]
        told = zip(named, cells(self.line), strict=False)
        return "; ".join(f"{name}: {cell}" if name else cell for name, cell in told if cell)


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in _CELL.split(line.strip())[1:-1]]


def rows(text: str) -> Iterator[Row]:
    """The rows of all tables of a text, in order; also of a table that begins further up."""
    columns, before = "", ""
    for line in [*blank(text, FENCE).splitlines(), ""]:
        if _RULE.match(line):
            columns, before = before, ""
            continue
        if before:
            yield Row(before, columns)
        before = line.strip() if _LINE.match(line) else ""
        columns = columns if before else ""


def drawn(shown: list[Row]) -> str:
    """Rows as tables, neighbours with the same columns in one."""
    lines, above = list[str](), None
    for row in shown:
        if row.columns != above:
            names = row.columns or "|" + " |" * len(cells(row.line))
            lines += [""] * bool(lines) + [names, "|" + " --- |" * len(cells(names))]
            above = row.columns
        lines.append(row.line)
    return "\n".join(lines)
