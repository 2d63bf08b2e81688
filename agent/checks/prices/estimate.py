"""Low and high by the table; what the table does not know is "not priced", never nothing."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from agent.checks import cfn
from agent.errors import AgentError

Plain = dict[str, Any]
Range = tuple[float, float]
ItemStatus = Literal["priced", "free of charge", "not priced"]

_TABLE = Path(__file__).parents[2] / "data" / "prices.json"


@dataclass(frozen=True)
class Assumption:
    id: str
    about: str
    unit: str
    low: float
    high: float


@dataclass(frozen=True)
class Part:
    """One line of the reckoning: a rate, and USD a month from low to high."""

    what: str
    usd: float
    per: float
    unit: str
    low: float
    high: float


@dataclass(frozen=True)
class Item:
    resource: str
    type: str
    status: ItemStatus
    low: float | None
    high: float | None
    """USD a month; None when it is not priced."""
    parts: tuple[Part, ...] = ()
    why: str = ""


@dataclass(frozen=True)
class Estimate:
    items: tuple[Item, ...]
    low: float
    high: float
    """The sum of all priced items."""
    is_complete: bool
    assumptions: tuple[Assumption, ...]
    """The assumptions used, with the values used."""
    date: str
    region: str
    source: str
    notice: str = ""


def assumptions() -> tuple[Assumption, ...]:
    """Return the default usage figures of an estimate."""
    return tuple(Assumption(id=name, **row) for name, row in _table()["assumptions"].items())


def estimate(
    template: str,
    parameters: Mapping[str, str],
    *,
    usage: Mapping[str, Range] | None = None,
    region: str = "",
    without: Collection[str] = (),
) -> Estimate:
    """Price all resources except `without`; `usage` replaces assumptions by their ids.

    Raises AgentError for an assumption that does not exist.
    """
    table, used = _table(), _usage(usage or {})
    parsed = cfn.parse(template)
    items = tuple(
        _item(name, body, cfn.resolved(body.get("Properties") or {}, parsed, parameters), used)
        for name, body in parsed.resources.items()
        if name not in without
    )
    names = _names(items)
    elsewhere = bool(region) and region != table["region"]
    return Estimate(
        items=items,
        low=round(sum(item.low or 0 for item in items), 4),
        high=round(sum(item.high or 0 for item in items), 4),
        is_complete=all(item.status != "not priced" for item in items),
        assumptions=tuple(used[name] for name in names),
        date=table["date"],
        region=table["region"],
        source=table["source"],
        notice=f"Prices are those of {table['region']}, not of {region}." if elsewhere else "",
    )


@cache
def _table() -> Plain:
    table: Plain = json.loads(_TABLE.read_text(encoding="utf-8"))
    return table


def _usage(given: Mapping[str, Range]) -> dict[str, Assumption]:
    known = {assumption.id: assumption for assumption in assumptions()}
    for name, (low, high) in given.items():
        if name not in known:
            raise AgentError(f"There is no assumption {name}.", hint="Choose one that is listed.")
        if not 0 <= low <= high:
            raise AgentError(
                f"The range of {name} is not one.", hint="Give the lower figure first, from 0."
            )
        of = known[name]
        known[name] = Assumption(of.id, of.about, of.unit, low, high)
    return known


def _item(name: str, body: Plain, properties: Any, used: Mapping[str, Assumption]) -> Item:
    kind = str(body.get("Type", ""))
    if kind in _table()["free"]:
        return Item(name, kind, "free of charge", 0, 0)
    rates = _table()["types"].get(kind)
    if rates is None:
        return _unpriced(name, kind, "The table has no price for this type.")
    applied = [rate for rate in rates if _applies(rate, properties)]
    if not applied:
        return _unpriced(name, kind, "The table has no price for this variant.")
    parts = []
    for rate in applied:
        factor = _factor(rate, properties)
        if factor is None:
            return _unpriced(name, kind, f"{rate['property']} is known to the engine only.")
        parts.append(_part(rate, factor, used))
    return Item(
        resource=name,
        type=kind,
        status="priced",
        low=round(sum(part.low for part in parts), 4),
        high=round(sum(part.high for part in parts), 4),
        parts=tuple(parts),
    )


def _unpriced(name: str, kind: str, why: str) -> Item:
    return Item(name, kind, "not priced", None, None, why=why)


def _part(rate: Plain, factor: float, used: Mapping[str, Assumption]) -> Part:
    low = high = factor * rate["usd"] / rate["per"]
    for name in rate["times"]:
        low, high = low * used[name].low, high * used[name].high
    return Part(rate["what"], rate["usd"], rate["per"], rate["unit"], round(low, 6), round(high, 6))


def _applies(rate: Plain, properties: Any) -> bool:
    def holds(wanted: Mapping[str, str]) -> bool:
        found = {path: str(_at(properties, path)).lower() for path in wanted}
        return all(found[path] == value.lower() for path, value in wanted.items())

    return holds(rate.get("when", {})) and not ("unless" in rate and holds(rate["unless"]))


def _factor(rate: Plain, properties: Any) -> float | None:
    if "property" not in rate:
        return 1.0
    value = _at(properties, rate["property"])
    if value is None:
        return rate.get("otherwise")
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def _at(value: Any, path: str) -> Any:
    for name in path.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _names(items: tuple[Item, ...]) -> list[str]:
    """The assumptions that the prices of these items rest on, in the order of the table."""
    kinds = {item.type for item in items if item.status == "priced"}
    rates = [rate for kind in kinds for rate in _table()["types"][kind]]
    needed = {name for rate in rates for name in rate["times"]}
    return [name for name in _table()["assumptions"] if name in needed]
