"""Samples, ratios of two arms, and the table that shows them."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field

Samples = Sequence[float]


def p50(samples: Samples) -> float:
    return statistics.median(samples)


def p95(samples: Samples) -> float:
    """A percentile by the nearest rank: with less than 20 samples it is the largest."""
    ordered = sorted(samples)
    return ordered[max(0, -(-len(ordered) * 95 // 100) - 1)]


@dataclass(frozen=True)
class Figure:
    """One line of the table. `value` and `tail` are what the goal is about."""

    name: str
    value: float
    tail: float | None = None
    """The ratio at p95."""
    unit: str = "x"
    n: int = 1
    shown: str = ""
    """The arms' own figures, for the reader."""
    most: float | None = None
    least: float | None = None
    tail_most: float | None = None
    note: str = ""

    @property
    def goal(self) -> str:
        parts = []
        if self.most is not None:
            parts.append(f"≤ {_number(self.most)}{self.unit}")
        if self.least is not None:
            parts.append(f"≥ {_number(self.least)}{self.unit}")
        if self.tail_most is not None:
            parts.append(f"p95 ≤ {_number(self.tail_most)}{self.unit}")
        return ", ".join(parts)

    @property
    def reached(self) -> str:
        """yes, no, or nothing when there is no goal."""
        if not self.goal:
            return ""
        kept = (
            (self.most is None or self.value <= self.most)
            and (self.least is None or self.value >= self.least)
            and (self.tail_most is None or (self.tail or 0) <= self.tail_most)
        )
        return "yes" if kept else "**no**"

    def cells(self) -> list[str]:
        tail = "" if self.tail is None else f"{_number(self.tail)}{self.unit}"
        value = f"{_number(self.value)}{self.unit}"
        return [self.name, value, tail, self.goal, self.reached, str(self.n), self.shown]


def ratio(
    name: str,
    over: Samples,
    under: Samples,
    *,
    scale: float = 1000,
    unit: str = "ms",
    most: float | None = None,
    tail_most: float | None = None,
) -> Figure:
    """Median over median and p95 over p95 of two arms that were run in turn."""
    return Figure(
        name,
        p50(over) / p50(under),
        tail=p95(over) / p95(under),
        n=min(len(over), len(under)),
        shown=f"{_spread(over, scale)} / {_spread(under, scale)} {unit}",
        most=most,
        tail_most=tail_most,
    )


def _spread(samples: Samples, scale: float) -> str:
    return f"{_number(p50(samples) * scale)} ({_number(p95(samples) * scale)})"


def _number(value: float) -> str:
    if value == int(value) or abs(value) >= 1000:
        return f"{value:,.0f}"
    if abs(value) >= 100:
        return f"{value:.0f}"
    if abs(value) >= 10:
        return f"{value:.1f}"
    return f"{value:.3f}" if abs(value) < 2 else f"{value:.2f}"


HEAD = ["figure", "value", "p95", "goal", "reached", "n", "arms: p50 (p95)"]


def table(figures: Sequence[Figure]) -> str:
    """As Markdown, aligned so that it reads in a terminal too."""
    rows = [HEAD, *(figure.cells() for figure in figures)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(HEAD))]
    lines = [_line(row, widths) for row in rows]
    return "\n".join([lines[0], _line(["-" * width for width in widths], widths), *lines[1:]])


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "| " + " | ".join(c.ljust(w) for c, w in zip(cells, widths, strict=True)) + " |"


@dataclass
class Measured:
    """The figures of one module."""

    figures: list[Figure] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
