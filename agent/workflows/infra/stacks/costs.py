"""What a change costs, from the table of prices alone; what is not priced is never zero."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from agent import cfn
from agent.language.catalogs import N_, catalog
from agent.prices import Delta, Estimate, Item, delta, estimate
from agent.workflows.infra.state import Gettext

Plain = dict[str, Any]
UNKNOWN = N_("unknown")


@dataclass(frozen=True)
class Cost:
    """USD a month more. `most` is None where a part of it is not priced."""

    low: float = 0.0
    high: float = 0.0
    is_complete: bool = True
    items: list[Plain] = field(default_factory=list)
    assumptions: list[Plain] = field(default_factory=list)
    date: str = ""
    notice: str = ""
    """What keeps the figures from being those of the place."""

    @property
    def most(self) -> float | None:
        return self.high if self.is_complete else None

    def plain(self, estimates: Mapping[str, float] | None = None) -> Plain:
        """`estimates` are a model's, and count only for what has no price."""
        open_ = {item["resource"] for item in self.items if item["status"] == "not priced"}
        known = {name: usd for name, usd in (estimates or {}).items() if name in open_}
        return {
            "estimates": known,
            "monthly_delta": self.most,
            "low": self.low,
            "high": self.high,
            "is_complete": self.is_complete,
            "affected_resources": self.items,
            "assumptions": self.assumptions,
            "notes": f"Public list prices as known on {self.date}, not verified online."
            f" {self.notice}".rstrip(),
            "date": self.date,
        }


def change(before: Plain, after: Plain, *, region: str = "") -> Cost:
    """From one template with its parameters to another; an empty one is none.

    What is retained goes on costing when it has left the stack.
    """
    old = _estimate(before, region, without=_left_behind(before, after))
    new = _estimate(after, region)
    if new is None:
        if old is None:
            return Cost()
        found = delta(None, old)
        return _cost(found, old, sign=-1)
    return _cost(delta(old, new), new)


def _left_behind(before: Plain, after: Plain) -> set[str]:
    if not before.get("template"):
        return set()
    still = set(cfn.parse(after["template"]).resources) if after.get("template") else set()
    return cfn.parse(before["template"]).retained - still


def _estimate(given: Plain, region: str, *, without: Collection[str] = ()) -> Estimate | None:
    text = given.get("template")
    if not text:
        return None
    return estimate(text, given.get("parameters") or {}, region=region, without=without)


def _cost(found: Delta, told: Estimate, *, sign: int = 1) -> Cost:
    items = [
        *(_item(item, "added" if sign > 0 else "removed", sign) for item in found.added),
        *(_item(item, "removed", -1) for item in found.removed),
        *(_item(new, "changed", 1, before=old) for old, new in found.changed),
    ]
    low, high = sorted((sign * found.low, sign * found.high))
    changed = [*found.added, *found.removed, *(new for _, new in found.changed)]
    return Cost(
        low=low,
        high=high,
        # What stays as it is, priced or not, costs nothing more.
        is_complete=all(item.status != "not priced" for item in changed),
        items=items,
        assumptions=[asdict(assumption) for assumption in told.assumptions],
        date=told.date,
        notice=told.notice,
    )


def _item(item: Item, change: str, sign: int, *, before: Item | None = None) -> Plain:
    low, high = item.low, item.high
    if low is not None and high is not None:
        first = before if before and before.low is not None else None
        low, high = low - (first.low or 0 if first else 0), high - (first.high or 0 if first else 0)
        low, high = sorted((sign * low, sign * high))
    return {
        "resource": item.resource,
        "type": item.type,
        "change": change,
        "status": item.status,
        "low": low,
        "high": high,
        "why": item.why,
    }


def describe(cost: Plain | None, language: str = "en") -> str:
    """In words; `cost` as `Cost.plain` gives it."""
    _ = catalog(language).gettext
    if not cost:
        return _(UNKNOWN)
    span = _span(cost["low"], cost["high"], _)
    if cost["is_complete"] and round(cost["low"], 2) == round(cost["high"], 2) == 0:
        return _("{span} a month, before more storage or use").format(span=span)
    if cost["is_complete"]:
        return _("{span} a month").format(span=span)
    open_ = [
        item["resource"] for item in cost["affected_resources"] if item["status"] == "not priced"
    ]
    guessed = cost.get("estimates") or {}
    unknown = [name for name in open_ if name not in guessed]
    told = []
    if unknown:
        told.append(_("unknown for {resources}").format(resources=", ".join(unknown)))
    if guessed:
        about = _("about {usd:,.0f} USD a month for {resources}, as the model estimates")
        told.append(about.format(usd=sum(guessed.values()), resources=", ".join(guessed)))
    return "; ".join([*told, _("{span} a month for the rest").format(span=span)])


def _span(low: float, high: float, _: Gettext) -> str:
    # What is left of a rounded -0.001 has no sign.
    low, high = round(low, 2) + 0.0, round(high, 2) + 0.0
    if low == high:
        return f"{low:+,.2f} USD"
    return _("{low:+,.2f} to {high:+,.2f} USD").format(low=low, high=high)
